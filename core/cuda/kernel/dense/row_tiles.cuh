/* SPDX-License-Identifier: Apache-2.0
 *
 * row_tiles.cuh: sums of rows from the slots of pieces (dense_args.h), with a copy engine. Thread-to-work mapping: a
 * block takes one share of row tiles after the other. The copy engine brings a tile's lines, and its rows' states and
 * degrees, to shared memory. Its slots form too many short runs for the engine; half warps copy them, 16 bytes per
 * lane. Then a warp takes a word of 32 rows, a row per lane. Descriptions of the next tile are prefetched meanwhile.
 * Several blocks per SM hide the latency of each other's copies.
 *
 * Shared memory: a row tile, with the identity at place 0 for missing slots.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_ROW_TILES_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_ROW_TILES_CUH

#include "core/cuda/kernel/dense/row_sums.cuh"

#define MG_NO_ROW_TILE 0xffffffffu

/* Starts an asynchronous copy of 16 bytes to shared memory; mg_wait_copies waits for it. */
MG_DEVICE void mg_copy_piece(void *to, const void *from) {
#if __CUDA_ARCH__ >= 800
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from) : "memory");
#endif
}

/* Inputs copied with a row tile: `size` bytes of state per row, in row order, and degrees; NULL: not copied. */
struct mg_row_tile_inputs {
    const void *state;
    uint32_t size;
    const uint32_t *degree;
};

/* The row tiles of a block's shares, the last share first: the sums stored last are still in the L2 cache. The
 * beginnings of shares are prefetched. */
struct mg_row_tile_list {
    const mg_dense_args &a;
    uint32_t share, tile, last; /* tiles of the current share; the next share, */
    uint32_t next, next_last;   /* and its row tiles */

    __device__ __forceinline__ explicit mg_row_tile_list(const mg_dense_args &args)
        : a(args), share(blockIdx.x), tile(0), last(0), next(0), next_last(0) {
        prefetch();
    }
    __device__ __forceinline__ void prefetch() {
        if (share < a.panels.shares) {
            const uint32_t from = a.panels.shares - 1 - share;
            next = __ldg(&a.panels.share_tile[from]);
            next_last = __ldg(&a.panels.share_tile[from + 1]);
        }
    }
    __device__ __forceinline__ uint32_t take() {
#pragma unroll 1
        while (tile == last) {
            if (share >= a.panels.shares) {
                return MG_NO_ROW_TILE;
            }
            tile = next;
            last = next_last;
            share += gridDim.x;
            prefetch();
        }
        return tile++;
    }
};

/* A row tile, and what a thread prefetches of its description. */
struct mg_row_tile_ahead {
    mg_row_tile tile;     /* words = 0: none */
    uint4 run;            /* the thread's first run and its successor */
    uint32_t first, last; /* range of the tile's lines */
    uint32_t begin, end;  /* lines of word warp + lane * MG_ROW_WARPS */
};

/* Byte offsets of a tile's parts in shared memory; 0: not copied, read from global memory. */
struct mg_row_tile_parts {
    uint32_t lines, states, degrees;
};

/* The stream of a block's row tiles. */
template <typename Policy, typename Part>
struct mg_row_tile_stream {
    typedef typename Policy::bits B;
    const mg_dense_args &a;
    const mg_row_tile_inputs &rows;
    mg_bulk &full;
    mg_row_tile_list list;
    mg_row_tile_ahead now, next; /* next: only its `tile` at first */
    mg_row_tile_parts at;
    uint32_t slots; /* address in shared memory */

