/* SPDX-License-Identifier: Apache-2.0
 *
 * row_sums.cuh: sums of rows from the slots of pieces (dense_args.h), without a copy engine. Thread-to-work mapping: a
 * block takes one share of row tiles after the other. It copies a tile's slots, run by run, to shared memory; then a
 * warp takes a word of 32 rows, a row per lane. Slots are added in the order of the lines, so that sums are
 * reproducible.
 *
 * Shared memory: the slots of a row tile, and the identity for missing slots.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_ROW_SUMS_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_ROW_SUMS_CUH

#include "core/cuda/kernel/common/append.cuh"
#include "core/cuda/kernel/dense/mixed_precision.cuh"
#include "core/cuda/kernel/dense/panels.cuh"

#define MG_LINES_IN_FLIGHT 4u /* lines, of two slots per row, that are loaded together */
#define MG_ROW_WARPS (MG_ROW_THREADS / 32)

/* Copies one element to shared memory, asynchronously where the device can. */
template <typename Part>
MG_DEVICE void mg_copy_async(Part *to, const Part *from) {
#if __CUDA_ARCH__ >= 800
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(at), "l"(from), "n"(sizeof(Part)) : "memory");
#else
    *to = *from;
#endif
}

/* Waits for the thread's own copies. */
MG_DEVICE void mg_wait_copies() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/* Slots from .. from + count - 1, copied to places `to` .. in the tile. */
struct mg_row_tile_run {
    uint32_t from, to, count;
};

/* Loads the descriptions of a run and of its successor. */
MG_DEVICE uint4 mg_load_runs(const mg_dense_args &a, uint32_t i) {
    const uint2 run = __ldg((const uint2 *)&a.panels.run[i]), next = __ldg((const uint2 *)&a.panels.run[i + 1]);
    return {run.x, run.y, next.x, next.y};
}

/* The part of a run that is in a tile, in whole pieces. */
MG_DEVICE mg_row_tile_run mg_run_in(const mg_dense_args &a, const mg_row_tile &tile, const uint4 &both) {
    const uint32_t beside = a.panels.piece_slots - 1, end = tile.at + tile.slots;
    const uint32_t first = both.y - (both.x & beside), next = both.w - (both.z & beside);
    const uint32_t begin = first > tile.at ? first : tile.at, last = next < end ? next : end;
    return {both.x - (both.x & beside) + (begin - first), begin - tile.at, last > begin ? last - begin : 0};
}

/* Places of the next slots of the lane's row, two per line. */
struct mg_row_lines {
    uint32_t at[MG_LINES_IN_FLIGHT];
};

/* Sum of two slots. Narrowed values are added as floats. */
template <typename Policy, typename Part>
MG_DEVICE typename Policy::bits mg_add_two(Part first, Part second) {
    if constexpr (sizeof(Part) == sizeof(typename Policy::bits)) {
        return mg_combine<Policy>(first, second);
    } else {
        return mg_widen(mg_combine<mg_float_policy<Policy>>(first, second));
    }
}

/* How slots are stored as `Part` and summed. */
template <typename Policy, typename Part>
struct mg_row_tile_sums {
    typedef typename Policy::bits B;
    const mg_dense_args &a;

    __device__ __forceinline__ explicit mg_row_tile_sums(const mg_dense_args &args) : a(args) {
    }
    __device__ __forceinline__ static Part *slots() {
        return mg_dense_shared<Part>();
    }
    __device__ __forceinline__ static Part identity() {
        if constexpr (sizeof(Part) == sizeof(B)) {
            return Policy::identity();
        } else {
            return mg_narrow(Policy::identity());
        }
    }
    /* The lane's run of the tile, base + lane * MG_ROW_WARPS. Reads nothing that another launch writes. */
    __device__ __forceinline__ mg_row_tile_run look(const mg_row_tile &tile, uint32_t base) const {
        const uint32_t i = base + mg_warp_lane() * MG_ROW_WARPS;
        if (i >= tile.runs) {
            return {0, 0, 0};
        }
        const uint4 both = mg_load_runs(a, tile.run + i);
        return mg_run_in(a, tile, both);
    }
    /* Starts copying a tile's slots. A warp takes every MG_ROW_WARPS-th run; `run`: the lane's first one. All threads
     * call. */
    __device__ __forceinline__ void copy(const mg_row_tile &tile, mg_row_tile_run run) const {
        const Part *const sums = (const Part *)a.sums;
#pragma unroll 1
        for (uint32_t base = threadIdx.x / 32; base < tile.runs;) {
#pragma unroll 1
            for (uint32_t left = __ballot_sync(MG_ALL_LANES, run.count > 0); left; left &= left - 1) {
                const int lane = __ffs(left) - 1;
                const Part *const first = sums + __shfl_sync(MG_ALL_LANES, run.from, lane);
                const uint32_t place = __shfl_sync(MG_ALL_LANES, run.to, lane);
                const uint32_t length = __shfl_sync(MG_ALL_LANES, run.count, lane);
#pragma unroll 4
                for (uint32_t k = mg_warp_lane(); k < length; k += 32) {
                    mg_copy_async(slots() + MG_ROW_TILE_PIECE / sizeof(Part) + place + k, first + k);
                }
            }
            base += 32 * MG_ROW_WARPS;
            run = look(tile, base);
        }
    }
    /* Loads the first of the lines begin .. end - 1; missing ones are read as place 0. */
    __device__ __forceinline__ mg_row_lines load_lines(uint32_t begin, uint32_t end) const {
        const uint32_t *from = a.panels.lines + (uint64_t)begin * 32 + mg_warp_lane();
        asm("" : "+l"(from)); /* keeps the compiler from computing each address separately */
        mg_row_lines lines;
#pragma unroll
        for (uint32_t j = 0; j < MG_LINES_IN_FLIGHT; j++) {
            lines.at[j] = begin + j < end ? __ldcs(from + j * 32) : 0;
        }
        return lines;
    }
    /* Sum of two slots. */
    __device__ __forceinline__ static B two(uint32_t at) {
        return mg_add_two<Policy, Part>(slots()[at & 0xffffu], slots()[at >> 16]);
    }
    /* Adds the slots in lines begin .. end - 1 to the sum of the lane's row; `lines`: the first of them, loaded
     * before. */
    __device__ __forceinline__ B add(uint32_t begin, uint32_t end, mg_row_lines lines, B sum) const {
        while (begin < end) {
#pragma unroll
            for (uint32_t j = 0; j < MG_LINES_IN_FLIGHT; j++) {
                sum = mg_combine<Policy>(sum, two(lines.at[j]));
            }
            begin += MG_LINES_IN_FLIGHT;
            if (begin < end) {
                lines = load_lines(begin, end);
            }
        }
        return sum;
    }
};

