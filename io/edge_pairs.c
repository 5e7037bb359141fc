/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_pairs.c: undirected edges from arcs that are listed in both directions.
 */
#include "io/csr_rows.h"

#include <string.h>

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static uint64_t weight_bits(const mg_edge_buffer *buffer, uint64_t i) {
    if (!buffer->weight) {
        return 0;
    }
    if (mg__type_size(buffer->weight_type) == 8) {
        uint64_t bits;
        memcpy(&bits, (const uint64_t *)buffer->weight + i, sizeof bits);
        return bits;
    }
    return ((const uint32_t *)buffer->weight)[i];
}

/* The multisets of the arcs of both directions are equal if, but for one chance in 2^64, the sums of their hashes are.
 */
static bool symmetric(const mg_context *context, const mg_edge_buffer *buffer) {
    const uint32_t *source = buffer->source, *target = buffer->target;
    uint64_t up = 0, down = 0;
#pragma omp parallel for num_threads(context->threads) reduction(+ : up, down)
    for (uint64_t i = 0; i < buffer->count; i++) {
        const uint32_t u = source[i], v = target[i];
        const uint64_t low = u < v ? u : v, high = u < v ? v : u;
        const uint64_t hash = mix(mix(high << 32 | low) + 0x9e3779b97f4a7c15u * (weight_bits(buffer, i) + 1));
        up += u < v ? hash : 0;
        down += u > v ? hash : 0;
    }
    return up == down;
}

/* Keeps each edge once. */
static void keep_upper(mg_edge_buffer *buffer) {
    uint32_t *source = buffer->source, *target = buffer->target;
    const size_t size = buffer->weight ? mg__type_size(buffer->weight_type) : 0;
    char *weight = buffer->weight;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < buffer->count; i++) {
        if (source[i] > target[i]) {
            continue;
        }
        source[kept] = source[i];
        target[kept] = target[i];
        if (size && kept != i) {
            memcpy(weight + kept * size, weight + i * size, size);
        }
        kept++;
    }
    buffer->count = kept;
}

mg_status mg__fold_pairs(mg_context *context, const mg_input *input, const mg_graph_options *options,
                         mg_edge_buffer *buffer) {
    if (options->directedness == MG_DIRECTED) {
        return MG_OK;
    }
    if (!symmetric(context, buffer)) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s: expected both directions of every edge of an undirected graph, with the same weight; "
                        "found some without the other",
                        input->path);
    }
    keep_upper(buffer);
    buffer->symmetric = true;
    return MG_OK;
}
