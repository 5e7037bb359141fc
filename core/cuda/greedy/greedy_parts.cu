/* SPDX-License-Identifier: Apache-2.0
 *
 * greedy_parts.cu: greedy independent sets of graphs with most edges in long rows. As in greedy.cu vertices and pieces
 * of long rows wait in one launch, each for a neighbour. But a row is read only up to the first open neighbour of
 * higher priority, and goes on from there; and a vertex that joins the set writes to its neighbours that they are out
 * of it: most of those with long rows are before their rows are read. Only of vertices with several pieces the
 * neighbours find out themselves.
 *
 * Thread-to-work mapping: a lane for a vertex with a short row, or for a piece of another one; a warp for a piece of
 * which the next edges are not enough. Shared memory: none.
 *
 * An independent set as of M. Burtscher, S. Devale, S. Azimi, J. Jaiganesh, E. Powers: A High-quality and Fast Maximal
 * Independent Set Implementation for GPUs. ACM Trans. Parallel Comput. 5 (2018).
 */
#include "core/cuda/greedy/greedy_row.cuh"

#define FEW 4u    /* edges that a lane has in flight */
#define LIMIT 8u  /* edges of a piece that a lane reads before the warp does */
#define EACH 2u   /* edges of a piece that a lane of a warp has in flight */
#define PAUSE 100 /* nanoseconds after a pass in which nothing was decided */

/* What the next edges of a vertex or piece say: it waits, a neighbour is in the set, no neighbour is to be waited for;
 * or the vertex is out of the set already, or the edges that were read are not enough. */
enum outcome { WAITS, LEAVES, ENDS, IS_DECIDED, NEEDS_MORE };

MG_DEVICE bool is_decided(const mg_greedy_args &a, uint32_t v) {
    return mg_greedy_decided<false>(mg_greedy_state<false>(a, v));
}

/* What a lane learns from `Count` neighbours; that of a missing one is the vertex itself. */
template <uint32_t Count>
struct mg_part_look {
    mg_greedy_awaited<false> awaited;
    bool leaves = false; /* a neighbour is in the set */

    __device__ __forceinline__ mg_part_look(const mg_greedy_args &a, uint32_t own, const uint32_t (&neighbour)[Count]) {
        uint32_t priority[Count], state[Count];
#pragma unroll
        for (uint32_t k = 0; k < Count; k++) {
            priority[k] = mg_greedy_priority(a, neighbour[k]);
            state[k] = priority[k] > own ? mg_greedy_state<false>(a, neighbour[k]) : MG_GREEDY_OUT;
        }
#pragma unroll
        for (uint32_t k = 0; k < Count; k++) {
            const bool waits = priority[k] > own && !mg_greedy_decided<false>(state[k]);
            awaited.add(waits ? (uint64_t)priority[k] << 32 | neighbour[k] : awaited.none);
            leaves = leaves || state[k] == MG_GREEDY_IN;
        }
    }
};

/* Reads up to `limit` edges from wait->at on; `row(at)` is the neighbour of edge `at`. */
template <typename Row>
MG_DEVICE outcome read_edges(const mg_greedy_args &a, const Row &row, uint32_t v, uint32_t count, uint32_t limit,
                             mg_greedy_part_wait *wait) {
    const uint32_t own = mg_greedy_priority(a, v), end = wait->at + limit;
    const uint32_t before = mg_greedy_state<false>(a, v); /* in flight while the first neighbours are */
    for (; wait->at < count; wait->at += FEW) {
        if (wait->at >= end) {
            return NEEDS_MORE;
        }
        uint32_t neighbour[FEW];
#pragma unroll
        for (uint32_t k = 0; k < FEW; k++) {
            neighbour[k] = wait->at + k < count ? row(wait->at + k) : v;
        }
        if (mg_greedy_decided<false>(before)) {
            return IS_DECIDED;
        }
        const mg_part_look<FEW> look(a, own, neighbour);
        if (look.leaves) {
            return LEAVES;
        }
        if (look.awaited.waits()) {
            wait->neighbour = look.awaited.neighbour();
            return WAITS;
        }
    }
    return ENDS;
}

MG_DEVICE void write_out(const mg_greedy_args &a, uint32_t v, uint32_t neighbour) {
    if (neighbour != v) {
        mg_greedy_decide<false>(a, neighbour, MG_GREEDY_OUT);
    }
}

