/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build_sort.c: sorts the rows of a CSR and merges parallel arcs.
 *
 * Rows with 4-byte weights are sorted as 64-bit keys of neighbour and weight, so parallel arcs are ordered by weight.
 */
#include "core/graph/graph_build.h"
#include "core/graph/weight_key.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define KEY uint32_t
#define RADIX_SORT sort_u32
#include "core/radix_sort.inc.h"

#define KEY uint64_t
#define RADIX_SORT sort_u64
#include "core/radix_sort.inc.h"

#define ROWS 256          /* rows per chunk of sorting */
#define MERGED_ROWS 16384 /* rows per chunk of merging */

typedef struct wide_arc {
    uint64_t weight;
    mg_vertex neighbour;
} wide_arc;

static inline uint64_t weight_key(mg_type type, const mg_csr *csr, uint64_t a) {
    return mg__weight_key(type, csr->weights, a);
}

static bool row_sorted(mg_type type, const mg_csr *csr, mg_vertex v) {
    const uint64_t end = csr->offsets[v + 1];
    for (uint64_t a = csr->offsets[v] + 1; a < end; a++) {
        const mg_vertex left = csr->neighbours[a - 1], right = csr->neighbours[a];
        if (left > right || (left == right && weight_key(type, csr, a - 1) > weight_key(type, csr, a))) {
            return false;
        }
    }
    return true;
}

static uint64_t longest_unsorted(mg_context *context, mg_vertex n, mg_type type, const mg_csr *csr) {
    uint64_t longest = 0;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, ROWS) reduction(max : longest)
    for (mg_vertex v = 0; v < n; v++) {
        const uint64_t degree = csr->offsets[v + 1] - csr->offsets[v];
        if (degree > longest && !row_sorted(type, csr, v)) {
            longest = degree;
        }
    }
    return longest;
}

static void sort_row32(mg_type type, mg_vertex *neighbours, uint32_t *weights, uint64_t degree, uint64_t *keys) {
    for (uint64_t i = 0; i < degree; i++) {
        keys[i] = (uint64_t)neighbours[i] << 32 | mg__weight_key32(type, weights[i]);
    }
    sort_u64(keys, keys + degree, degree);
    for (uint64_t i = 0; i < degree; i++) {
        neighbours[i] = (mg_vertex)(keys[i] >> 32);
        weights[i] = mg__weight_bits32(type, (uint32_t)keys[i]);
    }
}

static inline bool wide_less(wide_arc a, wide_arc b) {
    return a.neighbour < b.neighbour || (a.neighbour == b.neighbour && a.weight < b.weight);
}

/* Bottom-up merge sort; returns the array, `from` or `to`, that holds the result. */
static wide_arc *sort_wide(wide_arc *from, wide_arc *to, uint64_t count) {
    for (uint64_t width = 1; width < count; width *= 2) {
        for (uint64_t begin = 0; begin < count; begin += 2 * width) {
            const uint64_t middle = begin + width < count ? begin + width : count;
            const uint64_t end = middle + width < count ? middle + width : count;
            uint64_t left = begin, right = middle;
            for (uint64_t i = begin; i < end; i++) {
                const bool take_right = left == middle || (right < end && wide_less(from[right], from[left]));
                to[i] = from[take_right ? right++ : left++];
            }
        }
        wide_arc *const swap = from;
        from = to;
        to = swap;
    }
    return from;
}

static void sort_row64(mg_type type, mg_vertex *neighbours, uint64_t *weights, uint64_t degree, wide_arc *arcs) {
    for (uint64_t i = 0; i < degree; i++) {
        arcs[i] = (wide_arc){mg__weight_key64(type, weights[i]), neighbours[i]};
    }
    const wide_arc *sorted = sort_wide(arcs, arcs + degree, degree);
    for (uint64_t i = 0; i < degree; i++) {
        neighbours[i] = sorted[i].neighbour;
        weights[i] = mg__weight_bits64(type, sorted[i].weight);
    }
}

static void sort_row(mg_type type, const mg_csr *csr, mg_vertex v, void *scratch) {
    const uint64_t begin = csr->offsets[v], degree = csr->offsets[v + 1] - begin;
    mg_vertex *neighbours = csr->neighbours + begin;
    if (!csr->weights) {
        sort_u32(neighbours, scratch, degree);
    } else if (mg__type_size(type) == 8) {
        sort_row64(type, neighbours, (uint64_t *)csr->weights + begin, degree, scratch);
    } else {
        sort_row32(type, neighbours, (uint32_t *)csr->weights + begin, degree, scratch);
    }
}

