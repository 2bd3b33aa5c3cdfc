/* SPDX-License-Identifier: MIT
 * lento list: names and one line each, straight from the library's own lists. */
#include "cli.h"
#include "io/table.h"
#include "papers.h"
#include "print/catalog.h"
#include "request/adapters.h"
#include "request/plugin.h"
#include "step/stepper.h"

#include <string.h>

static size_t methods(lento_entry list[], size_t room) {
    size_t n = lento_methods(list, room);
    n += n < room ? cli_adapter_list(list + n, room - n) : 0;
    return n < room ? n + lento_compositions(list + n, room - n) : n;
}

size_t cli_paper_names(lento_entry list[], size_t room) {
    size_t n = 0;
    for (; paper_all[n]; n++) {
        if (n < room) {
            list[n] = (lento_entry){.name = paper_all[n]->name, .doc = paper_all[n]->title};
        }
    }
    return n;
}

/* Methods that other builds have. */
static void print_absent(void) {
    char text[200] = "", library[CLI_LIBRARY_WORDS];
    const cli_library *last = NULL;
    for (const lento_adapted *m = lento_adapted_methods; m->name; m++) {
        const cli_library *absent = cli_adapter_absent(m->name);
        if (absent) {
            cli_append(text, sizeof text, "%s%s", text[0] ? ", " : "", m->name);
            last = absent;
        }
    }
    if (last) {
        printf("\nnot in this build: %s (%s)\n", text,
               cli_library_words(last, library, sizeof library));
    }
}

const cli_catalog cli_catalogs[] = {
    {"problems", "problem", cli_problem_names}, {"methods", "method", methods},
    {"kernels", "kernel", lento_kernels},       {"schemes", "scheme", lento_schemes},
    {"papers", "paper", cli_paper_names},       {0},
};

static void print(const cli_catalog *catalog) {
    static const char *const plain[] = {"name", "meaning"};
    static const char *const ordered[] = {"name", "order", "meaning"};
    lento_entry list[CATALOG_ROOM];
    size_t n = catalog->fill(list, CATALOG_ROOM);
    n = n < CATALOG_ROOM ? n : CATALOG_ROOM;
    bool orders = false;
    for (size_t i = 0; i < n; i++) {
        orders = orders || list[i].order > 0;
    }
    io_table *table = orders ? io_table_create(3, ordered) : io_table_create(2, plain);
    for (size_t i = 0; i < n; i++) {
        io_table_text(table, list[i].name);
        if (orders && list[i].order > 0 && list[i].order < CATALOG_EXACT) {
            io_table_integer(table, list[i].order);
        } else if (orders) {
            io_table_empty(table);
        }
        io_table_text(table, list[i].doc);
    }
    io_table_finish(table, stdout, 0);
    if (catalog->fill == methods) {
        print_absent();
    }
}

int cli_list(int argc, char **argv) {
    if (argc > 1) {
        return cli_wrong("'%s': list takes one word", argv[1]);
    }
    const char *names[8];
    size_t n = 0;
    for (const cli_catalog *c = cli_catalogs; c->name; c++) {
        names[n++] = c->name;
        if (argc == 1 && strcmp(argv[0], c->name) == 0) {
            print(c);
            return CLI_DONE;
        }
    }
    if (argc == 1) {
        char hint[80];
        return cli_wrong(
            "there is no list of '%s'%s; there are problems, methods, kernels, schemes "
            "and papers",
            argv[0], cli_hint(argv[0], names, n, hint, sizeof hint));
    }
    for (const cli_catalog *c = cli_catalogs; c->name; c++) {
        printf("%s%s\n\n", c == cli_catalogs ? "" : "\n", c->name);
        print(c);
    }
    return CLI_DONE;
}
