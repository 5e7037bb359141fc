/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_build.cu: the steps that build the format aspt. Thread-to-work mapping: an element per thread, unless said
 * otherwise. Shared memory: none.
 */
#include "core/cuda/product/nonzeros/nonzeros.cuh"

extern "C" {
#include "core/cuda/product/aspt/aspt_build.h"
}

#define MOST_TILES 65534u /* dense ones of a panel, as on the host */

/* ---- dense columns ---- */

template <typename Key>
static __global__ void __launch_bounds__(BUILD_THREADS) column_keys_kernel(mg_aspt_build b) {
    BUILD_LOOP(e, b.nonzeros) {
        const uint32_t column = b.columns[e], slot = column & ((1u << b.slot_bits) - 1);
        const uint32_t rotated = slot << (b.column_bits - b.slot_bits) | column >> b.slot_bits;
        ((Key *)b.keys)[e] = (Key)(b.row[e] / b.panel_rows) << b.column_bits | rotated;
        b.at[e] = (uint32_t)e;
    }
}

extern "C" cudaError_t mg__aspt_column_keys(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_aspt_build *const b = (const mg_aspt_build *)build;
    return build_start(b->wide ? column_keys_kernel<uint64_t> : column_keys_kernel<uint32_t>, *b, b->nonzeros,
                       temporary, bytes, stream);
}

/* Does a run of `threshold` equal keys or more begin at i? */
template <typename Key>
static __global__ void __launch_bounds__(BUILD_THREADS) dense_columns_kernel(mg_aspt_build b) {
    const Key *const keys = (const Key *)b.columns_sorted;
    BUILD_LOOP(i, b.nonzeros) {
        const uint64_t last = i + b.threshold - 1;
        b.begins_dense[i] = (i == 0 || keys[i] != keys[i - 1]) && last < b.nonzeros && keys[last] == keys[i];
    }
}

extern "C" cudaError_t mg__aspt_dense_columns(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_aspt_build *const b = (const mg_aspt_build *)build;
    return build_start(b->wide ? dense_columns_kernel<uint64_t> : dense_columns_kernel<uint32_t>, *b, b->nonzeros,
                       temporary, bytes, stream);
}

static __device__ uint64_t column_key(const mg_aspt_build &b, uint32_t i) {
    return b.wide ? ((const uint64_t *)b.columns_sorted)[i] : ((const uint32_t *)b.columns_sorted)[i];
}

static __global__ void __launch_bounds__(BUILD_THREADS) runs_kernel(mg_aspt_build b) {
    const int high_bits = b.column_bits - b.slot_bits;
    BUILD_LOOP(d, b.dense) {
        const uint64_t key = column_key(b, b.first[d]);
        const bool begins = d == 0 || key >> high_bits != column_key(b, b.first[d - 1]) >> high_bits;
        b.panel[d] = (uint32_t)(key >> b.column_bits);
        b.run[d] = begins ? d : 0;
    }
}

static __global__ void __launch_bounds__(BUILD_THREADS) panel_dense_kernel(mg_aspt_build b) {
    BUILD_LOOP(p, b.panels + 1) {
        b.panel_dense[p] = first_not_below(b.panel, b.dense, p);
    }
}

extern "C" cudaError_t mg__aspt_runs(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_aspt_build *const b = (const mg_aspt_build *)build;
    const cudaError_t error = build_start(runs_kernel, *b, b->dense, temporary, bytes, stream);
    return error == cudaSuccess ? build_start(panel_dense_kernel, *b, b->panels + 1, temporary, bytes, stream) : error;
}

/* ---- tiles ---- */

/* Tile i has a column of each slot that has more than i dense columns of the panel. */
static __device__ uint32_t tile_of(const mg_aspt_build &b, uint64_t d) {
    return (uint32_t)(d - b.run[d]);
}

static __global__ void __launch_bounds__(BUILD_THREADS) fill_kernel(mg_aspt_build b) {
    BUILD_LOOP(d, b.dense) {
        atomicAdd(&b.filled[b.panel_dense[b.panel[d]] + tile_of(b, d)], 1u);
    }
}

static __global__ void __launch_bounds__(BUILD_THREADS) one_tile_kernel(mg_aspt_build b) {
    BUILD_LOOP(p, b.panels + 1) {
        b.panel_tiles[p] = p < b.panels ? 1 : 0;
    }
}

/* Tiles of enough columns; those behind them have fewer. */
static __global__ void __launch_bounds__(BUILD_THREADS) tile_counts_kernel(mg_aspt_build b) {
    BUILD_LOOP(d, b.dense) {
        const uint32_t p = b.panel[d];
        if (b.filled[d] >= b.least && d - b.panel_dense[p] < MOST_TILES) {
            atomicAdd((unsigned long long *)&b.panel_tiles[p], 1ull);
        }
    }
}

