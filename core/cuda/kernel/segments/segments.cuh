/* SPDX-License-Identifier: Apache-2.0
 *
 * segments.cuh: a push to receivers of high in-degree (segments_args.h): their contributions are privatised in shared
 * memory, instead of atomics at the L2 cache. The loop kernel stops before the step, and afterwards pushes along the
 * low edges. Thread-to-work mapping: SEND: a queue entry per thread. SUM: a block of MG_SEGMENT_THREADS has one segment
 * and takes MG_SEGMENT_SENDERS active vertices at a time, strided over the segment's blocks. It visits their edges in
 * three stages: four lanes take a vertex's edges beyond a multiple of 32, a warp those beyond a multiple of
 * MG_SEGMENT_THREADS, the block the others. DELIVER: blocks as in the loop kernel; a thread takes a row and processes
 * its sum as the loop kernel does an edge's contribution. Shared memory: in SUM the active vertices' edge ranges and
 * values, and a sum per row of the segment.
 */
#ifndef MG_CORE_CUDA_KERNEL_SEGMENTS_SEGMENTS_CUH
#define MG_CORE_CUDA_KERNEL_SEGMENTS_SEGMENTS_CUH

#include "core/cuda/kernel/loop/sparse.cuh"
#include "core/cuda/kernel/segments/segments_args.h"
#include "frontier/cuda/choose_scope.cuh"

/* Active vertices of one block: first edge and number of edges in its segment, and sent value. */
template <typename B>
struct mg_segment_senders {
    uint64_t begin[MG_SEGMENT_SENDERS];
    uint32_t length[MG_SEGMENT_SENDERS];
    B value[MG_SEGMENT_SENDERS];
};

/* Dynamic shared memory: the sums of a segment's rows. */
template <typename B>
MG_DEVICE B *mg_segment_sums() {
    extern __shared__ __align__(16) unsigned char mg_segment_memory[];
    return (B *)mg_segment_memory;
}

/* One block of SUM. */
template <typename Policy, typename Offset>
struct mg_segment_block {
    typedef typename Policy::bits B;
    const mg_segments_args &a;
    mg_segment_senders<B> &senders;
    uint32_t segment, rank, blocks; /* rank: index among the segment's blocks */
    B *sums;

    __device__ __forceinline__ mg_segment_block(const mg_segments_args &args, mg_segment_senders<B> &shared)
        : a(args), senders(shared), segment(0), sums(mg_segment_sums<B>()) {
        while (blockIdx.x >= a.first[segment + 1]) {
            segment++;
        }
        rank = blockIdx.x - a.first[segment];
        blocks = a.first[segment + 1] - a.first[segment];
    }
    __device__ __forceinline__ uint32_t width() const {
        const uint32_t rest = a.segments.rows - segment * a.segments.width;
        return rest < a.segments.width ? rest : a.segments.width;
    }
    /* The value that a vertex sends. */
    __device__ __forceinline__ B sent(uint32_t v) const {
        if (Policy::properties() & MG_LABEL) {
            return *(const B *)((const char *)a.loop.state + (uint64_t)v * Policy::state_size());
        }
        return Policy::properties() & MG_SOURCE_ID ? (B)v
                                                   : mg_sent_buffer<Policy>(a.loop, a.loop.control->state.iteration)[v];
    }
    /* Loads the thread's active vertex. True: some vertex has edges for the whole block. */
    __device__ __forceinline__ bool load(const mg_loop_entry *queue, uint32_t entries) {
        uint32_t length = 0;
        if (threadIdx.x < entries && queue[threadIdx.x].length & MG_ENTRY_FIRST) {
            const uint32_t v = queue[threadIdx.x].vertex;
            const Offset *from = (const Offset *)a.segments.offsets + (uint64_t)(segment + 1) * a.loop.n + v;
            const uint64_t begin = from[0];
            length = (uint32_t)(from[1] - begin);
            senders.begin[threadIdx.x] = begin;
            senders.value[threadIdx.x] = length ? sent(v) : Policy::identity();
        }
        senders.length[threadIdx.x] = length;
        return __syncthreads_or(length >= MG_SEGMENT_THREADS);
    }
    /* Adds `value` over edge e to its row's sum. Monoids that rarely change the sum are tested before the atomic. */
    __device__ __forceinline__ void edge(uint64_t e, B value) {
        const uint32_t at = a.segments.ids[e - a.segments.low_edges];
        const void *state = a.loop.state;
        if (Policy::has() & MG_HAS_EDGE_AT) {
            const uint32_t v = a.segments.row[segment * a.segments.width + at];
            state = (const char *)a.loop.state + (uint64_t)v * Policy::state_size();
        }
        const B got = Policy::edge(a.loop.params, value, a.segments.weights, e, state);
        const bool adds = Policy::monoid() == MG_SUM || Policy::monoid() == MG_USER;
        if (got != Policy::identity() && (adds || mg_changes<Policy>(*(volatile B *)&sums[at], got))) {
            mg_atomic_combine<Policy>(&sums[at], got);
        }
    }
    /* Visits edges from .. to - 1 of sender i with `lanes` threads. */
    __device__ __forceinline__ void stage(uint32_t i, uint32_t from, uint32_t to, uint32_t lanes) {
        const uint64_t begin = senders.begin[i];
        const B value = senders.value[i];
#pragma unroll 4
        for (uint32_t o = from + threadIdx.x % lanes; o < to; o += lanes) {
            edge(begin + o, value);
        }
    }
    __device__ __forceinline__ void visit(uint32_t count, bool is_long) {
        const uint32_t whole = ~(MG_SEGMENT_THREADS - 1u);
#pragma unroll 1
        for (uint32_t i = threadIdx.x / 4; i < count; i += MG_SEGMENT_THREADS / 4) {
            stage(i, senders.length[i] & ~31u, senders.length[i], 4);
        }
#pragma unroll 1
        for (uint32_t i = threadIdx.x / 32; i < count; i += MG_SEGMENT_THREADS / 32) {
            stage(i, senders.length[i] & whole, senders.length[i] & ~31u, 32);
        }
#pragma unroll 1
        for (uint32_t i = 0; is_long && i < count; i++) {
            stage(i, 0, senders.length[i] & whole, MG_SEGMENT_THREADS);
        }
    }
    __device__ __forceinline__ void run(const mg_loop_entry *queue, uint32_t entries) {
        B *const out = (B *)a.sums + (uint64_t)blockIdx.x * a.segments.width;
        for (uint32_t i = threadIdx.x; i < width(); i += MG_SEGMENT_THREADS) {
            sums[i] = Policy::identity();
        }
#pragma unroll 1
        for (uint64_t at = (uint64_t)rank * MG_SEGMENT_SENDERS; at < entries;
             at += (uint64_t)blocks * MG_SEGMENT_SENDERS) {
            const uint32_t count = entries - at < MG_SEGMENT_SENDERS ? (uint32_t)(entries - at) : MG_SEGMENT_SENDERS;
            visit(count, load(queue + at, count));
            __syncthreads();
        }
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < width(); i += MG_SEGMENT_THREADS) {
            out[i] = sums[i];
        }
    }
};

