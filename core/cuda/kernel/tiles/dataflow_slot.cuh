/* SPDX-License-Identifier: Apache-2.0
 *
 * dataflow_slot.cuh: message slots with full/empty bits, one per vertex, through which values pass between tiles of the
 * dataflow kernel (dataflow.cuh). A slot is written once and polled by its readers.
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_SLOT_CUH
#define MG_CORE_CUDA_KERNEL_TILES_DATAFLOW_SLOT_CUH

#include "core/cuda/kernel/tiles/dataflow_args.h"
#include "core/cuda/kernel/tiles/tile_process.cuh"

/* Each word of a slot has 4 bytes of the value and, above them, 1 once it is full. A word is read and written
 * atomically, so no fence is needed. */
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

/* A predicated load without a branch: the warp does not wait before the value is used. */
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
