/* SPDX-License-Identifier: Apache-2.0
 *
 * barrier.cuh: barriers of one block, of one cluster and of the whole grid of a cooperative launch, and of one launch
 * behind another.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_BARRIER_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_BARRIER_CUH

#include "core/cuda/kernel/common/monoid.cuh"
#include "core/cuda/kernel/loop/loop_args.h"

/* Who works: `rank` of `blocks` blocks. */
enum mg_scope { MG_SCOPE_BLOCK, MG_SCOPE_CLUSTER, MG_SCOPE_GRID };

/* A barrier that a block waits at for so many clocks has failed: better an error than a hung device. */
#define MG_BARRIER_CLOCKS 60000000000ll

/* Of the whole device, unlike clock64. */
MG_DEVICE uint64_t mg_nanoseconds() {
    uint64_t now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}

MG_DEVICE uint32_t mg_load_acquire(const uint32_t *at) {
    uint32_t value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(at) : "memory");
    return value;
}

/* As many arrivals at once: nobody is to wait any more in this launch. */
#define MG_BARRIER_OVER 0x40000000u

MG_DEVICE void mg_end_barriers(uint32_t *arrived) {
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(arrived), "r"(MG_BARRIER_OVER) : "memory");
}

/* Waits until so many arrivals since the launch are seen; returns how many are. One thread. */
MG_DEVICE uint32_t mg_grid_wait(const uint32_t *arrived, uint32_t target) {
    const long long begin = clock64();
    uint32_t polls = 0, seen;
    while ((int)((seen = mg_load_acquire(arrived)) - target) < 0) {
        if (++polls > 256) {
            __nanosleep(64);
            if (clock64() - begin > MG_BARRIER_CLOCKS) {
                __trap();
            }
        }
    }
    return seen;
}

/* The part of thread 0: arrive, then wait until all blocks have. `target` counts arrivals since the launch. False: they
 * have not, but barriers are over. */
MG_DEVICE bool mg_grid_arrive_and_wait(uint32_t *arrived, uint32_t &target) {
    target += gridDim.x;
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(arrived) : "memory");
    return mg_grid_wait(arrived, target) - target < MG_BARRIER_OVER / 2;
}

/* Launches that follow each other begin before the one before has ended, and wait here until it has. */
MG_DEVICE void mg_wait_dependency() {
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

MG_DEVICE void mg_cluster_barrier() {
#if __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
}

/* All threads of all blocks in scope; what they wrote before is visible after. Leaves the block not yet in step: thread
 * 0 alone knows that a grid barrier is over, so a __syncthreads must follow. */
MG_DEVICE void mg_barrier_begin(mg_scope scope, uint32_t *arrived, uint32_t &target) {
    if (scope == MG_SCOPE_CLUSTER) {
        mg_cluster_barrier();
        return;
    }
    __syncthreads();
    if (scope == MG_SCOPE_GRID && threadIdx.x == 0) {
        mg_grid_arrive_and_wait(arrived, target);
    }
}

#endif
