/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_layout.c: panels, order of rows and columns, matrix blocks and work items of the dense representation. The
 * layout does not depend on the number of threads, so that sums are deterministic.
 */
#include "core/cpu/dense/dense_layout.h"

#include <assert.h>

#define VALUE_BYTES 8 /* the larger of the two value sizes */
#define SHIFT_MIN 6   /* a word of a bitmap */
#define SHIFT_MAX 16  /* rows and columns within a panel have 16 bits */
#define ROW_PANELS 64 /* least number of row panels, for load balance, */
#define ROW_SHIFT 10  /* as long as they have more than 2^10 rows */
#define MATRIX_MIN 65536
#define CHUNKS 256
#define GROUPS 6

/* Largest work item, in units of half an edge per column. */
#define ITEM_EDGES 16

static void count_panels(mg_dense *d) {
    d->row_panels = (uint32_t)(((uint64_t)d->n + ((uint64_t)1 << d->row_shift) - 1) >> d->row_shift);
    d->column_panels = (uint32_t)(((uint64_t)d->n + ((uint64_t)1 << d->column_shift) - 1) >> d->column_shift);
}

static uint32_t shift_of(uint64_t values) {
    uint32_t shift = SHIFT_MIN;
    while (shift < SHIFT_MAX && (uint64_t)2 << shift <= values) {
        shift++;
    }
    return shift;
}

uint32_t mg__panel_shift(uint64_t cache_bytes) {
    return shift_of(mg__cache_bytes(cache_bytes) / 2 / VALUE_BYTES);
}

void mg__dense_panels(mg_vertex n, uint64_t cache_bytes, uint32_t width, mg_dense *d) {
    d->n = n;
    d->column_shift = width ? shift_of(width) : mg__panel_shift(cache_bytes);
    d->row_shift = d->column_shift;
    while (d->row_shift > ROW_SHIFT && n >> d->row_shift < ROW_PANELS) {
        d->row_shift--;
    }
    count_panels(d);
    while ((uint64_t)d->row_panels * d->column_panels > MATRIX_MIN + n / 4 && d->row_shift < SHIFT_MAX) {
        d->row_shift++; /* small cache, large graph: bounds the memory for the cells of the matrix */
        d->column_shift = d->column_shift < SHIFT_MAX ? d->column_shift + 1 : SHIFT_MAX;
        count_panels(d);
    }
    assert(d->row_shift >= SHIFT_MIN && d->row_shift <= SHIFT_MAX);
    assert(d->column_shift >= SHIFT_MIN && d->column_shift <= SHIFT_MAX);
}

int mg__degree_group(uint64_t degree) {
    return degree >= 2048 ? 0 : degree >= 1024 ? 1 : degree >= 512 ? 2 : degree >= 256 ? 3 : degree >= 128 ? 4 : 5;
}

static int group_of_vertex(const mg_arcs *arcs, uint32_t sides, mg_vertex v) {
    uint64_t degree = 0;
    for (uint32_t side = 0; side < sides; side++) {
        degree += arcs[side].offsets[v + 1] - arcs[side].offsets[v];
    }
    return mg__degree_group(degree);
}

void mg__dense_order(int threads, mg_vertex n, const mg_arcs *arcs, uint32_t sides, mg_vertex *order) {
    mg_vertex at[CHUNKS][GROUPS] = {{0}};
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t chunk = 0; chunk < CHUNKS; chunk++) {
        for (uint64_t v = n * chunk / CHUNKS; v < n * (chunk + 1) / CHUNKS; v++) {
            at[chunk][group_of_vertex(arcs, sides, (mg_vertex)v)]++;
        }
    }
    mg_vertex begin = 0;
    for (int group = 0; group < GROUPS; group++) {
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            const mg_vertex count = at[chunk][group];
            at[chunk][group] = begin;
            begin += count;
        }
    }
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t chunk = 0; chunk < CHUNKS; chunk++) {
        for (uint64_t v = n * chunk / CHUNKS; v < n * (chunk + 1) / CHUNKS; v++) {
            order[at[chunk][group_of_vertex(arcs, sides, (mg_vertex)v)]++] = (mg_vertex)v;
        }
    }
}

/* Splits the edges of a matrix block into blocks of at most `limit` edges (a single block row may have more); returns
 * their number. blocks NULL: only counts. */
static uint64_t cut_block(const mg_dense *d, const dense_cell cell[2], uint64_t limit, mg_dense_block *blocks,
                          mg_dense_block first) {
    uint64_t count = 0, begin = cell[0].edge, edge = cell[0].edge;
    if (cell[0].block_row == cell[1].block_row) {
        return 0;
    }
    if (cell[1].edge - cell[0].edge <= limit) {
        if (blocks) {
            blocks[0] = first;
        }
        return 1;
    }
    for (uint64_t block_row = cell[0].block_row; block_row < cell[1].block_row; block_row++) {
        if (block_row == cell[0].block_row || edge - begin + d->block_rows[block_row].length > limit) {
            begin = edge;
            if (blocks) {
                first.edge = edge;
                first.block_row = block_row;
                blocks[count] = first;
            }
            count++;
        }
        edge += d->block_rows[block_row].length;
    }
    return count;
}

