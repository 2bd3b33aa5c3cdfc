/* SPDX-License-Identifier: MIT
 *
 * make.c - the system of a file with these parameters. Equations of second order stay so if all are; a file that
 * mixes orders becomes first order, its velocities after its variables. */
#include "equations/model.h"

static const char *const LARGE = "the file is too large when written out, or memory is short";

static const eq_symbol *state_at(const eq_making *m, size_t i) {
    return &m->file->symbols.item[m->file->states.item[i]];
}

/* ---- right-hand sides and start ---- */

static int second_order(eq_making *m) {
    eq_graph *g = &m->graph;
    for (size_t i = 0; i < m->file->states.count; i++) {
        const eq_symbol *s = state_at(m, i);
        const int rate = lento_eq_expand(&m->x, s->rate);
        m->mass[i] = eq_given(s->mass) ? lento_eq_constant(&m->x, s->mass) : 1;
        if (!(m->mass[i] > 0) || !isfinite(m->mass[i])) {
            m->wrong = "a mass must be positive and finite";
            return -1;
        }
        m->rate_nodes[i] = lento_eq_node(g, EQ_MUL, rate, lento_eq_number(g, m->mass[i]), 0);
    }
    return lento_eq_add_springs(m);
}

static int first_order(eq_making *m) {
    int next = (int)m->file->states.count;
    for (size_t i = 0; i < m->file->states.count; i++) {
        const eq_symbol *s = state_at(m, i);
        const int rate = lento_eq_expand(&m->x, s->rate);
        m->rate_nodes[i] = rate;
        if (s->order == 2) {
            m->rate_nodes[i] = lento_eq_input(&m->graph, EQ_IN_Q + next);
            m->rate_nodes[next++] = rate;
        }
    }
    return 0;
}

static int start(eq_making *m) {
    const size_t n = m->file->states.count;
    double *state = lento_build_doubles(m->build, (size_t)(m->model->order * m->model->size));
    size_t next = n;
    if (!state) {
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        const eq_symbol *s = state_at(m, i);
        state[i] = lento_eq_constant(&m->x, s->start[0]);
        if (s->order == 2) {
            state[next++] = lento_eq_constant(&m->x, s->start[1]);
        }
    }
    for (size_t i = 0; i < next; i++) {
        if (!isfinite(state[i])) {
            m->wrong = "a start is not a finite number";
            return -1;
        }
    }
    m->build->state = state;
    return 0;
}

/* ---- columns: the state, then the outputs ---- */

static int outputs(eq_making *m) {
    const int states = m->model->order * m->model->size;
    size_t n = 0;
    int *nodes = calloc((size_t)states + m->file->outputs.count + 1, sizeof *nodes);
    if (!nodes) {
        return -1;
    }
    for (; n < (size_t)states; n++) {
        nodes[n] = lento_eq_input(&m->graph, EQ_IN_Q + (int)n);
    }
    for (size_t i = 0; i < m->file->outputs.count; i++) {
        if (m->file->outputs.item[i].name) {
            nodes[n++] = lento_eq_expand(&m->x, m->file->outputs.item[i].value);
        }
    }
    eq_shape shape = {.periodic = true};
    if (lento_eq_shape(&m->graph, nodes, n, 0, &shape) == 0 && !shape.periodic) {
        m->wrong = "a phase may stand only inside sin, cos or tan, multiplied by a whole number";
    }
    m->model->output = m->wrong ? NULL : lento_eq_compile(&m->graph, nodes, NULL, n, n, m->build);
    free(nodes);
    return m->model->output ? 0 : -1;
}

/* ---- the system ---- */

static int mechanics(eq_making *m, lento_mechanics *part) {
    bool unit = true;
    for (int i = 0; i < m->model->size; i++) {
        unit = unit && m->mass[i] == 1;
    }
    part->velocity_dependent = m->model->shape.velocity;
    part->mass_form = unit ? LENTO_MASS_ONE : LENTO_MASS_DIAGONAL;
    part->mass = unit ? NULL : m->mass;
    return lento_eq_make_constraints(m, part);
}

