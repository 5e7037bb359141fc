/* SPDX-License-Identifier: Apache-2.0
 *
 * team_loop.cuh: the loop kernel of a team. Each device runs it on its part of the graph; all are resident at the same
 * time. It takes the steps of the loop kernel in grid scope. After each iteration it writes the own words of the next
 * frontier's bitmap, and for label programs the labels, to all devices, waits for the others at a barrier, and decides
 * from the counts of all. Only phases without `scatter` and totals.
 *
 * The three bitmaps rotate by iterations, whether these push or pull: b is read, b + 1 receives the next frontier from
 * all devices, b + 2 is cleared. A part that is ahead writes to b + 2 only after all have passed the next barrier.
 *
 * Thread-to-work mapping: that of the steps; a thread per queue entry (mark), a lane per bitmap word and then per
 * vertex (send). Shared memory: that of the loop kernel, and the reports of all parts.
 */
#ifndef MG_CORE_CUDA_MULTI_TEAM_LOOP_CUH
#define MG_CORE_CUDA_MULTI_TEAM_LOOP_CUH

#include "core/cuda/kernel/loop/loop.cuh"
#include "core/cuda/multi/part_choice.cuh"
#include "core/cuda/multi/team_barrier.cuh"

/* Bitmap to queue; clears the bitmap after the next. A warp takes 32 words, a lane each, then each word together. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_team_to_queue(const mg_block_step<Policy> &w) {
    const uint32_t *const bits = w.bits_now();
    uint32_t *const old = w.bits_old();
    mg_loop_entry *const out = w.queue_out();
    const uint32_t words = (w.a.n + 31) / 32, warps = w.threads() / 32;
    mg_pending pending = w.pending();
#pragma unroll 1
    for (uint32_t base = w.thread() / 32 * 32; base < words; base += warps * 32) {
        const uint32_t i = base + mg_warp_lane(), mine = i < words ? bits[i] : 0;
        if (i < words) {
            old[i] = 0;
        }
#pragma unroll 1
        for (uint32_t full = __ballot_sync(MG_ALL_LANES, mine != 0); full; full &= full - 1) {
            const int lane = __ffs(full) - 1;
            const uint32_t word = __shfl_sync(MG_ALL_LANES, mine, lane);
            mg_queue_outlined<Policy, Offset>(w, out, pending, word >> mg_warp_lane() & 1u,
                                              (base + lane) * 32 + mg_warp_lane(), false, false);
        }
    }
    if (pending.count) {
        mg_queue_outlined<Policy, Offset>(w, out, pending, false, 0, true, false);
    }
}

/* A step and its decision. It ends with MG_LOOP_EXCHANGE where it found a frontier. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_team_step(mg_block_step<Policy> &w) {
    mg_loop_state &s = w.shared.state;
    const uint32_t next = s.next, visited_known = s.first_hit.visited_known;
    const bool label = Policy::properties() & MG_LABEL;
    mg_begin_step(w, mg_probes_largest<Policy>(w.a) ? sizeof(mg_step_counter_set) : sizeof(mg_step_counters));
    if (next == MG_STEP_INIT) {
        mg_step_init<Policy, Offset>(w);
    } else if (next == MG_STEP_SPARSE) {
        mg_step_sparse<Policy, Offset>(w);
    } else if (next == MG_STEP_TO_QUEUE) {
        mg_team_to_queue<Policy, Offset>(w);
    } else if (label) {
        mg_step_split<Policy, Offset>(w);
    } else if (next == MG_STEP_PULL) {
        mg_step_pull<Policy, Offset>(w);
    } else {
        mg_step_unset_bits(w);
    }
    mg_barrier_begin(w.scope, &w.a.control->arrived, w.target);
    if (threadIdx.x == 0) {
        mg_decide(w);
        if (next == MG_STEP_TO_QUEUE) {
            s.frontier.current_bitmap = mg_bits_after(s.frontier.current_bitmap); /* as after a pull */
            s.first_hit.visited_known = visited_known == MG_VISITED_INITIAL ? MG_VISITED_INITIAL : MG_VISITED_UNKNOWN;
        }
        if (s.next != MG_STEP_UNSET_BITS) {
            s.first_hit.push_to_bits = s.next == MG_STEP_SPARSE && mg_expects_pull<Policy>(w.a, s);
        }
    }
    __syncthreads();
}

