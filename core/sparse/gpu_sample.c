/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_sample.c: what products on a GPU would read, estimated from windows of rows at equal numbers of nonzeros. A
 * window is a panel of ASPT, or its first rows where it has too many nonzeros; columns are then dense with as many
 * fewer.
 */
#include "core/sparse/gpu_sample.h"

#include "core/sparse/aspt_tiles.h"
#include "core/sparse/row_reuse.h"
#include "core/sparse/rs_segments.h"

#include <string.h>

#define WINDOWS 8
#define WINDOW_NONZEROS ((uint64_t)1 << 16) /* most of a window */
#define WARM_UP ((uint64_t)1 << 18)         /* nonzeros that are read before it */

/* A nonzero of the sample. */
typedef struct seen {
    uint32_t panel;  /* of columns */
    uint8_t window;  /* number */
    uint8_t length;  /* of its segment, MG_RS_LENGTHS - 1 for all longer ones */
    uint8_t bin;     /* of its distance of reuse */
    uint8_t is_near; /* has a row of the thread block read the column before? */
    uint8_t is_sparse;
    uint8_t begins; /* is it the first one of its segment? */
} seen;

/* Segments of more than MG_RS_SHORT nonzeros in a panel of columns. */
typedef struct panel_segments {
    double count;
    uint32_t windows, last; /* in how many of them, and the number of the last one, plus 1 */
} panel_segments;

typedef struct window {
    mg_aspt_range range;
    double weight;  /* nonzeros that one of it stands for */
    uint32_t least; /* nonzeros of a dense column */
} window;

typedef struct sampler {
    const mg_storage *from;
    mg_aspt_finders finders;
    mg_row_reuse reuse;
    uint64_t all[MG_REUSE_BINS];
    window windows[WINDOWS];
    uint32_t window_count, shift;
    uint64_t panel_count, *last_row; /* last_row: of each tile of the window */
    uint32_t *lengths;               /* of the row's segment in each panel of columns; 0 between rows */
    panel_segments *segments;        /* of each panel of columns */
    uint64_t near;                   /* most segments of a near panel */
    uint16_t *tile_of;
    seen *seen;
    uint64_t seen_count;
    mg_gpu_sample *result;
} sampler;

/* The row that has a nonzero. */
static uint64_t row_of(const mg_storage *from, uint64_t e) {
    uint64_t low = 0, high = from->rows - 1;
    while (low < high) {
        const uint64_t middle = high - (high - low) / 2;
        if (from->csr.offsets[middle] <= e) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* The windows at the middle of each of WINDOWS equal numbers of nonzeros. */
static void choose_windows(sampler *s) {
    const mg_storage *from = s->from;
    const mg_aspt_sizes *sizes = &s->finders.sizes;
    uint64_t last = UINT64_MAX;
    for (uint64_t i = 0; i < WINDOWS && from->nonzeros; i++) {
        const uint64_t panel = row_of(from, from->nonzeros * (2 * i + 1) / (2 * WINDOWS)) / sizes->panel_rows;
        window w = {.range = mg__aspt_range(from, sizes, panel), .weight = (double)from->nonzeros / WINDOWS};
        const uint64_t rows = w.range.rows, *offsets = from->csr.offsets + w.range.row;
        while (w.range.rows > 1 && offsets[w.range.rows] - w.range.begin > WINDOW_NONZEROS) {
            w.range.rows--;
        }
        w.range.end = offsets[w.range.rows];
        w.range.end = w.range.end - w.range.begin > WINDOW_NONZEROS ? w.range.begin + WINDOW_NONZEROS : w.range.end;
        const uint64_t least = sizes->threshold * w.range.rows / rows;
        w.least = least < 1 ? 1 : (uint32_t)least;
        w.weight /= (double)(w.range.end - w.range.begin);
        if (panel == last) {
            s->windows[s->window_count - 1].weight += w.weight;
        } else {
            s->windows[s->window_count++] = w;
        }
        last = panel;
    }
}

static mg_status allocate(mg_context *context, sampler *s) {
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, s->finders.counts, s->from->columns, "a sample"));
    MG_TRY(MG_ALLOC(context, s->finders.heavy, WINDOW_NONZEROS, "a sample"));
    MG_TRY(MG_ALLOC(context, s->finders.slots, s->finders.sizes.tile_columns, "a sample"));
    MG_TRY(MG_ALLOC(context, s->seen, WINDOWS * WINDOW_NONZEROS, "a sample"));
    MG_TRY(MG_ALLOC(context, s->tile_of, WINDOW_NONZEROS, "a sample"));
    MG_TRY(MG_ALLOC(context, s->last_row, UINT16_MAX + 1, "a sample"));
    MG_TRY(MG_ALLOC_ZEROED(context, s->reuse.last, s->from->columns, "a sample"));
    MG_TRY(MG_ALLOC_ZEROED(context, s->lengths, s->panel_count, "a sample"));
    MG_TRY(MG_ALLOC_ZEROED(context, s->segments, s->panel_count, "a sample"));
out:
    return status;
}

static void release(mg_context *context, sampler *s) {
    mg__aspt_finders_release(context, &s->finders);
    mg__release(&context->memory, s->seen);
    mg__release(&context->memory, s->tile_of);
    mg__release(&context->memory, s->last_row);
    mg__release(&context->memory, s->reuse.last);
    mg__release(&context->memory, s->lengths);
    mg__release(&context->memory, s->segments);
}

/* ---- reading ---- */

static void count_segment(panel_segments *p, uint32_t number, double weight) {
    p->count += weight;
    p->windows += p->last != number + 1;
    p->last = number + 1;
}

