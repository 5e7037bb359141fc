/* SPDX-License-Identifier: Apache-2.0
 *
 * advance.cuh: visits the edges of a queue in three stages, as MultiGraph's sparse representation does: of an entry with
 * E edges the block takes the multiple of 256, a warp the next multiple of 32, four lanes the rest.
 */
#ifndef MG_CORE_CUDA_KERNEL_ADVANCE_CUH
#define MG_CORE_CUDA_KERNEL_ADVANCE_CUH

#include "core/cuda/kernel/work.cuh"

#define MG_LANES_PER_ENTRY 4u

template <typename Policy, typename Visitor>
MG_DEVICE void mg_advance_long(const mg_work<Policy> &w, uint32_t count, Visitor &visit) {
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t marks = w.shared.length[i], length = marks & MG_ENTRY_LENGTH;
        for (uint32_t o = threadIdx.x; o < (length & ~255u); o += MG_LOOP_THREADS) {
            visit.edge(true, w.shared.begin[i] + o, w.shared.value[i], marks & MG_ENTRY_SIDE ? 1 : 0);
        }
    }
    for (uint32_t i = threadIdx.x / 32; i < count; i += MG_WARPS) {
        const uint32_t marks = w.shared.length[i], length = marks & MG_ENTRY_LENGTH;
        for (uint32_t o = (length & ~255u) + mg_lane(); o < (length & ~31u); o += 32) {
            visit.edge(true, w.shared.begin[i] + o, w.shared.value[i], marks & MG_ENTRY_SIDE ? 1 : 0);
        }
    }
}

template <typename Policy, typename Visitor>
MG_DEVICE void mg_advance_short(const mg_work<Policy> &w, uint32_t count, Visitor &visit) {
    const uint32_t i = threadIdx.x / MG_LANES_PER_ENTRY;
    const uint32_t marks = i < count ? w.shared.length[i] : 0, length = marks & MG_ENTRY_LENGTH;
    uint32_t o = (length & ~31u) + threadIdx.x % MG_LANES_PER_ENTRY;
    while (__any_sync(MG_ALL_LANES, o < length)) {
        visit.edge(o < length, w.shared.begin[i] + o, w.shared.value[i], marks & MG_ENTRY_SIDE ? 1 : 0);
        o += MG_LANES_PER_ENTRY;
    }
}

/* Entries for the block's threads: one chunk of the queue. */
template <typename Policy, typename Visitor>
MG_DEVICE void mg_advance_chunk(const mg_work<Policy> &w, const mg_loop_entry *queue, uint32_t count, Visitor &visit) {
    bool is_long = false;
    if (threadIdx.x < count) {
        const mg_loop_entry entry = queue[threadIdx.x];
        w.shared.value[threadIdx.x] = visit.value(entry);
        w.shared.begin[threadIdx.x] = entry.begin;
        w.shared.length[threadIdx.x] = entry.length;
        is_long = (entry.length & MG_ENTRY_LENGTH) >= 32;
    }
    if (__syncthreads_or(is_long)) {
        mg_advance_long(w, count, visit);
    }
    mg_advance_short(w, count, visit);
}

/* Visits the edges of all entries. All threads of the blocks at work call; visit.edge is called by whole warps. */
template <typename Policy, typename Visitor>
MG_DEVICE void mg_advance(const mg_work<Policy> &w, const mg_loop_entry *queue, uint32_t entries, Visitor &visit) {
    uint32_t size = (entries + w.blocks - 1) / w.blocks;
    size = size < w.a.least_chunk ? w.a.least_chunk : size;
    size = size < MG_LOOP_CHUNK ? size : MG_LOOP_CHUNK;
    const uint32_t chunks = (entries + size - 1) / size;
    uint32_t chunk = w.rank;
    while (chunk < chunks) {
        uint32_t next = chunks;
        if (threadIdx.x == 0 && chunks > w.blocks) {
            next = w.blocks + atomicAdd(&w.slot->chunk, 1);
        }
        const uint32_t rest = entries - chunk * size;
        mg_advance_chunk(w, queue + (uint64_t)chunk * size, rest < size ? rest : size, visit);
        if (chunks <= w.blocks) {
            break;
        }
        if (threadIdx.x == 0) {
            w.shared.chunk = next;
        }
        __syncthreads();
        chunk = w.shared.chunk;
        __syncthreads();
    }
}

#endif
