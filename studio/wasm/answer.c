/* SPDX-License-Identifier: MIT
 *
 * answer.c - hands-off integration of a motion's problem: slow columns with an error bar, or a
 * refusal in words. It takes as long as it takes, so the page calls it in a worker. */
#include <string.h>

#include "lento/study.h"
#include "motion.h"

static lento_answer answer;
static lento_model *model;

static void forget(void) {
    lento_answer_free(&answer);
    lento_model_destroy(model);
    memset(&answer, 0, sizeof answer);
    model = NULL;
}

static void add_words(const char *name, const char *words) {
    studio_add(name);
    studio_add("\t");
    studio_add(words ? words : "");
    studio_add("\n");
}

/* Words about the answer, "name words" with a tab, one per line; columns by their names.
 * In the block its numbers. */
static void describe(void) {
    char name[80];
    studio_say("");
    add_words("status", lento_answer_status(&answer));
    add_words("code", answer.code);
    add_words("sentence", answer.sentence);
    for (int i = 0; i < answer.warning_count; i++) {
        add_words("warning", answer.warnings[i].text);
    }
    for (int i = 0; answer.values && i < answer.columns; i++) {
        add_words("column", lento_solved_name(model, &answer, i, name, sizeof name));
    }
    const double numbers[] = {answer.bar,     answer.met_until,     answer.return_time,
                              answer.returns, (double)answer.calls, (double)answer.forecast_direct,
                              answer.samples, answer.columns};
    memcpy(studio_block, numbers, sizeof numbers);
}

/* In the text: parameters. Afterwards: what there is to say. */
STUDIO_EXPORT(answer_make)
int answer_make(int slot, double until, double tolerance, int samples, double most) {
    const studio_motion *m = studio_motion_at(slot);
    static char words[STUDIO_TEXT];
    lento_setting settings[STUDIO_SETTINGS];
    if (!m || !m->problem) {
        return studio_refuse("There is no such motion.");
    }
    forget();
    memcpy(words, studio_text, sizeof words);
    const int n = studio_settings(words, settings);
    if (lento_model_create(&model, m->problem, settings, (size_t)n)) {
        return studio_refuse(lento_model_error(model));
    }
    const lento_solve_options options = {
        .until = until, .tolerance = tolerance, .samples = samples, .max_calls = most};
    lento_solve_model(&answer, model, &options);
    describe();
    return answer.values ? 0 : 1;
}

/* One column at the samples, -1: the times, -2: the bar of each row relative to the largest
 * magnitude of a column. Returns their number. */
STUDIO_EXPORT(answer_column) int answer_column(int column) {
    const int n = answer.samples < STUDIO_BLOCK ? answer.samples : STUDIO_BLOCK;
    if (!answer.values || column >= answer.columns) {
        return 0;
    }
    for (int i = 0; i < n; i++) {
        studio_block[i] = column == -1   ? answer.times[i]
                          : column == -2 ? answer.bars[i]
                                         : answer.values[i * answer.columns + column];
    }
    return n;
}

STUDIO_EXPORT(answer_magnitude) double answer_magnitude(int column) {
    return answer.values && column >= 0 && column < answer.columns ? answer.magnitude[column] : 0;
}
