/* SPDX-License-Identifier: MIT
 *
 * number.c - values of the command line ("3000rpm", "1/80", "2*pi*50"): what is accepted is finite, prints and reads
 * back to the same bits; what is refused leaves the value alone and says why. Also units alone. */
#include "io/number.h"
#include "fuzz.h"
#include "lento/problem.h"

#include <math.h>
#include <string.h>

static const char *const UNITS[] = {NULL, "", "rad", "deg", "rad/s", "Hz", "kg m^2", "s", "time"};

void fuzz_read(const uint8_t *data, size_t size) {
    char text[256], again[IO_NUMBER_SIZE], error[80];
    if (size < 1 || size > sizeof text - 1) {
        return;
    }
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    double value = 42, back = 0;
    const char *unit = UNITS[data[0] % (sizeof UNITS / sizeof *UNITS)];
    const lento_status status = lento_value_read(text, unit, &value, error, sizeof error);
    CLAIM(status ? value == 42 && (error[0] || fuzz_starved()) : isfinite(value));
    CLAIM((lento_value_read(io_number_format(value, again), NULL, &back, NULL, 0) == LENTO_DONE &&
           back == value) ||
          fuzz_starved());
    io_number_format_digits(value, data[0] % 19, again);
    io_number_format(data[0] % 2 ? NAN : INFINITY, again);
    CLAIM(lento_unit_factor(text, unit, &back) != LENTO_DONE || isfinite(back));
}
