/* SPDX-License-Identifier: MIT
 *
 * sundials.c - the integrators of SUNDIALS as macro methods (sanzserna section 4: off-the-shelf
 * software as the macro-integrator). The right-hand side is the first-order view y' of whatever
 * system the stepper stands on, so a direct run and an averaged system look the same to them.
 *
 *     cvode-adams   variable order Adams, fixed-point iteration: fewest averaged forces
 *     cvode-bdf     variable order BDF, dense Newton: stiff references
 *     arkode-dopri  Dormand-Prince 5(4) of ERKStep
 *
 * The library steps on its own (one step per call) and a segment's end is its stop time; values
 * inside a step come from its interpolant. Its error norm is a weighted mean square, so a tolerance
 * means less than the same number in ode45 (card sanzserna 5). Hermite interpolation of
 * degree 3 in ERKStep costs no extra evaluations. Everything is allocated in `open`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "step/adaptive.h"
#include "step/stepper.h"
#include "sundials.h"

typedef enum engine_kind { ADAMS, BDF, DOPRI } engine_kind;

typedef struct engine {
    engine_kind kind;
    SUNContext context;
    N_Vector y, dense; /* around the stepper's state; around an output */
    void *memory;
    SUNNonlinearSolver fixed_point;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    double *rows;           /* of the Jacobian, and one column; NULL: by differences */
    lento_stepper *stepper; /* set at every call */
    double t;               /* where the library stands */
    int64_t rejected;       /* of the segment */
} engine;

static void silent(int code, const char *module, const char *function, char *message, void *data) {
    (void)code;
    (void)module;
    (void)function;
    (void)message;
    (void)data;
}

static int right_hand_side(realtype t, N_Vector y, N_Vector dy, void *data) {
    lento_stepper *s = ((engine *)data)->stepper;
    double *rate = N_VGetArrayPointer(dy);
    lento_phase phase[LENTO_MAX_SCALES];
    lento_phases_at(s->system, t, phase);
    if (lento_stepper_field(s, t, phase, N_VGetArrayPointer(y), rate)) {
        return -1;
    }
    double sum = 0;
    for (int i = 0; i < s->size; i++) {
        sum += rate[i] * 0;
    }
    return sum == 0 ? 0 : 1; /* not finite: a shorter step may help */
}

/* exact derivatives, where the system has them: of (v, M^-1 f) for mechanical ones */
static int jacobian(realtype t, N_Vector y, N_Vector rate, SUNMatrix matrix, void *data, N_Vector a,
                    N_Vector b, N_Vector c) {
    engine *e = data;
    lento_stepper *s = e->stepper;
    lento_phase phase[LENTO_MAX_SCALES];
    double *column = e->rows + (size_t)s->n * (size_t)s->size;
    const int above = s->size - s->n; /* rows of q' = v */
    (void)rate, (void)a, (void)b, (void)c;
    lento_phases_at(s->system, t, phase);
    if (lento_derivatives_of(s->system)->jacobian(t, phase, N_VGetArrayPointer(y), e->rows,
                                                  s->system->params)) {
        return -1;
    }
    for (int j = 0; j < s->size; j++) {
        realtype *to = SUNDenseMatrix_Column(matrix, j);
        for (int i = 0; i < s->n; i++) {
            column[i] = e->rows[(size_t)i * (size_t)s->size + (size_t)j];
        }
        if (above > 0) {
            lento_mass_solve(s->mass, column, column);
        }
        for (int i = 0; i < s->size; i++) {
            to[i] = i < above ? (j == above + i ? 1 : 0) : column[i - above];
        }
    }
    return 0;
}

/* ---- life ---- */

static void close_engine(lento_stepper *s) {
    engine *e = s->data;
    if (!e) {
        return;
    }
    if (e->kind == DOPRI) {
        ERKStepFree(&e->memory);
    } else {
        CVodeFree(&e->memory);
    }
    if (e->fixed_point) {
        SUNNonlinSolFree(e->fixed_point);
    }
    if (e->linear) {
        SUNLinSolFree(e->linear);
    }
    if (e->matrix) {
        SUNMatDestroy(e->matrix);
    }
    free(e->rows);
    N_VDestroy(e->y);
    N_VDestroy(e->dense);
    SUNContext_Free(&e->context);
    free(e);
    s->data = NULL;
}

