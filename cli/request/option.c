/* SPDX-License-Identifier: MIT
 * Run options from text. All of them come from the library's table (lento_option_table: name,
 * kind, place in the struct), for flags, recipes and the words of compare --method alike.
 *
 *   --macro-step 1/80   one value             --scheme async,async   one per level, slowest first
 *   --adiabatic         a switch              --kernel box           the same on every level */
#include "request/request.h"

#include <string.h>

/* Two ways to say the same. A flag replaces the recipe's; a recipe that holds both (the JSON of a
 * run has every resolved option) means the first. */
static const char *const pairs[][2] = {
    {"macro_step", "steps"},
    {"periods", "window"},
    {"micro_per_period", "micro_step"},
};

/* "macro_step" and "macro-step" are the same name. */
static bool same(const char *name, const char *word, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (name[i] == '\0' ||
            (name[i] == '_' ? '-' : name[i]) != (word[i] == '_' ? '-' : word[i])) {
            return false;
        }
    }
    return name[length] == '\0';
}

static int find(const char *word, size_t length) {
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    for (size_t i = 0; i < n; i++) {
        if (same(list[i].name, word, length)) {
            return (int)i;
        }
    }
    return -1;
}

int cli_option_find(const char *name) {
    return find(name, strlen(name));
}

const char *cli_option_hint(const char *name, char *text, size_t room) {
    const lento_option *list;
    const char *names[CLI_MAX_OPTIONS];
    const size_t n = lento_option_table(&list);
    for (size_t i = 0; i < n && i < CLI_MAX_OPTIONS; i++) {
        names[i] = list[i].name;
    }
    return cli_hint(name, names, n < CLI_MAX_OPTIONS ? n : CLI_MAX_OPTIONS, text, room);
}

/* ---- a comma list, one value per level ---- */

/* An empty place leaves a level its default; only a recipe has them (the JSON of a run says null
 * where a scheme has no such option). */
static int put_levels(cli_memory *memory, const lento_option *o, lento_options *options,
                      const char *text, unsigned char *count, bool gaps) {
    char flag[CLI_FLAG_SIZE];
    const char *from = text;
    int n = 0;
    for (; n < LENTO_MAX_LEVELS; n++) {
        const size_t length = strcspn(from, ",");
        const char *word = cli_text(memory, "%.*s", (int)length, from);
        if (length == 0 && !gaps) {
            return cli_wrong(
                "%s: '%s' has an empty entry; give one value per level, separated by commas",
                cli_flag_of(o, flag), text);
        }
        const int code = length == 0 ? 0 : cli_option_put(memory, o, &options->average[n], word);
        if (code) {
            return code;
        }
        from += length;
        if (*from == '\0') {
            n++;
            break;
        }
        from++;
    }
    if (n == LENTO_MAX_LEVELS && from[-1] == ',') {
        return cli_wrong("%s has more than %d values; there are at most %d levels",
                         cli_flag_of(o, flag), LENTO_MAX_LEVELS, LENTO_MAX_LEVELS);
    }
    for (int i = 0; n > 1 && strcmp(o->name, "scheme") == 0 && i < n; i++) {
        if (options->average[i].scheme && strcmp(options->average[i].scheme, "direct") == 0) {
            return cli_wrong("%s: '%s': direct averages nothing and cannot be part of a list",
                             cli_flag_of(o, flag), text);
        }
    }
    *count = (unsigned char)n;
    for (int i = 1; n == 1 && strcmp(o->name, "scheme") != 0 && i < LENTO_MAX_LEVELS; i++) {
        const int code = cli_option_put(memory, o, &options->average[i], text);
        if (code) {
            return code;
        }
    }
    return 0;
}

static void clear(const lento_option *o, lento_options *options) {
    static const size_t size[] = {
        [LENTO_NUMBER] = sizeof(double), [LENTO_COUNT] = sizeof(int),
        [LENTO_LONG] = sizeof(long),     [LENTO_WORD] = sizeof(char *),
        [LENTO_SWITCH] = sizeof(bool),   [LENTO_SIDE] = sizeof(lento_side),
        [LENTO_CHOICE] = sizeof(int)};
    for (int i = 0; i < (o->per_level ? LENTO_MAX_LEVELS : 1); i++) {
        char *base = o->per_level ? (char *)&options->average[i] : (char *)options;
        memset(base + o->offset, 0, size[o->kind]);
    }
}

