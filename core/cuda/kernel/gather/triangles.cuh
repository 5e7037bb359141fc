/* SPDX-License-Identifier: Apache-2.0
 *
 * triangles.cuh: TRIANGLES phases. Thread-to-work mapping: a team, which is a warp or for long rows a thread block,
 * takes a forward row of a vertex u. Its pairs of hubs (core/cuda/graph/hubs.h) are looked up in the hubs' bits: in
 * count_hubs.cuh if a phase only counts triangles, otherwise in pair_hubs.cuh. Its other vertices v: a warp takes 32 of
 * them, and its lanes go along the rows of these, one third corner w after the other. Is w in the row of u? A small
 * bitmap of hashes in shared memory refuses most that are not, binary search decides. A lane takes a row of 2 to
 * MG_TRIANGLES_LANE_ROW vertices, and searches for each pair. Shared memory: triangle_row.cuh.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_TRIANGLES_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_TRIANGLES_CUH

#include "core/cuda/kernel/gather/count_groups.cuh"
#include "core/cuda/kernel/gather/count_hubs.cuh"
#include "core/cuda/kernel/gather/pair_hubs.cuh"

#define MG_NO_PAIR (~0ull)
/* Thread blocks on a multiprocessor, by the limit of threads or, with 48 registers each, of registers. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define MG_TRIANGLES_BLOCKS 4
#else
#define MG_TRIANGLES_BLOCKS 5
#endif

/* Neighbours v of u that are no hubs, one in each lane from the `first`. Their rows are laid end to end, and the lanes
 * take the third corners in this order; what v receives is given when a lane comes to the next v. Returns what u
 * receives in this lane. All lanes of the warp call. */
template <typename Policy, typename Row>
MG_DEVICE typename Policy::bits mg_triangles_of_lanes(const Row &r, uint32_t first) {
    typedef typename Policy::bits B;
    const mg_gather_args &a = r.a;
    const bool in = first + mg_warp_lane() < r.others();
    const uint32_t mine = in ? r.other(first + mg_warp_lane()) : 0;
    const uint32_t v_of_lane = in ? r.at(mine) : 0;
    const uint64_t from = in ? a.forward.offsets[v_of_lane] : 0;
    const uint32_t length = in ? (uint32_t)(a.forward.offsets[v_of_lane + 1] - from) : 0;
    uint32_t end = length; /* inclusive prefix sum */
#pragma unroll
    for (uint32_t offset = 1; offset < 32; offset *= 2) {
        const uint32_t other = __shfl_up_sync(MG_ALL_LANES, end, offset);
        end += mg_warp_lane() >= offset ? other : 0;
    }
    const uint32_t all = __shfl_sync(MG_ALL_LANES, end, 31);
    B own = Policy::identity(), received = Policy::identity();
    uint32_t at = 0; /* place of the vertex that `received` is for */
#pragma unroll 1
    for (uint32_t base = 0; base < all; base += 32) {
        const uint32_t i = base + mg_warp_lane();
        uint32_t lane = 0; /* number of rows that end before i */
#pragma unroll
        for (uint32_t half = 16; half; half /= 2) {
            const uint32_t middle = __shfl_sync(MG_ALL_LANES, end, (lane + half - 1) & 31);
            lane += middle <= i ? half : 0;
        }
        lane &= 31;
        const uint32_t v = __shfl_sync(MG_ALL_LANES, v_of_lane, lane);
        const uint64_t row = __shfl_sync(MG_ALL_LANES, from, lane);
        const uint32_t before = __shfl_sync(MG_ALL_LANES, end - length, lane);
        const uint32_t place_v = __shfl_sync(MG_ALL_LANES, mine, lane);
        if (i < all) {
            const uint64_t vw = row + (i - before);
            const uint32_t w = a.forward.neighbours[vw], place = r.find(w);
            if (place != MG_NONE) {
                own = mg_combine<Policy>(own, mg_corner<Policy>(a, r.u, v, w, mg_pair_edges(a, vw)));
                if (at != place_v) {
                    r.give(at, received);
                    received = Policy::identity();
                    at = place_v;
                }
                const uint32_t edges = mg_pair_edges(a, r.begin + place);
                received = mg_combine<Policy>(received, mg_corner<Policy>(a, v, r.u, w, edges));
                r.give(place, mg_corner<Policy>(a, w, r.u, v, mg_pair_edges(a, r.begin + place_v)));
            }
        }
    }
    r.give(at, received);
    return own;
}

