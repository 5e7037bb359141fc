/* SPDX-License-Identifier: Apache-2.0
 *
 * depths_order.cu: the processing order of the dataflow kernel: sorts the vertices of every tile by depth, lists their
 * senders, and sorts the tiles by their first levels.
 */
#include "core/cuda/kernel/tiles/dataflow_slot.cuh"

extern "C" {
#include "core/cuda/graph/depths.h"
#include "core/cuda/layout/sorts.h"
}

#define THREADS 128
#define BLOCKS_PER_SM 16u

/* Arguments of the kernel. */
struct order_args {
    mg_depths_input work;
    uint32_t *place, *entry; /* by tile: place of its first vertex, and tile + 1; unreached tiles sort last */
};

/* Summary of the current tile. */
struct tile_summary {
    uint32_t least, most, reached; /* range of places; reached vertices */
    uint32_t wide;
};

/* A tile, in a block's shared memory. */
struct ordered_tile {
    uint32_t *place; /* places of its vertices */
    uint32_t *bins;  /* counting sort: begin of each place */
    uint16_t *rank;
    uint16_t *left; /* remaining vertices of a level, from each vertex on */
    tile_summary *summary;
    uint32_t tile, first, count;
};

static uint32_t shared_bytes(const mg_tiles *t) {
    return t->most_vertices * 12 + 16;
}

static __device__ void load_places(const order_args &a, const ordered_tile &t) {
    uint32_t least = MG_DATAFLOW_UNREACHED, most = 0, reached = 0;
    for (uint32_t i = threadIdx.x; i < t.count; i += THREADS) {
        const uint32_t place = mg_dataflow_place(__ldg(&a.work.depth[t.first + i]), a.work.backward);
        t.place[i] = place;
        least = min(least, place);
        most = max(most, place == MG_DATAFLOW_UNREACHED ? 0 : place);
        reached += place != MG_DATAFLOW_UNREACHED;
    }
    least = mg_warp_least(least);
    most = ~mg_warp_least(~most);
    reached = mg_warp_sum(reached);
    if (mg_warp_lane() == 0 && reached) {
        atomicMin(&t.summary->least, least);
        atomicMax(&t.summary->most, most);
        atomicAdd(&t.summary->reached, reached);
    }
    __syncthreads();
}

/* Prefix sums of the bins. The first warp calls. */
static __device__ void add_up_bins(const ordered_tile &t, uint32_t range) {
    uint32_t before = 0, last = 0;
    bool wide = false;
    for (uint32_t base = 0; base <= range; base += 32) {
        const uint32_t mine = base + mg_warp_lane() <= range ? t.bins[base + mg_warp_lane()] : 0;
        uint32_t sum = mine, previous = __shfl_up_sync(MG_ALL_LANES, mine, 1);
        previous = mg_warp_lane() ? previous : last;
        wide |= mine + previous > MG_DATAFLOW_WINDOW;
        for (uint32_t offset = 1; offset < 32; offset *= 2) {
            const uint32_t other = __shfl_up_sync(MG_ALL_LANES, sum, offset);
            sum += mg_warp_lane() >= offset ? other : 0;
        }
        if (base + mg_warp_lane() <= range) {
            t.bins[base + mg_warp_lane()] = before + sum - mine;
        }
        before += __shfl_sync(MG_ALL_LANES, sum, 31);
        last = __shfl_sync(MG_ALL_LANES, mine, 31);
    }
    if (wide) {
        t.summary->wide = true;
    }
}

/* Counting sort. The order within a level is arbitrary. */
static __device__ void sort_by_counting(const ordered_tile &t) {
    const uint32_t least = t.summary->least, range = t.summary->most - least;
    for (uint32_t b = threadIdx.x; b <= range; b += THREADS) {
        t.bins[b] = 0;
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < t.count; i += THREADS) {
        if (t.place[i] != MG_DATAFLOW_UNREACHED) {
            t.rank[i] = (uint16_t)atomicAdd(&t.bins[t.place[i] - least], 1);
        }
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        add_up_bins(t, range);
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < t.count; i += THREADS) {
        if (t.place[i] != MG_DATAFLOW_UNREACHED) {
            const uint32_t bin = t.place[i] - least, end = bin < range ? t.bins[bin + 1] : t.summary->reached;
            t.rank[i] += (uint16_t)t.bins[bin];
            t.left[i] = (uint16_t)(end - t.rank[i]);
        }
    }
    __syncthreads();
}

