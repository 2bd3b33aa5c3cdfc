/* SPDX-License-Identifier: MIT
 * Files from strangers are harmless: limits of size, depth and expansion, linear work, and mutated files that are read,
 * refused or run without a fault (EQUATIONS_MUTANTS: how many, for campaigns). */
#include "equations_support.h"

#include <stdlib.h>
#include <string.h>

/* reading either works or leaves one sentence with a place */
static bool readable(const char *text, size_t length, char error[1024]) {
    const lento_problem *problem = NULL;
    const lento_status status = lento_problem_read(&problem, "f.ode", text, length, error, 1024);
    assert_int_equal(status == LENTO_DONE, problem != NULL);
    assert_true(status == LENTO_DONE || strncmp(error, "f.ode:", 6) == 0);
    lento_problem_free(problem);
    return status == LENTO_DONE;
}

/* `count` times a piece between head and tail */
static char *repeated(const char *head, const char *piece, size_t count, const char *tail) {
    const size_t a = strlen(head), n = strlen(piece), b = strlen(tail);
    char *text = malloc(a + n * count + b + 1);
    assert_non_null(text);
    memcpy(text, head, a);
    for (size_t i = 0; i < count; i++) {
        memcpy(text + a + i * n, piece, n);
    }
    memcpy(text + a + n * count, tail, b + 1);
    return text;
}

static void limits_are_kept(void **state) {
    (void)state;
    char error[1024];
    const struct {
        const char *head, *piece, *tail;
        size_t count;
        const char *sentence; /* NULL: readable */
    } cases[] = {{"x'=", "(", "x", 199, ") is expected"},
                 {"x'=", "(", "x", 100000, "nested more than 200 deep"},
                 {"x'=", "-", "x", 100000, "nested more than 200 deep"},
                 {"x'=", "x^", "x", 100000, "nested more than 200 deep"},
                 {"x'=x", "+x", "", 200000, NULL},
                 {"x'=x", "*x", "", 1000, NULL},
                 {"x'=1\n", "# comment\n", "", 100000, NULL},
                 {"x'=1\n", "# comment\n", "", 110000, "larger than 1 MB"},
                 {"x", "'", "=1\n", 1000, "order one or two"},
                 {"", "\\\n", "x'=1", 100000, NULL},
                 {"x'=1\n@ ", "a=1,", "", 50000, NULL},
                 {"x[1..100001]'=", "1", "\n", 1, "at most 100000"},
                 {"x[1..100000]'=", "[j]+", "0\n", 100, "16 MB"},
                 {"x[1..10]'=", "[j]+", "0\n", 100, NULL}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *text = repeated(cases[i].head, cases[i].piece, cases[i].count, cases[i].tail);
        const bool good = readable(text, strlen(text), error);
        if (good != !cases[i].sentence || (!good && !strstr(error, cases[i].sentence))) {
            fail_msg("case %zu: %s", i, good ? "was read" : error);
        }
        free(text);
    }
    assert_false(readable("x'=1\0y'=2\n", 10, error));
    assert_false(readable("\xff\xfe", 2, error));
}

/* functions that double at each step: 2^40 terms if written out */
static void expansions_are_bounded(void **state) {
    (void)state;
    char text[4000] = "f0(u)=u+sin(u)\n", line[80];
    for (int i = 1; i < 40; i++) {
        snprintf(line, sizeof line, "f%d(u)=f%d(u+1)+f%d(u*2)\n", i, i - 1, i - 1);
        strcat(text, line);
    }
    strcat(text, "x'=f39(x)\n");
    const lento_problem *problem = read_text(text);
    lento_model *model = NULL;
    assert_int_equal(lento_model_create(&model, problem, NULL, 0), LENTO_BAD_SYSTEM);
    assert_non_null(strstr(lento_model_error(model), "too large"));
    lento_model_destroy(model);
    lento_problem_free(problem);
    problem = read_text("x'=sum(1,1e9)of(x)\n");
    assert_int_equal(lento_model_create(&model, problem, NULL, 0), LENTO_BAD_SYSTEM);
    lento_model_destroy(model);
    lento_problem_free(problem);
}

