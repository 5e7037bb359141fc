/* SPDX-License-Identifier: Apache-2.0
 *
 * rows.cuh: an iteration in which every vertex receives over all its edges, row by row: topology-driven phases without
 * panels. A lane takes a row, a warp 32 adjacent ones; what a row wants first was asked for while the rows before it
 * were worked on. Longer rows are shared by the warp; those longer than MG_LONG_ROW are cut into pieces, which a launch
 * of their own adds up first. Nothing is atomic and every sum has its order, so that results repeat.
 */
#ifndef MG_CORE_CUDA_KERNEL_ROWS_CUH
#define MG_CORE_CUDA_KERNEL_ROWS_CUH

#include "core/cuda/kernel/dense.cuh"
#include "core/cuda/kernel/row_warp.cuh"

#define MG_ROW_AHEAD 4u  /* edges that are asked for ahead */
#define MG_ROW_ALONE 16u /* edges that a lane looks at before the warp helps */

/* The edges of a launch as a lane reads them. */
template <typename Policy, typename Offset>
struct mg_row_reader {
    typedef typename Policy::bits B;
    const mg_dense_args &a;
    const void *x; /* what vertices send in this iteration; NULL: it has not begun */

    __device__ __forceinline__ mg_row_reader(const mg_dense_args &args) : a(args), x(nullptr) {
    }
    __device__ __forceinline__ void begin(uint32_t iteration) {
        x = iteration & 1u ? a.other_x : a.x;
    }
    __device__ __forceinline__ const void *state_of(uint32_t v) const {
        return (const char *)a.loop.state + (uint64_t)v * Policy::state_size();
    }
    __device__ __forceinline__ uint64_t begin_of(uint32_t side, uint32_t v) const {
        return mg_offset<Offset>(a.loop.receive[side].offsets, v);
    }
    /* What u sends, as it travels: nothing is made of it yet, so nothing waits for it. */
    __device__ __forceinline__ B sent(uint32_t u) const {
        if (Policy::properties() & MG_SOURCE_ID) {
            return (B)u;
        }
        return mg_load_sent<Policy>(x, u);
    }
    /* As it travels, what adds nothing where edges leave it as it is. */
    __device__ __forceinline__ static B nothing() {
        if constexpr (sizeof(B) == 8) {
            if (mg_rounds<Policy>()) {
                return mg_narrow(Policy::identity());
            }
        }
        return Policy::identity();
    }
    __device__ __forceinline__ B edge(uint32_t side, uint64_t e, B sent, const void *state) const {
        const B value = Policy::properties() & MG_SOURCE_ID ? sent : mg_arrived<Policy>(sent);
        return Policy::edge(a.loop.params, value, a.loop.receive[side].weights, e, state);
    }
    __device__ __forceinline__ B arriving(uint32_t side, uint64_t e, uint32_t u, const void *state) const {
        return edge(side, e, sent(u), state);
    }
    /* The edges of one row by the whole warp. */
    __device__ __forceinline__ B by_warp(uint32_t side, uint64_t begin, uint64_t end, const void *state) const {
        const auto one = [&](uint64_t e) { return arriving(side, e, a.loop.receive[side].neighbours[e], state); };
        return mg_edges_by_warp<Policy>(
            begin, end, [&](uint64_t e) { return mg_four_edges<Policy>(e, 32, end, one); }, [](B) { return false; });
    }
    /* The rest of the lanes' rows: a few edges each alone, what is left one row after the other. All lanes call. */
    __device__ __forceinline__ B rest(uint32_t side, uint64_t begin, uint64_t end, B got, const void *state) const {
        const uint64_t alone = end - begin < MG_ROW_ALONE ? end : begin + MG_ROW_ALONE;
#pragma unroll 1
        for (; begin < alone; begin += 4) {
            const auto one = [&](uint64_t e) { return arriving(side, e, a.loop.receive[side].neighbours[e], state); };
            got = mg_combine<Policy>(got, mg_four_edges<Policy>(begin, 1, alone, one));
        }
#pragma unroll 1
        for (uint32_t left = __ballot_sync(MG_ALL_LANES, alone < end); left; left &= left - 1) {
            const int lane = __ffs(left) - 1;
            const void *receiver = (const void *)__shfl_sync(MG_ALL_LANES, (unsigned long long)state, lane);
            const B mine =
                by_warp(side, __shfl_sync(MG_ALL_LANES, alone, lane), __shfl_sync(MG_ALL_LANES, end, lane), receiver);
            got = lane == (int)mg_lane() ? mg_combine<Policy>(got, mine) : got;
        }
        return got;
    }
    /* The sums of the pieces of the lanes' long rows. All lanes call. */
    __device__ __forceinline__ B long_rows(bool is_long, uint32_t v, uint32_t pieces) const {
        B got = Policy::identity();
#pragma unroll 1
        for (uint32_t left = __ballot_sync(MG_ALL_LANES, is_long); left; left &= left - 1) {
            const int lane = __ffs(left) - 1;
            const uint32_t first = a.first_piece[__shfl_sync(MG_ALL_LANES, v, lane)];
            const uint32_t count = __shfl_sync(MG_ALL_LANES, pieces, lane);
            B mine = Policy::identity();
#pragma unroll 1
            for (uint32_t i = mg_lane(); i < count; i += 32) {
                mine = mg_combine<Policy>(mine, ((const B *)a.sums)[first + i]);
            }
            mine = mg_combine_lanes<Policy>(mine);
            got = lane == (int)mg_lane() ? mine : got;
        }
        return got;
    }
};

