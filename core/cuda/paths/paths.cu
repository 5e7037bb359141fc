/* SPDX-License-Identifier: Apache-2.0
 *
 * paths.cu: the steps of counting shortest paths (paths_args.h), each a kernel over a grid-stride loop. A group of
 * threads of a warp takes the arcs of an entry in turn; sums over a group have a fixed order. Shared memory: none.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/paths/paths_args.h"
}

/* As in algorithms/dependencies.c: mantissa * 2^(512 * exponent), the mantissa below 2^512. */
struct path_count {
    double mantissa;
    int32_t exponent;
};

static __device__ __forceinline__ path_count add_counts(path_count a, path_count b) {
    const path_count high = a.exponent >= b.exponent ? a : b, low = a.exponent >= b.exponent ? b : a;
    const int32_t apart = high.exponent - low.exponent;
    path_count sum = {high.mantissa + (apart == 0   ? low.mantissa
                                       : apart == 1 ? low.mantissa * 0x1p-512
                                                    : 0.0),
                      high.exponent};
    if (sum.mantissa >= 0x1p512) {
        sum.mantissa *= 0x1p-512;
        sum.exponent++;
    }
    return sum;
}

/* a / b <= 1. */
static __device__ __forceinline__ double ratio(path_count a, path_count b) {
    const int32_t apart = b.exponent - a.exponent;
    return apart == 0 ? a.mantissa / b.mantissa : apart == 1 ? a.mantissa / b.mantissa * 0x1p-512 : 0.0;
}

static __device__ __forceinline__ path_count count_at(const mg_paths_args &a, uint32_t entry) {
    const path_count count = {a.mantissa[entry], a.exponent[entry]};
    return count;
}

static __device__ __forceinline__ double infinity() {
    return __longlong_as_double(0x7ff0000000000000ll);
}

static __device__ __forceinline__ uint32_t thread_of_grid() {
    return blockIdx.x * MG_PATHS_THREADS + threadIdx.x;
}

static __device__ __forceinline__ uint32_t threads_of_grid() {
    return gridDim.x * MG_PATHS_THREADS;
}

/* An entry as the threads of a group see it. */
struct grouped {
    uint32_t vertex, lane, entry;
    uint32_t place, step; /* of the thread in the group; threads of the group */
};

/* Calls visit(entry, has) for positions 0 to count - 1 of a list (NULL: all entries); every thread of a warp calls it
 * equally often, without an entry (has: false) at the end. */
template <typename Visit>
static __device__ __forceinline__ void for_each_entry(const mg_paths_args &a, const uint32_t *list, uint32_t count,
                                                      Visit visit) {
    const uint32_t groups = threads_of_grid() / a.group, first = (thread_of_grid() - mg_warp_lane()) / a.group;
    for (uint64_t base = first; base < count; base += groups) {
        const uint64_t at = base + mg_warp_lane() / a.group;
        const bool has = at < count;
        const uint32_t entry = !has ? 0 : list ? list[at] : (uint32_t)at;
        const grouped g = {entry / a.lanes, entry % a.lanes, entry, mg_warp_lane() % a.group, a.group};
        visit(g, has);
    }
}

/* Calls visit(e, entry of the neighbour, weight) for every arc of the entry's vertex. */
template <typename Visit>
static __device__ __forceinline__ void for_each_arc(const mg_paths_args &a, const mg_device_rows &rows,
                                                    const grouped &g, Visit visit) {
    const uint64_t end = rows.offsets[g.vertex + 1];
#pragma unroll 4
    for (uint64_t e = rows.offsets[g.vertex] + g.place; e < end; e += g.step) {
        visit(e, rows.neighbours[e] * a.lanes + g.lane, rows.weights ? rows.weights[e] : 1.0);
    }
}

static __device__ __forceinline__ void put_near(const mg_paths_args &a, uint32_t slot, uint32_t entry) {
    a.near[slot & 1u][atomicAdd(&a.counts->near[slot], 1)] = entry;
}

static __device__ __forceinline__ void put_far(const mg_paths_args &a, uint32_t list, uint32_t entry) {
    a.far[list][atomicAdd(&a.counts->far[list], 1)] = entry;
}

/* ---- distances ---- */

