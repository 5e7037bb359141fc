/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build_ids.c: finds the vertices of an edge list and the index of each, the rank of its id.
 *
 * If the range of the ids is not much larger than the list, ranks come from a bitmap of the ids present. Otherwise ids
 * are first replaced by numbers of an id set. Memory depends on the number of edges, never on the size of the ids.
 */
#include "core/graph/graph_build.h"

#include <assert.h>

/* Largest bitmap, in bits: per edge, and allowance for short lists. */
#define BITS_PER_EDGE 8
#define BITS_FREE ((uint64_t)1 << 18)

typedef struct id_range {
    uint64_t low, high;
} id_range;

/* The arrays of an edge list that hold ids. */
typedef struct id_array {
    const void *ids;
    uint64_t count;
} id_array;

static void id_arrays(const mg_edge_list *edges, id_array arrays[3]) {
    arrays[0] = (id_array){edges->source, edges->edge_count};
    arrays[1] = (id_array){edges->target, edges->edge_count};
    arrays[2] = (id_array){edges->ids, edges->contiguous || !edges->ids ? 0 : edges->vertex_count};
}

/* Smallest and largest id; low > high if there is none. */
static id_range find_range(mg_context *context, const mg_edge_list *edges) {
    uint64_t low = UINT64_MAX, high = 0;
    id_array arrays[3];
    id_arrays(edges, arrays);
    for (int k = 0; k < 3; k++) {
        const uint64_t count = arrays[k].count;
        if (edges->id_type == MG_UINT32) {
            const uint32_t *ids = arrays[k].ids;
            uint32_t low32 = UINT32_MAX, high32 = 0;
#pragma omp parallel for num_threads(context->threads) reduction(min : low32) reduction(max : high32)
            for (uint64_t i = 0; i < count; i++) {
                low32 = ids[i] < low32 ? ids[i] : low32;
                high32 = ids[i] > high32 ? ids[i] : high32;
            }
            low = count && low32 < low ? low32 : low;
            high = count && high32 > high ? high32 : high;
        } else {
            const uint64_t *ids = arrays[k].ids;
#pragma omp parallel for num_threads(context->threads) reduction(min : low) reduction(max : high)
            for (uint64_t i = 0; i < count; i++) {
                low = ids[i] < low ? ids[i] : low;
                high = ids[i] > high ? ids[i] : high;
            }
        }
    }
    return (id_range){low, high};
}

static mg_status too_many_vertices(mg_context *context, uint64_t n) {
    return mg__fail(context, MG_ERROR_RANGE, "%llu vertices; at most 4294967294 are supported", (unsigned long long)n);
}

/* Fails with a message about the first edge whose id is outside the contiguous range. */
static mg_status outside(mg_context *context, const mg_edge_list *edges) {
    for (uint64_t i = 0; i < edges->edge_count; i++) {
        for (int end = 0; end < 2; end++) {
            const uint64_t id = mg__id_at(edges->id_type, end ? edges->target : edges->source, i);
            if (id < edges->id_base || id - edges->id_base >= edges->vertex_count) {
                return mg__fail(context, MG_ERROR_INVALID, "edge %llu: id %llu is outside of the %llu ids from %llu on",
                                (unsigned long long)i, (unsigned long long)id, (unsigned long long)edges->vertex_count,
                                (unsigned long long)edges->id_base);
            }
        }
    }
    return MG_OK;
}

static mg_status contiguous_map(mg_context *context, const mg_edge_list *edges, bool checked, mg_id_map *map) {
    if (edges->vertex_count >= MG_NONE) {
        return too_many_vertices(context, edges->vertex_count);
    }
    if (edges->vertex_count && edges->id_base > UINT64_MAX - (edges->vertex_count - 1)) {
        return mg__fail(context, MG_ERROR_INVALID, "%llu ids from %llu on do not fit in 64 bits",
                        (unsigned long long)edges->vertex_count, (unsigned long long)edges->id_base);
    }
    map->n = (mg_vertex)edges->vertex_count;
    map->base = edges->id_base;
    if (checked) {
        return MG_OK;
    }
    const id_range range = find_range(context, edges);
    const bool within = range.low > range.high || (range.low >= map->base && range.high - map->base < map->n);
    return within ? MG_OK : outside(context, edges);
}

