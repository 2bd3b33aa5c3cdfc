/* SPDX-License-Identifier: MIT
 *
 * direct.c - plain integration with a bar: a coarse and a fine run, and pieces of the orbit at
 * three tolerances, which show how much of their difference is the error of the fine one. Steps that
 * failed hard along the whole run mean corners: the bar is widened. An averaged pair that disagreed
 * is not forgotten: its values bound the bar from below. */
#include "solve/dense.h"
#include "solve/plain.h"

enum { MOST_ROUNDS = 5, SPOT_STEPS = 24, SPOT_PART = 192, BRIEF = 600, SCOUTED = 40000 };
#define COARSEST 1e-6 /* coarser runs are not asymptotic on steep right-hand sides */
#define ROUGHEST 3e-5 /* nor are these, but a loose tolerance does not mind */
#define GAP      1000
#define FINER    30   /* to see what is left of the error of the fine run */
#define CLOSEST  0.35 /* tolerances of two runs */
#define ACCIDENT 0.1  /* of the mean difference */
#define PHASE    1e-4 /* of the coarse run, if errors add up */
/* The coarse run has lost the phase of the fast motion: then the runs differ by no more than that is large, and their
 * difference no longer says how wrong the fine one is. */
#define LOST_PHASE 0.2
#define COARSER    30 /* a third run, that shows how errors fall */
#define FALLS                                                                                      \
    0.6 /* with this power of the tolerance, at least: then two runs did not agree by accident */

/* |x(coarse) - x(fine)| and |x(fine) - x(fine/30)| after a piece of orbit */
static int check_spot(lento_plain *p, int q, double length, double far[2]) {
    lento_solver *s = p->s;
    const double rtol[3] = {p->coarse, p->fine, fmax(p->fine / 30, 0.3 * s->least_rtol)};
    double x[3][ROOM], d1[ROOM], d2[ROOM], size[ROOM] = {0};
    for (int j = 0; j < s->d; j++) { /* a number may have grown far above its scale */
        size[j] = fmax(s->scale[j], p->spot_size[q][j]);
    }
    for (int i = 0; i < 3; i++) {
        lento_orbit o;
        lento_orbit_open(s, &o, p->spot_t[q], p->spot[q], rtol[i], false);
        memcpy(o.size, size, (size_t)s->d * sizeof *size);
        if (lento_orbit_run(&o, fmin(length, s->until - p->spot_t[q]))) {
            return -1;
        }
        for (int j = 0; j < s->d; j++) {
            x[i][j] = o.x[j] + o.low[j];
        }
    }
    for (int j = 0; j < s->d; j++) {
        d1[j] = (x[0][j] - x[1][j]) * s->scale[j] / size[j];
        d2[j] = (x[1][j] - x[2][j]) * s->scale[j] / size[j];
    }
    far[0] = lento_norm_x(s, d1);
    far[1] = lento_norm_x(s, d2);
    return 0;
}

/* The largest ratio of them; a first difference that is small by accident says nothing. */
static int worst_spot(lento_plain *p, double length, double *rho) {
    double far[PLAIN_SPOTS][2], mean = 0;
    for (int q = 0; q < PLAIN_SPOTS; q++) {
        if (check_spot(p, q, length, far[q])) {
            return -1;
        }
        mean += far[q][0] / PLAIN_SPOTS;
    }
    for (int q = 0; q < PLAIN_SPOTS; q++) {
        const double first = fmax(far[q][0], ACCIDENT * mean);
        *rho = fmax(*rho, far[q][1] < 2e-15 ? 0 : far[q][1] / fmax(first, 1e-300));
    }
    return 0;
}

static bool corners(const lento_plain *p) {
    const bool proved = lento_shape_of(p->s->system)->smooth;
    return !proved && (p->s->rough || p->hard > 3 + p->b->steps / 2000);
}

