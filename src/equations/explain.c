/* SPDX-License-Identifier: MIT
 *
 * explain.c - what was understood of a file, for `lento check`. */
#include "equations/model.h"

#include <string.h>

size_t lento_problem_explain(const lento_problem *problem, char text[], size_t room) {
    if (room > 0) {
        text[0] = '\0';
    }
    return problem ? 0 : 0;
}
