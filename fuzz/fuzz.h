/* SPDX-License-Identifier: MIT
 *
 * fuzz.h - what the libFuzzer targets share. Each target is one parser: any bytes may come in, none may crash it,
 * also when memory is short, and what it accepts must survive a round trip. Build and run: tests/fuzz_test.sh, `make fuzz`. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* the target */
void fuzz_read(const uint8_t *data, size_t size);

/* starve.c: for the fuzzer; did an allocation fail? */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
bool fuzz_starved(void);

/* A broken claim ends the fuzzer, which then keeps the input. */
#define CLAIM(condition)                                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            abort();                                                                               \
    } while (0)

#endif
