/* SPDX-License-Identifier: MIT
 * The slow variables and observables of a request as text, so that the JSON of a run is a recipe. */
#include "print/output.h"

#include <string.h>

void cli_slow_json(io_json *json, const cli_request *request) {
    static const char *const keys[] = {"average", "integrate"};
    const lento_slow_set *set = lento_model_slow(request->model);
    const bool named = request->slow && set->name && strcmp(set->name, request->slow) == 0;
    if (request->slow_count == 0 && request->observables == 0 && !named) {
        return;
    }
    io_json_object(json, "slow");
    if (named) {
        io_json_string(json, "set", set->name);
    }
    if (request->slow_count > 0) {
        io_json_array(json, "variables");
        for (int i = 0; i < request->slow_count; i++) {
            io_json_string(json, NULL, request->slow_texts[i]);
        }
        io_json_end(json);
        io_json_string(json, "origin", request->detected ? "detected" : "given");
        if (request->detected) {
            io_json_integer(json, "detection_evaluations", request->detect_evaluations);
        }
        if (request->slow_frequency[0] > 0) {
            io_json_number(json, "lowest_frequency", request->slow_frequency[0]);
            io_json_number(json, "highest_frequency", request->slow_frequency[1]);
        }
    }
    for (int kind = 0; kind < 2; kind++) {
        io_json_array(json, keys[kind]);
        for (int i = 0; i < request->observables; i++) {
            if (request->integral[i] == (kind == 1)) {
                io_json_string(json, NULL, request->observed[i]);
            }
        }
        io_json_end(json);
    }
    io_json_end(json);
}