/* The same for a disconnected tile whose depths are far apart. */
static __device__ void sort_by_comparing(const ordered_tile &t) {
    for (uint32_t i = threadIdx.x; i < t.count; i += THREADS) {
        const uint32_t mine = t.place[i];
        uint32_t rank = 0, left = 0, near = 0; /* near: vertices of its level and of the one before */
        for (uint32_t k = 0; k < t.count; k++) {
            rank += t.place[k] < mine || (t.place[k] == mine && k < i);
            left += t.place[k] == mine && k >= i;
            near += t.place[k] == mine || t.place[k] + 1 == mine;
        }
        t.rank[i] = (uint16_t)rank;
        t.left[i] = (uint16_t)left;
        if (near > MG_DATAFLOW_WINDOW && mine != MG_DATAFLOW_UNREACHED) {
            t.summary->wide = true;
        }
    }
    __syncthreads();
}

/* A vertex's senders so far. */
struct sender_list {
    uint32_t sender[MG_DATAFLOW_SENDERS], count, bits;

    __device__ __forceinline__ void add(uint32_t one) {
#pragma unroll
        for (uint32_t k = 0; k < MG_DATAFLOW_SENDERS; k++) {
            sender[k] = k == count ? one : sender[k];
        }
        bits |= one & MG_DATAFLOW_REMOTE ? MG_DATAFLOW_REMOTE_IN : 0;
        count++;
    }
};

/* Lists the senders of a vertex; returns its number of edges. */
static __device__ uint32_t list_senders(const order_args &a, const ordered_tile &t, uint32_t i, sender_list &list) {
    const mg_tiles &g = a.work.tiles;
    const uint32_t before = t.place[i] - 1, outer = __ldg(&g.remote_begin[t.first + i]);
    const uint32_t outer_end = __ldg(&g.remote_begin[t.first + i + 1]);
    const uint16_t *const begin = g.begin + t.first + t.tile + i, *const local = g.local + g.local_first[t.tile];
    const uint32_t inner = begin[0], inner_end = begin[1];
    for (uint32_t e = inner; e < inner_end; e++) {
        const uint32_t u = local[e];
        if (t.place[u] == before) {
            list.add(t.summary->wide ? MG_DATAFLOW_REMOTE | (t.first + u) : t.rank[u]);
        }
    }
    for (uint32_t e = outer; e < outer_end; e++) {
        const uint32_t position = __ldg(&g.remote[e]);
        if (mg_dataflow_place(__ldg(&a.work.depth[position]), a.work.backward) == before) {
            list.add(MG_DATAFLOW_REMOTE | position);
        }
    }
    return inner_end - inner + outer_end - outer;
}

/* Stores a vertex at its rank; returns its number of edges. */
static __device__ uint32_t write_vertex(const order_args &a, const ordered_tile &t, uint32_t boundary, uint32_t i) {
    const mg_dataflow_order &order = a.work.order;
    const uint32_t at = t.first + t.rank[i], none = MG_DATAFLOW_NO_SENDER;
    sender_list list = {{none, none, none}, 0, t.summary->wide ? MG_DATAFLOW_WIDE | MG_DATAFLOW_REMOTE_OUT : 0};
    const uint32_t edges = list_senders(a, t, i, list);
    if (a.work.weighted || list.count > MG_DATAFLOW_SENDERS) {
        list.sender[0] = list.sender[1] = list.sender[2] = none;
        list.bits |= MG_DATAFLOW_SCAN_ROW | MG_DATAFLOW_REMOTE_IN;
    }
    list.bits |= i < boundary ? MG_DATAFLOW_REMOTE_OUT : 0;
    list.bits |= min((uint32_t)t.left[i], (uint32_t)MG_DATAFLOW_CHUNK) << MG_DATAFLOW_COUNT_SHIFT;
    *(uint4 *)&order.entries[at] = make_uint4(list.sender[0], list.sender[1], list.sender[2], t.place[i]);
    *(uint2 *)&order.vertices[at] = make_uint2(__ldg(&a.work.tiles.vertex[t.first + i]), i | list.bits);
    order.rank[t.first + i] = t.rank[i];
    return edges;
}

/* Clears the message slots that only wide tiles use. */
static __device__ void clear_slots(const order_args &a, const ordered_tile &t, uint32_t boundary) {
    for (uint32_t i = boundary + threadIdx.x; i < t.count; i += THREADS) {
        for (uint32_t k = 0; k < a.work.slot_words; k++) {
            a.work.slots[(uint64_t)(t.first + i) * a.work.slot_words + k] = 0;
        }
    }
}

