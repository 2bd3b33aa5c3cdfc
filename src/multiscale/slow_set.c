/* SPDX-License-Identifier: MIT
 *
 * slow_set.c - named sets of slow variables (card fredbo A0, A3): one of them is in use,
 * and with it come the way back to the state, the columns and the frequency that a macro step has to resolve. The
 * problem may also say which window suits its variables. */
#include <string.h>

#include "multiscale/slow.h"

static bool is_called(const lento_slow_set *set, const char *name) {
    return name && ((set->name && strcmp(set->name, name) == 0) ||
                    (set->alias && strcmp(set->alias, name) == 0));
}

const lento_slow_set *lento_slow_find(const lento_system *system, const char *name) {
    if (!system) {
        return NULL;
    }
    const lento_slow_set *set = lento_slow_set_of(system);
    while (set->size > 0 && !is_called(set, name)) {
        set++;
    }
    return set->size > 0 ? set : NULL;
}

void lento_slow_defaults(lento_mean *mean) {
    const lento_slow_set *set = mean->set;
    lento_average *o = &mean->options;
    const bool width = o->window > 0 || o->periods > 0;
    if (!set->kernel || o->kernel || o->side == LENTO_FORWARD || (width && !(set->periods > 0))) {
        return;
    }
    o->kernel = set->kernel;
    o->periods = width ? o->periods : set->periods;
    if (!(o->micro_step > 0) && o->micro_per_period == 0) {
        o->micro_per_period = set->per_period;
    }
}
