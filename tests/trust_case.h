/* SPDX-License-Identifier: MIT
 * Random cases for hands-off runs, from equations as text: examples/ and the folders of tests/data. Comments in a file say what may vary:
 *
 *   # vary: eps=1e-3:2e-2 a=-1:1 total=2:5    parameters and the span; wide positive ranges are drawn on a logarithmic scale
 *   # watch: z; energy                           columns, where the file declares no slow ones
 *   # least: 1e-9                                part of its largest size that a motion may fall to and still matter, 1e-3 if nothing is said
 *
 * Numbers of `init` lines are drawn from 0.7 to 1.3 times what stands there. A file without `vary` is left out. */
#ifndef TESTS_TRUST_CASE_H
#define TESTS_TRUST_CASE_H

#include <dirent.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lento/problem.h"

enum { TRUST_TEXT = 1 << 15, TRUST_FILES = 200, TRUST_VARY = 6, TRUST_NAME = 40 };

typedef struct trust_range {
    char name[TRUST_NAME];
    double low, high;
} trust_range;

typedef struct trust_file {
    char set[TRUST_NAME], name[TRUST_NAME], *text;
    trust_range vary[TRUST_VARY];
    int count;
    double least;
} trust_file;

typedef struct trust_case {
    const trust_file *file;
    const lento_problem *problem;
    lento_model *model;
    double until;
    uint64_t random;
    char words[200]; /* the settings, as they are typed */
} trust_case;

static inline double trust_uniform(uint64_t *state, double low, double high) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * (double)(z >> 11) / 9007199254740992.0;
}

static inline double trust_draw(uint64_t *state, const trust_range *r) {
    return r->low > 0 && r->high > 4 * r->low ? exp(trust_uniform(state, log(r->low), log(r->high)))
                                              : trust_uniform(state, r->low, r->high);
}

/* ---- files ---- */

/* what stands behind "# key: "; NULL: nothing */
static inline const char *trust_comment(const char *text, const char *key) {
    char start[TRUST_NAME];
    snprintf(start, sizeof start, "\n# %s: ", key);
    const char *line = strstr(text, start);
    return line ? line + strlen(start) : NULL;
}

/* false: the file is not for this */
static inline bool trust_understand(trust_file *f) {
    const char *vary = trust_comment(f->text, "vary"), *least = trust_comment(f->text, "least");
    f->least = least ? strtod(least, NULL) : 1e-3;
    f->count = 0;
    while (vary && *vary != '\n' && f->count < TRUST_VARY) {
        trust_range *r = &f->vary[f->count++];
        int used = 0;
        if (sscanf(vary, "%39[^= ]=%lf:%lf%n", r->name, &r->low, &r->high, &used) != 3) {
            fprintf(stderr, "%s: cannot read: %.40s\n", f->name, vary);
            abort();
        }
        vary += used + (int)strspn(vary + used, " ");
    }
    return f->count > 0;
}

static inline bool trust_read(trust_file *f, const char *folder, const char *entry) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, entry);
    FILE *file = fopen(path, "r");
    f->text = file ? calloc(1, TRUST_TEXT) : NULL;
    if (!f->text) {
        abort();
    }
    const size_t n = fread(f->text, 1, TRUST_TEXT - 1, file);
    fclose(file);
    snprintf(f->name, sizeof f->name, "%.*s", (int)(strlen(entry) - 4), entry);
    return n > 0 && trust_understand(f);
}

/* The files of a folder below SOURCE_DIR, by name; how many. */
static inline int trust_folder(trust_file list[], int room, const char *set, const char *folder) {
    char path[600];
    struct dirent **entries = NULL;
    const char *source = getenv("SOURCE_DIR");
    snprintf(path, sizeof path, "%s/%s", source ? source : ".", folder);
    const int found = scandir(path, &entries, NULL, alphasort);
    int count = 0;
    for (int i = 0; i < found; i++) {
        const char *name = entries[i]->d_name;
        const size_t n = strlen(name);
        if (count < room && n > 4 && strcmp(name + n - 4, ".ode") == 0) {
            snprintf(list[count].set, sizeof list[count].set, "%s", set);
            if (trust_read(&list[count], path, name)) {
                count++;
            } else {
                free(list[count].text);
            }
        }
        free(entries[i]);
    }
    free(entries);
    return count;
}

/* ---- cases ---- */

/* The text with other numbers behind the names of `init`, and columns for what is watched. */
static inline void trust_write(trust_case *c, char text[]) {
    size_t n = 0;
    for (const char *at = c->file->text; *at;) {
        const char *end = strchr(at, '\n');
        end = end ? end + 1 : at + strlen(at);
        const bool start = strncmp(at, "init ", 5) == 0;
        if (strncmp(at, "init mean ", 10) == 0) { /* GSL starts from a point */
            n += (size_t)snprintf(text + n, TRUST_TEXT - n, "init ");
            at += 10;
        }
        while (at < end) {
            char *after = NULL;
            const double value = start && at[0] == '=' ? strtod(at + 1, &after) : 0;
            if (after && after > at + 1 && strchr(",\n ", *after)) {
                n += (size_t)snprintf(text + n, TRUST_TEXT - n, "=%.15g",
                                      value * trust_uniform(&c->random, 0.7, 1.3));
                at = after;
            } else {
                text[n++] = *at++;
            }
        }
    }
    const char *watch = trust_comment(c->file->text, "watch");
    for (int i = 1; watch && *watch != '\n'; i++) {
        const int length = (int)strcspn(watch, ";\n");
        n +=
            (size_t)snprintf(text + n, TRUST_TEXT - n, "\nslow watched%d = %.*s", i, length, watch);
        watch += length + (watch[length] == ';');
    }
    snprintf(text + n, TRUST_TEXT - n, "\n");
}

/* One case; false: the text with these numbers is no problem (a mistake of the file). */
static inline bool trust_make(trust_case *c, const trust_file *file, uint64_t seed) {
    static char text[TRUST_TEXT + 1000];
    char error[1000] = "";
    lento_setting settings[TRUST_VARY];
    size_t n = 0, used = 0;
    *c = (trust_case){.file = file, .random = seed};
    for (int i = 0; i < file->count; i++) {
        const double value = trust_draw(&c->random, &file->vary[i]);
        if (strcmp(file->vary[i].name, "total") == 0) {
            c->until = value;
        } else {
            settings[n++] = (lento_setting){.name = file->vary[i].name, .value = value};
            used += (size_t)snprintf(c->words + used, sizeof c->words - used, "%s=%.6g ",
                                     file->vary[i].name, value);
        }
    }
    trust_write(c, text);
    if (lento_problem_read(&c->problem, file->name, text, strlen(text), error, sizeof error) ==
            LENTO_DONE &&
        lento_model_create(&c->model, c->problem, settings, n) == LENTO_DONE) {
        c->until = c->until > 0 ? c->until : c->problem->suggested.until;
        return true;
    }
    fprintf(stderr, "%s: %s%s\n", file->name, error, c->model ? lento_model_error(c->model) : "");
    return false;
}

static inline void trust_release(trust_case *c) {
    lento_model_destroy(c->model);
    lento_problem_free(c->problem);
}

#endif
