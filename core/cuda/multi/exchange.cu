/* SPDX-License-Identifier: Apache-2.0
 *
 * exchange.cu: the exchange of a frontier between the parts of a team. Every device holds a bitmap of all vertices. A
 * part sets the bits of its own vertices in the bitmaps of all devices, with the labels or states of these vertices;
 * only words that are not 0 cross a link, so small frontiers send little. Then every part takes over the bitmap as its
 * frontier, and all decide alike whether the phase ends; each chooses push or pull for its own arcs.
 *
 * Ranks send lists of active vertices with their states, where these are few.
 *
 * Thread-to-work mapping: a thread per queue entry (mark), a lane per bitmap word and then per vertex (send), per word
 * (list), a thread per list entry (take_lists), per word (merge). Shared memory: none.
 */
extern "C" {
#include "core/cuda/multi/exchange.h"
}
#include "core/cuda/multi/part_choice.cuh"

#define THREADS 256
#define BLOCKS_PER_SM 8u
#define ALL 0xffffffffu

/* Did the last step of this part find a frontier that is to be exchanged? */
static __device__ __forceinline__ bool is_due(const mg_exchange_args &a) {
    return *(const volatile uint32_t *)&a.loop.control->state.outcome == MG_LOOP_EXCHANGE;
}

static __device__ __forceinline__ const mg_loop_entry *queue_of(const mg_exchange_args &a) {
    const mg_loop_state &s = a.loop.control->state;
    return a.loop.frontier.queue[(s.step + s.choice.samples) & 1u];
}

/* The bits of a frontier that is a queue; clears the claims of its vertices, as a conversion to a bitmap does. */
static __global__ void mark_kernel(const __grid_constant__ mg_exchange_args a) {
    const mg_loop_state &s = a.loop.control->state;
    const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    if (!is_due(a) || s.frontier.in_bits) {
        return;
    }
    const mg_loop_entry *const queue = queue_of(a);
    for (uint32_t i = thread; i < s.frontier.entries; i += threads) {
        const mg_loop_entry entry = queue[i];
        mg_clear_claims(a.loop, a.loop.frontier.claim[0], entry.vertex);
        mg_clear_claims(a.loop, a.loop.frontier.claim[1], entry.vertex);
        if (entry.length & MG_ENTRY_FIRST) {
            atomicOr(&a.bits[a.part][entry.vertex >> 5], 1u << (entry.vertex & 31u));
        }
    }
    if (a.first_hit) { /* vertices that the last iteration rejected: mg_clear_rejected */
        const uint32_t *const touched = a.loop.frontier.touched + (s.iteration & 1u ? 0 : a.loop.n);
        for (uint32_t i = thread; i < s.frontier.touched; i += threads) {
            mg_clear_claims(a.loop, a.loop.frontier.claim[(s.iteration & 1u) ^ 1u], touched[i]);
        }
    }
}

/* Copies a small block; a.bytes is the same for all threads. */
static __device__ __forceinline__ void copy_bytes(char *to, const char *from, uint32_t bytes) {
    if (bytes % 8 == 0) {
        for (uint32_t i = 0; i < bytes; i += 8) {
            *(unsigned long long *)(to + i) = *(const volatile unsigned long long *)(from + i);
        }
    } else if (bytes % 4 == 0) {
        for (uint32_t i = 0; i < bytes; i += 4) {
            *(uint32_t *)(to + i) = *(const volatile uint32_t *)(from + i);
        }
    } else {
        for (uint32_t i = 0; i < bytes; i++) {
            to[i] = *(const volatile char *)(from + i);
        }
    }
}

/* Sends the labels or states of the active vertices among 32 words from `first`; `word`: the lane's. All lanes call. */
static __device__ void send_states(const mg_exchange_args &a, uint32_t first, uint32_t word) {
    const uint32_t lane = threadIdx.x & 31u;
    for (uint32_t left = __ballot_sync(ALL, word != 0); left; left &= left - 1) {
        const int of = __ffs(left) - 1;
        const uint32_t v = (first + of) * 32 + lane;
        if (!(__shfl_sync(ALL, word, of) >> lane & 1u)) {
            continue;
        }
        const uint64_t at = (uint64_t)v * a.state_size;
        for (uint32_t p = 0; p < a.parts; p++) {
            if (p != a.part) {
                copy_bytes((a.sends == MG_SEND_LABELS ? a.state[p] : a.inbox[p]) + at, a.state[a.part] + at, a.bytes);
            }
        }
    }
    __syncwarp();
}