/* Position of w in a forward row; MG_NO_PAIR: it is not there. */
MG_DEVICE uint64_t mg_find_forward(const mg_gather_args &a, uint64_t low, uint64_t end, uint32_t w) {
    for (uint64_t high = end; low < high;) {
        const uint64_t middle = (low + high) / 2;
        if (a.forward.neighbours[middle] < w) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < end && a.forward.neighbours[low] == w ? low : MG_NO_PAIR;
}

/* The same in a row of at most MG_TRIANGLES_LANE_ROW vertices, whose loads do not wait for each other. */
MG_DEVICE uint64_t mg_find_in_short(const mg_gather_args &a, uint64_t begin, uint64_t end, uint32_t w) {
    uint64_t found = MG_NO_PAIR;
#pragma unroll
    for (uint32_t i = 0; i < MG_TRIANGLES_LANE_ROW; i++) {
        if (begin + i < end && a.forward.neighbours[begin + i] == w) {
            found = begin + i;
        }
    }
    return found;
}

/* Position of the pair of v and w among the forward edges, 0 for two hubs; MG_NO_PAIR: they are no neighbours. */
MG_DEVICE uint64_t mg_find_pair(const mg_gather_args &a, uint32_t v, uint32_t w) {
    if (a.forward.hub) {
        const uint32_t hub_v = a.forward.hub[v], hub_w = a.forward.hub[w];
        if (hub_v != MG_NO_HUB && hub_w != MG_NO_HUB) {
            const uint32_t word = a.forward.joined[(uint64_t)hub_v * a.forward.hub_words + hub_w / 32];
            return word >> hub_w % 32 & 1 ? 0 : MG_NO_PAIR;
        }
    }
    const uint64_t v_begin = a.forward.offsets[v], v_end = a.forward.offsets[v + 1];
    const uint64_t w_begin = a.forward.offsets[w], w_end = a.forward.offsets[w + 1];
    if (v_end - v_begin <= MG_TRIANGLES_LANE_ROW && w_end - w_begin <= MG_TRIANGLES_LANE_ROW) {
        const uint64_t vw = mg_find_in_short(a, v_begin, v_end, w), wv = mg_find_in_short(a, w_begin, w_end, v);
        return vw < wv ? vw : wv;
    }
    const uint32_t degree_v = a.forward.degree[v], degree_w = a.forward.degree[w];
    const bool in_v = degree_v != degree_w ? degree_v < degree_w : v < w;
    return in_v ? mg_find_forward(a, v_begin, v_end, w) : mg_find_forward(a, w_begin, w_end, v);
}

/* What v receives in the row of a lane. */
template <typename Policy>
MG_DEVICE void mg_give_vertex(const mg_gather_args &a, uint32_t v, typename Policy::bits value) {
    if (!mg_only_total<Policy>() && value != Policy::identity()) {
        mg_atomic_combine<Policy>((typename Policy::bits *)a.loop.acc + v, value);
    }
}

/* The triangles of a row that one lane takes. Returns what its vertex receives. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_triangles_of_lane(const mg_gather_args &a, const mg_forward_row &row) {
    typedef typename Policy::bits B;
    const uint32_t u = row.vertex;
    B own = Policy::identity();
#pragma unroll 1
    for (uint32_t i = 0; i + 1 < row.length; i++) {
        B received = Policy::identity();
        const uint32_t v = a.forward.neighbours[row.begin + i];
#pragma unroll 1
        for (uint32_t j = i + 1; j < row.length; j++) {
            const uint32_t w = a.forward.neighbours[row.begin + j];
            const uint64_t vw = mg_find_pair(a, v, w);
            if (vw != MG_NO_PAIR) {
                own = mg_combine<Policy>(own, mg_corner<Policy>(a, u, v, w, mg_pair_edges(a, vw)));
                const uint32_t uw = mg_pair_edges(a, row.begin + j), uv = mg_pair_edges(a, row.begin + i);
                received = mg_combine<Policy>(received, mg_corner<Policy>(a, v, u, w, uw));
                mg_give_vertex<Policy>(a, w, mg_corner<Policy>(a, w, u, v, uv));
            }
        }
        mg_give_vertex<Policy>(a, v, received);
    }
    mg_give_vertex<Policy>(a, u, own);
    return own;
}

/* Combines over the lanes. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_warp_combine(typename Policy::bits value) {
#pragma unroll
    for (uint32_t offset = 16; offset; offset /= 2) {
        value = mg_combine<Policy>(value, __shfl_xor_sync(MG_ALL_LANES, value, offset));
    }
    return value;
}

/* u receives half of the ends of pairs that a team counted. All threads of the team call; `sum`: 0, and 0 again. */
template <typename Policy, uint32_t size>
MG_DEVICE void mg_give_half(const mg_gather_args &a, uint32_t u, uint32_t ends, uint32_t &sum) {
    typedef typename Policy::bits B;
#pragma unroll
    for (uint32_t offset = 16; offset; offset /= 2) {
        ends += __shfl_xor_sync(MG_ALL_LANES, ends, offset);
    }
    if (size > 32) {
        if (mg_warp_lane() == 0) {
            atomicAdd(&sum, ends);
        }
        mg_team<size>::sync();
        ends = sum;
        mg_team<size>::sync();
    }
    if (mg_team<size>::thread() == 0) {
        sum = 0;
        if (ends) {
            mg_atomic_combine<Policy>((B *)a.loop.acc + u, (B)(ends / 2));
        }
    }
}

/* The triangles of a row that one warp or thread block takes. Adds to `ends` twice the triangles that this lane finds,
 * if nothing else is wanted. All threads of the team call. */
template <typename Policy, uint32_t size, uint32_t room>
MG_DEVICE void mg_triangles_of(const mg_gather_args &a, mg_triangle_row<typename Policy::bits, room> &shared,
                               const mg_forward_row &row, const mg_hub_row &listed, uint64_t &ends) {
    typedef typename Policy::bits B;
    const mg_row_of<Policy, size, room> r = {a, shared, row.vertex, row.length, row.begin, listed};
    const uint32_t warp = size == 32 ? 0 : threadIdx.x / 32;
    r.load();
    B own = Policy::identity();
    uint32_t of_hubs = 0;
    if (mg_only_counts<Policy>()) {
        of_hubs = mg_count_hubs<Policy>(r, warp, size / 32);
    } else {
        own = mg_triangles_of_all_hubs<Policy>(r, warp, size / 32);
    }
#pragma unroll 1
    for (uint32_t first = 32 * warp; first < r.others(); first += size) {
        own = mg_combine<Policy>(own, mg_triangles_of_lanes<Policy>(r, first));
    }
    if (mg_only_total<Policy>()) {
        ends += of_hubs + 2 * (uint64_t)own;
        r.store();
        return;
    }
    if (mg_only_counts<Policy>() && listed.hubs > 1) {
        mg_give_half<Policy, size>(a, row.vertex, of_hubs, shared.hubs);
    }
    if (!mg_only_counts<Policy>() || r.others()) {
        own = mg_warp_combine<Policy>(own);
        if (mg_warp_lane() == 0 && own != Policy::identity()) {
            mg_atomic_combine<Policy>((B *)a.loop.acc + row.vertex, own);
        }
    }
    r.store();
}

MG_DEVICE mg_hub_row mg_hubs_of_row(const mg_forward_args &f, uint32_t at) {
    return f.hub_rows ? f.hub_rows[at] : mg_hub_row{0, 0, 0};
}

/* The rows of thread blocks. A block begins with the row of its number; a counter deals what is left. */
template <typename Policy>
MG_DEVICE void mg_triangles_of_blocks(const mg_gather_args &a, mg_triangles_shared<typename Policy::bits> &shared,
                                      uint32_t &next, uint64_t &ends) {
    const mg_forward_args &f = a.forward;
    if (threadIdx.x == 0) {
        shared.block.hubs = 0;
    }
    __syncthreads();
#pragma unroll 1
    for (uint32_t at = blockIdx.x; at < f.block_rows;) {
        mg_triangles_of<Policy, MG_LOOP_THREADS>(a, shared.block, f.rows[at], mg_hubs_of_row(f, at), ends);
        if (f.block_rows <= gridDim.x) {
            break;
        }
        at = mg_gather_next_place(a, MG_LIST_BLOCK, f.block_rows - gridDim.x, next);
        at = at == MG_NONE ? f.block_rows : at + gridDim.x;
    }
}

/* Loads a line into the cache while the thread goes on. */
MG_DEVICE void mg_prefetch(const void *line) {
    asm volatile("prefetch.global.L1 [%0];" ::"l"(line));
}

/* Rows of warps. If triangles are only counted, rows are short enough to be dealt in turn: no counter is needed, and
 * the next row is known before the present one is done. Otherwise a counter deals them. */
template <typename Policy>
MG_DEVICE void mg_triangles_of_warps(const mg_gather_args &a, mg_triangles_shared<typename Policy::bits> &shared,
                                     uint32_t rows, uint64_t &ends) {
    const mg_forward_args &f = a.forward;
    mg_triangle_row<typename Policy::bits, MG_TRIANGLES_WARP_ROW> &warp = shared.warp[threadIdx.x / 32];
    const uint32_t end = f.block_rows + rows, warps = mg_gather_warp_count();
    if (mg_only_counts<Policy>()) {
#pragma unroll 1
        for (uint32_t at = f.block_rows + mg_gather_warp(); at < end; at += warps) {
            const mg_forward_row row = f.rows[at];
            const mg_hub_row listed = mg_hubs_of_row(f, at);
            if (at + warps < end) {
                mg_prefetch(f.rows + at + warps);
                if (f.hub_rows) {
                    mg_prefetch(f.hub_rows + at + warps);
                }
            }
            mg_triangles_of<Policy, 32>(a, warp, row, listed, ends);
        }
        return;
    }
    const uint32_t share = mg_gather_share(rows);
#pragma unroll 1
    for (uint32_t at = mg_gather_take(a, share); at < rows; at = mg_gather_take(a, share)) {
#pragma unroll 1
        for (uint32_t i = at; i < min(at + share, rows); i++) {
            mg_triangles_of<Policy, 32>(a, warp, f.rows[f.block_rows + i], mg_hubs_of_row(f, f.block_rows + i), ends);
        }
    }
}

/* All rows. The longest ones come first: they take the longest. */
template <typename Policy>
MG_DEVICE void mg_triangles_of_rows(const mg_gather_args &a, mg_triangles_shared<typename Policy::bits> &shared,
                                    uint32_t &next, uint64_t &ends) {
    const mg_forward_args &f = a.forward;
    const uint32_t grouped = mg_only_total<Policy>() ? f.group_rows[0] + f.group_rows[1] + f.group_rows[2] : 0;
    uint32_t dealt = f.warp_rows - grouped;
    mg_triangles_of_blocks<Policy>(a, shared, next, ends);
    __syncthreads(); /* `shared` is of warps now */
    mg_triangles_of_warps<Policy>(a, shared, dealt, ends);
    if (mg_only_total<Policy>()) {
        ends += 2 * mg_count_short_rows(f, dealt);
    }
    const uint32_t of_lanes = f.block_rows + f.warp_rows, end = of_lanes + f.lane_rows;
    const uint32_t threads = gridDim.x * MG_LOOP_THREADS;
#pragma unroll 1
    for (uint32_t at = of_lanes + blockIdx.x * MG_LOOP_THREADS + threadIdx.x; at < end; at += threads) {
        const typename Policy::bits own = mg_triangles_of_lane<Policy>(a, f.rows[at]);
        ends += mg_only_total<Policy>() ? 2 * (uint64_t)own : 0;
    }
}

/* Adds what the threads counted, every triangle twice; the last thread block stores the total of the phase. All threads
 * call. */
MG_DEVICE void mg_triangles_add(const mg_gather_args &a, uint64_t ends) {
    __shared__ uint64_t of_warps[MG_WARPS];
#pragma unroll
    for (uint32_t offset = 16; offset; offset /= 2) {
        ends += __shfl_xor_sync(MG_ALL_LANES, ends, offset);
    }
    if (mg_warp_lane() == 0) {
        of_warps[threadIdx.x / 32] = ends;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (uint32_t w = 1; w < MG_WARPS; w++) {
            ends += of_warps[w];
        }
        atomicAdd(&a.counts->ends, (unsigned long long)ends);
        __threadfence();
        if (atomicAdd(&a.counts->blocks, 1u) == gridDim.x - 1) {
            a.loop.control->state.totals[0] = (double)(atomicAdd(&a.counts->ends, 0ull) / 2);
        }
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_triangles_begin(const mg_gather_args &a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        a.counts->next[MG_LIST_BLOCK] = a.counts->next[MG_LIST_WARP] = a.counts->blocks = 0;
        a.counts->ends = 0;
    }
    if (mg_only_total<Policy>() && !(Policy::has() & MG_HAS_INIT)) {
        return;
    }
#pragma unroll 1
    for (uint32_t v = blockIdx.x * MG_LOOP_THREADS + threadIdx.x; v < a.loop.n; v += gridDim.x * MG_LOOP_THREADS) {
        if (!mg_only_total<Policy>()) {
            ((typename Policy::bits *)a.loop.acc)[v] = Policy::identity();
        }
        if (Policy::has() & MG_HAS_INIT) {
            const mg_ctx ctx = mg_gather_context<Policy, Offset>(a, v);
            Policy::init(&ctx, a.loop.params, mg_gather_state<Policy>(a, v));
        }
    }
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_triangles_apply(const mg_gather_args &a) {
    mg_thread_totals<Policy> add;
#pragma unroll 1
    for (uint32_t v = blockIdx.x * MG_LOOP_THREADS + threadIdx.x; v < a.loop.n; v += gridDim.x * MG_LOOP_THREADS) {
        const typename Policy::bits value = ((const typename Policy::bits *)a.loop.acc)[v];
        if (!(Policy::has() & MG_HAS_APPLY)) {
            *(typename Policy::bits *)mg_gather_state<Policy>(a, v) = value;
            continue;
        }
        const mg_ctx ctx = mg_gather_context<Policy, Offset>(a, v);
        Policy::apply(&ctx, a.loop.params, mg_gather_state<Policy>(a, v), value, add.part);
    }
    mg_gather_add<Policy>(a, add.part);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_triangles(const mg_gather_args &a) {
    __shared__ mg_triangles_shared<typename Policy::bits> shared;
    __shared__ uint32_t next;
    mg_wait_dependency();
    if (a.role == MG_GATHER_BEGIN) {
        mg_triangles_begin<Policy, Offset>(a);
    } else if (a.role == MG_GATHER_LISTED) {
        uint64_t ends = 0;
        mg_triangles_of_rows<Policy>(a, shared, next, ends);
        if (mg_only_total<Policy>()) {
            mg_triangles_add(a, ends);
        }
    } else if (a.role == MG_GATHER_APPLY) {
        mg_triangles_apply<Policy, Offset>(a);
    } else if (blockIdx.x == 0 && threadIdx.x == 0) {
        mg_gather_decide<Policy>(a);
    }
}

#endif
