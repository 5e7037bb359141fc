/* SPDX-License-Identifier: Apache-2.0
 *
 * bulk.cuh: copies of long stretches of global memory to shared memory, by the copy engine where the device has one.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_BULK_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_BULK_CUH

#include "core/cuda/kernel/common/append.cuh"

#define MG_BULK_BYTES 8192u /* of one copy: several are under way at once */

/* Of one block, which has one in shared memory: rounds of copies, each begun and waited for. Before 9.0 only `begin`
 * and `wait` do anything. */
struct mg_bulk {
    unsigned long long barrier;

    /* One thread calls, and a __syncthreads follows; `arrivals`: of `arrive`, in each round. */
    __device__ __forceinline__ void open(uint32_t arrivals = 1) {
#if __CUDA_ARCH__ >= 900
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at()), "r"(arrivals) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
#endif
    }
    /* One thread calls: so many bytes will come before the round is over. */
    __device__ __forceinline__ void expect(uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(at()), "r"(bytes) : "memory");
#endif
    }
    /* One thread calls: it has announced, or done, all that the round waits for. */
    __device__ __forceinline__ void arrive() {
#if __CUDA_ARCH__ >= 900
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at()) : "memory");
#endif
    }
    /* One thread calls: `bytes` of those that are expected. They and the addresses are multiples of 16. */
    __device__ __forceinline__ void copy(void *to, const void *from, uint32_t bytes) {
#if __CUDA_ARCH__ >= 900
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         (uint32_t)__cvta_generic_to_shared(to)),
                     "l"(from), "r"(bytes), "r"(at())
                     : "memory");
#endif
    }
    /* What others have read in shared memory, before copies overwrite it. */
    __device__ __forceinline__ static void fence() {
#if __CUDA_ARCH__ >= 900
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
    }
    /* All threads call, after a __syncthreads: nobody reads any longer what lies at `to`. `bytes` and the addresses
     * are multiples of 16. */
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
    /* All threads call; `round`: how many copies came before. */
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