/* the same part twice in each of 60 sums: 2^60 ways from the sine to the phase */
static void shared_parts_are_visited_once(void **state) {
    (void)state;
    static const char *const heads[] = {"a0=x\n", "par w=10\nphase th'=w\na0=th\n"};
    for (size_t k = 0; k < LENGTH(heads); k++) {
        char text[4000], line[80];
        strcpy(text, heads[k]);
        for (int i = 1; i <= 60; i++) {
            snprintf(line, sizeof line, "a%d=a%d+a%d\n", i, i - 1, i - 1);
            strcat(text, line);
        }
        strcat(text, "x'=sin(a60)\n");
        const lento_problem *problem = read_text(text);
        lento_model *model = NULL;
        const lento_status status = lento_model_create(&model, problem, NULL, 0);
        assert_int_equal(status, k == 0 ? LENTO_DONE : LENTO_BAD_SYSTEM);
        lento_model_destroy(model);
        lento_problem_free(problem);
    }
}

/* a long chain of quantities, each of which uses the next one */
static void long_chains_need_no_stack(void **state) {
    (void)state;
    enum { LINKS = 30000 };
    char *text = malloc(LINKS * 32 + 100), *end = text;
    assert_non_null(text);
    end += sprintf(end, "x'=a0\n");
    for (int i = 0; i < LINKS; i++) {
        end += sprintf(end, "a%d=a%d+x*%d\n", i, i + 1, i);
    }
    sprintf(end, "a%d=x\n", LINKS);
    const lento_problem *problem = read_text(text);
    lento_model *model = model_of_problem(problem, NULL, 0);
    double rate;
    rate_at(model, 0, (const double[]){1}, &rate);
    assert_near(rate, 1 + (double)LINKS * (LINKS - 1) / 2, 1e-6);
    lento_model_destroy(model);
    lento_problem_free(problem);
    free(text);
}

/* ---- mutants ---- */

static uint32_t random_state = 1;
static uint32_t random_below(uint32_t n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state % n;
}

static const char *const PIECES[] = {"x'=",
                                     "(",
                                     ")",
                                     "'",
                                     "\n",
                                     "par ",
                                     "phase p'=",
                                     "0=",
                                     "stiff ",
                                     ":",
                                     "[1..3]",
                                     "[j]",
                                     "%",
                                     "slow ",
                                     "aux ",
                                     "1e308",
                                     "^",
                                     "/0",
                                     "sqrt(",
                                     "if(",
                                     ")then(",
                                     ")else(",
                                     "sum(1,3)of(",
                                     "shift(",
                                     "init ",
                                     "mass ",
                                     "@ steps=",
                                     "\\\n",
                                     "#",
                                     "\"",
                                     "!",
                                     "cos(2*theta)",
                                     "atan2(",
                                     ",",
                                     "=",
                                     "mean(",
                                     "done\n",
                                     " m/s^2",
                                     "par a=1/0",
                                     "\nglobal 1 {",
                                     "} {",
                                     ";",
                                     "}",
                                     "\ntable f 5 0 1 ",
                                     "\ntable g % 3 -1 1 t\n",
                                     "f(x)",
                                     "g(t)",
                                     "linear ",
                                     "init mean ",
                                     "c[0..3]=",
                                     "shift(c0,i')",
                                     "besselj(2,",
                                     "erf(",
                                     "phase r' = 1+"};

static size_t mutate(char *text, size_t n, size_t room) {
    for (uint32_t k = 1 + random_below(4); k > 0; k--) {
        const size_t at = n > 0 ? random_below((uint32_t)n) : 0;
        const uint32_t kind = random_below(4);
        if (kind == 0 && n > 0) { /* a byte */
            text[at] = (char)random_below(256);
        } else if (kind == 1 && n > 4) { /* a part less */
            const size_t gone = 1 + random_below((uint32_t)(n - at < 20 ? n - at : 20));
            memmove(text + at, text + at + gone, n - at - gone);
            n -= gone;
        } else if (kind == 2) { /* a piece more */
            const char *piece = PIECES[random_below(LENGTH(PIECES))];
            const size_t m = strlen(piece);
            if (n + m < room) {
                memmove(text + at + m, text + at, n - at);
                memcpy(text + at, piece, m);
                n += m;
            }
        } else if (n > 40) { /* a part again */
            const size_t from = random_below((uint32_t)(n - 20)), m = 1 + random_below(20);
            memmove(text + at, text + from, at + m <= n ? m : 0);
        }
    }
    return n;
}

