/* SPDX-License-Identifier: Apache-2.0
 *
 * rows.cuh: an iteration in which every vertex receives over all its edges, row by row: topology-driven phases without
 * panels. Thread-to-work mapping: a row per lane, 32 adjacent rows per warp; loads for later rows are prefetched
 * (row_pipeline.cuh). Longer rows are finished by the warp; rows longer than MG_LONG_ROW are cut into pieces, which a
 * separate launch sums first. Nothing is atomic and the order of every sum is fixed, so results are reproducible.
 * Shared memory: parameters and totals that every update reads.
 */
#ifndef MG_CORE_CUDA_KERNEL_ROWS_ROWS_CUH
#define MG_CORE_CUDA_KERNEL_ROWS_ROWS_CUH

#include "core/cuda/kernel/dense/dense.cuh"
#include "core/cuda/kernel/rows/row_pipeline.cuh"

/* A vertex as the callbacks see it. */
template <typename Policy, typename Offset>
MG_DEVICE mg_ctx mg_row_context(const mg_dense_args &a, uint32_t v) {
    const mg_loop_state &s = a.loop.control->state;
    return mg_make_context<Policy, Offset>(a.loop, v, s.iteration, s.totals);
}

/* Updates every vertex and, if fused, scatters for the next iteration. */
template <typename Policy, typename Offset, typename Pipeline>
MG_DEVICE void mg_rows_update(const mg_dense_args &a) {
    typedef typename Policy::bits B;
    __shared__ mg_update_inputs<Policy> inputs;
    const uint32_t threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    mg_row_reader<Policy, Offset> reader(a);
    Pipeline pipeline(reader, thread, threads);
    mg_wait_dependency();
    if (a.defers_decision) {
        reader.begin(a.iterations_done);
        pipeline.start(thread); /* overlaps with the decision */
        if (!mg_decide_previous<Policy>(a, inputs.totals)) {
            return;
        }
        inputs.load_parameters(a);
        inputs.iteration = a.iterations_done;
    } else {
        if (!mg_begin_iteration(a)) {
            return;
        }
        reader.begin(a.loop.control->state.iteration);
        inputs.load(a);
        pipeline.start(thread);
    }
    mg_dense_count<Policy> count;
    const bool same = a.loop.out_offsets == a.loop.receive[0].offsets;
    void *const next_x = reader.x == a.x ? a.x_odd : a.x;
    mg_cached_state<Policy> next;
    if (thread < a.loop.n) {
        next.load((void *)reader.state_of(thread));
    }
    __syncthreads();
    const void *const params = inputs.parameters(a);
#pragma unroll 1
    for (uint32_t base = thread - mg_warp_lane(); base < a.loop.n; base += threads) {
        const uint32_t v = base + mg_warp_lane(), left = v < a.loop.n ? a.loop.n - v : 0;
        Offset length;
        mg_cached_state<Policy> own = next;
        if (left > threads) {
            next.load((void *)reader.state_of(v + threads));
        }
        const B got = pipeline.receive(v, left, &length);
        if (left) {
            own.at = (void *)reader.state_of(v); /* recomputed, to save registers */
            void *const state = own.get();
            const mg_ctx ctx =
                mg_make_context<Policy, Offset>(a.loop, v, inputs.iteration, inputs.totals, same, length);
            const bool needed = !(Policy::has() & MG_HAS_NEEDS) || Policy::needs(params, state);
            count.vertices += Policy::apply(&ctx, params, state, needed ? got : Policy::identity(), count.add.part);
            if (a.fuses_scatter) {
                mg_store_sent<Policy>(next_x, v, Policy::scatter(&ctx, params, state));
            }
            own.store();
        }
    }
    mg_end_rows(a, count, true);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_apply(const mg_dense_args &a) {
    if (a.short_row_deltas) {
        mg_rows_update<Policy, Offset, mg_short_row_pipeline<Policy, Offset>>(a);
    } else if (!a.pieces) {
        mg_rows_update<Policy, Offset, mg_row_pipeline<Policy, Offset, true>>(a);
    } else {
        mg_rows_update<Policy, Offset, mg_row_pipeline<Policy, Offset, false>>(a);
    }
}

/* `scatter` of every vertex for the coming iteration. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_load(const mg_dense_args &a) {
    mg_row_reader<Policy, Offset> reader(a);
    reader.begin(a.loop.control->state.iteration);
    for (uint32_t v = blockIdx.x * blockDim.x + threadIdx.x; v < a.loop.n; v += gridDim.x * blockDim.x) {
        const mg_ctx ctx = mg_row_context<Policy, Offset>(a, v);
        mg_store_sent<Policy>((void *)reader.x, v, Policy::scatter(&ctx, a.loop.params, (void *)reader.state_of(v)));
    }
}

/* First states; cuts long rows into pieces. A row's pieces are adjacent. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_init(const mg_dense_args &a) {
    const mg_row_reader<Policy, Offset> reader(a);
    mg_dense_count<Policy> count;
    for (uint32_t v = blockIdx.x * blockDim.x + threadIdx.x; v < a.loop.n; v += gridDim.x * blockDim.x) {
        const mg_ctx ctx = mg_row_context<Policy, Offset>(a, v);
        Policy::init(&ctx, a.loop.params, (void *)reader.state_of(v));
        count.vertices++;
        const uint64_t length = reader.begin_of(v + 1) - reader.begin_of(v);
        if (length > MG_LONG_ROW) {
            const uint32_t own = mg_row_pieces(length), first = atomicAdd(a.cursor, own);
            a.first_piece[v] = first;
            for (uint32_t i = 0; i < own; i++) {
                a.piece_vertex[first + i] = v;
            }
        }
    }
    mg_end_rows(a, count, false);
}

/* Sums the pieces of long rows, a warp per piece. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_pieces(const mg_dense_args &a) {
    typedef typename Policy::bits B;
    mg_row_reader<Policy, Offset> reader(a);
    const uint32_t warps = gridDim.x * blockDim.x / 32;
    reader.begin(a.loop.control->state.iteration);
#pragma unroll 1
    for (uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < a.pieces; i += warps) {
        const uint32_t v = a.piece_vertex[i];
        const uint64_t begin = reader.begin_of(v) + (uint64_t)(i - a.first_piece[v]) * MG_LONG_ROW;
        const uint64_t end = reader.begin_of(v + 1);
        const uint64_t last = end - begin < MG_LONG_ROW ? end : begin + MG_LONG_ROW;
        const B sum = reader.by_warp(begin, last, reader.state_of(v));
        if (mg_warp_lane() == 0) {
            ((B *)a.sums)[i] = sum;
        }
    }
}

/* An update itself waits for the launch before. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_steps(const mg_dense_args &a) {
    if (a.role == MG_DENSE_APPLY) {
        mg_rows_apply<Policy, Offset>(a);
        return;
    }
    mg_wait_dependency();
    if (!mg_begin_iteration(a)) {
        return;
    }
    if (a.role == MG_DENSE_GATHER) {
        mg_rows_pieces<Policy, Offset>(a);
    } else if (a.role == MG_DENSE_LOAD) {
        mg_rows_load<Policy, Offset>(a);
    } else {
        mg_rows_init<Policy, Offset>(a);
    }
}

#endif
