/* SPDX-License-Identifier: Apache-2.0
 *
 * merge.cu: the beginning of a level, and the arcs and rows of the next one (merge_args.h).
 */
#include "core/cuda/communities/arcs.cuh"

extern "C" {
#include "core/cuda/communities/merge_args.h"
}

template <int kind>
static __global__ void strengths_kernel(const mg_merge_args a) {
    const mg_level_rows &rows = a.level.rows[a.side];
    const uint64_t entries = a.level.entries[a.side];
    unsigned long long *const strength = (unsigned long long *)a.level.strength;
    unsigned long long inside = 0;
    for (uint64_t first = RUN * first_index(); first < entries; first += RUN * stride()) {
        uint32_t v = vertex_of(a.level, rows, first);
        uint64_t end = mg_level_offset(a.level, rows.end, v);
        unsigned long long sum = 0;
        for (uint64_t e = first; e < entries && e < first + RUN; e++) {
            if (e >= end) {
                atomicAdd(&strength[v], sum);
                sum = 0;
                v = next_vertex(a.level, rows, v, e);
                end = mg_level_offset(a.level, rows.end, v);
            }
            const unsigned long long weight = mg_weights<kind>::at(rows, e);
            const unsigned long long loop = rows.neighbours[e] == v ? weight : 0;
            sum += weight + (a.directed ? 0 : loop);
            inside += a.directed ? loop : 2 * loop;
        }
        atomicAdd(&strength[v], sum);
    }
    inside = mg_warp_sum(inside);
    if (inside && threadIdx.x % 32 == 0) {
        atomicAdd(&a.counts->inside, inside);
    }
}

static __global__ void begin_kernel(const mg_merge_args a) {
    const mg_level &g = a.level;
    unsigned long long total = 0, joined = 0, widest = 0, limbs[4] = {0, 0, 0, 0};
    for (uint64_t v = first_index(); v < g.n; v += stride()) {
        const uint32_t key = g.key ? g.key[v] : (uint32_t)v;
        const unsigned long long strength = g.strength[v], width = mg_level_width(g, (uint32_t)v);
        const unsigned long long low = strength * strength, high = __umul64hi(strength, strength);
        a.label[v] = key;
        a.label_strength[key] = strength;
        a.size[v] = 1;
        a.active[v] = width > 0;
        total += strength;
        joined += width > 0;
        widest = width > widest ? width : widest;
        limbs[0] += low & 0xffffffffu;
        limbs[1] += low >> 32;
        limbs[2] += high & 0xffffffffu;
        limbs[3] += high >> 32;
    }
    total = mg_warp_sum(total);
    joined = mg_warp_sum(joined);
    for (int i = 0; i < 4; i++) {
        limbs[i] = mg_warp_sum(limbs[i]);
    }
    for (int offset = 16; offset; offset /= 2) {
        const unsigned long long other = __shfl_xor_sync(MG_ALL_LANES, widest, offset);
        widest = other > widest ? other : widest;
    }
    if ((total || joined) && threadIdx.x % 32 == 0) {
        atomicAdd(&a.counts->total, total);
        atomicAdd(&a.counts->joined, joined);
        atomicMax(&a.counts->widest, widest);
        for (int i = 0; i < 4; i++) {
            atomicAdd(&a.counts->limbs[i], limbs[i]);
        }
    }
}

static __global__ void used_kernel(const mg_merge_args a) {
    for (uint64_t label = first_index(); label <= a.level.n; label += stride()) {
        a.number[label] = label < a.level.n && a.size[label] > 0;
    }
}

static __global__ void communities_kernel(const mg_merge_args a) {
    for (uint64_t v = first_index(); v < a.level.n; v += stride()) {
        const uint32_t c = a.number[a.label[v]];
        const uint32_t key = a.least ? a.least[v] : a.level.key ? a.level.key[v] : (uint32_t)v;
        a.community[v] = c;
        if (key < ((const volatile uint32_t *)a.next_least)[c]) {
            atomicMin(&a.next_least[c], key);
        }
        if (a.size[v] > 0) { /* here v is a label */
            a.next_strength[a.number[v]] = a.label_strength[v];
        }
    }
}

/* Positions for the threads' keys, one thread block's after the other's. All threads call. */
MG_DEVICE unsigned long long place_keys(uint32_t mine, unsigned long long *counter) {
    __shared__ uint32_t of_warp[MG_GRID_THREADS / 32];
    __shared__ unsigned long long begin;
    const uint32_t lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    uint32_t before = mine;
    for (uint32_t offset = 1; offset < 32; offset *= 2) {
        const uint32_t other = __shfl_up_sync(MG_ALL_LANES, before, offset);
        before += lane >= offset ? other : 0;
    }
    if (lane == 31) {
        of_warp[warp] = before;
    }
    __syncthreads();
    uint32_t warps_before = 0, all = 0;
    for (uint32_t i = 0; i < MG_GRID_THREADS / 32; i++) {
        warps_before += i < warp ? of_warp[i] : 0;
        all += of_warp[i];
    }
    if (threadIdx.x == 0) {
        begin = all ? atomicAdd(counter, (unsigned long long)all) : 0;
    }
    __syncthreads();
    const unsigned long long at = begin + warps_before + before - mine;
    __syncthreads(); /* before the next call */
    return at;
}

