/* SPDX-License-Identifier: MIT
 *
 * suggest.c - a run of a model: the problem's suggestions where the user says nothing, and the start that belongs
 * to the scheme. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "run/look.h"

#define MOST_STEPS 1e15

/* The options of a level as suggested, each group only if nothing of it was given. */
static void suggest_level(lento_average *o, const lento_average *s) {
    const lento_average given = *o;
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    for (size_t i = 0; i < n; i++) {
        bool free = list[i].per_level && !lento_option_given(&list[i], &given);
        for (size_t k = 0; free && list[i].group != LENTO_ALONE && k < n; k++) {
            free = list[k].group != list[i].group || !lento_option_given(&list[k], &given);
        }
        if (free) {
            lento_option_copy(&list[i], o, s);
        }
    }
}

/* A suggested number of steps is a rate: longer runs have more. */
static int64_t steps_for(const lento_options *s, double until) {
    const double longer = s->until > 0 ? until / s->until : 1;
    const double steps = ceil((double)s->steps * fmax(1, longer) * (1 - 1e-12));
    return steps < MOST_STEPS ? (int64_t)steps : (int64_t)MOST_STEPS;
}

/* Is the start of the model a mean over the phases that so many levels leave, as in the schemes that average them? A
 * problem with slow variables of its own starts from a full state; one whose reconstruction and columns are means
 * already needs no windows. */
static bool starts_slow(const lento_model *m, int levels) {
    const lento_system *s = &m->system;
    const lento_closed *closed = lento_closed_of(s);
    const int rest = lento_scales(s) - levels;
    const bool declared = closed->slow_start && !closed->means,
               unknown = (!(s->known && s->known->averaged) || closed->point_start) &&
                         !lento_slow_set_of(s)->slow;
    return rest > 0 && lento_events_of(s)->count == 0 && levels < LENTO_MAX_LEVELS && s->rate &&
           s->fast->scale[rest - 1].forced && (declared || unknown);
}

static int levels_of(const lento_options *o) {
    int levels = 0;
    while (levels < LENTO_MAX_LEVELS && !lento_scheme_is_direct(o->average[levels].scheme)) {
        levels++;
    }
    return levels;
}

/* The suggested schemes. Where none is, and where micro runs at rest would lose a force that reads the velocity, scheme
 * sync fits every forced system that is known by its rate alone. */
static void suggest_schemes(const lento_model *m, lento_options *o) {
    const lento_options *s = &m->problem->suggested;
    const bool moving = lento_mechanics_of(&m->system)->velocity_dependent;
    for (int l = 0; l < LENTO_MAX_LEVELS; l++) {
        const lento_scheme *scheme =
            s->average[l].scheme ? lento_scheme_find(s->average[l].scheme) : NULL;
        o->average[l].scheme = scheme && scheme->held && moving ? "sync" : s->average[l].scheme;
    }
    if (!s->average[0].scheme && !s->macro && moving && starts_slow(m, 0) &&
        lento_constraints(&m->system) == 0) {
        o->average[0].scheme = "sync";
    }
}

