/* SPDX-License-Identifier: MIT
 * PROBLEM on the command line -> its table. A word is a built-in problem; a text that ends in .ode
 * is a file of equations; one with a slash or ending in .so is a shared object, opened with all its symbols resolved and kept to itself. */
#include "request/plugin.h"

#include "io/arrays.h"
#include "request/object.h"
#include "request/request.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_OBJECT = 1 << 28 }; /* bytes */

size_t cli_problem_names(lento_entry list[], size_t room) {
    const lento_problem *const *table;
    const size_t n = lento_problems(&table);
    for (size_t i = 0; i < n && i < room; i++) {
        list[i] =
            (lento_entry){.name = table[i]->name, .doc = table[i]->title, .paper = table[i]->paper};
    }
    return n;
}

static bool ends_in(const char *name, const char *ending) {
    const size_t n = strlen(name), m = strlen(ending);
    return n > m && strcmp(name + n - m, ending) == 0;
}

static int open_builtin(cli_problem *problem, const char *name) {
    char hint[160], file[160];
    problem->table = lento_problem_find(name);
    snprintf(file, sizeof file, "%.150s.ode", name);
    if (!problem->table && name[0] && access(file, R_OK) == 0) {
        return cli_wrong("unknown problem '%s'; the file of equations is %s", name, file);
    }
    if (!problem->table && ends_in(name, ".json")) {
        return cli_wrong("'%s' is no problem; the recipe of a run is given as --recipe %s", name,
                         name);
    }
    return problem->table ? 0
           : access(name, R_OK) == 0 && name[0]
               ? cli_wrong(
                     "'%s' is no problem: equations stand in a file that ends in .ode, compiled "
                     "problems in one that ends in .so",
                     name)
               : cli_wrong("unknown problem '%s'%s; 'lento list problems' shows all", name,
                           cli_names_hint(cli_problem_names, name, hint, sizeof hint));
}

bool cli_problem_is_object(const char *name) {
    return (strchr(name, '/') || ends_in(name, ".so")) && !cli_problem_is_text(name);
}

bool cli_problem_is_text(const char *name) {
    return ends_in(name, ".ode");
}

/* Control characters, of which a comment may hold any, do not reach the terminal with a title or an error. */
static void take_out_controls(char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        const bool second = i > 0 && (unsigned char)text[i - 1] == 0xC2 && c >= 0x80 && c < 0xA0;
        if ((c < 0x20 && !strchr("\t\r\n", c)) || c == 0x7F || second) {
            text[i - second] = text[i] = ' ';
        }
    }
}

static void remember(cli_problem *problem, const char *path) {
    if (problem->files < CLI_MOST_FILES) {
        problem->made_from[problem->files++] = io_file_identity(path);
    }
}

/* A file of equations that is read. */
typedef struct source {
    const char *path;
    cli_problem *problem;
} source;

/* The table `name` beside it. */
static size_t read_beside(const char *name, char text[], size_t room, void *user) {
    const source *from = user;
    const char *path = from->path;
    char message[IO_MESSAGE_SIZE];
    cli_memory memory = {0};
    size_t length = 0;
    const char *slash = strrchr(path, '/');
    const char *beside =
        slash ? cli_text(&memory, "%.*s/%s", (int)(slash - path), path, name) : name;
    char *found = io_file_read(beside, room, &length, message);
    if (found) {
        memcpy(text, found, length);
        from->problem->content = io_crc(from->problem->content, found, length);
        remember(from->problem, beside);
    }
    const size_t copied = found ? length : 0;
    free(found);
    cli_release(&memory);
    return copied;
}

/* A file of equations. */
static int open_text(cli_problem *problem, const char *name) {
    char message[IO_MESSAGE_SIZE], error[1024] = "";
    size_t length = 0;
    char *text = io_file_read(name, 1 << 20, &length, message);
    if (!text) {
        char stem[100];
        snprintf(stem, sizeof stem, "%.*s", (int)(strlen(name) - strlen(".ode")), name);
        return lento_problem_find(stem)
                   ? cli_wrong("%s; the built-in problem is called %s", message, stem)
                   : cli_wrong("%s; 'lento new %s' writes an example", message, name);
    }
    source from = {name, problem};
    problem->content = io_crc(0, text, length);
    remember(problem, name);
    take_out_controls(text, length);
    const lento_status status = lento_problem_read_with(&problem->text, name, text, length, error,
                                                        sizeof error, read_beside, &from);
    free(text);
    problem->table = problem->text;
    if (status != LENTO_DONE && status != LENTO_NO_MEMORY) {
        cli_put(stderr,
                error); /* file, line and column come first, so that editors find the place */
        return CLI_WRONG;
    }
    return status == LENTO_DONE ? 0 : cli_failed("out of memory");
}

/* What a table must have before anything of it is used. */
static const char *defect(const lento_problem *table) {
    if (!table->name || !table->name[0]) {
        return "has no name";
    }
    if (!table->parameters || !table->columns) {
        return "needs lists of parameters and columns (each ends with a null name)";
    }
    return table->make ? NULL : "has no make function";
}

int cli_problem_open(cli_problem *problem, const char *name) {
    memset(problem, 0, sizeof *problem);
    if (cli_problem_is_text(name)) {
        return open_text(problem, name);
    }
    if (ends_in(name, ".c")) {
        const int stem = (int)strlen(name) - 2;
        return cli_wrong(
            "%s is C source; compile it (cc -O2 -shared -fPIC %s -o %.*s.so -lm) and run "
            "%s%.*s.so",
            name, name, stem, name, strchr(name, '/') ? "" : "./", stem, name);
    }
    if (!cli_problem_is_object(name)) {
        return open_builtin(problem, name);
    }
    /* dlopen searches the system's folders for a name without a slash */
    cli_memory memory = {0};
    const char *path = strchr(name, '/') ? name : cli_text(&memory, "./%s", name);
    char why[300];
    problem->library = cli_object_load(path, why, sizeof why);
    cli_release(&memory);
    if (!problem->library) {
        return cli_wrong("cannot load the problem: %s", why);
    }
    const lento_problem *table = cli_object_symbol(problem->library, "lento_plugin");
    const char *what = NULL;
    if (!table) {
        cli_wrong("%s exports no 'const lento_problem lento_plugin'", name);
    } else if (table->abi != lento_abi()) {
        cli_wrong("%s was built for problem layout %d, this lento has %d: compile it again", name,
                  table->abi, lento_abi());
    } else if ((what = defect(table)) != NULL) {
        cli_wrong("the problem in %s %s", name, what);
    } else {
        char message[IO_MESSAGE_SIZE];
        size_t length = 0;
        char *bytes = io_file_read(name, MOST_OBJECT, &length, message);
        problem->content = bytes ? io_crc(0, bytes, length) : 1;
        remember(problem, name);
        free(bytes);
        problem->table = table;
        problem->path = name;
        return 0;
    }
    cli_problem_close(problem);
    return CLI_WRONG;
}

int cli_problem_shows(const cli_problem *problem, const lento_model *model) {
    return lento_view_of(lento_model_system(model))->output && lento_model_columns(model) > 0
               ? 0
               : cli_wrong("%s has no columns, or its system has no output function",
                           problem->table->name);
}

void cli_problem_close(cli_problem *problem) {
    if (problem->library) {
        cli_object_close(problem->library);
    }
    lento_problem_free(problem->text);
    memset(problem, 0, sizeof *problem);
}