static void mark_present(mg_context *context, mg_type type, id_array array, const mg_id_map *map) {
    uint64_t *bits = map->bits;
#pragma omp parallel for num_threads(context->threads)
    for (uint64_t i = 0; i < array.count; i++) {
        const uint64_t offset = mg__id_at(type, array.ids, i) - map->base;
        const uint64_t bit = (uint64_t)1 << (offset & 63);
        if (!(__atomic_load_n(&bits[offset >> 6], __ATOMIC_RELAXED) & bit)) {
            __atomic_fetch_or(&bits[offset >> 6], bit, __ATOMIC_RELAXED);
        }
    }
}

static void list_present(mg_context *context, uint64_t words, const mg_id_map *map) {
#pragma omp parallel for num_threads(context->threads)
    for (uint64_t word = 0; word < words; word++) {
        uint64_t *id = map->ids + map->rank[word];
        for (uint64_t bits = map->bits[word]; bits; bits &= bits - 1) {
            *id++ = map->base + (word << 6) + (uint64_t)__builtin_ctzll(bits);
        }
    }
}

/* Population count. Faster than the library call that __builtin_popcountll becomes for baseline processors. */
static inline uint32_t bit_count(uint64_t x) {
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(x * 0x0101010101010101u >> 56);
}

/* rank = vertices before each word; *n = all vertices. */
static void rank_words(uint64_t words, const mg_id_map *map, uint64_t *n) {
    *n = 0;
    for (uint64_t word = 0; word < words; word++) {
        map->rank[word] = (uint32_t)*n;
        *n += bit_count(map->bits[word]);
    }
}

/* Smallest and largest id of a bitmap that is not empty. */
static id_range range_of_bits(uint64_t words, const mg_id_map *map) {
    uint64_t first = 0, last = words - 1;
    assert(map->n > 0);
    while (!map->bits[first]) {
        first++;
    }
    while (!map->bits[last]) {
        last--;
    }
    return (id_range){map->base + (first << 6) + (uint64_t)__builtin_ctzll(map->bits[first]),
                      map->base + (last << 6) + 63 - (uint64_t)__builtin_clzll(map->bits[last])};
}

/* Map by bitmap; all ids are within the range. */
static mg_status bitmap_map(mg_context *context, const mg_edge_list *edges, id_range range, mg_id_map *map) {
    assert(range.low <= range.high);
    const uint64_t words = ((range.high - range.low) >> 6) + 1;
    uint64_t n;
    map->base = range.low;
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, map->bits, words, "the ids present"));
    id_array arrays[3];
    id_arrays(edges, arrays);
    for (int k = 0; k < 3; k++) {
        mark_present(context, edges->id_type, arrays[k], map);
    }
    MG_TRY(MG_ALLOC(context, map->rank, words, "the ranks of ids"));
    rank_words(words, map, &n);
    if (n >= MG_NONE) {
        return too_many_vertices(context, n);
    }
    map->n = (mg_vertex)n;
    const id_range present = range_of_bits(words, map);
    if (n - 1 < present.high - present.low) {
        MG_TRY(MG_ALLOC(context, map->ids, n, "ids"));
        list_present(context, words, map);
    } else {
        map->base = present.low;
    }
out:
    return status;
}

/* Replaces the ids by numbers of an id set: in place if they are owned, else in new arrays. */
static mg_status number_ids(mg_context *context, mg_raw_edges *edges) {
    const void **const lists[] = {&edges->list.source, &edges->list.target, &edges->list.ids};
    uint32_t *own[3] = {NULL, NULL, NULL};
    id_array arrays[3];
    mg_status status = MG_OK;
    id_arrays(&edges->list, arrays);
    for (int k = 0; k < 3; k++) {
        uint32_t *numbers = (uint32_t *)arrays[k].ids; /* owned ids may be overwritten */
        if (!edges->owns_ids) {
            MG_TRY(MG_ALLOC(context, own[k], arrays[k].count, "edges"));
            numbers = own[k];
        }
        MG_TRY(mg__id_set_number(context, &edges->names, edges->list.id_type, arrays[k].ids, arrays[k].count, numbers));
    }
    for (int k = 0; k < 3 && !edges->owns_ids; k++) {
        *lists[k] = own[k];
        own[k] = NULL;
    }
    edges->owns_ids = true;
    edges->list.id_type = MG_UINT32;
out:
    for (int k = 0; k < 3; k++) {
        mg__release(&context->memory, own[k]);
    }
    return status;
}

