/* SPDX-License-Identifier: Apache-2.0
 *
 * advance.cuh: visits the edges of a queue in three stages, as MultiGraph's sparse representation does: of an entry
 * with E edges the block takes the multiple of 256, a warp the next multiple of 32, four lanes the rest.
 */
#ifndef MG_CORE_CUDA_KERNEL_ADVANCE_CUH
#define MG_CORE_CUDA_KERNEL_ADVANCE_CUH

#include "core/cuda/kernel/work.cuh"

#define MG_LANES_PER_ENTRY 4u

#define MG_STAGES 3u

/* Who works on an entry, and with which lanes: the stages are one loop, so that the visitor is inlined once. `ends`:
 * with the last edges of this stage the visitor also empties what it holds back. */
template <typename Policy, typename Visitor>
MG_DEVICE void mg_advance_stage(const mg_work<Policy> &w, uint32_t count, uint32_t stage, bool ends, Visitor &visit) {
    const uint32_t lanes = stage == 0 ? MG_LOOP_THREADS : stage == 1 ? 32 : MG_LANES_PER_ENTRY;
    const uint32_t from = stage == 0 ? 0 : stage == 1 ? 255u : 31u; /* the stage before left so many edges, at most */
    const uint32_t to = stage == 0 ? 255u : stage == 1 ? 31u : 0;
    uint32_t i = threadIdx.x / lanes;
#pragma unroll 1
    do {
        const uint32_t marks = i < count ? w.shared.length[i] : 0, length = marks & MG_ENTRY_LENGTH;
        const uint32_t side = marks & MG_ENTRY_SIDE ? 1 : 0, end = length & ~to;
        uint32_t o = (from ? length & ~from : 0) + threadIdx.x % lanes;
        bool more = __any_sync(MG_ALL_LANES, o < end);
#pragma unroll 1
        while (more || (ends && visit.holds())) {
            more = __any_sync(MG_ALL_LANES, o + lanes < end);
            visit.last = ends && !more;
            visit.edge(o < end, w.shared.begin[i % MG_LOOP_CHUNK] + o, w.shared.value[i % MG_LOOP_CHUNK], side);
            o += lanes;
        }
        i += MG_LOOP_THREADS / lanes;
    } while (__any_sync(MG_ALL_LANES, i < count));
}

/* Of an entry's edges those that the hubs kernel has left: to receivers of low in-degree, which are the second side. */
template <typename Policy, typename Offset>
MG_DEVICE mg_loop_entry mg_low_edges(const mg_work<Policy> &w, mg_loop_entry entry) {
    const uint64_t skip = entry.begin - mg_offset<Offset>(w.a.send[0].offsets, entry.vertex);
    const uint64_t begin = mg_offset<Offset>(w.a.send[1].offsets, entry.vertex) + skip;
    const uint64_t end = mg_offset<Offset>(w.a.send[1].offsets, entry.vertex + 1),
                   most = entry.length & MG_ENTRY_LENGTH;
    const uint64_t left = begin < end ? end - begin : 0;
    entry.begin = begin;
    entry.length = (uint32_t)(left < most ? left : most) | MG_ENTRY_SIDE;
    return entry;
}

/* A chunk of the queue into shared memory. Returns the first stage that has something to do. */
template <typename Offset, typename Policy, typename Visitor>
MG_DEVICE uint32_t mg_load_chunk(const mg_work<Policy> &w, const mg_loop_entry *queue, uint32_t count, Visitor &visit) {
    bool is_long = false;
    if (threadIdx.x < count) {
        mg_loop_entry entry = queue[threadIdx.x];
        if (w.shared.state.hubs) {
            entry = mg_low_edges<Policy, Offset>(w, entry);
        }
        w.shared.value[threadIdx.x] = visit.value(entry);
        w.shared.begin[threadIdx.x] = entry.begin;
        w.shared.length[threadIdx.x] = entry.length;
        is_long = (entry.length & MG_ENTRY_LENGTH) >= 32;
    }
    return __syncthreads_or(is_long) ? 0 : MG_STAGES - 1;
}

/* Visits the edges of all entries. All threads of the blocks at work call; visit.edge is called by whole warps. The
 * first chunks are dealt out, the others are taken as blocks become free. */
template <typename Offset, typename Policy, typename Visitor>
MG_DEVICE void mg_advance(const mg_work<Policy> &w, const mg_loop_entry *queue, uint32_t entries, Visitor &visit) {
    const bool is_long = w.shared.state.edges > 8ull * entries; /* then an entry is work enough for a block */
    const uint32_t least = is_long ? 1 : w.a.least_chunk, even = (entries + w.blocks - 1) / w.blocks;
    const uint32_t size = even < least ? least : even < MG_LOOP_CHUNK ? even : MG_LOOP_CHUNK;
    const uint32_t chunks = (entries + size - 1) / size;
    uint32_t chunk = w.rank;
    if (chunk >= chunks) {
        return;
    }
#pragma unroll 1
    do {
        uint32_t next = chunks, stage = MG_STAGES - 1, count = 0;
        if (chunk < chunks) {
            if (threadIdx.x == 0 && chunks > w.blocks) {
                next = w.blocks + mg_fetch_add(&w.slot->chunk, 1);
            }
            const uint32_t rest = entries - chunk * size;
            count = rest < size ? rest : size;
            stage = mg_load_chunk<Offset>(w, queue + (uint64_t)chunk * size, count, visit);
        }
        const bool ends = chunk >= chunks || chunks <= w.blocks;
#pragma unroll 1
        for (; stage < MG_STAGES; stage++) {
            mg_advance_stage(w, count, stage, ends && stage == MG_STAGES - 1, visit);
        }
        if (ends) {
            return;
        }
        if (threadIdx.x == 0) {
            w.shared.chunk = next;
        }
        __syncthreads();
        chunk = w.shared.chunk;
        __syncthreads();
    } while (true);
}

#endif
