/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb convert: reads a graph and writes it in another format.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_converted(const session *s, double write_seconds) {
    const cli_options *options = s->options;
    if (options->verbosity < 0 || (options->verbosity == 0 && !isatty(STDERR_FILENO))) {
        return;
    }
    char load[DURATION_SIZE], write[DURATION_SIZE];
    fprintf(stderr, "%s: %s, %" PRIu32 " vertices, %" PRIu64 " edges; loaded in %s, written in %s\n",
            graph_name(options), mg_graph_directed(s->graph) ? "directed" : "undirected",
            mg_graph_vertex_count(s->graph), mg_graph_edge_count(s->graph), duration_text(s->load_seconds, load),
            duration_text(write_seconds, write));
}

static const char *target(const cli_options *options) {
    return strcmp(options->target, "-") == 0 ? "/dev/stdout" : options->target;
}

static int write_graph(const session *s) {
    const cli_options *options = s->options;
    const double start = clock_seconds();
    const mg_status status = mg_graph_write(s->context, s->graph, target(options), options->to);
    progress_erase();
    if (status < 0) {
        const int exit_status = library_failure(s->context, status);
        return status == MG_ERROR_FILE ? STATUS_FAILURE : exit_status; /* the output failed, not the input */
    }
    print_converted(s, clock_seconds() - start);
    return STATUS_SUCCESS;
}

int run_convert(const verb *v, const cli_options *options) {
    session s;
    int status = session_create(&s, v, options);
    if (status == STATUS_SUCCESS) { /* a name that is refused is refused before anything is read */
        status = session_check_output(&s, target(options));
    }
    if (status == STATUS_SUCCESS) {
        status = session_read(&s);
    }
    if (status == STATUS_SUCCESS) {
        status = write_graph(&s);
    }
    session_close(&s);
    return status;
}
