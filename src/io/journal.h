/* SPDX-License-Identifier: MIT
 * A file that grows by one record per finished piece of work, so that whatever ends the process loses only what it was
 * at. The head, a text of lines, says what the records belong to. Each record has its number and a checksum, to which
 * the head contributes; records that are torn or damaged are not there.
 *
 *   io_journal_read (an old one) -> io_journal_create (head, the records so far) -> io_journal_add ... -> io_journal_close */
#ifndef IO_JOURNAL_H
#define IO_JOURNAL_H
#include "io/file.h"

#include <stdint.h>
#include <stdio.h>

typedef struct io_journal {
    FILE *file;
    size_t width;
    uint32_t crc; /* of the head */
} io_journal;

/* A record: its number and so many values. False ends the reading. */
typedef bool io_journal_taker(int64_t number, const double values[], void *user);

/* The head of a journal, to be freed, and the number of values in a record; NULL: message says why. */
char *io_journal_head(const char *path, size_t *width, char message[IO_MESSAGE_SIZE]);
/* All its whole records, in the order they were written. False: it cannot be read. */
bool io_journal_read(const char *path, io_journal_taker *take, void *user,
                     char message[IO_MESSAGE_SIZE]);

/* A new journal, or one in the place of an old: head and records are there together, or the file is as it was. `next`
 * gives the records that are known, until it returns false. Then it is open for more. */
typedef bool io_journal_giver(int64_t *number, const double **values, void *user);
bool io_journal_create(io_journal *journal, const char *path, const char *head, size_t width,
                       io_journal_giver *next, void *user, char message[IO_MESSAGE_SIZE]);
/* Appends; in the file, whatever ends the process, after io_journal_flush. */
void io_journal_add(io_journal *journal, int64_t number, const double values[]);
bool io_journal_flush(io_journal *journal); /* false: writing failed */
bool io_journal_close(io_journal *journal);

#endif
