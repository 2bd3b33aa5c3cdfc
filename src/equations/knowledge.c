/* SPDX-License-Identifier: MIT
 *
 * knowledge.c - parts of a system that need derivatives: constraints, stiff springs, slow variables. */
#include "equations/model.h"

#include <string.h>

static int too_large(eq_making *m) {
    m->wrong = m->wrong ? m->wrong : "the file is too large when written out, or memory is short";
    return -1;
}

int *lento_eq_expand_all(eq_making *m, const eq_range *ranges, size_t n, size_t stride) {
    int *nodes = m->build->take(m->build, (n + 1) * sizeof *nodes);
    for (size_t i = 0; nodes && i < n; i++) {
        const eq_range *r = (const eq_range *)((const char *)ranges + i * stride);
        nodes[i] = lento_eq_expand(&m->x, *r);
    }
    return nodes;
}

/* a code that writes these nodes in order */
static const eq_code *compile(eq_making *m, const int nodes[], size_t n) {
    return lento_eq_compile(&m->graph, nodes, NULL, n, n, m->build);
}

typedef EQ_LIST(int) node_list;

const eq_code *lento_eq_gradients(eq_making *m, const int roots[], int n, int width, bool near) {
    node_list nodes = {0}, places = {0};
    int *column = calloc((size_t)n + 1, sizeof *column);
    const eq_code *code = NULL;
    bool lost = !column || (int64_t)n * width > EQ_MAX_NODES;
    for (int k = 0; k < width && !lost; k++) {
        if (lento_eq_derive(&m->graph, roots, (size_t)n, EQ_IN_Q + k, NULL, column)) {
            lost = true;
        }
        for (int i = 0; i < n && !lost; i++) {
            int *node = column[i] ? EQ_PUSH(nodes) : NULL, *place = node ? EQ_PUSH(places) : NULL;
            lost = column[i] && !place;
            if (place) {
                *node = column[i];
                *place = i * width + k;
            }
        }
    }
    int *moved = near && !lost ? calloc(nodes.count + 1, sizeof *moved) : NULL;
    if (moved && lento_eq_increment(&m->graph, nodes.item, nodes.count, moved) == 0) {
        for (size_t i = 0; i < nodes.count; i++) {
            nodes.item[i] = lento_eq_node(&m->graph, EQ_ADD, nodes.item[i], moved[i], 0);
        }
    }
    if (!lost && (!near || moved)) {
        code = lento_eq_compile(&m->graph, nodes.item, places.item, nodes.count,
                                (size_t)n * (size_t)width, m->build);
    }
    free(moved);
    free(column);
    free(nodes.item);
    free(places.item);
    return code;
}

/* differences, or value + difference */
static const eq_code *near_code(eq_making *m, const int nodes[], size_t n, bool whole) {
    int *d = calloc(n + 1, sizeof *d);
    if (!d || lento_eq_increment(&m->graph, nodes, n, d)) {
        free(d);
        return NULL;
    }
    for (size_t i = 0; i < n && whole; i++) {
        d[i] = lento_eq_node(&m->graph, EQ_ADD, nodes[i], d[i], 0);
    }
    const eq_code *code = compile(m, d, n);
    free(d);
    return code;
}

int lento_eq_make_constraints(eq_making *m, lento_mechanics *mechanics) {
    const size_t n = m->file->constraints.count;
    eq_model *model = m->model;
    if (n > 0) {
        const int *nodes = lento_eq_expand_all(m, m->file->constraints.item, n, sizeof(eq_range));
        if (!nodes) {
            return too_large(m);
        }
        model->constraint = compile(m, nodes, n);
        model->jacobian = lento_eq_gradients(m, nodes, (int)n, model->size, false);
        model->constraint_near = near_code(m, nodes, n, false);
        model->jacobian_near = lento_eq_gradients(m, nodes, (int)n, model->size, true);
        if (!model->constraint || !model->jacobian || !model->constraint_near ||
            !model->jacobian_near) {
            return too_large(m);
        }
        mechanics->constraints = (int)n;
        mechanics->constraint = lento_eq_constraint;
        mechanics->constraint_near = lento_eq_constraint_near;
    }
    if (n > 0 || m->file->stiff.count > 0) {
        model->rate_near = near_code(m, m->rate_nodes, (size_t)model->size, true);
        if (!model->rate_near) {
            return too_large(m);
        }
        mechanics->rate_near = lento_eq_rate_near;
    }
    return 0;
}

