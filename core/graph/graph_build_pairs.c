/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build_pairs.c: checks whether the arcs of an undirected graph are listed in both directions.
 *
 * Each arc is hashed by its unordered pair of ends and its weight. The hashes of arcs to larger indices and those to
 * smaller ones must have equal sums. The hash has a random seed, so that no file can be crafted to pass.
 */
#include "core/counter_random.h"
#include "core/graph/graph_build.h"

#include <assert.h>
#include <string.h>
#include <sys/random.h>

static uint64_t weight_bits(size_t size, const void *weights, uint32_t i) {
    uint32_t bits32;
    uint64_t bits64;
    switch (size) {
    case sizeof bits32:
        memcpy(&bits32, (const char *)weights + i * sizeof bits32, sizeof bits32);
        return bits32;
    case sizeof bits64:
        memcpy(&bits64, (const char *)weights + i * sizeof bits64, sizeof bits64);
        return bits64;
    default:
        return 0;
    }
}

/* Sum of the hashes of ascending arcs of a block minus that of descending ones. */
static uint64_t block_balance(const mg_arc_list *arcs, uint64_t begin, uint32_t count, const uint64_t seed[2]) {
    assert(count <= MG_ARC_BLOCK && begin + count <= arcs->count);
    const size_t size = mg__type_size(arcs->weight_type);
    mg_vertex from[MG_ARC_BLOCK], to[MG_ARC_BLOCK];
    uint64_t weights[MG_ARC_BLOCK], balance = 0;
    arcs->load(arcs, begin, count, from, to, size ? weights : NULL);
    const uint64_t no_weight = mg__mix(seed[1]);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t u = from[i], v = to[i], ends = u < v ? v << 32 | u : u << 32 | v;
        const uint64_t weight = size ? mg__mix(weight_bits(size, weights, i) ^ seed[1]) : no_weight;
        const uint64_t hash = mg__mix(mg__mix(ends ^ seed[0]) + weight);
        balance += u < v ? hash : u > v ? -hash : 0;
    }
    return balance;
}

/* Without entropy, early at boot, the address of the stack serves. */
static void fill_random(uint64_t *words, size_t count) {
    if (getrandom(words, count * sizeof *words, GRND_NONBLOCK) < 0) {
        for (size_t i = 0; i < count; i++) {
            words[i] = mg__random((uint64_t)(uintptr_t)&words, i);
        }
    }
}

bool mg__arcs_paired(const mg_context *context, const mg_arc_list *arcs) {
    const uint64_t blocks = (arcs->count + MG_ARC_BLOCK - 1) / MG_ARC_BLOCK;
    uint64_t seed[2], balance = 0;
    fill_random(seed, 2);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 256) reduction(+ : balance)
    for (uint64_t block = 0; block < blocks; block++) {
        const uint64_t begin = block * MG_ARC_BLOCK, left = arcs->count - begin;
        balance += block_balance(arcs, begin, left < MG_ARC_BLOCK ? (uint32_t)left : MG_ARC_BLOCK, seed);
    }
    return balance == 0;
}

mg_pair_key mg__pair_key(void) {
    mg_pair_key key;
    fill_random(key.vertex, 2);
    fill_random(key.weight, 2);
    key.vertex[1] |= 1;
    key.weight[1] |= 1;
    return key;
}

/* `weight_size` is a constant after inlining. */
static inline uint64_t sum_row(const mg_pair_key *key, const mg_csr *csr, size_t weight_size, mg_vertex v) {
    uint64_t sum = 0;
    for (uint64_t a = csr->offsets[v]; a < csr->offsets[v + 1]; a++) {
        const mg_vertex u = csr->neighbours[a];
        uint64_t number = mg__keyed_number(key->vertex, u);
        if (weight_size) {
            uint64_t bits = 0;
            memcpy(&bits, (const char *)csr->weights + a * weight_size, weight_size);
            number *= mg__keyed_number(key->weight, bits);
        }
        const uint64_t minus = (uint64_t)0 - (uint64_t)(u < v);
        sum += u == v ? 0 : (number ^ minus) - minus;
    }
    return sum * mg__keyed_number(key->vertex, v);
}

uint64_t mg__row_balance(const mg_pair_key *key, const mg_csr *csr, size_t weight_size, mg_vertex v) {
    return weight_size == 8   ? sum_row(key, csr, 8, v)
           : weight_size == 4 ? sum_row(key, csr, 4, v)
                              : sum_row(key, csr, 0, v);
}

bool mg__csr_paired(const mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr) {
    const size_t size = csr->weights ? mg__type_size(weight_type) : 0;
    const mg_pair_key key = mg__pair_key();
    uint64_t balance = 0;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024) reduction(+ : balance)
    for (mg_vertex v = 0; v < n; v++) {
        balance += mg__row_balance(&key, csr, size, v);
    }
    return balance == 0;
}

/* Does arc a differ from arc a of the transpose? */
static bool arcs_differ(const mg_csr *csr, const mg_csr *other, size_t size, uint64_t a) {
    return csr->neighbours[a] != other->neighbours[a] ||
           (size && memcmp((const char *)csr->weights + a * size, (const char *)other->weights + a * size, size) != 0);
}

/* Finds the first difference between a CSR and its transpose: an arc from *at to *end without its opposite. */
static void first_difference(mg_vertex n, const mg_csr *csr, const mg_csr *other, size_t size, mg_vertex *at,
                             mg_vertex *end) {
    for (mg_vertex v = 0; v < n; v++) {
        const uint64_t begin = csr->offsets[v], degree = csr->offsets[v + 1] - begin;
        const uint64_t reverse = other->offsets[v + 1] - begin; /* earlier rows are equal, so the offset is the same */
        for (uint64_t i = 0; i < degree && i < reverse; i++) {
            if (arcs_differ(csr, other, size, begin + i)) {
                const mg_vertex ours = csr->neighbours[begin + i], theirs = other->neighbours[begin + i];
                *at = ours <= theirs ? v : theirs;
                *end = ours <= theirs ? ours : v;
                return;
            }
        }
        if (degree != reverse) {
            *at = degree > reverse ? v : other->neighbours[begin + degree];
            *end = degree > reverse ? csr->neighbours[begin + reverse] : v;
            return;
        }
    }
}

mg_status mg__arcs_unpaired(mg_context *context, mg_vertex n, const mg_arc_list *arcs, mg_vertex *at,
                            mg_vertex *other) {
    mg_csr csr = {0}, reversed = {0};
    mg_status status;
    *at = *other = MG_NONE;
    MG_TRY(mg__csr_build(context, n, arcs, &csr));
    MG_TRY(mg__csr_sort(context, n, arcs->weight_type, &csr));
    MG_TRY(mg__csr_transpose(context, n, n, arcs->weight_type, &csr, &reversed));
    MG_TRY(mg__csr_sort(context, n, arcs->weight_type, &reversed));
    first_difference(n, &csr, &reversed, mg__type_size(arcs->weight_type), at, other);
    assert(*at < n && *other < n);
out:
    mg__csr_release(&context->memory, &csr);
    mg__csr_release(&context->memory, &reversed);
    return status;
}
