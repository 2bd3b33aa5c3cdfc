/* SPDX-License-Identifier: MIT
 *
 * open.c - a run of a model: the problem's suggestions where the user says nothing, and the start that belongs
 * to the scheme. */
#include <stdlib.h>
#include <string.h>

#include "run/model.h"

static lento_options with_suggestions(const lento_model *m, const lento_options *given) {
    const lento_options *s = &m->problem->suggested;
    lento_options o = *given;
    o.until = o.until > 0 ? o.until : (o.until == 0 ? s->until : o.until);
    const bool suggest_schemes = !o.average[0].scheme;
    for (int l = 0; suggest_schemes && l < LENTO_MAX_LEVELS; l++) {
        o.average[l].scheme = s->average[l].scheme;
    }
    const bool direct = !o.average[0].scheme || strcmp(o.average[0].scheme, "direct") == 0;
    if (!o.macro && (!direct || !s->average[0].scheme)) {
        o.macro = s->macro;
    }
    const lento_method *own =
        o.macro && o.macro != s->macro ? lento_method_find(&o, o.macro, strlen(o.macro)) : NULL;
    const bool adapts = own && (own->traits & LENTO_ADAPTIVE) != 0; /* it has a default tolerance */
    const bool no_steps =
        !adapts && o.steps == 0 && o.macro_step == 0 && o.rtol == 0 && o.atol == 0;
    int levels = 0; /* suggested steps are for a run that averages every scale away */
    while (levels < LENTO_MAX_LEVELS && !direct && o.average[levels].scheme) {
        levels++;
    }
    const bool all = levels >= m->system.scales;
    if (no_steps && ((!direct && all) || !s->average[0].scheme)) {
        o.steps = s->steps;
        o.macro_step = s->macro_step;
        o.rtol = s->rtol;
        o.atol = s->atol;
    }
    o.columns = m->columns;
    return o;
}

lento_status lento_run_open(lento_run **run, const lento_model *m, const lento_options *given) {
    const lento_options o = with_suggestions(m, given);
    const lento_system *s = &m->system;
    const bool direct = !o.average[0].scheme || strcmp(o.average[0].scheme, "direct") == 0;
    if (!direct || !s->slow_start || !s->reconstruct) {
        return lento_run_create(run, s, m->state, &o);
    }
    /* a direct run starts from the fast state that belongs to the slow start */
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(s, 0, phase);
    const size_t numbers = (size_t)(s->order * s->size);
    double *start = malloc(numbers * sizeof *start);
    if (!start) {
        *run = NULL;
        return LENTO_NO_MEMORY;
    }
    memcpy(start, m->state, numbers * sizeof *start);
    double *v = s->order == 2 ? start + s->size : NULL;
    const double *V = s->order == 2 ? m->state + s->size : NULL;
    s->reconstruct(0, phase, m->state, V, start, v, s->params);
    const lento_status status = lento_run_create(run, s, start, &o);
    free(start);
    return status;
}
