/* SPDX-License-Identifier: MIT
 * Runs the command under test in the current folder, with its output in out and err, and looks at what it
 * left. Used by torture_test.c and kills_test.c. */
#ifndef TESTS_TORTURE_PROCESS_H
#define TESTS_TORTURE_PROCESS_H
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_WORDS = 40, MOST_BYTES = 16 << 20 };

static int failures;
#define FAIL(...)                                                                                  \
    do {                                                                                           \
        printf("FAILED: " __VA_ARGS__);                                                            \
        putchar('\n');                                                                             \
        failures++;                                                                                \
    } while (0)

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void nap(double seconds) {
    const struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&t, NULL);
}

/* The whole file with a zero behind it, or NULL. */
static char *slurp(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) {
        return NULL;
    }
    char *text = malloc(MOST_BYTES + 1);
    *length = fread(text, 1, MOST_BYTES, file);
    text[*length] = '\0';
    fclose(file);
    return realloc(text, *length + 1);
}

static void spill(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    fputs(text, file);
    fclose(file);
}

/* Starts `lento WORDS`; words are separated by spaces. */
static pid_t launch(const char *words) {
    char text[2000], *argv[MOST_WORDS] = {getenv("LENTO")};
    int n = 1;
    snprintf(text, sizeof text, "%s", words);
    for (char *w = strtok(text, " "); w && n < MOST_WORDS - 1; w = strtok(NULL, " ")) {
        argv[n++] = w;
    }
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const int out = open("out", O_CREAT | O_TRUNC | O_WRONLY, 0644);
        const int err = open("err", O_CREAT | O_TRUNC | O_WRONLY, 0644);
        dup2(out, 1);
        dup2(err, 2);
        close(out);
        close(err);
        execv(argv[0], argv);
        _exit(127);
    }
    return child;
}

/* Waits at most so long; -1: still running. Else its exit code, 128 + signal. */
static int await(pid_t child, double seconds) {
    const double end = now() + seconds;
    int status;
    for (double pause = 1e-4;; pause = pause < 5e-3 ? 2 * pause : pause) {
        const pid_t got = waitpid(child, &status, WNOHANG);
        if (got == child) {
            return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        }
        if (now() > end) {
            return -1;
        }
        nap(pause);
    }
}

/* A folder of its own below BINARY_DIR, entered. */
static void enter_folder(char folder[500]) {
    snprintf(folder, 500, "%s/torture.XXXXXX", getenv("BINARY_DIR"));
    if (!getenv("LENTO") || !mkdtemp(folder) || chdir(folder) != 0) {
        printf("LENTO and BINARY_DIR must be set\n");
        exit(1);
    }
}

static void leave_folder(const char *folder) {
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (chdir("/") != 0 || system(command) != 0) {
        printf("%s is left\n", folder);
    }
}

/* How much: LENTO_CASES times the slice that the tests run. */
static long cases(void) {
    const char *text = getenv("LENTO_CASES");
    const long n = text ? atol(text) : 1;
    return n > 0 ? n : 1;
}

#endif
