/* SPDX-License-Identifier: MIT
 * Runs gnuplot. The script is a file, so that a gnuplot that does not read it cannot block us; its
 * stdout and stderr are pipes, read side by side until both end and the process has exited. */
#include "io/gnuplot.h"

#include "io/interrupt.h"
#include "io/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { OUT, ERR, PIPES, LARGEST = 64 << 20, CHUNK = 1 << 16, PAUSE = 20 /* ms */ };

typedef struct pipe_text {
    int fd; /* -1: it has ended */
    char *text;
    size_t length, room;
} pipe_text;

typedef struct process {
    pid_t child; /* 0: it has been waited for */
    int status;
    pipe_text pipe[PIPES];
    const char *trouble; /* why it was stopped, or NULL */
} process;

bool io_gnuplot_exists(void) {
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        const int length = (int)strcspn(path, ":");
        char file[4096];
        const int size = snprintf(file, sizeof file, "%.*s/gnuplot", length, path);
        if (size < (int)sizeof file && access(file, X_OK) == 0) {
            return true;
        }
        path += length;
        path += *path == ':';
    }
    return false;
}

/* ---- the child ---- */

static void child(FILE *script, const int out[2], const int err[2]) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    const int in = fileno(script);
    if (lseek(in, 0, SEEK_SET) == 0 && dup2(in, STDIN_FILENO) >= 0 &&
        dup2(out[1], STDOUT_FILENO) >= 0 && dup2(err[1], STDERR_FILENO) >= 0) {
        execlp("gnuplot", "gnuplot", "-d", "-", (char *)NULL);
    }
    _exit(127);
}

static void close_pipe(const int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

/* Both ends close in the child when gnuplot starts. */
static bool open_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        return false;
    }
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

static bool start(process *p, FILE *script) {
    int out[2], err[2];
    if (!open_pipe(out)) {
        return false;
    }
    if (!open_pipe(err)) {
        close_pipe(out);
        return false;
    }
    p->child = fork();
    if (p->child == 0) {
        child(script, out, err);
    }
    if (p->child < 0) {
        const int error = errno;
        close_pipe(out);
        close_pipe(err);
        errno = error;
        return false;
    }
    close(out[1]);
    close(err[1]);
    p->pipe[OUT].fd = out[0];
    p->pipe[ERR].fd = err[0];
    return true;
}

/* ---- this process ---- */

static void end_pipe(pipe_text *p) {
    close(p->fd);
    p->fd = -1;
}

/* Reads what is there; false: no memory, or too much. */
static bool take(pipe_text *p) {
    if (p->room - p->length < CHUNK + 1) {
        const size_t room = 2 * p->room + CHUNK + 1;
        char *text = room < LARGEST ? realloc(p->text, room) : NULL;
        if (!text) {
            return false;
        }
        p->text = text;
        p->room = room;
    }
    const ssize_t n = read(p->fd, p->text + p->length, CHUNK);
    if (n > 0) {
        p->length += (size_t)n;
        p->text[p->length] = '\0';
    } else if (n == 0 || errno != EINTR) {
        end_pipe(p);
    }
    return true;
}

static bool running(const process *p) {
    return p->child > 0 || p->pipe[OUT].fd >= 0 || p->pipe[ERR].fd >= 0;
}

/* One round of waiting: what comes is taken, an end is noted. */
static void wait_a_little(process *p) {
    struct pollfd list[PIPES];
    for (int i = 0; i < PIPES; i++) {
        list[i] = (struct pollfd){.fd = p->pipe[i].fd, .events = POLLIN};
    }
    poll(list, PIPES, PAUSE);
    for (int i = 0; i < PIPES; i++) {
        if (p->pipe[i].fd >= 0 && list[i].revents != 0 && !take(&p->pipe[i])) {
            p->trouble = "gnuplot wrote too much, or memory ran out";
        }
    }
    if (p->child > 0 && waitpid(p->child, &p->status, WNOHANG) == p->child) {
        p->child = 0;
    }
}

static void finish(process *p) {
    if (p->child > 0) {
        kill(p->child, SIGKILL);
        while (waitpid(p->child, &p->status, 0) < 0 && errno == EINTR) {
        }
    }
    for (int i = 0; i < PIPES; i++) {
        if (p->pipe[i].fd >= 0) {
            end_pipe(&p->pipe[i]);
        }
    }
}

/* gnuplot's complaint: its last line that is not empty. */
static const char *last_line(char *text) {
    const char *line = "";
    for (char *at = text ? strtok(text, "\r\n") : NULL; at; at = strtok(NULL, "\r\n")) {
        line = at[strspn(at, " \t^")] != '\0' ? at : line;
    }
    return line;
}

static bool failed(process *p, double seconds, char message[IO_MESSAGE_SIZE]) {
    const char *line = last_line(p->pipe[ERR].text);
    if (p->trouble) {
        return !io_refuse(message, p->trouble, seconds);
    }
    if (!WIFEXITED(p->status)) {
        return !io_refuse(message, "gnuplot was killed by signal %d", WTERMSIG(p->status));
    }
    const int code = WEXITSTATUS(p->status);
    if (code != 0) {
        return !io_refuse(message, "gnuplot failed (%d)%s%.200s", code, *line ? ": " : "", line);
    }
    return p->pipe[OUT].length == 0 &&
           !io_refuse(message, "gnuplot wrote nothing%s%.200s", *line ? ": " : "", line);
}

char *io_gnuplot_run(FILE *script, double seconds, size_t *length, char message[IO_MESSAGE_SIZE]) {
    process p = {.pipe = {{.fd = -1}, {.fd = -1}}};
    const double end = io_progress_clock() + seconds;
    if (!start(&p, script)) {
        io_refuse(message, "gnuplot cannot be started: %s", io_reason());
        return NULL;
    }
    while (running(&p) && !p.trouble) {
        wait_a_little(&p);
        p.trouble = p.trouble                   ? p.trouble
                    : io_interrupt_requested()  ? "nothing was drawn: interrupted"
                    : io_progress_clock() > end ? "gnuplot took longer than %g s"
                                                : NULL;
    }
    finish(&p);
    const bool lost = failed(&p, seconds, message);
    *length = p.pipe[OUT].length;
    free(p.pipe[ERR].text);
    if (lost) {
        free(p.pipe[OUT].text);
        return NULL;
    }
    return p.pipe[OUT].text;
}
