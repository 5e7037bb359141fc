/* SPDX-License-Identifier: Apache-2.0
 *
 * pack.cu: packs segments for the tile walk. Thread-to-work mapping: a thread block takes a tile; a warp writes a
 * slice. Shared memory: a key for each segment, its length and its number, and the first step of each slice.
 */
#include <stdint.h>

extern "C" {
#include "core/cuda/product/pack/pack_kernel.h"
}

#define NUMBER_BITS 11u                           /* of the number of a segment, in the low bits of its key */
#define LONGEST ((1u << (32 - NUMBER_BITS)) - 1u) /* longer segments count as so long: their order is any one */

static_assert(1 << NUMBER_BITS == MG_PACK_SEGMENTS, "a key has room for the number of each segment");

extern __shared__ __align__(16) unsigned char memory[];

/* Sorts `count` keys, a power of two, in descending order (bitonic). */
__device__ __forceinline__ void pack_sort(uint32_t *keys, uint32_t count) {
    for (uint32_t width = 2; width <= count; width *= 2) {
        for (uint32_t apart = width / 2; apart; apart /= 2) {
            for (uint32_t i = threadIdx.x; i < count; i += MG_PACK_THREADS) {
                const uint32_t other = i ^ apart;
                const uint32_t a = keys[i], b = keys[other];
                if (other > i && (a < b) == ((i & width) == 0)) {
                    keys[i] = b;
                    keys[other] = a;
                }
            }
            __syncthreads();
        }
    }
}

__device__ __forceinline__ const uint64_t *pack_segment(const mg_pack_source &p, const mg_pack_tile &tile,
                                                        uint32_t key) {
    return p.starts + tile.first + (uint64_t)(key & (MG_PACK_SEGMENTS - 1)) * tile.stride;
}

/* Steps of a slice. */
__device__ __forceinline__ uint32_t pack_steps(const mg_pack_source &p, const mg_pack_tile &tile, const uint32_t *keys,
                                               uint32_t count) {
    uint64_t longest = 0;
    for (uint32_t r = 0; r < count; r++) {
        const uint64_t *const own = pack_segment(p, tile, keys[r]);
        longest = own[1] - own[0] > longest ? own[1] - own[0] : longest;
    }
    return (uint32_t)((longest + MG_PACK_STEP - 1) / MG_PACK_STEP);
}

/* A value of 4 or 8 bytes; 0 of padding. */
__device__ __forceinline__ void pack_value(const mg_pack_source &p, uint64_t to, uint64_t from, bool pads) {
    if (p.value_size == 4) {
        ((uint32_t *)p.to_values)[to] = pads ? 0 : ((const uint32_t *)p.values)[from];
    } else {
        ((uint64_t *)p.to_values)[to] = pads ? 0 : ((const uint64_t *)p.values)[from];
    }
}

/* One nonzero of a slice, or padding. */
__device__ __forceinline__ void pack_nonzero(const mg_pack_source &p, const mg_pack_tile &tile, uint64_t to,
                                             uint64_t from, bool pads) {
    if (p.ids) {
        const uint32_t column = pads       ? 0
                                : p.narrow ? ((const uint16_t *)p.columns)[from]
                                           : ((const uint32_t *)p.columns)[from];
        p.ids[to] = (uint16_t)(pads ? p.pad : column & p.mask);
        if (p.map && !pads) {
            p.map[(uint64_t)tile.map * (p.mask + 1) + (column & p.mask)] = column;
        }
    }
    if (p.to_values) {
        pack_value(p, to, from, pads);
    }
}