/* ---- vertices with short rows ---- */

/* Does it still wait? */
template <bool Directed>
MG_DEVICE bool read_short(const mg_greedy_args &a, mg_greedy_part_wait *wait, const mg_greedy_edges<Directed> &edges) {
    const uint32_t v = wait->waiting, count = (uint32_t)edges.all();
    const auto row = [&](uint32_t at) { return edges.neighbour(a, at); };
    const outcome found = read_edges(a, row, v, count, count, wait);
    if (found == LEAVES || found == ENDS) {
        mg_greedy_decide<false>(a, v, found == LEAVES ? MG_GREEDY_OUT : MG_GREEDY_IN);
    }
    for (uint32_t at = 0; at < count && found == ENDS; at++) {
        write_out(a, v, row(at));
    }
    return found == WAITS;
}

template <bool Directed>
MG_DEVICE uint32_t first_short(const mg_greedy_args &a, uint32_t warp, uint32_t warps, mg_greedy_part_wait *list) {
    const uint64_t step = 32 * (uint64_t)warps;
    uint64_t v = 32 * (uint64_t)warp + mg_warp_lane();
    mg_greedy_edges<Directed> next;
    uint32_t kept = 0;
    if (v < a.n) {
        next = mg_greedy_edges<Directed>(a, (uint32_t)v);
    }
    for (; v - mg_warp_lane() < a.n; v += step) {
        const mg_greedy_edges<Directed> edges = next;
        mg_greedy_part_wait wait = {(uint32_t)v, 0, 0};
        if (v + step < a.n) { /* in flight while the neighbours of this vertex are */
            next = mg_greedy_edges<Directed>(a, (uint32_t)(v + step));
        }
        const bool waits = v < a.n && edges.all() <= MG_GREEDY_SHORT && read_short<Directed>(a, &wait, edges);
        kept = mg_greedy_keep_waits(list, kept, waits, wait);
    }
    return kept;
}

template <bool Directed>
MG_DEVICE uint32_t again_short(const mg_greedy_args &a, mg_greedy_part_wait *list, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t first = 0; first < count; first += 32) {
        const uint32_t i = first + mg_warp_lane();
        mg_greedy_part_wait wait = i < count ? list[i] : mg_greedy_part_wait{0, 0, 0};
        const bool is_out = i < count && is_decided(a, wait.waiting);
        const bool is_ready = i < count && is_decided(a, wait.neighbour);
        bool waits = i < count && !is_out;
        if (waits && is_ready) {
            waits = read_short<Directed>(a, &wait, mg_greedy_edges<Directed>(a, wait.waiting));
        }
        kept = mg_greedy_keep_waits(list, kept, waits, wait);
    }
    return kept;
}

/* ---- pieces of long rows ---- */

/* There is no neighbour to be waited for: the vertex is in the set if this was the last piece. */
MG_DEVICE void end_piece(const mg_greedy_args &a, const mg_greedy_piece &piece, const uint32_t *edges) {
    if (mg_warp_lane() == 0 && (piece.alone || mg_fetch_add(&a.rows[piece.row].left, UINT32_MAX) == 1)) {
        mg_greedy_decide<false>(a, piece.vertex, MG_GREEDY_IN);
    }
    for (uint32_t at = mg_warp_lane(); at < piece.count && piece.alone; at += 32) {
        write_out(a, piece.vertex, edges[at]);
    }
}

/* Reads the rest of a piece, by all lanes of a warp. Does it still wait? */
MG_DEVICE bool read_rest(const mg_greedy_args &a, mg_greedy_part_wait *wait) {
    const mg_greedy_piece piece = a.pieces[wait->waiting];
    const uint32_t *const edges = a.side[piece.side].neighbours + piece.begin;
    const uint32_t own = mg_greedy_priority(a, piece.vertex);
    for (; wait->at < piece.count; wait->at += 32 * EACH) {
        uint32_t neighbour[EACH];
#pragma unroll
        for (uint32_t k = 0; k < EACH; k++) {
            const uint32_t at = wait->at + 32 * k + mg_warp_lane();
            neighbour[k] = at < piece.count ? edges[at] : piece.vertex;
        }
        mg_part_look<EACH> look(a, own, neighbour);
        if (__any_sync(MG_ALL_LANES, look.leaves)) {
            if (mg_warp_lane() == 0) {
                mg_greedy_decide<false>(a, piece.vertex, MG_GREEDY_OUT);
            }
            return false;
        }
        if (__any_sync(MG_ALL_LANES, look.awaited.waits())) {
            look.awaited.add_lanes();
            wait->neighbour = look.awaited.neighbour();
            return true;
        }
    }
    end_piece(a, piece, edges);
    return false;
}

