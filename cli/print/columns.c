/* SPDX-License-Identifier: MIT
 * Which columns are shown, --columns A,B,t: in tables, CSV, JSON and pictures alike; x:y is y over x in a picture. */
#include "print/output.h"

#include <string.h>

static int find(const char *const names[], int n, const char *name, size_t length) {
    for (int i = 0; i < n; i++) {
        if (strlen(names[i]) == length && strncmp(names[i], name, length) == 0) {
            return i;
        }
    }
    return -1;
}

/* A column of the problem itself? */
static bool is_column(const cli_request *request, const char *name, size_t length) {
    bool found = false;
    for (int i = 0; i < lento_model_columns(request->model); i++) {
        const char *own = lento_model_column(request->model, i, NULL);
        found = found || (strlen(own) == length && strncmp(own, name, length) == 0);
    }
    return found;
}

static int unknown(cli_request *request, const char *const names[], int n, const char *name) {
    char hint[80], list[200] = "";
    if (is_column(request, name, strlen(name))) {
        return cli_wrong(
            "--columns: '%s' is not declared slow, and this run shows what is slow; write "
            "'slow %s = ...' to see it, or choose a method, such as --macro dop853",
            name, name);
    }
    cli_hint(name, names, (size_t)n, hint, sizeof hint);
    for (int i = 0; i < n && !hint[0]; i++) {
        cli_append(list, sizeof list, "%s%s", i == 0 ? "; there are " : ", ", names[i]);
    }
    return cli_wrong("--columns: %s has no column '%s'%s%s", request->problem.table->name, name,
                     hint, list);
}

bool cli_columns_points(const cli_request *request) {
    bool found = false;
    for (const char *at = request->columns; at && *at; at += at[strcspn(at, ",:")] != '\0') {
        found = found || is_column(request, at, strcspn(at, ",:"));
        at += strcspn(at, ",:");
    }
    return found;
}

int cli_columns_choose(cli_request *request, const char *const names[], int n) {
    const char *from = request->columns;
    request->show = cli_take(&request->memory, (size_t)(n + 1) * sizeof *request->show);
    request->shown = request->over = 0;
    for (int i = 0; i < n && !from; i++) {
        request->show[request->shown++] = i;
    }
    for (bool more = from != NULL; more;) {
        const size_t length = strcspn(from, ",:");
        const int i = find(names, n, from, length);
        const char *name = cli_text(&request->memory, "%.*s", (int)length, from);
        if (i < 0) {
            return unknown(request, names, n, name);
        }
        for (int k = 0; k < request->shown; k++) {
            if (request->show[k] == i) {
                return cli_wrong("--columns: '%s' is given twice", name);
            }
        }
        request->over = from[length] == ':' ? i : request->over;
        request->show[request->shown++] = i;
        more = from[length] != '\0';
        from += length + 1;
    }
    return 0;
}

int cli_columns_read(cli_request *request, const lento_result *result) {
    const int n = 1 + result->shown;
    const char **names = cli_take(&request->memory, (size_t)n * sizeof *names);
    names[0] = "t";
    for (int i = 1; i < n; i++) {
        names[i] = cli_text(&request->memory, "%s", lento_shown_name(request->model, i - 1));
    }
    return cli_columns_choose(request, names, n);
}

const char *cli_column_unit(const lento_model *model, const char *name) {
    for (int i = 0; i < lento_model_columns(model); i++) {
        const lento_column *row = NULL;
        if (strcmp(lento_model_column(model, i, &row), name) == 0) {
            return row && row->unit ? row->unit : "";
        }
    }
    return "";
}