/* Shared memory of a thread block, beside mg_loop_shared. */
struct mg_team_shared {
    unsigned long long sent; /* bytes, by this block */
    uint32_t reports[MG_TEAM_MAX * MG_REPORT_WORDS];
};

/* A launch, as a thread block sees it. */
template <typename Policy>
struct mg_team_frame {
    typedef typename Policy::bits B;
    const mg_team_loop_args &t;
    mg_block_step<Policy> &w;
    mg_team_shared &shared;
    uint64_t end_ns;   /* of the time slice */
    uint32_t barriers; /* that were passed */

    __device__ __forceinline__ uint32_t *bits_of(uint32_t part) const {
        return t.bits[part][w.shared.state.frontier.current_bitmap];
    }
    __device__ __forceinline__ static bool sends_labels() {
        return Policy::properties() & MG_LABEL;
    }
    __device__ __forceinline__ void send_label(uint32_t v) const {
        const uint64_t at = (uint64_t)v * Policy::state_size();
        const B label = *(const volatile B *)(t.state[t.part] + at);
        for (uint32_t p = 0; p < t.parts; p++) {
            if (p != t.part) {
                *(B *)(t.state[p] + at) = label;
            }
        }
    }
    /* Counts the bytes of the lanes' words and vertices. All lanes call. */
    __device__ __forceinline__ void count_sent(uint32_t words, uint32_t vertices) const {
        const uint32_t bytes = mg_warp_sum(words * 4 + (sends_labels() ? vertices * (uint32_t)sizeof(B) : 0));
        if (mg_warp_lane() == 0 && bytes) {
            atomicAdd(&shared.sent, (t.parts - 1ull) * bytes);
        }
    }
};

/* Is the frontier so small that its bits are set one by one on all devices? That saves a barrier of the own blocks. */
template <typename Policy>
MG_DEVICE bool mg_sends_singly(const mg_team_frame<Policy> &f) {
    return f.t.atomics && !f.w.shared.state.frontier.in_bits && f.w.shared.state.frontier.entries <= f.w.threads() / 32;
}

/* Sets the bit of a vertex of the queue on all other devices. */
template <typename Policy>
MG_DEVICE void mg_team_send_one(const mg_team_frame<Policy> &f, uint32_t v) {
    for (uint32_t p = 0; p < f.t.parts; p++) {
        if (p != f.t.part) {
            atomicOr(&f.bits_of(p)[v >> 5], 1u << (v & 31u));
        }
    }
    if (f.sends_labels()) {
        f.send_label(v);
    }
}

/* The bits of a frontier that is a queue; clears the claims of its vertices, as a conversion to a bitmap does. */
template <typename Policy>
MG_DEVICE void mg_team_mark(const mg_team_frame<Policy> &f) {
    const mg_block_step<Policy> &w = f.w;
    const mg_loop_state &s = w.shared.state;
    const mg_loop_entry *const queue = w.queue_in();
    const bool singly = mg_sends_singly(f);
#pragma unroll 1
    for (uint32_t base = w.thread() - mg_warp_lane(); base < s.frontier.entries; base += w.threads()) {
        const bool have = base + mg_warp_lane() < s.frontier.entries;
        const mg_loop_entry entry = queue[have ? base + mg_warp_lane() : base];
        const bool marks = have && (entry.length & MG_ENTRY_FIRST);
        mg_clear_claims(w.a, w.a.frontier.claim[0], entry.vertex);
        mg_clear_claims(w.a, w.a.frontier.claim[1], entry.vertex);
        if (marks) {
            atomicOr(&w.bits_now()[entry.vertex >> 5], 1u << (entry.vertex & 31u));
            if (singly) {
                mg_team_send_one(f, entry.vertex);
            }
        }
        if (singly) {
            f.count_sent(marks, marks);
        }
    }
    if (Policy::properties() & MG_FIRST_HIT) {
        mg_clear_rejected(w);
    }
}

