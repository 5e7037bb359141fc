/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_rows.cu: from the slots, sorted by the words of their rows, to the entries that tell what makes a row's sum. A
 * thread takes an entry or a word.
 */
#include "core/cuda/kernel/append.cuh"

extern "C" {
#include "core/cuda/panels_build.h"
}

#define THREADS 256

static __device__ bool mg_is_short(uint64_t key) {
    return (key >> MG_ENTRY_RANK_SHIFT & ((1u << MG_PIECE_RANK_BITS) - 1)) == 0;
}

__global__ void entries_kernel(const uint64_t *keys, const uint64_t *at, uint64_t count, const uint64_t *heads,
                               uint32_t entry_count, mg_panel_entry *entries, uint64_t *long_counts) {
    for (uint32_t e = blockIdx.x * THREADS + threadIdx.x; e < entry_count; e += gridDim.x * THREADS) {
        const uint64_t begin = heads[e], end = e + 1 < entry_count ? heads[e + 1] : count;
        uint32_t mask = 0;
        for (uint64_t i = begin; i < end; i++) {
            mask |= 1u << (keys[i] & 31u);
        }
        const bool is_short = mg_is_short(keys[begin]);
        entries[e] = {mask, is_short ? (uint32_t)at[begin] : MG_ENTRY_SLOTS};
        long_counts[e] = is_short ? 0 : end - begin;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        long_counts[entry_count] = 0;
    }
}

__global__ void slots_kernel(const uint64_t *keys, const uint64_t *at, uint64_t count, const uint64_t *heads,
                             uint32_t entry_count, const uint64_t *long_counts, mg_panel_entry *entries,
                             uint32_t *slots) {
    for (uint32_t e = blockIdx.x * THREADS + threadIdx.x; e < entry_count; e += gridDim.x * THREADS) {
        const uint64_t begin = heads[e], end = e + 1 < entry_count ? heads[e + 1] : count;
        if (!mg_is_short(keys[begin])) {
            entries[e].index = MG_ENTRY_SLOTS | (uint32_t)long_counts[e];
            for (uint64_t i = begin; i < end; i++) {
                slots[long_counts[e] + (i - begin)] = (uint32_t)at[i];
            }
        }
    }
}

/* begin[w]: the first entry of word w or of a later one. */
__global__ void begins_kernel(const uint64_t *keys, const uint64_t *heads, uint32_t entry_count, int word_shift,
                              uint32_t words, uint32_t *begin) {
    for (uint32_t w = blockIdx.x * THREADS + threadIdx.x; w <= words; w += gridDim.x * THREADS) {
        uint32_t low = 0, high = entry_count;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            if (keys[heads[middle]] >> word_shift < w) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        begin[w] = low;
    }
}

static uint32_t blocks_for(uint64_t count) {
    const uint64_t blocks = count / THREADS + 1;
    return (uint32_t)(blocks < 65536 ? blocks : 65536);
}

extern "C" cudaError_t mg__panel_entries(const uint64_t *keys, const uint64_t *at, uint64_t count,
                                         const uint64_t *heads, uint32_t entry_count, mg_panel_entry *entries,
                                         uint64_t *long_counts, cudaStream_t stream) {
    entries_kernel<<<blocks_for(entry_count), THREADS, 0, stream>>>(keys, at, count, heads, entry_count, entries,
                                                                    long_counts);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_slots(const uint64_t *keys, const uint64_t *at, uint64_t count, const uint64_t *heads,
                                       uint32_t entry_count, const uint64_t *long_counts, int panel_bits,
                                       uint32_t words, mg_panel_entry *entries, uint32_t *slots, uint32_t *entry_begin,
                                       cudaStream_t stream) {
    slots_kernel<<<blocks_for(entry_count), THREADS, 0, stream>>>(keys, at, count, heads, entry_count, long_counts,
                                                                  entries, slots);
    begins_kernel<<<blocks_for(words + 1ull), THREADS, 0, stream>>>(
        keys, heads, entry_count, MG_ENTRY_PANEL_SHIFT + panel_bits, words, entry_begin);
    return cudaGetLastError();
}