/* Byte offsets of a row's state and degree in dynamic shared memory; 0: not copied. */
struct mg_row_prefetched {
    uint32_t state, degree;
};

/* mg_sum_rows for slots of type `Part`. */
template <typename Policy, typename Part, typename Begins, typename Visit>
MG_DEVICE bool mg_sum_row_tiles(const mg_dense_args &a, Begins begins, Visit visit) {
    typedef typename Policy::bits B;
    const mg_row_tile_sums<Policy, Part> sums(a);
    const uint32_t warp = threadIdx.x / 32;
    B carried = Policy::identity(); /* partial sum of a word that continues in the next tile */
    bool begun = false;
    if (threadIdx.x == 0) {
        sums.slots()[0] = sums.identity();
    }
#pragma unroll 1
    for (uint32_t share = blockIdx.x; share < a.panels.shares; share += gridDim.x) {
        const uint32_t last = __ldg(&a.panels.share_tile[share + 1]);
#pragma unroll 1
        for (uint32_t t = __ldg(&a.panels.share_tile[share]); t < last; t++) {
            const mg_row_tile tile = a.panels.tile[t];
            const uint32_t word = warp + mg_warp_lane() * MG_ROW_WARPS; /* word of the tile; one per lane */
            const mg_row_tile_run run = sums.look(tile, warp);
            uint32_t begin = 0, end = 0;
            if (word < tile.words) {
                begin = __ldg(&a.panels.line_begin[tile.line + word]);
                end = __ldg(&a.panels.line_begin[tile.line + word + 1]);
            }
            if (!begun) {
                mg_wait_dependency();
            }
            sums.copy(tile, run);
            const bool over = !begun && !begins(); /* overlaps with the copies */
            mg_wait_copies();
            if (over) {
                return false;
            }
            begun = true;
            __syncthreads();
#pragma unroll 1
            for (uint32_t w = warp, i = 0; w < tile.words; w += MG_ROW_WARPS, i++) {
                const uint32_t from = __shfl_sync(MG_ALL_LANES, begin, i), to = __shfl_sync(MG_ALL_LANES, end, i);
                const mg_row_lines lines = sums.load_lines(from, to); /* in flight during the first part of visit() */
                if (tile.goes_on) {
                    carried = sums.add(from, to, lines, carried);
                } else {
                    visit((tile.word + w) * 32 + mg_warp_lane(), mg_row_prefetched{0, 0},
                          [&] { return sums.add(from, to, lines, carried); });
                    carried = Policy::identity();
                }
            }
            __syncthreads();
        }
    }
    if (!begun) {
        mg_wait_dependency();
    }
    return begun || begins();
}

/* Stores a column's sent value at its place. The column after a sentinel also sets that, and the last column the
 * sentinels behind it, one per bank; not with `again`: they are set already. */
template <typename Policy, bool again = false>
MG_DEVICE void mg_put_value(const mg_dense_args &a, uint32_t column, typename Policy::bits value) {
    const uint32_t place = a.panels.places ? mg_place_of(column) : column;
    mg_store_sent<Policy>(a.x, place, value);
    if (again) {
        return;
    }
    if (a.panels.places && place % MG_SENTINEL_STRIDE == 1) {
        mg_store_sent<Policy>(a.x, place - 1, mg_inactive_value<Policy>());
    }
    if (a.panels.places && column + 1 == a.panels.columns) {
#pragma unroll 1
        for (uint32_t i = 0; i < MG_PANEL_PADDING; i++) {
            mg_store_sent<Policy>(a.x, mg_sentinel_after(column) + i * MG_SENTINEL_STRIDE, mg_inactive_value<Policy>());
        }
    }
}

#endif
