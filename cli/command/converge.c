/* SPDX-License-Identifier: MIT
 * lento converge: refine one thing and watch the error. The order of a line is
 * log(e_before / e) / log(refinement). All lines together are fitted by e = C h^p + F: p is the
 * slope, F the floor, set by all that was not refined. */
#include "converge.h"

#include "io/interrupt.h"
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- one level ---- */

static long even(double x) {
    return 2 * lround(x / 2);
}

/* The options of level k and the value that goes into the table. */
static double refine(const cli_study *s, int k, lento_options *options) {
    const double f = pow(s->factor, k);
    const int levels = cli_levels(&s->base);
    *options = s->request.options;
    if (strcmp(s->vary, "macro") == 0) {
        options->steps = lround((double)s->base.steps * f);
        options->macro_step = 0;
        return (double)options->steps;
    }
    if (strcmp(s->vary, "omega") == 0) {
        return cli_fast_frequency(lento_model_system(s->request.model)) * f;
    }
    /* one of two resolved ways to say the same is enough */
    for (int i = 0; i < levels; i++) {
        options->average[i] = s->base.average[i];
        lento_average *a = &options->average[i];
        a->window = 0;
        a->micro_step = a->micro_per_period > 0 ? 0 : a->micro_step;
    }
    const lento_average *from = &s->base.average[levels - 1];
    lento_average *to = &options->average[levels - 1];
    if (strcmp(s->vary, "window") == 0) {
        to->periods = from->periods * f;
        return to->periods;
    }
    to->micro_per_period = (int)even(from->micro_per_period * f);
    to->micro_step /= f;
    return to->micro_per_period > 0 ? to->micro_per_period : to->micro_step;
}

/* The error of the last line, once it is known; 0 or an exit code, and the line is gone. */
static int take_level(cli_study *s, int k) {
    cli_line *l = &s->lines[k];
    const char *trouble = cli_result_trouble(&l->result);
    int code = 0;
    if (l->result.refused) {
        code = cli_wrong("%s", trouble);
    } else if (trouble) {
        code = cli_failed("level %d: %s", k + 1, trouble);
    } else {
        l->error = l->result.error[s->index];
        l->order = k > 0 ? log(l[-1].error / l->error) / fabs(log(l->value / l[-1].value)) : NAN;
    }
    cli_result_free(&l->result);
    s->count = code ? k : k + 1;
    return code;
}

static int run_level(cli_study *s, int k) {
    lento_options options;
    const double value = refine(s, k, &options);
    const bool other = strcmp(s->vary, "omega") == 0;
    lento_model *model = other ? cli_model_at(&s->request, value) : s->request.model;
    if (!model) {
        return CLI_WRONG;
    }
    cli_line *l = &s->lines[k];
    const cli_job job = {.model = model,
                         .options = options,
                         .reference = s->reference,
                         .wait = s->wait,
                         .quiet = s->request.quiet,
                         .label = s->vary};
    cli_job_run(&job, &l->result);
    *l = (cli_line){value, NAN, NAN, l->result.counts, l->result.seconds, l->result};
    int code = 0;
    if (!s->wait || cli_result_trouble(&l->result)) {
        code = take_level(s, k);
    }
    if (other) {
        lento_model_destroy(model);
    }
    return code;
}

/* All levels; those that wait are judged together by one reference. */
static int run_levels(cli_study *s) {
    cli_result *results[CLI_MAX_LEVELS];
    int code = 0, n = 0;
    for (int k = 0; k < s->levels && !code; k++) {
        code = run_level(s, k);
        if (s->wait && !code) {
            results[n++] = &s->lines[k].result;
        }
    }
    if (n > 0) {
        cli_judge_together(s->request.model, s->reference, results, n, s->request.quiet);
    }
    int known = 0;
    for (int k = 0; k < n; k++) {
        if (known) {
            cli_result_free(&s->lines[k].result);
        } else {
            known = take_level(s, k);
        }
    }
    return code > known ? code : known;
}

/* ---- slope and floor ---- */

/* The limit of errors C h^p + F that fall towards F (Aitken on the last three lines), the
 * smallest error where they waver already, 0 where they still fall freely. */