static uint64_t list_blocks(const mg_dense *d, const dense_cell *cells, mg_dense_block *blocks,
                            uint64_t *panel_blocks) {
    const uint64_t limit = (uint64_t)ITEM_EDGES << d->column_shift >> 1;
    uint64_t count = 0;
    for (uint32_t r = 0; r < d->row_panels; r++) {
        if (blocks) {
            panel_blocks[r] = count;
        }
        for (uint32_t c = 0; c < d->column_panels; c++) {
            const dense_cell *cell = &cells[(size_t)r * d->column_panels + c];
            const mg_dense_block first = {
                .edge = cell->edge, .block_row = cell->block_row, .row_panel = r, .column_panel = c};
            count += cut_block(d, cell, limit, blocks ? blocks + count : NULL, first);
        }
    }
    return count;
}

/* Linked lists of the blocks of each column panel: head[c], then next[b] after b. */
static void chain_by_column(const mg_dense *d, uint64_t *head, uint64_t *next) {
    for (uint32_t c = 0; c < d->column_panels; c++) {
        head[c] = UINT64_MAX;
    }
    for (uint64_t b = d->block_count; b-- > 0;) {
        next[b] = head[d->blocks[b].column_panel];
        head[d->blocks[b].column_panel] = b;
    }
}

/* Each heavy block is one work item; these come first. The light blocks of a column panel share one item, or several if
 * they exceed the limit. */
static void make_work_items(mg_dense *d, uint64_t heavy, const uint64_t *head, const uint64_t *next,
                            uint64_t *item_blocks, uint64_t *items) {
    const uint64_t limit = (uint64_t)ITEM_EDGES << d->column_shift >> 1;
    uint64_t placed = 0, count = 0;
    for (int light = 0; light < 2; light++) {
        for (uint32_t c = 0; c < d->column_panels; c++) {
            uint64_t edges = UINT64_MAX; /* edges of the open item; UINT64_MAX: none is open */
            for (uint64_t b = head[c]; b != UINT64_MAX; b = next[b]) {
                const uint64_t own = d->blocks[b + 1].edge - d->blocks[b].edge;
                if ((own < heavy) != light) {
                    continue;
                }
                if (!light || edges == UINT64_MAX || edges + own > limit) {
                    items[count++] = placed;
                    edges = 0;
                }
                edges += own;
                item_blocks[placed++] = b;
            }
        }
        d->heavy_item_count = light ? d->heavy_item_count : count;
    }
    assert(placed == d->block_count && count <= placed);
    items[count] = placed;
    d->item_count = count;
}

mg_status mg__dense_layout(mg_context *context, mg_dense *d, const dense_cell *cells, uint32_t heavy) {
    mg_status status = MG_OK;
    const uint64_t least = heavy ? (uint64_t)heavy + 1 : (uint64_t)1 << d->column_shift >> 1;
    mg_dense_block *blocks = NULL;
    uint64_t *panel_blocks = NULL, *item_blocks = NULL, *items = NULL, *head = NULL, *next = NULL;
    const size_t count = (size_t)d->row_panels * d->column_panels;
    d->block_count = list_blocks(d, cells, NULL, NULL);
    MG_TRY(MG_ALLOC(context, blocks, d->block_count + 1, "dense blocks"));
    d->blocks = blocks;
    MG_TRY(MG_ALLOC(context, panel_blocks, (uint64_t)d->row_panels + 1, "dense blocks"));
    d->panel_blocks = panel_blocks;
    MG_TRY(MG_ALLOC(context, item_blocks, d->block_count, "dense work items"));
    d->item_blocks = item_blocks;
    MG_TRY(MG_ALLOC(context, items, d->block_count + 1, "dense work items"));
    d->items = items;
    MG_TRY(MG_ALLOC(context, head, d->column_panels, "dense work items"));
    MG_TRY(MG_ALLOC(context, next, d->block_count, "dense work items"));
    panel_blocks[d->row_panels] = list_blocks(d, cells, blocks, panel_blocks);
    assert(panel_blocks[d->row_panels] == d->block_count);
    blocks[d->block_count] = (mg_dense_block){.edge = cells[count].edge, .block_row = cells[count].block_row};
    chain_by_column(d, head, next);
    make_work_items(d, least, head, next, item_blocks, items);
out:
    mg__release(&context->memory, head);
    mg__release(&context->memory, next);
    return status;
}

void mg__dense_layout_release(const mg_allocator *memory, mg_dense *d) {
    mg__release(memory, (void *)d->blocks);
    mg__release(memory, (void *)d->panel_blocks);
    mg__release(memory, (void *)d->item_blocks);
    mg__release(memory, (void *)d->items);
}