static int open_cvode(lento_stepper *s, engine *e) {
    e->memory = CVodeCreate(e->kind == ADAMS ? CV_ADAMS : CV_BDF, e->context);
    if (!e->memory || CVodeSetErrHandlerFn(e->memory, silent, NULL) ||
        CVodeInit(e->memory, right_hand_side, 0, e->y) || CVodeSetUserData(e->memory, e) ||
        CVodeSStolerances(e->memory, s->rtol, s->atol) ||
        (s->first_step > 0 && CVodeSetInitStep(e->memory, s->first_step)) ||
        (s->max_step > 0 && CVodeSetMaxStep(e->memory, s->max_step))) {
        return -1;
    }
    if (e->kind == ADAMS) {
        e->fixed_point = SUNNonlinSol_FixedPoint(e->y, 0, e->context);
        return e->fixed_point ? CVodeSetNonlinearSolver(e->memory, e->fixed_point) : -1;
    }
    e->matrix = SUNDenseMatrix(s->size, s->size, e->context);
    e->linear = e->matrix ? SUNLinSol_Dense(e->y, e->matrix, e->context) : NULL;
    if (!e->linear || CVodeSetLinearSolver(e->memory, e->linear, e->matrix)) {
        return -1;
    }
    if (!lento_derivatives_of(s->system)->jacobian || s->m > 0) {
        return 0; /* by differences */
    }
    e->rows = malloc(((size_t)s->n * (size_t)s->size + (size_t)s->n) * sizeof *e->rows);
    return e->rows ? CVodeSetJacFn(e->memory, jacobian) : -1;
}

static int open_arkode(lento_stepper *s, engine *e) {
    e->memory = ERKStepCreate(right_hand_side, 0, e->y, e->context);
    return !e->memory || ERKStepSetErrHandlerFn(e->memory, silent, NULL) ||
                   ERKStepSetUserData(e->memory, e) ||
                   ERKStepSetTableNum(e->memory, ARKODE_DORMAND_PRINCE_7_4_5) ||
                   ERKStepSetInterpolantDegree(e->memory, 3) ||
                   ERKStepSStolerances(e->memory, s->rtol, s->atol) ||
                   (s->first_step > 0 && ERKStepSetInitStep(e->memory, s->first_step)) ||
                   (s->max_step > 0 && ERKStepSetMaxStep(e->memory, s->max_step))
               ? -1
               : 0;
}

static int open_engine(lento_stepper *s, engine_kind kind) {
    if (s->fixed) {
        return lento_fail_words(
            s->failure, LENTO_BAD_OPTION,
            "method '%s' chooses its own steps; give a tolerance instead of macro steps",
            s->method->name, NULL);
    }
    engine *e = calloc(1, sizeof *e);
    s->data = e;
    if (!e) {
        return lento_fail(s->failure, LENTO_NO_MEMORY, "out of memory");
    }
    e->kind = kind;
    e->stepper = s;
    if (SUNContext_Create(NULL, &e->context) ||
        !(e->y = N_VMake_Serial(s->size, s->y, e->context)) ||
        !(e->dense = N_VMake_Serial(s->size, s->y, e->context)) ||
        (kind == DOPRI ? open_arkode(s, e) : open_cvode(s, e))) {
        return lento_fail(s->failure, LENTO_NO_MEMORY, "SUNDIALS could not be set up");
    }
    return 0;
}

static int open_adams(lento_stepper *s) {
    return open_engine(s, ADAMS);
}
static int open_bdf(lento_stepper *s) {
    return open_engine(s, BDF);
}
static int open_dopri(lento_stepper *s) {
    return open_engine(s, DOPRI);
}

/* ---- steps ---- */

/* a new segment: forget history, end exactly at its end */
static int begin(lento_stepper *s) {
    engine *e = s->data;
    e->stepper = s;
    e->t = s->ticker.t;
    e->rejected = 0;
    N_VSetArrayPointer(s->y, e->y);
    const int bad = e->kind == DOPRI
                        ? ERKStepReInit(e->memory, right_hand_side, e->t, e->y) ||
                              ERKStepSetStopTime(e->memory, s->end)
                        : CVodeReInit(e->memory, e->t, e->y) || CVodeSetStopTime(e->memory, s->end);
    return bad ? lento_fail(s->failure, LENTO_BAD_SYSTEM,
                            "SUNDIALS refuses the start of this segment")
               : 0;
}

