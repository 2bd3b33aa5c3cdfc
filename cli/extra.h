/* SPDX-License-Identifier: MIT
 * Methods beside the library: what the adapters of this build add. */
#ifndef CLI_EXTRA_H
#define CLI_EXTRA_H
#include "lento/lento.h"

const struct lento_method *const *cli_extra_methods(void); /* for lento_options.methods; or NULL */
size_t cli_extra_list(lento_entry list[], size_t room);    /* number there are; fills what fits */

#endif