static __global__ void clear_kernel(const mg_paths_args a) {
    for (uint32_t i = thread_of_grid(); i < a.n * a.lanes; i += threads_of_grid()) {
        a.distance[i] = infinity();
        a.dependency[i] = a.mantissa[i] = 0.0;
        a.exponent[i] = 0;
        a.near_mark[i] = 0;
        a.far_mark[i] = 0;
    }
}

static __global__ void start_kernel(const mg_paths_args a) {
    for (uint32_t lane = thread_of_grid(); lane < a.lanes; lane += threads_of_grid()) {
        const uint32_t entry = a.sources[lane] * a.lanes + lane;
        a.distance[entry] = 0.0;
        a.mantissa[entry] = 1.0;
        a.near[0][lane] = a.order[lane] = entry;
        if (lane == 0) {
            a.counts->near[0] = a.level_count[0] = a.lanes;
            a.level_begin[0] = 0;
        }
    }
}

/* Distances only fall, and every one that has fallen is queued again: the order of updates does not count. */
static __global__ void relax_kernel(const mg_paths_args a) {
    for_each_entry(a, a.near[a.step & 1u], a.counts->near[a.step], [&](const grouped &g, bool has) {
        if (!has) {
            return;
        }
        const double here = *(volatile double *)&a.distance[g.entry];
        for_each_arc(a, a.out, g, [&](uint64_t, uint32_t to, double weight) {
            const double distance = here + weight;
            if (distance >= *(volatile double *)&a.distance[to]) {
                return;
            }
            const unsigned long long bits = (unsigned long long)__double_as_longlong(distance);
            if (bits >= atomicMin((unsigned long long *)&a.distance[to], bits)) {
                return;
            }
            if (distance < a.limit) {
                if (atomicExch(&a.near_mark[to], a.stamp) != a.stamp) {
                    put_near(a, a.step + 1, to);
                }
            } else if (!atomicExch(&a.far_mark[to], 1)) {
                put_far(a, a.list, to);
            }
        });
    });
}

static __global__ void least_kernel(const mg_paths_args a) {
    const uint32_t count = a.counts->far[a.list];
    unsigned long long least = ~0ull;
    for (uint32_t i = thread_of_grid(); i < count; i += threads_of_grid()) {
        const double distance = a.distance[a.far[a.list][i]];
        const unsigned long long bits = (unsigned long long)__double_as_longlong(distance);
        least = distance >= a.limit && bits < least ? bits : least;
    }
    if (least != ~0ull) {
        atomicMin(&a.counts->least, least);
    }
}

/* Those below the limit before have been near since they were listed. */
static __global__ void split_kernel(const mg_paths_args a) {
    const uint32_t from = a.list ^ 1u, count = a.counts->far[from];
    for (uint32_t i = thread_of_grid(); i < count; i += threads_of_grid()) {
        const uint32_t entry = a.far[from][i];
        const double distance = a.distance[entry];
        if (distance >= a.limit) {
            put_far(a, a.list, entry);
            continue;
        }
        a.far_mark[entry] = 0;
        if (distance >= a.before) {
            put_near(a, 0, entry);
        }
    }
}

/* ---- levels ---- */

/* Is the arc from one entry to another the end of a shortest path? Distances of entries that are not reached are
 * infinite. */
static __device__ __forceinline__ bool is_tight(double from, double weight, double to) {
    return from + weight == to && to < infinity();
}

/* A weight that is lost in a distance would make predecessors of each other. */
static __global__ void count_kernel(const mg_paths_args a) {
    for_each_entry(a, nullptr, a.n * a.lanes, [&](const grouped &g, bool has) {
        uint32_t tight = 0;
        const double distance = has ? a.distance[g.entry] : infinity();
        if (distance < infinity()) {
            for_each_arc(a, a.in, g, [&](uint64_t, uint32_t from, double weight) {
                const double there = a.distance[from];
                if (is_tight(there, weight, distance)) {
                    tight++;
                    if (there == distance) {
                        a.counts->lost = 1;
                    }
                }
            });
        }
        for (uint32_t offset = g.step / 2; offset; offset /= 2) {
            tight += __shfl_xor_sync(MG_ALL_LANES, tight, offset);
        }
        if (has && g.place == 0) {
            a.pending[g.entry] = tight;
        }
    });
}

