/* SPDX-License-Identifier: MIT
 * Windows. New files have a name from the start; owners, links and folders that want to be synced do
 * not exist. Everything is written as bytes, with the line ends of other systems. */
#include "io/system.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* errno of the last call of the system */
static bool failed(void) {
    const DWORD code = GetLastError();
    errno = code == ERROR_FILE_NOT_FOUND || code == ERROR_PATH_NOT_FOUND     ? ENOENT
            : code == ERROR_ACCESS_DENIED || code == ERROR_SHARING_VIOLATION ? EACCES
            : code == ERROR_DISK_FULL || code == ERROR_HANDLE_DISK_FULL      ? ENOSPC
                                                                             : EIO;
    return false;
}

void io_system_guard(void) {
    static const int how[] = {_O_RDWR, _O_RDONLY, _O_RDWR};
    for (int fd = 0; fd < 3; fd++) {
        if (_get_osfhandle(fd) < 0) {
            _open("NUL", how[fd]);
        }
    }
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
    _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    setlocale(LC_ALL, "C");
}

size_t io_system_columns(FILE *file) {
    CONSOLE_SCREEN_BUFFER_INFO info;
    const intptr_t handle = _get_osfhandle(_fileno(file));
    return handle != -1 && GetConsoleScreenBufferInfo((HANDLE)handle, &info)
               ? (size_t)(info.srWindow.Right - info.srWindow.Left + 1)
               : 0;
}

double io_system_clock(void) {
    LARGE_INTEGER now, frequency;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&frequency);
    return (double)now.QuadPart / (double)frequency.QuadPart;
}

/* tmpfile() would make it in the root of the drive. */
FILE *io_system_temporary(void) {
    char *name = _tempnam(NULL, "lento");
    const int fd =
        name ? _open(name, _O_CREAT | _O_EXCL | _O_RDWR | _O_BINARY | _O_TEMPORARY | _O_SHORT_LIVED,
                     _S_IREAD | _S_IWRITE)
             : -1;
    free(name);
    FILE *file = fd >= 0 ? _fdopen(fd, "w+b") : NULL;
    if (fd >= 0 && !file) {
        _close(fd);
    }
    return file;
}

bool io_system_make_folder(const char *path) {
    return _mkdir(path) == 0;
}

bool io_system_lock(FILE *file) {
    (void)file;
    return true;
}

bool io_system_program(char *path, size_t room) {
    const DWORD length = GetModuleFileNameA(NULL, path, (DWORD)room);
    if (length == 0 || length >= room) {
        return false;
    }
    for (char *at = strchr(path, '\\'); at; at = strchr(at, '\\')) {
        *at = '/';
    }
    return true;
}

char *io_system_target(const char *path, bool exists) {
    (void)exists;
    return _strdup(path);
}

int io_system_open(const char *path) {
    return _open(path, _O_WRONLY | _O_BINARY);
}

int io_system_nameless(const char *folder, mode_t mode) {
    (void)folder, (void)mode;
    return -1;
}

bool io_system_name(int fd, const char *to) {
    (void)fd, (void)to;
    errno = ENOSYS;
    return false;
}

int io_system_named(const char *path, mode_t mode) {
    (void)mode;
    return _open(path, _O_CREAT | _O_EXCL | _O_RDWR | _O_BINARY, _S_IREAD | _S_IWRITE);
}

void io_system_keep(int fd, const struct stat *old) {
    (void)fd, (void)old;
}

bool io_system_sync(int fd) {
    return _commit(fd) == 0 || errno == EBADF;
}

void io_system_sync_folder(const char *folder) {
    (void)folder;
}

bool io_system_replace(const char *from, const char *to) {
    return MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) || failed();
}
