/* SPDX-License-Identifier: Apache-2.0
 *
 * rs_build.cu: the steps that build the format rs. Thread-to-work mapping: an element per thread, unless said
 * otherwise. Shared memory: none, unless said otherwise.
 */
#include "core/cuda/product/nonzeros/nonzeros.cuh"
#include <cub/block/block_scan.cuh>

extern "C" {
#include "core/cuda/product/rs/rs_build.h"
}

/* Nonzeros of a chunk: so many that the panel's rows of X, which its thread block reads, are few beside them. Chunks
 * are cut within regions, so that several threads cut a panel. */
#define CHUNK 16384ull
#define REGION (16 * CHUNK)
#define CHUNK_THREADS 128

/* ---- segments ---- */

static __global__ void __launch_bounds__(BUILD_THREADS) panels_kernel(mg_rs_build b) {
    BUILD_LOOP(e, b.nonzeros) {
        b.panel[e] = b.columns[e] >> b.shift;
        b.at[e] = (uint32_t)e;
    }
}

extern "C" cudaError_t mg__rs_panels(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_rs_build *const b = (const mg_rs_build *)build;
    return build_start(panels_kernel, *b, b->nonzeros, temporary, bytes, stream);
}

static __global__ void __launch_bounds__(BUILD_THREADS) rows_kernel(mg_rs_build b) {
    BUILD_LOOP(i, b.nonzeros) {
        b.row_sorted[i] = b.row[b.at[i]];
    }
}

extern "C" cudaError_t mg__rs_rows(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_rs_build *const b = (const mg_rs_build *)build;
    return build_start(rows_kernel, *b, b->nonzeros, temporary, bytes, stream);
}

/* Are the nonzeros i and j of the sorted ones in one segment? */
static __device__ __forceinline__ bool together(const uint32_t *panel, const uint32_t *row, uint64_t i, uint64_t j) {
    return row[i] == row[j] && panel[i] == panel[j];
}

/* Does a heavy segment begin at i? */
static __global__ void __launch_bounds__(BUILD_THREADS) heavy_kernel(mg_rs_build b) {
    BUILD_LOOP(i, b.nonzeros) {
        const uint64_t last = i + b.threshold;
        b.selected[i] = (i == 0 || !together(b.panel, b.row_sorted, i, i - 1)) && last < b.nonzeros &&
                        together(b.panel, b.row_sorted, i, last);
    }
}

extern "C" cudaError_t mg__rs_heavy(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_rs_build *const b = (const mg_rs_build *)build;
    return build_start(heavy_kernel, *b, b->nonzeros, temporary, bytes, stream);
}