/* The other way to say the same as option `index`, or -1; *second: this is the weaker one. */
static int partner(const lento_option *list, int index, bool *second) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        for (int j = 0; j < 2; j++) {
            if (strcmp(list[index].name, pairs[i][j]) == 0) {
                *second = j == 1;
                return cli_option_find(pairs[i][1 - j]);
            }
        }
    }
    *second = false;
    return -1;
}

static int put(cli_memory *memory, lento_options *options, int index, const char *text,
               unsigned char *count, bool gaps) {
    const lento_option *list;
    lento_option_table(&list);
    const lento_option *o = &list[index];
    clear(o, options);
    if (o->per_level) {
        return put_levels(memory, o, options, text, count, gaps);
    }
    *count = 1;
    return cli_option_put(memory, o, options, text);
}

int cli_option_set(cli_request *request, int index, const char *text, unsigned char source) {
    const lento_option *list;
    lento_option_table(&list);
    bool second;
    const int other = partner(list, index, &second);
    if (other >= 0 && request->source[other] == 1) {
        if (source == 1 && second) {
            return 0;
        }
        clear(&list[other], &request->options);
        request->source[other] = 0;
    }
    const int code =
        put(&request->memory, &request->options, index, text, &request->values[index], source == 1);
    request->source[index] = source;
    return code;
}

/* One option=value; it replaces the other way to say the same. */
static int put_word(cli_request *request, const char *name, size_t length, const char *text,
                    lento_options *options) {
    const lento_option *list;
    lento_option_table(&list);
    bool second;
    unsigned char count;
    if (same("macro-tol", name, length)) {
        options->steps = 0;
        options->macro_step = 0;
        return cli_tolerance(&request->memory, options, text);
    }
    const int index = find(name, length);
    if (index < 0) {
        char hint[80];
        const char *word = cli_text(&request->memory, "%.*s", (int)length, name);
        return cli_wrong("--method: there is no run option '%s'%s; 'lento help run' shows all",
                         word, cli_option_hint(word, hint, sizeof hint));
    }
    const int other = partner(list, index, &second);
    if (other >= 0) {
        clear(&list[other], options);
    }
    return text[0] ? put(&request->memory, options, index, text, &count, false)
                   : cli_wrong("--method: %.*s= needs a value", (int)length, name);
}

int cli_option_words(cli_request *request, const char *words, lento_options *options) {
    if (words[strspn(words, " \t")] == '\0') {
        return cli_wrong("--method needs option=value pairs, such as \"scheme=async macro=rk4\"");
    }
    while (*(words += strspn(words, " \t")) != '\0') {
        const size_t length = strcspn(words, " \t"), name = strcspn(words, "= \t");
        if (words[name] != '=') {
            return cli_wrong("--method: '%.*s' is not option=value, such as scheme=async",
                             (int)length, words);
        }
        const char *text =
            cli_text(&request->memory, "%.*s", (int)(length - name - 1), words + name + 1);
        const int code = put_word(request, words, name, text, options);
        if (code) {
            return code;
        }
        words += length;
    }
    return 0;
}

/* Does the option belong to windows, which no level of these options has? */
static bool without_windows(const lento_option *o, const lento_options *options) {
    const int levels = lento_options_levels(options);
    bool windows = !o->per_level || strcmp(o->name, "scheme") == 0 || (levels == 0 && o->direct);
    for (int i = 0; i < levels; i++) {
        windows = windows || lento_level_windows(&options->average[i]);
    }
    return !windows;
}

int cli_option_check(const cli_request *request) {
    char flag[CLI_FLAG_SIZE];
    const lento_option *list;
    const size_t n = lento_option_table(&list);
    const lento_options *from =
        request->options.average[0].scheme ? &request->options : &request->problem.table->suggested;
    const int levels = lento_options_levels(from);
    for (size_t i = 0; i < n; i++) {
        if (request->values[i] > 1 && request->values[i] > levels) {
            return cli_wrong("%s has %d values, one per level, but --scheme has %d level%s",
                             cli_flag_of(&list[i], flag), request->values[i], levels,
                             levels == 1 ? "" : "s");
        }
        if (request->source[i] == 2 && request->command != CLI_COMPARE &&
            without_windows(&list[i], from)) {
            return cli_wrong("%s applies to the windows of a multiscale scheme; scheme %s has none",
                             cli_flag_of(&list[i], flag), levels > 0 ? "averaged" : "direct");
        }
    }
    return 0;
}
