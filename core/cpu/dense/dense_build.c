/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_build.c: builds the dense representation (loops.h, mg_dense) of one direction of a graph and caches it there.
 *
 * Rows and columns are ordered by degree group, then by index. A first pass counts the edges and block rows of every
 * matrix block, a second one places the edges; weights of a further type need the second pass only. The first row
 * panels have most edges, so threads process chunks of panels with about equal numbers of edges.
 */
#include "core/cpu/dense/dense.h"
#include "core/cpu/dense/dense_layout.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

#define CHUNK_EDGES ((uint64_t)1 << 17)

typedef struct dense_weights {
    struct dense_weights *next;
    mg_type type;
    void *values;
} dense_weights;

/* Cached representation. */
typedef struct cached_dense {
    mg_built built;
    mg_direction direction;
    uint64_t cache_bytes;
    uint32_t block_width, heavy_edges;
    mg_dense dense;
    mg_vertex *column_rank; /* column of each vertex */
    dense_weights *weights;
} cached_dense;

/* Position of a thread in one matrix block of the current row panel. */
typedef struct cursor {
    uint64_t edge, block_row;
    uint64_t row; /* row of the open block row within the panel; UINT64_MAX: none */
    uint32_t length;
} cursor;

/* Rows of one row panel that one thread processes. */
typedef struct chunk {
    uint32_t panel;
    mg_vertex begin, end;
} chunk;

typedef struct dense_build {
    const mg_frame *frame;
    cached_dense *cached;
    chunk *chunks;
    uint64_t chunk_count;
    dense_cell *cells;       /* row_panels * column_panels + 1 */
    dense_cell *chunk_cells; /* chunk_count * column_panels */
    cursor *cursors;         /* column_panels per thread */
    uint16_t *columns;       /* output of the second pass; NULL: weights only */
    mg_block_row *block_rows;
    char *weights;
    size_t weight_size;
} dense_build;

static void release(const mg_allocator *memory, mg_built *built) {
    cached_dense *const cached = (cached_dense *)built;
    while (cached->weights) {
        dense_weights *const next = cached->weights->next;
        mg__release(memory, cached->weights->values);
        mg__release(memory, cached->weights);
        cached->weights = next;
    }
    mg__dense_layout_release(memory, &cached->dense);
    mg__release(memory, (void *)cached->dense.columns);
    mg__release(memory, (void *)cached->dense.block_rows);
    mg__release(memory, (void *)cached->dense.row_order);
    mg__release(memory, (void *)cached->dense.column_order);
    mg__release(memory, cached->column_rank);
    mg__release(memory, cached);
}

/* Adds an edge of `row` to a matrix block; true: it begins a block row. */
static bool advance(cursor *at, uint64_t row) {
    const bool begins = at->row != row || at->length == UINT16_MAX;
    at->block_row += begins;
    at->row = row;
    at->length = begins ? 1 : at->length + 1;
    at->edge++;
    return begins;
}

static void count_row(const dense_build *b, mg_vertex v, uint64_t row, cursor *cursors) {
    const mg_vertex *rank = b->cached->column_rank;
    for (uint32_t side = 0; side < b->frame->direction_count; side++) {
        const mg_arcs *arcs = &b->frame->pull_arcs[side];
        for (uint64_t e = arcs->offsets[v]; e < arcs->offsets[v + 1]; e++) {
            advance(&cursors[rank[arcs->neighbours[e]] >> b->cached->dense.column_shift], row);
        }
    }
}

