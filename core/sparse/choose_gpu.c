/* SPDX-License-Identifier: Apache-2.0
 *
 * choose_gpu.c: the format that AUTO takes for products on a GPU: that of the least time by a model of what limits
 * each kernel: loads and stores, the L2 cache, memory, and what is added to the result atomically.
 */
#include "core/sparse/choose_format.h"
#include "core/sparse/gpu_sample.h"

#include <math.h>
#include <stdio.h>

/* Constants of an H100, fitted to docs/matrix-formats.md, "Reuse of X in shared memory". Picoseconds of a nonzero; and
 * of a byte of a row of X: */
#define NONZERO 3.0
#define LOADED 0.047      /* loaded by a thread block, */
#define READ 0.12         /* from the L2 cache, */
#define MISSED 0.34       /* from memory */
#define TILED 0.0447      /* a nonzero of a dense tile of ASPT, */
#define TILE_ROW 0.91     /* the sum of a row in a tile, */
#define TILE_COLUMN 0.089 /* a row of X in a tile */
#define HEAVY 0.0416      /* a heavy nonzero of RS, */
#define HEAVY_NONZERO 3.2
static const double segment_cost[2] = {0.31, 0.51}; /* a heavy segment in a near and in a far panel */

/* Seconds of launches, and of the second kernel of rows of more than MG_SPLIT_ITEM nonzeros. */
#define LAUNCH 8e-6
#define TILES_LAUNCH 15e-6
#define LONG_ROWS 2e-6

/* Builds on the device: seconds, and of a nonzero. */
#define BUILD 1e-3
#define BUILD_NONZERO 1e-10

/* Products with one column: picoseconds of a row and of a nonzero, fitted to the section on them: CSR gives each row a
 * group of lanes, COADELL a lane or a few. Its build on the host, with threads. */
#define CSR_ROW 60
#define COADELL_ROW 11
#define VECTOR_NONZERO 1.6
#define COADELL_BUILD_ROW 25e-9
#define COADELL_BUILD_NONZERO 1.5e-9
/* The matrices of that section for which COADELL is faster: many rows of few nonzeros, no long ones. */
#define MOST_MEAN_ROW 48
#define LEAST_NONZEROS (UINT64_C(1) << 20)

#define L2_BYTES ((uint64_t)25 << 20) /* for rows of X */
#define Y_BYTES ((uint64_t)40 << 20)  /* larger results are written to memory */
#define SLICE 256                     /* bytes of a row of X that a kernel reads at a time */
#define LEAST_ROW 128                 /* shorter rows of X, in bytes, gain nothing by tiles */
#define LEAST_GAIN 0.95               /* other formats must be predicted to need less than this part of SPLIT's time */

typedef struct model {
    const mg_matrix_shape *shape;
    double row_bytes, slice_bytes, slices;
} model;

/* Sums of work items; the resources work at the same time, but not quite. */
static double item_seconds(const model *m, const mg_gpu_reads *reads) {
    const double result = (double)m->shape->rows * m->row_bytes;
    const double load = reads->count * (NONZERO + LOADED * m->slice_bytes) * m->slices;
    const double l2 = reads->near_misses * READ * m->slice_bytes * m->slices;
    const double bytes = (reads->misses * m->slice_bytes + reads->count * 8) * m->slices;
    const double memory = MISSED * (bytes + (result > (double)Y_BYTES ? result : 0));
    return LAUNCH + 1e-12 * pow(pow(load, 4) + pow(l2, 4) + pow(memory, 4), 0.25);
}

static double split_seconds(const model *m, const mg_gpu_sample *s) {
    return item_seconds(m, &s->all) + (m->shape->split_rows ? LONG_ROWS : 0);
}

static double aspt_seconds(const model *m, const mg_gpu_sample *s) {
    const double tiled =
        TILED * (s->all.count - s->sparse.count) + TILE_ROW * s->tile_rows + TILE_COLUMN * s->tile_columns;
    return item_seconds(m, &s->sparse) + TILES_LAUNCH + 1e-12 * m->row_bytes * tiled;
}

static double rs_seconds(const model *m, const mg_gpu_sample *s) {
    const double heavy = s->all.count - s->light.count;
    const double segments = segment_cost[0] * s->segments[0] + segment_cost[1] * s->segments[1];
    return item_seconds(m, &s->light) + TILES_LAUNCH +
           1e-12 * (heavy * HEAVY_NONZERO + m->row_bytes * (HEAVY * heavy + segments));
}

/* A candidate with its prediction. */
typedef struct candidate {
    const mg_format *format;
    double seconds;
    double share; /* of the nonzeros in tiles or segments */
    const char *reason;
} candidate;

