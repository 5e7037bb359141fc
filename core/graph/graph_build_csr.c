/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build_csr.c: mg_graph_from_csr.
 */
#include "core/graph/graph_build.h"

#include "core/stage_clock.h"

#include <string.h>

static mg_status check_csr(mg_context *context, mg_vertex n, const uint64_t *offsets, const mg_vertex *neighbours,
                           mg_type weight_type, const void *weights) {
    if (n == MG_NONE) {
        return mg__fail(context, MG_ERROR_RANGE, "4294967295 vertices; at most 4294967294 are supported");
    }
    if (!offsets || offsets[0] != 0) {
        return mg__fail(context, MG_ERROR_INVALID, "not a CSR: offsets must begin with 0");
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (offsets[v + 1] < offsets[v]) {
            return mg__fail(context, MG_ERROR_INVALID, "not a CSR: offsets decrease at vertex %u", v);
        }
    }
    if (!neighbours && offsets[n]) {
        return mg__fail(context, MG_ERROR_INVALID, "not a CSR: neighbours must not be NULL");
    }
    if (!mg__weights_valid(weight_type, weights, offsets[n])) {
        return mg__fail(context, MG_ERROR_INVALID, "not a CSR: weights must be none, int32, int64, float32 or float64");
    }
    for (uint64_t a = 0; a < offsets[n]; a++) {
        if (neighbours[a] >= n) {
            return mg__fail(context, MG_ERROR_INVALID, "not a CSR: neighbour %u at %llu of a graph of %u vertices",
                            neighbours[a], (unsigned long long)a, n);
        }
    }
    return mg__check_weights(context, weight_type, weights, offsets[n]);
}

/* Compares random sums of both directions first. Only if they differ, the CSR is transposed, which takes several times
 * as long, to find the edge that the error names. */
static mg_status check_symmetric(mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr) {
    const uint64_t arcs = csr->offsets[n];
    mg_csr other;
    if (mg__csr_is_symmetric(context, n, weight_type, csr)) {
        return MG_OK;
    }
    mg_status status = mg__csr_transpose(context, n, n, weight_type, csr, &other);
    if (status < 0) {
        return status;
    }
    if (memcmp(csr->offsets, other.offsets, ((size_t)n + 1) * sizeof *csr->offsets) != 0 ||
        memcmp(csr->neighbours, other.neighbours, (size_t)arcs * sizeof *csr->neighbours) != 0) {
        status = mg__fail(context, MG_ERROR_INVALID, "an undirected CSR must hold both directions of every edge");
    } else if (csr->weights && memcmp(csr->weights, other.weights, (size_t)arcs * mg__type_size(weight_type)) != 0) {
        status = mg__fail(context, MG_ERROR_INVALID, "the two directions of an edge differ in their weight");
    }
    mg__csr_release(&context->memory, &other);
    return status;
}

mg_status mg_graph_from_csr(mg_context *context, mg_vertex n, const uint64_t *offsets, const mg_vertex *neighbours,
                            mg_type weight_type, const void *weights, bool directed, mg_graph **graph) {
    MG_STAGE(context, MG_STAGE_ROWS);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_from_csr: graph must not be NULL");
    }
    mg_csr csr = {0};
    mg_status status;
    MG_TRY(check_csr(context, n, offsets, neighbours, weight_type, weights));
    const uint64_t arcs = offsets[n];
    MG_TRY(MG_ALLOC(context, csr.offsets, (uint64_t)n + 1, "offsets"));
    MG_TRY(MG_ALLOC(context, csr.neighbours, arcs, "neighbours"));
    memcpy(csr.offsets, offsets, ((size_t)n + 1) * sizeof *offsets);
    if (arcs) {
        memcpy(csr.neighbours, neighbours, (size_t)arcs * sizeof *neighbours);
    }
    if (weight_type != MG_TYPE_NONE) {
        const size_t size = mg__type_size(weight_type);
        MG_TRY(mg__alloc(context, &csr.weights, arcs, size, "weights"));
        if (arcs) {
            memcpy(csr.weights, weights, (size_t)arcs * size);
        }
    }
    MG_TRY(mg__csr_sort(context, n, weight_type, &csr));
    if (!directed) {
        MG_TRY(check_symmetric(context, n, weight_type, &csr));
    }
    const mg_csr out_edges = csr;
    csr = (mg_csr){0};
    status = mg__graph_adopt(context, n, out_edges, weight_type, directed, NULL, 0, graph);
out:
    mg__csr_release(&context->memory, &csr);
    return status;
}
