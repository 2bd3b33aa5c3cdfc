/* SPDX-License-Identifier: MIT
 *
 * polynomial.c - slow variables as text: a polynomial prints to a text that means the same, other expressions have
 * codes for value and derivatives that can be run, and an error points into the text. */
#include "fuzz.h"
#include "tests/polynomials.h"

#include <math.h>
#include <string.h>

enum { VARIABLES = 4, CAPACITY = 512, TEXT = 1 << 16 };

static const char *const NAMES[VARIABLES] = {"x1", "v1", "x2", "v2"};
static double first_memory[1 << 13], second_memory[1 << 13];
static char text[TEXT];

typedef struct pool {
    char bytes[1 << 21];
    size_t used;
} pool;

static void *take(lento_build *build, size_t bytes) {
    pool *p = build->owner;
    const size_t at = (p->used + 15) / 16 * 16;
    if (bytes > sizeof p->bytes - at) {
        return NULL;
    }
    p->used = at + bytes;
    return memset(p->bytes + at, 0, bytes);
}

/* not a polynomial: its code runs */
static void run_code(const char *given, const double x[]) {
    static pool memory;
    const lento_names_of scope = {.state = NAMES, .states = VARIABLES};
    lento_build build = {.take = take, .owner = &memory};
    lento_formula_error error;
    lento_formulas formulas;
    void *params = NULL;
    double values[1], gradient[VARIABLES], rate[1];
    memory.used = 0;
    if (lento_formulas_read(&formulas, &scope, &given, 1, EQ_ON_TIME, &error) == LENTO_DONE &&
        lento_formulas_compile(&formulas, &scope, true, &build, &params, &error) == LENTO_DONE) {
        CLAIM(lento_eq_slow(0, NULL, x, values, gradient, rate, params) == 0);
        CLAIM(rate[0] == 0);
    }
    lento_formulas_free(&formulas);
}

void fuzz_read(const uint8_t *data, size_t size) {
    static const double x[VARIABLES] = {0.5, -0.25, 1.5, 0.75};
    CLAIM(lento_polynomial_bytes(VARIABLES, CAPACITY) <= sizeof first_memory);
    const char *const *names = NAMES;
    lento_polynomial p = lento_polynomial_place(first_memory, VARIABLES, CAPACITY);
    lento_formula_error error = {0};
    static char given[1 << 12];
    size = size < sizeof given ? size : sizeof given - 1;
    memcpy(given, size > 0 ? (const char *)data : "", size);
    given[size] = '\0';
    size = strlen(given);
    const lento_status status = polynomial_read(&p, given, names, &error);
    if (status != LENTO_DONE) {
        run_code(given, x);
        CLAIM(fuzz_starved() || (error.message[0] && error.position <= size &&
                                 error.length <= size - error.position));
        return;
    }
    CLAIM(p.terms <= CAPACITY);
    const size_t length = lento_polynomial_print(&p, names, text, sizeof text);
    const double value = polynomial_value(&p, x);
    if (length >= sizeof text || !isfinite(value)) {
        return;
    }
    /* coefficients are printed for reading, to 1e-9 or 12 digits */
    lento_polynomial q = lento_polynomial_place(second_memory, VARIABLES, CAPACITY);
    if (polynomial_read(&q, text, names, NULL) != LENTO_DONE) {
        CLAIM(fuzz_starved());
        return;
    }
    double room = 0;
    for (int i = 0; i < p.terms; i++) {
        room += fabs(p.coefficient[i]);
    }
    CLAIM(!isfinite(room) || fabs(polynomial_value(&q, x) - value) <= 1e-8 * room * pow(1.5, 512) ||
          lento_polynomial_degree(&p) > 64);
}
