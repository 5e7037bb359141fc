/* SPDX-License-Identifier: Apache-2.0
 *
 * barrier.cuh: barriers of a thread block, of a cluster and of the whole grid (cooperative launch), and the wait of a
 * dependent launch for the one before.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_BARRIER_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_BARRIER_CUH

#include "core/cuda/kernel/common/monoid.cuh"
#include "core/cuda/kernel/loop/loop_args.h"

/* Which thread blocks run a step. */
enum mg_scope { MG_SCOPE_BLOCK, MG_SCOPE_CLUSTER, MG_SCOPE_GRID };

/* After this many clocks at a barrier the kernel traps: an error is better than a hung device. */
#define MG_BARRIER_CLOCKS 60000000000ll

/* Device-wide time, unlike clock64. */
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

/* Added to the arrival counter to release all waiting blocks: no more barriers in this launch. */
#define MG_BARRIER_OVER 0x40000000u

MG_DEVICE void mg_end_barriers(uint32_t *arrived) {
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(arrived), "r"(MG_BARRIER_OVER) : "memory");
}

/* Waits until the arrival counter reaches `target`; returns the counter. One thread calls. */
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

/* Thread 0 of each block calls: arrives, then waits for all blocks. `target` counts arrivals since the launch. False:
 * the barriers were ended (mg_end_barriers). */
MG_DEVICE bool mg_grid_arrive_and_wait(uint32_t *arrived, uint32_t &target) {
    target += gridDim.x;
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(arrived) : "memory");
    return mg_grid_wait(arrived, target) - target < MG_BARRIER_OVER / 2;
}

/* Programmatic dependent launch: waits until the launch before has ended, and lets the next one start. */
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

/* Barrier of all threads of all blocks in scope, with release and acquire. Only thread 0 waits for the grid, so a
 * __syncthreads must follow. */
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
