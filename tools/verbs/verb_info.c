/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb info: prints the properties of a graph file.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/session.h"
#include "tools/cli/signals.h"
#include "tools/output/number.h"
#include "tools/output/output_files.h"
#include "tools/output/sink.h"
#include "tools/output/utf8.h"
#include "tools/verbs/diameter.h"
#include "tools/verbs/info_memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SEARCHES_MAX 100

/* Writes properties as `name<TAB>value` lines or as one JSON object. */
typedef struct lister {
    sink out;
    bool json, aligned, any;
} lister;

static void put_name(lister *l, const char *name) {
    if (l->json) {
        sink_text(&l->out, l->any ? ",\n  \"" : "{\n  \"");
        sink_text(&l->out, name);
        sink_text(&l->out, "\": ");
    } else {
        sink_text(&l->out, name);
        sink_write(&l->out, "                    ", l->aligned ? 20 - strlen(name) : 0);
        sink_text(&l->out, l->aligned ? "" : "\t");
    }
    l->any = true;
}

static void put_text(lister *l, const char *name, const char *text) {
    char *const copy = l->json ? utf8_copy(text) : NULL;
    put_name(l, name);
    sink_text(&l->out, l->json ? "\"" : "");
    for (const char *c = copy ? copy : text; *c; c++) {
        sink_text(&l->out, l->json && (*c == '"' || *c == '\\') ? "\\" : "");
        sink_write(&l->out, l->json && (unsigned char)*c < ' ' ? "?" : c, 1);
    }
    sink_text(&l->out, l->json ? "\"" : "");
    sink_text(&l->out, l->json ? "" : "\n");
    free(copy);
}

static void put_flag(lister *l, const char *name, bool value) {
    put_name(l, name);
    sink_text(&l->out, l->json ? (value ? "true" : "false") : value ? "yes\n" : "no\n");
}

static void put_count(lister *l, const char *name, uint64_t value) {
    char number[NUMBER_SIZE];
    put_name(l, name);
    sink_write(&l->out, number, format_u64(number, value));
    sink_text(&l->out, l->json ? "" : "\n");
}

static void put_real(lister *l, const char *name, double value) {
    char number[NUMBER_SIZE];
    put_name(l, name);
    if (l->json && !isfinite(value)) {
        sink_text(&l->out, "null");
    } else {
        sink_write(&l->out, number, format_double(number, value));
    }
    sink_text(&l->out, l->json ? "" : "\n");
}

static double weight_at(mg_type type, const void *weights, uint64_t e) {
    switch (type) {
    case MG_INT32:
        return ((const int32_t *)weights)[e];
    case MG_INT64:
        return (double)((const int64_t *)weights)[e];
    case MG_FLOAT32:
        return (double)((const float *)weights)[e];
    default:
        return ((const double *)weights)[e];
    }
}

/* Is weight a less than weight b? Exact for int64, too. */
static bool weight_less(mg_type type, const void *weights, uint64_t a, uint64_t b) {
    return type == MG_INT64 ? ((const int64_t *)weights)[a] < ((const int64_t *)weights)[b]
                            : weight_at(type, weights, a) < weight_at(type, weights, b);
}

/* In the digits of the weight's own type: 0.001, also where the float next to it is 0.0010000000474974513. */
static void put_weight(lister *l, const char *name, mg_type type, const void *weights, uint64_t e) {
    char number[NUMBER_SIZE];
    const double value = weight_at(type, weights, e);
    put_name(l, name);
    if (l->json && !isfinite(value)) {
        sink_text(&l->out, "null");
    } else if (type == MG_INT64) {
        sink_write(&l->out, number, format_i64(number, ((const int64_t *)weights)[e]));
    } else {
        sink_write(&l->out, number,
                   type == MG_FLOAT32 ? format_float(number, (float)value) : format_double(number, value));
    }
    sink_text(&l->out, l->json ? "" : "\n");
}

static void put_weights(lister *l, const mg_graph *graph) {
    static const char *const names[] = {[MG_TYPE_NONE] = "none",
                                        [MG_INT32] = "int32",
                                        [MG_INT64] = "int64",
                                        [MG_FLOAT32] = "float32",
                                        [MG_FLOAT64] = "float64"};
    const mg_type type = mg_graph_weight_type(graph);
    const void *const weights = mg_graph_out_edges(graph).weights;
    const uint64_t arcs = mg_graph_arc_count(graph);
    put_text(l, "weights", names[type]);
    if (type == MG_TYPE_NONE || arcs == 0) {
        return;
    }
    uint64_t least = 0, greatest = 0;
    for (uint64_t e = 1; e < arcs; e++) {
        least = weight_less(type, weights, e, least) ? e : least;
        greatest = weight_less(type, weights, greatest, e) ? e : greatest;
    }
    put_weight(l, "weight-least", type, weights, least);
    put_weight(l, "weight-greatest", type, weights, greatest);
}

