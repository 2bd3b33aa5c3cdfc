/* SPDX-License-Identifier: MIT
 * POSIX. New files have no name at all where the system can do that (O_TMPFILE). */
#include "io/system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { LINKS = 40 };

static void open_descriptors(void) {
    static const int how[] = {O_RDWR, O_RDONLY, O_RDWR};
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", how[fd]) != fd) {
            return; /* nothing can be opened: then nothing can get the number either */
        }
    }
}

void io_system_guard(void) {
    open_descriptors();
    signal(SIGXFSZ, SIG_IGN); /* a file above the limit is a write that fails, with its sentence */
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (c) {
        uselocale(c);
    }
}

size_t io_system_columns(FILE *file) {
    struct winsize size = {0};
    return ioctl(fileno(file), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

double io_system_clock(void) {
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

FILE *io_system_temporary(void) {
    return tmpfile();
}

bool io_system_make_folder(const char *path) {
    return mkdir(path, 0777) == 0;
}

bool io_system_lock(FILE *file) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(fileno(file), F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
}

bool io_system_program(char *path, size_t room) {
    const ssize_t length = readlink("/proc/self/exe", path, room - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
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
        char *next = io_system_beside(at, name);
        free(at);
        at = next;
    }
    errno = at ? ELOOP : ENOMEM;
    free(at);
    return NULL;
}

char *io_system_target(const char *path, bool exists) {
    return exists ? realpath(path, NULL) : dangling(path);
}

int io_system_open(const char *path) {
    return open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

int io_system_nameless(const char *folder, mode_t mode) {
#ifdef O_TMPFILE
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
#else
    (void)folder, (void)mode;
    return -1;
#endif
}

bool io_system_name(int fd, const char *to) {
    char from[48];
    snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, from, AT_FDCWD, to, AT_SYMLINK_FOLLOW) == 0;
}

int io_system_named(const char *path, mode_t mode) {
    return open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode);
}

void io_system_keep(int fd, const struct stat *old) {
    const bool owned = fchown(fd, old->st_uid, old->st_gid) == 0;
    if (fchmod(fd, old->st_mode & (owned ? 07777 : 0777)) != 0) {
        return; /* a file system without permissions */
    }
}

bool io_system_sync(int fd) {
    return fsync(fd) == 0 || errno == EINVAL;
}

/* Where a folder cannot be synced the file is there all the same. */
void io_system_sync_folder(const char *folder) {
    const int fd = open(folder, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
}

bool io_system_replace(const char *from, const char *to) {
    return rename(from, to) == 0;
}
