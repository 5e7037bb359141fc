/* SPDX-License-Identifier: Apache-2.0
 *
 * aspt_sample.c: what products would read with and without tiles, estimated from some panels.
 */
#include "core/sparse/aspt_tiles.h"
#include "core/sparse/row_reuse.h"

#include <string.h>

#define SAMPLE_NONZEROS ((uint64_t)1 << 18)
#define SAMPLE_PANELS 16
#define WARM_UP 4 /* nonzeros before a panel for each row of X that the cache holds */

/* Reuse of the rows of X, also of the nonzeros outside of dense tiles alone. */
typedef struct reuse {
    mg_row_reuse rows;
    uint64_t all[MG_REUSE_BINS], sparse[MG_REUSE_BINS];
} reuse;

/* One sampled panel. */
typedef struct panel {
    const mg_storage *from;
    mg_aspt_range range;
    const uint16_t *tile_of;
    uint64_t tiles, columns; /* dense ones */
    uint64_t *last_row;      /* of each tile: the last row that has nonzeros in it */
} panel;

/* Reads of the rows before the panel. */
static void warm_up(const panel *p, reuse *r, uint64_t most) {
    const uint64_t begin = p->range.begin;
    for (uint64_t e = begin > most ? begin - most : 0; e < begin; e++) {
        mg__reuse_read(&r->rows, p->from->csr.columns[e]);
    }
}

static void count_panel(const panel *p, reuse *r, mg_aspt_sample *sample) {
    const uint64_t *offsets = p->from->csr.offsets;
    const uint32_t *columns = p->from->csr.columns;
    memset(p->last_row, 0, (p->tiles + 1) * sizeof *p->last_row);
    for (uint64_t row = p->range.row; row < p->range.row + p->range.rows; row++) {
        uint64_t sparse = 0;
        for (uint64_t e = offsets[row]; e < offsets[row + 1]; e++) {
            const uint16_t tile = p->tile_of[e - p->range.begin];
            const bool is_sparse = tile == MG_ASPT_SPARSE;
            const uint32_t bin = mg__reuse_read(&r->rows, columns[e]);
            const uint64_t slot = is_sparse ? p->tiles : tile;
            r->all[bin]++;
            r->sparse[bin] += is_sparse;
            sparse += is_sparse;
            sample->passes += slot && p->last_row[slot] != row + 1;
            p->last_row[slot] = row + 1;
        }
        sample->dense += (double)(offsets[row + 1] - offsets[row] - sparse);
        sample->pieces += (double)mg__row_pieces(sparse);
    }
    sample->reads += (double)p->columns;
    sample->tiles += (double)p->tiles;
    sample->starts += (double)(p->range.rows * (p->tiles + 1));
}

static void scale(mg_aspt_sample *s, double by_nonzeros, double by_rows) {
    s->csr_reads *= by_nonzeros;
    s->reads *= by_nonzeros;
    s->passes *= by_nonzeros;
    s->dense *= by_nonzeros;
    s->pieces *= by_nonzeros;
    s->tiles *= by_rows;
    s->starts *= by_rows;
}

/* Panel i of a sample of `count`: from the middle of each part. */
static mg_aspt_range sampled(const mg_storage *from, const mg_aspt_sizes *sizes, uint64_t i, uint64_t count) {
    return mg__aspt_range(from, sizes, (2 * i + 1) * sizes->panel_count / (2 * count));
}

/* Panels of the sample: all, or some at equal distances. */
static uint64_t sample_count(const mg_storage *from, const mg_aspt_sizes *sizes) {
    const uint64_t mean = from->nonzeros / sizes->panel_count + 1, most = SAMPLE_NONZEROS / mean;
    const uint64_t count = most < 1 ? 1 : most < SAMPLE_PANELS ? most : SAMPLE_PANELS;
    return count < sizes->panel_count ? count : sizes->panel_count;
}

mg_status mg__aspt_sample(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t cache_rows,
                          mg_aspt_sample *sample) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    const mg_aspt_sizes sizes = mg__aspt_sizes(context, &shape, options);
    mg_aspt_finders finders = {0};
    reuse r = {.rows = {.time = 0}};
    uint16_t *tile_of = NULL;
    uint64_t *last_row = NULL, largest = 0, rows = 0, nonzeros = 0;
    mg_status status = MG_OK;
    *sample = (mg_aspt_sample){0};
    const uint64_t count = sizes.panel_count ? sample_count(from, &sizes) : 0;
    for (uint64_t i = 0; i < count; i++) {
        const mg_aspt_range range = sampled(from, &sizes, i, count);
        largest = range.end - range.begin > largest ? range.end - range.begin : largest;
    }
    MG_TRY(mg__aspt_finders_create(context, from, &sizes, 1, &finders));
    MG_TRY(MG_ALLOC(context, tile_of, largest, "a sample of tiles"));
    MG_TRY(MG_ALLOC(context, last_row, UINT16_MAX + 1, "a sample of tiles"));
    MG_TRY(MG_ALLOC_ZEROED(context, r.rows.last, from->columns, "a sample of tiles"));
    for (uint64_t i = 0; i < count; i++) {
        panel p = {.from = from, .tile_of = tile_of, .last_row = last_row};
        p.range = sampled(from, &sizes, i, count);
        p.tiles = mg__aspt_find(&finders, 0, &p.range, tile_of, &p.columns);
        warm_up(&p, &r, WARM_UP * cache_rows);
        count_panel(&p, &r, sample);
        rows += p.range.rows;
        nonzeros += p.range.end - p.range.begin;
    }
    const uint32_t missing = mg__reuse_missing(r.all, cache_rows);
    sample->csr_reads = mg__reuse_from(r.all, missing);
    sample->reads += mg__reuse_from(r.sparse, missing);
    scale(sample, nonzeros ? (double)from->nonzeros / (double)nonzeros : 1,
          rows ? (double)from->rows / (double)rows : 1);
out:
    mg__aspt_finders_release(context, &finders);
    mg__release(&context->memory, tile_of);
    mg__release(&context->memory, last_row);
    mg__release(&context->memory, r.rows.last);
    return status;
}
