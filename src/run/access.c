/* SPDX-License-Identifier: MIT
 *
 * access.c - what a run says of itself: time, state, multipliers, the slow force at a state, status, warnings, options.
 * If creation failed, only the status and the error text are valid; a run that is NULL had no memory. */
#include "run/run.h"

double lento_run_time(const lento_run *run) {
    return run && run->begun ? run->macro.ticker.t : 0;
}

const double *lento_run_state(lento_run *run) {
    if (!lento_run_made(run)) {
        return NULL;
    }
    if (run->status >= 0 && (run->macro.method->traits & LENTO_STAGGERED) != 0) {
        lento_run_complete_node(run);
    }
    return run->macro.y;
}

int lento_run_state_size(const lento_run *run) {
    return lento_run_made(run) ? run->macro.size : 0;
}

const double *lento_run_multipliers(lento_run *run) {
    if (!lento_run_made(run) || !run->macro.lambda) {
        return NULL;
    }
    if (run->status >= 0) {
        lento_run_complete_node(run);
    }
    return run->macro.lambda;
}

/* A question (rate, state, columns) that failed leaves its sentence, and the run goes on. */
int lento_run_move_failure(lento_run *run) {
    if (run->status < 0) {
        return -1;
    }
    run->question = run->failure;
    run->failure = (lento_failure){.status = LENTO_DONE};
    return lento_fail(&run->question, LENTO_CALLBACK_FAILED,
                      "the right-hand side reported a failure");
}

lento_status lento_run_rate(lento_run *run, double t, const double state[], double rate[]) {
    if (!lento_run_made(run)) {
        return lento_run_status(run);
    }
    run->question = (lento_failure){.status = LENTO_DONE};
    if (!state || !rate) {
        lento_fail(&run->question, LENTO_BAD_OPTION,
                   "a rate needs a state, and room for itself (NULL)");
        return LENTO_BAD_OPTION;
    }
    lento_phase phase[LENTO_MAX_SCALES];
    const lento_system *s = run->system;
    lento_phases_at(s, t, phase);
    const double *v = s->order == 2 ? state + s->size : NULL;
    const int bad = s->rate ? s->rate(t, phase, state, v, rate, s->params)
                            : (s->field ? s->field(t, state, rate, s->params) : -1);
    if (bad) {
        lento_run_move_failure(run);
    }
    return bad ? LENTO_CALLBACK_FAILED : LENTO_DONE;
}

const char *lento_run_error(lento_run *run) {
    if (!run) {
        return "out of memory"; /* the only reason for there being none */
    }
    const lento_failure *f = run->failure.status != LENTO_DONE ? &run->failure : &run->question;
    if (f->status == LENTO_DONE) {
        return "";
    }
    size_t n = lento_text(run->text, sizeof run->text, f->what, f->word, f->number);
    if (f->timed && n < sizeof run->text) {
        const double t[] = {f->t};
        lento_text(run->text + n, sizeof run->text - n, "; the last good state is at t = %g", NULL,
                   t);
    }
    return run->text;
}

lento_status lento_run_status(const lento_run *run) {
    return run ? run->status : LENTO_NO_MEMORY;
}

int lento_run_warnings(const lento_run *run, const lento_warning **list) {
    if (list) {
        *list = run ? run->doubts.list : NULL;
    }
    return run ? run->doubts.count : 0;
}

const lento_options *lento_run_options(const lento_run *run) {
    static const lento_options none = {0};
    return run ? &run->options : &none;
}

double lento_run_residual(const lento_run *run, int level) {
    return run && level >= 0 && level < run->levels ? run->mean[level].residual : 0;
}

size_t lento_run_memory(const lento_run *run) {
    return run ? run->bytes : 0;
}

int lento_abi(void) {
    return LENTO_ABI;
}

const char *lento_version(void) {
    return LENTO_VERSION;
}
