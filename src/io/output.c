/* SPDX-License-Identifier: MIT
 * Output files. The new contents have no name at all where the system can do that (O_TMPFILE), so
 * that a process that is killed leaves nothing behind; elsewhere they are called .lento-PID-N. */
#include "io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define WRITE "cannot write '%.300s': %s"
enum { NAMES = 1000, LINKS = 40, NAME_ROOM = 48 };

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

/* Length of the folder in a path, with its last slash; 0: none. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* The folder of `path` and `name` in it, or `name` alone if it is absolute. */
static char *beside(const char *path, const char *name) {
    const size_t folder = name[0] == '/' ? 0 : folder_length(path);
    char *text = malloc(folder + strlen(name) + 1);
    if (text) {
        memcpy(text, path, folder);
        strcpy(text + folder, name);
    }
    return text;
}

/* Where a file that does not exist would be made: the end of a chain of dangling links. */
static char *dangling(const char *path) {
    char *at = strdup(path), name[PATH_MAX];
    for (int i = 0; at && i < LINKS; i++) {
        const ssize_t length = readlink(at, name, sizeof name - 1);
        if (length < 0) {
            return at;
        }
        name[length] = '\0';
        char *next = beside(at, name);
        free(at);
        at = next;
    }
    errno = at ? ELOOP : ENOMEM;
    free(at);
    return NULL;
}

/* ---- the new file ---- */

static const char *temporary(char name[NAME_ROOM], int number) {
    snprintf(name, NAME_ROOM, ".lento-%ld-%d", (long)getpid(), number);
    return name;
}

/* A file without a name in the folder of the target; -1: not possible here. */
static int open_nameless(const char *target, mode_t mode) {
#ifdef O_TMPFILE
    char *folder = beside(target, "");
    const int fd =
        folder ? open(folder[0] ? folder : ".", O_TMPFILE | O_RDWR | O_CLOEXEC, mode) : -1;
    free(folder);
    return fd;
#else
    (void)target, (void)mode;
    return -1;
#endif
}

static int open_named(io_output *out, mode_t mode) {
    char name[NAME_ROOM];
    int fd = -1;
    for (int i = 0; i < NAMES && fd < 0; i++) {
        free(out->beside);
        out->beside = beside(out->target, temporary(name, i));
        fd = out->beside ? open(out->beside, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode) : -1;
        if (fd < 0 && (!out->beside || errno != EEXIST)) {
            break;
        }
    }
    if (fd < 0) {
        free(out->beside);
        out->beside = NULL;
    }
    return fd;
}

/* Gives the nameless file a name beside the target. */
static bool name_it(io_output *out) {
    char name[NAME_ROOM], from[NAME_ROOM];
    bool good = out->beside != NULL;
    snprintf(from, sizeof from, "/proc/self/fd/%d", out->fd);
    for (int i = 0; i < NAMES && !good; i++) {
        char *to = beside(out->target, temporary(name, i));
        good = to && linkat(AT_FDCWD, from, AT_FDCWD, to, AT_SYMLINK_FOLLOW) == 0;
        if (good) {
            out->beside = to;
        } else {
            free(to);
            if (!to || errno != EEXIST) {
                break;
            }
        }
    }
    return good;
}

/* Owner and permissions of the file that is replaced. */
static void keep_permissions(int fd, const struct stat *old) {
    const bool owned = fchown(fd, old->st_uid, old->st_gid) == 0;
    if (fchmod(fd, old->st_mode & (owned ? 07777 : 0777)) != 0) {
        return; /* a file system without permissions */
    }
}

/* ---- open ---- */

static bool open_stream(io_output *out, int fd) {
    out->fd = fd;
    out->file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (fd >= 0 && !out->file) {
        close(fd);
    }
    return out->file != NULL;
}

static bool open_beside(io_output *out, const struct stat *old) {
    const mode_t mode = old ? old->st_mode & 0777 : 0666;
    int fd = open_nameless(out->target, mode);
    fd = fd >= 0 ? fd : open_named(out, mode);
    if (fd >= 0 && old) {
        keep_permissions(fd, old);
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
        return open_stream(out, open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY));
    }
    if (exists && access(path, W_OK) != 0) {
        return false;
    }
    out->target = exists ? realpath(path, NULL) : dangling(path);
    return out->target && open_beside(out, exists ? &old : NULL);
}

static bool refuse(const char *path, char message[IO_MESSAGE_SIZE]) {
    return io_refuse(message, WRITE, path ? path : "the result",
                     errno == EISDIR ? "it is a directory" : strerror(errno));
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

/* The folder too must reach the disk; where it cannot be synced the file is there all the same. */
static void sync_folder(const char *path) {
    char *folder = beside(path, "");
    const int fd = folder ? open(folder[0] ? folder : ".", O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

/* Everything is on the disk, or false. */
static bool settle(const io_output *out) {
    const bool lost = ferror(out->file) != 0 || io_lost();
    errno = io_lost() ? ENOMEM : 0;
    return !lost && fflush(out->file) == 0 &&
           (!out->target || fsync(out->fd) == 0 || errno == EINVAL);
}

static bool move_to(io_output *out, const char *ending) {
    char *name = malloc(strlen(out->target) + strlen(ending) + 1);
    bool good = name != NULL;
    if (good) {
        strcpy(name, out->target);
        strcat(name, ending);
        good = rename(out->beside, name) == 0;
    }
    if (good) {
        sync_folder(name);
        free(out->beside);
        out->beside = NULL;
    }
    free(name);
    return good;
}

bool io_output_close(io_output *out, bool complete, char message[IO_MESSAGE_SIZE]) {
    const bool regular = out->target != NULL;
    bool good = settle(out);
    good = good && (!regular || (name_it(out) && move_to(out, complete ? "" : ".partial")));
    if (!good) {
        io_refuse(message, "writing failed: %s%s", errno ? strerror(errno) : "the disk may be full",
                  regular ? "; the file is as it was before" : "");
    }
    if (good && out->file != stdout && fclose(out->file) != 0) {
        good = regular || io_refuse(message, "writing failed: %s", strerror(errno));
        out->file = NULL;
    } else if (good) {
        out->file = NULL;
    }
    io_output_drop(out);
    return good;
}

void io_output_guard(void) {
    static const int how[] = {O_RDWR, O_RDONLY, O_RDWR};
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", how[fd]) != fd) {
            return; /* nothing can be opened: then nothing can get the number either */
        }
    }
}
