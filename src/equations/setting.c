/* SPDX-License-Identifier: MIT
 *
 * setting.c - what @ name=value means: of XPP's settings total, dt and meth mean something here, names of Lento's run options
 * are its suggestions, XPP's other ones are listed as ignored. A name that is none of these is a mistake if it is near
 * to one that is used; a value that means nothing is one always. */
#include "equations/equations.h"

#include <string.h>

enum { ROOM = 96 };

static int number(eq_file *file, const char *text, size_t at, double least, double *value) {
    const char *end;
    *value = lento_eq_decimal(text, &end);
    return end == text || *end != '\0' || !isfinite(*value) || !(*value > least)
               ? lento_eq_error(file, at, "'%s' is not a positive number", text, NULL)
               : 0;
}

/* which of the words of "half|centred|forward" */
static int word_of(const char *words, const char *text) {
    const size_t n = strlen(text);
    int index = 0;
    for (const char *c = words; c && *c; index++) {
        const size_t length = strcspn(c, "|");
        if (length == n && strncmp(c, text, n) == 0) {
            return index;
        }
        c += length + (c[length] == '|' ? 1 : 0);
    }
    return -1;
}

/* ---- Lento's own options ---- */

/* the names that a word may be; methods are also compositions */
static size_t names_of(lento_names which, const char *names[ROOM]) {
    static size_t (*const lists[][2])(lento_entry list[], size_t room) = {
        [LENTO_SCHEME_NAMES] = {lento_schemes},
        [LENTO_METHOD_NAMES] = {lento_methods, lento_compositions},
        [LENTO_KERNEL_NAMES] = {lento_kernels},
        [LENTO_ANY_NAME] = {NULL}};
    size_t n = 0;
    for (size_t k = 0; k < 2 && lists[which][k]; k++) {
        lento_entry list[ROOM];
        const size_t count = lists[which][k](list, ROOM - n);
        for (size_t i = 0; i < count && n < ROOM; i++) {
            names[n++] = list[i].name;
        }
    }
    return n;
}

/* `say` has a name that nobody knows in it, and after that the nearest one of the list */
static int unknown(eq_file *file, size_t at, const char *say, const char *name,
                   const char *const names[], size_t n) {
    const char *near = lento_nearest(name, names, n);
    char more[80] = "";
    if (near) {
        lento_eq_append(more, sizeof more, " (did you mean '");
        lento_eq_append(more, sizeof more, near);
        lento_eq_append(more, sizeof more, "'?)");
    }
    return lento_eq_error(file, at, say, name, more);
}

/* verlet of verlet/kahan-li8, poly of poly-1-8: what follows is judged when it is used */
static int check_word(eq_file *file, const lento_option *o, const char *text, size_t at) {
    const char *names[ROOM];
    const size_t n = names_of(o->names, names), length = strlen(text);
    const size_t base = strcspn(text, o->names == LENTO_KERNEL_NAMES ? "-" : "/");
    bool known = o->names == LENTO_ANY_NAME || lento_method_library(text) != NULL;
    for (size_t i = 0; i < n && !known; i++) {
        known = strncmp(names[i], text, base) == 0 && names[i][base] == '\0' &&
                (base == length || base > 0);
    }
    return known ? 0
                 : unknown(file, at,
                           o->names == LENTO_SCHEME_NAMES   ? "there is no scheme '%s'%s"
                           : o->names == LENTO_KERNEL_NAMES ? "there is no kernel '%s'%s"
                                                            : "there is no method '%s'%s",
                           text, names, n);
}

static int check_switch(eq_file *file, const lento_option *o, const char *text, size_t at) {
    return word_of("0|1|no|yes|off|on", text) < 0
               ? lento_eq_error(file, at, "'%s' is not a value of %s: write 1 or 0", text, o->name)
               : 0;
}

/* one of Lento's own options becomes a suggestion */
static int suggest(eq_file *file, const lento_option *o, const char *text, size_t at) {
    char *base = o->per_level ? (char *)&file->problem.suggested.average[0]
                              : (char *)&file->problem.suggested;
    void *place = base + o->offset;
    double value = 0;
    int word = 0;
    switch (o->kind) {
    case LENTO_WORD:
        *(const char **)place = text;
        return check_word(file, o, text, at);
    case LENTO_SWITCH:
        *(bool *)place = word_of("1|yes|on", text) >= 0;
        return check_switch(file, o, text, at);
    case LENTO_CHOICE:
        word = word_of(o->choices, text);
        if (word < 0) {
            return lento_eq_error(file, at, "'%s' is not a value of %s", text, o->name);
        }
        *(int *)place = word;
        return 0;
    default:
        break;
    }
    if (number(file, text, at, -1e-300, &value)) {
        return -1;
    }
    if (value > 1e9 && o->kind != LENTO_NUMBER) {
        return lento_eq_error(file, at, "'%s' is too large for %s", text, o->name);
    }
    if (o->kind == LENTO_NUMBER) {
        *(double *)place = value;
    } else if (o->kind == LENTO_LONG) {
        *(int64_t *)place = (int64_t)value;
    } else {
        *(int *)place = (int)value;
    }
    return 0;
}

/* ---- settings with a meaning of their own ---- */

static int total(eq_file *file, const char *text, size_t at) {
    return number(file, text, at, 0, &file->total);
}

static int dt(eq_file *file, const char *text, size_t at) {
    return text[0] == '-'
               ? lento_eq_error(file, at, "motions go forward: dt is positive", NULL, NULL)
               : number(file, text, at, 0, &file->step);
}

