/* SPDX-License-Identifier: Apache-2.0
 *
 * blocks_fill.cu: from sorted edges to the work of the thread blocks of phase 1. Thread-to-work mapping: a thread cuts
 * a part; a block fills one: its warps take runs of edges of one row, or its threads light edges.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/layout/blocks/blocks_build.h"
}

#define THREADS 256

static __device__ uint32_t mg_edge_row(uint64_t edge) {
    return (uint32_t)(edge >> MG_EDGE_ROW_SHIFT);
}

/* The first edge of the row of edge `at`, back to `first`. */
static __device__ uint64_t mg_row_begin(const uint64_t *edges, uint64_t first, uint64_t at) {
    const uint32_t row = mg_edge_row(edges[at]);
    uint64_t high = at;
    while (first < high) {
        const uint64_t middle = first + (high - first) / 2;
        if (mg_edge_row(edges[middle]) < row) {
            first = middle + 1;
        } else {
            high = middle;
        }
    }
    return high;
}

/* Runs that begin before an edge. */
static __device__ uint64_t mg_runs_before(const mg_block_parts &p, uint64_t edge) {
    uint64_t low = 0, high = p.run_count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (p.heads[middle] < edge) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Number of row headers and edges of a part, and of them per column. */
static __device__ uint64_t mg_part_length(const mg_block_parts &p, const mg_block_range &r) {
    return r.end - r.begin + mg_runs_before(p, r.end) - r.run;
}

static __device__ uint64_t mg_per_column(const mg_block_parts &p, uint64_t length) {
    return (length + p.threads - 1) / p.threads;
}

static __device__ void mg_cut_part(const mg_block_grid &g, const mg_block_parts &p, uint32_t i) {
    const uint64_t *const edges = p.edges + p.light_count;
    mg_block_range r = p.ranges[i];
    mg_block_part part = p.parts[i];
    const uint32_t top = r.row_panel * g.width, bottom = g.n - top < g.width ? g.n : top + g.width;
    const uint32_t from = r.begin == r.first ? top : mg_edge_row(edges[r.begin]);
    const uint32_t to = r.end == r.last ? bottom : mg_edge_row(edges[r.end]);
    r.begin = r.begin == r.first ? r.begin : mg_row_begin(edges, r.first, r.begin);
    r.end = r.end == r.last ? r.end : mg_row_begin(edges, r.first, r.end);
    r.run = mg_runs_before(p, r.begin);
    const uint64_t column = mg_per_column(p, mg_part_length(p, r)) + 1; /* plus the row header that it begins with */
    part.row = from;
    part.rows = to - from;
    part.slot += from - top;
    part.height = part.rows ? (uint32_t)((column + MG_BLOCK_ELEMENTS - 1) / MG_BLOCK_ELEMENTS) : 0;
    p.sizes[i] = (uint64_t)part.height * MG_BLOCK_ELEMENTS * p.threads;
    p.parts[i] = part;
    p.ranges[i] = r;
}

__global__ void block_cut_kernel(const mg_block_grid g, const mg_block_parts p) {
    for (uint32_t i = blockIdx.x * THREADS + threadIdx.x; i <= p.count; i += gridDim.x * THREADS) {
        if (i < p.count && p.ranges[i].last) {
            mg_cut_part(g, p, i);
        } else {
            p.sizes[i] = 0;
        }
    }
}

__global__ void block_place_kernel(const mg_block_parts p) {
    for (uint32_t i = blockIdx.x * THREADS + threadIdx.x; i < p.count; i += gridDim.x * THREADS) {
        if (p.parts[i].rows) {
            p.parts[i].at = p.sizes[i];
        }
    }
}

/* Position of the k-th row header or edge of a part; `row`: row of its column. */
static __device__ uint64_t mg_element_at(const mg_block_parts &p, uint64_t at, uint64_t column, uint64_t row) {
    return at + (row / MG_BLOCK_ELEMENTS * p.threads + column) * MG_BLOCK_ELEMENTS + row % MG_BLOCK_ELEMENTS;
}

/* Calls visit(edge or UINT64_MAX, row, element) for every edge and row header of a heavy part. All threads of a block
 * call. */
template <typename Visit>
static __device__ void mg_visit_heavy(const mg_block_parts &p, const mg_block_part &part, const mg_block_range &r,
                                      Visit visit) {
    const uint64_t *const edges = p.edges + p.light_count;
    const uint64_t length = mg_part_length(p, r), per = mg_per_column(p, length), runs = length - (r.end - r.begin);
    for (uint64_t j = threadIdx.x / 32; j < runs; j += THREADS / 32) {
        const uint64_t head = p.heads[r.run + j];
        const uint64_t next = j + 1 < runs ? p.heads[r.run + j + 1] : r.end, first = head - r.begin + j;
        const uint32_t row = mg_edge_row(edges[head]) - part.row;
        for (uint64_t i = mg_warp_lane(); i <= next - head; i += 32) {
            const uint64_t k = first + i;
            visit(i ? head + i - 1 : UINT64_MAX, row, mg_element_at(p, part.at, k / per, 1 + k % per));
        }
    }
    for (uint64_t c = threadIdx.x; c < p.threads && c * per < length; c += THREADS) {
        uint64_t low = 0, high = runs - 1; /* the last run that begins at or before the column */
        while (low < high) {
            const uint64_t middle = low + (high - low + 1) / 2;
            if (p.heads[r.run + middle] - r.begin + middle <= c * per) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        visit(UINT64_MAX, mg_edge_row(edges[p.heads[r.run + low]]) - part.row, mg_element_at(p, part.at, c, 0));
    }
}

__global__ void block_fill_kernel(const mg_block_parts p, uint16_t *elements, uint16_t *ids, uint32_t *slots) {
    for (uint32_t i = blockIdx.x; i < p.count; i += gridDim.x) {
        const mg_block_part part = p.parts[i];
        const mg_block_range r = p.ranges[i];
        const uint64_t *const heavy = p.edges + p.light_count;
        if (part.rows) {
            mg_visit_heavy(p, part, r, [&](uint64_t edge, uint32_t row, uint64_t element) {
                elements[element] =
                    (uint16_t)(edge == UINT64_MAX ? MG_BLOCK_ROW_HEADER | row : heavy[edge] >> MG_EDGE_LOCAL_SHIFT);
            });
            continue;
        }
        for (uint64_t k = threadIdx.x; k < r.end - r.begin; k += THREADS) {
            const uint64_t edge = p.edges[r.begin + k];
            ids[part.at + k] = (uint16_t)(edge >> MG_EDGE_LOCAL_SHIFT);
            slots[part.at + k] = mg_edge_row(edge);
        }
    }
}

template <typename W>
static __device__ W mg_weight_of(const mg_panel_source &source, uint64_t index) {
    return ((const W *)source.receive[index >> 63].weights)[index << 1 >> 1];
}

template <typename W>
__global__ void block_weigh_kernel(const mg_block_parts p, const uint64_t *index, const mg_panel_source source,
                                   uint64_t element_count, W *weights) {
    for (uint32_t i = blockIdx.x; i < p.count; i += gridDim.x) {
        const mg_block_part part = p.parts[i];
        const mg_block_range r = p.ranges[i];
        if (part.rows) {
            mg_visit_heavy(p, part, r, [&](uint64_t edge, uint32_t, uint64_t element) {
                if (edge != UINT64_MAX) {
                    weights[element] = mg_weight_of<W>(source, index[p.light_count + edge]);
                }
            });
            continue;
        }
        for (uint64_t k = threadIdx.x; k < r.end - r.begin; k += THREADS) {
            weights[element_count + part.at + k] = mg_weight_of<W>(source, index[r.begin + k]);
        }
    }
}

static uint32_t blocks_for(uint64_t count) {
    return (uint32_t)(count < 1 ? 1 : count < 65536 ? count : 65536);
}

extern "C" cudaError_t mg__block_cut(const mg_block_grid *grid, const mg_block_parts *parts, cudaStream_t stream) {
    block_cut_kernel<<<blocks_for(parts->count / THREADS + 1), THREADS, 0, stream>>>(*grid, *parts);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__block_place(const mg_block_parts *parts, cudaStream_t stream) {
    block_place_kernel<<<blocks_for(parts->count / THREADS + 1), THREADS, 0, stream>>>(*parts);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__block_fill(const mg_block_parts *parts, uint16_t *elements, uint16_t *ids, uint32_t *slots,
                                      cudaStream_t stream) {
    block_fill_kernel<<<blocks_for(parts->count), THREADS, 0, stream>>>(*parts, elements, ids, slots);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__block_weigh(const mg_block_parts *parts, const uint64_t *index,
                                       const mg_panel_source *source, uint32_t weight_size, uint64_t element_count,
                                       void *weights, cudaStream_t stream) {
    const uint32_t blocks = blocks_for(parts->count);
    if (weight_size == 8) {
        block_weigh_kernel<<<blocks, THREADS, 0, stream>>>(*parts, index, *source, element_count, (uint64_t *)weights);
    } else {
        block_weigh_kernel<<<blocks, THREADS, 0, stream>>>(*parts, index, *source, element_count, (uint32_t *)weights);
    }
    return cudaGetLastError();
}
