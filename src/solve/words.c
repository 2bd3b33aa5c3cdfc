/* SPDX-License-Identifier: MIT
 *
 * words.c - codes and sentences (words.def): what was decided, and why nothing else could be. A
 * refusal says both: why averaging is off, and the price of plain integration. */
#include <stdio.h>

#include "solve/solve.h"

typedef struct words {
    const char *code, *sentence;
    bool cheap; /* says that plain integration is cheap, which may not come true */
} words;
static const words WORDS_LIST[] = {
#define WORDS(code, sentence) {code, sentence, false},
#define CHEAP(code, sentence) {code, sentence, true},
#include "solve/words.def"
#undef WORDS
#undef CHEAP
};

static const words *find(const char *code) {
    const size_t n = sizeof WORDS_LIST / sizeof *WORDS_LIST;
    for (size_t i = 0; i < n; i++) {
        if (strcmp(WORDS_LIST[i].code, code) == 0) {
            return &WORDS_LIST[i];
        }
    }
    return &WORDS_LIST[0];
}

/* "%g" takes the next number */
static size_t write(char *out, size_t room, const char *sentence, const double number[]) {
    size_t used = 0;
    for (const char *c = sentence; *c && used + 1 < room; c++) {
        if (c[0] == '%' && c[1] == 'g') {
            used += lento_text_number(out + used, room - used, *number++, 3);
            c++;
        } else {
            out[used++] = *c;
        }
    }
    out[used] = '\0';
    return used;
}

static size_t append(char *out, size_t room, size_t used, const char *sentence,
                     const double number[]) {
    return used < room ? used + write(out + used, room - used, sentence, number) : used;
}

/* what stopped the work itself, if something did */
static const char *broken(const lento_solver *s, lento_status *status) {
    static const struct {
        lento_lost lost;
        const char *code;
        lento_status status;
    } LIST[] = {
        {LOST_NOT_FINITE, "not-finite", LENTO_NOT_FINITE},
        {LOST_STALLED, "stalled", LENTO_STALLED},
        {LOST_CALLBACK, "callback", LENTO_CALLBACK_FAILED},
        {LOST_STOPPED, "stopped", LENTO_STOPPED},
        {LOST_LIMIT, "limit", LENTO_DONE},
    };
    for (size_t i = 0; i < sizeof LIST / sizeof *LIST; i++) {
        if (LIST[i].lost == s->lost) {
            *status = LIST[i].status;
            return LIST[i].code;
        }
    }
    return NULL;
}

void lento_words(const char *code, const double number[], char *out, size_t room) {
    write(out, room, find(code)->sentence, number);
}

void lento_say(lento_solver *s, lento_outcome outcome, const lento_plan *plan) {
    static const char *const BEGIN[] = {"", "direct: ", "refused: ", "tolerance not met: "};
    lento_answer *out = s->out;
    const char *code = plan->code ? plan->code : "averaged";
    char *text = s->text;
    size_t used = append(text, TEXT_ROOM, 0, BEGIN[outcome], NULL);
    out->outcome = outcome;
    if (outcome == LENTO_NOT_MET) {
        used = append(text, TEXT_ROOM, used,
                      2 * out->bar <= LENTO_LARGEST_TOLERANCE
                          ? "the bar is %g; it is met up to t = %g; tolerance %g can be met. "
                          : "the bar is %g; it is met up to t = %g; behind it nothing is known. ",
                      (const double[]){out->bar, out->met_until, 2 * out->bar});
    }
    used = append(text, TEXT_ROOM, used, find(code)->sentence, plan->number);
    const char *trouble = outcome == LENTO_REFUSED ? broken(s, &out->status) : NULL;
    if (trouble) {
        const double number[] = {s->lost == LOST_LIMIT ? s->limit : s->lost_at, s->lost_at};
        used = append(text, TEXT_ROOM, plan->code ? used : 9, plan->code ? "; " : "", NULL);
        append(text, TEXT_ROOM, used, find(trouble)->sentence, number);
        code = trouble;
    } else if (outcome == LENTO_REFUSED && s->direct_cost > 0) {
        const bool cheap = find(code)->cheap;
        append(text, TEXT_ROOM, cheap ? strlen(BEGIN[outcome]) : used,
               cheap
                   ? "the steps become ever shorter (a singularity?): the rest would take about %g "
                     "calls, more than the limit of %g"
                   : "; plain integration would take about %g calls, more than the limit of %g",
               (const double[]){(double)out->forecast_direct, s->limit});
    }
    out->code = code;
    out->sentence = text;
    out->scheme = outcome == LENTO_REFUSED ? NULL : out->counts.direct > 0 ? "direct" : "strobo";
}

void lento_warn(lento_solver *s, const char *code, double value, double limit) {
    lento_answer *out = s->out;
    if (out->warning_count == LENTO_SOLVE_WARNINGS) {
        return;
    }
    char *text = s->note[out->warning_count];
    const words *w = find(code);
    write(text, TEXT_ROOM, w->sentence, &value);
    out->warnings[out->warning_count++] = (lento_warning){w->code, text, value, limit};
}