template <int kind>
static __global__ void arcs_kernel(const mg_merge_args a) {
    typedef typename mg_weights<kind>::sum_type weight_type;
    const mg_level_rows &rows = a.level.rows[a.side];
    const uint64_t entries = a.level.entries[a.side];
    unsigned long long inside = 0;
    for (uint64_t block = (uint64_t)RUN * MG_GRID_THREADS * blockIdx.x; block < entries; block += RUN * stride()) {
        const uint64_t first = block + RUN * threadIdx.x;
        uint64_t key[RUN], end = 0;
        weight_type weight[RUN];
        uint32_t v = 0, own = 0, found = 0;
        if (first < entries) {
            v = vertex_of(a.level, rows, first);
            end = mg_level_offset(a.level, rows.end, v);
            own = a.community[v];
        }
#pragma unroll
        for (int i = 0; i < RUN; i++) {
            const uint64_t e = first + i;
            if (e < entries) {
                if (e >= end) {
                    v = next_vertex(a.level, rows, v, e);
                    end = mg_level_offset(a.level, rows.end, v);
                    own = a.community[v];
                }
                const uint32_t u = rows.neighbours[e], other = a.community[u];
                weight[i] = mg_weights<kind>::at(rows, e);
                key[i] = (uint64_t)own << a.bits | other;
                found |= other != own ? 1u << i : 0u;
                inside += other == own && u != v ? weight[i] : 0; /* loops are counted already */
            }
        }
        unsigned long long at = place_keys(__popc(found), &a.counts->arcs);
#pragma unroll
        for (int i = 0; i < RUN; i++) {
            if (found >> i & 1) {
                a.keys[at] = key[i];
                if (kind != MG_LEVEL_ONES) {
                    ((weight_type *)a.weights)[at] = weight[i];
                }
                at++;
            }
        }
    }
    inside = mg_warp_sum(inside);
    if (inside && threadIdx.x % 32 == 0) {
        atomicAdd(&a.counts->inside, inside);
    }
}

static __global__ void rows_kernel(const mg_merge_args a) {
    const uint64_t mask = ((uint64_t)1 << a.bits) - 1;
    for (uint64_t e = first_index(); e < a.edges; e += stride()) {
        a.next_neighbours[e] = (uint32_t)(a.keys[e] & mask);
    }
}

/* A row begins at the first key of its community or of a later one. */
static __global__ void offsets_kernel(const mg_merge_args a) {
    for (uint64_t c = first_index(); c <= a.next_n; c += stride()) {
        uint64_t low = 0, high = a.edges;
        while (low < high) {
            const uint64_t middle = low + (high - low) / 2;
            if (a.keys[middle] >> a.bits < c) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        a.next_offsets[c] = low;
    }
}

static __global__ void vertices_kernel(const mg_merge_args a) {
    for (uint64_t v = first_index(); v < a.first_n; v += stride()) {
        a.vertex[v] = a.community[a.vertex[v]];
    }
}

extern "C" cudaError_t mg__launch_merging(const mg_merge_args *args, mg_merge_step step, cudaStream_t stream) {
    static void (*const strengths[])(const mg_merge_args) = {
        strengths_kernel<MG_LEVEL_ONES>, strengths_kernel<MG_LEVEL_NARROW>, strengths_kernel<MG_LEVEL_WIDE>};
    static void (*const arcs[])(const mg_merge_args) = {arcs_kernel<MG_LEVEL_ONES>, arcs_kernel<MG_LEVEL_NARROW>,
                                                        arcs_kernel<MG_LEVEL_WIDE>};
    const mg_level *const g = &args->level;
    const uint64_t runs = (g->entries[args->side] + RUN - 1) / RUN;
    const struct {
        void (*kernel)(const mg_merge_args);
        uint64_t elements;
    } steps[] = {{strengths[g->kind], runs},
                 {begin_kernel, g->n},
                 {used_kernel, (uint64_t)g->n + 1},
                 {communities_kernel, g->n},
                 {arcs[g->kind], runs},
                 {rows_kernel, args->edges},
                 {offsets_kernel, (uint64_t)args->next_n + 1},
                 {vertices_kernel, args->first_n}};
    steps[step].kernel<<<mg_grid_blocks(steps[step].elements), MG_GRID_THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
