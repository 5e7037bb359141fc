/* SPDX-License-Identifier: Apache-2.0
 *
 * hisparse_kernels.cuh: the schedulers `persistent` and `dynamic` of products with the tree of hisparse.
 *
 * Thread-to-work mapping: a warp runs tasks of one queue at a time, that is, nodes of one type. Shared memory: none.
 * Sums of floating-point numbers are added in any order.
 */
#ifndef MG_CORE_CUDA_PRODUCT_HISPARSE_HISPARSE_KERNELS_CUH
#define MG_CORE_CUDA_PRODUCT_HISPARSE_HISPARSE_KERNELS_CUH

#include "core/cuda/product/hisparse/hisparse_tasks.cuh"

extern "C" {
#include "core/cuda/product/hisparse/hisparse_kernels.h"
}

/* Cycles without a task and without progress of others after which a warp gives up: 10 s, about. */
#define TREE_PATIENCE (1ll << 34)

/* Y = beta Y, and the first warp queues the root. The state is all 0 before. */
template <typename S>
__global__ void __launch_bounds__(MG_TREE_THREADS) tree_prepare(const __grid_constant__ mg_tree_product p) {
    const uint64_t row = (uint64_t)blockIdx.x * MG_TREE_THREADS + threadIdx.x;
    if (row < p.product.rows) {
        vector_store<S>(p.product, (uint32_t)row, S::zero());
    }
    if (row < 32) {
        const uint32_t lane = (uint32_t)row;
        tree_push(p, lane, lane == 0 ? p.tree.root : 0, 0, 0, p.tree.depth - 1);
    }
}

/* Claims tasks of a queue; 0: it has none. */
__device__ __forceinline__ uint32_t tree_claim(const mg_tree_product &p, uint32_t queue, uint32_t *first) {
    volatile mg_tree_state *const state = p.state;
    uint32_t head = state->head[queue], reserved = state->reserved[queue];
    while (head < reserved) {
        const uint32_t share = tree_share(queue), count = reserved - head < share ? reserved - head : share;
        const uint32_t found = atomicCAS(&p.state->head[queue], head, head + count);
        if (found == head) {
            *first = head;
            return count;
        }
        head = found;
        reserved = state->reserved[queue];
    }
    return 0;
}

/* A warp's next tasks: inner nodes first, since they give work to others. Lane 0 claims for all; queue MG_QUEUES: there
 * are none any more. */
struct tree_claimed {
    uint32_t queue, first, count;
};

__device__ __forceinline__ tree_claimed tree_next(const mg_tree_product &p, uint32_t lane) {
    volatile mg_tree_state *const state = p.state;
    tree_claimed c = {MG_QUEUES, 0, 0};
    if (lane == 0) {
        long long start = clock64();
        uint32_t pending = state->pending;
        while (!c.count && state->pending && !state->stuck) {
            for (uint32_t queue = 0; queue < MG_QUEUES && !c.count; queue++) {
                c.queue = queue;
                c.count = tree_claim(p, queue, &c.first);
            }
            if (!c.count) {
                __nanosleep(500);
                const uint32_t before = pending;
                pending = state->pending;
                start = pending == before ? start : clock64();
                if (clock64() - start > TREE_PATIENCE) {
                    state->stuck = 1;
                }
            }
        }
        c.queue = c.count ? c.queue : MG_QUEUES;
    }
    return {__shfl_sync(TREE_ALL, c.queue, 0), __shfl_sync(TREE_ALL, c.first, 0), __shfl_sync(TREE_ALL, c.count, 0)};
}

template <typename S>
__global__ void __launch_bounds__(MG_TREE_THREADS) tree_persistent(const __grid_constant__ mg_tree_product p) {
    const uint32_t lane = threadIdx.x % 32;
    for (tree_claimed c = tree_next(p, lane); c.queue != MG_QUEUES; c = tree_next(p, lane)) {
        tree_run<S>(p, c.queue, c.first, c.count, lane);
        if (lane == 0) {
            __threadfence();
            atomicSub(&p.state->pending, c.count);
        }
    }
}

template <typename S>
__global__ void __launch_bounds__(MG_TREE_THREADS) tree_queue(const __grid_constant__ mg_tree_product p) {
    const uint64_t warp = (uint64_t)blockIdx.x * (MG_TREE_THREADS / 32) + threadIdx.x / 32;
    const uint32_t share = tree_share(p.queue);
    const uint64_t first = p.first + warp * share;
    if (first < p.end) {
        const uint32_t left = p.end - (uint32_t)first;
        tree_run<S>(p, p.queue, (uint32_t)first, left < share ? left : share, threadIdx.x % 32);
    }
}

template <mg_semiring semiring, typename T>
static mg_tree_kernels tree_kernels_with() {
    typedef product_semiring<semiring, T> S;
    return {(const void *)tree_prepare<S>, (const void *)tree_persistent<S>, (const void *)tree_queue<S>};
}

template <typename T>
static mg_tree_kernels tree_kernels_of(mg_semiring semiring) {
    return semiring == MG_MIN_PLUS ? tree_kernels_with<MG_MIN_PLUS, T>()
           : semiring == MG_OR_AND ? tree_kernels_with<MG_OR_AND, T>()
                                   : tree_kernels_with<MG_PLUS_TIMES, T>();
}

#endif
