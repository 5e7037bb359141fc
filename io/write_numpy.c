/* SPDX-License-Identifier: Apache-2.0
 *
 * write_numpy.c: writes .npy, a structured array of edges.
 */
#include "io/npy.h"
#include "io/writer.h"

#include <stdio.h>

#define BLOCK ((uint64_t)32768) /* edges per write */

static mg_type id_type(const mg_graph *graph) {
    for (mg_vertex v = 0; v < graph->n; v++) {
        if (mg_graph_id(graph, v) > INT64_MAX) {
            return MG_UINT64;
        }
    }
    return MG_INT64;
}

static mg_status put_edges(mg_context *context, const mg_graph *graph, size_t weight_size, mg_output *output) {
    const size_t size = 16 + weight_size;
    char *block = NULL, *out;
    uint64_t used = 0;
    mg_status status;
    MG_TRY(MG_ALLOC(context, block, BLOCK * size, "writing"));
    out = block;
    for (mg_vertex v = 0; v < graph->n; v++) {
        for (uint64_t a = graph->out.offsets[v]; a < graph->out.offsets[v + 1]; a++) {
            const uint64_t ends[] = {mg_graph_id(graph, v), mg_graph_id(graph, graph->out.neighbours[a])};
            memcpy(out, ends, sizeof ends);
            if (weight_size) {
                memcpy(out + sizeof ends, (const char *)graph->out.weights + a * weight_size, weight_size);
            }
            out += size;
            if (++used == BLOCK) {
                MG_TRY(mg__output_write(output, block, BLOCK * size));
                MG_TRY(mg__progress(context, "writing", (double)a / (double)graph->arcs));
                out = block;
                used = 0;
            }
        }
    }
    status = mg__output_write(output, block, (size_t)used * size);
out:
    mg__release(&context->memory, block);
    return status;
}

/* Fields source, target and, with weights, weight; an undirected edge is in the array in both directions. */
mg_status mg__write_npy(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    const bool weighted = graph->weight_type != MG_TYPE_NONE;
    char header[MG_NPY_HEADER], descr[128], id[4], weight[4], field[32] = "";
    mg_status status;
    (void)plain;
    if (weighted) {
        snprintf(field, sizeof field, ", ('weight', '%s')", mg__npy_type_code(graph->weight_type, weight));
    }
    mg__npy_type_code(id_type(graph), id);
    snprintf(descr, sizeof descr, "[('source', '%s'), ('target', '%s')%s]", id, id, field);
    MG_TRY(mg__output_write(output, header, mg__npy_header(header, descr, &graph->arcs)));
    status = put_edges(context, graph, weighted ? mg__type_size(graph->weight_type) : 0, output);
out:
    return status;
}