/* ---- stiff springs ---- */

/* M q'' has -w^2 g grad g */
int lento_eq_add_springs(eq_making *m) {
    eq_graph *g = &m->graph;
    for (size_t i = 0; i < m->file->stiff.count; i++) {
        const int w = lento_eq_expand(&m->x, m->file->stiff.item[i].frequency);
        const int value = lento_eq_expand(&m->x, m->file->stiff.item[i].value);
        const int square = lento_eq_node(g, EQ_MUL, w, w, 0);
        const int tension = lento_eq_node(g, EQ_MUL, value, square, 0);
        for (int k = 0; k < m->model->size; k++) {
            int slope = 0;
            if (lento_eq_derive(g, &value, 1, EQ_IN_Q + k, NULL, &slope)) {
                return too_large(m);
            }
            m->rate_nodes[k] = lento_eq_node(g, EQ_SUB, m->rate_nodes[k],
                                             lento_eq_node(g, EQ_MUL, tension, slope, 0), 0);
        }
    }
    return g->failed ? too_large(m) : 0;
}

/* eigenvalues of a symmetric matrix by Jacobi's rotations; they end on the diagonal */
static void diagonalise(double a[], int n) {
    for (int sweep = 0; sweep < 60; sweep++) {
        double off = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                const double b = a[i * n + j];
                off += fabs(b);
                if (b == 0) {
                    continue;
                }
                const double tau = (a[j * n + j] - a[i * n + i]) / (2 * b);
                const double t = (tau >= 0 ? 1 : -1) / (fabs(tau) + sqrt(1 + tau * tau));
                const double c = 1 / sqrt(1 + t * t), s = t * c;
                for (int k = 0; k < n; k++) {
                    const double x = a[k * n + i], y = a[k * n + j];
                    a[k * n + i] = c * x - s * y;
                    a[k * n + j] = s * x + c * y;
                }
                for (int k = 0; k < n; k++) {
                    const double x = a[i * n + k], y = a[j * n + k];
                    a[i * n + k] = c * x - s * y;
                    a[j * n + k] = s * x + c * y;
                }
            }
        }
        if (off == 0) {
            return;
        }
    }
}

/* the frequencies at the start: eigenvalues of W G M^-1 G^T W */
static int spring_scale(eq_making *m, const double w[], int count) {
    const int n = m->model->size;
    double *jacobian = calloc((size_t)count * (size_t)n, sizeof *jacobian);
    double *matrix = calloc((size_t)count * (size_t)count, sizeof *matrix);
    lento_scale scale = {.lowest = INFINITY};
    if (jacobian && matrix) {
        lento_eq_evaluate(m->model->spring_jacobian, 0, NULL, m->build->state, NULL, NULL,
                          jacobian);
        for (int i = 0; i < count * count; i++) {
            for (int k = 0; k < n; k++) {
                matrix[i] += w[i / count] * w[i % count] * jacobian[i / count * n + k] *
                             jacobian[i % count * n + k] / m->mass[k];
            }
        }
        diagonalise(matrix, count);
        for (int i = 0; i < count; i++) {
            const double own = sqrt(fmax(0, matrix[i * count + i]));
            scale.lowest = fmin(scale.lowest, own);
            scale.highest = fmax(scale.highest, own);
            scale.frequency = fmax(scale.frequency, w[i]);
        }
    }
    free(jacobian);
    free(matrix);
    if (!(scale.lowest > 0) || !isfinite(scale.highest)) {
        m->wrong = "the stiff springs have no direction at the start";
        return -1;
    }
    if (m->fast.count == 0) {
        m->fast.scale[m->fast.count++] = scale;
    }
    return 0;
}

int lento_eq_make_stiff(eq_making *m, lento_knowledge *known) {
    const size_t n = m->file->stiff.count;
    eq_model *model = m->model;
    if (n == 0) {
        return 0;
    }
    double *w = lento_build_doubles(m->build, n);
    const int *nodes =
        n <= 1000 ? lento_eq_expand_all(m, &m->file->stiff.item[0].value, n, sizeof(eq_stiff))
                  : NULL;
    if (!w || !nodes) {
        return too_large(m);
    }
    for (size_t i = 0; i < n; i++) {
        w[i] = lento_eq_constant(&m->x, m->file->stiff.item[i].frequency);
        if (!(w[i] > 0) || !isfinite(w[i])) {
            m->wrong = "the frequency of a stiff spring must be positive and finite";
            return -1;
        }
    }
    model->spring = compile(m, nodes, n);
    model->spring_jacobian = lento_eq_gradients(m, nodes, (int)n, model->size, false);
    if (!model->spring || !model->spring_jacobian) {
        return too_large(m);
    }
    known->stiff = LENTO_KEEP(m->build, lento_stiff, .count = (int)n, .frequency = w,
                              .spring = lento_eq_spring);
    return known->stiff ? spring_scale(m, w, (int)n) : -1;
}

