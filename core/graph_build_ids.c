/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_build_ids.c: which vertices an edge list has, and the index of each: the rank of its id.
 *
 * Ids in a range that is not much larger than the list become ranks through a bitmap of those present. Others are
 * sorted; a table over the upper bits of the ids then says where in the sorted ids to look. Memory follows the number
 * of edges, never the size of an id.
 */
#include "core/graph_build.h"

#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_ids
#include "core/radix_sort.inc.h"

#define RECENT 4096 /* ids seen lately, so that most repetitions are dropped before sorting */

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

/* low > high if there is no id at all. */
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

/* Names the first edge with an id outside of the range that was promised. */
static mg_status outside(mg_context *context, const mg_edge_list *edges) {
    for (uint64_t i = 0; i < edges->edge_count; i++) {
        for (int end = 0; end < 2; end++) {
            const uint64_t id = mg__id_at(edges->id_type, end ? edges->target : edges->source, i);
            if (id < edges->id_base || id - edges->id_base >= edges->vertex_count) {
                return mg__fail(context, MG_ERROR_INVALID, "edge %llu: id %llu is not one of the %llu from %llu on",
                                (unsigned long long)i, (unsigned long long)id, (unsigned long long)edges->vertex_count,
                                (unsigned long long)edges->id_base);
            }
        }
    }
    return MG_OK;
}

static mg_status contiguous_map(mg_context *context, const mg_edge_list *edges, id_range range, mg_id_map *map) {
    if (edges->vertex_count >= MG_NONE) {
        return too_many_vertices(context, edges->vertex_count);
    }
    if (edges->vertex_count && edges->id_base > UINT64_MAX - (edges->vertex_count - 1)) {
        return mg__fail(context, MG_ERROR_INVALID, "%llu ids from %llu on do not fit in 64 bits",
                        (unsigned long long)edges->vertex_count, (unsigned long long)edges->id_base);
    }
    map->n = (mg_vertex)edges->vertex_count;
    map->base = edges->id_base;
    if (range.low <= range.high && (range.low < map->base || range.high - map->base >= map->n)) {
        return outside(context, edges);
    }
    return MG_OK;
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

static mg_status bitmap_map(mg_context *context, const mg_edge_list *edges, id_range range, mg_id_map *map) {
    const uint64_t words = ((range.high - range.low) >> 6) + 1;
    map->base = range.low;
    mg_status status;
    MG_TRY(MG_GET_ZEROED(context, map->bits, words, "the ids present"));
    id_array arrays[3];
    id_arrays(edges, arrays);
    for (int k = 0; k < 3; k++) {
        mark_present(context, edges->id_type, arrays[k], map);
    }
    MG_TRY(MG_GET(context, map->rank, words, "the ranks of ids"));
    uint64_t n = 0;
    for (uint64_t word = 0; word < words; word++) {
        map->rank[word] = (uint32_t)n;
        n += (uint64_t)__builtin_popcountll(map->bits[word]);
    }
    if (n >= MG_NONE) {
        return too_many_vertices(context, n);
    }
    map->n = (mg_vertex)n;
    if (n - 1 < range.high - range.low) {
        MG_TRY(MG_GET(context, map->ids, n, "ids"));
        list_present(context, words, map);
    }
out:
    return status;
}

/* Copies ids begin..end of all arrays laid end to end, but for those seen a moment ago. */
static uint64_t collect_piece(mg_type type, const id_array arrays[3], uint64_t begin, uint64_t end, uint64_t *out) {
    uint64_t recent[RECENT], count = 0, first = 0;
    for (int k = 0; k < 3; k++) {
        const uint64_t from = begin > first ? begin : first, last = first + arrays[k].count;
        const uint64_t to = end < last ? end : last;
        for (uint64_t i = from; i < to; i++) {
            const uint64_t id = mg__id_at(type, arrays[k].ids, i - first);
            if (count == 0) {
                for (size_t r = 0; r < RECENT; r++) {
                    recent[r] = id;
                }
                out[count++] = id;
            }
            uint64_t *const seen = &recent[id * 0x9e3779b97f4a7c15u >> 52];
            if (*seen != id) {
                *seen = out[count++] = id;
            }
        }
        first = last;
    }
    return count;
}

static uint64_t drop_repeated(uint64_t *ids, uint64_t count) {
    uint64_t kept = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (i == 0 || ids[i] != ids[i - 1]) {
            ids[kept++] = ids[i];
        }
    }
    return kept;
}

/* The union of two ascending arrays. */
static uint64_t merge_ids(const uint64_t *a, uint64_t a_count, const uint64_t *b, uint64_t b_count, uint64_t *out) {
    uint64_t i = 0, j = 0, count = 0;
    while (i < a_count && j < b_count) {
        const uint64_t left = a[i], right = b[j];
        out[count++] = left < right ? left : right;
        i += left <= right;
        j += right <= left;
    }
    memcpy(out + count, a + i, (a_count - i) * sizeof *out);
    count += a_count - i;
    memcpy(out + count, b + j, (b_count - j) * sizeof *out);
    return count + b_count - j;
}

