/* SPDX-License-Identifier: Apache-2.0
 *
 * advance.cuh: load-balanced advance: visits the edges of all queue entries. A thread block takes a chunk of up to
 * MG_LOOP_CHUNK entries at a time. If no entry of the chunk has more than MG_SHORT_ENTRY edges, four lanes take an
 * entry. Else the block's threads take the chunk's edges in their order, one per thread, so that the cost of an entry
 * depends only on its edges. (The paper has three classes of row length; two are enough here.)
 *
 * Shared memory: begin, length, value and prefix sums of the chunk's entries.
 */
#ifndef MG_CORE_CUDA_KERNEL_LOOP_ADVANCE_CUH
#define MG_CORE_CUDA_KERNEL_LOOP_ADVANCE_CUH

#include "frontier/cuda/queue.cuh"

#define MG_LANES_PER_ENTRY 4u
#define MG_SHORT_ENTRY 8u /* longest entry for four lanes, in edges */

static_assert(MG_LOOP_CHUNK == 64 && MG_LOOP_CHUNK * MG_LANES_PER_ENTRY == MG_LOOP_THREADS,
              "two warps load a chunk; four lanes for each entry are a block");

/* Binary search: index of the entry that has edge `e`, among 32 entries whose prefix sums are `end`; 31 if `e` is
 * beyond them. */
MG_DEVICE uint32_t mg_entry_of(const uint32_t *end, uint32_t e) {
    uint32_t i = 0;
#pragma unroll
    for (uint32_t step = 16; step; step >>= 1) {
        i += end[i + step - 1] <= e ? step : 0;
    }
    return i;
}

template <typename Policy, typename Visitor>
MG_DEVICE void mg_visit_chunk(const mg_block_step<Policy> &w, uint32_t count, bool is_long, Visitor &visit) {
    const uint32_t lanes = is_long ? MG_LOOP_THREADS : MG_LANES_PER_ENTRY;
    const uint32_t half = is_long ? w.shared.half_edges[0] : 0;
    uint32_t i = threadIdx.x / MG_LANES_PER_ENTRY, o = threadIdx.x % lanes;
    const uint32_t own = i < count ? w.shared.length[i] & MG_ENTRY_LENGTH : 0;
    const uint32_t end = is_long ? half + w.shared.half_edges[1] : own;
    bool more = __any_sync(MG_ALL_LANES, o < end);
#pragma unroll 1
    while (more) {
        uint32_t at = o;
        if (is_long) {
            const uint32_t second = o >= half ? 32 : 0;
            at = second ? o - half : o;
            i = second + mg_entry_of(w.shared.end + second, at);
        }
        more = __any_sync(MG_ALL_LANES, o + lanes < end);
        visit.edge(o < end, w.shared.begin[i] + at, w.shared.value[i], w.shared.length[i] & MG_ENTRY_SIDE ? 1 : 0);
        o += lanes;
    }
}

/* Restricts an entry to its low edges (side 1): receivers of low in-degree. The segments kernel has visited the
 * others. */
template <typename Policy, typename Offset>
MG_DEVICE mg_loop_entry mg_low_edges(const mg_block_step<Policy> &w, mg_loop_entry entry) {
    const uint64_t skip = entry.begin - mg_offset<Offset>(w.a.send[0].offsets, entry.vertex);
    const uint64_t begin = mg_offset<Offset>(w.a.send[1].offsets, entry.vertex) + skip;
    const uint64_t end = mg_offset<Offset>(w.a.send[1].offsets, entry.vertex + 1),
                   most = entry.length & MG_ENTRY_LENGTH;
    const uint64_t left = begin < end ? end - begin : 0;
    entry.begin = begin;
    entry.length = (uint32_t)(left < most ? left : most) | MG_ENTRY_SIDE;
    return entry;
}

/* Loads a chunk into shared memory: `count` entries, `step` apart. Returns whether any is long. Then shared.begin is
 * reduced by the edges before the entry in its half of 32, so that begin + edge number is the edge's index. */
template <typename Offset, typename Policy, typename Visitor>
MG_DEVICE bool mg_load_chunk(const mg_block_step<Policy> &w, const mg_loop_entry *queue, uint32_t step, uint32_t count,
                             Visitor &visit) {
    uint32_t length = 0;
    uint64_t begin = 0;
    if (threadIdx.x < count) {
        mg_loop_entry entry = queue[(uint64_t)threadIdx.x * step];
        if (w.shared.state.segments_done) {
            entry = mg_low_edges<Policy, Offset>(w, entry);
        }
        begin = entry.begin;
        length = entry.length & MG_ENTRY_LENGTH;
        w.shared.value[threadIdx.x] = visit.value(entry);
        w.shared.begin[threadIdx.x] = begin;
        w.shared.length[threadIdx.x] = entry.length;
    }
    const bool is_long = __syncthreads_or(length > MG_SHORT_ENTRY);
    if (is_long) {
        if (threadIdx.x < MG_LOOP_CHUNK) {
            uint32_t all;
            const uint32_t before = mg_warp_prefix(length, &all);
            w.shared.begin[threadIdx.x] = begin - before;
            w.shared.end[threadIdx.x] = before + length;
            w.shared.half_edges[threadIdx.x / 32] = all;
        }
        __syncthreads();
    }
    return is_long;
}

/* Visits the edges of all entries. All threads of all blocks in scope call; visit.edge is called by whole warps. The
 * first chunk of each block is static, the others are taken from a work counter. Adjacent entries often have similar
 * lengths; with long entries or skewed degrees a chunk's entries are strided, so that each chunk is a sample. */
template <typename Offset, typename Policy, typename Visitor>
MG_DEVICE void mg_advance(const mg_block_step<Policy> &w, const mg_loop_entry *queue, uint32_t entries,
                          Visitor &visit) {
    const bool heavy = w.shared.state.frontier.edges > 8ull * entries; /* one entry is enough work for a block */
    const bool strided = heavy || w.a.skewed;
    const uint32_t least = heavy ? 1 : w.a.frontier.min_chunk, even = (entries + w.blocks - 1) / w.blocks;
    const uint32_t rounds = (even + MG_LOOP_CHUNK - 1) / MG_LOOP_CHUNK; /* of every block */
    const uint32_t size = even < least ? least : rounds <= 1 ? even : (even + rounds - 1) / rounds;
    const uint32_t chunks = (entries + size - 1) / size, step = strided ? chunks : 1;
#pragma unroll 1
    for (uint32_t chunk = w.rank; chunk < chunks;) {
        uint32_t next = chunks;
        if (threadIdx.x == 0 && chunks > w.blocks) {
            next = w.blocks + mg_fetch_add(&w.counts->chunk, 1);
        }
        const uint32_t first = strided ? chunk : chunk * size, rest = (entries - first + step - 1) / step;
        const uint32_t count = rest < size ? rest : size;
        const bool by_edges = mg_load_chunk<Offset>(w, queue + first, step, count, visit);
        mg_visit_chunk(w, count, by_edges, visit);
        if (chunks <= w.blocks) {
            return;
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
