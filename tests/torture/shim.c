/* SPDX-License-Identifier: MIT
 * Preloaded into the command: the n-th call of one kind fails, and no other.
 *
 *   LENTO_FAIL=malloc:17      malloc | write | open | rename | fork
 *   LENTO_FAIL_MARK=FILE      is made when that call comes
 *
 * stdio writes below the names that a preloaded object can replace, so stdout and what fdopen opens for
 * writing become streams whose bytes go through this file. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef enum kind { NONE, MALLOC, WRITE, OPEN, RENAME, FORK } kind;
static kind wanted;
static long left; /* calls before the one that fails */
static char mark[512];

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);

/* Does this call fail? */
static int fails(kind k, int error) {
    if (k != wanted || left-- != 1) {
        return 0;
    }
    const long fd = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0644);
    if (fd >= 0) {
        syscall(SYS_close, fd);
    }
    errno = error;
    return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* ---- memory ---- */
void *malloc(size_t size) {
    return fails(MALLOC, ENOMEM) ? NULL : __libc_malloc(size);
}
void *calloc(size_t n, size_t size) {
    return fails(MALLOC, ENOMEM) ? NULL : __libc_calloc(n, size);
}
void *realloc(void *old, size_t size) {
    return fails(MALLOC, ENOMEM) ? NULL : __libc_realloc(old, size);
}
void *mmap(void *at, size_t size, int how, int flags, int fd, off_t offset) {
    return fails(MALLOC, ENOMEM) ? MAP_FAILED : NEXT(mmap)(at, size, how, flags, fd, offset);
}

/* ---- writing ---- */
ssize_t write(int fd, const void *bytes, size_t n) {
    return fails(WRITE, ENOSPC) ? -1 : (ssize_t)syscall(SYS_write, fd, bytes, n);
}
int fsync(int fd) {
    return fails(WRITE, EIO) ? -1 : (int)syscall(SYS_fsync, fd);
}
int ftruncate(int fd, off_t size) {
    return fails(WRITE, ENOSPC) ? -1 : (int)syscall(SYS_ftruncate, fd, size);
}

/* Half of the bytes arrive before the disk is full. */
static ssize_t put(void *cookie, const char *bytes, size_t n) {
    const int fd = (int)(long)cookie;
    if (fails(WRITE, ENOSPC)) {
        (void)!syscall(SYS_write, fd, bytes, n / 2);
        errno = ENOSPC;
        return 0;
    }
    return (ssize_t)syscall(SYS_write, fd, bytes, n);
}
static int end(void *cookie) {
    return fails(WRITE, EIO) ? -1 : (int)syscall(SYS_close, (long)cookie);
}
static FILE *stream(int fd) {
    return fopencookie((void *)(long)fd, "w", (cookie_io_functions_t){.write = put, .close = end});
}
FILE *fdopen(int fd, const char *mode) {
    return fails(OPEN, ENOMEM) ? NULL : mode[0] == 'w' ? stream(fd) : NEXT(fdopen)(fd, mode);
}

/* ---- opening ---- */
int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    const mode_t mode = va_arg(list, mode_t);
    va_end(list);
    return fails(OPEN, EMFILE) ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
FILE *fopen(const char *path, const char *mode) {
    return fails(OPEN, EMFILE) ? NULL : NEXT(fopen)(path, mode);
}
FILE *tmpfile(void) {
    return fails(OPEN, EMFILE) ? NULL : NEXT(tmpfile)();
}
int pipe(int ends[2]) {
    return fails(OPEN, EMFILE) ? -1 : NEXT(pipe)(ends);
}
int mkdir(const char *path, mode_t mode) {
    return fails(OPEN, ENOSPC) ? -1 : NEXT(mkdir)(path, mode);
}

/* ---- names, processes ---- */
int rename(const char *from, const char *to) {
    return fails(RENAME, EIO) ? -1 : NEXT(rename)(from, to);
}
int linkat(int a, const char *from, int b, const char *to, int flags) {
    return fails(RENAME, EIO) ? -1 : NEXT(linkat)(a, from, b, to, flags);
}
pid_t fork(void) {
    return fails(FORK, EAGAIN) ? -1 : NEXT(fork)();
}

__attribute__((constructor)) static void start(void) {
    static const char *const names[] = {"", "malloc", "write", "open", "rename", "fork"};
    const char *text = getenv("LENTO_FAIL"), *file = getenv("LENTO_FAIL_MARK");
    const size_t length = text ? strcspn(text, ":") : 0;
    if (!text || !text[length] || !file) {
        return;
    }
    unsetenv("LD_PRELOAD"); /* gnuplot has its own troubles */
    snprintf(mark, sizeof mark, "%s", file);
    stdout = stream(1);
    for (kind k = MALLOC; k <= FORK; k++) {
        if (strlen(names[k]) == length && strncmp(names[k], text, length) == 0) {
            left = atol(text + length + 1);
            wanted = k;
        }
    }
}
