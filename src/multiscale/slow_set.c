/* SPDX-License-Identifier: MIT
 *
 * slow_set.c - named sets of slow variables (fredbo (32), (37), (40) and their repairs): one of them is in use,
 * and with it come the way back to the state, the columns and the frequency that a macro step has to resolve. */
#include <string.h>

#include "core.h"

bool lento_slow_choose(lento_system *system, const char *name) {
    for (const lento_slow_set *set = system->slow_sets; set && set->name; set++) {
        if (strcmp(set->name, name) != 0) {
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
