/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow_slot.cuh: how a value travels from one tile of the flow kernel (dataflow.cuh) to another: in a slot of its
 * own, one a vertex.
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_SLOT_CUH
#define MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_SLOT_CUH

#include "core/cuda/kernel/tiles/dataflow_args.h"
#include "core/cuda/kernel/tiles/tile_process.cuh"

/* A slot's words: 4 bytes of a value and, above them, 1 once it was sent. Each is read and written as a whole, so that
 * nothing need order them. */
template <typename B>
struct mg_message_slot {
    unsigned long long word[sizeof(B) / 4];

    __device__ __forceinline__ bool arrived() const {
        return word[0] >> 32 && word[sizeof(B) / 4 - 1] >> 32;
    }
    __device__ __forceinline__ B value() const {
        if constexpr (sizeof(B) == 4) {
            return (B)word[0];
        } else {
            return (B)(uint32_t)word[0] | (B)word[1] << 32;
        }
    }
};

template <typename B>
MG_DEVICE void mg_message_write(unsigned long long *slots, uint32_t position, B value) {
    const unsigned long long sent = 1ull << 32;
    if constexpr (sizeof(B) == 4) {
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(slots + position), "l"(sent | value) : "memory");
    } else {
        asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(slots + 2ull * position),
                     "l"(sent | (uint32_t)value), "l"(sent | (uint32_t)(value >> 32))
                     : "memory");
    }
}

/* Without a branch, so that nobody waits for it before it is looked at. */
template <typename B>
MG_DEVICE void mg_message_read_if(const unsigned long long *slots, uint32_t position, bool wanted,
                                  mg_message_slot<B> &slot) {
    if constexpr (sizeof(B) == 4) {
        asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %2, 0;\n\t@p ld.relaxed.gpu.global.u64 %0, [%1];\n\t}"
                     : "+l"(slot.word[0])
                     : "l"(slots + position), "r"((uint32_t)wanted));
    } else {
        asm volatile(
            "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %3, 0;\n\t@p ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];\n\t}"
            : "+l"(slot.word[0]), "+l"(slot.word[1])
            : "l"(slots + 2ull * position), "r"((uint32_t)wanted));
    }
}

template <typename B>
MG_DEVICE void mg_message_clear(unsigned long long *slots, uint32_t position) {
    slots[(uint64_t)position * (sizeof(B) / 4)] = 0;
    slots[(uint64_t)position * (sizeof(B) / 4) + sizeof(B) / 4 - 1] = 0;
}

#endif
