/* SPDX-License-Identifier: Apache-2.0
 *
 * triangles.cuh: TRIANGLES phases. Thread-to-work mapping: a team, which is a warp or for long rows a thread block,
 * takes a forward row of a vertex u. Its pairs of hubs (core/cuda/graph/hubs.h): a warp takes 32 times 32 pairs at a
 * time, and looks up in the hubs' bits which of them are neighbours. A lane keeps what it found for its hub as a word
 * of 32 bits, so that nothing is combined between lanes. Its other vertices v: a warp takes 32 of them, and its lanes
 * go along the rows of these, one third corner w after the other. Is w in the row of u? A small bitmap of hashes in
 * shared memory refuses most that are not, binary search decides. A lane takes a row of 2 to MG_TRIANGLES_LANE_ROW
 * vertices, and searches for each pair. If a phase only counts triangles, pairs of hubs are counted by words. Shared
 * memory: triangle_row.cuh.
 */
#ifndef MG_CORE_CUDA_KERNEL_GATHER_TRIANGLES_CUH
#define MG_CORE_CUDA_KERNEL_GATHER_TRIANGLES_CUH

#include "core/cuda/kernel/gather/triangle_row.cuh"

#define MG_NO_PAIR (~0ull)
#define MG_HUB_LOADS 8 /* words of the hubs' bits that a lane loads before it uses them */

/* Edges of a pair, by its position among the forward edges. */
MG_DEVICE uint32_t mg_pair_edges(const mg_gather_args &a, uint64_t pair) {
    return a.forward.edges ? a.forward.edges[pair] : 1;
}

template <typename Policy>
MG_DEVICE typename Policy::bits mg_corner(const mg_gather_args &a, uint32_t own, uint32_t x, uint32_t y,
                                          uint32_t edges) {
    return Policy::triangle(a.loop.params, mg_gather_state<Policy>(a, own), mg_gather_state<Policy>(a, x),
                            mg_gather_state<Policy>(a, y), edges);
}

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

/* Pairs of hubs of the row: those from 32 * high on, one in each lane, with those from 32 * low on; low <= high.
 * Returns what u receives in this lane. All lanes of the warp call. */
template <typename Policy, typename Row>
MG_DEVICE typename Policy::bits mg_triangles_of_hubs(const Row &r, uint32_t low, uint32_t high) {
    typedef typename Policy::bits B;
    const mg_gather_args &a = r.a;
    const uint32_t lane = mg_warp_lane(), hubs = r.shared.hubs, j = 32 * high + lane, i = 32 * low + lane;
    const bool in = j < hubs;
    const uint32_t hub_j = in ? r.shared.hub[j] : 0, hub_i = i < hubs ? r.shared.hub[i] : 0;
    const uint32_t *const word = a.forward.joined + hub_j / 32;
    uint32_t before = 0, after = 0; /* bit s: joined with hub s of the low ones; of the high ones */
#pragma unroll 1
    for (uint32_t base = 0; base < 32 && 32 * low + base < hubs; base += MG_HUB_LOADS) {
        uint32_t bits[MG_HUB_LOADS];
#pragma unroll
        for (uint32_t k = 0; k < MG_HUB_LOADS; k++) {
            const uint32_t hub = __shfl_sync(MG_ALL_LANES, hub_i, base + k);
            bits[k] = in && (low < high || base + k < lane) ? __ldg(word + (uint64_t)hub * a.forward.hub_words) : 0;
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_HUB_LOADS; k++) {
            const uint32_t bit = bits[k] >> hub_j % 32 & 1, found = __ballot_sync(MG_ALL_LANES, bit);
            before |= bit << (base + k);
            after = base + k == lane ? found : after;
        }
    }
    const uint32_t place_j = in ? r.shared.place[j] : 0, place_i = i < hubs ? r.shared.place[i] : 0;
    if (mg_only_counts<Policy>()) {
        const uint32_t count = (uint32_t)__popc(before);
        r.give(place_j, (B)count);
        r.give(place_i, (B)__popc(after));
        return (B)count;
    }
    const uint32_t v_j = r.shared.row[place_j], v_i = r.shared.row[place_i];
    B own = Policy::identity(), received = Policy::identity();
#pragma unroll 1
    for (uint32_t left = before; left; left &= left - 1) {
        const uint32_t v = r.shared.row[r.shared.place[32 * low + __ffs((int)left) - 1]];
        own = mg_combine<Policy>(own, mg_corner<Policy>(a, r.u, v, v_j, 1));
        received = mg_combine<Policy>(received, mg_corner<Policy>(a, v_j, r.u, v, 1));
    }
    r.give(place_j, received);
    received = Policy::identity();
#pragma unroll 1
    for (uint32_t left = after; left; left &= left - 1) {
        const uint32_t w = r.shared.row[r.shared.place[32 * high + __ffs((int)left) - 1]];
        received = mg_combine<Policy>(received, mg_corner<Policy>(a, v_i, r.u, w, 1));
    }
    r.give(place_i, received);
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

/* The triangles of a row that one lane takes. */
template <typename Policy>
MG_DEVICE void mg_triangles_of_lane(const mg_gather_args &a, const mg_forward_row &row) {
    typedef typename Policy::bits B;
    B *const acc = (B *)a.loop.acc;
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
                mg_atomic_combine<Policy>(acc + w, mg_corner<Policy>(a, w, u, v, uv));
            }
        }
        if (received != Policy::identity()) {
            mg_atomic_combine<Policy>(acc + v, received);
        }
    }
    if (own != Policy::identity()) {
        mg_atomic_combine<Policy>(acc + u, own);
    }
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

