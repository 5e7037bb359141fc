/* SPDX-License-Identifier: Apache-2.0
 *
 * nonzeros.cuh: what the kernels that build formats share.
 */
#ifndef MG_CORE_CUDA_PRODUCT_NONZEROS_NONZEROS_CUH
#define MG_CORE_CUDA_PRODUCT_NONZEROS_NONZEROS_CUH

#include <stddef.h>
#include <stdint.h>

enum { BUILD_THREADS = 256, BUILD_LANES = 8 }; /* lanes that share a run of nonzeros */

/* Thread blocks for a loop over `count` elements, a thread each. */
static inline uint32_t build_blocks(uint64_t count) {
    const uint64_t blocks = (count + BUILD_THREADS - 1) / BUILD_THREADS, most = 132 * 64;
    return blocks < 1 ? 1 : blocks < most ? (uint32_t)blocks : (uint32_t)most;
}

/* The elements of a thread in such a loop. */
#define BUILD_LOOP(i, count)                                                                                           \
    for (uint64_t i = (uint64_t)blockIdx.x * BUILD_THREADS + threadIdx.x; i < (count);                                 \
         i += (uint64_t)gridDim.x * BUILD_THREADS)

/* A step (device_steps.h) that is one kernel; count: of its threads. */
template <typename Arguments>
static inline cudaError_t build_start(void (*kernel)(Arguments), const Arguments &arguments, uint64_t count,
                                      void *temporary, size_t *bytes, cudaStream_t stream) {
    if (!temporary) {
        *bytes = 0;
    } else if (count) {
        kernel<<<build_blocks(count), BUILD_THREADS, 0, stream>>>(arguments);
    }
    return cudaGetLastError();
}

/* The first i in 0 .. count for which values[i] >= least; the values ascend. */
template <typename T>
__device__ __forceinline__ uint64_t first_not_below(const T *values, uint64_t count, uint64_t least) {
    uint64_t low = 0, high = count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (values[middle] < least) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

#endif
