/* SPDX-License-Identifier: Apache-2.0
 *
 * tile_process.cuh: a thread block processes one tile in shared memory until it has converged (tiles.cuh).
 *
 * Thread-to-work mapping: 4 lanes to a queued vertex, 512 threads to a tile; one thread to a boundary vertex in an
 * exchange. Shared memory: the tile's labels, the boundary labels as last sent, local edges and their weights, two
 * queues and a bitmap (mg_tiles_lay_out).
 */
#ifndef MG_CORE_CUDA_KERNEL_TILES_TILE_PROCESS_CUH
#define MG_CORE_CUDA_KERNEL_TILES_TILE_PROCESS_CUH

#include "core/cuda/kernel/common/block_step.cuh"
#include "core/cuda/kernel/tiles/tiles_args.h"

#define MG_TILE_LANES 4u
#define MG_TILE_SENDS 2u
#define MG_TILE_NOTIFY_HOPS 2u /* hops after an exchange until receivers are notified */
#define MG_NO_TILE 0xffffffffu

MG_DEVICE void mg_fence() {
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
}

/* Variables of the block in shared memory. */
struct mg_tile_shared {
    uint32_t pick;
    bool converged;
};

template <typename Policy>
struct mg_tile {
    typedef typename Policy::bits B;
    const mg_tiles_args &a;
    mg_tile_shared &shared;
    B *label, *last_sent;
    const void *weights;
    uint16_t *begin, *local, *queues;
    uint32_t *counts;  /* queue lengths in rotation: this hop's, the next one's, the one being cleared, one spare */
    uint32_t *waiting; /* bitmap of the queued vertices */
    uint32_t index, first, count, boundary;
    uint32_t hop; /* hops so far; its parity selects the queue */
    unsigned long long vertices, edges;

    __device__ __forceinline__ mg_tile(const mg_tiles_args &args, mg_tile_shared &variables, char *memory)
        : a(args), shared(variables), index(MG_NO_TILE), first(0), count(0), boundary(0), hop(0), vertices(0),
          edges(0) {
        const mg_tiles_layout at = mg_tiles_lay_out(&a.tiles, sizeof(B), a.weight_size);
        label = (B *)memory;
        last_sent = (B *)(memory + at.last_sent);
        weights = a.weight_size ? memory + at.weights : nullptr;
        begin = (uint16_t *)(memory + at.begin);
        local = (uint16_t *)(memory + at.local);
        queues = (uint16_t *)(memory + at.queue);
        counts = (uint32_t *)(memory + at.counts);
        waiting = counts + MG_TILES_COUNTS;
    }
    __device__ __forceinline__ uint32_t &now() {
        return counts[hop % MG_TILES_COUNTS];
    }
    /* The queue of a hop (double-buffered). */
    __device__ __forceinline__ uint16_t *queue(uint32_t of) const {
        return queues + (of & 1u) * (mg_tiles_round(a.tiles.most_vertices * 2) / 2);
    }
};

/* Enqueues a tile. The place may still hold a tile of the previous round of the ring buffer, until the block with that
 * ticket takes it. */
MG_DEVICE void mg_tile_enqueue(const mg_tiles_args &a, uint32_t tile) {
    uint32_t *const place = &a.queue[atomicAdd(&a.control->enqueued, 1) & (a.queue_capacity - 1)];
    while (atomicCAS(place, 0, tile + 1) != 0) {
    }
}

/* Notifies a tile that a value of this priority is in its inbox: the owning block will read it. Returns the old flag;
 * if it was MG_TILE_FREE, the caller must enqueue the tile. */
template <typename Policy>
MG_DEVICE uint32_t mg_tile_notify(const mg_tiles_args &a, uint32_t tile, typename Policy::bits value) {
    return atomicMin(&a.flag[tile], min(Policy::priority(a.params, value), MG_TILE_OWNED - 1));
}

/* atomicAdd by one lane; the compiler's version sums over the warp first. */
MG_DEVICE uint32_t mg_add_shared(uint32_t *counter, uint32_t value) {
    uint32_t before;
    asm volatile("atom.shared.add.u32 %0, [%1], %2;"
                 : "=r"(before)
                 : "r"((uint32_t)__cvta_generic_to_shared(counter)), "r"(value)
                 : "memory");
    return before;
}

/* Queues the lanes' vertices for the hop whose counter is given, unless they are queued already. All lanes of the warp
 * call. */