extern "C" cudaError_t mg__aspt_tile_counts(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_aspt_build *const b = (const mg_aspt_build *)build;
    cudaError_t error = build_start(fill_kernel, *b, b->dense, temporary, bytes, stream);
    error = error == cudaSuccess ? build_start(one_tile_kernel, *b, b->panels + 1, temporary, bytes, stream) : error;
    return error == cudaSuccess ? build_start(tile_counts_kernel, *b, b->dense, temporary, bytes, stream) : error;
}

/* At first every nonzero is in the sparse tile of its panel. */
static __global__ void __launch_bounds__(BUILD_THREADS) sparse_keys_kernel(mg_aspt_build b) {
    BUILD_LOOP(e, b.nonzeros) {
        ((uint32_t *)b.keys)[e] = (uint32_t)b.panel_tiles[b.row[e] / b.panel_rows + 1] - 1;
        b.at[e] = (uint32_t)e;
    }
}

/* Thread-to-work mapping: BUILD_LANES threads take the nonzeros of a dense column. */
static __global__ void __launch_bounds__(BUILD_THREADS) dense_keys_kernel(mg_aspt_build b) {
    BUILD_LOOP(i, (uint64_t)b.dense * BUILD_LANES) {
        const uint64_t d = i / BUILD_LANES;
        const uint32_t p = b.panel[d], tile = tile_of(b, d), first = b.first[d];
        if (b.panel_tiles[p] + tile + 1 < b.panel_tiles[p + 1]) {
            const uint64_t key = column_key(b, first);
            for (uint64_t at = first + i % BUILD_LANES; at < b.nonzeros && column_key(b, (uint32_t)at) == key;
                 at += BUILD_LANES) {
                ((uint32_t *)b.keys)[b.at_sorted[at]] = (uint32_t)b.panel_tiles[p] + tile;
            }
        }
    }
}

extern "C" cudaError_t mg__aspt_tile_keys(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_aspt_build *const b = (const mg_aspt_build *)build;
    const cudaError_t error = build_start(sparse_keys_kernel, *b, b->nonzeros, temporary, bytes, stream);
    return error == cudaSuccess
               ? build_start(dense_keys_kernel, *b, (uint64_t)b->dense * BUILD_LANES, temporary, bytes, stream)
               : error;
}

/* ---- the result ---- */

static __device__ uint64_t segment_of(const mg_aspt_build &b, uint64_t i) {
    return (uint64_t)((const uint32_t *)b.keys)[i] * b.panel_rows + b.row[b.at[i]] % b.panel_rows;
}

static __global__ void __launch_bounds__(BUILD_THREADS) place_kernel(mg_aspt_build b) {
    BUILD_LOOP(i, b.nonzeros) {
        const uint32_t e = b.at[i];
        const uint64_t segment = segment_of(b, i);
        b.order[i] = e;
        b.to_columns[i] = b.columns[e];
        if (i + 1 == b.nonzeros || segment_of(b, i + 1) != segment) {
            b.starts[segment + 1] = i + 1;
        }
    }
}

extern "C" cudaError_t mg__aspt_place(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_aspt_build *const b = (const mg_aspt_build *)build;
    return build_start(place_kernel, *b, b->nonzeros, temporary, bytes, stream);
}

static __global__ void __launch_bounds__(BUILD_THREADS) sparse_rows_kernel(mg_aspt_build b) {
    BUILD_LOOP(row, b.rows) {
        const uint64_t tile = b.panel_tiles[row / b.panel_rows + 1] - 1;
        const uint64_t *const start = b.starts + tile * b.panel_rows + row % b.panel_rows;
        b.sparse_begins[row] = start[0];
        b.sparse_ends[row] = start[1];
    }
}

extern "C" cudaError_t mg__aspt_sparse_rows(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_aspt_build *const b = (const mg_aspt_build *)build;
    return build_start(sparse_rows_kernel, *b, b->rows, temporary, bytes, stream);
}

static __global__ void __launch_bounds__(BUILD_THREADS) table_kernel(mg_aspt_table t) {
    BUILD_LOOP(i, t.tiles * t.groups + 1) {
        t.to[i] = t.starts[i / t.groups * t.panel_rows + i % t.groups * t.group_rows];
    }
}

extern "C" cudaError_t mg__aspt_table(void *table, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_aspt_table *const t = (const mg_aspt_table *)table;
    return build_start(table_kernel, *t, t->tiles * t->groups + 1, temporary, bytes, stream);
}

static __global__ void __launch_bounds__(BUILD_THREADS) cuts_kernel(mg_aspt_cuts c) {
    BUILD_LOOP(i, c.count) {
        mg_aspt_cut *const cut = c.cuts + i;
        cut->row = (uint32_t)first_not_below(c.starts + cut->segment, cut->rows, cut->least);
    }
}

extern "C" cudaError_t mg__aspt_cuts(void *cuts, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_aspt_cuts *const c = (const mg_aspt_cuts *)cuts;
    return build_start(cuts_kernel, *c, c->count, temporary, bytes, stream);
}
