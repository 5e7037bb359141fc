/* SPDX-License-Identifier: Apache-2.0
 *
 * refine.cu: the beginning of a refinement, and how communities pass to the next level (refine_args.h).
 */
#include "core/cuda/communities/arcs.cuh"

extern "C" {
#include "core/cuda/communities/refine_args.h"
}

template <int kind>
static __global__ void within_kernel(const mg_refine_args args) {
    const mg_moves_args &a = args.parts;
    const mg_level_rows &rows = a.level.rows[a.side];
    const uint64_t entries = a.level.entries[a.side];
    for (uint64_t first = RUN * first_index(); first < entries; first += RUN * stride()) {
        uint32_t v = vertex_of(a.level, rows, first), home = a.community[v];
        uint64_t end = mg_level_offset(a.level, rows.end, v);
        unsigned long long sum = 0;
        for (uint64_t e = first; e < entries && e < first + RUN; e++) {
            if (e >= end) {
                if (sum) {
                    atomicAdd(&a.within[v], sum);
                }
                sum = 0;
                v = next_vertex(a.level, rows, v, e);
                end = mg_level_offset(a.level, rows.end, v);
                home = a.community[v];
            }
            const uint32_t u = rows.neighbours[e];
            if (u != v && a.community[u] == home) {
                sum += mg_weights<kind>::at(rows, e);
            }
        }
        if (sum) {
            atomicAdd(&a.within[v], sum);
        }
    }
}

static __global__ void parts_kernel(const mg_refine_args args) {
    const mg_moves_args &a = args.parts;
    unsigned long long inside = 0;
    for (uint64_t v = first_index(); v < a.level.n; v += stride()) {
        const uint32_t key = a.level.key ? a.level.key[v] : (uint32_t)v;
        const unsigned long long strength = a.level.strength[v], within = a.within[v];
        a.label[v] = key;
        a.label_strength[key] = strength;
        a.size[v] = 1;
        a.cut[key] = within;
        a.came[v] = 0;
        a.active[v] = within && mg_well_connected(a, within, strength, a.community_strength[a.community[v]]);
        inside += within;
    }
    inside = mg_warp_sum(inside);
    if (inside && threadIdx.x % 32 == 0) {
        atomicAdd(&args.counts->inside, inside);
    }
}

static __global__ void count_kernel(const mg_refine_args a) {
    unsigned long long communities = 0, limbs[4] = {0, 0, 0, 0};
    for (uint64_t label = first_index(); label < a.parts.level.n; label += stride()) {
        const unsigned long long strength = a.label_strength[label];
        const unsigned long long low = strength * strength, high = __umul64hi(strength, strength);
        communities += a.size[label] > 0;
        limbs[0] += low & 0xffffffffu;
        limbs[1] += low >> 32;
        limbs[2] += high & 0xffffffffu;
        limbs[3] += high >> 32;
    }
    communities = mg_warp_sum(communities);
    for (int i = 0; i < 4; i++) {
        limbs[i] = mg_warp_sum(limbs[i]);
    }
    if (communities && threadIdx.x % 32 == 0) {
        atomicAdd(&a.counts->communities, communities);
        for (int i = 0; i < 4; i++) {
            atomicAdd(&a.counts->limbs[i], limbs[i]);
        }
    }
}

static __global__ void take_kernel(const mg_refine_args a) {
    for (uint64_t v = first_index(); v < a.first_n; v += stride()) {
        a.best[v] = a.label[a.vertex ? a.vertex[v] : (uint32_t)v];
    }
}

/* All vertices of a part have the same community. */
static __global__ void homes_kernel(const mg_refine_args a) {
    for (uint64_t v = first_index(); v < a.parts.level.n; v += stride()) {
        a.home[a.next_vertex[v]] = a.label[v];
        a.name[v] = NONE;
    }
}

static __global__ void names_kernel(const mg_refine_args a) {
    for (uint64_t c = first_index(); c < a.next_n; c += stride()) {
        uint32_t *const name = &a.name[a.home[c]];
        if ((uint32_t)c < *(const volatile uint32_t *)name) {
            atomicMin(name, (uint32_t)c);
        }
    }
}

static __global__ void labels_kernel(const mg_refine_args a) {
    for (uint64_t v = first_index(); v < a.parts.level.n; v += stride()) {
        const uint32_t label = a.name ? a.name[a.home[v]] : a.home[v];
        a.label[v] = label;
        atomicAdd(&a.label_strength[label], (unsigned long long)a.parts.level.strength[v]);
        atomicAdd(&a.size[label], 1u);
    }
}

extern "C" cudaError_t mg__launch_refining(const mg_refine_args *args, mg_refine_step step, cudaStream_t stream) {
    static void (*const within[])(const mg_refine_args) = {within_kernel<MG_LEVEL_ONES>, within_kernel<MG_LEVEL_NARROW>,
                                                           within_kernel<MG_LEVEL_WIDE>};
    const mg_level *const g = &args->parts.level;
    const struct {
        void (*kernel)(const mg_refine_args);
        uint64_t elements;
    } steps[] = {{within[g->kind], (g->entries[args->parts.side] + RUN - 1) / RUN},
                 {parts_kernel, g->n},
                 {count_kernel, g->n},
                 {take_kernel, args->first_n},
                 {homes_kernel, g->n},
                 {names_kernel, args->next_n},
                 {labels_kernel, g->n}};
    steps[step].kernel<<<mg_grid_blocks(steps[step].elements), MG_GRID_THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
