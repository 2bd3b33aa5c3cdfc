/* SPDX-License-Identifier: MIT
 * Columns of numbers for other programs, with a text that says what they are: NumPy's .npz and
 * MATLAB's .mat (level 5). Both are written from the front to the back, so a pipe will do, and the
 * numbers read back to the last bit. */
#ifndef IO_ARRAYS_H
#define IO_ARRAYS_H
#include "io/file.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct io_arrays {
    size_t rows, columns;
    const char *const *names; /* [columns] */
    const char *const *units; /* [columns], "" where there is none */
    /* asked more than once for a number */
    double (*value)(const void *source, size_t row, size_t column);
    const void *source;
    bool (*stop)(void); /* true ends the writing; NULL: nothing does */
    const char *json;   /* "lento.json" in an .npz, variable lento_json in a .mat */
} io_arrays;

/* False: too large for the format, or stopped, and message says so. Failures to write are left to the file. */
bool io_npz_write(FILE *file, const io_arrays *arrays, char message[IO_MESSAGE_SIZE]);
bool io_mat_write(FILE *file, const io_arrays *arrays, char message[IO_MESSAGE_SIZE]);

#define IO_STOPPED "stopped while it was written"

/* ---- little-endian bytes, on any machine ---- */
static inline void io_bytes(unsigned char to[], uint64_t value, size_t count) {
    for (size_t i = 0; i < count; i++) {
        to[i] = (unsigned char)(value >> 8 * i);
    }
}
/* CRC-32 of these bytes, continued from that of those before; 0: none. */
uint32_t io_crc(uint32_t crc, const void *data, size_t n);
/* The bits of a double, low byte first. */
static inline void io_double_bytes(double value, unsigned char to[8]) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    io_bytes(to, bits, 8);
}
/* The numbers of a column from `row` on as bytes, low byte first; how many of them. */
enum { IO_BLOCK = 1024 };
size_t io_arrays_block(const io_arrays *arrays, size_t row, size_t column,
                       unsigned char to[8 * IO_BLOCK]);

#endif
