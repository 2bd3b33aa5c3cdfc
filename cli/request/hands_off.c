/* SPDX-License-Identifier: MIT
 * lento run without a method: everything is chosen, and the answer has an error bar. Whatever names a method, or needs
 * one, turns that off. */
#include "request/request.h"
#include "study/study.h"

#include <math.h>
#include <string.h>

enum { MOST_TIMES = 100000, DEFAULT_GAPS = 100 };

int cli_times_put(const char *flag, cli_request *request, const char *text, cli_source source) {
    (void)source;
    size_t count = 1;
    for (const char *c = text; *c; c++) {
        count += *c == ',';
    }
    if (count > MOST_TIMES) {
        return cli_wrong("%s: at most %d times", flag, MOST_TIMES);
    }
    request->at = cli_take(&request->memory, count * sizeof *request->at);
    request->at_count = (int)count;
    const char *from = text;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strcspn(from, ",");
        const char *word = cli_text(&request->memory, "%.*s", (int)length, from);
        char what[CLI_VALUE_ERROR];
        if (lento_value_read(word, "s", &request->at[i], what, sizeof what)) {
            return cli_wrong("%s %s: %s", flag, word, what);
        }
        if (request->at[i] < 0 || (i > 0 && !(request->at[i] > request->at[i - 1]))) {
            return cli_wrong("%s: times must not be negative and must rise; '%s' does not", flag,
                             word);
        }
        from += length + 1;
    }
    return 0;
}

const double *cli_row_times(cli_request *request, int *count) {
    const double until = request->options.until;
    const bool own = request->every > 0 && !(request->fast[1] > 0);
    const double gap = own ? request->every : until / DEFAULT_GAPS;
    if (request->at) {
        *count = request->at_count;
        return request->at;
    }
    *count = 1 + (int)floor(until / gap * (1 + 1e-12));
    double *times = cli_take(&request->memory, (size_t)*count * sizeof *times);
    for (int i = 0; i < *count; i++) {
        times[i] = fmin(until, gap * i);
    }
    return times;
}

/* A condition on means, or one of several comparisons, is followed step by step. */
static bool stop_needs_method(const cli_request *request) {
    const char *text = request->stop_when;
    const char *first = text ? strpbrk(text, "<>") : NULL;
    return text && (!first || strpbrk(text, "&|") || strpbrk(first + 1, "<>") ||
                    lento_controlled_fits(request->model));
}

/* What names a method, as the user typed it, from this source or a stronger one; NULL: nothing. */
static const char *method_named(const cli_request *request, cli_source least, char flag[]) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    for (size_t i = 0; i < n; i++) {
        if (request->source[i] >= least) {
            return cli_flag_text(list[i].flag ? list[i].flag : list[i].name, flag);
        }
    }
    return request->reference           ? "--reference"
           : request->slow              ? "--slow"
           : request->observables > 0   ? "--average or --integrate"
           : request->ensemble > 0      ? "--ensemble"
           : stop_needs_method(request) ? "--stop-when"
           : request->no_estimate       ? "--no-estimate"
                                        : NULL;
}

/* A system that knows how it splits, with a suggested method that averages nothing (a spinning top), keeps it. */
bool cli_chooses(const lento_model *model) {
    const lento_knowledge *known = lento_model_system(model)->known;
    return lento_model_problem(model)->suggested.average[0].scheme || !known || !known->parts;
}

/* Options of hands-off runs alone. */
static const char *own_option(const cli_request *request) {
    return request->explain       ? "--explain"
           : request->careful     ? "--careful"
           : request->at          ? "--at"
           : request->events > 0  ? "--event"
           : request->envelope    ? "--envelope"
           : request->fast[1] > 0 ? "--fast"
                                  : NULL;
}

static int check_rows(const cli_request *request) {
    const int n = request->at_count;
    if (request->fast[1] > request->options.until) {
        return cli_wrong("--fast: %g is beyond the end time %g", request->fast[1],
                         request->options.until);
    }
    if (request->fast[1] > 0 && (request->envelope || n > 0)) {
        return cli_wrong("--fast shows the motion itself, %s rows of slow values; give one of them",
                         request->envelope ? "--envelope" : "--at");
    }
    if (n > 0 && request->every > 0) {
        return cli_wrong("--at and --every both say where the rows are; give one of them");
    }
    return n > 0 && request->at[n - 1] > request->options.until
               ? cli_wrong("--at: %g is beyond the end time %g", request->at[n - 1],
                           request->options.until)
               : 0;
}

int cli_hands_off(cli_request *request) {
    char flag[CLI_FLAG_SIZE];
    const char *typed = method_named(request, CLI_FROM_FLAG, flag);
    if (request->tolerance > 0 && typed) {
        return cli_wrong("--tol chooses the method; it cannot be combined with %s", typed);
    }
    const char *named = method_named(request, CLI_FROM_RECIPE, flag);
    const bool keeps = !cli_chooses(request->model) && !(request->tolerance > 0);
    if (named || keeps) {
        const char *own = own_option(request);
        return !own ? 0
               : named
                   ? cli_wrong("%s belongs to runs that choose their method; leave out %s", own,
                               named)
                   : cli_wrong("%s belongs to runs that choose their method; give --tol too", own);
    }
    if (!(request->tolerance > 0)) {
        request->tolerance =
            request->recipe_tolerance > 0 ? request->recipe_tolerance : LENTO_SOLVE_TOLERANCE;
    }
    return check_rows(request);
}
