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

void io_double_bytes(double value, unsigned char to[8]) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    io_bytes(to, bits, 8);
}

uint32_t io_crc(uint32_t before, const void *data, size_t n) {
    const unsigned char *byte = data;
    uint32_t crc = ~before;
    for (size_t i = 0; i < n; i++) {
        crc ^= byte[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        }
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

/* What the member holds. */
static void put_body(FILE *file, uint32_t *crc, const io_arrays *a, size_t column) {
    if (column == a->columns) {
        put(file, crc, a->json, strlen(a->json));
        return;
    }
    unsigned char head[NPY_HEAD + 1] = "\x93NUMPY\x01";
    io_bytes(head + 8, NPY_HEAD - 10, 2);
    const int n = snprintf((char *)head + 10, NPY_HEAD - 10,
                           "{'descr': '<f8', 'fortran_order': False, 'shape': (%zu,), }", a->rows);
    memset(head + 10 + n, ' ', (size_t)(NPY_HEAD - 11 - n));
    head[NPY_HEAD - 1] = '\n';
    put(file, crc, head, NPY_HEAD);
    for (size_t i = 0; i < a->rows; i++) {
        unsigned char bytes[8];
        io_double_bytes(a->value(a->source, i, column), bytes);
        put(file, crc, bytes, sizeof bytes);
    }
}

static void fill_member(member *m, const io_arrays *a, size_t column, uint32_t offset) {
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
    put_body(NULL, &m->crc, a, column);
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
    for (size_t k = 0; k < members; k++) {
        fill_member(&list[k], a, k, offset);
        write_local(file, &list[k]);
        put_body(file, NULL, a, k);
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
    return true;
}
