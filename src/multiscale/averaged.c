/* SPDX-License-Identifier: MIT
 *
 * averaged.c - scheme `averaged`: the closed averaged form that a problem supplies (calvo 2.6, 3.7). No micro
 * run; the build step puts the closed form in the place of the system. */
#include "multiscale/stiff.h"

/* springs that are rods in the closed form are looked at along the run */
static void carve(lento_mean *mean, lento_arena *arena) {
    mean->own = lento_stiff_of(mean->fast)->count > 0 ? lento_stiff_carve(mean->fast, arena) : NULL;
}

const lento_scheme lento_scheme_averaged = {
    .name = "averaged",
    .doc = "the closed averaged equations, where the problem knows them",
    .paper = "all",
    .closed = true,
    .carve = carve,
};