/* Places the edges of v, row `row` of its panel, with the weights of the pull arcs. */
static void place_row(const dense_build *b, mg_vertex v, uint64_t row, cursor *cursors) {
    const mg_dense *d = &b->cached->dense;
    const mg_vertex mask = ((mg_vertex)1 << d->column_shift) - 1;
    for (uint32_t side = 0; side < b->frame->direction_count; side++) {
        const mg_arcs *arcs = &b->frame->pull_arcs[side];
        for (uint64_t e = arcs->offsets[v]; e < arcs->offsets[v + 1]; e++) {
            const mg_vertex column = b->cached->column_rank[arcs->neighbours[e]];
            cursor *at = &cursors[column >> d->column_shift];
            const uint64_t edge = at->edge;
            assert(row < (uint64_t)1 << d->row_shift);
            const bool begins = advance(at, row);
            if (b->columns) {
                b->columns[edge] = (uint16_t)(column & mask);
                mg_block_row *block_row = &b->block_rows[at->block_row - 1];
                block_row->row = begins ? (uint16_t)row : block_row->row;
                block_row->length = (uint16_t)at->length;
            }
            if (b->weights) {
                memcpy(b->weights + edge * b->weight_size, (const char *)arcs->weights + e * b->weight_size,
                       b->weight_size);
            }
        }
    }
}

/* Counts or places (`place`) the edges of chunk k, from the positions in its cells. */
static void pass(const dense_build *b, uint64_t k, cursor *cursors, bool place) {
    const mg_dense *d = &b->cached->dense;
    const chunk *p = &b->chunks[k];
    const mg_vertex first = p->panel << d->row_shift;
    dense_cell *cells = b->chunk_cells + k * d->column_panels;
    for (uint32_t c = 0; c < d->column_panels; c++) {
        cursors[c] = (cursor){.edge = cells[c].edge, .block_row = cells[c].block_row, .row = UINT64_MAX};
    }
    for (mg_vertex i = p->begin; i < p->end; i++) {
        if (place) {
            place_row(b, d->row_order[i], i - first, cursors);
        } else {
            count_row(b, d->row_order[i], i - first, cursors);
        }
    }
    for (uint32_t c = 0; c < d->column_panels && !place; c++) {
        cells[c] = (dense_cell){.edge = cursors[c].edge, .block_row = cursors[c].block_row};
    }
}

static void run_pass(mg_context *context, const dense_build *b, bool place) {
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1)
    for (uint64_t k = 0; k < b->chunk_count; k++) {
        pass(b, k, b->cursors + (size_t)omp_get_thread_num() * b->cached->dense.column_panels, place);
    }
}

/* Turns counts into positions: by matrix block, within a block by chunk. */
static void sum_cells(dense_build *b) {
    const mg_dense *d = &b->cached->dense;
    const uint32_t columns = d->column_panels;
    dense_cell at = {0};
    uint64_t k = 0;
    for (uint32_t panel = 0; panel < d->row_panels; panel++) {
        uint64_t next = k;
        while (next < b->chunk_count && b->chunks[next].panel == panel) {
            next++;
        }
        for (uint32_t c = 0; c < columns; c++) {
            b->cells[(size_t)panel * columns + c] = at;
            for (uint64_t i = k; i < next; i++) {
                const dense_cell count = b->chunk_cells[i * columns + c];
                b->chunk_cells[i * columns + c] = at;
                at = (dense_cell){.edge = at.edge + count.edge, .block_row = at.block_row + count.block_row};
            }
        }
        k = next;
    }
    b->cells[(size_t)d->row_panels * columns] = at;
}

/* Cuts row panels into chunks of CHUNK_EDGES edges, plus at most one row; chunks NULL: only counts. */
static uint64_t cut_chunks(const dense_build *b, chunk *chunks) {
    const mg_dense *d = &b->cached->dense;
    uint64_t count = 0, edges = CHUNK_EDGES;
    for (mg_vertex i = 0; i < d->n; i++) {
        if (edges >= CHUNK_EDGES || !(i & (((mg_vertex)1 << d->row_shift) - 1))) {
            if (chunks) {
                chunks[count] = (chunk){.panel = i >> d->row_shift, .begin = i};
            }
            count++;
            edges = 0;
        }
        for (uint32_t side = 0; side < b->frame->direction_count; side++) {
            const uint64_t *offsets = b->frame->pull_arcs[side].offsets + d->row_order[i];
            edges += offsets[1] - offsets[0];
        }
        if (chunks) {
            chunks[count - 1].end = i + 1;
        }
    }
    return count;
}