/* A row's sum over all blocks of its segment, in a fixed order. */
template <typename Policy>
MG_DEVICE typename Policy::bits mg_segment_row_sum(const mg_segments_args &a, uint32_t row) {
    typedef typename Policy::bits B;
    const uint32_t segment = row / a.segments.width, end = a.first[segment + 1];
    const B *part = (const B *)a.sums + row % a.segments.width;
    B sum = Policy::identity();
#pragma unroll 4
    for (uint32_t block = a.first[segment]; block < end; block++) {
        sum = mg_combine<Policy>(sum, part[(uint64_t)block * a.segments.width]);
    }
    return sum;
}

/* Delivers the sums to the receivers, as if each had one edge. */
template <typename Policy, typename Visitor>
MG_DEVICE void mg_deliver_segments(const mg_segments_args &a, const mg_block_step<Policy> &w) {
    typedef typename Policy::bits B;
    Visitor visit(w);
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_warp_lane(); base < a.segments.rows; base += w.threads()) {
        const uint32_t row = base + mg_warp_lane();
        const bool have = row < a.segments.rows;
        const B sum = have ? mg_segment_row_sum<Policy>(a, row) : Policy::identity();
        visit.deliver(sum != Policy::identity(), have ? a.segments.row[row] : 0, [&](const void *) { return sum; });
    }
    visit.end();
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_segments_steps(const mg_segments_args &a) {
    typedef typename Policy::bits B;
    __shared__ mg_loop_shared<B> shared;
    __shared__ mg_segment_senders<B> senders;
    mg_loop_control *const control = a.loop.control;
    const uint32_t threads = blockDim.x;
    for (uint32_t i = threadIdx.x; i < sizeof shared.state / sizeof(uint32_t); i += threads) {
        ((uint32_t *)&shared.state)[i] = ((const volatile uint32_t *)&control->state)[i];
    }
    __syncthreads();
    uint32_t target = 0;
    const uint32_t entries = shared.state.frontier.entries;
    mg_block_step<Policy> w = {a.loop, shared, MG_SCOPE_GRID, blockIdx.x, gridDim.x, target, nullptr};
    w.scope = mg_choose_scope<Policy>(a.loop, shared.state); /* scope of the step that continues this push */
    w.counts = &control->counters[w.counters_at(0)].counts;
    if (a.role == MG_SEGMENTS_SUM) {
        mg_segment_block<Policy, Offset>(a, senders).run(w.queue_in(), entries);
    } else if (a.role == MG_SEGMENTS_SEND) {
        mg_scatter_entries<Policy, Offset>(w, w.queue_in(), entries);
    } else {
        if (Policy::properties() & MG_LABEL) {
            mg_deliver_segments<Policy, mg_relax_visitor<Policy, Offset>>(a, w);
        } else if ((Policy::properties() & MG_FIRST_HIT) && Policy::frontier() != MG_FRONTIER_REPLAY) {
            mg_deliver_segments<Policy, mg_first_hit_visitor<Policy, Offset>>(a, w);
        } else {
            mg_deliver_segments<Policy, mg_accumulate_visitor<Policy, Offset>>(a, w);
        }
        if (w.thread() == 0) { /* no other thread reads these */
            control->state.segments_done = 1;
            control->state.frontier.sent_ahead = MG_SENT_ACTIVE;
        }
    }
}

#endif