/* What this part counted, to all parts; one thread calls. */
static __device__ void send_counts(const mg_exchange_args &a) {
    const mg_loop_control *const c = a.loop.control;
    mg_part_counts found = {c->state.frontier.vertices, c->state.frontier.edges, 0, 0xffffffffu, 0, {}};
    if (a.has_windows) {
        found.far_count = c->far_count[c->state.near_far.splits % 3];
        found.far_min = c->far_min[c->state.near_far.splits % 3];
    }
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        found.totals[k] = c->state.totals[k];
    }
    for (uint32_t p = 0; p < a.parts; p++) {
        if (a.direct || p == a.part) {
            a.counts[p][a.part] = found;
        }
    }
}

static __global__ void send_kernel(const __grid_constant__ mg_exchange_args a) {
    const mg_loop_state &s = a.loop.control->state;
    const uint32_t lane = threadIdx.x & 31u, warps = gridDim.x * blockDim.x / 32;
    const uint32_t end = (a.loop.own_end + 31) / 32, own = a.loop.own_begin / 32;
    const uint32_t *const from = s.frontier.in_bits ? a.loop.frontier.bits[s.frontier.current_bitmap] : a.bits[a.part];
    unsigned long long sent = 0;
    if (!is_due(a)) {
        return;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        send_counts(a);
    }
    for (uint32_t first = own + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32; first < end; first += warps * 32) {
        const uint32_t i = first + lane, word = i < end ? from[i] : 0;
        if (word && s.frontier.in_bits) {
            a.bits[a.part][i] = word;
        }
        for (uint32_t p = 0; a.direct && p < a.parts; p++) {
            if (word && p != a.part) {
                a.bits[p][i] = word;
            }
        }
        sent += word ? sizeof word + (a.sends == MG_SEND_BITS ? 0 : a.bytes * __popc(word)) : 0;
        if (a.sends != MG_SEND_BITS && a.direct) {
            send_states(a, first, word);
        }
    }
    sent = mg_warp_sum(sent);
    if (a.direct && lane == 0 && sent) {
        atomicAdd(a.bytes_sent, sent * (a.parts - 1));
    }
}

/* A word per lane: the active vertices of a warp's words have consecutive places. */
static __global__ void list_kernel(const __grid_constant__ mg_list_args l) {
    const mg_exchange_args &a = l.exchange;
    const uint32_t lane = threadIdx.x & 31u, warps = gridDim.x * blockDim.x / 32;
    const uint32_t end = (a.loop.own_end + 31) / 32, own = a.loop.own_begin / 32;
    if (!is_due(a)) {
        return;
    }
    for (uint32_t first = own + (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32; first < end; first += warps * 32) {
        const uint32_t word = first + lane < end ? a.bits[a.part][first + lane] : 0, count = __popc(word);
        uint32_t before = count, base = 0;
        for (uint32_t step = 1; step < 32; step *= 2) {
            const uint32_t left = __shfl_up_sync(ALL, before, step);
            before += lane >= step ? left : 0;
        }
        if (lane == 31 && before) {
            base = atomicAdd(l.count, before);
        }
        uint32_t at = __shfl_sync(ALL, base, 31) + before - count;
        for (uint32_t left = word; left; left &= left - 1, at++) {
            const uint32_t v = (first + lane) * 32 + (uint32_t)__ffs(left) - 1;
            if (at < l.most) {
                l.vertices[at] = v;
                copy_bytes(l.states + (uint64_t)at * a.state_size, a.state[a.part] + (uint64_t)v * a.state_size,
                           a.state_size);
            }
        }
    }
}

static __global__ void take_lists_kernel(const __grid_constant__ mg_list_args l) {
    const mg_exchange_args &a = l.exchange;
    if (!is_due(a)) {
        return;
    }
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < l.total; i += gridDim.x * blockDim.x) {
        if (i >= l.own_from && i < l.own_to) {
            continue;
        }
        const uint32_t v = l.vertices[i];
        atomicOr(&a.bits[a.part][v >> 5], 1u << (v & 31u));
        copy_bytes(a.inbox[a.part] + (uint64_t)v * a.state_size, l.states + (uint64_t)i * a.state_size, a.state_size);
    }
}