static mg_status get_scratch(mg_context *context, dense_build *b) {
    mg_status status = MG_OK;
    const mg_dense *d = &b->cached->dense;
    b->chunk_count = cut_chunks(b, NULL);
    MG_TRY(MG_ALLOC(context, b->chunks, b->chunk_count, "dense blocks"));
    cut_chunks(b, b->chunks);
    MG_TRY(MG_ALLOC_ZEROED(context, b->chunk_cells, b->chunk_count * d->column_panels, "dense blocks"));
    MG_TRY(MG_ALLOC(context, b->cells, (uint64_t)d->row_panels * d->column_panels + 1, "dense blocks"));
    MG_TRY(MG_ALLOC(context, b->cursors, (uint64_t)context->threads * d->column_panels, "dense blocks"));
    run_pass(context, b, false);
    sum_cells(b);
out:
    return status;
}

static mg_status build_structure(mg_context *context, dense_build *b) {
    mg_status status = MG_OK;
    mg_dense *d = &b->cached->dense;
    const size_t cells = (size_t)d->row_panels * d->column_panels;
    MG_TRY(MG_ALLOC(context, b->columns, b->cells[cells].edge, "dense edges"));
    d->columns = b->columns;
    MG_TRY(MG_ALLOC(context, b->block_rows, b->cells[cells].block_row, "dense edges"));
    d->block_rows = b->block_rows;
    d->block_row_count = b->cells[cells].block_row;
out:
    return status;
}

static mg_status build_weights(mg_context *context, dense_build *b, mg_type type) {
    mg_status status = MG_OK;
    dense_weights *made = NULL;
    const mg_dense *d = &b->cached->dense;
    b->weight_size = mg__type_size(type);
    assert(b->weight_size);
    MG_TRY(MG_ALLOC_ZEROED(context, made, 1, "dense weights"));
    made->next = b->cached->weights;
    made->type = type;
    b->cached->weights = made;
    MG_TRY(mg__alloc(context, &made->values, b->cells[(size_t)d->row_panels * d->column_panels].edge, b->weight_size,
                     "dense weights"));
    b->weights = made->values;
out:
    if (status < 0 && made) {
        b->cached->weights = made->next;
        mg__release(&context->memory, made);
    }
    return status;
}

static dense_weights *find_weights(const cached_dense *cached, mg_type type) {
    dense_weights *w = cached->weights;
    while (w && w->type != type) {
        w = w->next;
    }
    return w;
}

/* Builds the missing parts: structure, weights of the type. */
static mg_status build_missing(mg_context *context, const mg_frame *frame, cached_dense *cached, mg_type type) {
    mg_status status = MG_OK;
    dense_build b = {.frame = frame, .cached = cached};
    const bool structure = !cached->dense.columns, weights = frame->pull_arcs[0].weights && !find_weights(cached, type);
    if (!structure && !weights) {
        return MG_OK;
    }
    MG_TRY(get_scratch(context, &b));
    if (structure) {
        MG_TRY(build_structure(context, &b));
    }
    if (weights) {
        MG_TRY(build_weights(context, &b, type));
    }
    run_pass(context, &b, true);
    if (structure) {
        MG_TRY(mg__dense_layout(context, &cached->dense, b.cells, cached->heavy_edges));
    }
out:
    mg__release(&context->memory, b.chunks);
    mg__release(&context->memory, b.chunk_cells);
    mg__release(&context->memory, b.cells);
    mg__release(&context->memory, b.cursors);
    return status;
}

static uint64_t bytes_of(const cached_dense *cached) {
    const mg_dense *d = &cached->dense;
    const uint64_t edges = d->blocks[d->block_count].edge;
    uint64_t bytes = edges * sizeof *d->columns + d->block_row_count * sizeof *d->block_rows +
                     (d->block_count + 1) * (sizeof *d->blocks + sizeof *d->item_blocks) +
                     ((uint64_t)d->row_panels + d->item_count + 2) * sizeof *d->items +
                     3 * (uint64_t)d->n * sizeof(mg_vertex);
    for (const dense_weights *w = cached->weights; w; w = w->next) {
        bytes += edges * mg__type_size(w->type);
    }
    return bytes;
}

