/* SPDX-License-Identifier: MIT
 * Output files. The new contents have no name at all where the system can do that, so that a process
 * that is killed leaves nothing behind; elsewhere they are called .lento-PID-N. */
#include "io/output.h"

#include "io/system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WRITE "cannot write '%.300s': %s"
enum { NAMES = 1000 };

/* ---- what a path means ---- */

/* The descriptor that a path names ("-", /dev/stdout, /dev/fd/3), or -1. */
static int descriptor(const char *path) {
    static const struct {
        const char *name;
        int fd;
    } known[] = {{"-", 1}, {"/dev/stdout", 1}, {"/dev/stderr", 2}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(path, known[i].name) == 0) {
            return known[i].fd;
        }
    }
    const size_t length = strncmp(path, "/dev/fd/", 8) == 0          ? 8
                          : strncmp(path, "/proc/self/fd/", 14) == 0 ? 14
                                                                     : 0;
    const char *number = path + length;
    const size_t digits = strspn(number, "0123456789");
    return length > 0 && digits > 0 && digits < 7 && number[digits] == '\0'
               ? (int)strtol(number, NULL, 10)
               : -1;
}

static bool same_file(const struct stat *a, int fd) {
    struct stat b;
    return fstat(fd, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

char *io_system_beside(const char *path, const char *name) {
    const char *slash = name[0] == '/' ? NULL : strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    char *text = malloc(folder + strlen(name) + 1);
    if (text) {
        memcpy(text, path, folder);
        strcpy(text + folder, name);
    }
    return text;
}

/* ---- the new file ---- */

/* A file without a name in the folder of the target; -1: not possible here. */
static int open_nameless(const char *target, mode_t mode) {
    char *folder = io_system_beside(target, "");
    const int fd = folder ? io_system_nameless(folder[0] ? folder : ".", mode) : -1;
    free(folder);
    return fd;
}

/* A free name beside the target, for the nameless file or (-1) a new one: its descriptor, or -1 and errno. */
static int take_name(io_output *out, int nameless, mode_t mode) {
    char name[48];
    for (int i = 0; i < NAMES; i++) {
        snprintf(name, sizeof name, ".lento-%ld-%d", (long)getpid(), i);
        char *to = io_system_beside(out->target, name);
        const int fd = !to                            ? -1
                       : nameless < 0                 ? io_system_named(to, mode)
                       : io_system_name(nameless, to) ? nameless
                                                      : -1;
        if (fd >= 0) {
            out->beside = to;
            return fd;
        }
        const int error = to ? errno : ENOMEM;
        free(to);
        errno = error;
        if (error != EEXIST) {
            break;
        }
    }
    return -1;
}

/* ---- open ---- */

static bool open_stream(io_output *out, int fd) {
    out->fd = fd;
    out->file = fd >= 0 ? fdopen(fd, out->target ? "w+b" : "wb") : NULL;
    if (fd >= 0 && !out->file) {
        close(fd);
    }
    return out->file != NULL;
}

static bool open_beside(io_output *out, const struct stat *old) {
    const mode_t mode = old ? old->st_mode & 0777 : 0666;
    int fd = open_nameless(out->target, mode);
    fd = fd >= 0 ? fd : take_name(out, -1, mode);
    if (fd >= 0 && old) {
        io_system_keep(fd, old);
    }
    return open_stream(out, fd);
}

/* What the path leads to, opened; false and errno. */
static bool open_path(io_output *out, const char *path) {
    struct stat old;
    const int fd = path ? descriptor(path) : STDOUT_FILENO;
    const bool exists = fd < 0 && stat(path, &old) == 0;
    if (fd == STDOUT_FILENO || (exists && same_file(&old, STDOUT_FILENO))) {
        out->file = stdout;
        return true;
    }
    if (fd >= 0) {
        return open_stream(out, dup(fd));
    }
    if (exists && S_ISDIR(old.st_mode)) {
        errno = EISDIR;
        return false;
    }
    if (exists && !S_ISREG(old.st_mode)) {
        return open_stream(out, io_system_open(path));
    }
    if (exists && access(path, W_OK) != 0) {
        return false;
    }
    out->target = io_system_target(path, exists);
    return out->target && open_beside(out, exists ? &old : NULL);
}

static bool refuse(const char *path, char message[IO_MESSAGE_SIZE]) {
    return io_refuse(message, WRITE, path ? path : "the result",
                     errno == EISDIR ? "it is a directory" : io_reason());
}

bool io_output_open(io_output *out, const char *path, char message[IO_MESSAGE_SIZE]) {
    *out = (io_output){0};
    if (open_path(out, path)) {
        return true;
    }
    refuse(path, message);
    io_output_drop(out);
    return false;
}

bool io_output_check(const char *path, char message[IO_MESSAGE_SIZE]) {
    struct stat old;
    if (descriptor(path) < 0 && stat(path, &old) == 0 && !S_ISREG(old.st_mode) &&
        !S_ISDIR(old.st_mode)) { /* a pipe must be opened only once */
        return access(path, W_OK) == 0 || refuse(path, message);
    }
    io_output out;
    const bool good = io_output_open(&out, path, message);
    if (good) {
        io_output_drop(&out);
    }
    return good;
}

/* ---- close ---- */

void io_output_drop(io_output *out) {
    const int error = errno;
    if (out->file && out->file != stdout) {
        fclose(out->file);
    }
    if (out->beside) {
        unlink(out->beside);
    }
    free(out->beside);
    free(out->target);
    *out = (io_output){0};
    errno = error;
}

/* The folder too must reach the disk. */
static void sync_folder(const char *path) {
    char *folder = io_system_beside(path, "");
    if (folder) {
        io_system_sync_folder(folder[0] ? folder : ".");
    }
    free(folder);
}

/* Everything is on the disk, or false. */
static bool settle(const io_output *out) {
    const bool lost = ferror(out->file) != 0 || io_lost();
    errno = io_lost() ? ENOMEM : 0;
    return !lost && fflush(out->file) == 0 && (!out->target || io_system_sync(out->fd));
}

static bool move_to(io_output *out, const char *ending) {
    char *name = malloc(strlen(out->target) + strlen(ending) + 1);
    bool good = name != NULL;
    if (good) {
        strcpy(name, out->target);
        strcat(name, ending);
        good = io_system_replace(out->beside, name);
    }
    if (good) {
        sync_folder(name);
        free(out->beside);
        out->beside = NULL;
    }
    free(name);
    return good;
}

/* Not everywhere can an open file be renamed. */
static bool end(io_output *out) {
    FILE *file = out->file;
    out->file = NULL;
    return file == stdout || fclose(file) == 0;
}

bool io_output_close(io_output *out, bool complete, char message[IO_MESSAGE_SIZE]) {
    const bool regular = out->target != NULL;
    const bool good = settle(out) && (!regular || out->beside || take_name(out, out->fd, 0) >= 0) &&
                      end(out) && (!regular || move_to(out, complete ? "" : ".partial"));
    if (!good) {
        io_refuse(message, "writing failed: %s%s", errno ? io_reason() : "the disk may be full",
                  regular ? "; the file is as it was before" : "");
    }
    io_output_drop(out);
    return good;
}
