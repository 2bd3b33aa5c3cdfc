/* SPDX-License-Identifier: MIT
 * SUNDIALS methods reach every run of the command through here. */
#include "extra.h"

#include "core.h"

#ifdef LENTO_HAVE_SUNDIALS
#include "step/sundials.h"

const struct lento_method *const *cli_extra_methods(void) {
    return lento_sundials_methods();
}
#else
const struct lento_method *const *cli_extra_methods(void) {
    return NULL;
}
#endif

size_t cli_extra_list(lento_entry list[], size_t room) {
    const lento_method *const *methods = cli_extra_methods();
    size_t n = 0;
    for (; methods && methods[n]; n++) {
        if (n < room) {
            const lento_method *m = methods[n];
            list[n] = (lento_entry){m->name, m->doc, m->paper, m->order};
        }
    }
    return n;
}
