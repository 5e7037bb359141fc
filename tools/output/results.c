/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/results.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/output/metrics.h"
#include "tools/output/output.h"
#include "tools/output/output_files.h"
#include "tools/output/wait.h"
#include "tools/verbs/algorithm.h"
#include "tools/verbs/visit_edges.h"

#include <stdlib.h>
#include <unistd.h>

bool results_preview(const cli_options *options) {
    return !options->output && !options->output_format_given && isatty(STDOUT_FILENO);
}

static int check_names(const verb *v, const cli_options *options) {
    const char *const output = options->output ? options->output : "-";
    const output_file files[] = {(v->bit == VERB_MSF ? edges_file_of : output_file_of)(options, "-o", output),
                                 output_file_of(options, "--parents", options->parents),
                                 {"--metrics", options->metrics, "json", NULL, false, false},
                                 {"--trace", options->trace, "json", NULL, false, false}};
    const char *const inputs[] = {options->operand, options->program, options->sources, options->personalization,
                                  options->insert,  options->remove,  options->from};
    return output_files_check(files, sizeof files / sizeof *files, inputs, sizeof inputs / sizeof *inputs);
}

int results_open(results *r, const verb *v, const cli_options *options) {
    *r = (results){SINK_NONE, SINK_NONE, SINK_NONE, SINK_NONE};
    const int named = check_names(v, options);
    if (named != STATUS_SUCCESS) {
        return named;
    }
    if (npy_on_terminal(options)) {
        return STATUS_USAGE;
    }
    const bool opened = sink_open_packed(&r->output, options->output) &&
                        (!options->parents || sink_open_packed(&r->parents, options->parents)) &&
                        (!options->metrics || sink_open(&r->metrics, options->metrics)) &&
                        (!options->trace || sink_open(&r->trace, options->trace));
    return opened ? STATUS_SUCCESS : STATUS_FAILURE;
}

/* cc, scc, cdlp, louvain, leiden: a component or community is ranked by its size. */
static bool largest_classes(const session *s, output_table *table, mg_column *sizes, mg_vertex **order) {
    uint64_t *size = class_sizes(s);
    *sizes = (mg_column){.name = "size", .type = MG_UINT64, .meaning = MG_NUMBER, .data = size, .width = 1};
    table->column = sizes;
    *order = size ? output_largest(s->graph, sizes, &table->rows) : NULL;
    while (*order && table->rows && size[(*order)[table->rows - 1]] == 0) {
        table->rows--;
    }
    return *order != NULL;
}

static bool write_output(sink *out, const session *s) {
    const cli_options *options = s->options;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    if (s->verb->runs->write) {
        return s->verb->runs->write(out, s);
    }
    const mg_column *const edges = session_edge_column(s);
    if (edges) {
        const edge_values values = {edges->name, edges->type, edges->data, edges->meaning};
        put_edge_values(s, out, &values, NULL, NULL);
        return true;
    }
    output_table table = {
        .graph = s->graph, .column = session_column(s), .rows = n, .threads = mg_context_threads(s->context)};
    size_t sources = 0;
    table.sources = mg_result_sources(s->result, &sources);
    mg_column sizes = {.data = NULL};
    mg_vertex *order = NULL;
    bool enough = true;
    if (options->top) {
        table.rows = options->top;
        if (s->verb->bit & (VERB_CC | VERB_SCC | VERB_CDLP | VERB_COMMUNITIES)) {
            enough = largest_classes(s, &table, &sizes, &order);
        } else {
            order = output_largest(s->graph, table.column, &table.rows);
            enough = order != NULL;
        }
        table.order = order;
    }
    if (!enough) {
        message("out of memory for --top");
    } else if (results_preview(options)) {
        output_preview(out, &table);
    } else {
        output_write(out, &table, output_format_of(options, options->output));
    }
    free(order);
    free((void *)sizes.data);
    return enough;
}

static bool write_parents(sink *out, const session *s) {
    if (s->options->parents) {
        size_t sources = 0;
        const output_table table = {.graph = s->graph,
                                    .column = mg_result_column(s->result, "parent"),
                                    .sources = mg_result_sources(s->result, &sources),
                                    .rows = mg_graph_vertex_count(s->graph),
                                    .threads = mg_context_threads(s->context)};
        output_write(out, &table, output_format_of(s->options, s->options->parents));
    }
    return true;
}

int results_write(results *r, session *s) {
    progress_erase();
    const double start = wait_own_seconds(s);
    bool written = write_output(&r->output, s) && write_parents(&r->parents, s) &&
                   (!s->options->trace || trace_write(&r->trace, s)) && sink_finish(&r->output) &&
                   sink_finish(&r->parents) && sink_finish(&r->trace);
    s->write_own = wait_own_seconds(s) - start; /* the metrics come last: they have this time */
    written = written && (!s->options->metrics || metrics_write(&r->metrics, s)) && sink_finish(&r->metrics);
    if (interrupted()) {
        return message_interrupted();
    }
    written = written && sink_commit(&r->output) && sink_commit(&r->parents) && sink_commit(&r->metrics) &&
              sink_commit(&r->trace);
    return written ? STATUS_SUCCESS : STATUS_FAILURE;
}

void results_close(results *r) {
    sink_close(&r->output);
    sink_close(&r->parents);
    sink_close(&r->metrics);
    sink_close(&r->trace);
}
