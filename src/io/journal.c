/* SPDX-License-Identifier: MIT
 * Journal: a line "lento journal 1 WIDTH LENGTH CRC", LENGTH bytes of head, then records of equal size: number, values,
 * checksum; all low byte first. */
#include "io/journal.h"

#include "io/arrays.h"
#include "io/output.h"
#include "io/system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WIDTH = 1000, MOST_HEAD = 1 << 20, RECORD = 8 * (MOST_WIDTH + 2) };
#define FIRST_WORDS "lento journal 1 "
#define WRITTEN     FIRST_WORDS "%zu %zu %" PRIu32 "\n"

static size_t record_size(size_t width) {
    return 8 * width + 12;
}

static void pack(const io_journal *j, int64_t number, const double values[],
                 unsigned char to[RECORD]) {
    io_bytes(to, (uint64_t)number, 8);
    for (size_t i = 0; i < j->width; i++) {
        io_double_bytes(values[i], to + 8 + 8 * i);
    }
    const size_t n = record_size(j->width) - 4;
    io_bytes(to + n, io_crc(j->crc, to, n), 4);
}

static uint64_t unpack(const unsigned char from[], size_t count) {
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        value |= (uint64_t)from[i] << 8 * i;
    }
    return value;
}

/* the numbers of the first line */
static bool read_first(const char *line, size_t *width, size_t *length, uint32_t *crc) {
    const size_t n = strlen(FIRST_WORDS);
    unsigned long long value[3];
    if (strncmp(line, FIRST_WORDS, n) != 0) {
        return false;
    }
    const char *at = line + n;
    for (int i = 0; i < 3; i++) {
        char *end;
        value[i] = strtoull(at, &end, 10);
        if (end == at || *end != (i < 2 ? ' ' : '\n')) {
            return false;
        }
        at = end + 1;
    }
    *width = (size_t)value[0];
    *length = (size_t)value[1];
    *crc = (uint32_t)value[2];
    return value[0] <= MOST_WIDTH && value[1] <= MOST_HEAD && value[2] <= UINT32_MAX;
}

/* Opens, reads the head; NULL: message. */
static char *read_head(const char *path, FILE **file, io_journal *j,
                       char message[IO_MESSAGE_SIZE]) {
    char line[100];
    size_t length = 0;
    *file = fopen(path, "rb");
    if (!*file) {
        io_refuse(message, "cannot read %s: %s", path, io_reason());
        return NULL;
    }
    const bool known =
        fgets(line, sizeof line, *file) && read_first(line, &j->width, &length, &j->crc);
    char *head = known ? malloc(length + 1) : NULL;
    if (head && fread(head, 1, length, *file) == length && io_crc(0, head, length) == j->crc) {
        head[length] = '\0';
        return head;
    }
    if (known && !head) {
        io_lose();
    }
    free(head);
    fclose(*file);
    io_refuse(message, io_lost() ? "out of memory" : "%s is not a journal of lento sweep", path);
    return NULL;
}

char *io_journal_head(const char *path, size_t *width, char message[IO_MESSAGE_SIZE]) {
    FILE *file;
    io_journal j;
    char *head = read_head(path, &file, &j, message);
    if (head) {
        *width = j.width;
        fclose(file);
    }
    return head;
}

bool io_journal_read(const char *path, io_journal_taker *take, void *user,
                     char message[IO_MESSAGE_SIZE]) {
    FILE *file;
    io_journal j;
    char *head = read_head(path, &file, &j, message);
    unsigned char bytes[RECORD];
    double values[MOST_WIDTH];
    if (!head) {
        return false;
    }
    const size_t n = record_size(j.width);
    bool more = true;
    while (more && fread(bytes, 1, n, file) == n) {
        if (unpack(bytes + n - 4, 4) != io_crc(j.crc, bytes, n - 4)) {
            continue; /* damaged */
        }
        for (size_t i = 0; i < j.width; i++) {
            const uint64_t bits = unpack(bytes + 8 + 8 * i, 8);
            memcpy(&values[i], &bits, sizeof bits);
        }
        more = take((int64_t)unpack(bytes, 8), values, user);
    }
    const bool good = !ferror(file);
    fclose(file);
    free(head);
    return good || io_refuse(message, "cannot read %s: %s", path, io_reason());
}

/* The records that are known, with the head, and nothing else. */
static bool begin(io_journal *j, const char *path, const char *head, size_t width,
                  io_journal_giver *next, void *user, char message[IO_MESSAGE_SIZE]) {
    const size_t length = strlen(head);
    io_output out;
    *j = (io_journal){.width = width, .crc = io_crc(0, head, length)};
    if (width > MOST_WIDTH || length > MOST_HEAD) {
        return io_refuse(message, "%s: too much to write down", path);
    }
    if (!io_output_open(&out, path, message)) {
        return false;
    }
    fprintf(out.file, WRITTEN, width, length, j->crc);
    fputs(head, out.file);
    j->file = out.file;
    int64_t number;
    const double *values;
    while (next(&number, &values, user)) {
        io_journal_add(j, number, values);
    }
    j->file = NULL;
    return io_output_close(&out, true, message);
}

static bool taken(const char *path, char message[IO_MESSAGE_SIZE]) {
    return io_refuse(message, "another process is writing %s", path);
}

/* An old journal stays locked until the new one in its place is. */
bool io_journal_create(io_journal *j, const char *path, const char *head, size_t width,
                       io_journal_giver *next, void *user, char message[IO_MESSAGE_SIZE]) {
    *j = (io_journal){0};
    FILE *old = fopen(path, "r+b");
    bool good = !old || io_system_lock(old) || taken(path, message);
    good = good && begin(j, path, head, width, next, user, message);
    if (good) {
        j->file = fopen(path, "ab");
        good = !j->file ? io_refuse(message, "cannot write %s: %s", path, io_reason())
                        : io_system_lock(j->file) || taken(path, message);
    }
    if (old) {
        fclose(old);
    }
    if (!good && j->file) {
        fclose(j->file);
        j->file = NULL;
    }
    return good;
}

void io_journal_add(io_journal *j, int64_t number, const double values[]) {
    unsigned char bytes[RECORD];
    if (j->file) {
        pack(j, number, values, bytes);
        fwrite(bytes, 1, record_size(j->width), j->file);
    }
}

bool io_journal_flush(io_journal *j) {
    return !j->file || (fflush(j->file) == 0 && !ferror(j->file));
}

bool io_journal_close(io_journal *j) {
    const bool good = io_journal_flush(j);
    const bool closed = !j->file || fclose(j->file) == 0;
    j->file = NULL;
    return good && closed;
}
