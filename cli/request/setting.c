/* SPDX-License-Identifier: MIT
 * param=value -> lento_setting. The unit and the list of words come from the problem's table; an
 * unknown name is passed on, since the library knows all names of a family and the nearest one. */
#include "io/number.h"
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

static const lento_parameter *row_of(const lento_problem *problem, const char *name) {
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

/* "20cm" for a parameter in m. Returns NULL, what does not fit, or for other texts the given sentence. */
static const char *with_unit(const char *text, const char *unit, const char *what, double *value) {
    char number[IO_NUMBER_SIZE];
    double factor = 1;
    const size_t mantissa = strspn(text, "+-.0123456789/");
    const bool power = (text[mantissa] == 'e' || text[mantissa] == 'E') &&
                       strspn(text + mantissa + 1, "+-0123456789") > 0;
    const size_t n = mantissa + (power ? 1 + strspn(text + mantissa + 1, "+-0123456789") : 0);
    if (n >= sizeof number || text[n] == '\0') {
        return what;
    }
    const lento_status status = lento_unit_factor(text + n, unit, &factor);
    if (status != LENTO_DONE) {
        return status == LENTO_BAD_OPTION ? "has a suffix that does not fit the unit of the value"
                                          : what;
    }
    snprintf(number, sizeof number, "%.*s", (int)n, text);
    what = io_number_parse(number, NULL, value);
    *value *= what ? 1 : factor;
    return what;
}

int cli_setting(cli_request *request, const char *name, const char *text) {
    const lento_parameter *row = row_of(request->problem.table, name);
    lento_setting setting = {.name = name};
    if (row && row->choices) {
        setting.text = text;
    } else if (row) {
        const char *what = io_number_parse(text, row->unit, &setting.value);
        what = what && row->unit ? with_unit(text, row->unit, what, &setting.value) : what;
        if (what) {
            return cli_wrong("parameter %s: '%s' %s", name, text, what);
        }
    }
    return add(request, setting);
}

int cli_setting_number(cli_request *request, const char *name, double value) {
    return add(request, (lento_setting){.name = name, .value = value});
}
