/* SPDX-License-Identifier: MIT
 * NumPy's .npz: a ZIP archive without compression that has one NAME.npy per column. The archive
 * carries no date, so that equal results are equal bytes. Every column is read twice, since its
 * checksum stands before it. */
#include "io/arrays.h"

#include <stdlib.h>
#include <string.h>

enum { NPY_HEAD = 128, NAME_ROOM = 256, LOCAL = 30, CENTRAL = 46, END = 22, MOST_FILES = 65535 };
#define MOST_BYTES 4294967295u
#define JSON_NAME  "lento.json"

/* A file of the archive. */
typedef struct member {
    char name[NAME_ROOM];
    size_t column; /* of the arrays; io_arrays.columns: the text */
    uint32_t crc, size, offset;
} member;

size_t io_arrays_block(const io_arrays *arrays, size_t row, size_t column,
                       unsigned char to[8 * IO_BLOCK]) {
    const size_t left = arrays->rows - row, n = left < IO_BLOCK ? left : IO_BLOCK;
    for (size_t i = 0; i < n; i++) {
        io_double_bytes(arrays->value(arrays->source, row + i, column), to + 8 * i);
    }
    return n;
}

enum { SLICES = 8 };

/* table[k][b]: what byte b does to the checksum when k more bytes follow */
static void crc_tables(uint32_t table[SLICES][256]) {
    for (uint32_t b = 0; b < 256; b++) {
        uint32_t crc = b;
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        }
        table[0][b] = crc;
    }
    for (int k = 1; k < SLICES; k++) {
        for (int b = 0; b < 256; b++) {
            const uint32_t crc = table[k - 1][b];
            table[k][b] = crc >> 8 ^ table[0][crc & 255];
        }
    }
}

uint32_t io_crc(uint32_t before, const void *data, size_t n) {
    static uint32_t table[SLICES][256];
    const unsigned char *byte = data;
    uint32_t crc = ~before;
    if (!table[0][1]) {
        crc_tables(table);
    }
    for (; n >= SLICES; n -= SLICES, byte += SLICES) {
        uint32_t next = 0;
        for (int k = 0; k < SLICES; k++) {
            const uint32_t old = k < 4 ? crc >> 8 * k : 0;
            next ^= table[SLICES - 1 - k][(byte[k] ^ old) & 255];
        }
        crc = next;
    }
    for (; n > 0; n--, byte++) {
        crc = crc >> 8 ^ table[0][(crc ^ *byte) & 255];
    }
    return ~crc;
}

/* Bytes go to the file, or with NULL into the checksum. */
static void put(FILE *file, uint32_t *crc, const void *data, size_t n) {
    if (file) {
        fwrite(data, 1, n, file);
    } else {
        *crc = io_crc(*crc, data, n);
    }
}

/* What the member holds; false: stopped. */
static bool put_body(FILE *file, uint32_t *crc, const io_arrays *a, size_t column) {
    if (column == a->columns) {
        put(file, crc, a->json, strlen(a->json));
        return true;
    }
    unsigned char head[NPY_HEAD + 1] = "\x93NUMPY\x01";
    io_bytes(head + 8, NPY_HEAD - 10, 2);
    const int n = snprintf((char *)head + 10, NPY_HEAD - 10,
                           "{'descr': '<f8', 'fortran_order': False, 'shape': (%zu,), }", a->rows);
    memset(head + 10 + n, ' ', (size_t)(NPY_HEAD - 11 - n));
    head[NPY_HEAD - 1] = '\n';
    put(file, crc, head, NPY_HEAD);
    unsigned char bytes[8 * IO_BLOCK];
    bool stopped = false;
    for (size_t i = 0; i < a->rows && !stopped; i += IO_BLOCK) {
        put(file, crc, bytes, 8 * io_arrays_block(a, i, column, bytes));
        stopped = a->stop && a->stop();
    }
    return !stopped;
}

static bool fill_member(member *m, const io_arrays *a, size_t column, uint32_t offset) {
    *m = (member){.column = column, .offset = offset};
    if (column == a->columns) {
        strcpy(m->name, JSON_NAME);
        m->size = (uint32_t)strlen(a->json);
    } else {
        snprintf(m->name, sizeof m->name, "%.240s.npy", a->names[column]);
        m->size = (uint32_t)(NPY_HEAD + 8 * a->rows);
    }
    for (char *c = m->name; *c != '\0'; c++) {
        *c = *c == '/' || *c == '\\' ? '_' : *c; /* no folders */
    }
    return put_body(NULL, &m->crc, a, column);
}

/* From "version needed" to "extra length": the part that both headers share. */
static void shared_head(unsigned char to[26], const member *m) {
    memset(to, 0, 26);
    io_bytes(to, 20, 2);
    io_bytes(to + 2, 1 << 11, 2); /* names are UTF-8 */
    io_bytes(to + 8, 33, 2);      /* 1 January 1980 */
    io_bytes(to + 10, m->crc, 4);
    io_bytes(to + 14, m->size, 4);
    io_bytes(to + 18, m->size, 4);
    io_bytes(to + 22, strlen(m->name), 2);
}

static void write_local(FILE *file, const member *m) {
    unsigned char head[LOCAL] = "PK\x03\x04";
    unsigned char rest[26];
    shared_head(rest, m);
    memcpy(head + 4, rest, 26);
    fwrite(head, 1, LOCAL, file);
    fputs(m->name, file);
}

static void write_central(FILE *file, const member *m) {
    unsigned char head[CENTRAL] = "PK\x01\x02";
    io_bytes(head + 4, 20, 2);
    shared_head(head + 6, m);
    memset(head + 32, 0, CENTRAL - 32);
    io_bytes(head + 42, m->offset, 4);
    fwrite(head, 1, CENTRAL, file);
    fputs(m->name, file);
}

bool io_npz_write(FILE *file, const io_arrays *a, char message[IO_MESSAGE_SIZE]) {
    const size_t members = a->columns + 1;
    const double bytes = (double)members * (8.0 * (double)a->rows + 1000) + (double)strlen(a->json);
    if (members > MOST_FILES || bytes > MOST_BYTES) {
        return io_refuse(message,
                         "an .npz file holds less than 4 GB, and this result has %.1f; ask for "
                         "fewer rows or columns",
                         bytes / 1e9);
    }
    member *list = calloc(members, sizeof *list);
    if (!list) {
        return io_refuse(message, "out of memory");
    }
    uint32_t offset = 0, central = 0;
    bool whole = true;
    for (size_t k = 0; k < members && whole; k++) {
        whole = fill_member(&list[k], a, k, offset);
        write_local(file, &list[k]);
        whole = whole && put_body(file, NULL, a, k);
        offset += LOCAL + (uint32_t)strlen(list[k].name) + list[k].size;
    }
    for (size_t k = 0; k < members; k++) {
        write_central(file, &list[k]);
        central += CENTRAL + (uint32_t)strlen(list[k].name);
    }
    free(list);
    unsigned char end[END] = "PK\x05\x06";
    io_bytes(end + 8, members, 2);
    io_bytes(end + 10, members, 2);
    io_bytes(end + 12, central, 4);
    io_bytes(end + 16, offset, 4);
    fwrite(end, 1, END, file);
    return whole || io_refuse(message, IO_STOPPED);
}