/* the library keeps y' at the node itself: an evaluation here would only be counted twice */
static int rate(lento_stepper *s) {
    s->fresh = true;
    return 0;
}

static void count_rejected(lento_stepper *s, engine *e) {
    long failed = 0, other = 0;
    if (e->kind == DOPRI) {
        ERKStepGetNumErrTestFails(e->memory, &failed);
    } else {
        CVodeGetNumErrTestFails(e->memory, &failed);
        CVodeGetNumStepSolveFails(e->memory, &other);
    }
    s->counts.rejected += failed + other - e->rejected;
    e->rejected = failed + other;
}

static int explain(lento_stepper *s, int code) {
    if (s->failure->status != LENTO_DONE) {
        return -1; /* the right-hand side said why */
    }
    switch (code) {
    case CV_CONV_FAILURE:
        return lento_fail_words(s->failure, LENTO_NOT_CONVERGED,
                                "the implicit equations of '%s' did not converge", s->method->name,
                                NULL);
    case CV_ERR_FAILURE:
    case CV_TOO_CLOSE:
    case CV_TOO_MUCH_ACC:
        return lento_adaptive_stalled(s);
    default:
        return lento_fail_words(
            s->failure, LENTO_NOT_FINITE,
            "'%s' cannot go on: the right-hand side is not finite or the step vanished",
            s->method->name, NULL);
    }
}

static int step(lento_stepper *s) {
    engine *e = s->data;
    const double from = s->ticker.t;
    realtype reached = e->t;
    e->stepper = s;
    const int code = e->kind == DOPRI
                         ? ERKStepEvolve(e->memory, s->end, e->y, &reached, ARK_ONE_STEP)
                         : CVode(e->memory, s->end, e->y, &reached, CV_ONE_STEP);
    count_rejected(s, e);
    if (code < 0) {
        return explain(s, code);
    }
    if (reached < s->end && !(reached - from > lento_adaptive_least(from))) {
        return lento_adaptive_stalled(s); /* the library itself would go on for ever */
    }
    e->t = reached;
    lento_adaptive_retime(s, reached - from);
    s->fresh = false;
    return 0;
}

static int dense(lento_stepper *s, double fraction, double *y) {
    engine *e = s->data;
    const double t = e->t - (1 - fraction) * s->h;
    N_VSetArrayPointer(y, e->dense);
    const int code = e->kind == DOPRI ? ERKStepGetDky(e->memory, t, 0, e->dense)
                                      : CVodeGetDky(e->memory, t, 0, e->dense);
    return code ? lento_fail(s->failure, LENTO_BAD_SYSTEM, "SUNDIALS could not interpolate") : 0;
}

#define ADAPTER(handle, label, text, degree, opener)                                               \
    static const lento_method handle = {                                                           \
        .name = label,                                                                             \
        .doc = text,                                                                               \
        .paper = "sanzserna",                                                                      \
        .order = degree,                                                                           \
        .takes = LENTO_TAKES_FIRST | LENTO_TAKES_SECOND,                                           \
        .traits = LENTO_ADAPTIVE | LENTO_MACRO_ONLY | LENTO_MULTISTEP,                             \
        .open = opener,                                                                            \
        .close = close_engine,                                                                     \
        .begin = begin,                                                                            \
        .rate = rate,                                                                              \
        .step = step,                                                                              \
        .dense = dense,                                                                            \
    }
ADAPTER(ADAMS_METHOD, "cvode-adams", "SUNDIALS CVODE: Adams of order 1 to 12, adaptive", 12,
        open_adams);
ADAPTER(BDF_METHOD, "cvode-bdf", "SUNDIALS CVODE: BDF of order 1 to 5 with Newton, adaptive", 5,
        open_bdf);
ADAPTER(DOPRI_METHOD, "arkode-dopri", "SUNDIALS ERKStep: Dormand-Prince 5(4), adaptive", 5,
        open_dopri);

static const lento_method *const METHODS[] = {&ADAMS_METHOD, &BDF_METHOD, &DOPRI_METHOD, NULL};

const lento_method *const *lento_sundials_methods(void) {
    return METHODS;
}

const lento_module_table lento_module = {.version = LENTO_VERSION, .methods = METHODS};
