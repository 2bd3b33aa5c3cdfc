/* SPDX-License-Identifier: MIT
 *
 * sundials.h - methods of SUNDIALS as Lento methods: cvode-adams, cvode-bdf, arkode-dopri. They
 * come in through lento_options.methods and work on any system, direct or averaged. */
#ifndef ADAPTERS_SUNDIALS_H
#define ADAPTERS_SUNDIALS_H

#include "module.h"

const struct lento_method *const *lento_sundials_methods(void); /* ends with NULL */

#endif
