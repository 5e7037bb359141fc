/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verify/verify_common.h"

static long double feature(mg_type type, const void *x, uint64_t i) {
    return type == MG_FLOAT32   ? (long double)((const float *)x)[i]
           : type == MG_FLOAT64 ? (long double)((const double *)x)[i]
           : type == MG_INT32   ? (long double)((const int32_t *)x)[i]
                                : (long double)((const int64_t *)x)[i];
}

static long double length_of(mg_type type, const void *x, uint64_t begin, uint32_t k) {
    long double squares = 0;
    for (uint32_t i = 0; i < k; i++) {
        squares += feature(type, x, begin + i) * feature(type, x, begin + i);
    }
    return sqrtl(squares);
}

/* Wraps around as unsigned numbers do. */
static bool integer_holds(mg_type type, const void *x, uint64_t a, uint64_t b, uint32_t k, const void *scores,
                          uint64_t arc) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < k; i++) {
        sum += type == MG_INT32 ? (uint64_t)((const int32_t *)x)[a + i] * (uint64_t)((const int32_t *)x)[b + i]
                                : (uint64_t)((const int64_t *)x)[a + i] * (uint64_t)((const int64_t *)x)[b + i];
    }
    return type == MG_INT32 ? (uint32_t)sum == ((const uint32_t *)scores)[arc] : sum == ((const uint64_t *)scores)[arc];
}

static bool score_holds(const mg_similarity_options *o, const void *x, uint64_t a, uint64_t b, uint32_t k,
                        const void *scores, uint64_t arc) {
    if (o->type == MG_INT32 || o->type == MG_INT64) {
        return integer_holds(o->type, x, a, b, k, scores, arc);
    }
    const long double epsilon = o->type == MG_FLOAT32 ? FLT_EPSILON : DBL_EPSILON;
    const long double score = feature(o->type, scores, arc);
    long double sum = 0, magnitude = 0, divisor = 1;
    for (uint32_t i = 0; i < k; i++) {
        const long double term = feature(o->type, x, a + i) * feature(o->type, x, b + i);
        sum += term;
        magnitude += fabsl(term);
    }
    if (o->measure == MG_SIMILARITY_COSINE) {
        divisor = length_of(o->type, x, a, k) * length_of(o->type, x, b, k);
        divisor = divisor > 0 || isnan(divisor) ? divisor : 1;
    }
    const long double bound = epsilon * (long double)(k + 8) * magnitude / divisor;
    return score == sum / divisor || fabsl(score - sum / divisor) <= bound ||
           (isnan(score) && !isfinite(sum / divisor));
}

bool mgt_verify_similarity(const mg_graph *graph, const mg_similarity_options *options, uint32_t k, const void *x,
                           uint64_t x_stride, const void *scores, char *text, size_t size) {
    const mgt_reason why = {text, size};
    const mg_similarity_options o = options ? *options : MG_SIMILARITY_OPTIONS_INIT;
    const mg_adjacency out = mg_graph_out_edges(graph);
    for (mg_vertex u = 0; u < mg_graph_vertex_count(graph); u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            const mg_vertex v = out.neighbours[e];
            if (!score_holds(&o, x, u * x_stride, v * x_stride, k, scores, e)) {
                return mgt_refuse(why, "the score of the edge from %llu to %llu is %.9Lg", mgt_id(graph, u),
                                  mgt_id(graph, v), feature(o.type, scores, e));
            }
        }
    }
    return true;
}
