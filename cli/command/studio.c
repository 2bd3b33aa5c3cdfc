/* SPDX-License-Identifier: MIT
 * lento studio: serves the page that this binary carries, on loopback only, and opens a browser.
 *
 * One page, two methods (GET, HEAD), no files, no state: every other path is 404, every other
 * method 405, and a request that names another host is refused (403), so that no other site can
 * reach the server through a name of its own. The page's policy forbids it all connections. */
#include "cli.h"
#include "command/studio_page.h"
#include "io/interrupt.h"

#include <stdlib.h>
#include <string.h>

#ifdef LENTO_HAVE_MICROHTTPD
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#endif

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

#ifdef LENTO_HAVE_MICROHTTPD

static const char *const HEADERS[][2] = {
    {"Content-Type", "text/html; charset=utf-8"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Content-Security-Policy", "connect-src 'none'; frame-ancestors 'none'; form-action 'none'"},
    {"Cache-Control", "no-store"},
};

static enum MHD_Result answer(struct MHD_Connection *connection, unsigned status, const void *bytes,
                              size_t size) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_PERSISTENT);
    if (!response) {
        return MHD_NO;
    }
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++) {
        MHD_add_response_header(response, HEADERS[i][0], HEADERS[i][1]);
    }
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED) {
        MHD_add_response_header(response, "Allow", "GET, HEAD");
    }
    const enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result sentence(struct MHD_Connection *connection, unsigned status,
                                const char *text) {
    return answer(connection, status, text, strlen(text));
}

/* The request must name this very server, by address or as localhost, with its port. */
static bool host_is_ours(struct MHD_Connection *connection, unsigned port) {
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    char address[40], name[40];
    snprintf(address, sizeof address, "127.0.0.1:%u", port);
    snprintf(name, sizeof name, "localhost:%u", port);
    return host && (strcmp(host, address) == 0 || strcmp(host, name) == 0);
}

static enum MHD_Result serve(void *user, struct MHD_Connection *connection, const char *url,
                             const char *method, const char *version, const char *upload,
                             size_t *upload_size, void **state) {
    (void)version;
    (void)upload;
    static int seen;
    if (!*state) { /* first call: only the header has been read */
        *state = &seen;
        return MHD_YES;
    }
    if (*upload_size > 0) { /* a body is read and forgotten */
        *upload_size = 0;
        return MHD_YES;
    }
    if (!host_is_ours(connection, *(const unsigned *)user)) {
        return sentence(connection, MHD_HTTP_FORBIDDEN, "This server answers only to itself.\n");
    }
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        return sentence(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Nothing can be changed here.\n");
    }
    if (strcmp(url, "/") != 0 && strcmp(url, "/lento-studio.html") != 0) {
        return sentence(connection, MHD_HTTP_NOT_FOUND, "There is only one page.\n");
    }
    return answer(connection, MHD_HTTP_OK, studio_page, studio_page_size);
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

static int run_server(const studio_request *request) {
    unsigned port = request->port;
    struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD, (uint16_t)port, NULL, NULL, serve, &port,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback, MHD_OPTION_CONNECTION_LIMIT, 32u,
        MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
    if (!daemon) {
        return port > 0 ? cli_failed("port %u cannot be opened: %s", port, strerror(errno))
                        : cli_failed("no port can be opened: %s", strerror(errno));
    }
    if (port == 0) {
        const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
        port = info ? info->port : 0;
    }
    char address[64];
    snprintf(address, sizeof address, "http://127.0.0.1:%u/", port);
    printf("%s\n", address);
    fflush(stdout);
    cli_note(false, "the studio runs at this address; Ctrl+C ends it");
    if (request->open) {
        open_browser(address);
    }
    io_interrupt_catch();
    while (!io_interrupt_requested()) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    MHD_stop_daemon(daemon);
    return CLI_DONE;
}

#else

static int run_server(const studio_request *request) {
    (void)request;
    return cli_failed(
        "this lento was built without libmicrohttpd (Debian: libmicrohttpd-dev); the page "
        "studio/lento-studio.html in the build directory opens by double-click");
}

#endif

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
