/* SPDX-License-Identifier: MIT
 *
 * slow_set.c - named sets of slow variables (card fredbo A0, A3): one of them is in use,
 * and with it come the way back to the state, the columns and the frequency that a macro step has to resolve. The
 * problem may also say which window suits its variables. */
#include <string.h>

#include "multiscale/slow.h"

static bool is_called(const lento_slow_set *set, const char *name) {
    return strcmp(set->name, name) == 0 || (set->alias && strcmp(set->alias, name) == 0);
}

bool lento_slow_choose(lento_system *system, const char *name) {
    const lento_slow_set *set = system && name ? system->slow_sets : NULL;
    for (; set && set->name; set++) {
        if (!is_called(set, name)) {
            continue;
        }
        system->slow_set = set;
        system->slow = set->slow;
        system->slow_size = set->size;
        system->slow_rate = set->rate;
        system->slow_params = NULL;
        system->slow_column = NULL;
        system->reconstruct = set->reconstruct;
        system->slow_output = set->output;
        return true;
    }
    return false;
}

void lento_slow_defaults(lento_mean *mean) {
    const lento_system *fast = mean->fast;
    lento_average *o = &mean->options;
    const bool width = o->window > 0 || o->periods > 0;
    if (!fast->slow_kernel || fast->slow_params || o->kernel || o->side == LENTO_FORWARD ||
        (width && !(fast->slow_periods > 0))) {
        return;
    }
    o->kernel = fast->slow_kernel;
    o->periods = width ? o->periods : fast->slow_periods;
    if (!(o->micro_step > 0) && o->micro_per_period == 0) {
        o->micro_per_period = fast->slow_per_period;
    }
}
