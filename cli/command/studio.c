/* SPDX-License-Identifier: MIT
 * lento studio: serves the page that this binary carries, on loopback only, and opens a browser. The
 * server is a module (adapters/http.c). */
#include "cli.h"
#include "command/studio_page.h"
#include "io/interrupt.h"
#include "request/adapters.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct studio_request {
    unsigned port; /* 0: any free one */
    bool open;
} studio_request;

static int read_port(const char *text, unsigned *port) {
    char *end;
    const long value = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value < 0 || value > 65535) {
        return cli_wrong("--port takes a number between 0 and 65535, not '%s'", text);
    }
    *port = (unsigned)value;
    return CLI_DONE;
}

static int read_request(int argc, char **argv, studio_request *request) {
    static const char *const flags[] = {"--port", "--no-open"};
    for (int i = 0; i < argc; i++) {
        int code = CLI_DONE;
        if (strcmp(argv[i], "--no-open") == 0) {
            request->open = false;
        } else if (strncmp(argv[i], "--port=", 7) == 0) {
            code = read_port(argv[i] + 7, &request->port);
        } else if (strcmp(argv[i], "--port") == 0) {
            code = i + 1 < argc ? read_port(argv[++i], &request->port)
                                : cli_wrong("--port needs a number");
        } else {
            char hint[80];
            code = cli_wrong("studio: unknown option '%s'%s", argv[i],
                             cli_hint(argv[i], flags, 2, hint, sizeof hint));
        }
        if (code) {
            return code;
        }
    }
    return CLI_DONE;
}

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
    const studio_request *request = user;
    printf("%s\n", address);
    fflush(stdout);
    cli_note(false, "the studio runs at this address; Ctrl+C ends it");
    if (request->open) {
        open_browser(address);
    }
}

static int interrupted(void *user) {
    (void)user;
    return io_interrupt_requested();
}

static int run_server(studio_request *request) {
    const char *why;
    const lento_module_table *module = cli_module(cli_library_find("libmicrohttpd"), &why);
    if (!module || !module->serve) {
        return cli_failed("the studio's server cannot be loaded: %s (Debian package "
                          "libmicrohttpd-dev); the page lento-studio.html of the build or the "
                          "installation opens by double-click",
                          why);
    }
    const lento_server server = {.port = request->port,
                                 .page = studio_page,
                                 .size = studio_page_size,
                                 .ready = announce,
                                 .stop = interrupted,
                                 .user = request};
    io_interrupt_catch();
    const int code = module->serve(&server);
    if (code && request->port > 0) {
        return cli_failed("port %u cannot be opened: %s", request->port, strerror(code));
    }
    return code ? cli_failed("no port can be opened: %s", strerror(code)) : CLI_DONE;
}

int cli_studio(int argc, char **argv) {
    studio_request request = {.open = true};
    const int code = read_request(argc, argv, &request);
    if (code) {
        return code;
    }
    if (studio_page_size == 0) {
        return cli_failed("Lento was built without the studio's page: %s", studio_page_missing);
    }
    return run_server(&request);
}
