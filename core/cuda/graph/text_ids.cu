/* SPDX-License-Identifier: Apache-2.0
 *
 * text_ids.cu: the vertices of parsed edges: a bitmap of the ids that occur, and their ranks. An id, a word of the
 * bitmap or an edge per thread.
 */
extern "C" {
#include "core/cuda/graph/text_args.h"
}
#include "core/counter_random.h"
#include "core/cuda/graph/grid.cuh"

static __device__ uint64_t mg_thread() {
    return (uint64_t)blockIdx.x * MG_GRID_THREADS + threadIdx.x;
}

static __device__ uint64_t mg_threads() {
    return (uint64_t)gridDim.x * MG_GRID_THREADS;
}

/* An id per thread. Most ids were seen before, which takes no atomic operation. No shared memory. */
__global__ void mark_ids_kernel(const mg_text_ids set, const uint32_t *ids, uint64_t count) {
    for (uint64_t i = mg_thread(); i < count; i += mg_threads()) {
        const uint32_t offset = ids[i] - set.base, bit = 1u << (offset & 31);
        if (!(*(volatile uint32_t *)&set.bits[offset >> 5] & bit)) {
            atomicOr(&set.bits[offset >> 5], bit);
        }
    }
}

/* A word per thread. No shared memory. */
__global__ void count_ids_kernel(const mg_text_ids set) {
    for (uint64_t word = mg_thread(); word < set.words; word += mg_threads()) {
        set.ranks[word] = (uint32_t)__popc(set.bits[word]);
    }
}

/* A word per thread. No shared memory. */
__global__ void list_ids_kernel(const mg_text_ids set, uint64_t *list) {
    for (uint64_t word = mg_thread(); word < set.words; word += mg_threads()) {
        uint64_t *to = list + set.ranks[word];
        for (uint32_t bits = set.bits[word]; bits; bits &= bits - 1) {
            *to++ = set.base + word * 32 + (uint32_t)(__ffs((int)bits) - 1);
        }
    }
}

/* An id per thread. No shared memory. */
__global__ void rank_ids_kernel(const mg_text_ids set, uint32_t *ids, uint64_t count) {
    for (uint64_t i = mg_thread(); i < count; i += mg_threads()) {
        const uint32_t offset = ids[i] - set.base, below = set.bits[offset >> 5] & ((1u << (offset & 31)) - 1);
        ids[i] = set.ranks[offset >> 5] + (uint32_t)__popc(below);
    }
}

/* An edge per thread; a warp adds its sum. No shared memory. */
__global__ void balance_kernel(const uint32_t *source, const uint32_t *target, uint64_t count, uint64_t seed,
                               uint64_t no_weight, unsigned long long *balance) {
    unsigned long long sum = 0;
    for (uint64_t i = mg_thread(); i < count; i += mg_threads()) {
        const uint64_t u = source[i], v = target[i], ends = u < v ? v << 32 | u : u << 32 | v;
        const uint64_t hash = mg__mix(mg__mix(ends ^ seed) + no_weight);
        sum += u < v ? hash : u > v ? 0 - hash : 0;
    }
    for (int step = 16; step; step /= 2) {
        sum += __shfl_xor_sync(~0u, sum, step);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(balance, sum);
    }
}

extern "C" cudaError_t mg__launch_mark_ids(const mg_text_ids *set, const uint32_t *ids, uint64_t count,
                                           cudaStream_t stream) {
    mark_ids_kernel<<<mg_grid_blocks(count), MG_GRID_THREADS, 0, stream>>>(*set, ids, count);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_count_ids(const mg_text_ids *set, cudaStream_t stream) {
    count_ids_kernel<<<mg_grid_blocks(set->words), MG_GRID_THREADS, 0, stream>>>(*set);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_list_ids(const mg_text_ids *set, uint64_t *list, cudaStream_t stream) {
    list_ids_kernel<<<mg_grid_blocks(set->words), MG_GRID_THREADS, 0, stream>>>(*set, list);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_rank_ids(const mg_text_ids *set, uint32_t *ids, uint64_t count, cudaStream_t stream) {
    rank_ids_kernel<<<mg_grid_blocks(count), MG_GRID_THREADS, 0, stream>>>(*set, ids, count);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_balance(const uint32_t *source, const uint32_t *target, uint64_t count,
                                          const uint64_t seed[2], unsigned long long *balance, cudaStream_t stream) {
    balance_kernel<<<mg_grid_blocks(count), MG_GRID_THREADS, 0, stream>>>(source, target, count, seed[0],
                                                                          mg__mix(seed[1]), balance);
    return cudaGetLastError();
}
