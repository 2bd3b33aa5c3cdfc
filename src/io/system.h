/* SPDX-License-Identifier: MIT
 * What systems do differently with files and terminals: system.c is POSIX, windows/system.c Windows. */
#ifndef IO_SYSTEM_H
#define IO_SYSTEM_H
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/* At the start of a program: descriptors 0 to 2 that the caller has closed are opened, so that no file
 * of ours gets their numbers and with them what is meant for a terminal (writing to a closed stdout
 * still fails); and this thread keeps the C locale whatever setlocale is called with. */
void io_system_guard(void);

/* Columns of the terminal that the file is; 0: it is none, or not known. */
size_t io_system_columns(FILE *file);

double io_system_clock(void);    /* s, from some moment on; never goes back */
FILE *io_system_temporary(void); /* gone when it is closed; NULL: errno */
bool io_system_make_folder(const char *path);
/* This process alone may write the file until it closes it; false: another one has it. Where the system has no locks every
 * process may. */
bool io_system_lock(FILE *file);

/* The whole path of the running program, without links; false: not known. */
bool io_system_program(char *path, size_t room);

/* ---- steps of io/output.c; errno says why one failed ---- */
/* `name` as seen from the folder of `path` (output.c); to be freed. */
char *io_system_beside(const char *path, const char *name);
/* The file that a path leads to, whether it exists or not; to be freed. */
char *io_system_target(const char *path, bool exists);
int io_system_open(const char *path); /* a pipe or a device, to write */
/* A new file without a name in the folder; -1: not possible here. */
int io_system_nameless(const char *folder, mode_t mode);
bool io_system_name(int fd, const char *to);         /* gives the nameless one its name */
int io_system_named(const char *path, mode_t mode);  /* fails with EEXIST if it exists */
void io_system_keep(int fd, const struct stat *old); /* owner and permissions */
bool io_system_sync(int fd);
void io_system_sync_folder(const char *folder);
bool io_system_replace(const char *from, const char *to); /* rename, also onto a file that exists */

#endif
