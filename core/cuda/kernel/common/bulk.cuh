/* SPDX-License-Identifier: Apache-2.0
 *
 * bulk.cuh: bulk copies from global to shared memory, by the copy engine (cp.async.bulk) from compute capability 9.0
 * on.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_BULK_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_BULK_CUH

#include "core/cuda/kernel/common/append.cuh"

#define MG_BULK_BYTES 8192u /* bytes of one copy; several are in flight at once */

/* One per thread block, in shared memory: an mbarrier that completes rounds of copies. Before 9.0 only `begin` and
 * `wait` do anything. */
struct mg_bulk {
    unsigned long long barrier;

    /* One thread calls, and a __syncthreads follows; `arrivals`: calls of `arrive` in each round. */
    __device__ __forceinline__ void open(uint32_t arrivals = 1) {
#if __CUDA_ARCH__ >= 900
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at()), "r"(arrivals) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
    }
    /* One thread calls: the round completes only after this many more bytes. */
    __device__ __forceinline__ void expect(uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at()), "r"(bytes) : "memory");
#endif
    }
    /* One thread calls: it has announced (`expect`) or done its part of the round. */
    __device__ __forceinline__ void arrive() {
#if __CUDA_ARCH__ >= 900
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at()) : "memory");
#endif
    }
    /* One thread calls: copies `bytes` of the expected ones. Size and addresses are multiples of 16. */
    __device__ __forceinline__ void copy(void *to, const void *from, uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         (uint32_t)__cvta_generic_to_shared(to)),
                     "l"(from), "r"(bytes), "r"(at())
                     : "memory");
#endif
    }
    /* Orders earlier accesses to shared memory before copies that overwrite it. */
    __device__ __forceinline__ static void fence() {
#if __CUDA_ARCH__ >= 900
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
    }
    /* Starts a round of one copy. All threads call, after a __syncthreads that ends all reads of `to`. `bytes` and the
     * addresses are multiples of 16. */
    __device__ __forceinline__ void begin(void *to, const void *from, uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
        if (threadIdx.x == 0) {
            fence();
            expect(bytes);
            arrive();
#pragma unroll 1
            for (uint32_t done = 0; done < bytes; done += MG_BULK_BYTES) {
                const uint32_t left = bytes - done;
                copy((char *)to + done, (const char *)from + done, left < MG_BULK_BYTES ? left : MG_BULK_BYTES);
            }
        }
#else
#pragma unroll 8
        for (uint32_t i = threadIdx.x; i < bytes / 16; i += blockDim.x) {
            ((uint4 *)to)[i] = __ldg((const uint4 *)from + i);
        }
#endif
    }
    /* Waits for a round to complete. All threads call; `round`: number of earlier rounds. */
    __device__ __forceinline__ void wait(uint32_t round) {
#if __CUDA_ARCH__ >= 900
        uint32_t done = 0;
        while (!done) {
            asm volatile("{\n\t.reg .pred p;\n\t"
                         "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
                         "selp.u32 %0, 1, 0, p;\n\t}"
                         : "=r"(done)
                         : "r"(at()), "r"(round & 1u)
                         : "memory");
        }
#else
        __syncthreads();
#endif
    }

  private:
    __device__ __forceinline__ uint32_t at() const {
        return (uint32_t)__cvta_generic_to_shared(&barrier);
    }
};

#endif
