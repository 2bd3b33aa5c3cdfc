/* SPDX-License-Identifier: MIT
 *
 * macro.c - the loop of a macro run: history, single returns, the first long step, what is done if
 * the return is lost, and when to give up because plain integration is cheaper. */
#include "solve/macro.h"
#include "solve/dense.h"
#include "solve/ends.h"

#define ROW_SHARE     0.075 /* of the tolerance, for what a row adds to the error */
#define FIRST_RETURNS 2
enum { ENOUGH_FOR_JUMP = 64, MOST_SECTIONS = 30, MOST_SINGLES = 40 };

/* What is lost for good; a missed section can be repaired. */
static bool hopeless(const lento_solver *s) {
    return s->lost != LOST_NOTHING && s->lost != LOST_RETURN;
}

int lento_macro_return(lento_macro *m, const double z[], double tau, double g[], int tape) {
    if (g == m->now) {
        memcpy(m->place, z, sizeof m->place);
    }
    lento_tape_begin(m->s, &m->s->tape[tape]);
    const int bad = lento_return(m->s, z, tau, g, RETURN_ONCE);
    lento_tape_begin(m->s, NULL);
    return bad;
}

int lento_macro_spare(const lento_macro *m, int but) {
    for (int tape = 0;; tape++) {
        bool taken = tape == m->tape || tape == but || (m->n == 0 && tape == m->later);
        for (int i = 0; i < m->count; i++) {
            taken = taken || m->held[i] == tape;
        }
        if (!taken) {
            return tape;
        }
    }
}

/* can rows be read from tapes at all? */
static bool reels(const lento_macro *m) {
    const lento_solver *s = m->s;
    bool fits = s->relax == 0 && !s->adaptive;
    for (int i = 0; fits && i < s->d && (!s->column || s->means); i++) {
        fits = !s->angle[i];
    }
    return fits;
}

/* how much farther than at the row itself the tapes must be good, in returns */
static double far_away(const lento_solver *s, double t, double tau) {
    double begin = -s->period / tau, end = -begin, shift;
    if (!s->column) {
        lento_window_span(s, t, tau, &begin, &end, &shift);
    }
    return end > -begin ? end : begin;
}

static int read_row(lento_macro *m, lento_reel *reel, double n, const double z[], bool anew) {
    lento_solver *s = m->s;
    double x[ROOM], tau, error = 0, t = s->times[m->row];
    const double allowed = ROW_SHARE * m->tol;
    lento_reel_open(reel, t, n, z);
    lento_ways ways = {&reel->sight, &reel->sight, NULL};
    if (!lento_reel_row(reel, allowed, x, &tau, &error) ||
        (!s->column && (t < FIRST_RETURNS * tau || !lento_window_fits(s, tau)))) {
        return 1;
    }
    if (anew) { /* the row itself is exact: what is around it counts */
        error += lento_reel_doubt(reel, far_away(s, t, tau) * tau);
    }
    if (!(error <= allowed) || lento_output_seen(s, m->pass, m->row, x, tau, &ways)) {
        return 1;
    }
    m->pass->row_error = fmax(m->pass->row_error, error);
    return 0;
}

int lento_macro_reel(lento_macro *m, lento_reel *reel, double n, const double z[]) {
    const bool window = !m->s->column || m->s->means;
    return reels(m) && (!window || reel->count > 1) ? read_row(m, reel, n, z, false) : 1;
}

int lento_macro_reel_anew(lento_macro *m, const lento_reel *reel, double n, const double z[],
                          double tau, int but) {
    lento_solver *s = m->s;
    double node[NODES + 1], g[NODES + 1][SLOTS];
    if ((s->column && !s->means) || !reels(m)) { /* a state alone is found as cheaply */
        return 1;
    }
    const int tape = lento_macro_spare(m, but);
    const lento_excursion last = s->last; /* at the end of the step */
    const double embedded = s->embedded;
    const bool bad = lento_macro_return(m, z, tau, g[0], tape) != 0;
    s->last = last;
    s->embedded = embedded;
    if (bad) {
        s->lost = s->lost == LOST_RETURN ? LOST_NOTHING : s->lost;
        return 1;
    }
    lento_reel with = {.s = s, .count = 1, .node = node, .g = g};
    node[0] = n;
    with.tape[0] = &s->tape[tape];
    for (int i = 0; i < reel->count && with.count < NODES; i++) {
        if (fabs(reel->node[i] - n) >= TAPES_APART) {
            node[with.count] = reel->node[i];
            memcpy(g[with.count], reel->g[i], sizeof g[0]);
            with.tape[with.count++] = reel->tape[i];
        }
    }
    return with.count > 1 ? read_row(m, &with, n, z, true) : 1;
}

/* rows before t, directly from z */
static int put_rows(lento_macro *m, double t, const double z[]) {
    lento_solver *s = m->s;
    for (; m->row < s->samples && s->times[m->row] < t; m->row++) {
        if (lento_output_from(s, m->pass, m->row, z, true, m->tau)) {
            return -1;
        }
    }
    return 0;
}

