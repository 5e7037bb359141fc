/* SPDX-License-Identifier: Apache-2.0
 *
 * write_losses.c: what a format cannot store. Values that would become others are an error, what is left out a warning.
 */
#include "core/graph/weights.h"
#include "io/writer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Counts vertices without in- and out-edges. */
static mg_status count_isolated(mg_context *context, const mg_graph *graph, uint64_t *count) {
    unsigned char *reached = NULL;
    const mg_status status = MG_ALLOC_ZEROED(context, reached, (uint64_t)graph->n, "counting vertices");
    if (status < 0) {
        return status;
    }
    for (uint64_t a = 0; a < graph->arcs; a++) {
        reached[graph->out.neighbours[a]] = 1;
    }
    *count = 0;
    for (mg_vertex v = 0; v < graph->n; v++) {
        *count += !reached[v] && graph->out.offsets[v] == graph->out.offsets[v + 1];
    }
    mg__release(&context->memory, reached);
    return status;
}

/* Can float32 represent every weight? */
static bool floats_keep(const mg_graph *graph) {
    for (uint64_t a = 0; a < graph->arcs; a++) {
        const double weight = mg__weight_at(graph->weight_type, graph->out.weights, a);
        if ((double)(float)weight != weight) {
            return false;
        }
    }
    return true;
}

/* float32 has a value near the weight: neither infinity for a number, nor 0 for another one. */
static bool float_holds(double weight) {
    const double near = (double)(float)weight;
    return isinf(near) == isinf(weight) && (near == 0) == (weight == 0);
}

mg_status mg__check_writable(mg_context *context, const mg_graph *graph, const mg_writer *writer, const char *path) {
    const bool writes = graph->weight_type != MG_TYPE_NONE && !(writer->losses & MG_LOSES_WEIGHTS);
    const bool infinite = writes && !(writer->losses & MG_HOLDS_INFINITY);
    const bool single = writes && (writer->losses & MG_FLOAT_WEIGHTS);
    for (uint64_t a = 0; infinite && a < graph->arcs; a++) {
        const double weight = mg__weight_at(graph->weight_type, graph->out.weights, a);
        if (isinf(weight)) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED, "cannot write %s: the format %s holds no infinite weight",
                            path, writer->name);
        }
        if (single && !float_holds(weight)) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED,
                            "cannot write %s: the format %s holds float32 weights, and %g is beyond them", path,
                            writer->name, weight);
        }
    }
    for (mg_vertex v = 0; (writer->losses & MG_SMALL_IDS) && v < graph->n; v++) {
        if (mg_graph_id(graph, v) > INT32_MAX) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED,
                            "cannot write %s: the format %s holds ids below 2^31, and one is %" PRIu64, path,
                            writer->name, mg_graph_id(graph, v));
        }
    }
    return MG_OK;
}

uint64_t mg__parallel_edges(const mg_context *context, const mg_graph *graph) {
    uint64_t count = 0;
#pragma omp parallel for num_threads(context->threads) reduction(+ : count) schedule(dynamic, 4096)
    for (mg_vertex v = 0; v < graph->n; v++) {
        for (uint64_t a = graph->out.offsets[v] + 1; a < graph->out.offsets[v + 1]; a++) {
            const mg_vertex to = graph->out.neighbours[a];
            count += to == graph->out.neighbours[a - 1] && (graph->directed || to <= v);
        }
    }
    return count;
}

static void log_loss(mg_context *context, mg_log_level level, const char *path, const mg_writer *writer,
                     const char *what) {
    mg__log(context, level, "%s: format %s: %s", path, writer->name, what);
}

static void warn(mg_context *context, const char *path, const mg_writer *writer, const char *what) {
    log_loss(context, MG_LOG_WARNING, path, writer, what);
}

/* --undirected keeps one edge between two vertices. */
static void warn_parallel(mg_context *context, const mg_graph *graph, const mg_writer *writer, const char *path) {
    const bool merged = !graph->directed && (writer->losses & (MG_LOSES_UNDIRECTED | MG_NOTES_UNDIRECTED));
    const bool added = writer->losses & MG_SUMS_PARALLEL;
    const uint64_t parallel = merged || added ? mg__parallel_edges(context, graph) : 0;
    char text[128];
    if (parallel && merged) {
        snprintf(text, sizeof text, "%" PRIu64 " parallel edges are lost when it is read with --undirected", parallel);
        warn(context, path, writer, text);
    }
    if (parallel && added) {
        snprintf(text, sizeof text, "%" PRIu64 " parallel edges, whose weights other programs add", parallel);
        warn(context, path, writer, text);
    }
}

mg_status mg__warn_losses(mg_context *context, const mg_graph *graph, const mg_writer *writer, const char *path) {
    const unsigned losses = writer->losses;
    const bool weighted = graph->weight_type != MG_TYPE_NONE;
    const bool fractions = graph->weight_type == MG_FLOAT32 || graph->weight_type == MG_FLOAT64;
    char text[128];
    uint64_t isolated = 0;
    mg_status status = MG_OK;
    if (losses & MG_LOSES_ISOLATED) {
        MG_TRY(count_isolated(context, graph, &isolated));
    }
    if (isolated) {
        snprintf(text, sizeof text, "%" PRIu64 " vertices without edges are lost", isolated);
        warn(context, path, writer, text);
    }
    if ((losses & MG_LOSES_IDS) && graph->n && (graph->ids || graph->id_base != writer->id_base)) {
        snprintf(text, sizeof text, "the ids are lost; vertices are numbered from %" PRIu64 " on", writer->id_base);
        log_loss(context, graph->ids || graph->id_base > 1 ? MG_LOG_WARNING : MG_LOG_INFO, path, writer, text);
    }
    if (!(losses & MG_HOLDS_NAMES) && graph->names.count) {
        warn(context, path, writer, "the names of the vertices are lost");
    }
    if ((losses & MG_NOTES_UNDIRECTED) && !graph->directed) {
        log_loss(context, MG_LOG_INFO, path, writer, "only a comment says that edges are undirected");
    }
    if ((losses & MG_LOSES_WEIGHTS) && weighted) {
        warn(context, path, writer, "the weights are lost");
    }
    if ((losses & MG_LOSES_UNDIRECTED) && !graph->directed) {
        warn(context, path, writer, "it does not say that edges are undirected; read it with --undirected");
    }
    warn_parallel(context, graph, writer, path);
    if ((losses & MG_LOSES_LOOPS) && graph->loops) {
        snprintf(text, sizeof text, "%" PRIu64 " edges from a vertex to itself are lost", graph->loops);
        warn(context, path, writer, text);
    }
    if ((losses & MG_LOSES_LOOPS) && graph->directed) {
        warn(context, path, writer, "arcs are listed once, which programs other than GAPBS may refuse");
    }
    if ((losses & MG_WHOLE_WEIGHTS) && fractions) {
        warn(context, path, writer, "the weights have fractions, which other programs may refuse");
    }
    if ((losses & MG_FLOAT_WEIGHTS) && weighted && graph->weight_type != MG_FLOAT32 && !floats_keep(graph)) {
        warn(context, path, writer, "the weights are rounded to float32");
    }
out:
    return status;
}