static void put_degrees(lister *l, const mg_graph *graph) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint64_t least = UINT64_MAX, greatest = 0, without = 0, parallel = 0;
    for (mg_vertex v = 0; v < n; v++) {
        uint64_t degree = out.offsets[v + 1] - out.offsets[v];
        least = degree < least ? degree : least;
        greatest = degree > greatest ? degree : greatest;
        without += degree == 0;
        for (uint64_t e = out.offsets[v] + 1; e < out.offsets[v + 1]; e++) {
            parallel += out.neighbours[e] == out.neighbours[e - 1];
        }
    }
    put_count(l, "parallel-arcs", parallel);
    put_count(l, "degree-least", n ? least : 0);
    put_real(l, "degree-mean", n ? (double)mg_graph_arc_count(graph) / n : 0);
    put_count(l, "degree-greatest", greatest);
    put_count(l, "without-out-edges", without);
}

/* One line where it is known, else its bounds; of directed graphs the greatest distance that was found. */
static mg_status put_diameter(lister *l, const session *s) {
    diameter d;
    const mg_status status = diameter_find(s->context, s->graph, mg_graph_default_source(s->graph), SEARCHES_MAX, &d);
    if (status >= 0 && d.least == d.greatest) {
        put_count(l, "diameter", d.least);
    } else if (status >= 0) {
        put_count(l, "diameter-least", d.least);
        if (d.greatest != UINT32_MAX) {
            put_count(l, "diameter-greatest", d.greatest);
        }
    }
    return status;
}

static void put_default_source(lister *l, const mg_graph *graph) {
    const char *const name = mg_graph_name(graph, mg_graph_default_source(graph));
    if (name) {
        put_text(l, "default-source", name);
    } else {
        put_count(l, "default-source", mg_graph_id(graph, mg_graph_default_source(graph)));
    }
}

static mg_status put_graph(lister *l, const session *s) {
    const mg_graph *graph = s->graph;
    const mg_vertex n = mg_graph_vertex_count(graph);
    put_text(l, "file", graph_name(s->options));
    put_flag(l, "directed", mg_graph_directed(graph));
    put_count(l, "vertices", n);
    put_count(l, "edges", mg_graph_edge_count(graph));
    put_count(l, "arcs", mg_graph_arc_count(graph));
    put_count(l, "self-loops", mg_graph_loop_count(graph));
    put_weights(l, graph);
    put_degrees(l, graph);
    if (n) {
        const mg_vertex *const by_id = mg_graph_by_id(graph);
        put_count(l, "id-least", mg_graph_id(graph, by_id ? by_id[0] : 0));
        put_count(l, "id-greatest", mg_graph_id(graph, by_id ? by_id[n - 1] : n - 1));
        put_default_source(l, graph);
    }
    if (mg_graph_has_names(graph)) {
        put_text(l, "names", "yes");
    }
    put_text(l, "order", mg_order_name(mg_graph_order(graph, NULL)));
    const mg_status status = s->options->diameter ? put_diameter(l, s) : MG_OK;
    sink_text(&l->out, l->json ? "\n}\n" : "");
    return status;
}

int run_info(const verb *v, const cli_options *options) {
    lister l = {.json = output_format_of(options, options->output) == OUTPUT_JSON,
                .aligned = !options->output && isatty(STDOUT_FILENO)};
    session s = {.verb = v, .options = options};
    output_file output = output_file_of(options, "-o", options->output ? options->output : "-");
    output.formats = "tsv or json";
    output.format = l.json ? "json" : "tsv";
    const char *const inputs[] = {options->operand};
    const int named = output_files_check(&output, 1, inputs, 1);
    if (named != STATUS_SUCCESS || !sink_open_packed(&l.out, options->output)) {
        return named != STATUS_SUCCESS ? named : STATUS_FAILURE;
    }
    int status = session_open(&s, v, options);
    if (status == STATUS_SUCCESS) {
        progress_erase();
        const mg_status listed = options->memory ? info_memory(&l.out, &s, l.json) : put_graph(&l, &s);
        progress_erase();
        status = listed < 0                                  ? library_failure(s.context, listed)
                 : sink_flush(&l.out) && sink_commit(&l.out) ? STATUS_SUCCESS
                                                             : STATUS_FAILURE;
        if (interrupted()) {
            status = message_interrupted();
        }
    }
    sink_close(&l.out);
    session_close(&s);
    return status;
}
