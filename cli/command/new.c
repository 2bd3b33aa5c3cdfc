/* SPDX-License-Identifier: MIT
 * lento new FILE.ode: a commented example of equations as text. lento new FILE.c: a template of an
 * own problem in C, and the two commands that compile and run it.
 * An existing file is never overwritten. The header is looked for where this program was installed
 * (../include from it), in the folders above it, and where it was built. */
#include "cli.h"
#include "io/output.h"
#include "io/system.h"
#include "request/plugin.h"
#include "text/text.h"

#include <ctype.h>
#include <string.h>
#include <unistd.h>

static bool has_header(const char *directory) {
    cli_memory memory = {0};
    const bool there = access(cli_text(&memory, "%s/lento/lento.h", directory), R_OK) == 0;
    cli_release(&memory);
    return there;
}

/* Cuts the last part of a path; false when nothing is left. */
static bool up(char *path) {
    char *slash = strrchr(path, '/');
    if (!slash) {
        return false;
    }
    *slash = '\0';
    return path[0] != '\0';
}

/* The include directory, or NULL if the compiler has to know it. */
static const char *include_directory(cli_memory *memory) {
    char *path = cli_take(memory, 4096);
    if (io_system_program(path, 4096)) {
        while (up(path)) {
            const char *directory = cli_text(memory, "%s/include", path);
            if (has_header(directory)) {
                return directory;
            }
        }
    }
    return NULL;
}

/* A problem's name from a file's: letters, digits and dashes. */
static const char *problem_name(cli_memory *memory, const char *file) {
    const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    char *name = cli_text(memory, "%.*s", (int)strlen(base) - 2, base);
    for (char *c = name; *c; c++) {
        *c = isalnum((unsigned char)*c) ? *c : '-';
    }
    return name;
}

/* A word for the shell: quoted if it holds anything unusual. */
static const char *quoted(cli_memory *memory, const char *text) {
    if (strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-") ==
        strlen(text)) {
        return text;
    }
    char *word = cli_take(memory, 4 * strlen(text) + 3), *out = word;
    *out++ = '\'';
    for (; *text; text++) {
        if (*text == '\'') {
            memcpy(out, "'\\''", 4);
            out += 4;
        } else {
            *out++ = *text;
        }
    }
    *out = '\'';
    return word;
}

static void say_how(cli_memory *memory, const char *file) {
    const char *include = include_directory(memory);
    const char *object = cli_text(memory, "%.*s.so", (int)strlen(file) - 2, file);
    const char *where = strchr(object, '/') ? object : cli_text(memory, "./%s", object);
    printf("cc -O2 -shared -fPIC %s%s%s -o %s -lm\n", include ? "-I" : "",
           include ? cli_text(memory, "%s ", quoted(memory, include)) : "", quoted(memory, file),
           quoted(memory, object));
    printf("lento run %s\n", quoted(memory, where));
}

int cli_new(int argc, char **argv) {
    if (argc != 1) {
        return cli_wrong("new takes one file name, such as mine.ode or mine.c");
    }
    const char *file = argv[0];
    const bool text = cli_problem_is_text(file);
    const size_t n = strlen(file), ending = text ? 4 : 2;
    if (file[0] == '-' || n <= ending || (!text && strcmp(file + n - 2, ".c") != 0) ||
        file[n - ending - 1] == '/') {
        return cli_wrong("'%s' is not the name of a C file (mine.c) or of a file of equations "
                         "(mine.ode)",
                         file);
    }
    if (access(file, F_OK) == 0) {
        return cli_wrong("'%s' exists already and was not changed", file);
    }
    char message[IO_MESSAGE_SIZE];
    io_output out;
    if (!io_output_open(&out, file, message)) {
        return cli_wrong("%s", message);
    }
    cli_memory memory = {0};
    const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    if (text) {
        fputs(cli_text_problem_ode, out.file);
    } else {
        fprintf(out.file, cli_text_problem_c_txt, base, problem_name(&memory, file));
    }
    int code = CLI_DONE;
    if (!io_output_close(&out, true, message)) {
        code = cli_failed("%s: %s", file, message);
    } else if (text) {
        printf("lento check %s\nlento run %s\n", quoted(&memory, file), quoted(&memory, file));
    } else {
        say_how(&memory, file);
    }
    cli_release(&memory);
    return code;
}