/* The triangles of a row. All threads of the team call. */
template <typename Policy, uint32_t size, uint32_t room>
MG_DEVICE void mg_triangles_of(const mg_gather_args &a, mg_triangle_row<typename Policy::bits, room> &shared,
                               const mg_forward_row &row) {
    typedef typename Policy::bits B;
    const mg_row_of<Policy, size, room> r = {a, shared, row.vertex, row.length, row.begin};
    const uint32_t warp = size == 32 ? 0 : threadIdx.x / 32;
    B own = Policy::identity();
    r.load();
    const uint32_t hubs = r.fits() ? shared.hubs : 0, steps = (hubs + 31) / 32;
#pragma unroll 1
    for (uint32_t low = warp, high = 0;; low += size / 32) { /* pairs (low, high) in the order (0, 0), (0, 1), (1, 1) */
        for (; low > high && high < steps; high++) {
            low -= high + 1;
        }
        if (hubs < 2 || high >= steps) {
            break;
        }
        own = mg_combine<Policy>(own, mg_triangles_of_hubs<Policy>(r, low, high));
    }
#pragma unroll 1
    for (uint32_t first = 32 * warp; first < r.others(); first += size) {
        own = mg_combine<Policy>(own, mg_triangles_of_lanes<Policy>(r, first));
    }
    own = mg_warp_combine<Policy>(own);
    if (mg_warp_lane() == 0 && own != Policy::identity()) {
        mg_atomic_combine<Policy>((B *)a.loop.acc + row.vertex, own);
    }
    r.store();
}

/* All rows. The longest ones come first: they take the longest. */
template <typename Policy>
MG_DEVICE void mg_triangles_of_rows(const mg_gather_args &a, mg_triangles_shared<typename Policy::bits> &shared,
                                    uint32_t &next) {
    const mg_forward_args &f = a.forward;
    const mg_forward_row *const of_warps = f.rows + f.block_rows, *const of_lanes = of_warps + f.warp_rows;
    for (uint32_t at = 0; f.block_rows;) {
        at = mg_gather_next_place(a, MG_LIST_BLOCK, f.block_rows, next);
        if (at == MG_NONE) {
            break;
        }
        mg_triangles_of<Policy, MG_LOOP_THREADS>(a, shared.block, f.rows[at]);
    }
    mg_gather_deal(a, MG_LIST_WARP, f.warp_rows, 1, [&](uint32_t at, uint32_t end) {
#pragma unroll 1
        for (; at < end; at++) {
            mg_triangles_of<Policy, 32>(a, shared.warp[threadIdx.x / 32], of_warps[at]);
        }
    });
    mg_gather_deal(a, MG_LIST_LANE, f.lane_rows, 32, [&](uint32_t at, uint32_t end) {
#pragma unroll 1
        for (at += mg_warp_lane(); at < end; at += 32) {
            mg_triangles_of_lane<Policy>(a, of_lanes[at]);
        }
    });
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_triangles_begin(const mg_gather_args &a) {
    if (blockIdx.x == 0 && threadIdx.x < MG_GATHER_LISTS) {
        a.counts->next[threadIdx.x] = 0;
    }
#pragma unroll 1
    for (uint32_t v = blockIdx.x * MG_LOOP_THREADS + threadIdx.x; v < a.loop.n; v += gridDim.x * MG_LOOP_THREADS) {
        ((typename Policy::bits *)a.loop.acc)[v] = Policy::identity();
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
        mg_triangles_of_rows<Policy>(a, shared, next);
    } else if (a.role == MG_GATHER_APPLY) {
        mg_triangles_apply<Policy, Offset>(a);
    } else if (blockIdx.x == 0 && threadIdx.x == 0) {
        mg_gather_decide<Policy>(a);
    }
}

#endif