/* A run of few steps: all of it again at a finer tolerance says more than pieces. false: there is none */
static bool can_repeat(lento_plain *p) {
    p->brief = p->brief || p->a->steps < BRIEF;
    return p->brief && fmax(p->fine / FINER, p->s->least_rtol) <= p->fine / 3;
}

static int repeat(lento_plain *p, double *keep) {
    p->repeated = true;
    p->foreseen = 0;
    p->s->rough = p->s->out->rough = corners(p);
    *keep = p->s->rough ? 3 : 1.5;
    p->s->hushed = true;
    const int bad = lento_plain_run(p, fmax(p->fine / FINER, p->s->least_rtol), p->a);
    p->s->hushed = false;
    return bad;
}

static bool proved(const lento_plain *p) {
    return p->falls >= FALLS;
}

/* The fine run of the pair before is the coarse one now: that shows how errors of whole runs fall, too. */
static void note_fall(lento_plain *p) {
    if (p->older > 0 && !proved(p)) {
        const double now = lento_output_differ(p->s, p->a, p->b, p->s->out->bars);
        p->falls = now > 0 ? fmax(1e-300, log(now / p->older) / log(p->step)) : 0;
    }
    p->older = 0;
}

static double order(const lento_plain *p) {
    return proved(p) ? fmin(p->falls, lento_plain_order(p)) : lento_plain_order(p);
}

/* which part of the difference of the runs is the error of the fine one */
static int keep_part(lento_plain *p, double *keep) {
    lento_solver *s = p->s;
    if (can_repeat(p)) {
        return repeat(p, keep);
    }
    if (p->repeated) {
        p->repeated = false;
        p->coarse = 10 * p->fine;
        if (lento_plain_run(p, p->coarse, p->a)) {
            return -1;
        }
    }
    note_fall(p);
    const double few = SPOT_STEPS * s->until / (double)p->a->steps, most = s->until / SPOT_PART;
    double length = fmax(few, fmin(most, 8 * lento_plain_oscillation(s))), worst = 0;
    length = p->brief ? s->until / 8 : length;
    if (worst_spot(p, length, &worst)) {
        return -1;
    }
    const double gap = p->fine / p->coarse;
    const bool odd = worst > (p->brief ? 0.5 : 0.08) && worst > 20 * gap;
    *keep = fmin(3, fmax(4 * worst, 5 * pow(gap, order(p))));
    if (corners(p) || (odd && !lento_shape_of(s->system)->smooth)) {
        s->rough = s->out->rough = true;
        *keep = 3;
    }
    return 0;
}

/* How far the two runs are apart in the phase of the fast motion, about in radians. */
static double apart(const lento_plain *p) {
    const lento_solver *s = p->s;
    double most = 0;
    for (int i = 0; i < s->d; i++) {
        const double far = fabs(p->a->end[i] - p->b->end[i]);
        if (s->share[i] > 0.5 && far > 0) {
            most = fmax(most, s->angle[i] ? far : 2 * far / p->b->reach[i]);
        }
    }
    return most;
}

static bool lost_phase(const lento_plain *p, double difference) {
    return difference > 0.3 || apart(p) > LOST_PHASE;
}