/* Reads the pieces of the lanes that are ready: a lane its next edges, the warp what these leave open. Does it wait? */
MG_DEVICE bool read_pieces(const mg_greedy_args &a, bool is_ready, bool waits, mg_greedy_part_wait *wait) {
    outcome found = WAITS;
    if (is_ready) {
        const mg_greedy_piece piece = a.pieces[wait->waiting];
        const uint32_t *const edges = a.side[piece.side].neighbours + piece.begin;
        found = read_edges(
            a, [&](uint32_t at) { return edges[at]; }, piece.vertex, piece.count, LIMIT, wait);
        waits = found == WAITS;
        if (found == LEAVES) {
            mg_greedy_decide<false>(a, piece.vertex, MG_GREEDY_OUT);
        }
    }
    uint32_t left = __ballot_sync(MG_ALL_LANES, found == ENDS || found == NEEDS_MORE);
    for (; left; left &= left - 1) {
        const int lane = __ffs((int)left) - 1;
        mg_greedy_part_wait one = {__shfl_sync(MG_ALL_LANES, wait->waiting, lane), 0,
                                   __shfl_sync(MG_ALL_LANES, wait->at, lane)};
        const bool one_waits = read_rest(a, &one);
        if ((int)mg_warp_lane() == lane) {
            *wait = one;
            waits = one_waits;
        }
    }
    return waits;
}

MG_DEVICE uint32_t first_pieces(const mg_greedy_args &a, uint32_t warp, uint32_t warps, mg_greedy_part_wait *list) {
    const uint32_t count = a.counts->pieces;
    uint32_t kept = 0;
    for (uint64_t first = warp; first < count; first += 32 * (uint64_t)warps) {
        const uint64_t i = first + (uint64_t)mg_warp_lane() * warps;
        mg_greedy_part_wait wait = {(uint32_t)i, 0, 0};
        const bool is_open = i < count && !is_decided(a, a.pieces[i].vertex);
        const bool waits = read_pieces(a, is_open, is_open, &wait);
        kept = mg_greedy_keep_waits(list, kept, waits, wait);
    }
    return kept;
}

MG_DEVICE uint32_t again_pieces(const mg_greedy_args &a, mg_greedy_part_wait *list, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t first = 0; first < count; first += 32) {
        const uint32_t i = first + mg_warp_lane();
        mg_greedy_part_wait wait = i < count ? list[i] : mg_greedy_part_wait{0, 0, 0};
        const bool is_ready = i < count && is_decided(a, wait.neighbour);
        const bool waits = read_pieces(a, is_ready, i < count, &wait);
        kept = mg_greedy_keep_waits(list, kept, waits, wait);
    }
    return kept;
}

/* ---- the kernel ---- */

template <bool Directed>
__global__ void __launch_bounds__(MG_GREEDY_THREADS) greedy_parts_kernel(const mg_greedy_args a) {
    const uint32_t in_block = threadIdx.x / 32, warps = gridDim.x * (MG_GREEDY_THREADS / 32);
    const uint32_t warp = in_block * gridDim.x + blockIdx.x; /* the pieces of a row go to different multiprocessors */
    mg_greedy_part_wait *const shorts =
        a.short_part_waits + 32 * (uint64_t)warp * (((uint64_t)a.n + 31) / 32 / warps + 1);
    mg_greedy_part_wait *const pieces = a.piece_part_waits + (uint64_t)warp * (a.counts->pieces / warps + 1);
    uint32_t short_count = first_short<Directed>(a, warp, warps, shorts);
    uint32_t piece_count = first_pieces(a, warp, warps, pieces);
    while (piece_count + short_count) {
        const uint32_t before = piece_count + short_count;
        piece_count = again_pieces(a, pieces, piece_count);
        short_count = again_short<Directed>(a, shorts, short_count);
        if (piece_count + short_count == before) {
            __nanosleep(PAUSE);
        }
    }
}

extern "C" const void *mg__greedy_parts_kernel(bool directed) {
    return directed ? (const void *)greedy_parts_kernel<true> : (const void *)greedy_parts_kernel<false>;
}
