/* SPDX-License-Identifier: MIT
 *
 * recipe.c - `lento run --recipe FILE`: the bytes are the file. */
#include "cli.h"
#include "fuzz.h"
#include "request/request.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[] = "recipe-XXXXXX"; /* in the working directory */

static void forget(void) {
    unlink(path);
}

/* a recipe may name a shared object or a search for slow variables */
static bool leaves_the_process(const uint8_t *data, size_t size) {
    static const char *const words[] = {".so", "/", "detect"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        for (size_t at = 0; at + n <= size; at++) {
            if (memcmp(data + at, words[i], n) == 0) {
                return true;
            }
        }
    }
    return false;
}

void fuzz_read(const uint8_t *data, size_t size) {
    static int file = -1;
    static cli_request request;
    if (file < 0) {
        file = mkstemp(path);
        CLAIM(file >= 0);
        atexit(forget);
    }
    if (leaves_the_process(data, size)) {
        return;
    }
    CLAIM(ftruncate(file, 0) == 0 && pwrite(file, data, size, 0) == (ssize_t)size);
    char flag[] = "--recipe";
    char *words[] = {flag, path};
    const int code = cli_request_read(&request, CLI_RUN, 2, words);
    CLAIM(code == 0 || code == CLI_WRONG || code == CLI_FAILED);
    if (code == 0) {
        lento_run *run = NULL;
        lento_run_open(&run, request.model, &request.options);
        lento_run_destroy(run);
    }
    cli_request_free(&request);
}
