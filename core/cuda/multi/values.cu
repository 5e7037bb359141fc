/* SPDX-License-Identifier: Apache-2.0
 *
 * values.cu: the exchange of sent values between the parts of a team, for topology-driven phases in panels. A sender
 * gathers its values in the order in which the receiver stores them, which coalesces the stores across the link and
 * those of the receiver. The partial totals of an update travel with them; every part adds them up in the same order,
 * so that all decide alike.
 *
 * Thread-to-work mapping: a thread per four values. Shared memory: partial sums of a block.
 */
extern "C" {
#include "core/cuda/multi/exchange.h"
}
#include "core/cuda/kernel/common/barrier.cuh"

#define THREADS 256
#define BLOCKS_PER_SM 8u

/* Is the phase over? Then nothing was updated. */
static __device__ bool is_over(const mg_value_args &a) {
    return *(const volatile uint32_t *)&a.dense.loop.control->state.outcome != a.dense.run_outcome;
}

#define SUMMERS (THREADS / MG_LOOP_TOTALS) /* threads that add up one total */

/* Sums what the blocks of the last update stored for the deferred decision, and sends it. One block calls. */
static __device__ void send_totals(const mg_value_args &a) {
    __shared__ double sums[SUMMERS][MG_LOOP_TOTALS];
    const mg_dense_args &d = a.dense;
    const uint32_t first = (d.iterations_done & 1u) * d.update_blocks, k = threadIdx.x % MG_LOOP_TOTALS;
    double sum = 0.0; /* in a fixed order: sums are reproducible */
#pragma unroll 4
    for (uint32_t i = threadIdx.x / MG_LOOP_TOTALS; i < d.update_blocks; i += SUMMERS) {
        sum += d.block_totals[(uint64_t)(first + i) * MG_LOOP_TOTALS + k];
    }
    sums[threadIdx.x / MG_LOOP_TOTALS][k] = sum;
    uint32_t active = 0;
    for (uint32_t i = threadIdx.x; i < d.update_blocks; i += THREADS) {
        active += d.block_active[first + i] > 0;
    }
    active = (uint32_t)__syncthreads_count(active > 0);
    if (threadIdx.x < MG_LOOP_TOTALS) {
        for (uint32_t i = 1; i < SUMMERS; i++) {
            sum += sums[i][k];
        }
        for (uint32_t p = 0; p < a.parts; p++) {
            a.counts[p][a.part].totals[k] = sum;
        }
    }
    if (threadIdx.x < a.parts) {
        a.counts[threadIdx.x][a.part].active = active;
    }
}

/* In place of what the own blocks stored: the sums of all parts. One block calls. */
static __device__ void store_totals(const mg_value_args &a) {
    const mg_dense_args &d = a.dense;
    const uint32_t first = (d.iterations_done & 1u) * d.update_blocks;
    double sum = 0.0;
    uint64_t active = 0;
    for (uint32_t p = 0; p < a.parts; p++) {
        sum += threadIdx.x < MG_LOOP_TOTALS ? a.counts[a.part][p].totals[threadIdx.x] : 0.0;
        active += a.counts[a.part][p].active;
    }
    for (uint32_t i = threadIdx.x; i < d.update_blocks * MG_LOOP_TOTALS; i += THREADS) {
        d.block_totals[(uint64_t)first * MG_LOOP_TOTALS + i] = i < MG_LOOP_TOTALS ? sum : 0.0;
    }
    for (uint32_t i = threadIdx.x; i < d.update_blocks; i += THREADS) {
        d.block_active[first + i] = active > 0;
    }
}

/* Four values, which one thread moves: 16 or 32 bytes. */
template <typename Value>
struct alignas(16) four_values {
    Value each[4];
};

/* Copies x[place[i]] to to[i]; `count` is a multiple of four. */
template <typename Value>
static __device__ void gather_values(const Value *__restrict__ x, const uint32_t *__restrict__ place, uint64_t count,
                                     Value *__restrict__ to) {
#pragma unroll 2
    for (uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x; i < count / 4; i += (uint64_t)gridDim.x * THREADS) {
        const uint4 at = __ldcs((const uint4 *)place + i);
        ((four_values<Value> *)to)[i] = {x[at.x], x[at.y], x[at.z], x[at.w]};
    }
}

template <typename Value>
static __global__ void pack_kernel(const __grid_constant__ mg_value_args a) {
    if (is_over(a)) {
        return;
    }
    if (blockIdx.x == 0 && a.with_totals) {
        send_totals(a);
    }
    for (uint32_t k = 1; k < a.parts; k++) { /* each part sends to another one at a time */
        const uint32_t p = (a.part + k) % a.parts;
        gather_values((const Value *)a.dense.x, a.sent_place[p], a.sent_count[p], (Value *)a.inbox[p]);
    }
}

template <typename Value>
static __device__ __forceinline__ void put_value(Value *x, uint32_t place, Value value) {
    if (place != MG_NO_PLACE) {
        x[place] = value;
    }
}

