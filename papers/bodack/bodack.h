/* SPDX-License-Identifier: MIT
 * What the items of bodack share: the thesis's tops, and runs compared at equal times.
 *
 * The initial frame is not stated in the thesis; three starts are computed (card bodack 0): S0 upright,
 * S45 tilted by 45 degrees about e1, S52 by atan(1.862/1.46), which makes <m,B> vanish. */
#ifndef PAPERS_BODACK_H
#define PAPERS_BODACK_H
#include "lento/problem.h"
#include "lento/top.h"
#include "run.h"

enum { BODACK_STARTS = 3 };
/* Columns of top: quaternion, momentum, axis, energy, <m,p>, <m,a>, K or G. */
enum { BODACK_Q, BODACK_M = 4, BODACK_A = 7, BODACK_E = 10, BODACK_MA = 12, BODACK_SPECIAL };

extern const char *const bodack_start[BODACK_STARTS]; /* "S0", "S45", "S52" */

/* The top of section 6.1.1, or with other settings ("g=10 m1=5", "case=kowalewski"). */
lento_model *bodack_model(int start, const char *settings);
/* The body and the start of that model. */
const lento_top *bodack_body(const lento_model *model);

/* A method with equal steps. */
lento_options bodack_steps(const char *macro, double until, double step);
/* Extrap, a new call every `step` (section 6.1) with first step `first`. */
lento_options bodack_extrap(double until, double step, double tolerance, double first);

#define bodack_L lento_top_attitude_error /* of two rows: they begin with the quaternion */
/* Largest L, largest energy error. */
typedef struct bodack_errors {
    double L, E;
} bodack_errors;
/* Two runs at t = from + dt, from + 2 dt, ..., from + n dt. */
bodack_errors bodack_compare(const lento_model *model, lento_options a, lento_options b,
                             double from, double dt, int n);
/* Against the exact motion of a Lagrange top: L over the last ten units before `until`, energy over
 * all steps (card bodack 8). */
bodack_errors bodack_last(const lento_model *model, lento_options options, double until);

/* The tolerance of a number that depends on the details of an algorithm: right within a factor. */
double bodack_factor(double computed, double expected, double factor);
#define FACTOR(computed, expected, factor)                                                         \
    computed, expected, bodack_factor(computed, expected, factor)

paper_compute bodack_section_61, bodack_section_615, bodack_section_62, bodack_crossing,
    bodack_section_63, bodack_figure_55, bodack_geometry, bodack_integrals, bodack_discrete,
    bodack_extrapolation, bodack_exact, bodack_rods, bodack_methods, bodack_methods_long,
    bodack_errata;

extern const paper_figure bodack_figures[];
extern const paper_erratum bodack_misprints[];

#endif