template <typename Policy>
MG_DEVICE void mg_tile_queue(mg_tile<Policy> &t, uint16_t *queue, uint32_t *count, bool have, uint32_t i) {
    have = have && mg_claim(t.waiting, i);
    const uint32_t mask = __ballot_sync(MG_ALL_LANES, have);
    if (mask) {
        uint32_t base = 0;
        if (mg_warp_lane() == 0) {
            base = mg_add_shared(count, __popc(mask));
        }
        base = __shfl_sync(MG_ALL_LANES, base, 0);
        if (have) {
            queue[base + __popc(mask & ((1u << mg_warp_lane()) - 1))] = (uint16_t)i;
        }
    }
}

/* Messages of the thread's boundary vertex to and from other tiles. They stay in registers during the next hops, which
 * hides the latency of the atomics. */
template <typename B>
struct mg_boundary_messages {
    B arrived;                                   /* value read from the inbox */
    B sent[MG_TILE_SENDS], found[MG_TILE_SENDS]; /* values sent over the first cut edges, and the old values there */
    uint32_t to[MG_TILE_SENDS];                  /* positions of the receivers */
    uint32_t flag[MG_TILE_SENDS];                /* old flags of the notified tiles */
    uint32_t edge, end;                          /* range of the vertex's cut edges */
    bool sends;                                  /* values were sent, receivers are not notified yet */
};

/* Loads the cut edges of the thread's boundary vertex. */
template <typename Policy>
MG_DEVICE void mg_tile_load_boundary(const mg_tile<Policy> &t, mg_boundary_messages<typename Policy::bits> &messages) {
    const mg_tiles &g = t.a.tiles;
    messages.arrived = Policy::identity();
    messages.sends = false;
    messages.edge = messages.end = 0;
    if (threadIdx.x < t.boundary) {
        messages.edge = __ldg(&g.remote_begin[t.first + threadIdx.x]);
        messages.end = __ldg(&g.remote_begin[t.first + threadIdx.x + 1]);
    }
#pragma unroll
    for (uint32_t k = 0; k < MG_TILE_SENDS; k++) {
        messages.to[k] = messages.edge + k < messages.end ? __ldg(&g.remote[messages.edge + k]) : 0;
    }
}

/* Sends a boundary vertex's label over its cut edges. */
template <typename Policy>
MG_DEVICE void mg_tile_send(const mg_tile<Policy> &t, uint32_t position, typename Policy::bits label,
                            mg_boundary_messages<typename Policy::bits> &messages) {
    typedef typename Policy::bits B;
    const mg_tiles_args &a = t.a;
    mg_atomic_combine<Policy>((B *)a.inbox + position, label); /* worse values need no notification then */
    messages.sends = true;
#pragma unroll
    for (uint32_t k = 0; k < MG_TILE_SENDS; k++) {
        if (messages.edge + k < messages.end) {
            messages.sent[k] = Policy::edge(a.params, label, a.remote_weights, messages.edge + k, nullptr);
            messages.found[k] = mg_atomic_combine<Policy>((B *)a.inbox + messages.to[k], messages.sent[k]);
        }
    }
#pragma unroll 1
    for (uint32_t e = messages.edge + MG_TILE_SENDS; e < messages.end; e++) {
        const B value = Policy::edge(a.params, label, a.remote_weights, e, nullptr);
        const B found = mg_atomic_combine<Policy>((B *)a.inbox + __ldg(&a.tiles.remote[e]), value);
        const uint32_t tile = __ldg(&a.tiles.remote_tile[e]);
        if (mg_changes<Policy>(found, value) && mg_tile_notify<Policy>(a, tile, value) == MG_TILE_FREE) {
            mg_tile_enqueue(a, tile);
        }
    }
}

/* Notifies the tiles whose values improved. The values' atomics have returned by now, so a block that sees the flag
 * finds the value. */
template <typename Policy>
MG_DEVICE void mg_tile_notify_receivers(const mg_tile<Policy> &t,
                                        mg_boundary_messages<typename Policy::bits> &messages) {
#pragma unroll
    for (uint32_t k = 0; k < MG_TILE_SENDS; k++) {
        messages.flag[k] = MG_TILE_OWNED;
        if (messages.sends && messages.edge + k < messages.end &&
            mg_changes<Policy>(messages.found[k], messages.sent[k])) {
            messages.flag[k] =
                mg_tile_notify<Policy>(t.a, __ldg(&t.a.tiles.remote_tile[messages.edge + k]), messages.sent[k]);
        }
    }
}

