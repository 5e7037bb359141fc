/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_rows.cu: from cells (the pieces of one kind that a row tile has in one panel) to runs and lines, which say
 * where the slots of each row are. Thread-to-work mapping: a cell, a tile, a row or a word of 32 rows per thread.
 */
#include "core/cuda/kernel/common/append.cuh"

extern "C" {
#include "core/cuda/layout/panels/panels_build.h"
}

#define THREADS 256

/* The first of `count` ascending values that is not below `value`. */
static __device__ uint64_t mg_first_from(const uint64_t *values, uint64_t begin, uint64_t end, uint64_t value) {
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (values[middle] < value) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

__global__ void cell_keys_kernel(const mg_panel_cells s) {
    for (uint64_t c = blockIdx.x * THREADS + threadIdx.x; c < s.count; c += (uint64_t)gridDim.x * THREADS) {
        s.sort_keys[c] = s.keys[s.piece[c]] >> MG_PIECE_TILE_SHIFT & ((1ull << s.tile_bits) - 1);
        s.sort_at[c] = c;
    }
}

/* The number of its group: panel and kind. */
static __device__ uint64_t mg_cell_group(const mg_panel_cells &s, uint64_t cell) {
    return s.keys[s.piece[cell]] >> MG_PIECE_TILE_SHIFT >> s.tile_bits;
}

static __device__ uint64_t mg_slot_pieces(uint64_t group) {
    return group % MG_PIECE_KINDS == MG_PIECE_WIDE ? 32 : 1;
}

/* The first slot of a cell. */
static __device__ uint64_t mg_cell_slot(const mg_panel_cells &s, uint64_t cell) {
    const uint64_t g = mg_cell_group(s, cell);
    return s.groups[g].slot + (s.piece[cell] - s.groups[g].piece) / mg_slot_pieces(g);
}

__global__ void cell_slots_kernel(const mg_panel_cells s) {
    for (uint64_t i = blockIdx.x * THREADS + threadIdx.x; i <= s.count; i += (uint64_t)gridDim.x * THREADS) {
        if (i == s.count) {
            s.at[i] = 0;
            return;
        }
        const uint64_t c = s.sort_at[i], end = c + 1 < s.count ? s.piece[c + 1] : s.piece_count;
        const uint64_t slots = (end - s.piece[c]) / mg_slot_pieces(mg_cell_group(s, c));
        const uint64_t before = mg_cell_slot(s, c) % s.piece_slots;
        s.at[i] = (before + slots + s.piece_slots - 1) / s.piece_slots * s.piece_slots;
    }
}

__global__ void runs_kernel(const mg_panel_cells s) {
    for (uint64_t i = blockIdx.x * THREADS + threadIdx.x; i <= s.count; i += (uint64_t)gridDim.x * THREADS) {
        if (i == s.count) {
            s.run[i] = {0, (uint32_t)s.at[i]};
            return;
        }
        const uint64_t c = s.sort_at[i], slot = mg_cell_slot(s, c), at = s.at[i] + slot % s.piece_slots;
        s.run[i] = {(uint32_t)slot, (uint32_t)at};
        s.cell_at[c] = at;
    }
}

/* Where the cells of tiles from `tile` on begin. */
static __device__ uint64_t mg_tile_begin(const mg_panel_cells &s, uint32_t tile) {
    return s.at[mg_first_from(s.sort_keys, 0, s.count, tile)];
}

/* The cells of a word with several tiles belong to the first of them. */
__global__ void tile_places_kernel(const mg_panel_cells s, mg_row_tile *tile, uint32_t tile_count, uint32_t capacity,
                                   uint64_t *over) {
    for (uint32_t t = blockIdx.x * THREADS + threadIdx.x; t < tile_count; t += gridDim.x * THREADS) {
        uint32_t first = t;
        while (first > 0 && tile[first - 1].goes_on) {
            first--;
        }
        const uint64_t begin = mg_tile_begin(s, first), all = mg_tile_begin(s, first + 1) - begin;
        const uint64_t before = (uint64_t)(t - first) * capacity, left = all > before ? all - before : 0;
        tile[t].at = (uint32_t)(begin + (all < before ? all : before));
        tile[t].slots = (uint32_t)(left < capacity ? left : capacity);
        if (left > capacity && !tile[t].goes_on) {
            *over = 1;
        }
    }
}

/* The first run that ends after a place. */
static __device__ uint32_t mg_run_at(const mg_slot_run *run, uint64_t count, uint32_t at) {
    uint64_t low = 0, high = count;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (run[middle + 1].at <= at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (uint32_t)low;
}

__global__ void tile_runs_kernel(const mg_slot_run *run, uint64_t run_count, mg_row_tile *tile, uint32_t tile_count) {
    for (uint32_t t = blockIdx.x * THREADS + threadIdx.x; t < tile_count; t += gridDim.x * THREADS) {
        if (tile[t].slots) {
            tile[t].run = mg_run_at(run, run_count, tile[t].at);
            tile[t].runs = mg_run_at(run, run_count, tile[t].at + tile[t].slots - 1) + 1 - tile[t].run;
        }
    }
}

/* Slots rounded up to what is copied at once, whatever their size. */
static __device__ uint32_t mg_whole_pieces(uint32_t slots) {
    return (slots + MG_ROW_TILE_PIECE / 4 - 1) / (MG_ROW_TILE_PIECE / 4) * (MG_ROW_TILE_PIECE / 4);
}

__global__ void plain_rows_kernel(uint32_t n, uint32_t count, uint32_t *word_slots, uint64_t *at, mg_slot_run *run) {
    for (uint32_t r = blockIdx.x * THREADS + threadIdx.x; r < n; r += gridDim.x * THREADS) {
        at[r] = r;
        if (r % 32 == 0) {
            word_slots[r / 32] = r >= count ? 0 : count - r < 32 ? mg_whole_pieces(count - r) : 32;
        }
    }
    if (blockIdx.x == 0 && threadIdx.x < 2) {
        run[threadIdx.x] = {0, threadIdx.x ? mg_whole_pieces(count) : 0};
    }
}

__global__ void rows_kernel(const mg_row_slots s) {
    for (uint64_t r = blockIdx.x * THREADS + threadIdx.x; r <= s.n; r += (uint64_t)gridDim.x * THREADS) {
        s.begin[r] = mg_first_from(s.rows, 0, s.count, r);
    }
}

/* The slots of a row that are in a tile: from `*from` to the result. A row is in one tile, unless the next tile
 * continues it. */
static __device__ uint64_t mg_slots_in(const mg_row_slots &s, const mg_row_tile &tile, uint64_t row, uint64_t *from) {
    *from = 0;
    if (row >= s.n) {
        return 0;
    }
    *from = mg_first_from(s.at, s.begin[row], s.begin[row + 1], tile.at);
    return mg_first_from(s.at, *from, s.begin[row + 1], (uint64_t)tile.at + tile.slots);
}

/* A tile per block, a word per thread. */
__global__ void line_counts_kernel(const mg_row_slots s) {
    for (uint32_t t = blockIdx.x; t < s.tile_count; t += gridDim.x) {
        const mg_row_tile tile = s.tile[t];
        for (uint32_t w = threadIdx.x; w < tile.words; w += THREADS) {
            uint64_t most = 0;
            for (uint64_t r = 0; r < 32; r++) {
                uint64_t from;
                const uint64_t end = mg_slots_in(s, tile, 32ull * (tile.word + w) + r, &from);
                most = end - from > most ? end - from : most;
            }
            s.lines[tile.line + w] = (most + 1) / 2;
        }
    }
}

/* A tile per block, a word per warp, a row per lane. */
__global__ void lines_kernel(const mg_row_slots s, uint32_t *lines) {
    for (uint32_t t = blockIdx.x; t < s.tile_count; t += gridDim.x) {
        const mg_row_tile tile = s.tile[t];
        for (uint32_t w = threadIdx.x / 32; w < tile.words; w += THREADS / 32) {
            uint64_t from;
            const uint64_t end = mg_slots_in(s, tile, 32ull * (tile.word + w) + mg_warp_lane(), &from);
            for (uint64_t line = s.lines[tile.line + w]; line < s.lines[tile.line + w + 1]; line++, from += 2) {
                const uint32_t first = from < end ? (uint32_t)s.at[from] - tile.at + s.first : 0;
                const uint32_t second = from + 1 < end ? (uint32_t)s.at[from + 1] - tile.at + s.first : 0;
                lines[line * 32 + mg_warp_lane()] = first | second << 16;
            }
        }
    }
}

__global__ void line_begins_kernel(const uint64_t *lines, uint64_t entries, uint32_t *line_begin) {
    for (uint64_t i = blockIdx.x * THREADS + threadIdx.x; i <= entries; i += (uint64_t)gridDim.x * THREADS) {
        line_begin[i] = (uint32_t)lines[i];
    }
}

static uint32_t blocks_for(uint64_t count) {
    const uint64_t blocks = count / THREADS + 1;
    return (uint32_t)(blocks < 65536 ? blocks : 65536);
}

static uint32_t blocks_of_tiles(uint32_t tiles) {
    return tiles < 1 ? 1 : tiles < 65536 ? tiles : 65536;
}

extern "C" cudaError_t mg__panel_cell_keys(const mg_panel_cells *cells, cudaStream_t stream) {
    cell_keys_kernel<<<blocks_for(cells->count), THREADS, 0, stream>>>(*cells);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_cell_slots(const mg_panel_cells *cells, cudaStream_t stream) {
    cell_slots_kernel<<<blocks_for(cells->count + 1), THREADS, 0, stream>>>(*cells);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_runs(const mg_panel_cells *cells, cudaStream_t stream) {
    runs_kernel<<<blocks_for(cells->count + 1), THREADS, 0, stream>>>(*cells);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_row_tile_slots(const mg_panel_cells *cells, mg_row_tile *tile, uint32_t tile_count,
                                                uint32_t capacity, uint64_t *over, cudaStream_t stream) {
    tile_places_kernel<<<blocks_for(tile_count), THREADS, 0, stream>>>(*cells, tile, tile_count, capacity, over);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_row_tile_runs(const mg_slot_run *run, uint64_t run_count, mg_row_tile *tile,
                                               uint32_t tile_count, cudaStream_t stream) {
    tile_runs_kernel<<<blocks_for(tile_count), THREADS, 0, stream>>>(run, run_count, tile, tile_count);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_plain_rows(uint32_t n, uint32_t count, uint32_t *word_slots, uint64_t *at,
                                            mg_slot_run *run, cudaStream_t stream) {
    plain_rows_kernel<<<blocks_for(n), THREADS, 0, stream>>>(n, count, word_slots, at, run);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_rows(const mg_row_slots *slots, cudaStream_t stream) {
    rows_kernel<<<blocks_for(slots->n + 1ull), THREADS, 0, stream>>>(*slots);
    line_counts_kernel<<<blocks_of_tiles(slots->tile_count), THREADS, 0, stream>>>(*slots);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__panel_lines(const mg_row_slots *slots, uint64_t entries, uint32_t *lines,
                                       uint32_t *line_begin, cudaStream_t stream) {
    line_begins_kernel<<<blocks_for(entries + 1), THREADS, 0, stream>>>(slots->lines, entries, line_begin);
    lines_kernel<<<blocks_of_tiles(slots->tile_count), THREADS, 0, stream>>>(*slots, lines);
    return cudaGetLastError();
}
