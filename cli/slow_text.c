/* SPDX-License-Identifier: MIT
 * Polynomials of the state from text, with mistakes pointed at. The names of the variables are
 * the problem's (families expanded: y1, y2, ...), or x1, x2, ... */
#include "slow.h"

#include <string.h>

enum { FIRST_CAPACITY = 64, LAST_CAPACITY = 1 << 20 };

/* The value of a whole-number parameter, for families. */
static int count_of(const cli_request *request, const char *name) {
    const int n = lento_model_parameters(request->model);
    for (int i = 0; i < n; i++) {
        const lento_parameter *row;
        double value;
        if (strcmp(lento_model_parameter(request->model, i, &value, &row), name) == 0) {
            return (int)value;
        }
    }
    return 1;
}

const char *const *cli_state_names(cli_request *request) {
    const lento_system *system = lento_model_system(request->model);
    const int d = system->order * system->size;
    const char **names = cli_take(&request->memory, (size_t)(d + 1) * sizeof *names);
    int n = 0;
    for (const lento_column *row = request->problem.table->state; row && row->name; row++) {
        const int members = row->count ? count_of(request, row->count) : 1;
        for (int k = 1; k <= members && n < d; k++) {
            const int stem = (int)strcspn(row->name, "#");
            names[n++] =
                row->count ? cli_text(&request->memory, "%.*s%d", stem, row->name, k) : row->name;
        }
    }
    for (int i = n; i < d; i++) {
        names[i] = cli_text(&request->memory, "x%d", i + 1);
    }
    return names;
}

const char *cli_state_list(cli_request *request) {
    enum { MOST = 12 };
    const lento_system *system = lento_model_system(request->model);
    const int d = system->order * system->size;
    const char *const *names = cli_state_names(request);
    const char *list = names[0];
    for (int i = 1; i < d && i < MOST; i++) {
        list = cli_text(&request->memory, "%s, %s", list, names[i]);
    }
    return d > MOST ? cli_text(&request->memory, "%s, ... %s", list, names[d - 1]) : list;
}

/* The text and a mark under the place. An unknown name gets the nearest one, or all of them. */
static int point_at(cli_request *request, const char *flag, const char *text, size_t length,
                    const lento_parse_error *error) {
    char hint[300] = "", mark[121];
    enum { BEFORE = 60 };
    const size_t from = error->position > BEFORE ? error->position - BEFORE : 0;
    size_t n = 0;
    for (; n < error->position - from; n++) {
        mark[n] = ' ';
    }
    for (size_t i = 0; i < (error->length > 0 ? error->length : 1) && n < sizeof mark - 1; i++) {
        mark[n++] = '^';
    }
    mark[n] = '\0';
    if (error->nearest) {
        snprintf(hint, sizeof hint, " (did you mean '%s'?)", error->nearest);
    } else if (strstr(error->message, "no variable")) {
        snprintf(hint, sizeof hint, "; the state is %s", cli_state_list(request));
    }
    const int shown = (int)(length - from < 120 ? length - from : 120);
    return cli_wrong("--%s: %s%s\n  %.*s\n  %s", flag, error->message, hint, shown, text + from,
                     mark);
}

int cli_slow_word(cli_request *request) {
    enum { MOST = 64 };
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
    const lento_system *system = lento_model_system(request->model);
    const char *const *state = cli_state_names(request);
    const char *names[MOST] = {"problem", "detect"};
    const char *word = request->slow;
    size_t n = 2;
    char hint[80];
    const lento_slow_set *set = lento_slow_set_of(system);
    for (; set->size > 0 && set->name && n < MOST; set++) {
        names[n++] = set->name;
    }
    for (int i = 0; i < system->order * system->size; i++) {
        if (strcmp(state[i], word) == 0) {
            return 0;
        }
    }
    return word[strspn(word, letters)] == '\0' && cli_hint(word, names, n, hint, sizeof hint)[0]
               ? cli_wrong("--slow: '%s' is no set of slow variables%s", word, hint)
               : 0;
}

int cli_polynomial(cli_request *request, const char *flag, const char *text, size_t length,
                   lento_polynomial *out) {
    const lento_system *system = lento_model_system(request->model);
    const int d = system->order * system->size;
    const char *const *names = cli_state_names(request);
    for (int capacity = FIRST_CAPACITY; capacity <= LAST_CAPACITY; capacity *= 4) {
        lento_parse_error error = {.message = ""};
        *out = lento_polynomial_place(
            cli_take(&request->memory, lento_polynomial_bytes(d, capacity)), d, capacity);
        const lento_status status = lento_polynomial_parse(out, text, length, names, &error);
        if (status == LENTO_BAD_OPTION) {
            return point_at(request, flag, text, length, &error);
        }
        if (status == LENTO_DONE) {
            return 0;
        }
    }
    return cli_wrong("--%s: the polynomial has too many terms", flag);
}

const char *cli_polynomial_text(cli_request *request, const lento_polynomial *p) {
    const char *const *names = cli_state_names(request);
    const size_t length = lento_polynomial_print(p, names, NULL, 0);
    char *text = cli_take(&request->memory, length + 1);
    lento_polynomial_print(p, names, text, length + 1);
    return text;
}