/* Enqueues those of them that no block owned. */
template <typename Policy>
MG_DEVICE void mg_tile_enqueue_receivers(const mg_tile<Policy> &t,
                                         mg_boundary_messages<typename Policy::bits> &messages) {
#pragma unroll
    for (uint32_t k = 0; k < MG_TILE_SENDS; k++) {
        if (messages.sends && messages.flag[k] == MG_TILE_FREE) {
            mg_tile_enqueue(t.a, __ldg(&t.a.tiles.remote_tile[messages.edge + k]));
        }
    }
    messages.sends = false;
}

/* Reads the inbox of the thread's boundary vertex. */
template <typename Policy>
MG_DEVICE void mg_tile_read_inbox(const mg_tile<Policy> &t, mg_boundary_messages<typename Policy::bits> &messages) {
    if (threadIdx.x < t.boundary) {
        messages.arrived = *((volatile typename Policy::bits *)t.a.inbox + t.first + threadIdx.x);
    }
}

/* Merges the inbox into the boundary labels, and sends those that improved since they were last sent. */
template <typename Policy>
MG_DEVICE void mg_tile_exchange(mg_tile<Policy> &t, mg_boundary_messages<typename Policy::bits> &messages) {
    typedef typename Policy::bits B;
    const uint32_t i = threadIdx.x;
    bool improved = false;
    __syncthreads(); /* all threads have read the queue length before a vertex is queued */
    if (i < t.boundary) {
        const B before = t.label[i];
        improved = mg_changes<Policy>(before, messages.arrived);
        const B label = improved ? messages.arrived : before;
        t.label[i] = label;
        if (label != t.last_sent[i]) {
            t.last_sent[i] = label;
            mg_tile_send(t, t.first + i, label, messages);
        }
    }
    if (i - mg_warp_lane() < t.boundary) {
        mg_tile_queue(t, t.queue(t.hop), &t.now(), improved, i);
    }
    __syncthreads();
}

/* One hop: the queued vertices relax their local edges. */
template <typename Policy>
MG_DEVICE void mg_tile_hop(mg_tile<Policy> &t) {
    typedef typename Policy::bits B;
    const uint32_t count = t.now(), lane = threadIdx.x % MG_TILE_LANES;
    const uint16_t *queue = t.queue(t.hop);
    uint16_t *out = t.queue(t.hop + 1);
    uint32_t *out_count = &t.counts[(t.hop + 1) % MG_TILES_COUNTS];
    if (threadIdx.x == 0) {
        t.counts[(t.hop + 2) % MG_TILES_COUNTS] = 0;
        t.vertices += count;
    }
#pragma unroll 1
    for (uint32_t base = (threadIdx.x - mg_warp_lane()) / MG_TILE_LANES; base < count;
         base += MG_TILES_THREADS / MG_TILE_LANES) {
        const uint32_t i = base + mg_warp_lane() / MG_TILE_LANES;
        const bool active = i < count;
        const uint32_t v = active ? queue[i] : 0;
        if (active && lane == 0) { /* cleared before the label is read: a later improvement queues the vertex again */
            atomicAnd(&t.waiting[v >> 5], ~(1u << (v & 31u)));
        }
        __syncwarp();
        const uint32_t end = active ? t.begin[v + 1] : 0;
        uint32_t e = (active ? t.begin[v] : 0) + lane;
        const B label = *(volatile B *)&t.label[v];
        t.edges += active && lane == 0 ? end - e : 0;
#pragma unroll 1
        while (__any_sync(MG_ALL_LANES, e < end)) {
            bool improved = false;
            uint32_t u = 0;
            if (e < end) {
                u = t.local[e];
                const B value = Policy::edge(t.a.params, label, t.weights, e, nullptr);
                improved = mg_changes<Policy>(*(volatile B *)&t.label[u], value);
                if (improved) {
                    mg_atomic_combine<Policy>(&t.label[u], value);
                }
            }
            mg_tile_queue(t, out, out_count, improved, u);
            e += MG_TILE_LANES;
        }
    }
    __syncthreads();
    t.hop++;
}