static const candidate *best_of(const candidate candidates[3], const mg_format_options *options, double nonzeros) {
    const candidate *best = &candidates[0];
    const double build = BUILD + BUILD_NONZERO * nonzeros;
    for (int i = 1; i < 3; i++) {
        const candidate *c = &candidates[i];
        const double gain = candidates[0].seconds - c->seconds;
        const bool pays = options->runs == 0 || gain * (double)options->runs > build;
        if (c->seconds < LEAST_GAIN * candidates[0].seconds && pays && c->seconds < best->seconds) {
            best = c;
        }
    }
    return best;
}

static mg_status predict(mg_context *context, mg_storage *from, const mg_format_options *options, double row_bytes,
                         mg_format_choice *choice) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    mg_format_options o = *options;
    mg_gpu_sample s;
    mg_status status;
    model m = {.shape = &shape, .row_bytes = row_bytes};
    m.slice_bytes = row_bytes < SLICE ? row_bytes : SLICE;
    m.slices = row_bytes / m.slice_bytes;
    o.tiling = o.tiling == MG_TILING_PAPER ? MG_TILING_PAPER : MG_TILING_HOPPER;
    MG_TRY(mg__gpu_sample(context, from, &o, (uint64_t)((double)L2_BYTES / m.slice_bytes), &s));
    const double z = s.all.count > 0 ? s.all.count : 1;
    const candidate candidates[3] = {
        {&mg__format_split, split_seconds(&m, &s), 0, "neither tiles nor segments would pay"},
        {&mg__format_aspt, aspt_seconds(&m, &s), (s.all.count - s.sparse.count) / z,
         "tiles read rows of X once for several rows"},
        {&mg__format_rs, rs_seconds(&m, &s), (s.all.count - s.light.count) / z,
         "heavy segments read rows of X in shared memory"}};
    const candidate *best = best_of(candidates, options, (double)from->nonzeros);
    choice->format = best->format;
    choice->seconds = best->seconds;
    snprintf(
        choice->why, sizeof choice->why,
        "%s: %s (%.0f %% of the nonzeros in tiles, %.0f %% in segments; predicted per product: split %.3g ms, aspt "
        "%.3g ms, rs %.3g ms)",
        best->format->name, best->reason, 100 * candidates[1].share, 100 * candidates[2].share,
        1e3 * candidates[0].seconds, 1e3 * candidates[1].seconds, 1e3 * candidates[2].seconds);
out:
    return status;
}

static bool takes_coadell(const mg_matrix_shape *shape, uint64_t runs) {
    const double rows = (double)shape->rows, z = (double)shape->nonzeros, mean = rows > 0 ? z / rows : 0;
    const double gain = 1e-12 * (CSR_ROW - COADELL_ROW) * rows;
    const double build = COADELL_BUILD_ROW * rows + COADELL_BUILD_NONZERO * z;
    return shape->nonzeros >= LEAST_NONZEROS && mean <= MOST_MEAN_ROW && (double)shape->longest <= 4 * mean + 16 &&
           (runs == 0 || gain * (double)runs > build);
}

static void choose_for_one_column(const mg_matrix_shape *shape, uint64_t runs, mg_format_choice *choice) {
    const bool is_coadell = takes_coadell(shape, runs);
    const double row = is_coadell ? COADELL_ROW : CSR_ROW;
    choice->format = is_coadell ? &mg__format_coadell : &mg__format_csr;
    choice->seconds = LAUNCH + 1e-12 * (row * (double)shape->rows + VECTOR_NONZERO * (double)shape->nonzeros);
    snprintf(choice->why, sizeof choice->why, "%s",
             is_coadell
                 ? "coadell: a product with one column of many short rows of even lengths, whose columns are compressed"
                 : "csr: a product with one column reads the rows once, and no row has more than 512 nonzeros");
}

mg_status mg__choose_on_gpu(mg_context *context, mg_storage *from, const mg_format_options *options,
                            mg_format_choice *choice) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    const double row_bytes = (double)(options->k ? options->k : 1) * (mg__type_size(from->type) > 4 ? 8 : 4);
    if (row_bytes >= LEAST_ROW && from->nonzeros < UINT32_MAX) {
        return predict(context, from, options, row_bytes, choice);
    }
    if (options->k <= 1 && !shape.split_rows) {
        choose_for_one_column(&shape, options->runs, choice);
        return MG_OK;
    }
    choice->format = &mg__format_split;
    snprintf(choice->why, sizeof choice->why, "%s",
             shape.split_rows        ? "split: rows of more than 512 nonzeros are cut into items of equal work"
             : row_bytes < LEAST_ROW ? "split: tiles save little where rows of X have less than 128 bytes"
                                     : "split: the matrix has too many nonzeros for the tiles of a GPU");
    return MG_OK;
}
