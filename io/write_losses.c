/* SPDX-License-Identifier: Apache-2.0
 *
 * write_losses.c: warnings about properties that a format cannot store.
 */
#include "core/graph/weights.h"
#include "io/writer.h"

#include <inttypes.h>
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

static void log_loss(mg_context *context, mg_log_level level, const char *path, const mg_writer *writer,
                     const char *what) {
    mg__log(context, level, "%s: format %s: %s", path, writer->name, what);
}

static void warn(mg_context *context, const char *path, const mg_writer *writer, const char *what) {
    log_loss(context, MG_LOG_WARNING, path, writer, what);
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
    if ((losses & MG_NOTES_UNDIRECTED) && !graph->directed) {
        log_loss(context, MG_LOG_INFO, path, writer, "only a comment says that edges are undirected");
    }
    if ((losses & MG_LOSES_WEIGHTS) && weighted) {
        warn(context, path, writer, "the weights are lost");
    }
    if ((losses & MG_LOSES_UNDIRECTED) && !graph->directed) {
        warn(context, path, writer, "it does not say that edges are undirected; read it with --undirected");
    }
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
