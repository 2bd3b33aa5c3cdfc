/* SPDX-License-Identifier: MIT
 *
 * known.h - how to ask a system for its parts. A part that a system does not have reads as an empty one. */
#ifndef LENTO_KNOWN_H
#define LENTO_KNOWN_H

#include "lento/lento.h"

#ifdef __cplusplus
extern "C" {
#endif

/* lento_NAME_of(system): this part of a system, or an empty one; never NULL. */
#define LENTO_PART(type, name, part)                                                               \
    static inline const type *lento_##name##_of(const lento_system *system) {                      \
        static const type none = {0};                                                              \
        return part ? part : &none;                                                                \
    }
LENTO_PART(lento_fast, fast, system->fast)
LENTO_PART(lento_mechanics, mechanics, system->mechanics)
#undef LENTO_PART

/* Number of fast phases and of constraints; 0: none. */
static inline int lento_scales(const lento_system *system) {
    return system->fast ? system->fast->count : 0;
}
static inline int lento_constraints(const lento_system *system) {
    return system->mechanics ? system->mechanics->constraints : 0;
}

/* The fastest phase of a system, or NULL. */
static inline const lento_scale *lento_fastest(const lento_system *system) {
    const int n = lento_scales(system);
    return n > 0 ? &system->fast->scale[n - 1] : NULL;
}

/* The right-hand side depends on the fastest phase. */
static inline bool lento_forced(const lento_system *system) {
    return lento_scales(system) > 0 && lento_fastest(system)->forced;
}

/* The frequency of a phase, rad per unit time: every reader of frequencies asks here. */
static inline double lento_frequency(const lento_scale *scale) {
    return scale->frequency;
}

/* Harmonics of the fastest phase in the rate, at least 1. */
static inline int lento_harmonics(const lento_system *system) {
    return lento_fast_of(system)->harmonics > 0 ? system->fast->harmonics : 1;
}

#ifdef __cplusplus
}
#endif
#endif
