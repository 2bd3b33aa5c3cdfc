/* SPDX-License-Identifier: MIT
 *
 * number.c - numbers of the command line ("3000rpm", "1/80", "1e6"): what is accepted is finite, prints and reads back
 * to the same bits; what is refused leaves the value alone and says why. */
#include "io/number.h"
#include "fuzz.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const char *const UNITS[] = {NULL, "", "rad", "deg", "rad/s", "Hz", "kg m^2"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[256], again[IO_NUMBER_SIZE];
    if (size < 1 || size > sizeof text - 1) {
        return 0;
    }
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    double value = 42, back = 0;
    const char *what =
        io_number_parse(text, UNITS[data[0] % (sizeof UNITS / sizeof *UNITS)], &value);
    CLAIM(what ? value == 42 && what[0] : isfinite(value));
    CLAIM(io_number_parse(io_number_format(value, again), NULL, &back) == NULL && back == value);
    io_number_format_digits(value, 1 + data[0] % 17, again);
    long long whole = 42;
    what = io_integer_parse(text, -1000, LLONG_MAX, &whole);
    CLAIM(what ? whole == 42 && what[0] : whole >= -1000);
    return 0;
}
