/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb edit: reads a graph, inserts and removes edges, and writes the new version.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/verbs/session_edits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void print_edited(const session *s) {
    const cli_options *options = s->options;
    if (options->verbosity < 0 || (options->verbosity == 0 && !isatty(STDERR_FILENO))) {
        return;
    }
    const mg_edit_counts *c = &s->edits->counts;
    char load[DURATION_SIZE], edit[DURATION_SIZE];
    fprintf(stderr,
            "%s: %" PRIu64 " arcs inserted, %" PRIu64 " removed, %" PRIu64 " edges missing, %" PRIu32
            " new vertices; loaded in %s, edited in %s\n",
            graph_name(options), c->inserted, c->removed, c->missing, s->edits->edits.new_vertices,
            duration_text(s->load_seconds, load), duration_text(s->edits->seconds, edit));
}

static const char *target(const cli_options *options) {
    return strcmp(options->output, "-") == 0 ? "/dev/stdout" : options->output;
}

static int write_version(const session *s) {
    const mg_status status = mg_graph_write(s->context, s->graph, target(s->options), s->options->to);
    progress_erase();
    if (status < 0) {
        const int exit_status = library_failure(s->context, status);
        return status == MG_ERROR_FILE ? STATUS_FAILURE : exit_status; /* the output failed, not the input */
    }
    print_edited(s);
    return STATUS_SUCCESS;
}

int run_edit(const verb *v, const cli_options *options) {
    session s;
    if (!options->output || (!options->insert && !options->remove)) {
        message("edit needs %s", options->output ? "--insert or --remove" : "-o FILE");
        return STATUS_USAGE;
    }
    int status = session_create(&s, v, options);
    if (status == STATUS_SUCCESS) { /* a name that is refused is refused before anything is read */
        status = session_check_output(&s, target(options));
    }
    if (status == STATUS_SUCCESS) {
        status = session_read(&s);
    }
    if (status == STATUS_SUCCESS) {
        status = session_edit(&s);
    }
    if (status == STATUS_SUCCESS) {
        status = write_version(&s);
    }
    session_close(&s);
    return status;
}
