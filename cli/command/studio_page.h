/* SPDX-License-Identifier: MIT
 * The studio's page inside the command: the bytes of lento-studio.html, made by
 * studio/build.mjs. */
#ifndef CLI_STUDIO_PAGE_H
#define CLI_STUDIO_PAGE_H
#include <stddef.h>

/* of the code of others inside the page, a text; empty without a page */
extern const unsigned char studio_licences[];

extern const unsigned char studio_page[];
extern const size_t studio_page_size;         /* 0: this build has no page, */
extern const char *const studio_page_missing; /* because these are missing */

#endif