/* XPP tells its methods by their first letter; those that are none here are not taken over */
static const struct {
    char letter;
    const char *method; /* the same here */
} METHODS[] = {{'r', "rk4"}, {'e', "euler"}, {'m', NULL}, {'a', NULL}, {'g', NULL},
               {'v', NULL},  {'b', NULL},    {'q', NULL}, {'s', NULL}, {'c', NULL},
               {'5', NULL},  {'8', NULL},    {'2', NULL}, {'y', NULL}};

static int method(eq_file *file, const char *text, size_t at) {
    const size_t n = strlen(text);
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++) {
        if (METHODS[i].letter == text[0]) {
            file->method = METHODS[i].method;
            return 0;
        }
    }
    return n > 0 && strncmp("discrete", text, n) == 0
               ? lento_eq_error(file, at, "maps (meth=discrete) are not part of Lento", NULL, NULL)
               : lento_eq_error(file, at,
                                "'%s' is not one of XPP's methods, such as rungekutta; those of "
                                "Lento are chosen by --macro",
                                text, NULL);
}

/* the time at the start matters if an equation reads it: lento_eq_check_begin */
static int begin(eq_file *file, const char *text, size_t at) {
    const char *end;
    const double value = lento_eq_decimal(text, &end);
    file->begin = value != 0 ? text : NULL;
    file->begin_at = at;
    return end == text || *end != '\0' || !isfinite(value)
               ? lento_eq_error(file, at, "'%s' is not a number", text, NULL)
           : file->begin ? EQ_ADD(file, file->ignored, "t0")
                         : 0;
}

int lento_eq_check_begin(eq_file *file) {
    unsigned depends = 0;
    for (size_t i = 0; i < file->states.count; i++) {
        depends |= file->symbols.item[file->states.item[i]].depends;
    }
    return file->begin && (depends & EQ_ON_TIME)
               ? lento_eq_error(file, file->begin_at,
                                "motions begin at t = 0: write t+(%s) for t in the equations",
                                file->begin, NULL)
               : 0;
}

static int closed(eq_file *file, const char *text, size_t at) {
    double value = 0;
    const int code = number(file, text, at, -1, &value);
    file->closed = value != 0;
    return code;
}

/* as other programs call it */
static int meant_total(eq_file *file, const char *text, size_t at) {
    return lento_eq_error(file, at, "the end of the motion is written @ total=%s", text, NULL);
}

static const struct {
    const char *name;
    int (*set)(eq_file *file, const char *text, size_t at);
} SETTINGS[] = {{"total", total},       {"dt", dt},
                {"meth", method},       {"method", method},
                {"closed", closed},     {"t0", begin},
                {"tend", meant_total},  {"t_end", meant_total},
                {"tmax", meant_total},  {"tfinal", meant_total},
                {"tstop", meant_total}, {"tspan", meant_total}};
enum { OWN = sizeof SETTINGS / sizeof *SETTINGS };

/* of XPP: what it draws, stores and searches. Numbers at the end (xp2) count windows. */
static const char OF_XPP[] =
    "atol|atoler|autoeval|autovar|autoxmax|autoxmin|autoymax|autoymin|axes|back|backcolor|"
    "backimage|"
    "bandlo|bandup|bell|bigfont|bound|bounds|but|colorhi|colorize|colorlo|colormap|colorvia|delay|"
    "dfdraw|"
    "dfgrid|dll_fun|dll_lib|ds|dsmax|dsmin|dtmax|dtmin|dwcolor|epsl|epss|epsu|fold|forecolor|grads|"
    "height|"
    "jac_eps|logfile|lt|maxstor|mwcolor|ncdraw|ncol|newt_iter|newt_tol|njmp|nmax|nmesh|normmax|"
    "normmin|"
    "nout|npr|nplot|ntst|output|parmax|parmin|phi|plot_|poimap|poipln|poisgn|poistop|poivar|ps_"
    "color|"
    "ps_font|ps_fsize|ps_lw|quiet|rand|range|rangehigh|rangelow|rangeoldic|rangeover|rangereset|"
    "rangestep|runnow|s|seed|simplot|small|smallfont|stoch|theta|tol|toler|tor_per|trans|transient|"
    "umc|vmaxpts|width|xhi|xlo|xmax|xmin|xnc|xp|xplot|yhi|ylo|ymax|ymin|ync|yp|yplot|zmax|zmin|zp|"
    "zplot";

static bool of_xpp(const char *name) {
    char stem[32] = "";
    size_t n = strlen(name);
    while (n > 0 && strchr("0123456789", name[n - 1])) {
        n--;
    }
    if (n == 0 || n >= sizeof stem) {
        return false;
    }
    memcpy(stem, name, n);
    return word_of(OF_XPP, stem) >= 0;
}

int lento_eq_set(eq_file *file, const char *name, const char *text, size_t at) {
    for (size_t i = 0; i < OWN; i++) {
        if (strcmp(SETTINGS[i].name, name) == 0) {
            return SETTINGS[i].set(file, text, at);
        }
    }
    const lento_option *option = lento_option_find(name, strlen(name)), *list;
    if (option) {
        return suggest(file, option, text, at);
    }
    const char *names[ROOM];
    const size_t count = lento_option_table(&list);
    size_t n = 0;
    for (size_t i = 0; i < OWN && n < ROOM; i++) {
        names[n++] = SETTINGS[i].name;
    }
    for (size_t i = 0; i < count && n < ROOM; i++) {
        names[n++] = list[i].name;
    }
    return !of_xpp(name) && lento_nearest(name, names, n)
               ? unknown(file, at, "there is no setting '%s'%s", name, names, n)
               : EQ_ADD(file, file->ignored, name);
}