/* rows before the run begins: from the start of everything */
static int early_rows(lento_macro *m) {
    lento_solver *s = m->s;
    double z[SLOTS] = {0};
    memcpy(z, s->start, (size_t)s->d * sizeof *z);
    z[s->d] = 0;
    lento_dense_begin(s, m->pass, 0);
    lento_dense_add(s, 1, 0, z, NULL);
    return put_rows(m, m->z[s->d], z);
}

/* the slope of g from one more return; then the first step is as long as order 2 allows */
static int prepare_jump(lento_macro *m) {
    lento_solver *s = m->s;
    double z[SLOTS], change[SLOTS];
    m->jump = 0;
    if (m->span / m->tau < ENOUGH_FOR_JUMP || s->relax > 0) {
        return 0;
    }
    for (int i = 0; i <= s->d; i++) {
        z[i] = m->z[i] + m->now[i];
    }
    const int tape = lento_macro_spare(m, m->tape);
    if (lento_macro_return(m, z, m->tau, m->after, tape)) {
        return -1;
    }
    m->later = tape;
    for (int i = 0; i <= s->d; i++) {
        change[i] = m->after[i] - m->now[i];
    }
    const double size = fmax(lento_norm_x(s, m->now), 1e-300);
    const double rate = fmax(lento_norm_z(s, change) / size, 1e-300);
    const double step = 0.5 * sqrt(1.5 * m->tol * m->tau / (m->span * size)) / rate;
    m->jump = floor(fmin(step, m->span / m->tau / 16));
    m->jump = m->jump < 4 ? 0 : m->jump;
    return 0;
}

static int begin(lento_macro *m) {
    lento_solver *s = m->s;
    memcpy(m->z, m->plan->z, sizeof m->z);
    m->tau = m->plan->tau;
    m->order = m->kept = 1;
    m->step = 1;
    m->scanned = m->scanned_at = m->later = -1;
    m->before = s->calls;
    m->span = s->until - m->z[s->d];
    s->embedded_first = 0;
    s->latent = 0;
    s->shrunk = 1;
    if (early_rows(m) || lento_macro_return(m, m->z, m->tau, m->now, m->tape)) {
        return -1;
    }
    s->embedded_first = lento_embedded_limit(s, s->micro);
    m->tau = m->now[s->d];
    m->pass->tau_low = m->pass->tau_high = m->tau;
    m->falls = s->falls;
    return prepare_jump(m);
}

/* LOST_NOTHING: go on */
static lento_lost too_dear(const lento_macro *m) {
    const lento_solver *s = m->s;
    const double used = (double)(s->calls - m->before);
    const double done = (m->z[s->d] - m->plan->z[s->d]) / m->span;
    const double whole = used / fmax(done, 1e-6);
    const bool dear = used > s->give_up && whole > (m->second ? 7 : 3.5) * s->give_up;
    const bool limit = used > 0.05 * s->limit && (double)m->before + whole > s->limit;
    return dear ? LOST_DEAR : limit ? LOST_LIMIT : LOST_NOTHING;
}

/* A fast motion that dies out and comes back must keep its relative accuracy: how large is the last return, against the
 * scales? One number that is small for a while does not count, nor does what a forcing moves: it follows the slow state. */
static double what_is_left(const lento_solver *s) {
    double most = 0;
    bool any = false;
    for (int i = 0; i < s->d; i++) {
        if (s->share[i] > 0.5) {
            any = true;
            most =
                s->angle[i] ? 1 : fmax(most, 2 * (s->last.high[i] - s->last.low[i]) / s->scale[i]);
        }
    }
    return any && !s->fine && s->period == 0 ? fmax(1e-12, fmin(1, most)) : 1;
}

static void remember(lento_macro *m) {
    lento_solver *s = m->s;
    const int keep = m->count < HISTORY ? m->count : HISTORY;
    for (int i = keep; i > 0; i--) {
        m->node[i] = m->node[i - 1];
        m->held[i] = m->held[i - 1];
        memcpy(m->g[i], m->g[i - 1], sizeof m->g[0]);
    }
    m->node[0] = m->n;
    lento_dense_add(s, m->kept, m->n, m->z, m->now);
    lento_output_reach(s, m->z[s->d], m->z, m->pass->most);
    m->held[0] = m->tape;
    memcpy(m->g[0], m->now, sizeof m->now);
    m->count = keep + 1;
    for (int i = 0; i < s->d; i++) {
        s->scale[i] = fmin(s->most[i], fmax(s->scale[i], fabs(m->z[i])));
    }
    s->shrunk = what_is_left(s);
    m->tau = m->now[s->d];
    m->pass->tau_low = fmin(m->pass->tau_low, m->tau);
    m->pass->tau_high = fmax(m->pass->tau_high, m->tau);
}

