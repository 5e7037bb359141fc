/* SPDX-License-Identifier: Apache-2.0
 *
 * edit.cu: the kernels of an edit of a graph (edit_args.h).
 */
extern "C" {
#include "core/cuda/graph/edit_args.h"
#include "core/graph/weight_key.h"
}

#define THREADS 256
#define TILE 4096u          /* new arcs of a thread block at a time */
#define TILE_SEGMENTS 2048u /* its segments that fit shared memory; of more it searches in global memory */

#define FOR_EACH(i, count)                                                                                             \
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < (count);                                    \
         i += (uint64_t)gridDim.x * blockDim.x)

static uint32_t blocks_of(uint64_t count) {
    const uint64_t blocks = count / THREADS + 1;
    return (uint32_t)(blocks < 16384 ? blocks : 16384);
}

/* Number of elements of an ascending array that are below `value`, or with `or_equal` not above it. */
static __device__ uint64_t mg_rank(const uint64_t *values, uint64_t count, uint64_t value, bool or_equal) {
    uint64_t low = 0, high = count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2, at = values[middle];
        if (at < value || (or_equal && at == value)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static __device__ uint64_t mg_old_offset(const mg_edit_args &a, uint64_t row) {
    return row > a.old_n ? a.arcs
           : a.old_wide  ? ((const uint64_t *)a.old_offsets)[row]
                         : ((const uint32_t *)a.old_offsets)[row];
}

/* The first old arc of a row whose neighbour is not below `v`. */
static __device__ uint64_t mg_find(const mg_edit_args &a, uint64_t begin, uint64_t end, uint64_t v) {
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (a.old_neighbours[middle] < v) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/* Removed arcs before old arc p. */
static __device__ uint64_t mg_removed_before(const mg_edit_args &a, uint64_t p) {
    const uint64_t ranges = mg_rank(a.low, a.remove.items, p, false);
    if (ranges == 0) {
        return 0;
    }
    const uint64_t last = ranges - 1, inside = p - a.low[last], length = a.removed[last + 1] - a.removed[last];
    return a.removed[last] + (inside < length ? inside : length);
}

static __device__ uint64_t mg_live_key(const mg_edit_args &a, uint64_t i) {
    const uint64_t key = a.insert.keys[i];
    const bool again = a.replace && i > 0 && a.insert.keys[i - 1] == key;
    return key == MG_EDIT_NO_KEY || again ? 0 : 1;
}

/* The weight key of sorted item i: that of its edge. */
static __device__ uint64_t mg_insert_weight_key(const mg_edit_args &a, uint64_t i) {
    if (a.type == MG_TYPE_NONE) {
        return 0;
    }
    if (a.insert_weight) {
        const uint64_t item = a.edge[i];
        return mg__weight_key(a.type, a.insert_weight, item < a.insert.count ? item : item - a.insert.count);
    }
    const int32_t one32 = 1;
    const int64_t one64 = 1;
    const float one_float = 1.0f;
    const double one_double = 1.0;
    return mg__weight_key(a.type,
                          a.type == MG_INT32     ? (const void *)&one32
                          : a.type == MG_INT64   ? (const void *)&one64
                          : a.type == MG_FLOAT32 ? (const void *)&one_float
                                                 : (const void *)&one_double,
                          0);
}

/* ---- lists ---- */

static __device__ bool mg_is_nan(const mg_edit_args &a, uint64_t i) {
    return a.insert_weight && ((a.type == MG_FLOAT32 && isnan(((const float *)a.insert_weight)[i])) ||
                               (a.type == MG_FLOAT64 && isnan(((const double *)a.insert_weight)[i])));
}

__global__ void list_kernel(mg_edit_args a, bool inserted) {
    const mg_edit_keys list = inserted ? a.insert : a.remove;
    const uint32_t n = inserted ? a.n : a.old_n;
    FOR_EACH(i, list.count) {
        const uint32_t u = list.from[i], v = list.to[i];
        const bool bad = u >= n || v >= n || (inserted && mg_is_nan(a, i));
        if (bad) {
            atomicMin(inserted ? &a.found->bad_insert : &a.found->bad_remove, (unsigned long long)i);
        }
        list.keys[i] = bad ? 0 : (uint64_t)u << 32 | v;
        if (a.undirected) {
            list.keys[list.count + i] = bad ? 0 : u == v ? MG_EDIT_NO_KEY : (uint64_t)v << 32 | u;
        }
    }
}

extern "C" cudaError_t mg__edit_list(const mg_edit_args *args, bool inserted, cudaStream_t stream) {
    const uint64_t count = inserted ? args->insert.count : args->remove.count;
    list_kernel<<<blocks_of(count), THREADS, 0, stream>>>(*args, inserted);
    return cudaGetLastError();
}

__global__ void weight_keys_kernel(mg_edit_args a, void *weight_keys, uint32_t *items) {
    const bool is_small = a.type == MG_INT32 || a.type == MG_FLOAT32;
    FOR_EACH(i, a.insert.items) {
        const uint64_t key = mg__weight_key(a.type, a.insert_weight, i < a.insert.count ? i : i - a.insert.count);
        if (is_small) {
            ((uint32_t *)weight_keys)[i] = (uint32_t)key;
        } else {
            ((uint64_t *)weight_keys)[i] = key;
        }
        items[i] = (uint32_t)i;
    }
}

extern "C" cudaError_t mg__edit_weight_keys(const mg_edit_args *args, void *weight_keys, uint32_t *items,
                                            cudaStream_t stream) {
    weight_keys_kernel<<<blocks_of(args->insert.items), THREADS, 0, stream>>>(*args, weight_keys, items);
    return cudaGetLastError();
}

__global__ void gather_kernel(const uint64_t *from, const uint32_t *items, uint64_t *to, uint64_t count) {
    FOR_EACH(i, count) {
        to[i] = from[items[i]];
    }
}

extern "C" cudaError_t mg__edit_gather(const uint64_t *from, const uint32_t *items, uint64_t *to, uint64_t count,
                                       cudaStream_t stream) {
    gather_kernel<<<blocks_of(count), THREADS, 0, stream>>>(from, items, to, count);
    return cudaGetLastError();
}

/* ---- places ---- */

/* Of equal keys the first one has the range, later ones are empty behind it. Equal keys begin with a removal, if one of
 * them is. */
__global__ void ranges_kernel(mg_edit_args a) {
    FOR_EACH(j, a.remove.items) {
        const uint64_t key = a.remove.keys[j], row = key >> 32, v = key & 0xffffffffu;
        const bool first = key != MG_EDIT_NO_KEY && (j == 0 || a.remove.keys[j - 1] != key);
        uint64_t low = a.arcs, high = a.arcs;
        if (row < a.old_n) {
            const uint64_t end = mg_old_offset(a, row + 1);
            low = mg_find(a, mg_old_offset(a, row), end, v);
            high = mg_find(a, low, end, v + 1);
        }
        if (first && a.is_removal[j] && low == high && !(a.undirected && v < row)) {
            atomicAdd(&a.found->missing, 1ull);
            atomicMin(&a.found->first_missing, (unsigned long long)key);
        }
        a.low[j] = first ? low : high;
        a.high[j] = high;
        a.removed[j] = first ? high - low : 0;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        a.removed[a.remove.items] = 0;
    }
}

extern "C" cudaError_t mg__edit_ranges(const mg_edit_args *args, cudaStream_t stream) {
    ranges_kernel<<<blocks_of(args->remove.items), THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}

/* Behind old arcs of the same pair whose weight is not greater. */
__global__ void places_kernel(mg_edit_args a) {
    FOR_EACH(i, a.insert.items) {
        const uint64_t key = a.insert.keys[i], row = key >> 32, v = key & 0xffffffffu;
        uint64_t place = a.arcs;
        if (row < a.old_n) {
            const uint64_t end = mg_old_offset(a, row + 1);
            place = mg_find(a, mg_old_offset(a, row), end, v);
            uint64_t high = mg_find(a, place, end, v + 1);
            const uint64_t weight = mg_insert_weight_key(a, i);
            while (place < high) {
                const uint64_t middle = place + (high - place) / 2;
                if (mg__weight_key(a.type, a.old_weights, middle) <= weight) {
                    place = middle + 1;
                } else {
                    high = middle;
                }
            }
        }
        a.place[i] = place;
        a.inserted[i] = mg_live_key(a, i);
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        a.inserted[a.insert.items] = 0;
    }
}

extern "C" cudaError_t mg__edit_places(const mg_edit_args *args, cudaStream_t stream) {
    places_kernel<<<blocks_of(args->insert.items), THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}

/* ---- segments ---- */

static __device__ void mg_put_segment(const mg_edit_args &a, uint64_t at, uint64_t old, uint64_t removed,
                                      uint64_t inserted) {
    a.segment_old[at] = old;
    a.segment_new[at] = old - removed + inserted;
}

/* The two sorted lists of boundaries are merged by rank; at the same arc those of inserted arcs come first. */
__global__ void segments_kernel(mg_edit_args a) {
    const uint64_t inserts = a.insert.items, removals = a.remove.items;
    FOR_EACH(i, 1 + inserts + removals) {
        if (i == 0) {
            mg_put_segment(a, 0, 0, 0, 0);
            a.found->inserted = a.inserted[inserts];
            a.found->removed = a.removed[removals];
        } else if (i <= inserts) {
            const uint64_t k = i - 1, p = a.place[k], same = mg_rank(a.place, inserts, p, true);
            mg_put_segment(a, i + mg_rank(a.high, removals, p, false), p, mg_removed_before(a, p), a.inserted[same]);
        } else {
            const uint64_t j = i - 1 - inserts, p = a.high[j], before = mg_rank(a.place, inserts, p, true);
            mg_put_segment(a, 1 + j + before, p, a.removed[j + 1], a.inserted[before]);
        }
    }
}

extern "C" cudaError_t mg__edit_segments(const mg_edit_args *args, cudaStream_t stream) {
    segments_kernel<<<blocks_of(1 + args->insert.items + args->remove.items), THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}

__global__ void offsets_kernel(mg_edit_args a) {
    FOR_EACH(row, (uint64_t)a.n + 1) {
        const uint64_t old = mg_old_offset(a, row);
        const uint64_t inserted = a.inserted[mg_rank(a.insert.keys, a.insert.items, row << 32, false)];
        const uint64_t at = old - mg_removed_before(a, old) + inserted;
        if (a.wide) {
            ((uint64_t *)a.offsets)[row] = at;
        } else {
            ((uint32_t *)a.offsets)[row] = (uint32_t)at;
        }
    }
}

extern "C" cudaError_t mg__edit_offsets(const mg_edit_args *args, cudaStream_t stream) {
    offsets_kernel<<<blocks_of((uint64_t)args->n + 1), THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}

/* ---- arcs ---- */

/* `size`: of a weight; 0: none. */
template <int size>
static __device__ void mg_move(const mg_edit_args &a, uint64_t to, uint64_t from) {
    a.neighbours[to] = a.old_neighbours[from];
    if (size == 4) {
        ((uint32_t *)a.weights)[to] = ((const uint32_t *)a.old_weights)[from];
    } else if (size == 8) {
        ((uint64_t *)a.weights)[to] = ((const uint64_t *)a.old_weights)[from];
    }
}

/* Every new arc is taken from the last segment that begins at it or before. Those that are inserted get an old arc or
 * none here, and their own afterwards (insert_kernel). */
template <int size>
__global__ void copy_kernel(mg_edit_args a, uint64_t new_arcs) {
    __shared__ uint64_t first, last;
    __shared__ uint64_t old_begin[TILE_SEGMENTS];
    __shared__ uint32_t new_begin[TILE_SEGMENTS];
    const uint64_t segments = 1 + a.insert.items + a.remove.items;
    for (uint64_t tile = (uint64_t)blockIdx.x * TILE; tile < new_arcs; tile += (uint64_t)gridDim.x * TILE) {
        const uint64_t end = tile + TILE < new_arcs ? tile + TILE : new_arcs;
        __syncthreads(); /* the tile before is done */
        if (threadIdx.x < 2) {
            const uint64_t rank = mg_rank(a.segment_new, segments, threadIdx.x ? end - 1 : tile, true) - 1;
            if (threadIdx.x) {
                last = rank;
            } else {
                first = rank;
            }
        }
        __syncthreads();
        const uint64_t count = last - first + 1;
        const bool fits = count <= TILE_SEGMENTS;
        for (uint64_t s = threadIdx.x; fits && s < count; s += THREADS) {
            const uint64_t begin = a.segment_new[first + s];
            old_begin[s] = a.segment_old[first + s] + (begin < tile ? tile - begin : 0);
            new_begin[s] = begin < tile ? 0 : (uint32_t)(begin - tile);
        }
        __syncthreads();
        for (uint64_t i = tile + threadIdx.x; i < end; i += THREADS) {
            uint64_t from;
            if (fits) {
                const uint32_t at = (uint32_t)(i - tile);
                uint32_t low = 0, high = (uint32_t)count; /* segment `low` begins at `at` or before, `high` does not */
                while (high - low > 1) {
                    const uint32_t middle = (low + high) / 2;
                    if (new_begin[middle] <= at) {
                        low = middle;
                    } else {
                        high = middle;
                    }
                }
                from = old_begin[low] + (at - new_begin[low]);
            } else {
                const uint64_t s = mg_rank(a.segment_new, segments, i, true) - 1;
                from = a.segment_old[s] + (i - a.segment_new[s]);
            }
            if (from < a.arcs) {
                mg_move<size>(a, i, from);
            }
        }
    }
}

extern "C" cudaError_t mg__edit_copy(const mg_edit_args *args, uint64_t new_arcs, cudaStream_t stream) {
    const uint64_t tiles = new_arcs / TILE + 1;
    const uint32_t blocks = (uint32_t)(tiles < 65536 ? tiles : 65536);
    if (args->type == MG_TYPE_NONE) {
        copy_kernel<0><<<blocks, THREADS, 0, stream>>>(*args, new_arcs);
    } else if (args->type == MG_INT32 || args->type == MG_FLOAT32) {
        copy_kernel<4><<<blocks, THREADS, 0, stream>>>(*args, new_arcs);
    } else {
        copy_kernel<8><<<blocks, THREADS, 0, stream>>>(*args, new_arcs);
    }
    return cudaGetLastError();
}

__global__ void insert_kernel(mg_edit_args a) {
    FOR_EACH(i, a.insert.items) {
        if (a.inserted[i + 1] == a.inserted[i]) {
            continue; /* it does not count */
        }
        const uint64_t place = a.place[i], to = place - mg_removed_before(a, place) + a.inserted[i];
        a.neighbours[to] = (uint32_t)a.insert.keys[i];
        if (a.type == MG_INT32 || a.type == MG_FLOAT32) {
            ((uint32_t *)a.weights)[to] = mg__weight_bits32(a.type, (uint32_t)mg_insert_weight_key(a, i));
        } else if (a.type != MG_TYPE_NONE) {
            ((uint64_t *)a.weights)[to] = mg__weight_bits64(a.type, mg_insert_weight_key(a, i));
        }
    }
}

extern "C" cudaError_t mg__edit_insert(const mg_edit_args *args, cudaStream_t stream) {
    insert_kernel<<<blocks_of(args->insert.items), THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
