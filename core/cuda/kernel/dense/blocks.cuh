/* SPDX-License-Identifier: Apache-2.0
 *
 * blocks.cuh: the sums of all rows over the blocks layout (blocks_args.h).
 *
 * Phase 1: a thread block takes a part of a heavy block, or of the light edges of a column panel, and loads the panel's
 * values into shared memory. Heavy: a thread reads one column of the part's matrix downwards and sums in a register.
 * Sums of rows that begin and end in its column are stored to shared memory; rows that continue in the next column are
 * summed by a scan over the threads. Light: a thread takes four edges at a time and writes each value to its slot.
 * Phase 2: a thread block takes MG_BLOCK_ROWS rows; it sums their light slots as phase 1 does a heavy block, then each
 * thread adds the sums of heavy blocks to its row.
 *
 * Shared memory: phase 1 the values of a panel and the sums of as many rows, phase 2 the sums of its rows; both also a
 * few words per thread.
 */
#ifndef MG_CORE_CUDA_KERNEL_DENSE_BLOCKS_CUH
#define MG_CORE_CUDA_KERNEL_DENSE_BLOCKS_CUH

#include "core/cuda/kernel/dense/dense.cuh"

/* Values are sent as type `In` and summed as type `Sum`: float and double with mixed precision, else the same type. */
template <typename In, typename Sum>
MG_DEVICE typename Sum::bits mg_to_sum(typename In::bits value) {
    if constexpr (sizeof(typename In::bits) == sizeof(typename Sum::bits)) {
        return value;
    } else {
        return mg_widen(value);
    }
}

template <typename In, typename Sum>
MG_DEVICE typename In::bits mg_from_sum(typename Sum::bits sum) {
    if constexpr (sizeof(typename In::bits) == sizeof(typename Sum::bits)) {
        return sum;
    } else {
        return mg_narrow(sum);
    }
}

/* Running sums of one thread down a column of a matrix. */
template <typename Sum>
struct mg_column_sum {
    typedef typename Sum::bits B;
    B *sums; /* sums of rows, in shared memory */
    B sum;   /* of the current row */
    B head;  /* of the column's first row, after the second has begun */
    uint32_t first, last;

    __device__ __forceinline__ explicit mg_column_sum(B *to)
        : sums(to), sum(Sum::identity()), head(Sum::identity()), first(MG_BLOCK_NONE), last(MG_BLOCK_NONE) {
    }
    /* The following edges belong to this row; rows ascend. */
    __device__ __forceinline__ void begin_row(uint32_t row) {
        if (row == last) {
            return;
        }
        if (last == MG_BLOCK_NONE) {
            first = row;
        } else if (last == first) {
            head = sum;
        } else {
            sums[last] = sum;
        }
        last = row;
        sum = Sum::identity();
    }
    __device__ __forceinline__ void add(B part) {
        sum = mg_combine<Sum>(sum, part);
    }
};

/* Segmented scan: the sum over all threads up to this one, back to the nearest one that restarts. All threads call. */
template <typename Sum>
MG_DEVICE typename Sum::bits mg_scan_columns(typename Sum::bits sum, bool restarts, typename Sum::bits *ends,
                                             uint32_t *restarted) {
    typedef typename Sum::bits B;
    uint32_t begun = restarts;
#pragma unroll 1
    for (uint32_t offset = 1; offset < 32; offset <<= 1) {
        const B other = __shfl_up_sync(MG_ALL_LANES, sum, offset);
        const uint32_t other_begun = __shfl_up_sync(MG_ALL_LANES, begun, offset);
        if (mg_warp_lane() >= offset && !begun) {
            sum = mg_combine<Sum>(other, sum);
            begun = other_begun;
        }
    }
    const uint32_t warp = threadIdx.x / 32;
    if (mg_warp_lane() == 31) {
        ends[warp] = sum;
        restarted[warp] = begun;
    }
    __syncthreads();
    if (!begun && warp) { /* few threads: their row spans the whole warp so far */
        B before = Sum::identity();
        uint32_t from = warp - 1;
        while (from && !restarted[from]) {
            from--;
        }
#pragma unroll 1
        for (uint32_t i = from; i < warp; i++) {
            before = mg_combine<Sum>(before, ends[i]);
        }
        sum = mg_combine<Sum>(before, sum);
    }
    return sum;
}

