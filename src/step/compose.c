/* SPDX-License-Identifier: MIT
 *
 * compose.c - symmetric compositions: one step is s sub-steps of lengths gamma_i H of any symmetric base.
 * Coefficients: Suzuki and Yoshida by formula or as in card calvo A4 and card bodack B2, Kahan & Li
 * as data. Data times base: no product table of methods exists. */
#include <string.h>

#include "step/stepper.h"

#define SUZUKI4 0.41449077179437573714 /* 1/(4 - 4^(1/3)) */
#define SUZUKI6 0.37306582773327282478 /* 1/(4 - 4^(1/5)) */

static const double SUZUKI4_GAMMA[] = {SUZUKI4, SUZUKI4, 1 - 4 * SUZUKI4, SUZUKI4, SUZUKI4};
static const double SUZUKI6_GAMMA[] = {SUZUKI6, SUZUKI6, 1 - 4 * SUZUKI6, SUZUKI6, SUZUKI6};

#define Y4 1.3512071919596576340 /* 1/(2 - 2^(1/3)) */
static const double YOSHIDA4_GAMMA[] = {Y4, 1 - 2 * Y4, Y4};

static const double YOSHIDA6_GAMMA[] = {
    0.784513610477557263819497633866, 0.235573213359358133684793182979,
    -1.17767998417887100694641568096, 1.315186320683911218884249728239,
    -1.17767998417887100694641568096, 0.235573213359358133684793182979,
    0.784513610477557263819497633866};

#define K61 0.39216144400731413927925056
#define K62 0.33259913678935943859974864
#define K63 (-0.70624617255763935980996482)
#define K64 0.08221359629355080023149045
static const double KAHAN_LI6_GAMMA[] = {K61, K62, K63, K64, 1 - 2 * (K61 + K62 + K63 + K64),
                                         K64, K63, K62, K61};

#define K81 0.13020248308889008087881763
#define K82 0.56116298177510838456196441
#define K83 (-0.38947496264484728640807860)
#define K84 0.15884190655515560089621075
#define K85 (-0.39590389413323757733623154)
#define K86 0.18453964097831570709183254
#define K87 0.25837438768632204729397911
#define K88 0.29501172360931029887096624
#define K89 (-0.60550853383003451169892108)
static const double KAHAN_LI8_GAMMA[] = {K81, K82, K83, K84, K85, K86, K87, K88, K89,
                                         K88, K87, K86, K85, K84, K83, K82, K81};

static const lento_composition COMPOSITIONS[] = {
    {"yoshida4", "triple jump, 3 stages", "calvo", 4, 2, 3, YOSHIDA4_GAMMA},
    {"suzuki4", "Suzuki's fractal, 5 stages", "bodack", 4, 2, 5, SUZUKI4_GAMMA},
    {"yoshida6", "solution A, 7 stages", "calvo", 6, 2, 7, YOSHIDA6_GAMMA},
    {"kahan-li6", "9 stages", "bodack", 6, 2, 9, KAHAN_LI6_GAMMA},
    {"suzuki6", "5 stages over a base of order 4", "bodack", 6, 4, 5, SUZUKI6_GAMMA},
    {"kahan-li8", "17 stages", "calvo", 8, 2, 17, KAHAN_LI8_GAMMA},
};
enum { COMPOSITION_COUNT = sizeof COMPOSITIONS / sizeof COMPOSITIONS[0] };

const lento_composition *lento_composition_find(const char *name, size_t length) {
    for (int i = 0; i < COMPOSITION_COUNT; i++) {
        if (strlen(COMPOSITIONS[i].name) == length &&
            strncmp(COMPOSITIONS[i].name, name, length) == 0) {
            return &COMPOSITIONS[i];
        }
    }
    return NULL;
}

size_t lento_compositions(lento_entry list[], size_t room) {
    for (size_t i = 0; list && i < COMPOSITION_COUNT && i < room; i++) {
        list[i] = (lento_entry){COMPOSITIONS[i].name, COMPOSITIONS[i].doc, COMPOSITIONS[i].paper,
                                COMPOSITIONS[i].order};
    }
    return COMPOSITION_COUNT;
}

int lento_compose_step(lento_stepper *s) {
    const lento_composition *c = s->composition;
    const double H = s->ticker.h;
    double a = 0;
    for (int i = 0; i < c->stages; i++) {
        s->h = c->gamma[i] * H;
        s->ticker.b = c->gamma[i];
        if (s->method->step(s)) {
            return -1;
        }
        a += c->gamma[i];
        const bool last = i + 1 == c->stages;
        s->h = c->gamma[last ? 0 : i + 1] * H; /* what `rate` of the next node will see */
        if (!last) {
            lento_ticker_sub(&s->ticker, a, c->gamma[i + 1]);
        }
    }
    s->ticker.a = 0;
    s->ticker.b = c->gamma[0];
    s->counts.steps++;
    lento_ticker_next(&s->ticker);
    return 0;
}
