/* SPDX-License-Identifier: MIT
 * Files named by the user: checked before a run starts, so that no result is lost at its end.
 *
 *   --out, --plot -> io_file_check -> run -> open and write
 *   --recipe      -> io_file_read  -> io_json_parse
 *
 * A message is one sentence without a full stop, made for "lento: MESSAGE". */
#ifndef IO_FILE_H
#define IO_FILE_H
#include <stdbool.h>
#include <stddef.h>

enum { IO_MESSAGE_SIZE = 512 };

/* printf into the message; false. */
bool io_refuse(char message[IO_MESSAGE_SIZE], const char *format, ...);

/* Can the file be written? An existing one keeps its contents, a missing one is not left behind.
 * False: message says why. */
bool io_file_check(const char *path, char message[IO_MESSAGE_SIZE]);

/* The whole file as a string with a terminating zero, to be freed by the caller; *length without
 * it. NULL: it cannot be read or has more than `limit` bytes; message says why. */
char *io_file_read(const char *path, size_t limit, size_t *length, char message[IO_MESSAGE_SIZE]);

#endif