    __device__ __forceinline__ mg_row_tile_stream(const mg_dense_args &args, const mg_row_tile_inputs &of_rows,
                                                  mg_bulk &bulk)
        : a(args), rows(of_rows), full(bulk), list(args) {
        slots = (uint32_t)__cvta_generic_to_shared(memory());
        now.tile = look(list.take());
        prefetch_tile(now);
        next.tile = look(list.take());
    }
    __device__ __forceinline__ static unsigned char *memory() {
        return mg_dense_shared<unsigned char>();
    }
    __device__ __forceinline__ static uint32_t warp() {
        return threadIdx.x / 32;
    }
    /* The thread's first run: runs of a tile are distributed cyclically over warps. */
    __device__ __forceinline__ static uint32_t own_run() {
        return mg_warp_lane() * MG_ROW_WARPS + warp();
    }
    __device__ __forceinline__ mg_row_tile look(uint32_t i) const {
        mg_row_tile found = {};
        if (i != MG_NO_ROW_TILE) {
            const uint4 *const from = (const uint4 *)&a.panels.tile[i];
            const uint4 low = __ldg(from), high = __ldg(from + 1);
            found = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
        }
        return found;
    }
    __device__ __forceinline__ void prefetch_tile(mg_row_tile_ahead &ahead) const {
        const mg_row_tile &tile = ahead.tile;
        const uint32_t *const begin = a.panels.line_begin + tile.line;
        const uint32_t word = warp() + mg_warp_lane() * MG_ROW_WARPS;
        ahead.run = own_run() < tile.runs ? mg_load_runs(a, tile.run + own_run()) : uint4{0, 0, 0, 0};
        ahead.first = tile.words ? __ldg(begin) : 0;
        ahead.last = tile.words ? __ldg(begin + tile.words) : 0;
        ahead.begin = word < tile.words ? __ldg(begin + word) : 0;
        ahead.end = word < tile.words ? __ldg(begin + word + 1) : 0;
    }
    __device__ __forceinline__ void copy(uint32_t to, const void *from, uint32_t bytes) const {
        full.expect(bytes);
        full.copy(memory() + to, from, bytes);
    }
    /* Copies the lanes' runs, a half warp per run. All lanes call. */
    __device__ __forceinline__ void copy_runs(const uint4 &both) const {
        const mg_row_tile_run run = mg_run_in(a, now.tile, both);
        const uint32_t each = MG_ROW_TILE_PIECE / (uint32_t)sizeof(Part), upper = mg_warp_lane() / 16;
#pragma unroll 1
        for (uint32_t left = __ballot_sync(MG_ALL_LANES, run.count > 0); left;) {
            const uint32_t others = left & (left - 1), mine = upper ? others : left;
            const int lane = mine ? __ffs(mine) - 1 : 0;
            const uint32_t from = __shfl_sync(MG_ALL_LANES, run.from, lane);
            const uint32_t to = __shfl_sync(MG_ALL_LANES, run.to, lane);
            const uint32_t count = __shfl_sync(MG_ALL_LANES, run.count, lane);
            const Part *const first = (const Part *)a.sums + from;
            unsigned char *const place = memory() + MG_ROW_TILE_PIECE + to * sizeof(Part);
#pragma unroll 1
            for (uint32_t k = mg_warp_lane() % 16; mine && k < count / each; k += 16) {
                mg_copy_piece(place + k * MG_ROW_TILE_PIECE, first + k * each);
            }
            left = others & (others - 1);
        }
    }
    /* Copies a part if there is room for it; the first thread of warp `by` starts the copy. */
    __device__ __forceinline__ uint32_t copy_part(uint32_t *to, uint32_t by, const void *from, uint32_t bytes) const {
        const uint32_t at = *to;
        if (bytes == 0 || at + bytes > MG_ROW_TILE_STAGE) {
            return 0;
        }
        if (threadIdx.x == 32 * by) {
            copy(at, from, bytes);
        }
        *to += bytes;
        return at;
    }
    /* Starts the copies of everything but the slots; the sums do not write any of it. All threads call, when no thread
     * reads the previous tile any longer. */
    __device__ __forceinline__ void prefetch_rows() {
        const uint32_t count = 32 * now.tile.words, row = 32 * now.tile.word;
        const bool whole = row + count <= a.panels.n; /* copies have whole pieces of 16 bytes */
        uint32_t to = MG_ROW_TILE_PIECE + now.tile.slots * (uint32_t)sizeof(Part);
        mg_bulk::fence();
        at.lines = copy_part(&to, 1, a.panels.lines + (uint64_t)now.first * 32, (now.last - now.first) * 128);
        at.states = copy_part(&to, 2, (const char *)rows.state + (uint64_t)row * rows.size,
                              whole && rows.state ? count * rows.size : 0);
        at.degrees = copy_part(&to, 3, rows.degree + row, whole && rows.degree ? count * 4 : 0);
        if (mg_warp_lane() == 0) {
            full.arrive();
        }
    }
    /* Starts the copies of the slots. All threads call. */
    __device__ __forceinline__ void prefetch_slots() const {
        copy_runs(now.run);
#pragma unroll 1
        for (uint32_t i = own_run(); i - mg_warp_lane() * MG_ROW_WARPS + MG_ROW_THREADS < now.tile.runs;) {
            i += MG_ROW_THREADS;
            copy_runs(i < now.tile.runs ? mg_load_runs(a, now.tile.run + i) : uint4{0, 0, 0, 0});
        }
    }
    /* Waits until the tile has arrived. All threads call. */
    __device__ __forceinline__ void wait(uint32_t round) const {
        full.wait(round);
        mg_wait_copies();
        __syncthreads();
    }
    /* Sum of two slots. */
    __device__ __forceinline__ B two(uint32_t places) const {
        const Part first = mg_value_of<Part>(slots, places, 0), second = mg_value_of<Part>(slots, places, 1);
        return mg_add_two<Policy, Part>(first, second);
    }
    /* Adds the slots in `count` lines to the sum of the lane's row. */
    __device__ __forceinline__ B add(const uint32_t *lines, uint32_t count, B sum) const {
#pragma unroll 1
        for (uint32_t i = 0; i < count; i += MG_LINES_IN_FLIGHT) {
            uint32_t places[MG_LINES_IN_FLIGHT];
#pragma unroll
            for (uint32_t j = 0; j < MG_LINES_IN_FLIGHT; j++) {
                places[j] = i + j < count ? lines[(i + j) * 32] : 0;
            }
#pragma unroll
            for (uint32_t j = 0; j < MG_LINES_IN_FLIGHT; j++) {
                sum = mg_combine<Policy>(sum, two(places[j]));
            }
        }
        return sum;
    }
    __device__ __forceinline__ B add_word(uint32_t begin, uint32_t end, B sum) const {
        if (at.lines) {
            const uint32_t from = at.lines + ((begin - now.first) * 32 + mg_warp_lane()) * 4;
            return add((const uint32_t *)(memory() + from), end - begin, sum);
        }
        return add(a.panels.lines + (uint64_t)begin * 32 + mg_warp_lane(), end - begin, sum);
    }
    /* Where state and degree of the lane's row of a word are in shared memory. */
    __device__ __forceinline__ mg_row_prefetched prefetched(uint32_t w) const {
        const uint32_t row = 32 * w + mg_warp_lane();
        return {at.states ? at.states + row * rows.size : 0, at.degrees ? at.degrees + row * 4 : 0};
    }
    /* The next tile becomes the current one. */
    __device__ __forceinline__ void step() {
        now = next;
        next.tile = look(list.take());
    }
};

