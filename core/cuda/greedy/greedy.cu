/* SPDX-License-Identifier: Apache-2.0
 *
 * greedy.cu: greedy independent sets and colourings in the order of priorities, without rounds: a vertex is decided
 * when all neighbours of higher priority are. One launch decides all: each warp has vertices with short rows and pieces
 * of long ones, reads them once, and keeps those that wait in lists of its own, each with a neighbour that it waits
 * for. It looks at these neighbours again and again, and reads a row again when the neighbour is decided. The launch is
 * cooperative, so that all warps run. It ends: of all vertices that are not decided that of the highest priority waits
 * for no other one.
 *
 * Thread-to-work mapping: a lane for a vertex with a short row, a warp for a piece of another one. Shared memory: a
 * bitmap of colours for each warp.
 *
 * An independent set as of M. Burtscher, S. Devale, S. Azimi, J. Jaiganesh, E. Powers: A High-quality and Fast Maximal
 * Independent Set Implementation for GPUs. ACM Trans. Parallel Comput. 5 (2018).
 */
#include "core/cuda/greedy/greedy_row.cuh"

#define FEW 4u    /* edges that a lane has in flight */
#define PAUSE 100 /* nanoseconds after a pass in which nothing was decided */
#define EACH (MG_GREEDY_PIECE / 32)
#define WINDOW (32 * MG_GREEDY_WORDS) /* colours of a bitmap */
#define NO_COLOR 0xffffffffu

/* ---- vertices with short rows ---- */

/* Decides the vertex `wait->waiting`, or finds out for which neighbour it waits. */
template <bool Colors, bool Directed>
MG_DEVICE bool decide_short(const mg_greedy_args &a, mg_greedy_wait *wait, const mg_greedy_edges<Directed> &edges) {
    const uint32_t v = wait->waiting, own = mg_greedy_priority(a, v), count = (uint32_t)edges.all();
    uint32_t used = 0; /* a vertex takes no colour above the number of its edges */
    bool leaves = false;
    for (uint32_t at = 0; at < count && !leaves; at += FEW) {
        uint32_t neighbour[FEW], state[FEW];
        mg_greedy_awaited<Colors> awaited;
#pragma unroll
        for (uint32_t k = 0; k < FEW; k++) {
            neighbour[k] = at + k < count ? edges.neighbour(a, at + k) : v;
        }
#pragma unroll
        for (uint32_t k = 0; k < FEW; k++) {
            state[k] = mg_greedy_state<Colors>(a, neighbour[k]);
        }
#pragma unroll
        for (uint32_t k = 0; k < FEW; k++) {
            awaited.look_at(a, own, neighbour[k], state[k]);
            leaves = leaves || (!Colors && state[k] == MG_GREEDY_IN);
            used |= Colors && state[k] < 32 ? 1u << state[k] : 0;
        }
        if (awaited.waits() && !leaves) {
            wait->neighbour = awaited.neighbour();
            return false;
        }
    }
    mg_greedy_decide<Colors>(a, v, Colors ? (uint32_t)__ffs((int)~used) - 1 : leaves ? MG_GREEDY_OUT : MG_GREEDY_IN);
    return true;
}

template <bool Colors, bool Directed>
MG_DEVICE uint32_t first_short(const mg_greedy_args &a, uint32_t warp, uint32_t warps, mg_greedy_wait *list) {
    const uint64_t step = 32 * (uint64_t)warps;
    uint64_t v = 32 * (uint64_t)warp + mg_warp_lane();
    mg_greedy_edges<Directed> next;
    uint32_t kept = 0;
    if (v < a.n) {
        next = mg_greedy_edges<Directed>(a, (uint32_t)v);
    }
    for (; v - mg_warp_lane() < a.n; v += step) {
        const mg_greedy_edges<Directed> edges = next;
        mg_greedy_wait wait = {(uint32_t)v, 0};
        bool waits = false;
        if (v + step < a.n) { /* in flight while the neighbours of this vertex are */
            next = mg_greedy_edges<Directed>(a, (uint32_t)(v + step));
        }
        if (v < a.n && edges.all() <= MG_GREEDY_SHORT) {
            waits = !decide_short<Colors, Directed>(a, &wait, edges);
        }
        kept = mg_greedy_keep_waits(list, kept, waits, wait);
    }
    return kept;
}

template <bool Colors, bool Directed>
MG_DEVICE uint32_t again_short(const mg_greedy_args &a, mg_greedy_wait *list, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t first = 0; first < count; first += 32) {
        const uint32_t i = first + mg_warp_lane();
        mg_greedy_wait wait = i < count ? list[i] : mg_greedy_wait{0, 0};
        bool waits = i < count;
        if (waits && mg_greedy_decided<Colors>(mg_greedy_state<Colors>(a, wait.neighbour))) {
            waits = !decide_short<Colors, Directed>(a, &wait, mg_greedy_edges<Directed>(a, wait.waiting));
        }
        kept = mg_greedy_keep_waits(list, kept, waits, wait);
    }
    return kept;
}

