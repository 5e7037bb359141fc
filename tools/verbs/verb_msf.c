/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb msf: minimum spanning forests, written as a list of edges.
 */
#include "tools/cli/message.h"
#include "tools/output/output_edges.h"
#include "tools/output/output_files.h"
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct forest_edge {
    uint64_t source, target; /* ids */
    mg_vertex at;            /* the position in the result */
} forest_edge;

static mg_status run_msf(session *s, const mg_run_options *run, mg_result **result) {
    mg_msf_options o = MG_MSF_OPTIONS_INIT;
    o.run = *run;
    return mg_msf(s->context, s->graph, &o, result);
}

static bool verify_msf(const session *s, char *why, size_t size) {
    return mgt_verify_msf(s->context, s->graph, s->result, why, size);
}

static int compare_edges(const void *first, const void *second) {
    const forest_edge *a = first, *b = second;
    return a->source != b->source ? (a->source > b->source) - (a->source < b->source)
                                  : (a->target > b->target) - (a->target < b->target);
}

/* The edges by ids; NULL: out of memory. */
static forest_edge *list_edges(const session *s, mg_vertex *count) {
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    const mg_vertex *source = mg_result_column(s->result, "source")->data;
    const mg_vertex *target = mg_result_column(s->result, "target")->data;
    forest_edge *edges = malloc((n + (size_t)1) * sizeof *edges);
    *count = 0;
    for (mg_vertex v = 0; edges && v < n; v++) {
        if (source[v] != MG_NONE) {
            edges[(*count)++] = (forest_edge){mg_graph_id(s->graph, source[v]), mg_graph_id(s->graph, target[v]), v};
        }
    }
    if (edges) {
        qsort(edges, *count, sizeof *edges, compare_edges);
    }
    return edges;
}

static bool write_msf(sink *out, const session *s) {
    const mg_column *weight = mg_result_column(s->result, "weight");
    const edge_values weights = {"weight", weight ? weight->type : MG_TYPE_NONE, weight ? weight->data : NULL,
                                 MG_NUMBER};
    const bool is_npy = output_format_of(s->options, s->options->output) == OUTPUT_NPY;
    const mg_vertex *source = mg_result_column(s->result, "source")->data;
    const mg_vertex *target = mg_result_column(s->result, "target")->data;
    mg_vertex count = 0;
    forest_edge *edges = list_edges(s, &count);
    if (!edges) {
        message("out of memory for the edges of the forest");
        return false;
    }
    if (is_npy) {
        output_edge_header(out, &weights, count);
    }
    for (mg_vertex i = 0; i < count; i++) {
        const mg_vertex at = edges[i].at;
        (is_npy ? output_edge_record : output_edge_text)(out, s->graph, source[at], target[at], &weights, at);
    }
    free(edges);
    return true;
}

static double weight_at(const mg_column *column, mg_vertex v) {
    return column->type == MG_INT32     ? ((const int32_t *)column->data)[v]
           : column->type == MG_INT64   ? (double)((const int64_t *)column->data)[v]
           : column->type == MG_FLOAT32 ? (double)((const float *)column->data)[v]
                                        : ((const double *)column->data)[v];
}

static void describe_msf(const session *s, char *text, size_t size) {
    const mg_vertex n = mg_graph_vertex_count(s->graph), *source = mg_result_column(s->result, "source")->data;
    const mg_column *weight = mg_result_column(s->result, "weight");
    mg_vertex edges = 0;
    double sum = 0;
    for (mg_vertex v = 0; v < n; v++) {
        edges += source[v] != MG_NONE;
        sum += weight && source[v] != MG_NONE ? weight_at(weight, v) : 0;
    }
    const int written =
        snprintf(text, size, "%" PRIu32 " edges in %" PRIu32 " tree%s", edges, n - edges, n - edges == 1 ? "" : "s");
    if (weight && written > 0 && (size_t)written < size) {
        snprintf(text + written, size - (size_t)written, ", weight %.10g", sum);
    }
}

const algorithm msf_algorithm = {
    .column = "component", .run = run_msf, .verify = verify_msf, .write = write_msf, .describe = describe_msf};