static double set_bar(lento_plain *p, double keep, const lento_pass *averaged,
                      double averaged_bar) {
    lento_solver *s = p->s;
    lento_answer *out = s->out;
    double far[2] = {0};
    if (averaged) { /* the averaged pair had warned: do not say less than what it knows */
        far[0] = lento_output_differ(s, averaged, p->b, out->bars);
        far[1] = far[0] > averaged_bar ? far[0] : 0;
    }
    const double difference = lento_output_differ(s, p->a, p->b, out->bars);
    p->difference = difference;
    const bool odd = out->growth > 300 || lost_phase(p, difference);
    if ((odd || p->falls > 0) && !proved(p)) {
        keep = fmax(keep, 0.3);
    }
    /* corners, and errors that grow: two runs may agree by accident */
    const bool erratic = s->rough || out->growth > 10;
    keep = erratic ? fmin(3, 2 * keep) : keep;
    const double rounding = 3e-15 * s->oscillations * fmax(1, fmin(out->growth, 1e4));
    const double foreseen = p->foreseen * p->coarse / 4; /* much less may be an accident */
    keep *= difference > 0 ? fmax(1, fmin(4, foreseen / difference)) : 1;
    const double least = rounding + p->b->row_error + (erratic || p->brief ? 0.01 * s->tol : 0);
    for (int j = 0; j < s->samples; j++) {
        out->bars[j] = out->bars[j] * keep + least;
        out->bars[j] = fmax(out->bars[j], far[1]);
    }
    lento_output_floor(s);
    out->rho = keep;
    out->bar_macro = keep * difference;
    out->bar = out->bars[s->samples - 1];
    out->steps = p->b->steps;
    out->rejected = p->b->rejected;
    memcpy(out->values, p->b->value, (size_t)s->samples * (size_t)s->columns * sizeof *out->values);
    lento_dense_keep(s, p->b, keep, keep * apart(p));
    return keep;
}

/* The fine run seems good enough, but its difference from the coarse one is odd (it grows a thousand times, or the phase is
 * lost). A third run shows whether the errors of whole runs fall with the tolerance: a coarser one, which costs little, or one
 * between them where that would be lost. */
static int prove(lento_plain *p) {
    lento_solver *s = p->s;
    const double before = p->difference;
    const bool lost =
        COARSER * before > 0.3 || COARSER * apart(p) > LOST_PHASE || COARSER * p->coarse > ROUGHEST;
    const double rtol = lost ? sqrt(p->coarse * p->fine) : COARSER * p->coarse;
    p->third->stride = p->a->stride;
    p->falls = 1e-300; /* once */
    p->met = false;    /* the marks are left anew */
    s->hushed = true;
    const int bad = lento_plain_run(p, rtol, p->third);
    s->hushed = false;
    if (bad) {
        return -1;
    }
    const double now = lento_output_differ(s, p->third, p->b, s->out->bars);
    if (before > 0 && now > 0) {
        p->falls = fmax(1e-300, log(now / before) / log(rtol / p->coarse));
    }
    if (lost) {
        lento_pass *a = p->a;
        p->a = p->third;
        p->third = a;
        p->coarse = rtol;
    }
    return 0;
}

/* The next pair: a finer fine run; where the coarse one says nothing, both move on. At the end of
 * the tolerances only the coarse one can. */
static int refine(lento_plain *p, double keep, int round) {
    lento_solver *s = p->s;
    const double want = s->tol / s->out->bar;
    if (p->repeated) {
        p->fine = fmax(p->fine / FINER, s->least_rtol);
        return lento_plain_run(p, p->fine, p->b);
    }
    if (p->fine <= s->least_rtol) {
        p->coarse = 10 * p->fine;
        return lento_plain_run(p, p->coarse, p->a);
    }
    if (s->rough || keep >= 0.3 || round > 0) {
        lento_pass *b = p->b;
        p->b = p->a;
        p->a = b;
        p->b->stride = 1;
        p->older = s->rough || lost_phase(p, p->difference) ? 0 : p->difference;
        p->step = p->fine / p->coarse;
        p->coarse = p->fine;
        const double left = s->rough ? 1 / want : p->step * p->difference / s->tol;
        p->fine *= s->rough && round == 0 ? 0.3 : fmax(1e-4, fmin(0.1, 0.03 / left));
    } else {
        p->fine *= fmax(1 / 30.0, fmin(0.3, 0.4 * want));
    }
    p->fine = fmax(p->fine, s->least_rtol);
    if (lento_plain_run(p, p->fine, p->b)) {
        return -1;
    }
    if (p->fine <= CLOSEST * p->coarse) {
        return 0;
    }
    p->coarse = 10 * p->fine; /* two runs that are nearly the same say nothing */
    return lento_plain_run(p, p->coarse, p->a);
}

