/* SPDX-License-Identifier: MIT
 * lento studio: serves the page that this binary carries, on loopback only, and opens a browser. The
 * server is a module (adapters/http.c). */
#include "command/studio_page.h"
#include "io/interrupt.h"
#include "request/adapters.h"
#include "request/request.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The browser is a child of a child, so that it is nobody's to wait for. */
static void open_browser(const char *address) {
    const pid_t child = fork();
    if (child == 0) {
        if (fork() == 0) {
            const int nowhere = open("/dev/null", O_RDWR);
            if (nowhere >= 0) {
                dup2(nowhere, STDIN_FILENO);
                dup2(nowhere, STDOUT_FILENO);
                dup2(nowhere, STDERR_FILENO);
            }
            execlp("xdg-open", "xdg-open", address, (char *)NULL);
            execlp("open", "open", address, (char *)NULL);
            _exit(127);
        }
        _exit(0);
    }
    if (child > 0) {
        waitpid(child, NULL, 0);
    }
}

static void announce(const char *address, void *user) {
    const cli_request *request = user;
    printf("%s\n", address);
    fflush(stdout);
    cli_note(false, "the studio runs at this address; Ctrl+C ends it");
    if (!request->no_open) {
        open_browser(address);
    }
}

static int interrupted(void *user) {
    (void)user;
    return io_interrupt_requested();
}

static int run_server(cli_request *request) {
    const char *why;
    const lento_module_table *module = cli_module(cli_library_find("libmicrohttpd"), &why);
    if (!module || !module->serve) {
        char words[CLI_LIBRARY_WORDS];
        return cli_failed(
            "the studio has no server (%s); the page lento-studio.html of the build "
            "or the installation opens by double-click",
            cli_library_words(cli_library_find("libmicrohttpd"), words, sizeof words));
    }
    const lento_server server = {.port = (unsigned)request->port,
                                 .page = studio_page,
                                 .size = studio_page_size,
                                 .ready = announce,
                                 .stop = interrupted,
                                 .user = request};
    io_interrupt_catch();
    const int code = module->serve(&server);
    if (code && request->port > 0) {
        return cli_failed("port %" PRId64 " cannot be opened: %s", request->port, strerror(code));
    }
    return code ? cli_failed("no port can be opened: %s", strerror(code)) : CLI_DONE;
}

int cli_studio(int argc, char **argv) {
    cli_request request;
    const char *word;
    int code = cli_request_flags(&request, CLI_STUDIO, argc, argv, &word);
    if (!code && word) {
        code = cli_wrong("'%s': studio takes options only, such as --port 8080", word);
    } else if (!code) {
        code = studio_page_size > 0 ? run_server(&request)
                                    : cli_failed("Lento was built without the studio's page: %s",
                                                 studio_page_missing);
    }
    cli_request_free(&request);
    return code;
}