/* Sums of the rows at the beginning or end of a column; after it the sums of all rows are complete. All threads
 * call. */
template <typename Sum>
MG_DEVICE void mg_join_columns(const mg_column_sum<Sum> &column_sum) {
    typedef typename Sum::bits B;
    __shared__ uint16_t firsts[MG_BLOCK_THREADS + 1], lasts[MG_BLOCK_THREADS];
    __shared__ B until[MG_BLOCK_THREADS], ends[MG_BLOCK_THREADS / 32];
    __shared__ uint32_t restarted[MG_BLOCK_THREADS / 32];
    const uint32_t i = threadIdx.x;
    firsts[i] = (uint16_t)column_sum.first;
    lasts[i] = (uint16_t)column_sum.last;
    if (i == 0) {
        firsts[blockDim.x] = MG_BLOCK_NONE;
    }
    __syncthreads();
    const bool any = column_sum.first != MG_BLOCK_NONE, single = column_sum.first == column_sum.last;
    const bool goes_on = any && i && column_sum.first == lasts[i - 1];
    const B sum = mg_scan_columns<Sum>(column_sum.sum, !(single && goes_on), ends, restarted);
    until[i] = sum;
    __syncthreads();
    if (any && !single) {
        column_sum.sums[column_sum.first] = goes_on ? mg_combine<Sum>(until[i - 1], column_sum.head) : column_sum.head;
    }
    if (any && firsts[i + 1] != column_sum.last) {
        column_sum.sums[column_sum.last] = sum;
    }
    __syncthreads();
}

template <typename Policy>
MG_DEVICE const void *mg_row_state(const mg_dense_args &a, uint32_t row) {
    const uint32_t at = a.place ? a.place[row] : row;
    return (const char *)a.loop.state + (uint64_t)at * Policy::state_size();
}

/* Contribution of an edge from column `id` of a panel. */
template <typename In>
MG_DEVICE typename In::bits mg_block_edge(const mg_dense_args &a, uint32_t panel, uint32_t id,
                                          const typename In::bits *values, const void *weights, uint32_t k,
                                          const void *receiver) {
    if (mg_needs_mask<In>() && a.masked) {
        const uint32_t column = panel * a.blocks.width + id;
        if (!(__ldg(a.active + (column >> 5)) >> (column & 31u) & 1u)) {
            return In::identity();
        }
    }
    return In::edge(a.loop.params, values[id], weights, k, receiver);
}

/* `count` weights of `size` bytes; count * size is a multiple of 16. */
template <uint32_t size, uint32_t count>
struct mg_block_weights {
    uint4 word[size ? size * count / 16 : 1];

    __device__ __forceinline__ void load(const mg_dense_args &a, uint64_t at) {
        if constexpr (size > 0) {
            const uint4 *from = (const uint4 *)((const char *)a.blocks.weights + at * size);
#pragma unroll
            for (uint32_t i = 0; i < size * count / 16; i++) {
                word[i] = __ldcs(from + i);
            }
        }
    }
    __device__ __forceinline__ const void *get() const {
        return size ? word : nullptr;
    }
};

