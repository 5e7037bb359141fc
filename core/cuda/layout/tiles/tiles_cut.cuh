/* SPDX-License-Identifier: Apache-2.0
 *
 * tiles_cut.cuh: the kernels that partition a graph into tiles; a vertex, a position or a tile per thread.
 */
#ifndef MG_CORE_CUDA_LAYOUT_TILES_TILES_CUT_CUH
#define MG_CORE_CUDA_LAYOUT_TILES_TILES_CUT_CUH

#include "core/cuda/kernel/tiles/tiles_args.h"

#define MG_NO_OWNER 0xffffffffu

static __device__ uint32_t mg_thread() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}

/* A seed for every `mean` vertices, spread by a hash. */
static __global__ void tiles_seed(uint32_t n, uint32_t mean, uint32_t *owner, uint32_t *seeds) {
    const uint32_t v = mg_thread();
    if (v < n) {
        uint32_t hash = v * 0x9e3779b1u;
        hash = (hash ^ hash >> 15) * 0x85ebca77u;
        hash = (hash ^ hash >> 13) * 0xc2b2ae3du;
        owner[v] = (hash ^ hash >> 16) % mean == 0 ? atomicAdd(seeds, 1) : MG_NO_OWNER;
    }
}

/* One round: a vertex without owner takes that of a neighbour, as of before the round, so that tiles grow evenly. */
static __global__ void tiles_grow(const uint32_t *offsets, const uint32_t *neighbours, uint32_t n,
                                  const uint32_t *before, uint32_t *owner, uint32_t *changes) {
    const uint32_t v = mg_thread();
    if (v >= n) {
        return;
    }
    uint32_t mine = before[v];
    if (mine == MG_NO_OWNER) {
        for (uint32_t e = offsets[v]; e < offsets[v + 1] && mine == MG_NO_OWNER; e++) {
            mine = before[neighbours[e]];
        }
        if (mine != MG_NO_OWNER) {
            *changes = 1;
        }
    }
    owner[v] = mine;
}

static __global__ void tiles_without_owner(uint32_t n, const uint32_t *owner, uint32_t *is_left) {
    const uint32_t v = mg_thread();
    if (v <= n) {
        is_left[v] = v < n && owner[v] == MG_NO_OWNER;
    }
}

/* Vertices that no seed reached are partitioned by index. */
static __global__ void tiles_take_rest(uint32_t n, uint32_t seeds, uint32_t mean, const uint32_t *rank,
                                       uint32_t *owner) {
    const uint32_t v = mg_thread();
    if (v < n && owner[v] == MG_NO_OWNER) {
        owner[v] = seeds + rank[v] / mean;
    }
}

/* Both ends of an edge between two tiles are boundary. */
static __global__ void tiles_mark_boundary(const uint32_t *offsets, const uint32_t *neighbours, uint32_t n,
                                           const uint32_t *owner, uint8_t *boundary) {
    const uint32_t v = mg_thread();
    if (v < n) {
        for (uint32_t e = offsets[v]; e < offsets[v + 1]; e++) {
            if (owner[neighbours[e]] != owner[v]) {
                boundary[v] = 1;
                boundary[neighbours[e]] = 1;
            }
        }
    }
}

/* Sort keys of vertices: tile, boundary first. */
static __global__ void tiles_make_keys(uint32_t n, const uint32_t *owner, const uint8_t *boundary, uint32_t *key,
                                       uint32_t *vertex) {
    const uint32_t v = mg_thread();
    if (v < n) {
        key[v] = 2 * owner[v] + !boundary[v];
        vertex[v] = v;
    }
}

static __global__ void tiles_place(uint32_t n, uint32_t count, const uint32_t *key, const uint32_t *vertex,
                                   uint32_t *position, uint32_t *first) {
    const uint32_t p = mg_thread();
    if (p < n) {
        position[vertex[p]] = p;
        if (p == 0 || key[p - 1] >> 1 != key[p] >> 1) {
            first[key[p] >> 1] = p;
        }
    }
    if (p == 0) {
        first[count] = n;
    }
}