/* Pieces of a row of so many edges on one side; 0 for rows that are not long. */
MG_DEVICE uint32_t mg_row_pieces(uint64_t length) {
    return (uint32_t)((length + MG_LONG_ROW - 1) / MG_LONG_ROW);
}

/* The rows of one warp's lanes, one group after the other. While a group is worked on, what its next one's first
 * neighbours send is on its way, the first neighbours of the one after that, and the offsets of the one after that.
 * `plain`: no row has a second side or pieces. */
template <typename Policy, typename Offset, bool plain>
struct mg_row_walk {
    typedef typename Policy::bits B;
    const mg_row_reader<Policy, Offset> &r;
    const mg_dense_args &a;
    const uint32_t threads;
    Offset begin[3], length[2], end;  /* of this group, the next one, and the one after that */
    uint32_t neighbour[MG_ROW_AHEAD]; /* of the next group, */
    B sent[MG_ROW_AHEAD];             /* and what is sent to this one */

    /* v: the lane's first row; from the number of vertices on it has none. What comes before `start` reads nothing that
     * a launch writes. */
    __device__ __forceinline__ mg_row_walk(const mg_row_reader<Policy, Offset> &reader, uint32_t v, uint32_t stride)
        : r(reader), a(reader.a), threads(stride) {
        const uint32_t left = v < a.loop.n ? a.loop.n - v : 0;
        Offset ends[3];
#pragma unroll
        for (uint32_t i = 0; i < 3; i++) {
            ask_offsets(i, v + i * threads, left > (uint64_t)i * threads);
            ends[i] = end;
        }
        length[0] = ends[0] - begin[0];
        length[1] = ends[1] - begin[1];
        ask_neighbours(0);
    }
    /* Once the reader has begun. */
    __device__ __forceinline__ void start() {
        ask_sent(0);
        ask_neighbours(1);
    }
    __device__ __forceinline__ void ask_offsets(uint32_t i, uint32_t v, bool valid) {
        begin[i] = end = 0;
        if (valid) {
            begin[i] = (Offset)r.begin_of(0, v);
            end = (Offset)r.begin_of(0, v + 1);
        }
    }
    __device__ __forceinline__ void ask_neighbours(uint32_t i) {
        const uint32_t *first = a.loop.receive[0].neighbours + begin[i];
        asm("" : "+l"(first)); /* else the compiler makes the address of each on its own */
#pragma unroll
        for (uint32_t k = 0; k < MG_ROW_AHEAD; k++) {
            neighbour[k] = k < length[i] ? __ldg(first + k) : 0;
        }
    }
    /* Where there is no edge, what changes nothing. */
    __device__ __forceinline__ void ask_sent(uint32_t i) {
#pragma unroll
        for (uint32_t k = 0; k < MG_ROW_AHEAD; k++) {
            sent[k] = k < length[i] ? r.sent(neighbour[k]) : r.nothing();
        }
    }
    /* What the first edges bring, of which there are `count` in all. */
    __device__ __forceinline__ B first_edges(Offset from, Offset count, const B *now, const void *state) const {
        if constexpr (sizeof(B) == 8) {
            if (mg_rounds<Policy>() && !(Policy::has() & MG_HAS_EDGE)) { /* four floats are added as they are */
                typedef mg_rounded<Policy> R;
                return mg_widen(mg_combine<R>(mg_combine<R>((uint32_t)now[0], (uint32_t)now[1]),
                                              mg_combine<R>((uint32_t)now[2], (uint32_t)now[3])));
            }
        }
        B got = Policy::identity();
#pragma unroll
        for (uint32_t k = 0; k < MG_ROW_AHEAD; k++) {
            const bool has = k < count || (!(Policy::has() & MG_HAS_EDGE) && !(Policy::properties() & MG_SOURCE_ID));
            got = mg_combine<Policy>(got, has ? r.edge(0, from + k, now[k], state) : Policy::identity());
        }
        return got;
    }
    /* What row v receives, and its length on the first side; asks for the rows that come next, of which the lane has
     * one for each `threads` of the `left` ones from v on. All lanes call. */
    __device__ __forceinline__ B receive(uint32_t v, uint32_t left, Offset *row_length) {
        const Offset from = begin[0], count = length[0];
        const void *state = r.state_of(v);
        const bool at_once = !(Policy::has() & MG_HAS_EDGE); /* what came is added up: nothing else is asked for */
        uint64_t second = 0, from_second = 0;
        B now[MG_ROW_AHEAD], got = Policy::identity();
        *row_length = count;
        if (at_once) {
            got = first_edges(from, count, sent, state);
        } else {
#pragma unroll
            for (uint32_t k = 0; k < MG_ROW_AHEAD; k++) {
                now[k] = sent[k];
            }
        }
        ask_sent(1);
        begin[0] = begin[1];
        length[0] = length[1];
        begin[1] = begin[2];
        length[1] = end - begin[2];
        ask_neighbours(1);
        ask_offsets(2, v + 3 * threads, left > 3ull * threads);
        if (!plain && a.loop.sides == 2 && left) {
            from_second = r.begin_of(1, v);
            second = r.begin_of(1, v + 1) - from_second;
        }
        const bool is_long = !plain && count + second > MG_LONG_ROW;
        if (!at_once && !is_long) {
            got = first_edges(from, count, now, state);
        }
        const bool more = !is_long && count > MG_ROW_AHEAD;
        if (__any_sync(MG_ALL_LANES, more)) { /* seldom: where it began is asked for again, a register less */
            const Offset again = more ? (Offset)r.begin_of(0, v) : 0;
            got = r.rest(0, more ? again + MG_ROW_AHEAD : 0, more ? again + count : 0, got, state);
        }
        if (!plain && a.loop.sides == 2) {
            got = r.rest(1, from_second, from_second + (is_long ? 0 : second), got, state);
        }
        if (!plain && a.pieces) {
            const B longer = r.long_rows(is_long, v, mg_row_pieces(count) + mg_row_pieces(second));
            got = is_long ? longer : got;
        }
        return got;
    }
};

