/* SPDX-License-Identifier: MIT
 * Slow variables that are searched for: `lento detect`, and --slow detect, which makes formulas of them. */
#include "io/interrupt.h"
#include "request/slow.h"
#include "study/study.h"
#include "watch.h"

#include <stdlib.h>

const char *cli_polynomial_text(cli_request *request, const lento_polynomial *p) {
    struct lento_chunk *chunks = NULL;
    const char *const *names =
        request->searched ? request->searched : lento_state_names(request->model, &chunks);
    if (!names) {
        exit(cli_failed("out of memory"));
    }
    const size_t length = lento_polynomial_print(p, names, NULL, 0);
    char *text = cli_take(&request->memory, length + 1);
    lento_polynomial_print(p, names, text, length + 1);
    lento_chunk_free(&chunks);
    return text;
}

static void announce(const cli_request *request, const lento_search *search) {
    const lento_detect_options *options = &search->options;
    const lento_detect_cost cost = lento_detect_estimate(search->variables, options);
    if (cost.flops > 2e10) {
        cli_note(request->quiet,
                 "up to %.0f monomials of degree %d: %.1e operations and %.0f MB at most",
                 cost.monomials, cost.degree, cost.flops, cost.bytes / 1e6);
    }
    if (cost.wanted > cost.monomials && cost.degree < options->degree) {
        cli_note(request->quiet,
                 "degree %d would have %.0f monomials; the search ends at degree %d",
                 options->degree, cost.wanted, cost.degree);
    }
}

/* They outlive the search. */
static void keep_names(cli_request *request, const lento_search *search) {
    const int n = search->names ? search->variables : 0;
    const char **names = n > 0 ? cli_take(&request->memory, (size_t)n * sizeof *names) : NULL;
    for (int i = 0; i < n; i++) {
        names[i] = cli_text(&request->memory, "%s", search->names[i]);
    }
    request->searched = names;
}

int cli_slow_find(cli_request *request, bool literal, lento_detection *out) {
    const lento_detect_options asked = {
        .degree = (int)request->degree, .radius = request->radius, .seed = (uint64_t)request->seed};
    lento_search search;
    cli_watch watch;
    int code = 0;
    lento_search_plan(&search, request->model, &asked, cli_watch_start(&watch, request->quiet));
    if (search.refused) {
        code = cli_refuse(search.status, search.message);
    } else {
        announce(request, &search);
        keep_names(request, &search);
        io_interrupt_catch();
        lento_search_run(&search, literal);
        io_interrupt_release();
        code = search.status < 0 ? cli_failed("%s", search.message) : 0;
    }
    if (search.near_resonance) {
        cli_note(request->quiet,
                 "warning: near resonance: a polynomial that is fast for small eps has only the "
                 "rate %.3g at eps = %g; without it the set may be incomplete",
                 search.found.fast_rate, search.options.eps);
    }
    *out = search.found;
    lento_search_free(&search);
    return code;
}

int cli_slow_detect(cli_request *request) {
    lento_detection found;
    int code = cli_slow_find(request, false, &found);
    if (!code && found.verdict == LENTO_VERDICT_STOPPED) {
        code = cli_failed("interrupted while the slow variables were detected; nothing was run");
    } else if (!code && found.count == 0) {
        code = cli_failed("no slow variable was found: %s", lento_verdict_text(found.verdict));
    }
    if (!code && request->searched && lento_forced(lento_model_system(request->model))) {
        code = cli_failed("--slow detect: these variables move with a phase; 'lento detect' shows "
                          "them for slow lines of the file");
    }
    const char *set = "";
    for (int i = 0; !code && i < found.count; i++) {
        set = cli_text(&request->memory, "%s%s%s", set, i > 0 ? ";" : "",
                       cli_polynomial_text(request, &found.variable[i].polynomial));
    }
    if (!code) {
        cli_note(request->quiet, "detected %d slow variables of rank %d", found.count, found.rank);
        request->slow = set;
        request->detected = true;
        request->detect_evaluations = found.evaluations;
        request->slow_frequency[0] = found.lowest;
        request->slow_frequency[1] = found.highest;
    }
    lento_detection_free(&found);
    return code;
}