/* ---- pieces of long rows ---- */

/* The first colour that a bitmap does not have, of which a lane has a word; NO_COLOR: it has all. */
MG_DEVICE uint32_t first_free(uint32_t word) {
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, word != UINT32_MAX);
    const uint32_t lane = mask ? (uint32_t)__ffs((int)mask) - 1 : 0;
    const uint32_t bit = (uint32_t)__ffs((int)~__shfl_sync(MG_ALL_LANES, word, (int)lane)) - 1;
    return mask ? 32 * lane + bit : NO_COLOR;
}

/* The first colour from `base` on that no neighbour has, where all of higher priority are decided: reads the whole row
 * for each window of colours. */
template <bool Directed>
MG_DEVICE uint32_t color_from(const mg_greedy_args &a, uint32_t v, uint32_t base, uint32_t *bitmap) {
    const mg_greedy_edges<Directed> edges(a, v);
    const uint32_t lane = mg_warp_lane();
    uint32_t color = NO_COLOR;
    for (; color == NO_COLOR; base += WINDOW) {
        for (uint64_t at = lane; at < edges.all(); at += 32) {
            const uint32_t state = mg_greedy_state<true>(a, edges.neighbour(a, at)), bit = state - base;
            if (state != MG_GREEDY_UNCOLORED && bit < WINDOW) {
                atomicOr(&bitmap[bit / 32], 1u << bit % 32);
            }
        }
        __syncwarp();
        const uint32_t free_color = first_free(bitmap[lane]);
        color = free_color == NO_COLOR ? NO_COLOR : base + free_color;
        bitmap[lane] = 0;
        __syncwarp();
    }
    return color;
}

/* A piece for which nothing is to be waited any more, of which `bitmap` has the colours: the last one of a row decides
 * the vertex. Clears the bitmap. */
template <bool Directed>
MG_DEVICE void finish_colors(const mg_greedy_args &a, const mg_greedy_piece &piece, uint32_t *bitmap) {
    const uint32_t lane = mg_warp_lane();
    mg_greedy_row *const row = &a.rows[piece.row];
    const uint32_t words = piece.alone ? piece.count / 32u + 1 : row->words;
    uint32_t word = bitmap[lane];
    bool last = true;
    bitmap[lane] = 0;
    __syncwarp();
    if (!piece.alone) {
        uint32_t *const used = a.used + row->used;
        if (lane < words && word) {
            atomicOr(&used[lane], word);
        }
        __threadfence(); /* before the piece counts as read */
        __syncwarp();
        last = __shfl_sync(MG_ALL_LANES, lane == 0 ? mg_fetch_add(&row->left, UINT32_MAX) : 0, 0) == 1;
        __threadfence();
        word = last && lane < words ? mg_greedy_load(&used[lane]) : 0;
    }
    if (last) {
        uint32_t color = first_free(lane < words ? word : UINT32_MAX);
        color = color == NO_COLOR ? color_from<Directed>(a, piece.vertex, WINDOW, bitmap) : color;
        if (lane == 0) {
            mg_greedy_decide<true>(a, piece.vertex, color);
        }
    }
}

/* A piece with a neighbour in the set, which `leaves`; or with only such as are out of it or have a lower priority. */
MG_DEVICE void finish_set(const mg_greedy_args &a, const mg_greedy_piece &piece, bool leaves) {
    if (mg_warp_lane() == 0 && (leaves || piece.alone || mg_fetch_add(&a.rows[piece.row].left, UINT32_MAX) == 1)) {
        mg_greedy_decide<false>(a, piece.vertex, leaves ? MG_GREEDY_OUT : MG_GREEDY_IN);
    }
}

/* Reads a piece; true: there is nothing left to do for it. All lanes call. */
template <bool Colors, bool Directed>
MG_DEVICE bool read_piece(const mg_greedy_args &a, mg_greedy_wait *wait, uint32_t *bitmap) {
    const mg_greedy_piece piece = a.pieces[wait->waiting];
    const uint32_t *const edges = a.side[piece.side].neighbours + piece.begin;
    const uint32_t own = mg_greedy_priority(a, piece.vertex), lane = mg_warp_lane();
    uint32_t neighbour[EACH], state[EACH];
    mg_greedy_awaited<Colors> awaited;
    bool leaves = false;
    const bool is_out = !Colors && !piece.alone && mg_greedy_decided<Colors>(mg_greedy_state<Colors>(a, piece.vertex));
#pragma unroll
    for (uint32_t k = 0; k < EACH; k++) {
        neighbour[k] = lane + 32 * k < piece.count ? edges[lane + 32 * k] : piece.vertex;
    }
#pragma unroll
    for (uint32_t k = 0; k < EACH; k++) {
        state[k] = mg_greedy_state<Colors>(a, neighbour[k]);
    }
#pragma unroll
    for (uint32_t k = 0; k < EACH; k++) {
        awaited.look_at(a, own, neighbour[k], state[k]);
        leaves = leaves || (!Colors && state[k] == MG_GREEDY_IN);
    }
    if (!Colors && __any_sync(MG_ALL_LANES, is_out)) {
        return true;
    }
    leaves = __any_sync(MG_ALL_LANES, leaves);
    awaited.add_lanes();
    if (awaited.waits() && !leaves) {
        wait->neighbour = awaited.neighbour();
        return false;
    }
    if constexpr (Colors) {
#pragma unroll
        for (uint32_t k = 0; k < EACH; k++) {
            if (state[k] < WINDOW) {
                atomicOr(&bitmap[state[k] / 32], 1u << state[k] % 32);
            }
        }
        __syncwarp();
        finish_colors<Directed>(a, piece, bitmap);
    } else {
        finish_set(a, piece, leaves);
    }
    return true;
}