/* The slices of a tile; step: the first step of each of them. */
__device__ __forceinline__ void pack_write(const mg_pack_source &p, const mg_pack_tile &tile, const uint32_t *keys,
                                           const uint32_t *step, uint32_t used) {
    const uint32_t slices = (used + MG_PACK_ROWS - 1) / MG_PACK_ROWS, first = p.tile_slices[blockIdx.x];
    for (uint32_t s = threadIdx.x / 32; s < slices; s += MG_PACK_THREADS / 32) {
        const uint32_t lane = threadIdx.x % 32;
        if (p.slice_steps && lane == 0) {
            p.slice_steps[first + s] = step[s];
        }
        if (p.to_rows && lane < MG_PACK_ROWS) {
            const uint32_t i = s * MG_PACK_ROWS + lane, number = keys[i] & (MG_PACK_SEGMENTS - 1);
            p.to_rows[(uint64_t)first * MG_PACK_ROWS + i] = i >= used ? MG_PACK_NONE
                                                            : p.rows  ? p.rows[tile.first + number]
                                                                      : number;
        }
        const uint32_t places = (step[s + 1] - step[s]) * MG_PACK_ROWS * MG_PACK_STEP;
        for (uint32_t at = lane; at < places; at += 32) {
            const uint32_t r = s * MG_PACK_ROWS + at / MG_PACK_STEP % MG_PACK_ROWS;
            const uint64_t *const own = pack_segment(p, tile, keys[r]);
            const uint64_t from = own[0] + at / (MG_PACK_ROWS * MG_PACK_STEP) * MG_PACK_STEP + at % MG_PACK_STEP;
            pack_nonzero(p, tile, (uint64_t)step[s] * MG_PACK_ROWS * MG_PACK_STEP + at, from,
                         r >= used || from >= own[1]);
        }
    }
}

static __global__ void __launch_bounds__(MG_PACK_THREADS) pack_kernel(const __grid_constant__ mg_pack_source p) {
    uint32_t *const keys = (uint32_t *)memory, *const step = keys + MG_PACK_SEGMENTS;
    uint32_t *const used = step + MG_PACK_SEGMENTS / MG_PACK_ROWS + 1;
    const mg_pack_tile tile = p.tiles[blockIdx.x];
    uint32_t count = MG_PACK_ROWS;
    while (count < tile.count) {
        count *= 2;
    }
    for (uint32_t i = threadIdx.x; i < count; i += MG_PACK_THREADS) {
        uint64_t length = 0;
        if (i < tile.count) {
            const uint64_t *const own = pack_segment(p, tile, i);
            length = own[1] - own[0];
        }
        keys[i] = length ? (uint32_t)(length < LONGEST ? length : LONGEST) << NUMBER_BITS | i : 0;
    }
    if (threadIdx.x == 0) {
        *used = 0;
    }
    __syncthreads();
    pack_sort(keys, count);
    for (uint32_t i = threadIdx.x; i < count; i += MG_PACK_THREADS) {
        if (keys[i] && (i + 1 == count || !keys[i + 1])) {
            *used = i + 1;
        }
    }
    __syncthreads();
    const uint32_t slices = (*used + MG_PACK_ROWS - 1) / MG_PACK_ROWS;
    for (uint32_t s = threadIdx.x; s < slices; s += MG_PACK_THREADS) {
        const uint32_t left = *used - s * MG_PACK_ROWS;
        step[s] = pack_steps(p, tile, keys + s * MG_PACK_ROWS, left < MG_PACK_ROWS ? left : MG_PACK_ROWS);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        uint32_t sum = p.counts ? 0 : p.tile_steps[blockIdx.x];
        for (uint32_t s = 0; s < slices; s++) {
            const uint32_t own = step[s];
            step[s] = sum;
            sum += own;
        }
        step[slices] = sum;
        if (p.counts) {
            p.counts[blockIdx.x] = (uint64_t)sum << 32 | slices;
        }
    }
    __syncthreads();
    if (!p.counts) {
        pack_write(p, tile, keys, step, *used);
    }
}

extern "C" const void *mg__pack_kernel(void) {
    return (const void *)pack_kernel;
}

/* Thread-to-work mapping: a tile per thread. Shared memory: none. */
static __global__ void __launch_bounds__(MG_PACK_THREADS) sums_kernel(mg_pack_sums s) {
    const uint64_t tile = (uint64_t)blockIdx.x * MG_PACK_THREADS + threadIdx.x;
    if (tile <= s.tiles) {
        const uint32_t slices = (uint32_t)s.sums[tile], steps = (uint32_t)(s.sums[tile] >> 32);
        s.tile_slices[tile] = slices;
        s.tile_steps[tile] = steps;
        if (tile == s.tiles) {
            s.slice_steps[slices] = steps;
        }
    }
}

extern "C" cudaError_t mg__pack_sums(const mg_pack_sums *s, cudaStream_t stream) {
    sums_kernel<<<s->tiles / MG_PACK_THREADS + 1, MG_PACK_THREADS, 0, stream>>>(*s);
    return cudaGetLastError();
}
