/* SPDX-License-Identifier: MIT
 * The command behind the generated pages; not listed by `lento help`. */
#include "print/docs.h"

static const struct {
    const char *name;
    void (*write)(FILE *file);
} pages[] = {
    {"methods.md", docs_methods}, {"kernels.md", docs_kernels}, {"problems.md", docs_problems},
    {"options.md", docs_options}, {"lento.1", docs_man},
};

int cli_docs(int argc, char **argv) {
    if (argc != 1) {
        return cli_wrong("docs takes one directory");
    }
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[0], pages[i].name);
        FILE *file = fopen(path, "w");
        if (!file) {
            return cli_wrong("cannot write %s", path);
        }
        pages[i].write(file);
        const bool bad = ferror(file) != 0;
        if (fclose(file) != 0 || bad) {
            return cli_failed("writing %s failed", path);
        }
    }
    return CLI_DONE;
}