/* Nonzeros of the segment that begins at `first`, which has more than `least`. */
static __device__ uint32_t length_of(const mg_rs_build &b, uint64_t first, uint32_t least) {
    uint64_t low = least, step = low + 1; /* first + low is in the segment */
    while (first + low + step < b.nonzeros && together(b.panel, b.row_sorted, first, first + low + step)) {
        low += step;
        step *= 2;
    }
    uint64_t high = first + low + step < b.nonzeros ? low + step : b.nonzeros - first; /* is not */
    while (low + 1 < high) {
        const uint64_t middle = (low + high) / 2;
        if (together(b.panel, b.row_sorted, first, first + middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (uint32_t)high;
}

static __global__ void __launch_bounds__(BUILD_THREADS) segment_panels_kernel(mg_rs_build b) {
    BUILD_LOOP(s, b.segments) {
        b.segment_panel[s] = b.panel[b.first[s]];
    }
}

static __global__ void __launch_bounds__(BUILD_THREADS) panel_segments_kernel(mg_rs_build b) {
    BUILD_LOOP(p, b.panels + 1ull) {
        b.panel_segments[p] = first_not_below(b.segment_panel, b.segments, p);
    }
}

static cudaError_t find_panels(const mg_rs_build *b, void *temporary, size_t *bytes, cudaStream_t stream) {
    const cudaError_t error = build_start(segment_panels_kernel, *b, b->segments, temporary, bytes, stream);
    return error == cudaSuccess ? build_start(panel_segments_kernel, *b, b->panels + 1ull, temporary, bytes, stream)
                                : error;
}

/* Shared memory: the counts of a thread block. */
static __global__ void __launch_bounds__(BUILD_THREADS) lengths_kernel(mg_rs_build b) {
    __shared__ unsigned int count[2 * MG_RS_BUILD_LENGTHS];
    if (threadIdx.x < 2 * MG_RS_BUILD_LENGTHS) {
        count[threadIdx.x] = 0;
    }
    __syncthreads();
    BUILD_LOOP(s, b.segments) {
        const uint32_t panel = b.segment_panel[s], length = length_of(b, b.first[s], b.threshold);
        const bool far = b.panel_segments[panel + 1] - b.panel_segments[panel] > b.near;
        atomicAdd(
            &count[(far ? MG_RS_BUILD_LENGTHS : 0) + (length < MG_RS_BUILD_LENGTHS ? length : MG_RS_BUILD_LENGTHS - 1)],
            1u);
    }
    __syncthreads();
    if (threadIdx.x < 2 * MG_RS_BUILD_LENGTHS) {
        atomicAdd(&b.lengths[threadIdx.x], (unsigned long long)count[threadIdx.x]);
    }
}

extern "C" cudaError_t mg__rs_lengths(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_rs_build *const b = (const mg_rs_build *)build;
    const cudaError_t error = find_panels(b, temporary, bytes, stream);
    return error == cudaSuccess ? build_start(lengths_kernel, *b, b->segments, temporary, bytes, stream) : error;
}

static __global__ void __launch_bounds__(BUILD_THREADS) segments_kernel(mg_rs_build b) {
    BUILD_LOOP(s, b.segments + 1ull) {
        if (s == b.segments) {
            b.starts[s] = 0;
            break;
        }
        const uint32_t first = b.first[s], row = b.row_sorted[first], length = length_of(b, first, b.threshold);
        b.starts[s] = length;
        b.segment_row[s] = row;
        atomicAdd(&b.heavy_of_row[row], length);
    }
}

static __global__ void __launch_bounds__(BUILD_THREADS) light_lengths_kernel(mg_rs_build b) {
    BUILD_LOOP(row, b.rows + 1ull) {
        b.light_offsets[row] = row < b.rows ? b.offsets[row + 1] - b.offsets[row] - b.heavy_of_row[row] : 0;
    }
}

extern "C" cudaError_t mg__rs_segments(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_rs_build *const b = (const mg_rs_build *)build;
    cudaError_t error = build_start(segments_kernel, *b, b->segments + 1ull, temporary, bytes, stream);
    error = error == cudaSuccess ? find_panels(b, temporary, bytes, stream) : error;
    return error == cudaSuccess ? build_start(light_lengths_kernel, *b, b->rows + 1ull, temporary, bytes, stream)
                                : error;
}

/* ---- the result ---- */

/* Thread-to-work mapping: BUILD_LANES threads take a segment. */
static __global__ void __launch_bounds__(BUILD_THREADS) place_heavy_kernel(mg_rs_build b) {
    BUILD_LOOP(i, (uint64_t)b.segments * BUILD_LANES) {
        const uint64_t s = i / BUILD_LANES, begin = b.starts[s], length = b.starts[s + 1] - begin;
        for (uint64_t j = i % BUILD_LANES; j < length; j += BUILD_LANES) {
            const uint32_t e = b.at[b.first[s] + j];
            b.order[begin + j] = e;
            b.segment_columns[begin + j] = (uint16_t)(b.columns[e] & (b.panel_columns - 1));
            b.selected[e] = 0;
        }
    }
}

extern "C" cudaError_t mg__rs_place_heavy(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_rs_build *const b = (const mg_rs_build *)build;
    return build_start(place_heavy_kernel, *b, (uint64_t)b->segments * BUILD_LANES, temporary, bytes, stream);
}

static __global__ void __launch_bounds__(BUILD_THREADS) place_light_kernel(mg_rs_build b) {
    BUILD_LOOP(i, b.nonzeros - b.heavy) {
        b.light_columns[i] = b.columns[b.order[b.heavy + i]];
    }
}

extern "C" cudaError_t mg__rs_place_light(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_rs_build *const b = (const mg_rs_build *)build;
    return build_start(place_light_kernel, *b, b->nonzeros - b->heavy, temporary, bytes, stream);
}

/* ---- chunks ---- */

/* Cuts the segments first .. end, one region, into chunks; to: NULL, or where they go. Returns their number. */
static __device__ uint32_t cut_region(const mg_rs_build &b, uint32_t panel, uint64_t first, uint64_t end, bool writes,
                                      uint64_t to) {
    uint32_t count = 0;
    while (first < end) {
        const uint64_t most = end - first < MG_PACK_SEGMENTS ? end - first : MG_PACK_SEGMENTS;
        uint64_t some = first_not_below(b.starts + first, most, b.starts[first] + CHUNK);
        some = some < 1 ? 1 : some;
        if (writes) {
            b.chunks[to + count] = {first, (uint32_t)some, panel};
            b.tiles[to + count] = {first, 1, (uint32_t)some, 0, 0};
        }
        count++;
        first += some;
    }
    return count;
}

/* Thread-to-work mapping: a thread block takes a panel, a thread a region of it. Shared memory: of the prefix sums of
 * the regions' chunks. */
static __global__ void __launch_bounds__(CHUNK_THREADS) chunks_kernel(mg_rs_build b) {
    typedef cub::BlockScan<uint32_t, CHUNK_THREADS> scan;
    __shared__ typename scan::TempStorage storage;
    const uint32_t panel = blockIdx.x;
    const uint64_t first = b.panel_segments[panel], end = b.panel_segments[panel + 1], base = b.starts[first];
    const uint64_t regions = first < end ? (b.starts[end] - base + REGION - 1) / REGION : 0;
    const bool writes = b.chunks != NULL;
    uint64_t to = writes ? b.panel_chunks[panel] : 0;
    for (uint64_t r = 0; r < regions; r += CHUNK_THREADS) {
        const uint64_t own = r + threadIdx.x, begin = own < regions ? own : regions;
        const uint64_t low = first + first_not_below(b.starts + first, end - first, base + begin * REGION);
        const uint64_t high =
            own < regions ? first + first_not_below(b.starts + first, end - first, base + (own + 1) * REGION) : low;
        const uint32_t count = cut_region(b, panel, low, high, false, 0);
        uint32_t before, all;
        scan(storage).ExclusiveSum(count, before, all);
        if (writes) {
            cut_region(b, panel, low, high, true, to + before);
        }
        to += all;
        __syncthreads(); /* `storage` is used again */
    }
    if (!writes && threadIdx.x == 0) {
        b.panel_chunks[panel] = to;
    }
}

extern "C" cudaError_t mg__rs_chunks(void *build, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_rs_build *const b = (const mg_rs_build *)build;
    if (!temporary) {
        *bytes = 0;
    } else if (b->panels) {
        chunks_kernel<<<b->panels, CHUNK_THREADS, 0, stream>>>(*b);
    }
    return cudaGetLastError();
}