/* Orders the tile and returns the number of edges of the thread's vertices. All threads call. */
static __device__ uint32_t order_tile(const order_args &a, const ordered_tile &t) {
    const uint32_t boundary = a.work.tiles.boundary[t.tile];
    uint32_t edges = 0;
    if (threadIdx.x == 0) {
        *t.summary = {MG_DATAFLOW_UNREACHED, 0, 0, false};
    }
    __syncthreads();
    load_places(a, t);
    if (t.summary->reached == 0) {
        return 0;
    }
    if (t.summary->most - t.summary->least < t.count) {
        sort_by_counting(t);
    } else {
        sort_by_comparing(t);
    }
    for (uint32_t i = threadIdx.x; i < t.count; i += THREADS) {
        if (t.place[i] != MG_DATAFLOW_UNREACHED) {
            edges += write_vertex(a, t, boundary, i);
        }
    }
    if (t.summary->wide) {
        clear_slots(a, t, boundary);
    }
    return edges;
}

/* A block takes one tile after the other, a thread some of its vertices. Shared memory: shared_bytes. */
static __global__ void __launch_bounds__(THREADS) depths_order_tiles(const __grid_constant__ order_args a) {
    extern __shared__ uint32_t order_memory[];
    __shared__ tile_summary summary;
    const mg_tiles &g = a.work.tiles;
    ordered_tile t = {order_memory, order_memory + g.most_vertices, nullptr, nullptr, &summary};
    t.rank = (uint16_t *)(order_memory + 2 * g.most_vertices);
    t.left = t.rank + g.most_vertices;
    uint32_t tiles = 0, max_depth = 0;
    unsigned long long edges = 0;
    for (t.tile = blockIdx.x; t.tile < g.count; t.tile += gridDim.x) {
        t.first = g.first[t.tile];
        t.count = g.first[t.tile + 1] - t.first;
        edges += order_tile(a, t);
        __syncthreads();
        if (threadIdx.x == 0) {
            const bool any = summary.reached;
            a.work.order.reached[t.tile] = summary.reached;
            a.place[t.tile] = summary.least;
            a.entry[t.tile] = any ? t.tile + 1 : 0;
            tiles += any;
            max_depth =
                any ? max(max_depth, a.work.backward ? MG_DATAFLOW_LAST - summary.least : summary.most - 1) : max_depth;
        }
        __syncthreads();
    }
    edges = mg_warp_sum(edges);
    if (mg_warp_lane() == 0) {
        atomicAdd(&a.work.summary->edges, edges);
    }
    if (threadIdx.x == 0) {
        atomicAdd(&a.work.summary->tiles, tiles);
        atomicMax(&a.work.summary->max_depth, max_depth);
    }
}

static mg_status order(mg_context *context, mg_cuda *cuda, const mg_depths_input *work, uint32_t *words, void *scratch,
                       size_t bytes) {
    mg_status status = MG_OK;
    const uint32_t count = work->tiles.count, most = BLOCKS_PER_SM * (uint32_t)cuda->sms;
    const uint32_t blocks = count < most ? count : most, shared = shared_bytes(&work->tiles);
    uint32_t *const sorted = words + 2 * (uint64_t)count;
    const order_args a = {*work, words, words + count};
    MG_CUDA_TRY(context, cudaMemsetAsync(work->summary, 0, sizeof *work->summary, cuda->stream),
                "clearing device memory");
    MG_CUDA_TRY(context,
                cudaFuncSetAttribute(depths_order_tiles, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared),
                "shared memory for tiles");
    depths_order_tiles<<<blocks, THREADS, shared, cuda->stream>>>(a);
    MG_CUDA_TRY(context, cudaGetLastError(), "the order of tiles");
    MG_CUDA_TRY(
        context,
        mg__sort_small_pairs(scratch, &bytes, a.place, sorted, a.entry, work->order.list, count, 32, cuda->stream),
        "sorting tiles");
out:
    return status;
}

extern "C" mg_status mg__depths_order(mg_context *context, mg_cuda *cuda, const mg_depths_input *work) {
    mg_status status = MG_OK;
    void *words = NULL, *scratch = NULL;
    size_t bytes = 0;
    MG_CUDA_TRY(context,
                mg__sort_small_pairs(NULL, &bytes, NULL, NULL, NULL, NULL, work->tiles.count, 32, cuda->stream),
                "sorting tiles");
    MG_TRY(mg__cuda_get(context, cuda, &words, (uint64_t)work->tiles.count * 12, "the order of tiles"));
    MG_TRY(mg__cuda_get(context, cuda, &scratch, bytes, "the order of tiles"));
    MG_TRY(order(context, cuda, work, (uint32_t *)words, scratch, bytes));
out:
    mg__cuda_release(cuda, words);
    mg__cuda_release(cuda, scratch);
    return status;
}