mg_status mg__csr_sort(mg_context *context, mg_vertex n, mg_type weight_type, const mg_csr *csr) {
    const mg_type type = csr->weights ? weight_type : MG_TYPE_NONE;
    const uint64_t longest = longest_unsorted(context, n, type, csr);
    if (longest == 0) {
        return MG_OK;
    }
    const size_t key = !csr->weights              ? sizeof(uint32_t)
                       : mg__type_size(type) == 8 ? 2 * sizeof(wide_arc)
                                                  : 2 * sizeof(uint64_t);
    char *scratch;
    mg_status status =
        mg__alloc(context, (void **)&scratch, (uint64_t)context->threads * longest, key, "sorting neighbours");
    if (status < 0) {
        return status;
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, ROWS)
    for (mg_vertex v = 0; v < n; v++) {
        if (!row_sorted(type, csr, v)) {
            sort_row(type, csr, v, scratch + (size_t)omp_get_thread_num() * longest * key);
        }
    }
    mg__release(&context->memory, scratch);
    return mg__progress(context, "building", 0.9);
}

static uint64_t distinct_neighbours(const mg_csr *csr, mg_vertex v) {
    uint64_t count = 0;
    for (uint64_t a = csr->offsets[v]; a < csr->offsets[v + 1]; a++) {
        count += a == csr->offsets[v] || csr->neighbours[a] != csr->neighbours[a - 1];
    }
    return count;
}

/* Returns the memory of rows [begin, end) to the system. */
static void discard_rows(const mg_allocator *memory, const mg_csr *csr, mg_vertex begin, mg_vertex end, size_t weight) {
    const uint64_t first = csr->offsets[begin], count = csr->offsets[end] - first;
    mg__discard_pages(memory, csr->neighbours + first, count * sizeof *csr->neighbours);
    if (weight) {
        mg__discard_pages(memory, (char *)csr->weights + first * weight, count * weight);
    }
}

static void merge_row(const mg_csr *from, const mg_csr *to, mg_vertex v, size_t weight_size) {
    uint64_t at = to->offsets[v];
    for (uint64_t a = from->offsets[v]; a < from->offsets[v + 1]; a++) {
        if (a > from->offsets[v] && from->neighbours[a] == from->neighbours[a - 1]) {
            continue;
        }
        assert(a == from->offsets[v] || from->neighbours[a] > from->neighbours[a - 1]);
        to->neighbours[at] = from->neighbours[a];
        if (weight_size == 4) {
            ((uint32_t *)to->weights)[at] = ((const uint32_t *)from->weights)[a];
        } else if (weight_size == 8) {
            ((uint64_t *)to->weights)[at] = ((const uint64_t *)from->weights)[a];
        }
        at++;
    }
    assert(at == to->offsets[v + 1]);
}

mg_status mg__csr_merge(mg_context *context, mg_vertex n, mg_type weight_type, mg_csr *csr) {
    const size_t weight_size = csr->weights ? mg__type_size(weight_type) : 0;
    mg_csr merged = {0};
    mg_status status;
    MG_TRY(MG_ALLOC(context, merged.offsets, (uint64_t)n + 1, "offsets"));
    merged.offsets[0] = 0;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, ROWS)
    for (mg_vertex v = 0; v < n; v++) {
        merged.offsets[v + 1] = distinct_neighbours(csr, v);
    }
    for (mg_vertex v = 0; v < n; v++) {
        merged.offsets[v + 1] += merged.offsets[v];
    }
    if (merged.offsets[n] < csr->offsets[n]) {
        MG_TRY(MG_ALLOC(context, merged.neighbours, merged.offsets[n], "neighbours"));
        if (weight_size) {
            MG_TRY(mg__alloc(context, &merged.weights, merged.offsets[n], weight_size, "weights"));
        }
        const uint32_t blocks = n / MERGED_ROWS + 1;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
        for (uint32_t block = 0; block < blocks; block++) {
            const mg_vertex begin = block * MERGED_ROWS, end = block + 1 < blocks ? begin + MERGED_ROWS : n;
            for (mg_vertex v = begin; v < end; v++) {
                merge_row(csr, &merged, v, weight_size);
            }
            discard_rows(&context->memory, csr, begin, end, weight_size);
        }
        const mg_csr old = *csr;
        *csr = merged;
        merged = old;
    }
    status = mg__progress(context, "building", 0.95);
out:
    mg__csr_release(&context->memory, &merged);
    return status;
}
