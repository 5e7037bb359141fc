/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/launched.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/suggest.h"
#include "tools/output/number.h"
#include "tools/verbs/algorithm.h"
#include "tools/verbs/session_edits.h"

#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CROWDED 4           /* threads for each processor that are worth a warning */
#define NAMES_TRIED 1000000 /* names that a suggestion considers */

double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void log_line(void *data, mg_log_level level, const char *text) {
    const session *const s = data;
    if (s->muted) {
        return;
    }
    message("%s%s", level == MG_LOG_WARNING ? "warning: " : "", text);
}

const char *graph_name(const cli_options *options) {
    return strcmp(options->operand, "-") == 0 ? "standard input" : options->operand;
}

/* Threads that wait for processors take turns, at every step of every iteration. */
static void warn_of_threads(const cli_options *options) {
    cpu_set_t set;
    if (options->verbosity < 0 || sched_getaffinity(0, sizeof set, &set) != 0) {
        return;
    }
    const unsigned long most = (unsigned long)CPU_COUNT(&set);
    if (options->threads > CROWDED * most) {
        message("warning: --threads %" PRIu64 ": this process may use %lu processor%s; more threads are slower",
                options->threads, most, most == 1 ? "" : "s");
    }
}

static int create_context(session *s) {
    mg_context_options o = MG_CONTEXT_OPTIONS_INIT;
    o.threads = (int)s->options->threads;
    o.memory_budget = s->options->memory_budget << 20;
    o.device_count = s->options->gpus;
    o.ranks = (uint32_t)s->options->ranks;
    o.partition = (mg_partition_kind)s->options->partition;
    o.log_level = s->options->verbosity >= 2 ? MG_LOG_DEBUG : s->options->verbosity == 1 ? MG_LOG_INFO : MG_LOG_WARNING;
    o.log = s->options->verbosity < 0 ? NULL : log_line;
    o.log_data = s;
    o.progress = progress_report;
    warn_of_threads(s->options);
    mg_status status = mg_context_create(&o, &s->context);
    if (status < 0) {
        message("%s", mg_status_text(status));
        return status_of(status);
    }
    if (launched_count() > 1 && (s->verb->bit & VERB_RUNNERS)) {
        status = mg_ranks_join(s->context);
        if (status >= 0 && mg_ranks_count(s->context) != launched_count()) {
            message("a launcher has started %u processes, but MPI joins %u of them", launched_count(),
                    mg_ranks_count(s->context));
            return STATUS_FAILURE;
        }
    }
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

int session_read(session *s) {
    const cli_options *options = s->options;
    const bool is_stdin = strcmp(options->operand, "-") == 0;
    const char *path = is_stdin ? "/dev/stdin" : options->operand;
    if (is_stdin && launched_count() > 1 && (s->verb->bit & VERB_RUNNERS)) {
        message("standard input reaches only one process of mpirun, and all read the graph: give the name of a file");
        return STATUS_USAGE;
    }
    if (options->backend == MG_BACKEND_CUDA && access(path, R_OK) == 0) {
        mg_device_start(s->context); /* the driver starts while the graph is read */
    }
    mg_graph_options o = MG_GRAPH_OPTIONS_INIT;
    o.directedness = (mg_directedness)options->directedness;
    o.weights = (mg_weight_source)options->weights;
    o.weight_seed = options->weight_seed_given ? options->weight_seed : options->seed;
    o.weight_max = options->weight_max;
    o.weight_type = (mg_type)options->weight_type;
    o.drop_self_loops = options->drop_self_loops;
    o.merge_multi_edges = options->merge_multi_edges;
    o.format = options->format;
    o.order = (mg_vertex_order)options->order;
    o.order_seed = options->seed;
    o.skip_lines = options->skip_lines;
    o.most_vertices = options->most_vertices;
    o.names = options->names;
    o.columns = options->columns;
    o.delimiter = (char)options->delimiter;
    o.named = options->named;
    double start = clock_seconds();
    mg_status status = mg_graph_read(s->context, path, &o, &s->graph);
    if (status < 0) {
        return library_failure(s->context, status);
    }
    /* A damaged snapshot is refused before an id is looked up; verifiers read rows. */
    if (!mg_graph_on_device(s->graph) || options->verify || !(s->verb->bit & VERB_RUNNERS)) {
        status = mg_graph_check(s->context, s->graph);
    }
    s->load_seconds = clock_seconds() - start;
    progress_erase();
    if (status < 0) {
        message("%s: %s", graph_name(options), mg_context_error(s->context));
    }
    return status_of(status);
}

int session_create(session *s, const verb *v, const cli_options *options) {
    *s = (session){.verb = v, .options = options, .source = MG_NONE};
    return create_context(s);
}

int session_check_output(const session *s, const char *path) {
    const mg_status status = mg_graph_check_output(s->context, path, s->options->to);
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

int session_open(session *s, const verb *v, const cli_options *options) {
    int status = session_create(s, v, options);
    return status == STATUS_SUCCESS ? session_read(s) : status;
}

void session_close(session *s) {
    mg_result_destroy(s->result);
    free(s->trials);
    free(s->sources);
    free(s->personalization);
    free(s->params);
    free(s->states);
    free(s->start_values);
    session_edits_free(s->edits);
    mg_program_release(s->program);
    mg_graph_destroy(s->graph);
    mg_context_destroy(s->context);
}

const char *session_primitive(const session *s) {
    return s->program ? s->program->name : s->verb->name;
}

const mg_column *session_column(const session *s) {
    const char *const name = s->options->column ? s->options->column : s->verb->runs->column;
    return name ? mg_result_column(s->result, name) : mg_result_column_at(s->result, 0);
}

const mg_column *session_edge_column(const session *s) {
    const char *const name = s->options->column;
    const bool only = mg_result_column_count(s->result) == 0;
    return name ? mg_result_edge_column(s->result, name) : only ? mg_result_edge_column_at(s->result, 0) : NULL;
}

bool session_find(const session *s, const char *text, mg_vertex *v) {
    uint64_t id;
    mg_vertex found = MG_NONE;
    if (mg_graph_find_name(s->context, s->graph, text, &found) == MG_OK && found != MG_NONE) {
        *v = found;
        return true;
    }
    return parse_u64(text, &id) && mg_graph_find(s->graph, id, v);
}

bool session_is_comment(const session *s, const char *word) {
    mg_vertex unused;
    return (*word == '#' || *word == '%') && !session_find(s, word, &unused);
}

/* The name that is nearest to a text that is none. */
static suggestion nearest_name(const session *s, const char *text) {
    suggestion near = SUGGESTION_NONE;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(s->graph) && v < NAMES_TRIED; v++) {
        suggestion_consider(&near, text, mg_graph_name(s->graph, v));
    }
    return near;
}

void session_no_vertex(const session *s, const char *where, const char *text) {
    uint64_t id;
    const bool named = mg_graph_has_names(s->graph);
    const suggestion near = named ? nearest_name(s, text) : SUGGESTION_NONE;
    if (!named && !parse_u64(text, &id)) {
        message("%s: expected the id of a vertex, found '%s'", where, text);
    } else if (near.word) {
        message("%s: %s has no vertex '%s'; did you mean '%s'?", where, graph_name(s->options), text, near.word);
    } else {
        message(named ? "%s: %s has no vertex '%s'" : "%s: %s has no vertex %s", where, graph_name(s->options), text);
    }
}

bool session_vertex(const session *s, const char *option, const char *text, mg_vertex *v) {
    const bool found = session_find(s, text, v);
    if (!found) {
        session_no_vertex(s, option, text);
    }
    return found;
}
