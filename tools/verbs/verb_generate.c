/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb generate: generates a graph and writes it to a file.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/session.h"
#include "tools/cli/suggest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void print_kinds(void) {
    puts("\nKinds:");
    for (size_t i = 0; mg_generator_at(i); i++) {
        printf("  %-10s%s\n", mg_generator_at(i)->name, mg_generator_at(i)->summary);
    }
}

const char *kind_at(size_t position) {
    const mg_generator *generator = mg_generator_at(position);
    return generator ? generator->name : NULL;
}

static bool kind_exists(const char *kind) {
    suggestion near = SUGGESTION_NONE;
    for (size_t i = 0; mg_generator_at(i); i++) {
        if (strcmp(mg_generator_at(i)->name, kind) == 0) {
            return true;
        }
        suggestion_consider(&near, kind, mg_generator_at(i)->name);
    }
    if (near.word) {
        message("there is no kind of graph '%s'; did you mean '%s'?", kind, near.word);
    } else {
        message("there is no kind of graph '%s'", kind);
    }
    words_print(verb_find("generate"));
    fputs("Try 'multigraph generate --help'.\n", stderr);
    return false;
}

/* The path to write to; NULL after printing an error. */
static const char *target(const cli_options *options) {
    if (options->output && strcmp(options->output, "-") != 0) {
        return options->output;
    }
    if (!options->output && isatty(STDOUT_FILENO)) {
        message("a graph is not written to a terminal; use -o FILE, or -o - to force it");
        return NULL;
    }
    return "/dev/stdout";
}

static void print_generated(const session *s, double generate_seconds, double write_seconds) {
    const cli_options *options = s->options;
    if (options->verbosity < 0 || (options->verbosity == 0 && !isatty(STDERR_FILENO))) {
        return;
    }
    char make[DURATION_SIZE], write[DURATION_SIZE];
    fprintf(stderr, "%s: %s, %" PRIu32 " vertices, %" PRIu64 " edges; made in %s, written in %s\n", options->operand,
            mg_graph_directed(s->graph) ? "directed" : "undirected", mg_graph_vertex_count(s->graph),
            mg_graph_edge_count(s->graph), duration_text(generate_seconds, make), duration_text(write_seconds, write));
}

static int generate_and_write(session *s, const char *path) {
    const cli_options *options = s->options;
    mg_generate_options generate = options->generate;
    generate.weight_type = (mg_type)options->weight_type;
    double start = clock_seconds();
    mg_status status = mg_generate(s->context, options->operand, &generate, &s->graph);
    const double generate_seconds = clock_seconds() - start;
    if (status < 0) {
        return library_failure(s->context, status);
    }
    start = clock_seconds();
    status = mg_graph_write(s->context, s->graph, path, options->to);
    progress_erase();
    if (status < 0) {
        const int exit_status = library_failure(s->context, status);
        return status == MG_ERROR_FILE ? STATUS_FAILURE : exit_status; /* the output failed, not an input */
    }
    print_generated(s, generate_seconds, clock_seconds() - start);
    return STATUS_SUCCESS;
}

int run_generate(const verb *v, const cli_options *options) {
    const char *path = target(options);
    if (!path || !kind_exists(options->operand)) {
        return STATUS_USAGE;
    }
    session s;
    int status = session_create(&s, v, options);
    if (status == STATUS_SUCCESS) { /* a name that is refused is refused before anything is made */
        status = session_check_output(&s, path);
    }
    if (status == STATUS_SUCCESS) {
        status = generate_and_write(&s, path);
    }
    session_close(&s);
    return status;
}
