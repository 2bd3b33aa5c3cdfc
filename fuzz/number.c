/* SPDX-License-Identifier: MIT
 *
 * number.c - values of the command line ("3000rpm", "1/80", "2*pi*50"): what is accepted is finite, prints and reads
 * back to the same bits; what is refused leaves the value alone and says why. */
#include "io/number.h"
#include "fuzz.h"
#include "lento/problem.h"

#include <math.h>
#include <string.h>

static const char *const UNITS[] = {NULL, "", "rad", "deg", "rad/s", "Hz", "kg m^2", "s", "time"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char text[256], again[IO_NUMBER_SIZE], error[80];
    if (size < 1 || size > sizeof text - 1) {
        return 0;
    }
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    double value = 42, back = 0;
    const char *unit = UNITS[data[0] % (sizeof UNITS / sizeof *UNITS)];
    const lento_status status = lento_value_read(text, unit, &value, error, sizeof error);
    CLAIM(status ? value == 42 && error[0] : isfinite(value));
    CLAIM(lento_value_read(io_number_format(value, again), NULL, &back, NULL, 0) == LENTO_DONE &&
          back == value);
    io_number_format_digits(value, 1 + data[0] % 17, again);
    return 0;
}
