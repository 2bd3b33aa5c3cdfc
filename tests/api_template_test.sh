#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The problem that `lento new` writes says that there is no memory instead of writing through a null pointer.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1

run 0 new mine.c
cat >driver.c <<'END'
#include "mine.c"
#include <stddef.h>

static void *nothing(lento_build *build, size_t bytes) {
    (void)build, (void)bytes;
    return NULL;
}

int main(void) {
    const double p[] = {1, 3, 1e6, 0.5, 0};
    lento_system system;
    lento_build build = {.system = &system, .take = nothing};
    return lento_plugin.make(p, &build) ? 0 : 1;
}
END
cc -std=c17 -I"$SOURCE_DIR/include" driver.c -o driver -lm || fail "the driver does not compile"
./driver || fail "make does not say that there is no memory"
finish