static double expected(const lento_solver *s, double rtol) {
    return s->rate9 * s->until * pow(rtol / 1e-9, -0.125) * 1.45;
}

static double coarse_rtol(const lento_plain *p) {
    const lento_solver *s = p->s;
    const double phase = PHASE / (fmax(s->sensitivity, 1) * s->oscillations);
    return fmin(p->coarsest, fmax(p->fine * GAP, phase));
}

/* Below the floor of noise plain integration is no better. */
static bool hopeless(const lento_solver *s, const lento_plan *plan) {
    return plan->below_floor && s->noise >= 1e-13 && s->direct_cost >= 1e6;
}

static int first_pair(lento_plain *p) {
    if (expected(p->s, p->coarse) > SCOUTED && lento_plain_scout(p)) {
        return -1;
    }
    if (lento_plain_run(p, p->coarse, p->a)) {
        return -1;
    }
    const double other = lento_plain_pilot(p);
    if (!(other > p->coarse)) {
        p->fine = other;
        return !(other > 0) || lento_plain_run(p, p->fine, p->b);
    }
    lento_pass *a = p->b;
    p->b = p->a;
    p->a = a;
    p->a->stride = 1;
    p->fine = p->coarse;
    p->coarse = other;
    return lento_plain_run(p, p->coarse, p->a);
}

void lento_direct(lento_solver *s, const lento_plan *plan, lento_pass pass[3],
                  const lento_pass *averaged) {
    lento_plain p = {.s = s, .a = &pass[0], .b = &pass[1], .third = &pass[2]};
    const double averaged_bar = s->out->bar;
    const int64_t before = s->calls;
    s->rough = s->rough && !lento_shape_of(s->system)->smooth; /* what is proved needs no guess */
    p.tau = plan->tau > 0 ? plan->tau : s->oscillation;
    p.fine = fmax(s->least_rtol, fmin(s->direct_rtol, fmax(COARSEST / 30, 3e-4 * s->tol)));
    p.coarsest = fmin(ROUGHEST, fmax(COARSEST, 0.03 * s->tol));
    p.coarse = coarse_rtol(&p);
    p.fine = fmin(p.fine, p.coarse / 30);
    s->out->forecast = lento_whole(0.5 * expected(s, p.fine)) + s->calls; /* at least */
    s->out->forecast_direct = lento_whole(expected(s, p.fine));
    if (expected(s, p.fine) > s->limit || hopeless(s, plan)) {
        lento_set_met(s);
        lento_say(s, averaged ? LENTO_NOT_MET : LENTO_REFUSED, plan);
        return;
    }
    p.a->stride = s->column ? 1 : lento_coarse_stride(s); /* windows are dear */
    p.b->stride = 1;
    int bad = first_pair(&p);
    for (int round = 0; !bad; round++) {
        double keep = 0;
        bad = keep_part(&p, &keep);
        if (bad) {
            break;
        }
        const double regular = keep;
        keep = set_bar(&p, keep, averaged, averaged_bar);
        s->out->pairs = round + 1;
        const bool good =
            3 * regular * p.difference < s->tol && !s->rough && !p.repeated && !p.brief;
        if (s->out->bar > s->tol && good && p.falls == 0) {
            bad = prove(&p);
            if (bad) {
                break;
            }
            bad = keep_part(&p, &keep);
            keep = bad ? keep : set_bar(&p, keep, averaged, averaged_bar);
        }
        const bool last = p.fine <= s->least_rtol && p.coarse <= 10 * p.fine;
        if (bad || s->out->bar <= s->tol || last || round == MOST_ROUNDS) {
            break;
        }
        bad = refine(&p, keep, round);
    }
    s->out->counts.direct += s->calls - before;
    lento_set_met(s);
    lento_say(s, bad ? LENTO_REFUSED : s->out->bar <= s->tol ? LENTO_DIRECT : LENTO_NOT_MET, plan);
}
