/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/neighbour_sets.h"

#include <math.h>

mg_status mg__check_sets(mg_context *context, const mg_graph *graph, const mg_set_similarity_options *o,
                         const mg_backend **backend) {
    if (!graph) {
        return mg__fail(context, MG_ERROR_INVALID, "similarity of neighbours: graph must not be NULL");
    }
    if (o->size != sizeof *o || (unsigned)o->measure > MG_SET_COSINE) {
        return mg__fail(context, MG_ERROR_INVALID, "similarity of neighbours: %s",
                        o->size != sizeof *o ? "options: use the _INIT macro" : "no measure has this number");
    }
    const mg_status status = mg__backend_choose(context, o->backend, backend);
    return status < 0 ? status : mg_graph_check(context, graph);
}

mg_status mg__set_sizes(mg_context *context, const mg_graph *graph, uint32_t **sizes) {
    const mg_csr *out = &graph->out;
    uint32_t *made = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, made, graph->n, "sizes of sets"));
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 4096)
    for (mg_vertex v = 0; v < graph->n; v++) {
        uint32_t size = 0;
        for (uint64_t e = out->offsets[v]; e < out->offsets[v + 1]; e++) {
            size += e == out->offsets[v] || out->neighbours[e] != out->neighbours[e - 1];
        }
        made[v] = size;
    }
    *sizes = made;
out:
    return status;
}

double mg__set_score(mg_set_measure measure, uint32_t a, uint32_t b, uint32_t both) {
    if (!both) {
        return 0;
    }
    /* The root of the quotient, not a quotient of roots: equal shares are equal scores. */
    return measure == MG_SET_JACCARD   ? both / ((double)a + b - both)
           : measure == MG_SET_OVERLAP ? both / (double)(a < b ? a : b)
                                       : sqrt((double)both * both / ((double)a * b));
}
