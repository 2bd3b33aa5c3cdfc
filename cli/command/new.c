/* SPDX-License-Identifier: MIT
 * lento new FILE.ode: a commented example of equations as text. lento new FILE.c: a template of an
 * own problem in C, and the two commands that compile and run it.
 * An existing file is never overwritten. The header is looked for where this program was installed
 * (../include from it), in the folders above it, and where it was built. */
#include "cli.h"
#include "io/output.h"
#include "io/system.h"
#include "request/plugin.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

/* %s: file name, problem name */
static const char template_text[] =
    "/* %s: q'' = -k sin(q) + a omega cos(theta) cos(q), theta = omega t, with omega large. */\n"
    "#include <lento/problem.h>\n"
    "#include <math.h>\n"
    "\n"
    "enum { K, A, OMEGA, Q0, P0 }; /* places in p, as in the table */\n"
    "static const lento_parameter parameters[] = {\n"
    "    {\"k\", .value = {1}, .doc = \"strength of the slow force\"},\n"
    "    {\"a\", .value = {3}, .doc = \"strength of the fast force\"},\n"
    "    {\"omega\", .value = {1e6}, .min = 1, .max = 1e12, .doc = \"its frequency\"},\n"
    "    {\"Q0\", .value = {0.5}, .doc = \"position at the start\"},\n"
    "    {\"P0\", .doc = \"slow velocity at the start\"},\n"
    "    {0}};\n"
    "static const lento_column columns[] = {\n"
    "    {\"Q\", .doc = \"position\"},\n"
    "    {\"P\", .doc = \"velocity, averaged over the fast motion as Q is\"},\n"
    "    {0}};\n"
    "\n"
    "static int force(double t, const lento_phase phase[], const double q[], const double v[],\n"
    "                 double rate[], void *params)\n"
    "{\n"
    "    const double *p = params;\n"
    "    (void)t, (void)v;\n"
    "    rate[0] = -p[K] * sin(q[0]) + p[A] * p[OMEGA] * phase[0].cos * cos(q[0]);\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "static void output(double t, const lento_phase phase[], const double state[],\n"
    "                   const double multipliers[], double column[], void *params)\n"
    "{\n"
    "    (void)t, (void)phase, (void)multipliers, (void)params;\n"
    "    column[0] = state[0]; /* Q */\n"
    "    column[1] = state[1]; /* P */\n"
    "}\n"
    "\n"
    "static const lento_view view = {.output = output};\n"
    "static const lento_knowledge known = {.view = &view};\n"
    "\n"
    "static const char *make(const double p[], lento_build *build)\n"
    "{\n"
    "    LENTO_SYSTEM(build, .order = 2, .size = 1, .rate = force, .params = (void *)p,\n"
    "                 .fast = LENTO_KEEP(build, lento_fast, .count = 1, .even = true,\n"
    "                                    .scale = {{.frequency = p[OMEGA], .forced = true}}),\n"
    "                 /* a force that reads v, such as drag, needs one line more:\n"
    "                 .mechanics = LENTO_KEEP(build, lento_mechanics, .velocity_dependent = true), "
    "*/\n"
    "                 .known = &known);\n"
    "    build->state = lento_build_start(build, 2, &p[Q0]); /* Q0, P0 */\n"
    "    /* NULL, or a sentence that says what is wrong: with the parameters, for example */\n"
    "    return build->state ? NULL : \"out of memory\";\n"
    "}\n"
    "\n"
    "LENTO_API const lento_problem lento_plugin = {\n"
    "    .abi = LENTO_ABI, .name = \"%s\", .title = \"my own problem\",\n"
    "    .parameters = parameters, .columns = columns, .make = make, .fast = \"omega\",\n"
    "    .suggested = {.until = 10, .steps = 400, .average = {{.scheme = \"async\"}}}};\n";

static const char equations_text[] =
    "# My own problem: a pendulum whose pivot vibrates fast. Everything after # is a comment.\n"
    "# 'lento check' says what was understood; docs/equations.md explains the language.\n"
    "\n"
    "# parameters, with units if you like; set them from outside: lento run ... omega=3000rpm\n"
    "par l=0.2 m, g=9.8 m/s^2, v=4 m/s, omega=1e6 rad/s\n"
    "# a fast phase: it may stand in sin and cos\n"
    "phase theta' = omega\n"
    "# the start; what is not named starts at 0\n"
    "init th=0.5, th'=0\n"
    "# equations of second order (th'') or first (x')\n"
    "th'' = (g/l + v*omega/l*cos(theta))*sin(th)\n"
    "# further columns of the output\n"
    "aux height = l*cos(th)\n"
    "# until t = 1, 80 macro steps\n"
    "@ total=1, steps=80\n";

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
        fputs(equations_text, out.file);
    } else {
        fprintf(out.file, template_text, base, problem_name(&memory, file));
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
