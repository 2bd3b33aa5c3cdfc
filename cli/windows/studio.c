/* SPDX-License-Identifier: MIT
 * lento studio on Windows: there is no server; the page needs none. */
#include "cli.h"

int cli_studio(int argc, char **argv) {
    (void)argc, (void)argv;
    return cli_failed("Lento for Windows has no server; the page lento-studio.html of another "
                      "build opens by double-click");
}