/* ---- slow variables ---- */

/* d(xi)/dt = sum of d(xi)/dx_k x_k' and what moves at fixed x; x' comes from the caller, as increments do. Order 1. */
static const eq_code *rate_code(eq_making *m, const int xi[], int n, const int fixed[]) {
    eq_graph *g = &m->graph;
    int *sum = calloc((size_t)n + 1, sizeof *sum), *column = calloc((size_t)n + 1, sizeof *column);
    for (int i = 0; sum && i < n; i++) {
        sum[i] = fixed[i];
    }
    for (int k = 0; sum && column && k < g->size && !g->failed; k++) {
        const int speed = lento_eq_input(g, EQ_IN_Q + 2 * g->size + k);
        lento_eq_derive(g, xi, (size_t)n, EQ_IN_Q + k, NULL, column);
        for (int i = 0; i < n; i++) {
            const int term = lento_eq_node(g, EQ_MUL, column[i], speed, 0);
            sum[i] = lento_eq_node(g, EQ_ADD, sum[i], term, 0);
        }
    }
    const eq_code *code = sum && column && !g->failed ? compile(m, sum, (size_t)n) : NULL;
    free(sum);
    free(column);
    return code;
}

int lento_eq_make_xi(eq_making *m, const int nodes[], int n, bool derivatives) {
    eq_model *model = m->model;
    int *rates = m->build->take(m->build, ((size_t)n + 1) * sizeof *rates);
    model->xi = compile(m, nodes, (size_t)n);
    if (!derivatives || !rates || !model->xi) {
        return rates && model->xi ? 0 : too_large(m);
    }
    if (lento_eq_derive(&m->graph, nodes, (size_t)n, -1, m->rates, rates)) {
        return too_large(m);
    }
    m->xi_explicit = rates;
    model->gradient = lento_eq_gradients(m, nodes, n, model->order * model->size, false);
    model->explicit_rate = compile(m, rates, (size_t)n);
    model->xi_rate = model->order == 1 ? rate_code(m, nodes, n, rates) : NULL;
    return model->gradient && model->explicit_rate && (model->order == 2 || model->xi_rate)
               ? 0
               : too_large(m);
}

int lento_eq_make_slow(eq_making *m, lento_knowledge *known) {
    const eq_file *file = m->file;
    eq_model *model = m->model;
    int n = 0, shown = 0;
    int *nodes = m->build->take(m->build, (file->outputs.count + 1) * sizeof *nodes);
    int *column = m->build->take(m->build, (file->outputs.count + 1) * sizeof *column);
    lento_slow_set *set = m->build->take(m->build, 2 * sizeof *set);
    if (!nodes || !column || !set) {
        return too_large(m);
    }
    const int states = model->order * model->size;
    for (size_t i = 0; i < file->outputs.count; i++) {
        const eq_output *o = &file->outputs.item[i];
        if (o->slow && !o->mean) {
            nodes[n] = lento_eq_expand(&m->x, o->value);
            column[n++] = o->name ? states + shown : file->symbols.item[o->state].index;
        }
        shown += o->name ? 1 : 0;
    }
    if (n == 0) {
        return 0;
    }
    if (lento_eq_make_xi(m, nodes, n, true)) {
        return -1;
    }
    set[0] = (lento_slow_set){.size = n,
                              .slow = lento_eq_slow,
                              .rate = model->xi_rate ? lento_eq_slow_rate : NULL,
                              .closed = file->closed,
                              .column = column};
    known->slow = lento_eq_make_lift(m, nodes, m->xi_explicit, n, known, set) ? set : NULL;
    if (!known->slow) {
        known->view =
            LENTO_KEEP(m->build, lento_view, .output = lento_eq_output,
                       .note = "slow variables that depend on a phase or on t are used only if "
                               "they are all positions, then all velocities with "
                               "something added; scheme slow has none here");
    }
    return known->view ? 0 : -1;
}
