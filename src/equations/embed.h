/* SPDX-License-Identifier: MIT
 *
 * embed.h - the equations of a text as x' = f(x) with more variables and no phases: a phase that they read becomes its
 * cosine and its sine, and so does a variable inside sin or cos. Right-hand sides of pendulums and of driven systems
 * then are polynomials. */
#ifndef LENTO_EQUATIONS_EMBED_H
#define LENTO_EQUATIONS_EMBED_H

#include "equations/graph.h"

typedef struct lento_embedding {
    int variables;
    /* th, th', cos(theta), sin(theta), sin(th), cos(th) */
    const char *const *names;
    const eq_code *code;
} lento_embedding;

/* Of a problem that was read, with these parameters: NULL, or one sentence why it is impossible. */
const char *lento_eq_embed(const lento_problem *problem, const double p[], lento_build *build,
                           lento_embedding *out);
/* Was it read, and do its right-hand sides have phases, or sines of variables? */
bool lento_eq_embeds(const lento_problem *problem, const lento_system *system);
void lento_embedding_evaluate(const lento_embedding *e, const double z[], double f[]);

#endif
