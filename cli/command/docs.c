/* SPDX-License-Identifier: MIT
 * The command behind the generated pages; not listed by `lento help`. */
#include "print/docs.h"
#include "io/output.h"
#include "io/system.h"

static const struct {
    const char *name;
    void (*write)(FILE *file);
} pages[] = {
    {"methods.md", docs_methods},          {"kernels.md", docs_kernels},
    {"problems.md", docs_problems},        {"options.md", docs_options},
    {"warnings.md", docs_warnings},        {"lento.1", docs_man},
    {"completions/lento.bash", docs_bash}, {"completions/_lento", docs_zsh},
    {"completions/lento.fish", docs_fish},
};

int cli_docs(int argc, char **argv) {
    if (argc != 1) {
        return cli_wrong("docs takes one directory");
    }
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/completions", argv[0]);
    io_system_make_folder(folder);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char path[4096], message[IO_MESSAGE_SIZE];
        io_output out;
        snprintf(path, sizeof path, "%s/%s", argv[0], pages[i].name);
        if (!io_output_open(&out, path, message)) {
            return cli_wrong("%s", message);
        }
        pages[i].write(out.file);
        if (!io_output_close(&out, true, message)) {
            return cli_failed("%s: %s", path, message);
        }
    }
    return CLI_DONE;
}
