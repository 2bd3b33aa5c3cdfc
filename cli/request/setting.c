/* SPDX-License-Identifier: MIT
 * param=value -> lento_setting. The unit and the list of words come from the problem's table; an
 * unknown name is passed on, since the library knows all names of a family and the nearest one. */
#include "request/request.h"

#include <ctype.h>
#include <string.h>

/* "m12" belongs to the family "m#". */
static bool belongs(const char *name, const char *row) {
    const size_t stem = strcspn(row, "#");
    if (row[stem] == '\0') {
        return strcmp(name, row) == 0;
    }
    if (strncmp(name, row, stem) != 0 || name[stem] == '\0') {
        return false;
    }
    const char *c = name + stem;
    while (isdigit((unsigned char)*c)) {
        c++;
    }
    return *c == '\0';
}

const lento_parameter *cli_parameter_find(const lento_problem *problem, const char *name) {
    for (const lento_parameter *p = problem->parameters; p->name; p++) {
        if (belongs(name, p->name)) {
            return p;
        }
    }
    return NULL;
}

static int add(cli_request *request, lento_setting setting) {
    if (request->settings_count == CLI_MAX_SETTINGS) {
        return cli_wrong("more than %d parameters are given", CLI_MAX_SETTINGS);
    }
    request->settings[request->settings_count++] = setting;
    return 0;
}

int cli_setting(cli_request *request, const char *name, const char *text) {
    const lento_parameter *row = cli_parameter_find(request->problem.table, name);
    lento_setting setting = {.name = name};
    char start[CLI_FLAG_SIZE];
    cli_flag f;
    if (!row && cli_flag_find(name, strlen(name), CLI_RUN, &f) >= 0) {
        return cli_wrong("%s is an option, not a parameter: %s %s", name,
                         cli_flag_text(f.option->name, start), f.option->argument ? text : "");
    }
    snprintf(start, sizeof start, "%.40s0", name);
    if (!row && cli_parameter_find(request->problem.table, start)) {
        return cli_wrong("%s has no parameter '%s'; its start is %s=%s",
                         request->problem.table->name, name, start, text);
    }
    if (row && row->choices) {
        setting.text = text;
    } else if (row) {
        char what[CLI_VALUE_ERROR];
        if (lento_value_read(text, row->unit, &setting.value, what, sizeof what)) {
            return cli_wrong("parameter %s=%s: %s", name, text, what);
        }
    }
    return add(request, setting);
}

int cli_setting_number(cli_request *request, const char *name, double value) {
    return add(request, (lento_setting){.name = name, .value = value});
}