/* A vertex as the callbacks see it. */
template <typename Policy, typename Offset>
MG_DEVICE mg_ctx mg_row_context(const mg_dense_args &a, uint32_t v, bool known, uint64_t length) {
    const mg_loop_args &l = a.loop;
    mg_ctx ctx;
    ctx.vertex = v;
    ctx.lane = 0;
    ctx.iteration = l.control->state.iteration;
    ctx.out_degree =
        mg_saturate(known ? length : mg_offset<Offset>(l.out_offsets, v + 1) - mg_offset<Offset>(l.out_offsets, v));
    ctx.in_degree = 0;
    if (Policy::properties() & MG_IN_DEGREE) {
        ctx.in_degree = mg_saturate(mg_offset<Offset>(l.in_offsets, v + 1) - mg_offset<Offset>(l.in_offsets, v));
    }
    ctx.totals = l.control->state.totals;
    ctx.vertices = l.n;
    return ctx;
}

/* The update of every vertex, and what it sends next where that is known. `plain`: the edges on which a vertex
 * receives, all of the first side, are as many as it sends along, and no row is cut into pieces. */
template <typename Policy, typename Offset, bool plain>
MG_DEVICE void mg_rows_update(const mg_dense_args &a) {
    typedef typename Policy::bits B;
    __shared__ mg_near<Policy> near;
    const uint32_t threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x;
    mg_row_reader<Policy, Offset> reader(a);
    mg_row_walk<Policy, Offset, plain> walk(reader, thread, threads);
    mg_follow();
    if (!mg_begin_iteration(a)) {
        return;
    }
    reader.begin(a.loop.control->state.iteration);
    near.load(a);
    walk.start();
    mg_dense_count<Policy> count;
    const bool same = plain || (a.loop.sides == 1 && a.loop.out_offsets == a.loop.receive[0].offsets);
    void *const next_x = reader.x == a.x ? a.other_x : a.x;
    mg_own_state<Policy> next;
    if (thread < a.loop.n) {
        next.load((void *)reader.state_of(thread));
    }
    __syncthreads();
    const void *const params = near.parameters(a);
#pragma unroll 1
    for (uint32_t base = thread - mg_lane(); base < a.loop.n; base += threads) {
        const uint32_t v = base + mg_lane(), left = v < a.loop.n ? a.loop.n - v : 0;
        Offset length;
        mg_own_state<Policy> own = next;
        if (left > threads) {
            next.load((void *)reader.state_of(v + threads));
        }
        const B got = walk.receive(v, left, &length);
        if (left) {
            own.at = (void *)reader.state_of(v); /* as it was, but not kept in registers */
            void *const state = own.get();
            mg_ctx ctx = mg_row_context<Policy, Offset>(a, v, same, length);
            ctx.iteration = near.iteration;
            ctx.totals = near.totals;
            const bool wants = !(Policy::has() & MG_HAS_NEEDS) || Policy::needs(params, state);
            count.vertices += Policy::apply(&ctx, params, state, wants ? got : Policy::identity(), count.add);
            if (a.sends_ahead) {
                mg_put_sent<Policy>(next_x, v, Policy::scatter(&ctx, params, state));
            }
            own.store();
        }
    }
    mg_end_rows(a, count, true);
}

