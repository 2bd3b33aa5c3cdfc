/* SPDX-License-Identifier: MIT
 *
 * arguments.c - the words of a command: one per line of the input, the first byte says which command they follow.
 * Problem, settings, flags, lists, formulas and the words of `compare --method` are read as the command line reads
 * them; what is accepted is opened as a run and moved a little (a stop callback ends it), so that odd numbers reach the
 * library. own.ode is a file of equations. */
#include "cli.h"
#include "fuzz.h"
#include "request/request.h"
#include "request/slow.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { WORDS = 100, LENGTH = 6000 };

static const char own[] = "par w=100, a=1\nphase p'=w\nq''=-a*q+cos(p)-0.1*q'\n"
                          "aux e=q'^2/2+a*q^2/2\nslow z=mean(q)\nb=2*a\n@ total=1\n";

static void forget(void) {
    unlink("own.ode");
}

static void write_own(void) {
    static bool written;
    if (!written) {
        FILE *file = fopen("own.ode", "w");
        CLAIM(file && fputs(own, file) >= 0 && fclose(file) == 0);
        atexit(forget);
        written = true;
    }
}

/* a search for slow variables takes seconds, but for those of low degree in four variables */
static bool searches(const char *words) {
    const char *degree = strstr(words, "--degree\n");
    return strstr(words, "detect") &&
           (strncmp(words, "stellar\n", 8) != 0 || !degree || strstr(degree + 1, "--degree") ||
            strncmp(degree, "--degree\n2\n", 11) != 0);
}

/* words that would read or load other files */
static bool leaves_the_process(const char *words) {
    return strstr(words, ".so") || strstr(words, "--recipe") || strstr(words, "/lib");
}

static int stop(void *user) {
    int *asked = user;
    return ++*asked > 3;
}

/* a system of a few numbers and short windows: what is large is only slow, and is refused elsewhere */
static bool small(const lento_options *o) {
    for (int i = 0; i < LENTO_MAX_LEVELS; i++) {
        const lento_average *a = &o->average[i];
        const double nodes = (a->periods > 0 ? a->periods : 40) *
                             (a->micro_per_period > 0 ? a->micro_per_period : 80);
        if (!(nodes < 1e5) || a->window > 0 || a->micro_step > 0 || a->relax > 0 ||
            a->phases > 100 || a->gauge_runs > 100) {
            return false;
        }
    }
    return true;
}

static void move(const cli_request *request) {
    lento_options options = request->options;
    int asked = 0;
    lento_run *run = NULL;
    options.stop = stop;
    options.user = &asked;
    if (!small(&options)) {
        return;
    }
    const lento_status status = lento_run_open(&run, request->model, &options);
    CLAIM(!run || status == LENTO_DONE || lento_run_error(run)[0]);
    if (status == LENTO_DONE) {
        const double step =
            options.steps > 0 ? options.until / (double)options.steps : options.macro_step;
        const lento_status end = lento_run_advance(run, step > 0 ? step : options.until * 1e-9);
        CLAIM(end >= 0 || lento_run_error(run)[0]);
    }
    lento_run_destroy(run);
}

/* a condition on the columns, looked for in a few steps */
static void stop_when(cli_request *request) {
    int asked = 0;
    const lento_watch watch = {.stop = stop, .user = &asked};
    lento_job job = {.model = request->model, .options = request->options, .watch = &watch};
    if (request->stop_when && small(&request->options)) {
        const int code = cli_stop_when(request, &job);
        CLAIM(code == 0 || code == CLI_WRONG);
    }
}

/* events and times of the rows of a run that chooses its method */
static void rows(cli_request *request) {
    int count;
    const int code = cli_events_read(request);
    CLAIM(code == 0 || code == CLI_WRONG || code == CLI_FAILED);
    const double gap =
        request->every > 0 ? request->every : 1; /* fewer is refused by the command */
    CLAIM(request->options.until / gap > 1e5 || (cli_row_times(request, &count) && count > 0));
}

/* the words of a sweep, which computes or merges journals */
static int read_sweep(cli_request *request, int count, char **text) {
    cli_words words;
    bool merging = false;
    int code = cli_words_read(&words, CLI_SWEEP, count, text);
    for (size_t i = 0; i < words.count; i++) {
        const cli_word *word = &words.list[i];
        merging = merging || (word->kind == CLI_WORD_FLAG && strcmp(word->name, "merge") == 0);
    }
    if (code == 0) {
        code = merging ? cli_request_words(request, &words) : cli_request_make(request, &words, 0);
    }
    cli_words_free(&words);
    return code;
}

void fuzz_read(const uint8_t *data, size_t size) {
    static const unsigned commands[] = {CLI_RUN,       CLI_COMPARE, CLI_CONVERGE, CLI_DETECT,
                                        CLI_REPRODUCE, CLI_STUDIO,  CLI_SWEEP};
    char text[LENGTH + 1];
    char *words[WORDS];
    int count = 0;
    if (size < 2 || size > LENGTH || memchr(data, '\0', size)) {
        return;
    }
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    if (leaves_the_process(text) || searches(text)) {
        return;
    }
    for (char *word = strtok(text, "\n"); word && count < WORDS; word = strtok(NULL, "\n")) {
        words[count++] = word;
    }
    static cli_request request;
    const unsigned command = commands[(data[0] + 1u) % 7]; /* '0': run */
    const char *subject;
    const bool studies = command != CLI_REPRODUCE && command != CLI_STUDIO;
    write_own();
    const int code = command == CLI_SWEEP ? read_sweep(&request, count, words)
                     : studies            ? cli_request_read(&request, command, count, words)
                               : cli_request_flags(&request, command, count, words, &subject);
    CLAIM(code == 0 || code == CLI_WRONG || code == CLI_FAILED);
    for (int i = 0; code == 0 && i < request.methods_count; i++) {
        lento_options options = request.options;
        cli_option_words(&request, request.methods[i], &options);
    }
    if (code == 0 && request.model && command != CLI_DETECT) {
        move(&request);
        stop_when(&request);
        rows(&request);
    }
    cli_request_free(&request);
}
