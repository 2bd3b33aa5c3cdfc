/* SPDX-License-Identifier: MIT
 *
 * stack.h - eight cells of a sweep as one system. */
#ifndef LENTO_SYSTEM_STACK_H
#define LENTO_SYSTEM_STACK_H

#include "lento/known.h"

/* LENTO_LANES cells of one problem, each with its own parameters, as one system of LENTO_LANES * size coordinates: number
 * i of cell l is number i * LENTO_LANES + l of the stack. Whatever works number by number runs on it unchanged
 * (explicit methods with fixed steps, windows and filters), and each lane is the run of its cell bit for bit. A norm over
 * the state, as in step control and in implicit methods, would couple the cells: not for those.
 *
 * memory has lento_stack_room bytes, aligned as malloc's; the stack lives in it and uses the cells, which must outlive
 * it. The room is 0 where cells cannot be stacked: no block, constraints, frequencies that differ, codes that differ. */
size_t lento_stack_room(const lento_system *const cell[LENTO_LANES]);
/* NULL: the room is 0 */
const lento_system *lento_stack(const lento_system *const cell[LENTO_LANES], void *memory);

/* The state of the stack from those of the cells, and back. */
void lento_stack_put(const lento_system *stack, int lane, const double cell[], double state[]);
void lento_stack_get(const lento_system *stack, int lane, const double state[], double cell[]);

#endif