/* mg_sum_rows for slots of type `Part`. */
template <typename Policy, typename Part, typename Begins, typename Visit>
MG_DEVICE bool mg_stream_row_tiles(const mg_dense_args &a, const mg_row_tile_inputs &rows, Begins begins, Visit visit) {
    __shared__ mg_bulk full;
    mg_row_tile_stream<Policy, Part> stream(a, rows, full);
    typename Policy::bits carried = Policy::identity(); /* partial sum of a word that continues in the next tile */
    if (threadIdx.x == 0) {
        full.open(MG_ROW_WARPS);
        *(Part *)stream.memory() = mg_row_tile_sums<Policy, Part>::identity();
    }
    __syncthreads();
    stream.prefetch_rows(); /* of the first tile, if any: does not depend on the sums */
    mg_wait_dependency();
    stream.prefetch_slots(); /* overlaps with the test whether the phase is over */
    if (!begins()) {
        stream.wait(0); /* outstanding copies must complete before the block exits */
        return false;
    }
#pragma unroll 1
    for (uint32_t round = 0; stream.now.tile.words; round++) {
        const mg_row_tile &tile = stream.now.tile;
        if (round) {
            __syncthreads();
            stream.prefetch_rows();
            stream.prefetch_slots();
        }
        stream.prefetch_tile(stream.next);
        stream.wait(round);
#pragma unroll 1
        for (uint32_t w = stream.warp(), i = 0; w < tile.words; w += MG_ROW_WARPS, i++) {
            const uint32_t begin = __shfl_sync(MG_ALL_LANES, stream.now.begin, i);
            const uint32_t end = __shfl_sync(MG_ALL_LANES, stream.now.end, i);
            if (tile.goes_on) {
                carried = stream.add_word(begin, end, carried);
            } else {
                visit((tile.word + w) * 32 + mg_warp_lane(), stream.prefetched(w),
                      [&] { return stream.add_word(begin, end, carried); });
                carried = Policy::identity();
            }
        }
        stream.step();
    }
    return true;
}

template <typename Policy, typename Part, typename Begins, typename Visit>
MG_DEVICE bool mg_sum_parts(const mg_dense_args &a, const mg_row_tile_inputs &rows, Begins begins, Visit visit) {
#if __CUDA_ARCH__ >= 900
    if (a.panels.piece_slots > 1) {
        return mg_stream_row_tiles<Policy, Part>(a, rows, begins, visit);
    }
#endif
    return mg_sum_row_tiles<Policy, Part>(a, begins, visit);
}

/* Calls visit(row, prefetched, sum) for the rows of all words, a row per lane, all lanes of a warp together. sum()
 * returns the row's sum; `prefetched`: where `rows` have been copied. begins() is called after the launch before has
 * ended; false: there is nothing to do, and false is returned. All threads of a launch of MG_ROW_THREADS call. */
template <typename Policy, typename Begins, typename Visit>
MG_DEVICE bool mg_sum_rows(const mg_dense_args &a, const mg_row_tile_inputs &rows, Begins begins, Visit visit) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_uses_floats<Policy>()) {
            return mg_sum_parts<Policy, uint32_t>(a, rows, begins, visit);
        }
    }
    return mg_sum_parts<Policy, typename Policy::bits>(a, rows, begins, visit);
}

#endif
