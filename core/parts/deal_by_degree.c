/* SPDX-License-Identifier: Apache-2.0
 *
 * deal_by_degree.c: deals vertices to parts, largest in-degree first, each to the part with the least work so far.
 */
#include "core/graph/graph_build.h"
#include "core/parts/partition.h"

/* In-degrees are sorted by their leading bits: those of a class differ by less than 1 / 64, which the smaller
 * in-degrees that follow make good. */
#define MANTISSA_BITS 6
#define CLASSES (64 << MANTISSA_BITS)

/* Class of an in-degree; 0 for the largest. */
static uint32_t class_of(uint64_t degree) {
    uint32_t key = (uint32_t)degree;
    if (degree >> (MANTISSA_BITS + 1)) {
        const uint32_t shift = 63 - (uint32_t)__builtin_clzll(degree) - MANTISSA_BITS;
        key = (shift << MANTISSA_BITS) + (uint32_t)(degree >> shift);
    }
    return CLASSES - 1 - key;
}

static uint64_t degree_of(const uint64_t *offsets, mg_vertex v) {
    return offsets[v + 1] - offsets[v];
}

/* Turns the counts of each piece and class into first positions, class by class. */
static void prefix(mg_vertex *count, int pieces) {
    mg_vertex total = 0;
    for (uint32_t k = 0; k < CLASSES; k++) {
        for (int piece = 0; piece < pieces; piece++) {
            mg_vertex *const here = &count[(size_t)piece * CLASSES + k];
            const mg_vertex size = *here;
            *here = total;
            total += size;
        }
    }
}

/* Sorts the vertices by class of in-degree, stably. */
static mg_status sort_by_degree(mg_context *context, mg_vertex n, const uint64_t *offsets, mg_vertex *sorted) {
    const int pieces = context->threads;
    mg_vertex *count = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, count, (uint64_t)pieces * CLASSES, "dealing vertices"));
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
    for (int piece = 0; piece < pieces; piece++) {
        const mg_vertex end = (mg_vertex)mg__chunk_begin(n, pieces, piece + 1);
        for (mg_vertex v = (mg_vertex)mg__chunk_begin(n, pieces, piece); v < end; v++) {
            count[(size_t)piece * CLASSES + class_of(degree_of(offsets, v))]++;
        }
    }
    prefix(count, pieces);
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
    for (int piece = 0; piece < pieces; piece++) {
        const mg_vertex end = (mg_vertex)mg__chunk_begin(n, pieces, piece + 1);
        for (mg_vertex v = (mg_vertex)mg__chunk_begin(n, pieces, piece); v < end; v++) {
            sorted[count[(size_t)piece * CLASSES + class_of(degree_of(offsets, v))]++] = v;
        }
    }
out:
    mg__release(&context->memory, count);
    return status;
}

static uint32_t least_loaded(const uint64_t *load, uint32_t parts) {
    uint32_t least = 0;
    for (uint32_t p = 1; p < parts; p++) {
        least = load[p] < load[least] ? p : least;
    }
    return least;
}

mg_status mg__deal_by_degree(mg_context *context, mg_vertex n, const uint64_t *offsets, uint32_t parts,
                             uint32_t *part) {
    mg_vertex *sorted = NULL;
    uint64_t *load = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC(context, sorted, n, "dealing vertices"));
    MG_TRY(MG_ALLOC_ZEROED(context, load, parts, "dealing vertices"));
    MG_TRY(sort_by_degree(context, n, offsets, sorted));
    for (mg_vertex i = 0; i < n; i++) {
        const mg_vertex v = sorted[i];
        const uint32_t least = least_loaded(load, parts);
        load[least] += degree_of(offsets, v) + MG_PART_VERTEX_COST;
        part[v] = least;
    }
out:
    mg__release(&context->memory, sorted);
    mg__release(&context->memory, load);
    return status;
}
