/* SPDX-License-Identifier: MIT
 * Cells below mpirun: the module that knows MPI is loaded only here. */
#include "cli.h"
#include "command/sweep.h"

#include <limits.h>
#include <stdlib.h>

/* 0: no number */
static int whole(const char *text) {
    char *end;
    const long value = strtol(text, &end, 10);
    return *end == '\0' && value > 0 && value < INT_MAX ? (int)value : 0;
}

/* mpirun says in the environment which copy of the program this is. */
void cli_sweep_ranks(int *rank, int *ranks) {
    static const char *const names[][2] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                           {"PMI_RANK", "PMI_SIZE"}};
    *rank = 0;
    *ranks = 1;
    for (size_t i = 0; i < sizeof names / sizeof *names && *ranks == 1; i++) {
        const char *own = getenv(names[i][0]), *all = getenv(names[i][1]);
        if (own && all && whole(all) > 1) {
            *rank = whole(own);
            *ranks = whole(all);
        }
    }
    if (*rank > 0 && !freopen("/dev/null", "w", stderr)) {
        return; /* then all of them speak */
    }
}

int cli_sweep_spread(lento_spread *work, int ranks, bool quiet) {
    char words[CLI_LIBRARY_WORDS];
    const char *why;
    const cli_library *library = cli_library_find("MPI");
    const lento_module_table *module = cli_module(library, &why);
    if (!module || !module->spread) {
        return cli_wrong("%d copies were started by mpirun, but Lento was built without MPI (%s)",
                         ranks, cli_library_words(library, words, sizeof words));
    }
    const int code = module->spread(work);
    const double cells = (double)(work->count > 0 ? work->count : 1);
    cli_note(quiet || work->count == 0, "%d ranks: %.3g messages and %.3g bytes per cell", ranks,
             (double)work->messages / cells, (double)work->bytes / cells);
    return code;
}