template <typename Value>
static __global__ void unpack_kernel(const __grid_constant__ mg_value_args a) {
    Value *__restrict__ const x = (Value *)a.dense.x;
    const four_values<Value> *__restrict__ const from = (const four_values<Value> *)a.inbox[a.part];
    const uint4 *__restrict__ const place = (const uint4 *)a.received_place;
    if (is_over(a)) {
        return;
    }
    if (blockIdx.x == 0 && a.with_totals) {
        store_totals(a);
    }
#pragma unroll 2
    for (uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x; i < a.received_count / 4;
         i += (uint64_t)gridDim.x * THREADS) {
        const uint4 at = __ldcs(place + i);
        const four_values<Value> value = from[i];
        put_value(x, at.x, value.each[0]);
        put_value(x, at.y, value.each[1]);
        put_value(x, at.z, value.each[2]);
        put_value(x, at.w, value.each[3]);
    }
}

extern "C" cudaError_t mg__launch_pack(const mg_value_args *a, uint32_t sms, cudaStream_t stream) {
    if (a->value_size == 4) {
        pack_kernel<uint32_t><<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    } else {
        pack_kernel<uint64_t><<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    }
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_unpack(const mg_value_args *a, uint32_t sms, cudaStream_t stream) {
    if (a->value_size == 4) {
        unpack_kernel<uint32_t><<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    } else {
        unpack_kernel<uint64_t><<<sms * BLOCKS_PER_SM, THREADS, 0, stream>>>(*a);
    }
    return cudaGetLastError();
}

static __global__ void places_kernel(const uint32_t *order, uint32_t n, uint32_t columns, uint32_t rest,
                                     uint32_t *place) {
    const uint32_t row = blockIdx.x * THREADS + threadIdx.x;
    if (row < n) {
        place[order[row]] = row < columns ? mg_place_of(row) : rest + row;
    }
}

extern "C" cudaError_t mg__launch_places(const uint32_t *order, uint32_t n, uint32_t columns, uint32_t rest,
                                         uint32_t *place, cudaStream_t stream) {
    places_kernel<<<n / THREADS + 1, THREADS, 0, stream>>>(order, n, columns, rest, place);
    return cudaGetLastError();
}

static __global__ void look_up_kernel(const uint32_t *place, uint32_t *vertices, uint64_t count) {
    const uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    if (i < count) {
        vertices[i] = place[vertices[i]];
    }
}

extern "C" cudaError_t mg__launch_look_up(const uint32_t *place, uint32_t *vertices, uint64_t count,
                                          cudaStream_t stream) {
    look_up_kernel<<<(uint32_t)(count / THREADS + 1), THREADS, 0, stream>>>(place, vertices, count);
    return cudaGetLastError();
}

/* A tile per warp. */
static __global__ void own_tiles_kernel(const uint32_t *order, uint32_t n, uint32_t own_begin, uint32_t own_end,
                                        const mg_row_tile *tile, uint32_t count, uint32_t *own) {
    const uint32_t lane = threadIdx.x & 31u, warps = gridDim.x * THREADS / 32;
    for (uint32_t t = (blockIdx.x * THREADS + threadIdx.x) / 32; t < count; t += warps) {
        const uint32_t end = min(32 * (tile[t].word + tile[t].words), n);
        bool found = false;
        for (uint32_t row = 32 * tile[t].word + lane; row < end; row += 32) {
            found = found || order[row] - own_begin < own_end - own_begin;
        }
        found = __any_sync(0xffffffffu, found);
        if (lane == 0) {
            own[t] = found;
        }
    }
}

extern "C" cudaError_t mg__launch_own_tiles(const uint32_t *order, uint32_t n, uint32_t own_begin, uint32_t own_end,
                                            const mg_row_tile *tile, uint32_t count, uint32_t *own,
                                            cudaStream_t stream) {
    own_tiles_kernel<<<count / (THREADS / 32) + 1, THREADS, 0, stream>>>(order, n, own_begin, own_end, tile, count,
                                                                         own);
    return cudaGetLastError();
}

template <typename Offset>
static __global__ void degrees_kernel(const Offset *offsets, const uint32_t *order, uint32_t n, uint32_t *degree) {
    const uint32_t row = blockIdx.x * THREADS + threadIdx.x;
    if (row < n) {
        const Offset found = offsets[order[row] + 1] - offsets[order[row]];
        degree[row] = found > 0xffffffffu ? 0xffffffffu : (uint32_t)found;
    }
}

extern "C" cudaError_t mg__launch_degrees(const void *offsets, bool wide, const uint32_t *order, uint32_t n,
                                          uint32_t *degree, cudaStream_t stream) {
    if (wide) {
        degrees_kernel<<<n / THREADS + 1, THREADS, 0, stream>>>((const unsigned long long *)offsets, order, n, degree);
    } else {
        degrees_kernel<<<n / THREADS + 1, THREADS, 0, stream>>>((const uint32_t *)offsets, order, n, degree);
    }
    return cudaGetLastError();
}
