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

/* Cycles for which a warp waits for a task before it gives up: 10 s, about. */
#define TREE_PATIENCE (1ll << 34)
#define TREE_WAIT 200 /* nanoseconds between two looks */
#define TREE_LOOKS 64 /* looks at a task for one at the state */

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

/* Waits until a task is written: every lane for its own flag. False: the watchdog has ended the kernel. */
__device__ __forceinline__ bool tree_wait(const mg_tree_product &p, const uint32_t *ready) {
    volatile uint32_t *const stuck = &p.state->stuck;
    const long long start = clock64();
    bool good = true;
    for (uint32_t looks = 1; good && !*(const volatile uint32_t *)ready; looks++) {
        __nanosleep(TREE_WAIT);
        if (looks % TREE_LOOKS == 0) {
            if (clock64() - start > TREE_PATIENCE) {
                *stuck = 1;
            }
            good = !*stuck;
        }
    }
    __threadfence();
    return __all_sync(TREE_ALL, good);
}

/* Runs claimed tasks of a queue; false: the watchdog has ended the kernel. */
template <typename S>
__device__ __forceinline__ bool tree_run_claimed(const mg_tree_product &p, uint32_t queue, uint32_t first, uint32_t end,
                                                 uint32_t lane) {
    const uint32_t share = tree_share(queue), own = lane / (32 / share);
#pragma unroll 1
    for (; first < end; first += share) {
        const uint32_t count = end - first < share ? end - first : share;
        if (!tree_wait(p, &p.ready[queue][first + (own < count ? own : 0)])) {
            return false;
        }
        tree_run<S>(p, queue, tree_task_at(p, queue, first, count, lane), count, lane);
    }
    return true;
}

/* Queues have as many places as tasks will be queued in them. A warp claims the next places of a queue, whether they
 * are filled or not, and waits for their tasks: so no two warps ever try to get the same task, and a queue whose places
 * are all claimed is finished. Nodes are queued after their parents, so the task of the first claimed place whose task
 * is not finished is there, or is being written: some warp always makes progress, whichever thread blocks run. Inner
 * nodes come first, since they give work to others. */
template <typename S>
__global__ void __launch_bounds__(MG_TREE_THREADS) tree_persistent(const __grid_constant__ mg_tree_product p) {
    const uint32_t lane = threadIdx.x % 32;
    bool good = true;
#pragma unroll 1
    for (uint32_t queue = 0; queue < MG_QUEUES && good;) {
        const uint32_t capacity = p.tree.capacity[queue], batch = p.batch[queue];
        uint32_t first = 0;
        if (lane == 0) {
            first = atomicAdd(&p.state->queues[queue].head, batch);
        }
        first = __shfl_sync(TREE_ALL, first, 0);
        if (first < capacity) {
            good = tree_run_claimed<S>(p, queue, first, capacity - first < batch ? capacity : first + batch, lane);
        } else {
            queue++;
        }
    }
}

template <typename S>
__global__ void __launch_bounds__(MG_TREE_THREADS) tree_queue(const __grid_constant__ mg_tree_product p) {
    const uint64_t warp = (uint64_t)blockIdx.x * (MG_TREE_THREADS / 32) + threadIdx.x / 32;
    const uint32_t share = tree_share(p.queue);
    const uint64_t first = p.first + warp * share;
    if (first < p.end) {
        const uint32_t left = p.end - (uint32_t)first, count = left < share ? left : share, lane = threadIdx.x % 32;
        tree_run<S>(p, p.queue, tree_task_at(p, p.queue, (uint32_t)first, count, lane), count, lane);
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
