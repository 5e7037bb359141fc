/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/link_process.h"

#include "core/program/cache.h"
#include "core/program/install_dir.h"
#include "core/program/source_text.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Command line arguments; the source text is read from standard input. */
enum { ARGUMENT_SOURCE = 1, ARGUMENT_PHASE, ARGUMENT_VALUE, ARGUMENT_FAMILY, ARGUMENT_WIDE, ARGUMENT_ARCH, ARGUMENTS };

static bool find_program(char path[MG_PATH_SIZE]) {
    static const char *const below[] = {"", "/../libexec", "/../../libexec"};
    static const char *const elsewhere[] = {MG_BUILT_PROGRAMS, MG_INSTALLED_LIBEXEC};
    char home[MG_PATH_SIZE];
    for (int i = 0; i < 2; i++) {
        mg__install_dir(i, home);
        for (size_t k = 0; home[0] && k < sizeof below / sizeof *below; k++) {
            if (snprintf(path, MG_PATH_SIZE, "%s%s/multigraph-link", home, below[k]) < MG_PATH_SIZE &&
                access(path, X_OK) == 0) {
                return true;
            }
        }
    }
    for (size_t k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++) {
        snprintf(path, MG_PATH_SIZE, "%s/multigraph-link", elsewhere[k]);
        if (access(path, X_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* Starts the program with a socket as standard input and without output. */
static bool start(const char *path, char **arguments, int input, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID); /* Ctrl-C must not stop it */
    const int error = posix_spawn(child, path, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0;
}

/* Ignores a closed socket, without SIGPIPE. */
static void send_all(int socket, const char *text, size_t size) {
    while (size > 0) {
        const ssize_t sent = send(socket, text, size, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) {
            return;
        }
        text += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
}

bool mg__link_process_start(mg_context *context, const mg_link_request *r, pid_t *starter) {
    char path[MG_PATH_SIZE], numbers[4][16];
    char *text = NULL;
    int ends[2];
    const int values[] = {(int)r->value_size, (int)r->family, r->wide, r->architecture};
    if (!mg__cache_is_usable() || !find_program(path) || mg__source_read(context, r->source, &text) < 0) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        snprintf(numbers[i], sizeof *numbers, "%d", values[i]);
    }
    char *arguments[] = {path,       (char *)r->source, (char *)r->phase, numbers[0],
                         numbers[1], numbers[2],        numbers[3],       NULL};
    bool started = false;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
        started = start(path, arguments, ends[1], starter);
        close(ends[1]);
        if (started) {
            send_all(ends[0], text, strlen(text));
        }
        close(ends[0]);
    }
    mg__release(&context->memory, text);
    return started;
}

/* Reads standard input, terminated by 0; NULL on failure. */
static char *read_input(mg_context *context) {
    size_t size = 0, room = 0;
    char *text = NULL;
    ssize_t got = 1;
    while (got > 0) {
        if (room - size < 4096) {
            char *larger = mg__allocate(&context->memory, room += 1 << 16, 1);
            if (larger && size) {
                memcpy(larger, text, size);
            }
            mg__release(&context->memory, text);
            text = larger;
        }
        got = text ? read(STDIN_FILENO, text + size, room - size - 1) : -1;
        size += got > 0 ? (size_t)got : 0;
    }
    if (text) {
        text[size] = '\0';
    }
    return text;
}

static mg_status link_full(mg_context *context, char **arguments, const char *text) {
    mg_compilers *compilers = NULL;
    mg_blob code;
    mg_link_times times;
    const mg_link_request request = {.source = arguments[ARGUMENT_SOURCE],
                                     .text = text,
                                     .phase = arguments[ARGUMENT_PHASE],
                                     .value_size = (size_t)atoi(arguments[ARGUMENT_VALUE]),
                                     .family = (mg_kernel_family)atoi(arguments[ARGUMENT_FAMILY]),
                                     .wide = atoi(arguments[ARGUMENT_WIDE]),
                                     .architecture = atoi(arguments[ARGUMENT_ARCH])};
    const mg_status status = (unsigned)request.family < MG_KERNEL_FAMILIES
                                 ? mg__link_code(context, &compilers, &request, &code, &times)
                                 : MG_ERROR_INVALID;
    if (status == MG_OK) {
        mg__release(&context->memory, code.data);
    }
    mg__compilers_close(context, compilers);
    return status;
}

/* Double fork: the first process exits at once, so that its parent can reap it and need not wait for the worker. */
int mg__link_process_main(int count, char **arguments) {
    mg_context *context = NULL;
    const pid_t worker = count == ARGUMENTS ? fork() : -1;
    if (worker != 0) {
        return worker > 0 ? 0 : 2;
    }
    if (mg_context_create(NULL, &context) < 0) {
        return 1;
    }
    char *const text = read_input(context);
    const mg_status status = text ? link_full(context, arguments, text) : MG_ERROR_MEMORY;
    mg__release(&context->memory, text);
    mg_context_destroy(context);
    return status < 0;
}