/* Map by the id set. */
static mg_status ranked_map(mg_context *context, mg_raw_edges *edges, mg_id_map *map) {
    const mg_status status = mg__id_set_rank(context, &edges->names, &map->ids, &map->n, &map->rank);
    if (status < 0) {
        return status;
    }
    if (map->n == MG_NONE) {
        return too_many_vertices(context, map->n);
    }
    assert(map->n > 0);
    map->base = map->ids[0];
    if (map->ids[map->n - 1] - map->base == map->n - 1) {
        mg__release(&context->memory, map->ids);
        map->ids = NULL;
    }
    return MG_OK;
}

/* Is a bitmap of the range small compared with the list? */
static bool few_bits(const mg_edge_list *list, id_range range) {
    return (range.high - range.low) / BITS_PER_EDGE <=
           list->edge_count + list->vertex_count + BITS_FREE / BITS_PER_EDGE;
}

static mg_status build_map(mg_context *context, mg_raw_edges *edges, mg_id_map *map) {
    if (edges->names.ids) {
        return ranked_map(context, edges, map);
    }
    const mg_edge_list *list = &edges->list;
    if (list->contiguous) {
        return contiguous_map(context, list, edges->checked, map);
    }
    if (list->edge_count == 0 && !list->ids) {
        return MG_OK;
    }
    id_range range = {0, edges->id_bits};
    if (!edges->id_bits || !few_bits(list, range)) {
        range = find_range(context, list);
    }
    if (range.low > range.high) {
        return MG_OK;
    }
    if (few_bits(list, range)) {
        return bitmap_map(context, list, range, map);
    }
    const mg_status status = number_ids(context, edges);
    return status < 0 ? status : ranked_map(context, edges, map);
}

mg_status mg__id_map_build(mg_context *context, mg_raw_edges *edges, mg_id_map *map) {
    *map = (mg_id_map){0};
    mg_status status;
    MG_TRY(mg__progress(context, "ordering ids", -1));
    MG_TRY(build_map(context, edges, map));
out:
    if (status < 0) {
        mg__id_map_release(&context->memory, map);
    }
    return status;
}

/* `type` is a constant after inlining. */
static inline void load_ids(const mg_id_map *map, mg_type type, const void *ids, uint64_t begin, uint32_t count,
                            mg_vertex *index) {
    if (!map->rank || (map->bits && !map->ids)) {
        for (uint32_t i = 0; i < count; i++) {
            assert(mg__id_at(type, ids, begin + i) - map->base < map->n);
            index[i] = (mg_vertex)(mg__id_at(type, ids, begin + i) - map->base);
        }
    } else if (map->bits) {
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t offset = mg__id_at(type, ids, begin + i) - map->base;
            assert(map->bits[offset >> 6] >> (offset & 63) & 1);
            const uint64_t below = map->bits[offset >> 6] & (((uint64_t)1 << (offset & 63)) - 1);
            index[i] = map->rank[offset >> 6] + bit_count(below);
        }
    } else {
        for (uint32_t i = 0; i < count; i++) {
            index[i] = map->rank[mg__id_at(type, ids, begin + i)];
        }
    }
}

void mg__id_map_load(const mg_id_map *map, mg_type type, const void *ids, uint64_t begin, uint32_t count,
                     mg_vertex *index) {
    if (type == MG_UINT32) {
        load_ids(map, MG_UINT32, ids, begin, count, index);
    } else {
        load_ids(map, MG_UINT64, ids, begin, count, index);
    }
}

void mg__id_map_release(const mg_allocator *memory, mg_id_map *map) {
    mg__release(memory, map->ids);
    mg__release(memory, map->bits);
    mg__release(memory, map->rank);
    *map = (mg_id_map){0};
}