/* The states that other parts sent with a word of bits, from the inbox to the states. */
static __device__ void take_states(const mg_exchange_args &a, uint32_t at, uint32_t word) {
    for (uint32_t left = word; left; left &= left - 1) {
        const uint32_t v = at * 32 + (uint32_t)__ffs(left) - 1;
        if (v < a.loop.own_begin || v >= a.loop.own_end) {
            copy_bytes(a.state[a.part] + (uint64_t)v * a.state_size, a.inbox[a.part] + (uint64_t)v * a.state_size,
                       a.bytes);
        }
    }
}

/* How the phase goes on, from the counts of all parts. */
static __device__ void decide(const mg_exchange_args &a, mg_loop_state &s) {
    mg_part_sums sums = {0, 0, 0, 0xffffffffu};
    double totals[MG_LOOP_TOTALS] = {};
    for (uint32_t p = 0; p < a.parts; p++) {
        const mg_part_counts &c = a.counts[a.part][p];
        sums.vertices += c.vertices;
        sums.edges += c.edges;
        sums.waiting += c.far_count;
        sums.least = c.far_count && c.far_min < sums.least ? c.far_min : sums.least;
        for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
            totals[k] += c.totals[k];
        }
    }
    for (uint32_t k = 0; k < MG_LOOP_TOTALS; k++) {
        s.totals[k] = totals[k];
    }
    mg_part_decide(a.loop, {a.label != 0, a.first_hit != 0, a.has_needs != 0}, sums, s);
}

/* True in one thread of the last block to arrive. */
static __device__ bool is_last_block(uint32_t *done) {
    __syncthreads();
    bool last = false;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
        __threadfence();
    }
    return last;
}

static __global__ void merge_kernel(const __grid_constant__ mg_exchange_args a) {
    mg_loop_control *const c = a.loop.control;
    const uint32_t words = (a.loop.n + 31) / 32;
    if (!is_due(a)) {
        return;
    }
    uint32_t *const bits = a.loop.frontier.bits[c->state.frontier.current_bitmap], *const all = a.bits[a.part];
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        const uint32_t word = all[i];
        bits[i] = word;
        if (word) {
            all[i] = 0;
            if (a.sends == MG_SEND_STATES) {
                take_states(a, i, word);
            }
        }
    }
    if (is_last_block(a.blocks_done)) {
        decide(a, c->state);
        c->arrived = 0;
        *a.blocks_done = 0;
        *(volatile unsigned long long *)a.host_progress = (unsigned long long)(a.round + 1) << 32 | c->state.outcome;
    }
}

/* Enough blocks for a thread per element, at most BLOCKS_PER_SM per multiprocessor. */
static uint32_t blocks_for(uint64_t elements, uint32_t sms) {
    const uint64_t needed = elements / THREADS + 1, most = (uint64_t)BLOCKS_PER_SM * sms;
    return (uint32_t)(needed < most ? needed : most);
}

extern "C" cudaError_t mg__launch_send(const mg_exchange_args *a, uint32_t sms, cudaStream_t stream) {
    mark_kernel<<<sms, THREADS, 0, stream>>>(*a);
    send_kernel<<<blocks_for((a->loop.own_end - a->loop.own_begin) / 32 + 1, sms), THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_list(const mg_list_args *l, uint32_t sms, cudaStream_t stream) {
    const mg_loop_args &a = l->exchange.loop;
    list_kernel<<<blocks_for((a.own_end - a.own_begin) / 32 + 1, sms), THREADS, 0, stream>>>(*l);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_take_lists(const mg_list_args *l, uint32_t sms, cudaStream_t stream) {
    take_lists_kernel<<<blocks_for(l->total, sms), THREADS, 0, stream>>>(*l);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_merge(const mg_exchange_args *a, uint32_t sms, cudaStream_t stream) {
    merge_kernel<<<blocks_for(a->loop.n / 32 + 1, sms), THREADS, 0, stream>>>(*a);
    return cudaGetLastError();
}
