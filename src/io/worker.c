/* SPDX-License-Identifier: MIT
 * Workers on POSIX: fork, and memory of a file without a name, mapped where both processes have it. */
#include "io/worker.h"

#include "io/interrupt.h"

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void *io_worker_share(size_t bytes) {
    FILE *file = tmpfile();
    const int fd = file ? fileno(file) : -1;
    void *memory = fd >= 0 && ftruncate(fd, (off_t)bytes) == 0
                       ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                       : MAP_FAILED;
    if (file) {
        fclose(file);
    }
    return memory == MAP_FAILED ? NULL : memory;
}

void io_worker_unshare(void *memory, size_t bytes) {
    if (memory) {
        munmap(memory, bytes);
    }
}

static void child(pid_t parent, void (*work)(void *user), void *user) {
    io_interrupt_default();
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) {
        _exit(1);
    }
    work(user);
    _exit(0);
}

bool io_worker_start(io_worker *worker, void (*work)(void *user), void *user) {
    const pid_t parent = getpid(), id = fork();
    if (id == 0) {
        child(parent, work, user);
    }
    worker->id = id > 0 ? id : 0;
    return id > 0;
}

io_worker_state io_worker_poll(io_worker *worker) {
    int status = 0;
    const pid_t id = (pid_t)worker->id;
    if (id == 0 || waitpid(id, &status, WNOHANG) != id) {
        return IO_WORKER_RUNNING;
    }
    worker->id = 0;
    return WIFSIGNALED(status)        ? IO_WORKER_KILLED
           : WEXITSTATUS(status) == 0 ? IO_WORKER_DONE
                                      : IO_WORKER_FAILED;
}

void io_worker_stop(const io_worker *worker) {
    if (worker->id > 0) {
        kill((pid_t)worker->id, SIGINT);
    }
}

void io_worker_pause(void) {
    nanosleep(&(struct timespec){0, 5000000}, NULL);
}

int io_worker_cores(void) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > 1024 ? 1024 : (int)cores;
}