/* Writes the labels back and releases the tile for other blocks, unless it was notified meanwhile. True: released. */
template <typename Policy>
MG_DEVICE bool mg_tile_release(const mg_tile<Policy> &t) {
    typedef typename Policy::bits B;
    uint32_t *const flag = &t.a.flag[t.index];
    /* Early test without ordering; avoids needless writes. */
    const bool notified = __syncthreads_or(*(volatile uint32_t *)flag != MG_TILE_OWNED);
    if (!notified) {
        for (uint32_t i = threadIdx.x; i < t.count; i += MG_TILES_THREADS) {
            ((B *)t.a.saved_label)[t.first + i] = t.label[i];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        mg_fence();
        t.shared.converged = !notified && atomicCAS(flag, MG_TILE_OWNED, MG_TILE_FREE) == MG_TILE_OWNED;
        if (!t.shared.converged) { /* later messages set the flag again */
            atomicExch(flag, MG_TILE_OWNED);
        }
        mg_fence();
    }
    __syncthreads();
    return t.shared.converged;
}

/* Loads a tile into shared memory and queues the vertices whose inbox is better than their label. */
template <typename Policy>
MG_DEVICE void mg_tile_load(mg_tile<Policy> &t, uint32_t index) {
    typedef typename Policy::bits B;
    const mg_tiles &g = t.a.tiles;
    t.index = index;
    t.first = g.first[index];
    t.count = g.first[index + 1] - t.first;
    t.boundary = g.boundary[index];
    const uint32_t edges = g.local_first[index], end = g.local_first[index + 1];
    const uint16_t *begin = g.begin + t.first + index;
    for (uint32_t i = threadIdx.x; i <= t.count; i += MG_TILES_THREADS) {
        t.begin[i] = begin[i];
    }
    const uint4 *local = (const uint4 *)(g.local + edges);
    for (uint32_t i = threadIdx.x; i < (end - edges) / 8; i += MG_TILES_THREADS) {
        ((uint4 *)t.local)[i] = local[i];
    }
    const uint2 *weights = (const uint2 *)((const char *)t.a.local_weights + (uint64_t)edges * t.a.weight_size);
    for (uint32_t i = threadIdx.x; i < (end - edges) * t.a.weight_size / 8; i += MG_TILES_THREADS) {
        ((uint2 *)t.weights)[i] = weights[i];
    }
    for (uint32_t base = threadIdx.x - mg_warp_lane(); base < t.count; base += MG_TILES_THREADS) {
        const uint32_t i = base + mg_warp_lane();
        bool improved = false;
        if (i < t.count) {
            const B saved_label = *((const volatile B *)t.a.saved_label + t.first + i);
            const B arrived = *((const volatile B *)t.a.inbox + t.first + i);
            improved = mg_changes<Policy>(saved_label, arrived);
            t.label[i] = improved ? arrived : saved_label;
            if (i < t.boundary) {
                t.last_sent[i] = saved_label;
            }
        }
        mg_tile_queue(t, t.queue(t.hop), &t.now(), improved, i);
    }
    __syncthreads();
}

/* The hops between two exchanges. Receivers are notified after MG_TILE_NOTIFY_HOPS of them; the inbox is read just
 * before the last one. False: nothing was queued. */
template <typename Policy>
MG_DEVICE bool mg_tile_hops(mg_tile<Policy> &t, mg_boundary_messages<typename Policy::bits> &messages) {
    uint32_t hops = 0;
#pragma unroll 1
    while (hops < t.a.hops && t.now()) {
        if (hops + 1 == t.a.hops) {
            mg_tile_read_inbox(t, messages);
        }
        mg_tile_hop(t);
        hops++;
        if (hops == MG_TILE_NOTIFY_HOPS) {
            mg_tile_notify_receivers(t, messages);
        } else if (hops == MG_TILE_NOTIFY_HOPS + 1) {
            mg_tile_enqueue_receivers(t, messages);
        }
    }
    if (hops < t.a.hops) {
        mg_tile_read_inbox(t, messages);
    }
    if (hops < MG_TILE_NOTIFY_HOPS) {
        mg_tile_notify_receivers(t, messages);
    }
    if (hops < MG_TILE_NOTIFY_HOPS + 1) {
        mg_tile_enqueue_receivers(t, messages);
    }
    return hops != 0;
}

/* Processes the loaded tile until it has converged: nothing is queued and nothing has arrived. Then releases it. */
template <typename Policy>
MG_DEVICE void mg_tile_process(mg_tile<Policy> &t) {
    mg_boundary_messages<typename Policy::bits> messages;
    mg_tile_load_boundary(t, messages);
#pragma unroll 1
    while (true) {
        mg_tile_exchange(t, messages);
        if (!mg_tile_hops(t, messages)) {
            if (mg_tile_release(t)) {
                return;
            }
            mg_tile_read_inbox(t, messages);
        }
    }
}

#endif