template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_apply(const mg_dense_args &a) {
    const bool same = a.loop.sides == 1 && a.loop.out_offsets == a.loop.receive[0].offsets;
    if (same && !a.pieces) {
        mg_rows_update<Policy, Offset, true>(a);
    } else {
        mg_rows_update<Policy, Offset, false>(a);
    }
}

/* What every vertex sends in the coming iteration. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_load(const mg_dense_args &a) {
    mg_row_reader<Policy, Offset> reader(a);
    reader.begin(a.loop.control->state.iteration);
    for (uint32_t v = blockIdx.x * blockDim.x + threadIdx.x; v < a.loop.n; v += gridDim.x * blockDim.x) {
        const mg_ctx ctx = mg_row_context<Policy, Offset>(a, v, false, 0);
        mg_put_sent<Policy>((void *)reader.x, v, Policy::scatter(&ctx, a.loop.params, (void *)reader.state_of(v)));
    }
}

/* First states; long rows are cut, the pieces of a row after each other. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_init(const mg_dense_args &a) {
    const mg_row_reader<Policy, Offset> reader(a);
    mg_dense_count<Policy> count;
    for (uint32_t v = blockIdx.x * blockDim.x + threadIdx.x; v < a.loop.n; v += gridDim.x * blockDim.x) {
        const mg_ctx ctx = mg_row_context<Policy, Offset>(a, v, false, 0);
        Policy::init(&ctx, a.loop.params, (void *)reader.state_of(v));
        count.vertices++;
        uint64_t length[2] = {0, 0};
        for (uint32_t side = 0; side < a.loop.sides; side++) {
            length[side] = reader.begin_of(side, v + 1) - reader.begin_of(side, v);
        }
        if (length[0] + length[1] > MG_LONG_ROW) {
            const uint32_t own = mg_row_pieces(length[0]) + mg_row_pieces(length[1]);
            const uint32_t first = atomicAdd(a.cursor, own);
            a.first_piece[v] = first;
            for (uint32_t i = 0; i < own; i++) {
                a.piece_of[first + i] = v;
            }
        }
    }
    mg_end_rows(a, count, false);
}

/* The sums of the pieces of long rows, a warp each. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_pieces(const mg_dense_args &a) {
    typedef typename Policy::bits B;
    mg_row_reader<Policy, Offset> reader(a);
    const uint32_t warps = gridDim.x * blockDim.x / 32;
    reader.begin(a.loop.control->state.iteration);
#pragma unroll 1
    for (uint32_t i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < a.pieces; i += warps) {
        const uint32_t v = a.piece_of[i];
        uint32_t rank = i - a.first_piece[v], side = 0;
        uint64_t begin = reader.begin_of(0, v), end = reader.begin_of(0, v + 1);
        if (rank >= mg_row_pieces(end - begin)) {
            rank -= mg_row_pieces(end - begin);
            side = 1;
            begin = reader.begin_of(1, v);
            end = reader.begin_of(1, v + 1);
        }
        begin += (uint64_t)rank * MG_LONG_ROW;
        end = end - begin < MG_LONG_ROW ? end : begin + MG_LONG_ROW;
        const B sum = reader.by_warp(side, begin, end, reader.state_of(v));
        if (mg_lane() == 0) {
            ((B *)a.sums)[i] = sum;
        }
    }
}

/* An update waits by itself. */
template <typename Policy, typename Offset>
MG_DEVICE void mg_rows_steps(const mg_dense_args &a) {
    if (a.role == MG_DENSE_APPLY) {
        mg_rows_apply<Policy, Offset>(a);
        return;
    }
    mg_follow();
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
