/* SPDX-License-Identifier: MIT
 * Files named by the user that are read, and messages; io/output.h writes.
 *
 *   --recipe -> io_file_read -> io_json_parse
 *
 * A message is one sentence without a full stop, made for "lento: MESSAGE". */
#ifndef IO_FILE_H
#define IO_FILE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IO_MESSAGE_SIZE = 512 };

/* printf into the message; false. */
bool io_refuse(char message[IO_MESSAGE_SIZE], const char *format, ...);

/* Memory ran out: from now on no output is written as complete, and the command fails, whatever else it
 * thinks is wrong. */
void io_lose(void);
bool io_lost(void);
/* What errno says, which is looked at for lack of memory, too. */
const char *io_reason(void);

/* The whole file as a string with a terminating zero, to be freed by the caller; *length without
 * it. NULL: it cannot be read or has more than `limit` bytes; message says why. */
char *io_file_read(const char *path, size_t limit, size_t *length, char message[IO_MESSAGE_SIZE]);

/* Which file a path leads to, by whatever name; zeros: none, or the system does not tell. */
typedef struct io_identity {
    uint64_t device, number;
} io_identity;
io_identity io_file_identity(const char *path);
bool io_file_same(io_identity a, io_identity b);

#endif