/* Paths to an entry from its predecessors, whose numbers are known. All threads of the warp call. */
static __device__ __forceinline__ path_count paths_to(const mg_paths_args &a, const grouped &g, bool has) {
    path_count sum = {0.0, 0};
    if (has) {
        const double distance = a.distance[g.entry];
        for_each_arc(a, a.in, g, [&](uint64_t, uint32_t from, double weight) {
            if (is_tight(a.distance[from], weight, distance)) {
                sum = add_counts(sum, count_at(a, from));
            }
        });
    }
    for (uint32_t offset = g.step / 2; offset; offset /= 2) {
        const path_count other = {__shfl_xor_sync(MG_ALL_LANES, sum.mantissa, offset),
                                  __shfl_xor_sync(MG_ALL_LANES, sum.exponent, offset)};
        sum = add_counts(sum, other);
    }
    return sum;
}

static __global__ void forward_kernel(const mg_paths_args a) {
    const uint32_t begin = a.level_begin[a.level], count = a.level_count[a.level], end = begin + count;
    if (thread_of_grid() == 0) {
        a.level_begin[a.level + 1] = end;
    }
    for_each_entry(a, a.order + begin, count, [&](const grouped &g, bool has) {
        if (a.level) {
            const path_count sum = paths_to(a, g, has);
            if (has && g.place == 0) {
                a.mantissa[g.entry] = sum.mantissa;
                a.exponent[g.entry] = sum.exponent;
            }
        }
        if (!has) {
            return;
        }
        const double distance = a.distance[g.entry];
        for_each_arc(a, a.out, g, [&](uint64_t, uint32_t to, double weight) {
            if (is_tight(distance, weight, a.distance[to]) && atomicSub(&a.pending[to], 1) == 1) {
                a.order[end + atomicAdd(&a.level_count[a.level + 1], 1)] = to;
            }
        });
    });
}

/* ---- what depends on entries ---- */

/* Over an arc that is the end of a shortest path. */
static __device__ __forceinline__ double share_of(const mg_paths_args &a, path_count from, uint32_t to) {
    return ratio(from, count_at(a, to)) * (1.0 + a.dependency[to]);
}

static __global__ void backward_kernel(const mg_paths_args a) {
    const uint32_t begin = a.level_begin[a.level], count = a.level_count[a.level];
    for_each_entry(a, a.order + begin, count, [&](const grouped &g, bool has) {
        double sum = 0.0;
        if (has) {
            const double distance = a.distance[g.entry];
            const path_count paths = count_at(a, g.entry);
            for_each_arc(a, a.out, g, [&](uint64_t, uint32_t to, double weight) {
                sum += is_tight(distance, weight, a.distance[to]) ? share_of(a, paths, to) : 0.0;
            });
        }
        for (uint32_t offset = g.step / 2; offset; offset /= 2) {
            sum += __shfl_xor_sync(MG_ALL_LANES, sum, offset);
        }
        if (has && g.place == 0) {
            a.dependency[g.entry] = sum;
        }
    });
}

static __global__ void vertices_kernel(const mg_paths_args a) {
    for (uint32_t v = thread_of_grid(); v < a.n; v += threads_of_grid()) {
        double sum = a.sums[v];
        for (uint32_t lane = 0; lane < a.lanes; lane++) {
            sum += a.sources[lane] == v ? 0.0 : a.dependency[v * a.lanes + lane];
        }
        a.sums[v] = sum;
    }
}

static __global__ void arcs_kernel(const mg_paths_args a) {
    const uint64_t arcs = a.out.offsets[a.n];
    for (uint64_t e = thread_of_grid(); e < arcs; e += threads_of_grid()) {
        const uint32_t from = a.arc_source[e] * a.lanes, to = a.out.neighbours[e] * a.lanes;
        const double weight = a.out.weights ? a.out.weights[e] : 1.0;
        double sum = a.sums[e];
        for (uint32_t lane = 0; lane < a.lanes; lane++) {
            if (is_tight(a.distance[from + lane], weight, a.distance[to + lane])) {
                sum += share_of(a, count_at(a, from + lane), to + lane);
            }
        }
        a.sums[e] = sum;
    }
}

extern "C" cudaError_t mg__launch_paths(const mg_paths_args *args, mg_paths_step step, uint32_t blocks,
                                        cudaStream_t stream) {
    static void (*const kernels[])(const mg_paths_args) = {
        clear_kernel, start_kernel,   relax_kernel,    least_kernel,    split_kernel,
        count_kernel, forward_kernel, backward_kernel, vertices_kernel, arcs_kernel};
    kernels[step]<<<blocks, MG_PATHS_THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