int lento_eq_make_rates(eq_making *m) {
    const size_t size = (size_t)m->graph.size;
    m->model->size = (int)size;
    m->model->order = m->file->second_order ? 2 : 1;
    m->rate_nodes = m->build->take(m->build, size * sizeof *m->rate_nodes);
    m->mass = lento_build_doubles(m->build, size);
    return !m->rate_nodes || !m->mass ||
                   (m->model->order == 2 ? second_order(m) : first_order(m)) || m->graph.failed
               ? -1
               : 0;
}

static int build_system(eq_making *m) {
    static const lento_view VIEW = {.output = lento_eq_output};
    const bool second = m->file->second_order;
    lento_knowledge known = {.view = &VIEW};
    lento_mechanics part = {0};
    const size_t size = (size_t)m->graph.size;
    if (lento_eq_make_rates(m) || start(m) ||
        lento_eq_shape(&m->graph, m->rate_nodes, size, 0, &m->model->shape) ||
        lento_eq_make_fast(m) || (second && mechanics(m, &part)) ||
        lento_eq_make_stiff(m, &known) || lento_eq_make_slow(m, &known) ||
        lento_eq_make_events(m, &known) || outputs(m)) {
        return -1;
    }
    m->model->rate.code = lento_eq_compile(&m->graph, m->rate_nodes, NULL, size, size, m->build);
    const bool large = m->model->rate.code && m->model->rate.code->registers > EQ_SMALL;
    lento_closed closed = known.averaged ? *known.averaged : (lento_closed){0};
    closed.slow_start = m->file->mean_start;
    closed.point_start = !m->file->mean_start;
    if (closed.slow_start && known.slow && !closed.reconstruct) {
        m->wrong = "init mean needs slow variables with a way back to the state, or none";
        return -1;
    }
    known.averaged = lento_build_keep(m->build, &closed, sizeof closed);
    static const lento_block BLOCK = {.join = lento_eq_block_join, .rate = lento_eq_block_rate};
    known.block = large ? NULL : &BLOCK;
    known.shape = LENTO_KEEP(m->build, lento_shape, .smooth = m->model->shape.smooth,
                             .polynomial = m->model->shape.polynomial);
    if (lento_eq_make_steep(m, &known) || lento_eq_make_derivatives(m, &known)) {
        return -1;
    }
    *m->build->system = (lento_system){
        .order = m->model->order,
        .size = (int)size,
        .rate = large ? lento_eq_rate_large : lento_eq_rate,
        .params = m->model,
        .fast = m->fast.count > 0 ? lento_build_keep(m->build, &m->fast, sizeof m->fast) : NULL,
        .mechanics = second ? lento_build_keep(m->build, &part, sizeof part) : NULL,
        .known = lento_build_keep(m->build, &known, sizeof known)};
    return m->model->rate.code && m->build->system->known && known.shape && known.averaged ? 0 : -1;
}

size_t lento_eq_size(const eq_file *file) {
    size_t n = file->states.count;
    for (size_t i = 0; i < file->states.count && !file->second_order; i++) {
        n += file->symbols.item[file->states.item[i]].order == 2 ? 1 : 0;
    }
    return n;
}

const char *lento_eq_make(const double p[], lento_build *build) {
    const eq_file *file = build->data;
    eq_making m = {.file = file, .build = build};
    m.model = build->take(build, sizeof *m.model);
    if (!m.model || lento_eq_make_phases(&m, p)) {
        return m.wrong ? m.wrong : LARGE;
    }
    int code = lento_eq_graph_start(&m.graph, (int)lento_eq_size(file)) ||
                       lento_eq_expand_start(&m.x, file, &m.graph, p, m.scale, build)
                   ? -1
                   : build_system(&m);
    m.wrong = m.wrong ? m.wrong : m.x.wrong;
    lento_eq_expand_free(&m.x);
    lento_eq_graph_free(&m.graph);
    return code ? (m.wrong ? m.wrong : LARGE) : NULL;
}
