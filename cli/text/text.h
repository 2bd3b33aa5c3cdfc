/* SPDX-License-Identifier: MIT
 * The files of this folder, and the licence, inside the command (cmake/text.cmake): complete.bash is
 * cli_text_complete_bash. */
#ifndef CLI_TEXT_H
#define CLI_TEXT_H

extern const char cli_text_complete_bash[], cli_text_complete_zsh[], cli_text_report_css[];
extern const char cli_text_problem_c_txt[]; /* %s: file name, problem name */
extern const char cli_text_problem_ode[];
extern const char cli_text_LICENSE[];

#endif