/* Position of the first key that is not below `wanted`. */
static __device__ uint32_t mg_lower_bound(const uint32_t *key, uint32_t begin, uint32_t end, uint32_t wanted) {
    while (begin < end) {
        const uint32_t middle = begin + (end - begin) / 2;
        if (key[middle] < wanted) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

static __global__ void tiles_count_boundary(uint32_t count, const uint32_t *key, const uint32_t *first,
                                            uint32_t *boundary) {
    const uint32_t t = mg_thread();
    if (t < count) {
        boundary[t] = mg_lower_bound(key, first[t], first[t + 1], 2 * t + 1) - first[t];
    }
}

/* By position: numbers of local and of cut edges; 0 after the last. */
static __global__ void tiles_count_edges(const uint32_t *offsets, const uint32_t *neighbours, uint32_t n,
                                         const uint32_t *vertex, const uint32_t *owner, uint32_t *local,
                                         uint32_t *remote) {
    const uint32_t p = mg_thread();
    if (p <= n) {
        uint32_t inside = 0, all = 0;
        if (p < n) {
            const uint32_t v = vertex[p], tile = owner[v];
            all = offsets[v + 1] - offsets[v];
            for (uint32_t e = offsets[v]; e < offsets[v + 1]; e++) {
                inside += owner[neighbours[e]] == tile;
            }
        }
        local[p] = inside;
        remote[p] = all - inside;
    }
}

/* Aligned number of local edges of a tile. */
static __global__ void tiles_round_edges(uint32_t count, const uint32_t *first, const uint32_t *local, uint32_t *room) {
    const uint32_t t = mg_thread();
    if (t <= count) {
        const uint32_t edges = t < count ? local[first[t + 1]] - local[first[t]] : 0;
        room[t] = (edges + MG_TILES_ALIGN - 1) / MG_TILES_ALIGN * MG_TILES_ALIGN;
    }
}

/* `begin`: position p of tile t has entry p + t, and the tile's end has one too. */
static __global__ void tiles_fill_begin(uint32_t n, const uint32_t *vertex, const uint32_t *owner,
                                        const uint32_t *first, const uint32_t *local, uint16_t *begin) {
    const uint32_t p = mg_thread();
    if (p < n) {
        const uint32_t t = owner[vertex[p]], base = local[first[t]];
        begin[p + t] = (uint16_t)(local[p] - base);
        if (p + 1 == first[t + 1]) {
            begin[p + t + 1] = (uint16_t)(local[p + 1] - base);
        }
    }
}

static __global__ void tiles_fill_edges(const uint32_t *offsets, const uint32_t *neighbours, const uint32_t *owner,
                                        const uint32_t *position, const mg_tiles t) {
    const uint32_t p = mg_thread();
    if (p < t.n) {
        const uint32_t v = t.vertex[p], tile = owner[v];
        uint32_t local = t.local_first[tile] + t.begin[p + tile], remote = t.remote_begin[p];
        for (uint32_t e = offsets[v]; e < offsets[v + 1]; e++) {
            const uint32_t u = neighbours[e], other = owner[u];
            if (other == tile) {
                t.local[local++] = (uint16_t)(position[u] - t.first[tile]);
            } else {
                t.remote[remote] = position[u];
                t.remote_tile[remote++] = other;
            }
        }
    }
}

/* The tile that position p is in. */
static __device__ uint32_t mg_tile_of(const mg_tiles &t, uint32_t p) {
    return mg_lower_bound(t.first, 0, t.count, p + 1) - 1;
}

/* Weights in the order of tiles_fill_edges; an edge is local if its other end is in the same tile. */
template <typename W>
static __global__ void tiles_fill_weights(const uint32_t *offsets, const uint32_t *neighbours, const W *weights,
                                          const mg_tiles t, const uint32_t *position, W *local_weights,
                                          W *remote_weights) {
    const uint32_t p = mg_thread();
    if (p < t.n) {
        const uint32_t v = t.vertex[p], tile = mg_tile_of(t, p);
        uint32_t local = t.local_first[tile] + t.begin[p + tile], remote = t.remote_begin[p];
        for (uint32_t e = offsets[v]; e < offsets[v + 1]; e++) {
            const uint32_t q = position[neighbours[e]];
            if (q >= t.first[tile] && q < t.first[tile + 1]) {
                local_weights[local++] = weights[e];
            } else {
                remote_weights[remote++] = weights[e];
            }
        }
    }
}

static __global__ void tiles_invert(uint32_t n, const uint32_t *vertex, uint32_t *position) {
    const uint32_t p = mg_thread();
    if (p < n) {
        position[vertex[p]] = p;
    }
}

#endif