static double level_off(const cli_study *s, double best) {
    const cli_line *l = s->lines + s->count - 1;
    if (s->count < 3 || !(l->order < 0.5 * best)) {
        return 0;
    }
    double smallest = l->error;
    bool falls = true;
    for (int i = 1; i < s->count; i++) {
        falls = falls && (i < s->count - 2 || s->lines[i].error < s->lines[i - 1].error);
        smallest = fmin(smallest, s->lines[i].error);
    }
    if (!falls) {
        return smallest;
    }
    const double before = l[-2].error - l[-1].error, after = l[-1].error - l->error;
    return after < before ? fmax(0, l->error - after * after / (before - after)) : l->error;
}

/* The largest order from line `first` on; 0 if nothing falls. */
static double best_order(const cli_study *s, int first) {
    double best = 0;
    for (int i = first + 1; i < s->count; i++) {
        best = fmax(best, isfinite(s->lines[i].order) ? s->lines[i].order : 0);
    }
    return best;
}

/* The fall to this line is none of an order: the steps before were unstable. Two steady ones follow. */
static bool leaps(const cli_line *l) {
    const double next = l[1].order, after = l[2].order;
    return next > 0.5 && fabs(after - next) < 0.3 * next && l->order > 1.6 * fmax(next, after);
}

/* Least squares of log(e - F) over the lines that fall and lie clearly above the floor F. */
static void fit(cli_study *s) {
    double smallest = INFINITY, n = 0, x = 0, y = 0, xx = 0, xy = 0;
    s->slope = s->floor = NAN;
    for (int i = 1; i < s->count; i++) {
        smallest = fmin(smallest, s->lines[i].error);
    }
    if (best_order(s, 0) < 0.25 || !(s->lines[0].error > 1.2 * smallest)) {
        return; /* nothing falls */
    }
    int first = 0;
    while (first + 3 < s->count && leaps(&s->lines[first + 1])) {
        first++;
    }
    const double best = best_order(s, first), floor = level_off(s, best);
    for (int i = first; i < s->count; i++) {
        const double error = s->lines[i].error - floor;
        if (!(error > 0.1 * floor) || (i > first && s->lines[i].order < 0.1 * best)) {
            continue;
        }
        const double a = log(s->lines[i].value), b = log(error);
        n += 1, x += a, y += b, xx += a * a, xy += a * b;
    }
    s->slope = n > 1 ? fabs((n * xy - x * y) / (n * xx - x * x)) : NAN;
    s->floor = floor > 0 ? floor : NAN;
}

/* ---- the command ---- */

/* Macro steps of the last level. */
static double last_value(const cli_study *s) {
    return (double)s->base.steps *
           (strcmp(s->vary, "macro") == 0 ? pow(s->factor, s->levels - 1) : 1);
}

/* Levels must differ, and the last one must still be a number of steps. */
static int check_levels(const cli_study *s) {
    const double most = 1e12;
    lento_options options;
    const double value = pow(s->factor, s->levels - 1);
    const double steps = last_value(s) * (strcmp(s->vary, "macro") == 0 ? 1 : 0);
    const double micro = strcmp(s->vary, "micro") == 0
                             ? cli_micro_per_period(s->request.model, &s->base) * value
                             : 0;
    if (steps > most || micro > 1e9) {
        return cli_wrong(
            "the last of %d levels would take %.1e %s; give a smaller --factor or fewer "
            "--levels",
            s->levels, steps > most ? steps : micro, s->quantity);
    }
    for (int k = 1; k < s->levels; k++) {
        if (refine(s, k, &options) == refine(s, k - 1, &options)) {
            return cli_wrong("--factor %g is too close to 1: two levels would have the same number "
                             "of %s",
                             s->factor, s->quantity);
        }
    }
    return 0;
}

