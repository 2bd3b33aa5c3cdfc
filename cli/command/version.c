/* SPDX-License-Identifier: MIT
 * lento version. */
#include "cli.h"
#include "lento/lento.h"

int cli_version(int argc, char **argv) {
    if (argc > 0) {
        return cli_wrong("'%s': version takes no arguments", argv[0]);
    }
    printf("lento %s\n", lento_version());
    return CLI_DONE;
}
