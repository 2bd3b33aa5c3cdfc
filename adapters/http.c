/* SPDX-License-Identifier: MIT
 * http.c - serves one page on loopback with libmicrohttpd, as a module that `lento studio` loads.
 *
 * One page, two methods (GET, HEAD), no files, no state: every other path is 404, every other
 * method 405, and a request that names another host is refused (403), so that no other site can
 * reach the server through a name of its own. The page's policy forbids it all connections. A connection
 * that does nothing ends after some seconds; when there are many, the oldest one makes room for the next, so
 * that half-open ones shut nobody out. */
#include "module.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { CONNECTIONS = 64, SPARE = 16, IDLE_SECONDS = 10 };

typedef struct site {
    unsigned port;
    const unsigned char *page;
    size_t size;
    /* in the order they came; the server has one thread, which alone reads and writes them */
    struct MHD_Connection *open[CONNECTIONS];
    size_t count;
} site;

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

/* The request must name this very server, by address or as localhost, with its port; browsers leave out
 * port 80. */
static bool host_is_ours(struct MHD_Connection *connection, unsigned port) {
    static const char *const names[] = {"127.0.0.1", "localhost"};
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    for (size_t i = 0; host && i < 2; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s:%u", names[i], port);
        if (strcmp(host, name) == 0 || (port == 80 && strcmp(host, names[i]) == 0)) {
            return true;
        }
    }
    return false;
}

/* ---- connections ---- */

static void forget(site *here, const struct MHD_Connection *connection) {
    size_t kept = 0;
    for (size_t i = 0; i < here->count; i++) {
        here->open[kept] = here->open[i];
        kept += here->open[i] != connection;
    }
    here->count = kept;
}

/* Ends the oldest one: the server sees its end and closes it. */
static void end_oldest(site *here) {
    struct MHD_Connection *oldest = here->open[0];
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(oldest, MHD_CONNECTION_INFO_CONNECTION_FD);
    forget(here, oldest);
    if (info) {
        shutdown(info->connect_fd, SHUT_RDWR);
    }
}

static void follow(void *user, struct MHD_Connection *connection, void **state,
                   enum MHD_ConnectionNotificationCode code) {
    (void)state;
    site *here = user;
    forget(here, connection);
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        if (here->count >= CONNECTIONS - SPARE) {
            end_oldest(here);
        }
        here->open[here->count++] = connection;
    }
}

/* ---- the page ---- */

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
    const site *here = user;
    if (!host_is_ours(connection, here->port)) {
        return sentence(connection, MHD_HTTP_FORBIDDEN, "This server answers only to itself.\n");
    }
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        return sentence(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Nothing can be changed here.\n");
    }
    if (strcmp(url, "/") != 0 && strcmp(url, "/lento-studio.html") != 0) {
        return sentence(connection, MHD_HTTP_NOT_FOUND, "There is only one page.\n");
    }
    return answer(connection, MHD_HTTP_OK, here->page, here->size);
}

static int serve_page(const lento_server *server) {
    site here = {.port = server->port, .page = server->page, .size = server->size};
    struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_port = htons((uint16_t)here.port)};
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    errno = 0;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD, (uint16_t)here.port, NULL, NULL, serve, &here,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_NOTIFY_CONNECTION, follow, &here, MHD_OPTION_END);
    if (!daemon) {
        return errno ? errno : EADDRNOTAVAIL;
    }
    if (here.port == 0) {
        const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
        here.port = info ? info->port : 0;
    }
    char address[64];
    snprintf(address, sizeof address, "http://127.0.0.1:%u/", here.port);
    server->ready(address, server->user);
    while (!server->stop(server->user)) {
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    MHD_stop_daemon(daemon);
    return 0;
}

const lento_module_table lento_module = {.version = LENTO_VERSION, .serve = serve_page};