static char *number_text(double value, char text[32]) {
    snprintf(text, 32, "%.17g", value);
    return text;
}

/* what can be read is made and looked at; what can be run takes two steps */
static void exercise(const lento_problem *problem) {
    lento_model *model = NULL;
    lento_run *run = NULL;
    char text[300];
    lento_problem_explain(problem, text, sizeof text);
    lento_problem_xpp(problem, number_text, text, sizeof text, NULL, 0);
    if (lento_model_create(&model, problem, NULL, 0) == LENTO_DONE) {
        const lento_options o = {
            .until = 1e-3, .average = {{.scheme = "direct"}}, .macro_step = 1e-3};
        if (lento_run_open(&run, model, &o) == LENTO_DONE) {
            lento_run_advance(run, 1e-3);
        }
        lento_run_destroy(run);
    }
    lento_model_destroy(model);
}

static uint64_t hash_of(const char *text, size_t n) { /* FNV-1a */
    uint64_t hash = 14695981039346656037U;
    for (size_t i = 0; i < n; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211U;
    }
    return hash;
}

static int by_value(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static long distinct(uint64_t *list, long n) {
    long count = n > 0;
    qsort(list, (size_t)n, sizeof *list, by_value);
    for (long i = 1; i < n; i++) {
        count += list[i] != list[i - 1];
    }
    return count;
}

static void mutants_do_no_harm(void **state) {
    (void)state;
    static const char *const seeds[] = {"examples/kapitza", "examples/vibrated", "examples/stellar",
                                        "examples/springs", "examples/fpu",      "examples/chain",
                                        "examples/drag",    "fuzz/corpus/neuron"};
    static char original[8192], text[16384];
    const char *wanted = getenv("EQUATIONS_MUTANTS");
    const long count = wanted ? strtol(wanted, NULL, 10) : 6000;
    const char *seed = getenv("EQUATIONS_SEED"); /* other mutants than those of 1 */
    random_state = seed ? (uint32_t)strtoul(seed, NULL, 10) : 1;
    long readable_ones = 0;
    uint64_t *seen = calloc((size_t)count, sizeof *seen);
    assert_non_null(seen);
    for (long i = 0; i < count; i++) {
        char path[1024], error[1024];
        const char *source = getenv("SOURCE_DIR");
        static size_t length;
        if (i % (count / 8 + 1) == 0) {
            snprintf(path, sizeof path, "%s/%s.ode", source ? source : ".",
                     seeds[i / (count / 8 + 1)]);
            FILE *file = fopen(path, "r");
            assert_non_null(file);
            length = fread(original, 1, sizeof original, file);
            fclose(file);
        }
        memcpy(text, original, length);
        const size_t n = mutate(text, length, sizeof text);
        const lento_problem *problem = NULL;
        seen[i] = hash_of(text, n);
        if (lento_problem_read(&problem, "m.ode", text, n, error, sizeof error) == LENTO_DONE) {
            exercise(problem);
            readable_ones++;
        } else {
            if (strncmp(error, "m.ode:", 6) != 0) {
                fail_msg("%.*s\n%s", (int)n, text, error);
            }
        }
        lento_problem_free(problem);
    }
    printf("%ld mutants, %ld of them run, %ld different ones\n", count, readable_ones,
           distinct(seen, count));
    free(seen);
    assert_true(readable_ones > count / 20); /* otherwise only the refusal was tried */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_are_kept), cmocka_unit_test(expansions_are_bounded),
        cmocka_unit_test(shared_parts_are_visited_once),
        cmocka_unit_test(long_chains_need_no_stack), cmocka_unit_test(mutants_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