template <bool Colors, bool Directed>
MG_DEVICE uint32_t first_pieces(const mg_greedy_args &a, uint32_t warp, uint32_t warps, mg_greedy_wait *list,
                                uint32_t *bitmap) {
    const uint32_t count = a.counts->pieces;
    uint32_t kept = 0;
    for (uint64_t i = warp; i < count; i += warps) {
        mg_greedy_wait wait = {(uint32_t)i, 0};
        if (!read_piece<Colors, Directed>(a, &wait, bitmap)) {
            if (mg_warp_lane() == 0) {
                list[kept] = wait;
            }
            kept++;
        }
        __syncwarp();
    }
    return kept;
}

/* The lanes look at 32 neighbours at once; the pieces that wait no longer are read one after the other. */
template <bool Colors, bool Directed>
MG_DEVICE uint32_t again_pieces(const mg_greedy_args &a, mg_greedy_wait *list, uint32_t count, uint32_t *bitmap) {
    uint32_t kept = 0;
    for (uint32_t first = 0; first < count; first += 32) {
        const uint32_t i = first + mg_warp_lane();
        mg_greedy_wait wait = i < count ? list[i] : mg_greedy_wait{0, 0};
        bool waits = i < count;
        const bool is_ready = waits && mg_greedy_decided<Colors>(mg_greedy_state<Colors>(a, wait.neighbour));
        for (uint32_t ready = __ballot_sync(MG_ALL_LANES, is_ready); ready; ready &= ready - 1) {
            const int lane = __ffs((int)ready) - 1;
            mg_greedy_wait one = {__shfl_sync(MG_ALL_LANES, wait.waiting, lane), 0};
            const bool done = read_piece<Colors, Directed>(a, &one, bitmap);
            if ((int)mg_warp_lane() == lane) {
                wait.neighbour = one.neighbour;
                waits = !done;
            }
        }
        kept = mg_greedy_keep_waits(list, kept, waits, wait);
    }
    return kept;
}

/* ---- the kernel ---- */

template <bool Colors, bool Directed>
__global__ void __launch_bounds__(MG_GREEDY_THREADS) greedy_kernel(const mg_greedy_args a) {
    __shared__ uint32_t bitmaps[MG_GREEDY_THREADS];
    const uint32_t in_block = threadIdx.x / 32, warps = gridDim.x * (MG_GREEDY_THREADS / 32);
    const uint32_t warp = in_block * gridDim.x + blockIdx.x; /* the pieces of a row go to different multiprocessors */
    uint32_t *const bitmap = &bitmaps[32 * in_block];
    mg_greedy_wait *const shorts = a.short_waits + 32 * (uint64_t)warp * (((uint64_t)a.n + 31) / 32 / warps + 1);
    mg_greedy_wait *const pieces = a.piece_waits + (uint64_t)warp * (a.counts->pieces / warps + 1);
    bitmap[mg_warp_lane()] = 0;
    __syncwarp();
    uint32_t piece_count = first_pieces<Colors, Directed>(a, warp, warps, pieces, bitmap);
    uint32_t short_count = first_short<Colors, Directed>(a, warp, warps, shorts);
    while (piece_count + short_count) {
        const uint32_t before = piece_count + short_count;
        piece_count = again_pieces<Colors, Directed>(a, pieces, piece_count, bitmap);
        short_count = again_short<Colors, Directed>(a, shorts, short_count);
        if (piece_count + short_count == before) {
            __nanosleep(PAUSE);
        }
    }
}

extern "C" const void *mg__greedy_kernel(bool colors, bool directed) {
    static const void *const kernels[2][2] = {
        {(const void *)greedy_kernel<false, false>, (const void *)greedy_kernel<false, true>},
        {(const void *)greedy_kernel<true, false>, (const void *)greedy_kernel<true, true>}};
    return kernels[colors][directed];
}
