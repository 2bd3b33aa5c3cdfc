/* SPDX-License-Identifier: MIT
 *
 * parts.c - further parts of a system: events, the Jacobian of the right-hand side. */
#include "equations/model.h"

/* ---- events ---- */

/* the state after an event: what it does not set stays */
static const eq_code *jump_code(eq_making *m, const eq_event *e) {
    const eq_file *file = m->file;
    const int states = m->model->order * m->model->size;
    int *nodes = calloc((size_t)states + 1, sizeof *nodes);
    if (!nodes) {
        return NULL;
    }
    for (int i = 0; i < states; i++) {
        nodes[i] = lento_eq_input(&m->graph, EQ_IN_Q + i);
    }
    for (int k = e->first; k < e->first + e->count; k++) {
        const eq_jump *j = &file->jumps.item[k];
        const eq_symbol *s = &file->symbols.item[j->symbol];
        const int velocity =
            file->second_order ? m->model->size + s->index : (int)file->states.count + s->velocity;
        nodes[j->primes > 0 ? velocity : s->index] = lento_eq_expand(&m->x, j->value);
    }
    const eq_code *code =
        lento_eq_compile(&m->graph, nodes, NULL, (size_t)states, (size_t)states, m->build);
    free(nodes);
    return code;
}

int lento_eq_make_events(eq_making *m, lento_knowledge *known) {
    const size_t n = m->file->events.count;
    if (n == 0) {
        return 0;
    }
    const int *nodes =
        lento_eq_expand_all(m, &m->file->events.item[0].condition, n, sizeof(eq_event));
    int *direction = m->build->take(m->build, n * sizeof *direction);
    m->model->jump = m->build->take(m->build, n * sizeof *m->model->jump);
    m->model->event = nodes ? lento_eq_compile(&m->graph, nodes, NULL, n, n, m->build) : NULL;
    if (!m->model->event || !direction || !m->model->jump) {
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        direction[i] = m->file->events.item[i].direction;
        m->model->jump[i] = jump_code(m, &m->file->events.item[i]);
        if (!m->model->jump[i]) {
            return -1;
        }
    }
    known->events = LENTO_KEEP(m->build, lento_events, .count = (int)n, .direction = direction,
                               .values = lento_eq_event_values, .jump = lento_eq_event_jump);
    return known->events ? 0 : -1;
}

/* ---- derivatives ---- */

int lento_eq_make_derivatives(eq_making *m, lento_knowledge *known) {
    enum {
        MOST = 100
    }; /* a dense matrix and one pass over the graph for each number of the state */
    const int states = m->model->order * m->model->size;
    if (states > MOST) {
        return 0;
    }
    m->model->derivatives = lento_eq_gradients(m, m->rate_nodes, m->model->size, states, false);
    if (!m->model->derivatives) {
        return m->graph.large ? (m->graph.failed = m->graph.large = false, 0) : -1;
    }
    static const lento_derivatives PART = {.jacobian = lento_eq_jacobian};
    known->derivatives = &PART;
    return 0;
}