template <typename In, typename Sum, uint32_t size>
MG_DEVICE void mg_add_heavy_column(const mg_dense_args &a, const mg_block_part &part, const typename In::bits *values,
                                   mg_column_sum<Sum> &column_sum) {
    const bool at_row = In::has() & MG_HAS_EDGE_AT;
    const uint64_t begin = part.at / MG_BLOCK_ELEMENTS + threadIdx.x;
    const uint4 *const from = (const uint4 *)a.blocks.elements + begin;
    const void *receiver = nullptr;
    uint4 next = __ldcs(from);
#pragma unroll 1
    for (uint32_t i = 0; i < part.height; i++) {
        const uint4 now = next;
        const uint32_t pair[4] = {now.x, now.y, now.z, now.w};
        mg_block_weights<size, MG_BLOCK_ELEMENTS> weights;
        weights.load(a, (begin + (uint64_t)i * blockDim.x) * MG_BLOCK_ELEMENTS);
        if (i + 1 < part.height) {
            next = __ldcs(from + (uint64_t)(i + 1) * blockDim.x);
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_BLOCK_ELEMENTS; k++) {
            const uint32_t element = pair[k / 2] >> k % 2 * 16 & 0xffffu;
            if (!(element & MG_BLOCK_ROW_HEADER)) {
                column_sum.add(
                    mg_to_sum<In, Sum>(mg_block_edge<In>(a, part.panel, element, values, weights.get(), k, receiver)));
            } else if (element != MG_BLOCK_NONE) {
                column_sum.begin_row(element & ~MG_BLOCK_ROW_HEADER);
                receiver = at_row ? mg_row_state<In>(a, part.row + column_sum.last) : nullptr;
            }
        }
    }
}

template <typename In, typename Sum, uint32_t size>
MG_DEVICE void mg_sum_heavy(const mg_dense_args &a, const mg_block_part &part, const typename In::bits *values,
                            typename Sum::bits *sums) {
    typename In::bits *const stream = (typename In::bits *)a.sums + part.slot;
    mg_column_sum<Sum> column_sum(sums);
    mg_add_heavy_column<In, Sum, size>(a, part, values, column_sum);
    mg_join_columns(column_sum);
    for (uint32_t i = threadIdx.x; i < part.rows; i += blockDim.x) {
        stream[i] = mg_from_sum<In, Sum>(sums[i]);
    }
}