static int plan(cli_study *s) {
    static const char *const names[][2] = {{"macro", "macro steps"},
                                           {"micro", "micro steps per period"},
                                           {"window", "window in periods"},
                                           {"omega", "fast frequency"}};
    lento_run *run = NULL;
    int code = 0;
    s->vary = s->request.vary ? s->request.vary : "macro";
    s->levels = s->request.levels > 0 ? (int)s->request.levels : 5;
    s->factor = s->request.factor > 0 ? s->request.factor : (s->vary[0] == 'o' ? 10 : 2);
    for (int i = 0; i < 4; i++) {
        s->quantity = strcmp(names[i][0], s->vary) == 0 ? names[i][1] : s->quantity;
    }
    if (strcmp(s->vary, "omega") == 0 && !lento_model_fast(s->request.model, NULL)) {
        return cli_wrong("--vary omega: %s does not declare which parameter makes it fast",
                         s->request.problem.table->name);
    }
    if (lento_run_open(&run, s->request.model, &s->request.options) != LENTO_DONE) {
        code = cli_wrong("%s", run ? lento_run_error(run) : "out of memory");
        lento_run_destroy(run);
        return code;
    }
    s->base = *lento_run_options(run);
    const bool windows = strcmp(s->vary, "micro") == 0 || strcmp(s->vary, "window") == 0;
    if (strcmp(s->vary, "macro") == 0 && !(s->base.macro_step > 0)) {
        code =
            cli_wrong("%s chooses its own steps here; --steps N makes them equal", s->base.macro);
    } else if (windows && !(cli_micro_per_period(s->request.model, &s->base) > 0)) {
        code = cli_wrong("there are no windows to refine: the scheme is direct or averaged");
    } else if (strcmp(s->vary, "window") == 0 &&
               cli_own_window(s->base.average[cli_levels(&s->base) - 1].kernel)) {
        code = cli_wrong("kernel '%s' chooses its own window; vary micro, or give another --kernel",
                         s->base.average[cli_levels(&s->base) - 1].kernel);
    }
    code = code ? code : check_levels(s);
    lento_options last = s->base;
    last.until *= s->vary[0] == 'o' ? pow(s->factor, s->levels - 1) : 1; /* the dearest level */
    s->reference = cli_study_reference(&s->request, &last);
    /* the resolved words live in the run: keep them */
    s->base.macro = cli_text(&s->request.memory, "%s", s->base.macro);
    for (int i = 0; i < LENTO_MAX_LEVELS; i++) {
        lento_average *a = &s->base.average[i];
        a->scheme = a->scheme ? cli_text(&s->request.memory, "%s", a->scheme) : NULL;
        a->kernel = a->kernel ? cli_text(&s->request.memory, "%s", a->kernel) : NULL;
        a->micro = a->micro ? cli_text(&s->request.memory, "%s", a->micro) : NULL;
    }
    lento_run_destroy(run);
    return code ? code : cli_rehearse(s->request.model, &s->request.options, s->reference);
}

static int study_run(cli_study *s) {
    int code = plan(s);
    s->index = code ? -1 : cli_column_index(&s->request);
    code = code ? code : (s->index < 0 ? CLI_WRONG : cli_output_check(&s->request));
    if (code) {
        return code;
    }
    s->column = cli_shown_name(s->request.model, s->index);
    s->pointwise = cli_error_pointwise(s->request.model, &s->base, s->reference, s->index);
    s->wait = s->vary[0] != 'o' && cli_judge_can_wait(s->request.model, s->reference,
                                                      s->base.macro_step > 0 ? last_value(s) : 0);
    io_interrupt_catch();
    cli_study_note(&s->request, s->reference);
    code = run_levels(s);
    io_interrupt_release();
    if (code == CLI_WRONG) {
        return code;
    }
    fit(s);
    int written = 0;
    FILE *file = cli_output_open(&s->request, &written);
    if (file) {
        cli_study_print(file, s);
        written = cli_output_close(&s->request, file);
    }
    if (s->request.plot && !written) {
        written = cli_study_draw(s);
    }
    return code ? code : written;
}

int cli_converge(int argc, char **argv) {
    cli_study *s = calloc(1, sizeof *s);
    if (!s) {
        return cli_failed("out of memory");
    }
    int code = cli_request_read(&s->request, CLI_CONVERGE, argc, argv, 0);
    code = code ? code : study_run(s);
    cli_request_free(&s->request);
    free(s);
    return code;
}