static lento_options with_suggestions(const lento_model *m, const lento_options *given) {
    const lento_options *s = &m->problem->suggested;
    lento_options o = *given;
    o.until = o.until > 0 ? o.until : (o.until == 0 ? s->until : o.until);
    if (!o.average[0].scheme) {
        suggest_schemes(m, &o);
    }
    for (int l = 0; l < LENTO_MAX_LEVELS && o.average[l].scheme && s->average[l].scheme &&
                    strcmp(o.average[l].scheme, s->average[l].scheme) == 0;
         l++) {
        suggest_level(&o.average[l], &s->average[l]);
    }
    const bool direct = lento_scheme_is_direct(o.average[0].scheme);
    if (!o.macro && (!direct || !s->average[0].scheme)) {
        o.macro = s->macro;
    }
    const lento_method *own =
        o.macro && o.macro != s->macro ? lento_method_find(&o, o.macro, strlen(o.macro)) : NULL;
    const bool adapts = own && (own->traits & LENTO_ADAPTIVE) != 0; /* it has a default tolerance */
    const bool no_steps =
        !adapts && o.steps == 0 && o.macro_step == 0 && o.rtol == 0 && o.atol == 0;
    const int levels = levels_of(&o);
    /* suggested steps are for a run that averages every scale away */
    const bool all = levels >= lento_scales(&m->system);
    if (no_steps && ((!direct && all) || !s->average[0].scheme)) {
        o.steps = steps_for(s, o.until);
        o.macro_step = s->macro_step > o.until ? o.until : s->macro_step;
        o.rtol = own ? 0 : s->rtol; /* another method takes fixed steps here */
        o.atol = own ? 0 : s->atol;
        o.max_step = o.max_step > 0 ? o.max_step : s->max_step;
    }
    if (starts_slow(m, levels) && o.average[levels].gauge == LENTO_GAUGE_DEFAULT) {
        o.average[levels].gauge = LENTO_GAUGE_MEAN;
    }
    o.columns = m->columns;
    o.slow = o.slow ? o.slow : m->slow;
    o.observed = o.observed ? o.observed : &m->observing;
    return o;
}

/* a run that only says why it cannot be one */
static lento_status refused(lento_run **run, const lento_failure *why) {
    *run = *run ? *run : calloc(1, sizeof **run);
    if (!*run) {
        return LENTO_NO_MEMORY;
    }
    (*run)->failure = *why;
    (*run)->status = why->status;
    for (int i = 0; i < 3; i++) { /* words of the model may go before the run; they are short */
        const char **word = &(*run)->failure.word[i];
        if (*word && strlen(*word) < sizeof(*run)->words[0]) {
            *word = lento_run_keep(*run, *word);
        }
    }
    return why->status;
}

static bool column_pointwise(const void *model, int i) {
    const lento_column *row = NULL;
    return lento_model_column(model, i, &row) && row->pointwise;
}

static lento_status create(lento_run **run, const lento_model *m, const double state[],
                           const lento_options *o) {
    const lento_status status = lento_run_create(run, &m->system, state, o);
    for (int i = 0; *run && i < m->columns; i++) {
        if (column_pointwise(m, i)) {
            (*run)->pointwise = column_pointwise;
            (*run)->model = m;
        }
    }
    return status;
}

/* Does the run move or show means, though the model starts at a point? Slow variables are those of the point. */
static bool means_of_point(const lento_model *m, const lento_options *o) {
    const lento_system *s = &m->system;
    const lento_scheme *scheme =
        o->average[0].scheme ? lento_scheme_find(o->average[0].scheme) : NULL;
    const bool direct = !scheme || scheme->direct;
    const bool variables = scheme && (scheme->variables || scheme->closed || scheme->springs);
    const bool own = s->order == 1 && lento_slow_set_of(s)->slow;
    return lento_closed_of(s)->point_start && !m->mean_state && lento_forced(s) && s->rate &&
           lento_constraints(s) == 0 && lento_events_of(s)->count == 0 &&
           (direct ? o->average[0].gauge == LENTO_GAUGE_MEAN : !variables && !own);
}

/* The means around the start of the model over a triangle of two fast periods, as columns show them. */
static bool take_means(const lento_model *m, const lento_options *o, double means[]) {
    const lento_options look = {.until = o->until,
                                .methods = o->methods,
                                .macro = "dop853",
                                .columns = m->columns,
                                .average[0] = {.scheme = "direct", .gauge = LENTO_GAUGE_MEAN}};
    lento_run *run = NULL;
    const bool made = lento_run_create(&run, &m->system, m->state, &look) == LENTO_DONE;
    const double *found = made ? lento_look_means(run, m->state) : NULL;
    if (found) {
        memcpy(means, found, (size_t)(m->system.order * m->system.size) * sizeof *means);
    }
    lento_run_destroy(run);
    return found != NULL;
}

void lento_model_share_means(lento_model *other, const lento_model *m, const lento_options *o) {
    if (other->system.order == m->system.order && other->system.size == m->system.size &&
        means_of_point(m, o)) {
        other->mean_state = take_means(m, o, other->state);
    }
}

