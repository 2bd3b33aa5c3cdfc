/* SPDX-License-Identifier: MIT
 * Run options from text. All of them come from the library's table (lento_option_table: name, kind, place in the
 * struct, what it excludes), for flags, recipes and the words of compare --method alike.
 *
 *   --macro-step 1/80   one value             --scheme async,async   one per level, slowest first
 *   --adiabatic         a switch              --kernel box           the same on every level */
#include "request/request.h"

#include <string.h>

static bool says_same(const lento_option *o, const lento_option *other) {
    return o->same && strcmp(o->same, other->name) == 0;
}

/* The place of a row in the table. */
static size_t index_of(const lento_option *o) {
    const lento_option *list;
    lento_option_table(&list);
    return (size_t)(o - list);
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
    int n = 0, code = 0;
    cli_flag_text(o->name, flag);
    for (bool more = true; more && !code; n++) {
        const size_t length = strcspn(from, ",");
        if (n == LENTO_MAX_LEVELS) {
            return cli_wrong("%s has more than %d values; there are at most %d levels", flag,
                             LENTO_MAX_LEVELS, LENTO_MAX_LEVELS);
        }
        if (length == 0 && !gaps) {
            return cli_wrong(
                "%s: '%s' has an empty entry; give one value per level, separated by commas", flag,
                text);
        }
        const char *word = cli_text(memory, "%.*s", (int)length, from);
        code = length == 0 ? 0 : cli_option_put(memory, o, &options->average[n], word);
        more = from[length] == ',';
        from += length + 1;
    }
    if (!code && o->names_levels && n > 1 && lento_options_levels(options) < n) {
        return cli_wrong("%s: '%s': direct averages nothing and cannot be part of a list", flag,
                         text);
    }
    *count = (unsigned char)n;
    for (int i = 1; !code && n == 1 && !o->names_levels && i < LENTO_MAX_LEVELS; i++) {
        lento_option_copy(o, &options->average[i], &options->average[0]);
    }
    return code;
}

static void clear(const lento_option *o, lento_options *options) {
    for (int i = 0; o->per_level && i < LENTO_MAX_LEVELS; i++) {
        lento_option_copy(o, &options->average[i], NULL);
    }
    if (!o->per_level) {
        lento_option_copy(o, options, NULL);
    }
}

/* Excluded options of a weaker source give way. Of two ways to say the same in one recipe, which the JSON of a run
 * has, one is meant; false: the other one. */
static bool make_way(cli_request *request, const lento_option *o, cli_source source) {
    const char *name = o->excludes ? o->excludes : "";
    for (size_t length; *name; name += length + (name[length] == ' ')) {
        length = strcspn(name, " ");
        const lento_option *other = lento_option_find(name, length);
        unsigned char *from = &request->source[index_of(other)];
        const bool both = *from == CLI_FROM_RECIPE && source == CLI_FROM_RECIPE;
        if (both && says_same(o, other)) {
            return false;
        }
        if (*from && (*from < source || (both && says_same(other, o)))) {
            clear(other, &request->options);
            *from = CLI_FROM_NOWHERE;
        }
    }
    return true;
}

int cli_option_set(cli_request *request, const lento_option *o, const char *text,
                   cli_source source) {
    const size_t index = index_of(o);
    if (!make_way(request, o, source)) {
        return 0;
    }
    clear(o, &request->options);
    request->source[index] = (unsigned char)source;
    request->values[index] = 1;
    return o->per_level ? put_levels(&request->memory, o, &request->options, text,
                                     &request->values[index], source == CLI_FROM_RECIPE)
                        : cli_option_put(&request->memory, o, &request->options, text);
}

/* ---- words of compare --method ---- */

/* One option=value. */
static int put_word(cli_request *request, const char *name, size_t length, const char *text) {
    cli_flag f;
    const int index = cli_flag_find(name, length, CLI_METHOD, &f);
    if (index < 0) {
        char hint[80];
        const char *word = cli_text(&request->memory, "%.*s", (int)length, name);
        return cli_wrong("--method: there is no run option '%s'%s; 'lento help run' shows all",
                         word, cli_option_hint(word, hint, sizeof hint));
    }
    return text[0] ? cli_flag_apply(request, (size_t)index, text, CLI_FROM_WORDS)
                   : cli_wrong("--method: %.*s= needs a value", (int)length, name);
}

static int put_words(cli_request *request, const char *words) {
    if (words[strspn(words, " \t")] == '\0') {
        return cli_wrong("--method needs option=value pairs, such as \"scheme=async macro=rk4\"");
    }
    int code = 0;
    while (!code && *(words += strspn(words, " \t")) != '\0') {
        const size_t length = strcspn(words, " \t"), name = strcspn(words, "= \t");
        if (words[name] != '=') {
            return cli_wrong("--method: '%.*s' is not option=value, such as scheme=async",
                             (int)length, words);
        }
        const char *text =
            cli_text(&request->memory, "%.*s", (int)(length - name - 1), words + name + 1);
        code = put_word(request, words, name, text);
        words += length;
    }
    return code;
}

int cli_option_words(cli_request *request, const char *words, lento_options *options) {
    const lento_options own = request->options;
    unsigned char source[CLI_MAX_OPTIONS];
    memcpy(source, request->source, sizeof source);
    const int code = put_words(request, words);
    *options = request->options;
    request->options = own;
    memcpy(request->source, source, sizeof source);
    return code;
}

/* ---- after all were read ---- */

/* Does the option belong to windows, which no level of these options has? */
static bool without_windows(const lento_option *o, const lento_options *options) {
    const int levels = lento_options_levels(options);
    bool windows = !o->per_level || o->names_levels || (levels == 0 && o->direct);
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
    /* the library chooses a scheme for a fast problem that suggests none */
    const bool open = !from->average[0].scheme && request->problem.table->fast;
    for (size_t i = 0; i < n; i++) {
        if (request->values[i] > 1 && request->values[i] > levels) {
            return cli_wrong("%s has %d values, one per level, but --scheme has %d level%s",
                             cli_flag_text(list[i].name, flag), request->values[i], levels,
                             levels == 1 ? "" : "s");
        }
        if (request->source[i] == CLI_FROM_FLAG && request->command != CLI_COMPARE && !open &&
            without_windows(&list[i], from)) {
            return cli_wrong("%s applies to the windows of a multiscale scheme; scheme %s has none",
                             cli_flag_text(list[i].name, flag),
                             levels > 0 ? from->average[0].scheme : "direct");
        }
    }
    return 0;
}