/* Sends the own words that are not 0, with labels. */
template <typename Policy>
MG_DEVICE void mg_team_send(const mg_team_frame<Policy> &f) {
    const mg_block_step<Policy> &w = f.w;
    const uint32_t *const from = w.bits_now();
    const uint32_t end = (w.a.own_end + 31) / 32, warps = w.threads() / 32;
#pragma unroll 2
    for (uint32_t first = w.a.own_begin / 32 + w.thread() / 32 * 32; first < end; first += warps * 32) {
        const uint32_t i = first + mg_warp_lane(), word = i < end ? from[i] : 0;
        for (uint32_t p = 0; p < f.t.parts; p++) {
            if (word && p != f.t.part) {
                f.bits_of(p)[i] = word;
            }
        }
        f.count_sent(word != 0, __popc(word));
        if (f.sends_labels()) {
            for (uint32_t left = __ballot_sync(MG_ALL_LANES, word != 0); left; left &= left - 1) {
                const int lane = __ffs(left) - 1;
                if (__shfl_sync(MG_ALL_LANES, word, lane) >> mg_warp_lane() & 1u) {
                    f.send_label((first + lane) * 32 + mg_warp_lane());
                }
                __syncwarp();
            }
        }
    }
}

/* The report of this part. */
template <typename Policy>
MG_DEVICE void mg_team_found(const mg_team_frame<Policy> &f, uint32_t *words) {
    const mg_loop_state &s = f.w.shared.state;
    const volatile mg_loop_control *const c = f.w.a.control;
    words[MG_REPORT_VERTICES] = s.frontier.vertices;
    words[MG_REPORT_EDGES] = (uint32_t)s.frontier.edges;
    words[MG_REPORT_EDGES_HIGH] = (uint32_t)(s.frontier.edges >> 32);
    if (mg_has_windows<Policy>()) {
        words[MG_REPORT_FAR_COUNT] = c->far_count[s.near_far.splits % 3];
        words[MG_REPORT_FAR_MIN] = c->far_min[s.near_far.splits % 3];
    }
    words[MG_REPORT_STOP] = mg_nanoseconds() > f.end_ns;
    words[MG_REPORT_COMPLETE] =
        mg_may_skip_last<Policy>() && s.first_hit.unvisited_listed && s.first_hit.unvisited_entries == 0;
}

/* The next step, from the reports of all parts. One thread calls. */
template <typename Policy>
MG_DEVICE void mg_team_decide(const mg_team_frame<Policy> &f) {
    mg_loop_state &s = f.w.shared.state;
    mg_part_sums sums = {0, 0, 0, 0xffffffffu};
    bool stop = false, complete = true;
    for (uint32_t p = 0; p < f.t.parts; p++) {
        const uint32_t *const reports = f.shared.reports + p * MG_REPORT_WORDS;
        sums.vertices += reports[MG_REPORT_VERTICES];
        sums.edges += reports[MG_REPORT_EDGES] | (uint64_t)reports[MG_REPORT_EDGES_HIGH] << 32;
        sums.waiting += reports[MG_REPORT_FAR_COUNT];
        sums.least = reports[MG_REPORT_FAR_COUNT] ? min(sums.least, reports[MG_REPORT_FAR_MIN]) : sums.least;
        stop = stop || reports[MG_REPORT_STOP];
        complete = complete && reports[MG_REPORT_COMPLETE];
    }
    mg_part_decide(f.w.a,
                   {(Policy::properties() & MG_LABEL) != 0, (Policy::properties() & MG_FIRST_HIT) != 0,
                    (Policy::has() & MG_HAS_NEEDS) != 0},
                   sums, s);
    s.choice.estimated_ns = 0.0f; /* no time of a step shows its cost: barriers wait for other devices */
    if (complete && s.outcome == MG_LOOP_RUNNING) { /* skipped, but counted, as on one device */
        mg_close_iteration(f.w.a, s, MG_TRAVERSE_PULL, false);
        s.outcome = MG_LOOP_FINISHED;
    }
    s.outcome = stop && s.outcome == MG_LOOP_RUNNING ? MG_LOOP_SLICE : s.outcome;
}

