/* SPDX-License-Identifier: MIT
 * The head of a sweep is written from the request and read again, also where a sweep has just been asked for, so that a
 * chart that is merged from journals has the same bytes as one that was computed at once. */
#include "print/sweep.h"

#include "io/number.h"
#include "print/rows.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 100000, MOST_BYTES = 2000000000, KEY = 20, STANDARD = 2 };

/* ---- head ---- */

static int by_name(const void *a, const void *b) {
    return strcmp((*(const cli_word *const *)a)->name, (*(const cli_word *const *)b)->name);
}

/* Options as they were typed, without those that say where and how. */
static void add_options(char *head, cli_request *request, const cli_words *words) {
    const cli_word **list = cli_take(&request->memory, (words->count + 1) * sizeof(cli_word *));
    size_t n = 0;
    for (size_t i = 0; i < words->count; i++) {
        cli_flag f;
        if (words->list[i].kind == CLI_WORD_FLAG && cli_flag_at(words->list[i].index, &f) &&
            !f.apart && !f.repeats) {
            list[n++] = &words->list[i];
        }
    }
    qsort(list, n, sizeof(cli_word *), by_name);
    for (size_t i = 0; i < n; i++) {
        cli_append(head, HEAD, " --%s %s", list[i]->name, list[i]->text);
    }
}

static bool varied(const lento_cells *cells, const char *name) {
    bool found = false;
    for (int i = 0; i < cells->axes; i++) {
        found = found || strcmp(cells->axis[i].name, name) == 0;
    }
    return found;
}

static void add_axes(char *head, const cli_request *request) {
    const lento_cells *cells = &request->cells;
    for (int i = 0; i < cells->axes; i++) {
        const lento_axis *a = &cells->axis[i];
        const lento_parameter *row = cli_parameter_find(request->problem.table, a->name);
        char from[IO_NUMBER_SIZE], to[IO_NUMBER_SIZE];
        cli_append(head, HEAD, "\naxis %s %s %s %s %lld %s", a->name,
                   a->logarithmic ? "log" : "linear", io_number_format(a->from, from),
                   io_number_format(a->to, to), (long long)a->count,
                   row && row->unit && row->unit[0] ? row->unit : "1");
    }
    if (cells->random) {
        cli_append(head, HEAD, "\nrandom %lld %lld", (long long)cells->random,
                   (long long)cells->seed);
    }
}

const char *cli_sheet_head(cli_request *request, const cli_words *words) {
    char *head = cli_take(&request->memory, HEAD), number[IO_NUMBER_SIZE];
    cli_append(head, HEAD, "lento %s\nproblem %s\ncontent %08lx\nparameters", LENTO_VERSION,
               request->problem.table->name, (unsigned long)request->problem.content);
    for (int i = 0; i < lento_model_parameters(request->model); i++) {
        double value;
        const char *name = lento_model_parameter(request->model, i, &value, NULL);
        if (!varied(&request->cells, name)) {
            cli_append(head, HEAD, " %s=%s", name, io_number_format(value, number));
        }
    }
    cli_append(head, HEAD, "\noptions");
    add_options(head, request, words);
    add_axes(head, request);
    for (int i = 0; i < request->measures; i++) {
        const size_t at = strlen(head);
        cli_append(head, HEAD, "\nmeasure %s=%s", request->measure_name[i], request->measure[i]);
        for (char *c = head + at + 1; *c && at > 0; c++) {
            *c = (unsigned char)*c < ' ' ? ' ' : *c;
        }
    }
    cli_append(head, HEAD, "\n");
    return head;
}

const char *cli_sheet_differs(const char *head, const char *other, char *text, size_t room) {
    while (*head && *other) {
        const size_t n = strcspn(head, "\n"), m = strcspn(other, "\n");
        if (n != m || strncmp(head, other, n) != 0) {
            break;
        }
        head += n + (head[n] != '\0');
        other += m + (other[m] != '\0');
    }
    if (!*head && !*other) {
        return NULL;
    }
    snprintf(text, room, "%.*s", (int)strcspn(*head ? head : other, " \n"), *head ? head : other);
    return text;
}

/* ---- sheet ---- */

static void add_column(cli_sheet *s, const char *name, const char *unit) {
    if (s->columns < CLI_SHEET_COLUMNS) {
        s->names[s->columns] = name;
        s->units[s->columns++] = unit;
    }
}

static bool read_whole(const char *text, int64_t *value) {
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 10);
    return end > text && *end == '\0' && errno == 0;
}

/* as they were written, in every locale the same */
static bool read_number(const char *text, double *value) {
    char why[100];
    return lento_value_read(text, "", value, why, sizeof why) == LENTO_DONE;
}

/* One line; false: it is not understood. */
static bool read_line(cli_sheet *s, const char *line) {
    char name[200], kind[KEY], unit[100], from[KEY + 20], to[KEY + 20], count[KEY + 5],
        seed[KEY + 5];
    lento_axis a = {0};
    if (strncmp(line, "axis ", 5) == 0) {
        if (s->cells.axes == LENTO_MAX_AXES ||
            sscanf(line, "axis %199s %19s %39s %39s %24s %99s", name, kind, from, to, count,
                   unit) != 6 ||
            !read_number(from, &a.from) || !read_number(to, &a.to) ||
            !read_whole(count, &a.count)) {
            return false;
        }
        a.name = cli_text(&s->memory, "%s", name);
        a.logarithmic = strcmp(kind, "log") == 0;
        s->cells.axis[s->cells.axes++] = a;
        add_column(s, a.name, strcmp(unit, "1") == 0 ? "" : cli_text(&s->memory, "%s", unit));
    } else if (strncmp(line, "random ", 7) == 0) {
        if (sscanf(line, "random %24s %24s", count, seed) != 2 ||
            !read_whole(count, &s->cells.random) || !read_whole(seed, &s->cells.seed)) {
            return false;
        }
    } else if (strncmp(line, "measure ", 8) == 0) {
        if (s->columns == (size_t)s->cells.axes) {
            add_column(s, "status", "");
            add_column(s, "warnings", "");
        }
        add_column(s, cli_text(&s->memory, "%.*s", (int)strcspn(line + 8, "="), line + 8), "");
    }
    return true;
}

