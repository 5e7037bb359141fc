/* SPDX-License-Identifier: Apache-2.0
 *
 * team_barrier.cuh: a barrier of all thread blocks of the resident kernels of several devices. What was written to any
 * device before it is visible on that device after it.
 *
 * The last block of a device to arrive writes the device's report to all devices; each word comes with the number of
 * the barrier, in one store of 8 bytes, so that no flag follows. Every block waits for the words of all parts in its
 * own device's memory, a thread for each. Barriers are counted from 1 on, so nothing is reset. Words are
 * double-buffered: a part can be one barrier ahead of another one, not two.
 */
#ifndef MG_CORE_CUDA_MULTI_TEAM_BARRIER_CUH
#define MG_CORE_CUDA_MULTI_TEAM_BARRIER_CUH

#include "core/cuda/kernel/common/append.cuh"
#include "core/cuda/multi/team_loop_args.h"

static_assert(MG_TEAM_MAX * MG_REPORT_WORDS <= MG_LOOP_THREADS, "a thread for each word");

MG_DEVICE unsigned long long mg_load_acquire_system(const unsigned long long *at) {
    unsigned long long value;
    asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(at) : "memory");
    return value;
}

MG_DEVICE void mg_store_system(unsigned long long *at, unsigned long long value) {
    asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(at), "l"(value) : "memory");
}

/* Waits for the word of a barrier, and stores it; false: it did not come in time. */
MG_DEVICE bool mg_await_word(const unsigned long long *at, uint32_t barrier, uint64_t timeout_ns, uint32_t *word) {
    uint64_t begin = 0;
    for (uint32_t polls = 1;; polls++) {
        const unsigned long long seen = mg_load_acquire_system(at);
        if ((uint32_t)(seen >> 32) == barrier) {
            *word = (uint32_t)seen;
            return true;
        }
        if (polls % 4096 == 0) {
            begin = begin ? begin : mg_nanoseconds();
            if (mg_nanoseconds() - begin > timeout_ns) {
                return false;
            }
        }
    }
}

/* Barrier number `barrier`. found(words): sets the report of this part, by mg_team_word. reports: in shared memory,
 * receives the words of all parts, MG_REPORT_WORDS each. False: a part is lost. All threads of all blocks call. */
template <typename Found>
MG_DEVICE bool mg_team_barrier(const mg_team_loop_args &t, uint32_t barrier, Found found, uint32_t *reports) {
    mg_team_box *const own = t.box[t.part];
    const uint32_t part = threadIdx.x / MG_REPORT_WORDS, k = threadIdx.x % MG_REPORT_WORDS;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence_system(); /* also what other threads of the block wrote to other devices */
        if (atomicAdd(&own->arrived, 1) == gridDim.x - 1) {
            uint32_t words[MG_REPORT_WORDS] = {};
            own->arrived = 0;
            found(words);
            __threadfence_system();
            for (uint32_t p = 0; p < t.parts; p++) {
#pragma unroll
                for (uint32_t i = 0; i < MG_REPORT_WORDS; i++) {
                    mg_store_system(&t.box[p]->reports[barrier & 1u][t.part][i],
                                    (unsigned long long)barrier << 32 | words[i]);
                }
            }
        }
    }
    const bool here = part >= t.parts ||
                      mg_await_word(&own->reports[barrier & 1u][part][k], barrier, t.timeout_ns, &reports[threadIdx.x]);
    return __syncthreads_and(here);
}

#endif
