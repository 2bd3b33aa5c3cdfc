/* SPDX-License-Identifier: MIT
 *
 * direct.c - scheme `direct`: no average; the macro method steps the given equations. */
#include "multiscale/mean.h"

const lento_scheme lento_scheme_direct = {
    .name = "direct",
    .doc = "the given equations as they are",
    .paper = "all",
    .direct = true,
    .gauge = true,
};
