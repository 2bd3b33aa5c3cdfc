/* SPDX-License-Identifier: MIT
 *
 * starve.c - every fourth input is read once more while one of its allocations fails. Which one follows from its bytes,
 * so that an input that breaks a target breaks it again. The first inputs, the seeds, are read many times so, with
 * failures all over the way, if that takes no time. The linker sends the allocations of the target here (--wrap). */
#include "fuzz.h"

#include <time.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);

static uint64_t calls, failing; /* failing 0: none */
#ifdef FUZZ_FED
static const bool fed = true;
#else
static const bool fed = false;
#endif

enum { SEEDS = 600, FAILURES = 24 };

static bool fails(void) {
    return ++calls == failing;
}
void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t n, size_t size) {
    return fails() ? NULL : __real_calloc(n, size);
}
void *__wrap_realloc(void *old, size_t size) {
    return fails() ? NULL : __real_realloc(old, size);
}

bool fuzz_starved(void) {
    return failing > 0 && calls >= failing;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint64_t hash = 14695981039346656037U;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ data[i]) * 1099511628211U;
    }
    static unsigned inputs; /* alone it is the first again */
    const clock_t begin = clock();
    calls = 0;
    fuzz_read(data, size);
    const bool quick = clock() - begin < CLOCKS_PER_SEC / 100;
    const uint64_t all = calls, part = inputs++ < SEEDS && quick ? 1 + all / FAILURES : all;
    const bool again = !fed && all > 0 && (part < all || hash % 4 == 0);
    for (uint64_t i = 1 + hash / 4 % (part > 0 ? part : 1); again && i <= all; i += part) {
        failing = i;
        calls = 0;
        fuzz_read(data, size);
        failing = 0;
    }
    return 0;
}
