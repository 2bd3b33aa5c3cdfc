/* SPDX-License-Identifier: MIT
 *
 * table.c - the one table of checks, in the order in which a run makes them: code, limit, sentence, and whether more
 * than the limit is a warning or a refusal. docs/choose.md explains the codes. */
#include "check/check.h"

static const lento_check_row TABLE[LENTO_CHECKS] = {
    {LENTO_CHECK_OWN_STEP, "option-ignored", 1e-9, "kernel '%s' chooses its own micro step",
     LENTO_DONE},
    {LENTO_CHECK_OWN_WINDOW, "option-ignored", 1e-9, "kernel '%s' chooses its own window",
     LENTO_DONE},
    {LENTO_CHECK_FITTED_ALIAS, "fitted-alias", 1,
     "stormer-fitted needs more than %g micro steps per period for %g harmonics: fewer"
     " alias the highest one",
     LENTO_BAD_OPTION},
    {LENTO_CHECK_FITTED_HARMONICS, "fitted-harmonics", 1,
     "stormer-fitted is exact for one harmonic only and of order 2 for the %g of this "
     "forcing",
     LENTO_DONE},
    {LENTO_CHECK_POINT_KERNEL, "nothing-averaged", 0,
     "kernel 'point' averages nothing, which is right only if the rates of the slow "
     "variables do not oscillate; this problem does not declare it",
     LENTO_DONE},
    {LENTO_CHECK_WINDOW_LENGTH, "window-too-short", 1e-3,
     "the window of %g is too short for kernel '%s', which leaves more than 0.001 of "
     "the fast oscillation; %g is enough",
     LENTO_DONE},
    {LENTO_CHECK_RESIDUAL_SPRING, "residual-spring", 0.1,
     "the window leaves a residual spring |kappa| Omega^2 = %g, more than %g: the run "
     "needs short steps or is wrong; %s",
     LENTO_DONE},
    {LENTO_CHECK_SPRING_ROUNDING, "rounding-noise", 1e-3,
     "the stiff springs turn the rounding of positions into a noise of %g in the slow "
     "force, more than %g; a problem with rate_near avoids it",
     LENTO_DONE},
    {LENTO_CHECK_MICRO_STABLE, "micro-step-unstable", 2,
     "micro step unstable: with %g steps per period of the fastest oscillation a "
     "window makes it grow by %g times; take more",
     LENTO_BAD_OPTION},
    {LENTO_CHECK_MICRO_GROWTH, "micro-step-coarse", 0.01,
     "the micro method changes the fastest oscillation by %g of its size over half a "
     "window, more than %g: take more micro steps, or --micro dop853",
     LENTO_DONE},
    {LENTO_CHECK_FORCING_LEFT, "forcing-not-filtered", 0.01,
     "the window leaves %g of the forcing, which is of the size of its frequency %g: "
     "take whole periods for box, pairs of periods for triangle, or a wider window",
     LENTO_DONE},
    {LENTO_CHECK_FORCING_DRIFT, "forcing-not-filtered", 0.01,
     "in a moving micro run the window leaves %g of the forcing, more than %g: take "
     "kernel triangle or a wider window",
     LENTO_DONE},
    {LENTO_CHECK_PHASES_HARMONICS, "phases-harmonics", 1,
     "%g phases bring the error to 1/omega^2 for one harmonic only; with the %g of "
     "this forcing it stays 1/omega",
     LENTO_DONE},
    {LENTO_CHECK_MICRO_FORCING, "micro-step-coarse", 1,
     "%g micro steps per fast period are too few for a method that is not fitted to "
     "the forcing; take at least %g, or stormer-fitted",
     LENTO_DONE},
    {LENTO_CHECK_MULTIPLIER_ROUNDING, "rounding-noise", 0.01,
     "with such short steps the rounding of positions puts a noise of about %g (limit "
     "%g) into the multipliers; a problem with rate_near and constraint_near avoids it",
     LENTO_DONE},
    {LENTO_CHECK_MACRO_STABLE, "macro-step-unstable", 1 - 1e-15,
     "%s is unstable with macro steps of %g: these slow variables still oscillate, and"
     " the steps must stay below %g",
     LENTO_BAD_OPTION},
    {LENTO_CHECK_SEPARATION, "scales-not-separated", 1,
     "scales are not separated: window %g exceeds macro step %g", LENTO_DONE},
    {LENTO_CHECK_SEPARATION_INNER, "scales-not-separated", 1,
     "scales are not separated: an inner window of %g exceeds the step %g of the level"
     " above",
     LENTO_DONE},
    {LENTO_CHECK_SEPARATION_ADAPTIVE, "scales-not-separated", 1,
     "scales are not separated: window %g exceeds four average macro steps, %g", LENTO_DONE},
    {LENTO_CHECK_UNRESOLVED, "fast-scale-unresolved", 2,
     "the macro step %g is too long for the fast frequency %g, which is not averaged; "
     "average it or take smaller steps",
     LENTO_DONE},
    {LENTO_CHECK_MULTISTEP_TOLERANCE, "loose-tolerance", 1e-5,
     "%s on a fast oscillation may blow up unnoticed at a tolerance of %g; take %g or "
     "less",
     LENTO_DONE},
    {LENTO_CHECK_ADDED_TOLERANCE, "loose-tolerance", 0.02,
     "errors of a tolerance of %g add up over the fast periods of this run; take %g or"
     " less",
     LENTO_DONE},
    {LENTO_CHECK_ADDED_GROWTH, "fast-scale-unresolved", 0.02,
     "%s changes a fast oscillation by %g of its size over this run, more than %g: "
     "take smaller steps or a higher order",
     LENTO_DONE},
    {LENTO_CHECK_FIRST_STEP, "option-ignored", 0,
     "the macro steps of %s are fixed here, so first-step is ignored", LENTO_DONE},
    {LENTO_CHECK_MAX_STEP, "option-ignored", 0,
     "the macro steps of %s are fixed here, so max-step is ignored", LENTO_DONE},
    {LENTO_CHECK_NOTE, "note", 0, "%s", LENTO_DONE},
    {LENTO_CHECK_EVEN, "declaration", 1e-9,
     "the force is declared even in the fast phase, but its values at two opposite "
     "phases differ by %g of its size (limit %g)",
     LENTO_DONE},
    {LENTO_CHECK_HARMONICS, "declaration", 1e-6,
     "the force has more harmonics of the fast phase than are declared: they make up "
     "%g of its size (limit %g)",
     LENTO_DONE},
    {LENTO_CHECK_VELOCITY, "declaration", 1e-9,
     "the force is declared independent of the velocity, but another velocity changes "
     "it by %g of its size (limit %g)",
     LENTO_DONE},
    {LENTO_CHECK_CONSTANT_VARIABLE, "dependent-variable", 1e9,
     "slow variable %g is the same everywhere and says nothing", LENTO_BAD_OPTION},
    {LENTO_CHECK_DEPENDENT_VARIABLE, "dependent-variable", 1e9,
     "slow variable %g is a combination of those before it at every point, so the set "
     "has only rank %g there; leave it out or see 'lento detect'",
     LENTO_BAD_OPTION},
    {LENTO_CHECK_RANK_START, "rank-deficient-start", 0,
     "the slow variables are dependent at the start, t = 0 (rank %g, nearby %g), and "
     "the run may never leave it; add companions, see 'lento detect'",
     LENTO_DONE},
    {LENTO_CHECK_RANK_START_NAMED, "rank-deficient-start", 0,
     "the slow variables are dependent at t = 0 (rank %g, nearby %g); the run "
     "continues with the cut-off",
     LENTO_DONE},
    {LENTO_CHECK_CLOSURE, "incomplete-set", 1,
     "the slow variables have different rates at two states where their values are "
     "equal: a slow variable is missing and will not move; see 'lento detect'",
     LENTO_DONE},
    {LENTO_CHECK_FAST_ENERGY, "fast-energy", 1,
     "the stiff springs start with a fast energy of %g, more than %g: scheme stiff "
     "assumes that their oscillation is small; start them near their natural lengths, "
     "or integrate directly",
     LENTO_DONE},
    {LENTO_CHECK_ACTING_ENERGY, "acting-energy", 1,
     "the stiff springs start with a fast energy of %g, more than %g, a tenth of the "
     "kinetic energy: it acts on the slow motion; use --adiabatic",
     LENTO_DONE},
    {LENTO_CHECK_ADIABATIC_TOLERANCE, "adiabatic-tolerance", 1.001e-6,
     "adiabatic runs need a relative tolerance of 1e-6 or less, not %g: errors of the "
     "macro steps put energy into the stiff springs (limit %g)",
     LENTO_DONE},
    {LENTO_CHECK_STEP_LENGTH, "steps-too-long", 0.1,
     "one macro step and two half ones differ by %g of the state, more than %g: %s "
     "does not resolve the motion; take shorter steps",
     LENTO_DONE},
    {LENTO_CHECK_FAST_VARIABLE, "fast-variable", 0.125,
     "slow variable %s changes at %g of the fast frequency (limit %g): it is not slow,"
     " and its average is meaningless; see 'lento detect'",
     LENTO_DONE},
    {LENTO_CHECK_BACKWARD_GROWTH, "backward-growth", 100,
     "the micro run backward in time from t = %g grows by %g times, so the system has "
     "a mode that dies out fast; use --side forward with a one-sided kernel, and "
     "--relax",
     LENTO_STALLED},
    {LENTO_CHECK_RANK_LOST, "rank-lost", 0,
     "the slow variables become dependent at t = %g (rank %g); the run continues with "
     "the cut-off",
     LENTO_DONE},
    {LENTO_CHECK_OFF_MANIFOLD, "off-manifold", 1,
     "errors of the macro steps stretch the stiff springs: a false energy of %g, more "
     "than the kinetic energy %g; use --reproject, a smaller tolerance, or integrate "
     "directly",
     LENTO_DONE},
    {LENTO_CHECK_GAUGE, "point-gauge", 0,
     "no state has the given start as its means, because the fast motion is too strong for its "
     "frequency; start and columns are values at a point (--gauge point)",
     LENTO_DONE},
};

const lento_check_row *lento_check_row_of(lento_check_id id) {
    return &TABLE[id];
}
