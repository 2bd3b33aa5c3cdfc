/* SPDX-License-Identifier: MIT
 * What compare and converge share: a model with one parameter changed, the column that counts. */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H
#include "print/output.h"

/* The request's model at another fast frequency; NULL after a sentence on stderr. */
lento_model *cli_model_at(const cli_request *request, double omega);
/* Index of what --column names, or -1 after a sentence. Without it: the problem's distance (the
 * index after the last column, see lento_shown_name), else the first column. */
int cli_column_index(const cli_request *request);
/* The reference of a study: what was asked for, or the best there is. */
lento_reference cli_study_reference(const cli_request *request, const lento_options *resolved);

#endif
