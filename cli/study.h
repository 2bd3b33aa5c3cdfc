/* SPDX-License-Identifier: MIT
 * What compare and converge share: a model with one parameter changed, the column that counts. */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H
#include "output.h"

/* The request's model at another fast frequency; NULL after a sentence on stderr. */
lento_model *cli_model_at(const cli_request *request, double omega);
/* Index of the column named by --column (default 0), or -1 after a sentence. */
int cli_column_index(const cli_request *request);
/* The reference of a study: what was asked for, or the best there is. */
const char *cli_study_reference(const cli_request *request, const lento_options *resolved);

#endif