/* The row of a light slot. */
MG_DEVICE uint32_t mg_slot_row(const mg_dense_args &a, uint32_t slot) {
    uint32_t low = 0, high = a.blocks.groups - 1;
    while (low < high) {
        const uint32_t middle = low + (high - low + 1) / 2;
        if (a.blocks.group_slots[middle] <= slot) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low * MG_BLOCK_ROWS + a.blocks.slot_rows[slot];
}

template <typename In, uint32_t size>
MG_DEVICE void mg_send_light(const mg_dense_args &a, const mg_block_part &part, const typename In::bits *values) {
    const bool at_row = In::has() & MG_HAS_EDGE_AT;
    typename In::bits *const stream = (typename In::bits *)a.sums + a.blocks.light_stream;
#pragma unroll 2
    for (uint32_t i = threadIdx.x * MG_BLOCK_LIGHT; i < part.height; i += blockDim.x * MG_BLOCK_LIGHT) {
        const uint64_t at = part.at + i;
        const uint2 ids = __ldcs((const uint2 *)(a.blocks.light_ids + at));
        const uint4 slots = __ldcs((const uint4 *)(a.blocks.light_slots + at));
        const uint32_t pair[2] = {ids.x, ids.y}, slot[4] = {slots.x, slots.y, slots.z, slots.w};
        mg_block_weights<size, MG_BLOCK_LIGHT> weights;
        weights.load(a, a.blocks.element_count + at);
#pragma unroll
        for (uint32_t k = 0; k < MG_BLOCK_LIGHT; k++) {
            if (slot[k] != MG_BLOCK_NO_SLOT) {
                const uint32_t id = pair[k / 2] >> k % 2 * 16 & 0xffffu;
                const void *receiver = at_row ? mg_row_state<In>(a, mg_slot_row(a, slot[k])) : nullptr;
                stream[slot[k]] = mg_block_edge<In>(a, part.panel, id, values, weights.get(), k, receiver);
            }
        }
    }
}

/* Phase 1. All threads of a launch with one thread block per part call. */
template <typename In, typename Sum, uint32_t size>
MG_DEVICE void mg_stream_blocks(const mg_dense_args &a) {
    typedef typename In::bits B;
    typedef typename Sum::bits S;
    const mg_block_part part = a.blocks.parts[blockIdx.x];
    S *const sums = mg_dense_shared<S>();
    B *const values = (B *)(sums + a.blocks.width);
    const uint32_t first = part.panel * a.blocks.width;
    for (uint32_t i = threadIdx.x; i < a.blocks.width; i += blockDim.x) {
        values[i] = first + i < a.panels.columns ? __ldg((const B *)a.x + first + i) : In::identity();
        sums[i] = Sum::identity();
    }
    __syncthreads();
    if (part.rows) {
        mg_sum_heavy<In, Sum, size>(a, part, values, sums);
    } else {
        mg_send_light<In, size>(a, part, values);
    }
}

/* Phase 2. All threads of a launch with MG_BLOCK_ROWS threads per group of rows call. The sums of rows are in dynamic
 * shared memory: a static array for each type `In` of a kernel would leave too little for phase 1. */
template <typename In, typename Sum>
MG_DEVICE void mg_reduce_stream(const mg_dense_args &a) {
    typedef typename In::bits B;
    typename Sum::bits *const sums = mg_dense_shared<typename Sum::bits>();
    const mg_matrix_blocks &b = a.blocks;
    const uint64_t begin = b.group_slots[blockIdx.x], end = b.group_slots[blockIdx.x + 1];
    const B *const light = (const B *)a.sums + b.light_stream;
    sums[threadIdx.x] = Sum::identity();
    __syncthreads();
    mg_column_sum<Sum> column_sum(sums);
#pragma unroll 4
    for (uint64_t slot = begin + threadIdx.x; slot < end; slot += MG_BLOCK_ROWS) {
        const uint32_t row = __ldcs(&b.slot_rows[slot]);
        const B value = row != MG_BLOCK_NONE ? __ldcs(&light[slot]) : In::identity();
        if (row != MG_BLOCK_NONE) {
            column_sum.begin_row(row);
            column_sum.add(mg_to_sum<In, Sum>(value));
        }
    }
    mg_join_columns(column_sum);
    const uint32_t row = blockIdx.x * MG_BLOCK_ROWS + threadIdx.x, panel = row / b.width;
    typename Sum::bits sum = sums[threadIdx.x];
    if (row < a.panels.n) {
        const B *const heavy = (const B *)a.sums + b.heavy_stream + (row - panel * b.width);
        const uint32_t last = b.panel_heavy[panel + 1];
#pragma unroll 8
        for (uint32_t h = b.panel_heavy[panel]; h < last; h++) {
            sum = mg_combine<Sum>(sum, mg_to_sum<In, Sum>(__ldcs(&heavy[(uint64_t)h * b.width])));
        }
        ((B *)a.sums)[row] = mg_from_sum<In, Sum>(sum);
    }
}

/* One phase, by the size of the weights. */
template <typename In, typename Sum>
MG_DEVICE void mg_blocks_phase(const mg_dense_args &a) {
    if (a.role == MG_DENSE_REDUCE) {
        mg_reduce_stream<In, Sum>(a);
    } else if (In::weight_size() == 4 && a.blocks.weights) {
        mg_stream_blocks<In, Sum, 4>(a);
    } else if (In::weight_size() == 8 && a.blocks.weights) {
        mg_stream_blocks<In, Sum, 8>(a);
    } else {
        mg_stream_blocks<In, Sum, 0>(a);
    }
}

template <typename Policy>
MG_DEVICE void mg_blocks_gather(const mg_dense_args &a) {
    if constexpr (sizeof(typename Policy::bits) == 8) {
        if (mg_uses_floats<Policy>()) {
            mg_blocks_phase<mg_float_policy<Policy>, Policy>(a);
            return;
        }
    }
    mg_blocks_phase<Policy, Policy>(a);
}

/* The sums of an iteration, unless the phase is over. */
template <typename Policy>
MG_DEVICE void mg_matrix_block_sums(const mg_dense_args &a) {
    if (mg_begin_iteration(a)) {
        mg_blocks_gather<Policy>(a);
    }
}

#endif