/* A measure with the name of another array of the file would take its place. */
static int check_names(const cli_sheet *s) {
    for (size_t i = (size_t)s->cells.axes + STANDARD; i < s->columns; i++) {
        bool taken = strcmp(s->names[i], "lento_json") == 0;
        for (size_t k = 0; k < i; k++) {
            taken = taken || strcmp(s->names[k], s->names[i]) == 0;
        }
        if (taken) {
            return cli_wrong(
                "--measure %s: the chart has another column %s already; choose another "
                "name",
                s->names[i], s->names[i]);
        }
    }
    return 0;
}

int cli_sheet_make(cli_sheet *s, const char *head) {
    *s = (cli_sheet){0};
    s->head = cli_text(&s->memory, "%s", head);
    bool good = true;
    for (const char *at = s->head; *at && good; at += strcspn(at, "\n") + 1) {
        good = read_line(s, cli_text(&s->memory, "%.*s", (int)strcspn(at, "\n"), at));
    }
    s->count = lento_cells_count(&s->cells);
    s->width = s->columns - (size_t)s->cells.axes;
    if (!good || s->count < 1 || s->width < STANDARD) {
        return cli_failed("the head of the journal is damaged");
    }
    if (check_names(s)) {
        return CLI_WRONG;
    }
    if ((double)s->count * (double)s->width * sizeof(double) > MOST_BYTES) {
        return cli_wrong("%lld cells with %zu numbers each are too many for one file; use less, or "
                         "several sweeps",
                         (long long)s->count, s->width);
    }
    s->record = malloc((size_t)s->count * s->width * sizeof(double));
    for (int64_t i = 0; s->record && i < s->count; i++) {
        cli_sheet_cell(s, i)[0] = NAN;
    }
    return s->record ? 0 : cli_failed("out of memory");
}

void cli_sheet_free(cli_sheet *s) {
    free(s->record);
    cli_release(&s->memory);
    *s = (cli_sheet){0};
}

double *cli_sheet_cell(const cli_sheet *s, int64_t cell) {
    return s->record + (size_t)cell * s->width;
}

bool cli_sheet_has(const cli_sheet *s, int64_t cell) {
    return !isnan(cli_sheet_cell(s, cell)[0]);
}

const char *cli_sheet_values(const cli_sheet *s, int64_t cell, char *text, size_t room) {
    char number[IO_NUMBER_SIZE];
    text[0] = '\0';
    for (int i = 0; i < s->cells.axes; i++) {
        cli_append(text, room, "%s%s=%s", i ? " " : "", s->cells.axis[i].name,
                   io_number_format(lento_cells_value(&s->cells, cell, i), number));
    }
    return text;
}

/* ---- files ---- */

static double value_at(const void *source, size_t row, size_t column) {
    const cli_sheet *s = source;
    const size_t axes = (size_t)s->cells.axes;
    return column < axes ? lento_cells_value(&s->cells, (int64_t)row, (int)column)
                         : cli_sheet_cell(s, (int64_t)row)[column - axes];
}

/* The head, line by line, and how the cells lie. */
static void describe(io_json *json, const cli_request *request, const void *result) {
    const cli_sheet *s = result;
    (void)request;
    io_json_object(json, NULL);
    io_json_array(json, "sweep");
    for (const char *at = s->head; *at; at += strcspn(at, "\n") + 1) {
        char line[HEAD];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        io_json_string(json, NULL, line);
    }
    io_json_end(json);
    io_json_array(json, "shape");
    for (int i = 0; i < s->cells.axes && !s->cells.random; i++) {
        io_json_integer(json, NULL, s->cells.axis[i].count);
    }
    if (s->cells.random) {
        io_json_integer(json, NULL, s->count);
    }
    io_json_end(json);
    io_json_array(json, "statuses");
    for (int i = 0; lento_cell_status_name(i); i++) {
        io_json_string(json, NULL, lento_cell_status_name(i));
    }
    io_json_end(json);
    io_json_array(json, "units");
    for (size_t i = 0; i < s->columns; i++) {
        io_json_string(json, NULL, s->units[i]);
    }
    io_json_end(json);
    io_json_end(json);
}

int cli_sheet_write(const cli_request *request, const cli_sheet *s) {
    io_output out;
    cli_rows rows = {.arrays = {.rows = (size_t)s->count,
                                .columns = s->columns,
                                .names = s->names,
                                .units = s->units,
                                .value = value_at,
                                .source = s},
                     .result = s};
    const int code = cli_output_open(request, &out);
    if (code) {
        return code;
    }
    const int lost = cli_rows_print(out.file, request, &rows, describe);
    if (lost) {
        io_output_drop(&out);
        return lost;
    }
    return cli_output_close(request, &out, true);
}