/* Unites the pieces' ids pair by pair; the result is in *ids at 0. start[i] is where piece i lies in both arrays. */
static uint64_t merge_pieces(uint64_t **ids, uint64_t **other, const uint64_t *start, uint64_t *count, int pieces) {
    for (int step = 1; step < pieces; step *= 2) {
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
        for (int i = 0; i < pieces; i += 2 * step) {
            const int j = i + step;
            const uint64_t more = j < pieces ? count[j] : 0;
            count[i] = merge_ids(*ids + start[i], count[i], *ids + start[j < pieces ? j : i], more, *other + start[i]);
        }
        uint64_t *const swap = *ids;
        *ids = *other;
        *other = swap;
    }
    return count[0];
}

/* map->ids = the different ids, ascending. */
static mg_status sorted_ids(mg_context *context, const mg_edge_list *edges, mg_id_map *map) {
    id_array arrays[3];
    id_arrays(edges, arrays);
    const uint64_t total = 2 * edges->edge_count + arrays[2].count;
    const int pieces = total < MG_ARC_BLOCK ? 1 : context->threads;
    uint64_t *ids = NULL, *scratch = NULL, *start = NULL, *count = NULL;
    mg_status status;
    MG_TRY(MG_GET(context, ids, total, "sorting ids"));
    MG_TRY(MG_GET(context, scratch, total, "sorting ids"));
    MG_TRY(MG_GET(context, start, (uint64_t)pieces, "sorting ids"));
    MG_TRY(MG_GET(context, count, (uint64_t)pieces, "sorting ids"));
#pragma omp parallel for num_threads(pieces) schedule(static, 1)
    for (int i = 0; i < pieces; i++) {
        start[i] = mg__piece(total, pieces, i);
        uint64_t *piece = ids + start[i];
        count[i] = collect_piece(edges->id_type, arrays, start[i], mg__piece(total, pieces, i + 1), piece);
        sort_ids(piece, scratch + start[i], count[i]);
        count[i] = drop_repeated(piece, count[i]);
    }
    MG_TRY(mg__progress(context, "ordering ids", -1));
    const uint64_t n = merge_pieces(&ids, &scratch, start, count, pieces);
    if (n >= MG_NONE) {
        MG_TRY(too_many_vertices(context, n));
    }
    MG_TRY(MG_GET(context, map->ids, n, "ids"));
    memcpy(map->ids, ids, n * sizeof *ids);
    map->n = (mg_vertex)n;
    map->base = n ? ids[0] : 0;
out:
    mg__release(&context->memory, ids);
    mg__release(&context->memory, scratch);
    mg__release(&context->memory, start);
    mg__release(&context->memory, count);
    return status;
}

static mg_status sorted_map(mg_context *context, const mg_edge_list *edges, mg_id_map *map) {
    mg_status status;
    MG_TRY(sorted_ids(context, edges, map));
    const uint64_t last = map->ids[map->n - 1] - map->base;
    while (last >> map->shift > (uint64_t)map->n * 2) {
        map->shift++;
    }
    const uint64_t slots = (last >> map->shift) + 1;
    MG_TRY(MG_GET(context, map->rank, slots + 1, "the ranks of ids"));
    uint64_t slot = 0;
    for (mg_vertex v = 0; v < map->n; v++) {
        for (; slot <= (map->ids[v] - map->base) >> map->shift; slot++) {
            map->rank[slot] = v;
        }
    }
    map->rank[slots] = map->n;
out:
    return status;
}

mg_status mg__id_map_build(mg_context *context, const mg_edge_list *edges, mg_id_map *map) {
    *map = (mg_id_map){0};
    mg_status status;
    MG_TRY(mg__progress(context, "ordering ids", -1));
    const id_range range = find_range(context, edges);
    if (edges->contiguous) {
        MG_TRY(contiguous_map(context, edges, range, map));
    } else if (range.low > range.high) {
        return MG_OK;
    } else if ((range.high - range.low) >> 7 <= edges->edge_count + edges->vertex_count / 2 + 8192) {
        MG_TRY(bitmap_map(context, edges, range, map));
    } else {
        MG_TRY(sorted_map(context, edges, map));
    }
out:
    if (status < 0) {
        mg__id_map_release(&context->memory, map);
    }
    return status;
}

static mg_vertex find_sorted(const mg_id_map *map, uint64_t id) {
    const uint64_t slot = (id - map->base) >> map->shift;
    mg_vertex low = map->rank[slot], high = map->rank[slot + 1];
    while (high - low > 1) {
        const mg_vertex middle = low + (high - low) / 2;
        if (map->ids[middle] <= id) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

void mg__id_map_load(const mg_id_map *map, mg_type type, const void *ids, uint64_t begin, uint32_t count,
                     mg_vertex *index) {
    if (!map->rank || (map->bits && !map->ids)) {
        for (uint32_t i = 0; i < count; i++) {
            index[i] = (mg_vertex)(mg__id_at(type, ids, begin + i) - map->base);
        }
    } else if (map->bits) {
        for (uint32_t i = 0; i < count; i++) {
            const uint64_t offset = mg__id_at(type, ids, begin + i) - map->base;
            const uint64_t below = map->bits[offset >> 6] & (((uint64_t)1 << (offset & 63)) - 1);
            index[i] = map->rank[offset >> 6] + (mg_vertex)__builtin_popcountll(below);
        }
    } else {
        for (uint32_t i = 0; i < count; i++) {
            index[i] = find_sorted(map, mg__id_at(type, ids, begin + i));
        }
    }
}

void mg__id_map_release(const mg_allocator *memory, mg_id_map *map) {
    mg__release(memory, map->ids);
    mg__release(memory, map->bits);
    mg__release(memory, map->rank);
    *map = (mg_id_map){0};
}