static mg_status create(mg_context *context, const mg_frame *frame, const mg_dense_spec *spec, cached_dense **made) {
    mg_status status = MG_OK;
    cached_dense *cached = NULL;
    mg_vertex *rows = NULL, *columns = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, cached, 1, "dense representation"));
    cached->built.release = release;
    cached->built.kind = MG_REPRESENTATION_DENSE;
    cached->direction = spec->direction;
    cached->cache_bytes = context->cache_bytes;
    cached->block_width = spec->block_width;
    cached->heavy_edges = spec->heavy_edges;
    mg__dense_panels(frame->n, context->cache_bytes, spec->block_width, &cached->dense);
    MG_TRY(MG_ALLOC(context, rows, frame->n, "row order"));
    cached->dense.row_order = rows;
    MG_TRY(MG_ALLOC(context, columns, frame->n, "column order"));
    cached->dense.column_order = columns;
    MG_TRY(MG_ALLOC(context, cached->column_rank, frame->n, "column order"));
    mg__dense_order(context->threads, frame->n, frame->pull_arcs, frame->direction_count, rows);
    mg__dense_order(context->threads, frame->n, frame->push_arcs, frame->direction_count, columns);
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex c = 0; c < frame->n; c++) {
        cached->column_rank[columns[c]] = c;
    }
    *made = cached;
    cached = NULL;
out:
    if (cached) {
        release(&context->memory, &cached->built);
    }
    return status;
}

static bool matches_spec(const mg_context *context, const cached_dense *cached, const mg_dense_spec *spec) {
    return cached->direction == spec->direction && cached->cache_bytes == context->cache_bytes &&
           cached->block_width == spec->block_width && cached->heavy_edges == spec->heavy_edges;
}

/* Holds the lock of the graph; context->memory is set to the allocator of the graph. */
static mg_status find_or_build(mg_context *context, mg_graph *graph, const mg_frame *frame, const mg_dense_spec *spec,
                               cached_dense **found) {
    mg_status status = MG_OK;
    cached_dense *cached = NULL;
    for (mg_built *built = graph->built; built && !cached; built = built->next) {
        cached = built->release == release && matches_spec(context, (cached_dense *)built, spec) ? (cached_dense *)built
                                                                                                 : NULL;
    }
    const bool known = cached;
    const double start = mg__now();
    if (!known) {
        MG_TRY(create(context, frame, spec, &cached));
    }
    status = build_missing(context, frame, cached, spec->weights);
    if (!known && status < 0) {
        release(&context->memory, &cached->built);
    } else if (!known) {
        cached->built.next = graph->built;
        graph->built = &cached->built;
    }
    if (status >= 0) {
        cached->built.seconds += bytes_of(cached) > cached->built.bytes ? mg__now() - start : 0.0;
        cached->built.bytes = bytes_of(cached);
        mg__cache_touch(graph, &cached->built.used);
    }
    *found = cached;
out:
    return status;
}

mg_dense_spec mg__dense_spec(const mg_phase_info *info, const mg_run_options *options) {
    return (mg_dense_spec){.direction = info->direction,
                           .weights = info->weight_type,
                           .block_width = options->block_width,
                           .heavy_edges = options->heavy_edges};
}

mg_status mg__dense_get(mg_context *context, const mg_graph *graph, const mg_frame *frame, const mg_dense_spec *spec,
                        const mg_dense **dense, const void **weights) {
    mg_graph *const g = (mg_graph *)graph; /* only what the lock guards changes */
    const mg_allocator memory = context->memory;
    mg_dense_spec own = *spec;
    cached_dense *cached = NULL;
    own.direction = graph->directed ? spec->direction : MG_DIRECTION_OUT;
    assert(frame->pull_arcs[0].offsets && frame->push_arcs[0].offsets);
    pthread_mutex_lock(&g->lock);
    context->memory = g->memory;
    const mg_status status = find_or_build(context, g, frame, &own, &cached);
    context->memory = memory;
    const dense_weights *found = status >= 0 && frame->pull_arcs[0].weights ? find_weights(cached, own.weights) : NULL;
    pthread_mutex_unlock(&g->lock);
    if (status >= 0) {
        *dense = &cached->dense;
        *weights = found ? found->values : NULL;
    }
    return status;
}
