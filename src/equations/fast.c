/* SPDX-License-Identifier: MIT
 *
 * fast.c - the fast scales of a file: each phase that an expression reads is one, slowest first; those that none reads
 * say which frequencies the motion has by itself, and are one scale with a range. */
#include "equations/model.h"

typedef struct entry {
    double rate, start;
    size_t phase;
    bool read;
} entry;

static int evaluate(eq_making *m, entry list[], size_t n) {
    for (size_t i = 0; i < n; i++) {
        const eq_symbol *s = &m->file->symbols.item[m->file->phases.item[i]];
        list[i] = (entry){lento_eq_constant(&m->x, s->value), lento_eq_constant(&m->x, s->start[0]),
                          i, s->read};
        if (!(list[i].rate > 0) || !isfinite(list[i].rate) || !isfinite(list[i].start)) {
            m->wrong = "the rate of a phase must be positive and finite";
            return -1;
        }
    }
    return 0;
}

static void order(entry list[], size_t n) {
    for (size_t i = 1; i < n; i++) {
        for (size_t k = i; k > 0 && list[k].rate < list[k - 1].rate; k--) {
            const entry swap = list[k];
            list[k] = list[k - 1];
            list[k - 1] = swap;
        }
    }
}

/* The rates need the parameters only, so they are known before the expressions are written out. */
int lento_eq_make_phases(eq_making *m, const double p[]) {
    const size_t n = m->file->phases.count;
    entry list[16];
    lento_fast *fast = &m->fast;
    int own = -1;
    if (n == 0) {
        return 0;
    }
    if (lento_eq_graph_start(&m->graph, 1) ||
        lento_eq_expand_start(&m->x, m->file, &m->graph, p, NULL, NULL) || evaluate(m, list, n)) {
        m->wrong = m->wrong     ? m->wrong
                   : m->x.wrong ? m->x.wrong
                                : "the file is too large when written out";
    }
    lento_eq_expand_free(&m->x);
    lento_eq_graph_free(&m->graph);
    if (m->wrong) {
        return -1;
    }
    order(list, n);
    for (size_t i = 0; i < n; i++) {
        const bool joins = !list[i].read && own >= 0;
        if (!joins && fast->count == LENTO_MAX_SCALES) {
            m->wrong = "a file has at most four fast scales";
            return -1;
        }
        if (joins) {
            lento_scale *scale = &fast->scale[own];
            scale->lowest = scale->frequency;
            scale->highest = list[i].rate;
            continue;
        }
        own = list[i].read ? own : fast->count;
        m->scale[list[i].phase] = fast->count;
        m->rates[fast->count] = list[i].rate;
        fast->scale[fast->count++] =
            (lento_scale){.frequency = list[i].rate, .phase = list[i].start};
    }
    return 0;
}

/* phases of varying rate are fast variables: their fastest rate at the start is a frequency of the motion itself */
static int add_turning(eq_making *m) {
    double fastest = 0;
    for (size_t i = 0; i < m->file->states.count; i++) {
        const eq_symbol *s = &m->file->symbols.item[m->file->states.item[i]];
        const eq_code *code =
            s->turning ? lento_eq_compile(&m->graph, &m->rate_nodes[i], NULL, 1, 1, m->build)
                       : NULL;
        lento_phase phase[LENTO_MAX_SCALES] = {{0}};
        double rate = 0;
        if (!s->turning) {
            continue;
        }
        if (!code) {
            return -1;
        }
        for (int k = 0; k < m->fast.count; k++) {
            phase[k] = lento_phase_at(0, m->fast.scale[k].phase, 0);
        }
        lento_eq_evaluate(code, 0, phase, m->build->state, NULL, NULL, &rate);
        if (!(rate > 0) || !isfinite(rate)) {
            m->wrong = "the rate of a phase must be positive and finite at the start";
            return -1;
        }
        fastest = fmax(fastest, rate);
    }
    const lento_scale *last = m->fast.count > 0 ? &m->fast.scale[m->fast.count - 1] : NULL;
    if (fastest > 0 && m->fast.count < LENTO_MAX_SCALES && (!last || last->frequency < fastest)) {
        m->fast.scale[m->fast.count++] = (lento_scale){.frequency = fastest};
        m->fast.even = false;
        m->fast.harmonics = 0;
    }
    return 0;
}

/* what the right-hand sides show */
int lento_eq_make_fast(eq_making *m) {
    lento_fast *fast = &m->fast;
    const size_t n = (size_t)m->model->size;
    for (int i = 0; i < fast->count; i++) {
        eq_shape shape;
        if (lento_eq_shape(&m->graph, m->rate_nodes, n, i, &shape)) {
            return -1;
        }
        if (!shape.periodic) {
            m->wrong =
                "a phase may stand only inside sin, cos or tan, multiplied by a whole number";
            return -1;
        }
        fast->scale[i].forced = shape.harmonics > 0;
        fast->even = shape.harmonics > 0 && shape.even;
        fast->harmonics = shape.harmonics;
    }
    return add_turning(m);
}
