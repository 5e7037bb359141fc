/* SPDX-License-Identifier: Apache-2.0
 *
 * run_similarity.c: scores of edges: the product of the features of their ends, by SDDMM.
 */
#include "algorithms/entry.h"
#include "core/graph/graph.h"
#include "core/stage_clock.h"

#include <math.h>

static mg_status check(mg_context *context, const mg_graph *graph, const mg_similarity_options *o, uint32_t k,
                       const void *x, const void *scores) {
    const char *wrong = NULL;
    if ((unsigned)o->measure > MG_SIMILARITY_COSINE) {
        wrong = "no measure has this number";
    } else if (o->measure == MG_SIMILARITY_COSINE && o->type != MG_FLOAT32 && o->type != MG_FLOAT64) {
        wrong = "the cosine needs features of type float32 or float64";
    } else if (!k) {
        wrong = "k is 0, expected at least one feature";
    } else if ((mg_graph_vertex_count(graph) && !x) || (mg_graph_arc_count(graph) && !scores)) {
        wrong = x ? "scores is NULL" : "x is NULL";
    } else if (mg__memory_owner(x) || mg__memory_owner(scores)) {
        wrong = "x and scores must be in host memory";
    }
    return wrong ? mg__fail(context, MG_ERROR_INVALID, "similarity: %s", wrong) : MG_OK;
}

static double feature(mg_type type, const void *x, uint64_t i) {
    return type == MG_FLOAT32 ? (double)((const float *)x)[i] : ((const double *)x)[i];
}

/* Copies a row, divided by its length; a row of zeros stays zeros. By the largest element first, whose square may be
 * too large or too small for a number. */
static void normalize_row(mg_type type, const void *x, uint64_t begin, uint32_t k, void *out, uint64_t at) {
    double largest = 0, squares = 0;
    for (uint32_t i = 0; i < k; i++) {
        const double magnitude = fabs(feature(type, x, begin + i));
        largest = magnitude > largest || isnan(magnitude) ? magnitude : largest;
    }
    const double divisor = largest > 0 || isnan(largest) ? largest : 1;
    for (uint32_t i = 0; i < k; i++) {
        const double part = feature(type, x, begin + i) / divisor;
        squares += part * part;
    }
    const double length = squares > 0 || isnan(squares) ? sqrt(squares) : 1;
    for (uint32_t i = 0; i < k; i++) {
        const double part = feature(type, x, begin + i) / divisor / length;
        if (type == MG_FLOAT32) {
            ((float *)out)[at + i] = (float)part;
        } else {
            ((double *)out)[at + i] = part;
        }
    }
}

/* The rows of length 1. */
static mg_status normalize(mg_context *context, mg_type type, uint64_t n, uint32_t k, const void *x, uint64_t stride,
                           void **rows) {
    mg_status status;
    MG_TRY(mg__alloc(context, rows, n * k, mg__type_size(type), "features"));
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t v = 0; v < n; v++) {
        normalize_row(type, x, v * stride, k, *rows, v * k);
    }
out:
    return status;
}

/* The pattern of the out-edges, so that the scores are in their order. */
static mg_status make_pattern(mg_context *context, const mg_graph *graph, mg_matrix **pattern) {
    const mg_matrix_arrays arrays = {.rows = graph->n,
                                     .columns = graph->n,
                                     .nonzeros = graph->arcs,
                                     .row_offsets = graph->out.offsets,
                                     .column_indices = graph->out.neighbours};
    return mg_matrix_create(context, &arrays, pattern);
}

mg_status mg_similarity(mg_context *context, const mg_graph *graph, const mg_similarity_options *options, uint32_t k,
                        const void *x, uint64_t x_stride, void *scores) {
    MG_STAGE(context, MG_STAGE_RUN);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_similarity_options o = options ? *options : MG_SIMILARITY_OPTIONS_INIT;
    mg_product_options product = MG_PRODUCT_OPTIONS_INIT;
    mg_matrix *pattern = NULL;
    void *rows = NULL;
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_status status;
    mg_result *unused;
    MG_TRY(mg__check_call(context, graph, &unused, o.size ? o.size : 1, sizeof o));
    MG_TRY(check(context, graph, &o, k, x, scores));
    if (x_stride < k) {
        return mg__fail(context, MG_ERROR_INVALID, "similarity: x_stride is %llu, expected at least k, %u",
                        (unsigned long long)x_stride, k);
    }
    MG_TRY(make_pattern(context, graph, &pattern));
    if (o.measure == MG_SIMILARITY_COSINE) {
        MG_TRY(normalize(context, o.type, n, k, x, x_stride, &rows));
        x = rows;
        x_stride = k;
    }
    product.type = o.type;
    product.scale = false;
    product.deterministic = true;
    product.backend = o.backend;
    status = mg_matrix_sddmm(context, pattern, &product, k, x, x_stride, x, x_stride, scores);
out:
    mg_matrix_destroy(context, pattern);
    mg__release(&context->memory, rows);
    return status;
}