static lento_status start_from_means(lento_run **run, const lento_model *m,
                                     const lento_options *o) {
    double *means = malloc((size_t)(m->system.order * m->system.size) * sizeof *means);
    if (!means) {
        return LENTO_NO_MEMORY;
    }
    const bool found = take_means(m, o, means);
    const lento_status status = create(run, m, found ? means : m->state, o);
    if (status == LENTO_DONE && !found) {
        lento_check(&(*run)->doubts, LENTO_CHECK_GAUGE, NULL, 1);
    }
    free(means);
    return status;
}

/* from the start of the model, or of a direct run in the point gauge from its reconstruction */
static lento_status start(lento_run **run, const lento_model *m, const lento_options *o) {
    const lento_system *s = &m->system;
    const bool direct = lento_scheme_is_direct(o->average[0].scheme);
    const lento_closed *closed = lento_closed_of(s);
    const bool means = o->average[0].gauge == LENTO_GAUGE_MEAN;
    if (means_of_point(m, o)) {
        return start_from_means(run, m, o);
    }
    if (!direct || means || !closed->slow_start || !closed->reconstruct) {
        return create(run, m, m->state, o);
    }
    /* a direct run starts from the fast state that belongs to the slow start */
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(s, 0, phase);
    const size_t numbers = (size_t)(s->order * s->size);
    double *q = malloc(numbers * sizeof *q);
    if (!q) {
        return LENTO_NO_MEMORY;
    }
    memcpy(q, m->state, numbers * sizeof *q);
    double *v = s->order == 2 ? q + s->size : NULL;
    const double *V = s->order == 2 ? m->state + s->size : NULL;
    const bool lost = closed->reconstruct(0, phase, m->state, V, q, v, s->params) != 0;
    lento_status status = create(run, m, lost ? m->state : q, o);
    free(q);
    if (lost && status == LENTO_DONE) {
        lento_failure failure = {0};
        lento_fail(&failure, LENTO_CALLBACK_FAILED,
                   "the reconstruction of the start reported a failure");
        status = refused(run, &failure);
    }
    return status;
}

static lento_status open_run(lento_run **run, const lento_model *m, const lento_options *given) {
    *run = NULL;
    if (!m || !given) {
        return lento_run_create(run, m ? &m->system : NULL, m ? m->state : NULL, given);
    }
    if (m->failure.status != LENTO_DONE) {
        return refused(run, &m->failure);
    }
    lento_options o = with_suggestions(m, given);
    const int levels = levels_of(&o);
    const bool chosen =
        levels < LENTO_MAX_LEVELS && o.average[levels].gauge != given->average[levels].gauge;
    const lento_status status = start(run, m, &o);
    if (status == LENTO_DONE || !chosen || !(*run && (*run)->unlifted)) {
        return status;
    }
    /* the given means are those of no state: they are taken for the state itself */
    lento_run_destroy(*run);
    o.average[levels].gauge = LENTO_GAUGE_POINT;
    const lento_status again = start(run, m, &o);
    if (*run) {
        lento_check(&(*run)->doubts, LENTO_CHECK_GAUGE, NULL, 1);
    }
    return again;
}

/* slow variables are tried on the same problem with a faster motion, if it says what makes it so */
static void try_faster(lento_run *run, const lento_model *m) {
    lento_model *faster = NULL;
    if (!m || !m->fast || !lento_check_wants_faster(run)) {
        return;
    }
    if (lento_model_faster(&faster, m, LENTO_FASTER) == LENTO_DONE &&
        faster->system.order == run->leaf.order && faster->system.size == run->leaf.size) {
        lento_check_slow_scaling(run, &faster->system, m->state);
    }
    lento_model_destroy(faster);
}

lento_status lento_run_open(lento_run **run, const lento_model *m, const lento_options *given) {
    if (!run) {
        return LENTO_BAD_OPTION;
    }
    const lento_status status = open_run(run, m, given);
    if (status == LENTO_DONE) {
        try_faster(*run, m);
    }
    return status;
}
