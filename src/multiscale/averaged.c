/* SPDX-License-Identifier: MIT
 *
 * averaged.c - scheme `averaged`: the closed averaged form that a problem supplies (calvo 2.6, 3.7). No micro
 * run; the build step puts the closed form in the place of the system. */
#include "multiscale/mean.h"

const lento_scheme lento_scheme_averaged = {
    .name = "averaged",
    .doc = "the closed averaged equations, where the problem knows them",
    .paper = "all",
    .closed = true,
};
