/* SPDX-License-Identifier: Apache-2.0
 *
 * strong_pairs.cu: two vertices with an edge in each direction are in one strongly connected component. Union-find over
 * such pairs, by the smaller rows only: road networks consist of them, and a search would need a round for each level,
 * while graphs with long rows have few levels. The search of the first pass begins at all vertices that are joined to
 * the pivot. A thread for each vertex. Shared memory: none.
 */
#include "core/cuda/kernel/common/pointers.cuh"
#include "core/cuda/strong/strong_rows.cuh"

#define SAMPLED 256u /* one vertex in so many is counted */

struct mg_strong_forest {
    uint32_t *states;
    uint64_t stride;
};

static __device__ __forceinline__ mg_strong_forest forest_of(const mg_strong_args &a) {
    return {a.component, sizeof *a.component};
}

static __device__ __forceinline__ bool has(const uint32_t (&row)[MG_STRONG_SHORT], uint32_t v) {
    bool found = false;
#pragma unroll
    for (uint32_t k = 0; k < MG_STRONG_SHORT; k++) {
        found |= row[k] == v;
    }
    return found;
}

/* Of a pair, the larger vertex joins. */
static __global__ void join_kernel(const mg_strong_args a) {
    for (uint64_t i = mg_strong_thread(); i < a.n; i += mg_strong_threads()) {
        const uint32_t v = (uint32_t)i;
        uint32_t out[MG_STRONG_SHORT], in[MG_STRONG_SHORT];
        if (!mg_strong_is_open(a, v) || !mg_strong_load_row(a, MG_STRONG_FORWARD, v, out) ||
            !mg_strong_load_row(a, MG_STRONG_BACK, v, in)) {
            continue;
        }
#pragma unroll
        for (uint32_t k = 0; k < MG_STRONG_SHORT; k++) {
            if (out[k] < v && has(in, out[k])) {
                hook(forest_of(a), v, out[k]);
            }
        }
    }
}

/* component: of each vertex the root of its tree; members: of a root, the sampled vertices of its tree. */
static __global__ void count_kernel(const mg_strong_args a) {
    for (uint64_t i = mg_strong_thread(); i < a.n; i += mg_strong_threads()) {
        const uint32_t v = (uint32_t)i, root = root_of(forest_of(a), v);
        a.component[v] = root;
        if (v % SAMPLED == 0) {
            atomicAdd(&a.members[root], 1);
        }
    }
}

extern "C" cudaError_t mg__launch_strong_pairs(const mg_strong_args *args, uint32_t blocks, cudaStream_t stream) {
    join_kernel<<<blocks, MG_STRONG_STEP_THREADS, 0, stream>>>(*args);
    count_kernel<<<blocks, MG_STRONG_STEP_THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
