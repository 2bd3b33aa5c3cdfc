/* SPDX-License-Identifier: MIT
 *
 * result.c - what went wrong with a result: refused before its run, or in trouble on the way. */
#include "study/study.h"

bool lento_result_refuse(lento_result *result, lento_status status, const char *message) {
    result->status = status;
    result->refused = true;
    result->message = message;
    return false;
}

const char *lento_result_trouble(const lento_result *result) {
    if (result->status != LENTO_DONE) {
        return result->message;
    }
    return result->reference_message[0] ? result->reference_message : NULL;
}
