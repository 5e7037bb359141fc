/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verify/verify_common.h"

#include <math.h>
#include <stdlib.h>

/* Different neighbours of v: marks them; returns their number. */
static uint32_t mark(const mg_graph *graph, mg_vertex v, uint8_t *marks, uint8_t with) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint32_t size = 0;
    for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
        size += !(marks[out.neighbours[e]] & with);
        marks[out.neighbours[e]] |= with;
    }
    return size;
}

static double score_of(const mg_graph *graph, mg_set_measure measure, mg_vertex u, mg_vertex v, uint8_t *marks) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const uint32_t a = mark(graph, u, marks, 1), b = mark(graph, v, marks, 2);
    uint32_t both = 0;
    for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
        both += marks[out.neighbours[e]] == 3;
        marks[out.neighbours[e]] = 0;
    }
    for (uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; e++) {
        marks[out.neighbours[e]] = 0;
    }
    if (!both) {
        return 0;
    }
    return measure == MG_SET_JACCARD   ? both / ((double)a + b - both)
           : measure == MG_SET_OVERLAP ? both / (double)(a < b ? a : b)
                                       : both / sqrt((double)a * b);
}

static bool verify_pair(const mg_graph *graph, mg_set_measure measure, mg_vertex u, mg_vertex v, double score,
                        uint8_t *marks, mgt_reason why) {
    const double expected = score_of(graph, measure, u, v, marks);
    return fabs(score - expected) <= 1e-15 || mgt_refuse(why, "the score of %llu and %llu is %.17g, expected %.17g",
                                                         mgt_id(graph, u), mgt_id(graph, v), score, expected);
}

bool mgt_verify_sets(const mg_graph *graph, mg_set_measure measure, uint64_t count, const mg_vertex *source,
                     const mg_vertex *target, const double *scores, char *text, size_t size) {
    const mgt_reason why = {text, size};
    const mg_adjacency out = mg_graph_out_edges(graph);
    uint8_t *marks = mgt_memory(mg_graph_vertex_count(graph), 1, why);
    bool holds = marks != NULL;
    mg_vertex u = 0;
    for (uint64_t i = 0; i < count && holds; i++) {
        while (!source && out.offsets[u + 1] <= i) {
            u++;
        }
        holds = verify_pair(graph, measure, source ? source[i] : u, source ? target[i] : out.neighbours[i], scores[i],
                            marks, why);
    }
    free(marks);
    return holds;
}

/* Does the pair come before the last of the list? Scores that are equal but for rounding do not count. */
static bool is_missing(const mg_graph *graph, double score, mg_vertex u, mg_vertex v, double last,
                       const mg_vertex *ends) {
    const unsigned long long first = mgt_id(graph, u), second = mgt_id(graph, v);
    if (fabs(score - last) > 1e-15) {
        return score > last;
    }
    return first != mgt_id(graph, ends[0]) ? first < mgt_id(graph, ends[0]) : second < mgt_id(graph, ends[1]);
}

bool mgt_verify_top_sets(const mg_graph *graph, mg_set_measure measure, uint64_t most, uint64_t count,
                         const mg_vertex *source, const mg_vertex *target, const double *scores, char *text,
                         size_t size) {
    const mgt_reason why = {text, size};
    const mg_vertex n = mg_graph_vertex_count(graph);
    uint64_t before = 0, pairs = 0;
    if (!mgt_verify_sets(graph, measure, count, source, target, scores, text, size)) {
        return false;
    }
    uint8_t *marks = mgt_memory(n, 1, why);
    for (mg_vertex u = 0; marks && u < n; u++) {
        for (mg_vertex v = 0; v < n; v++) {
            const double score = mgt_id(graph, u) < mgt_id(graph, v) ? score_of(graph, measure, u, v, marks) : 0;
            const mg_vertex ends[] = {count ? source[count - 1] : 0, count ? target[count - 1] : 0};
            pairs += score > 0;
            before += score > 0 && count && is_missing(graph, score, u, v, scores[count - 1], ends);
        }
    }
    const bool enough = marks && count == (most < pairs ? most : pairs);
    free(marks);
    if (!enough || (count && before != count - 1)) {
        return mgt_refuse(why, "%llu pairs are given; of %llu pairs %llu come before the last of them",
                          (unsigned long long)count, (unsigned long long)pairs, (unsigned long long)before);
    }
    for (uint64_t i = 1; i < count; i++) {
        const mg_vertex ends[] = {source[i], target[i]};
        if (!is_missing(graph, scores[i - 1], source[i - 1], target[i - 1], scores[i], ends)) {
            return mgt_refuse(why, "pair %llu does not come before the next one", (unsigned long long)i - 1);
        }
    }
    return true;
}
