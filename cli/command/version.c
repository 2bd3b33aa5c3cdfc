/* SPDX-License-Identifier: MIT
 * lento version, and the licences of all code inside the command. */
#include "cli.h"
#include "command/studio_page.h"
#include "lento/lento.h"
#include "text/text.h"

#include <string.h>

int cli_version(int argc, char **argv) {
    const bool licences = argc == 1 && strcmp(argv[0], "--licences") == 0;
    if (argc > 0 && !licences) {
        return cli_wrong("'%s': version takes no arguments but --licences", argv[0]);
    }
    printf("lento %s\n", lento_version());
    if (licences) {
        printf("\n%s", cli_text_LICENSE);
        if (studio_licences[0]) {
            printf("\nThe studio's page holds code of others:\n\n%s",
                   (const char *)studio_licences);
        }
    }
    return CLI_DONE;
}