/* Passes a barrier; a part that is lost ends the launch. All threads call. */
template <typename Policy>
MG_DEVICE bool mg_team_sync(mg_team_frame<Policy> &f) {
    const bool all = mg_team_barrier(
        f.t, ++f.barriers, [&](uint32_t *words) { mg_team_found(f, words); }, f.shared.reports);
    if (!all && threadIdx.x == 0) {
        f.w.shared.state.outcome = MG_TEAM_LOST;
    }
    return all;
}

/* Exchanges what the last step found. All threads call. */
template <typename Policy>
MG_DEVICE void mg_team_exchange(mg_team_frame<Policy> &f) {
    const mg_loop_state &s = f.w.shared.state;
    const bool first = s.step == 1, singly = mg_sends_singly(f);
    bool all = !first || mg_team_sync(f); /* the first time: until all have cleared their bitmaps */
    if (all && !s.frontier.in_bits) {
        mg_team_mark(f);
        if (!singly) {
            f.w.barrier();
        }
    }
    if (all && !singly) {
        mg_team_send(f);
    }
    all = all && mg_team_sync(f);
    if (all && threadIdx.x == 0) {
        mg_team_decide(f);
    }
    __syncthreads();
}

/* The kernel as a thread block runs it. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_team_loop(const mg_team_loop_args &t, mg_loop_shared<typename Policy::bits> &shared,
                            mg_team_shared &more) {
    uint32_t target = 0;
    mg_block_step<Policy> w = {t.loop, shared, MG_SCOPE_GRID, blockIdx.x, gridDim.x, target, nullptr};
    mg_team_box *const own = t.box[t.part];
    mg_team_frame<Policy> f = {t, w, more, mg_nanoseconds() + t.slice_ns, own->barriers};
    if (threadIdx.x == 0) {
        more.sent = 0;
    }
    if (!mg_begin_loop(t.loop, shared)) {
        return;
    }
#pragma unroll 1
    while (shared.state.outcome == MG_LOOP_RUNNING) {
        mg_team_step<Policy, Offset>(w);
        if (shared.state.outcome == MG_LOOP_EXCHANGE) {
            mg_team_exchange(f);
        }
    }
    if (threadIdx.x == 0 && more.sent) {
        atomicAdd(&own->bytes_sent, more.sent);
    }
    mg_end_loop(t.loop, shared);
    if (w.thread() == 0) {
        own->barriers = f.barriers;
    }
}

template <typename Policy, typename Offset>
__global__ void __launch_bounds__(MG_LOOP_THREADS, 4) mg_team_kernel(const __grid_constant__ mg_team_loop_args t) {
    __shared__ mg_loop_shared<typename Policy::bits> shared;
    __shared__ mg_team_shared more;
    mg_team_loop<Policy, Offset>(t, shared, more);
}

/* Exports the kernel for the phase `name`, which is the first of the program of that name. */
#define MG_TEAM_KERNEL(name)                                                                                           \
    extern "C" const void *const mg__team_kernel_##name;                                                               \
    const void *const mg__team_kernel_##name = (const void *)mg_team_kernel<typed_program<name##_tag>, uint32_t>;

#endif