/* The nonzeros begin .. end of a row; block: the time at which the thread block began. */
static void read_row(sampler *s, uint32_t number, uint64_t row, uint64_t begin, uint64_t end, uint64_t block) {
    const window *w = &s->windows[number];
    const uint32_t *columns = s->from->csr.columns;
    for (uint64_t e = begin; e < end; e++) {
        s->lengths[columns[e] >> s->shift]++;
    }
    for (uint64_t e = begin; e < end; e++) {
        const uint32_t panel = columns[e] >> s->shift, length = s->lengths[panel] & ~MG_RS_HEAVY;
        const uint16_t tile = s->tile_of[e - w->range.begin];
        seen *const n = &s->seen[s->seen_count++];
        *n = (seen){.panel = panel,
                    .window = (uint8_t)number,
                    .length = (uint8_t)(length < MG_RS_LENGTHS ? length : MG_RS_LENGTHS - 1),
                    .is_near = s->reuse.last[columns[e]] > block,
                    .is_sparse = tile == MG_ASPT_SPARSE,
                    .begins = !(s->lengths[panel] & MG_RS_HEAVY)};
        s->lengths[panel] |= MG_RS_HEAVY; /* seen */
        n->bin = (uint8_t)mg__reuse_read(&s->reuse, columns[e]);
        s->all[n->bin]++;
        if (n->begins && length > MG_RS_SHORT) {
            count_segment(&s->segments[panel], number, w->weight);
        }
        s->result->tile_rows += tile != MG_ASPT_SPARSE && s->last_row[tile] != row + 1 ? w->weight : 0;
        s->last_row[tile] = row + 1;
    }
    for (uint64_t e = begin; e < end; e++) {
        s->lengths[columns[e] >> s->shift] = 0;
    }
}

static void read_window(sampler *s, uint32_t number) {
    const window *w = &s->windows[number];
    const uint64_t *offsets = s->from->csr.offsets, begin = w->range.begin;
    uint64_t columns, block = 0;
    s->finders.sizes.threshold = w->least;
    mg__aspt_find(&s->finders, 0, &w->range, s->tile_of, &columns);
    s->result->tile_columns += (double)columns * w->weight;
    memset(s->last_row, 0, (UINT16_MAX + 1) * sizeof *s->last_row);
    for (uint64_t e = begin > WARM_UP ? begin - WARM_UP : 0; e < begin; e++) {
        mg__reuse_read(&s->reuse, s->from->csr.columns[e]);
    }
    for (uint64_t row = 0; row < w->range.rows; row++) {
        const uint64_t first = offsets[w->range.row + row], end = offsets[w->range.row + row + 1];
        block = row % MG_GPU_BLOCK_ROWS ? block : s->reuse.time;
        read_row(s, number, row, first, end < w->range.end ? end : w->range.end, block);
    }
}

/* ---- counting ---- */

static void add(mg_gpu_reads *reads, const seen *n, double weight, uint32_t missing) {
    reads->count += weight;
    reads->near_misses += n->is_near ? 0 : weight;
    reads->misses += n->bin >= missing ? weight : 0;
}

/* A panel that few windows meet has its segments in few rows, however many those windows stand for. */
static bool is_far(const sampler *s, uint32_t panel) {
    const panel_segments *p = &s->segments[panel];
    return 4 * p->windows >= 3 * s->window_count && p->count > (double)s->near;
}

/* The threshold of RS, from the segments of the sample. */
static uint32_t choose_threshold(const sampler *s) {
    mg_rs_lengths lengths = {0};
    for (const seen *n = s->seen; n < s->seen + s->seen_count; n++) {
        if (n->begins) {
            lengths.count[is_far(s, n->panel)][n->length] += (uint64_t)(s->windows[n->window].weight + 0.5);
        }
    }
    return mg__rs_best_threshold(&lengths);
}

static void count(sampler *s, const mg_format_options *options, uint64_t cache_rows) {
    mg_gpu_sample *const r = s->result;
    const uint32_t missing = mg__reuse_missing(s->all, cache_rows);
    r->threshold = options->threshold ? options->threshold : choose_threshold(s);
    for (const seen *n = s->seen; n < s->seen + s->seen_count; n++) {
        const double weight = s->windows[n->window].weight;
        add(&r->all, n, weight, missing);
        if (n->is_sparse) {
            add(&r->sparse, n, weight, missing);
        }
        if (n->length <= r->threshold && n->length < MG_RS_LENGTHS - 1) {
            add(&r->light, n, weight, missing);
        } else if (n->begins) {
            r->segments[is_far(s, n->panel)] += weight;
        }
    }
}

mg_status mg__gpu_sample(mg_context *context, mg_storage *from, const mg_format_options *options, uint64_t cache_rows,
                         mg_gpu_sample *sample) {
    const mg_matrix_shape shape = mg__storage_shape(context, from);
    const uint32_t panel_columns = mg__rs_panel_columns(&shape, options);
    sampler s = {.from = from,
                 .result = sample,
                 .shift = (uint32_t)__builtin_ctz(panel_columns),
                 .near = mg__rs_near_segments(&shape, options)};
    mg_status status;
    *sample = (mg_gpu_sample){.threshold = options->threshold};
    s.finders = (mg_aspt_finders){
        .from = from, .sizes = mg__aspt_sizes(context, &shape, options), .most_heavy = WINDOW_NONZEROS};
    s.panel_count = (from->columns + panel_columns - 1) / panel_columns;
    MG_TRY(allocate(context, &s));
    choose_windows(&s);
    for (uint32_t i = 0; i < s.window_count; i++) {
        read_window(&s, i);
    }
    count(&s, options, cache_rows);
out:
    release(context, &s);
    return status;
}