/* the return is lost at a single step: new weights here, on to the largest fast rate, no history */
static int new_section(lento_macro *m) {
    lento_solver *s = m->s;
    double at = 0, z[SLOTS];
    lento_orbit o;
    if (s->period > 0 || hopeless(s) || ++m->pass->sections > MOST_SECTIONS) {
        return -1;
    }
    s->lost = LOST_NOTHING;
    memcpy(z, m->z, sizeof z);
    if (lento_mesh_survey(s, m->z, m->tau, &at)) {
        return -1;
    }
    lento_orbit_open(s, &o, m->z[s->d], m->z, s->rtol, true);
    if (at > 0 && lento_orbit_run(&o, at)) {
        return -1;
    }
    memcpy(m->z, o.x, (size_t)s->d * sizeof *o.x);
    m->z[s->d] += at;
    if (put_rows(m, m->z[s->d], z)) {
        return -1;
    }
    m->count = 0;
    m->singles = 0;
    m->tape = lento_macro_spare(m, m->tape);
    return m->z[s->d] >= s->until ? 0 : lento_macro_return(m, m->z, m->tau, m->now, m->tape);
}

/* one return: exact */
static int single(lento_macro *m) {
    lento_solver *s = m->s;
    double z[SLOTS] = {0};
    for (int i = 0; i <= s->d; i++) {
        z[i] = m->z[i] + m->now[i];
    }
    lento_reel reel = {.s = s, .count = 1, .node = &m->n, .g = &m->now};
    reel.tape[0] = &s->tape[m->tape];
    for (; m->row < s->samples && s->times[m->row] < z[s->d] && s->times[m->row] >= m->z[s->d];
         m->row++) {
        if (!lento_output_skips(s, m->pass, m->row) && lento_macro_reel(m, &reel, m->n, m->z)) {
            break;
        }
    }
    if (put_rows(m, z[s->d], m->z)) {
        return -1;
    }
    memcpy(m->z, z, sizeof z);
    m->n += 1;
    m->kept = 1;
    m->singles++;
    m->pass->micro_error += s->micro;
    m->pass->steps++;
    m->tape = lento_macro_spare(m, m->tape);
    if (lento_macro_return(m, m->z, m->tau, m->now, m->tape) && new_section(m)) {
        return -1;
    }
    m->step = m->singles >= 3 ? 2 : 1;
    m->order = m->count < 4 ? m->count : 4;
    if (m->singles > MOST_SINGLES && m->singles % 8) {
        m->step = 1;
    }
    return 0;
}

/* to the next node */
static int advance(lento_macro *m, double longest) {
    for (;;) {
        if (m->jump > 0 && m->n == 0) {
            m->step = fmin(m->jump, longest);
            if (m->step < 4) {
                m->jump = 0;
                m->step = 1;
            }
        }
        const bool jump = m->jump > 0 && m->n == 0;
        if (!jump && (m->step < 2 || m->count < 2 || (m->count < 3 && m->jump == 0))) {
            m->step = 1;
            return single(m);
        }
        const int done = lento_macro_step(m);
        if (done) {
            return done < 0 ? -1 : 0;
        }
    }
}

/* rough: a systematic micro error counts for every return, a random one by the root of the steps */
static void sum_micro(lento_macro *m) {
    lento_solver *s = m->s;
    if (!s->adaptive) {
        return;
    }
    if (m->compared == 0) {
        m->pass->micro_error = m->n * s->micro;
        return;
    }
    const double rms = sqrt(m->square / m->compared);
    for (int i = 0; i <= s->d; i++) {
        m->bias[i] /= m->compared;
    }
    const double random = 2 * rms / sqrt(fmin(64, fmax(1, (double)m->pass->steps)));
    const double bias = fmax(0, lento_norm_z(s, m->bias) - 2 * rms / sqrt(m->compared));
    m->pass->micro_error = m->n * (random + bias);
}

static void reset(lento_pass *pass) {
    *pass = (lento_pass){.value = pass->value, .stride = pass->stride};
}

int lento_macro_run(lento_solver *s, const lento_plan *plan, double tol, double least, bool second,
                    lento_pass *pass) {
    lento_macro m = {.s = s, .plan = plan, .pass = pass, .tol = tol, .least = least};
    m.second = second;
    m.seed = 4711 + (unsigned)(least * 10);
    reset(pass);
    s->run++;
    int bad = begin(&m);
    while (!bad && m.z[s->d] < s->until) {
        s->lost_at = m.z[s->d];
        if (too_dear(&m) != LOST_NOTHING) {
            return lento_solve_lose(s, too_dear(&m), m.z[s->d]);
        }
        if (s->options->progress) {
            s->options->progress(second ? "averaging again" : "averaging", m.z[s->d] / s->until,
                                 s->options->user);
        }
        remember(&m);
        if (lento_scout_return(s, m.z, &s->tape[m.tape])) {
            return -1;
        }
        const double rest = (s->until - m.z[s->d]) / m.tau;
        if (rest < 1 + 1e-9) {
            break;
        }
        const double longest = fmax(1, floor(fmin(rest * 0.98, m.span / m.tau / least)));
        bad = lento_macro_check(&m);
        m.step = fmax(1, fmin(m.step, longest));
        bad = bad ? bad : advance(&m, longest);
    }
    if (bad || put_rows(&m, INFINITY, m.z)) {
        return -1;
    }
    lento_dense_add(s, m.kept, m.n, m.z, m.now);
    sum_micro(&m);
    pass->calls = s->calls - m.before;
    return 0;
}
