/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_memory.c: sizes of the panels layout. They depend on how many edges each row has in each panel, which a sample
 * of rows shows; the formulas follow panels_work.c, panels_pieces.c and panels_tiles.c.
 */
#include "core/cuda/layout/panels/panels_memory.h"

#include "core/cuda/layout/panels/panels_build.h"

#include <string.h>

#define ROWS_SAMPLED 512u
#define STAND_IN_BITS 12u
#define STAND_INS (1u << STAND_IN_BITS)
#define GROUPS 128u      /* two for each power of two */
#define WIDE_BYTES 2.1   /* of an edge of a wide piece, with padding, */
#define DELTA_BYTES 1.35 /* and with delta encoding */
#define LINE_BYTES_PER_SLOT ((double)MG_ROW_TILE_LINE / 64)
#define LINE_BYTES_PER_VERTEX 4.0
#define WORD_COUNTS 24.0 /* bytes of 32 rows while tiles are made */

/* The place of a vertex in row order, about: vertices of a group are taken to be spread evenly. */
typedef struct row_order {
    uint64_t first[GROUPS], size[GROUPS];
} row_order;

/* What the sampled rows have, each divided by the probability that it was taken. */
typedef struct sample {
    double runs, pieces, ids; /* ids: bytes */
    bool large_weights;       /* some weight needs more than a byte */
} sample;

/* Groups of falling degree; vertices without edges are no columns. */
static uint32_t group_of(uint64_t degree) {
    const uint32_t log = 63u - (uint32_t)__builtin_clzll(degree);
    const uint32_t half = log ? (uint32_t)(degree >> (log - 1)) & 1 : 0;
    return GROUPS - 1 - (2 * log + half);
}

static uint64_t degree_of(const mg_graph *graph, mg_vertex v) {
    return graph->out.offsets[v + 1] - graph->out.offsets[v];
}

static uint32_t order_rows(const mg_context *context, const mg_graph *graph, row_order *order) {
    uint64_t columns = 0, size[GROUPS] = {0};
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(+ : size[:GROUPS])
    for (mg_vertex v = 0; v < graph->n; v++) {
        const uint64_t degree = degree_of(graph, v);
        if (degree) {
            size[group_of(degree)]++;
        }
    }
    *order = (row_order){{0}, {0}};
    memcpy(order->size, size, sizeof size);
    for (size_t g = 0; g < GROUPS; g++) {
        order->first[g] = columns;
        columns += order->size[g];
    }
    return (uint32_t)columns;
}

static uint32_t panel_of(const mg_graph *graph, const row_order *order, const mg_panels *p, mg_vertex v) {
    const uint64_t degree = degree_of(graph, v);
    const uint32_t group = group_of(degree ? degree : 1);
    const double place = (double)order->first[group] + (double)order->size[group] * v / (double)graph->n;
    const uint32_t panel = (uint32_t)place / p->width;
    return panel < p->panels ? panel : p->panels - 1;
}

static void add_run(sample *s, uint64_t length, bool delta_encoded, double share) {
    const bool wide = length >= MG_WIDE_LEAST;
    const uint64_t most = wide ? MG_WIDE_MOST : MG_PIECE_IDS;
    s->runs += share;
    s->pieces += share * (double)((length + most - 1) / most);
    s->ids += share * (wide          ? (double)length * (delta_encoded ? DELTA_BYTES : WIDE_BYTES)
                       : length == 1 ? 2.0
                                     : (double)((length + 3) / 4 * 8));
}

/* Neighbours of the sampled rows. Those of a graph that was made on the device may not be in host memory: then they are
 * ends of other edges, drawn by a hash. */
typedef struct neighbour_source {
    const mg_graph *graph;
    bool has_rows;
    mg_vertex stand_in[STAND_INS];
} neighbour_source;

static mg_vertex neighbour_of(const neighbour_source *source, uint64_t e) {
    return source->has_rows ? source->graph->out.neighbours[e]
                            : source->stand_in[(e * 0x9e3779b97f4a7c15u) >> (64 - STAND_IN_BITS)];
}

/* `edges` are counters of panels, zero before and after. */
static void add_row(const neighbour_source *source, const row_order *order, const mg_panels *p, mg_vertex v,
                    double share, uint32_t *edges, sample *s) {
    const mg_graph *const graph = source->graph;
    const uint64_t begin = graph->out.offsets[v], end = graph->out.offsets[v + 1];
    for (uint64_t e = begin; e < end; e++) {
        edges[panel_of(graph, order, p, neighbour_of(source, e))]++;
    }
    for (uint64_t e = begin; e < end; e++) {
        uint32_t *const count = &edges[panel_of(graph, order, p, neighbour_of(source, e))];
        if (*count) {
            add_run(s, *count, p->delta_encoded, share);
        }
        *count = 0;
    }
}

static mg_vertex row_of_edge(const mg_graph *graph, uint64_t e) {
    mg_vertex low = 0, high = graph->n - 1;
    while (low < high) { /* the last row that begins at or before e */
        const mg_vertex middle = low + (high - low + 1) / 2;
        if (graph->out.offsets[middle] <= e) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

/* Rows are taken by edges at equal distances, so that the few long rows count as they weigh. */
static mg_status take_sample(mg_context *context, const mg_graph *graph, const row_order *order, const mg_panels *p,
                             sample *s) {
    mg_status status = MG_OK;
    const uint64_t rows = graph->arcs < ROWS_SAMPLED ? graph->arcs : ROWS_SAMPLED;
    neighbour_source source = {.graph = graph, .has_rows = mg__graph_has_rows(graph)};
    uint32_t *edges = NULL;
    for (uint32_t i = 0; i < STAND_INS && !source.has_rows; i++) {
        source.stand_in[i] = row_of_edge(graph, (uint64_t)((double)graph->arcs / STAND_INS * i));
    }
    s->large_weights = graph->weight_max > 255;
    MG_TRY(MG_ALLOC_ZEROED(context, edges, p->panels, "an estimate"));
    for (uint64_t i = 0; i < rows; i++) {
        const mg_vertex v = row_of_edge(graph, i * (graph->arcs / rows));
        const double share = (double)graph->arcs / (double)rows / (double)degree_of(graph, v);
        add_row(&source, order, p, v, share, edges, s);
    }
out:
    mg__release(&context->memory, edges);
    return status;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Of what each stage of the build holds, the most. */
static void add_up(const mg_graph *graph, const mg_panels_need *need, double sides, const sample *s,
                   mg_panels_built *planned, mg_panels_bytes *bytes) {
    const mg_panels *const p = &planned->layout;
    const bool weighted = need->weights != MG_TYPE_NONE && graph->weight_type != MG_TYPE_NONE;
    const double n = graph->n, edges = sides * (double)graph->arcs, runs = sides * s->runs;
    const double slots = sides * s->pieces, ids = sides * s->ids;
    const double size = weighted ? (double)mg__type_size(need->weights) : 0;
    const double stored = size == 4 && need->value_size == 4 && !s->large_weights ? 1 : size;
    const double tiles = slots / p->row_tile_slots + n / (32 * MG_ROW_TILE_WORDS) + 1;
    const double spread = MG_PIECE_KINDS * tiles * p->panels, cells = spread < slots ? spread : slots;
    const double order = 12 * n, index = weighted ? 8 * edges : 0, sorted = 8 * edges + index;
    const double at_once = slots < MG_PIECES_AT_ONCE ? slots : MG_PIECES_AT_ONCE;
    const double described = order + sizeof(mg_slot_run) * cells + sizeof(mg_row_tile) * tiles;
    const double kept =
        described + ids + ids / 2 * stored + 4 * slots + LINE_BYTES_PER_SLOT * slots + LINE_BYTES_PER_VERTEX * n;
    const double words = order + WORD_COUNTS / 32 * n;
    const double stages[] = {44 * n,                                                 /* order of rows */
                             order + 12 * n + 2 * sorted,                            /* sort of edges */
                             words + sorted + 8 * edges + 8 * runs,                  /* runs */
                             words + sorted + 20 * runs + 16 * slots + 16 * at_once, /* sort of pieces */
                             words + sorted + 16 * slots + larger(8 * slots + 8 * cells, 56 * cells),   /* cells */
                             words - order + kept + sorted + 24 * slots + 16 * slots / 32 + 16 * cells, /* ids */
                             words - order + kept + 32 * slots};                                        /* lines */
    planned->slots = (uint64_t)slots;
    bytes->kept = (uint64_t)kept;
    bytes->building = 0;
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        bytes->building = (uint64_t)larger((double)bytes->building, stages[i]);
    }
}

mg_status mg__panels_plan(mg_context *context, const mg_cuda *cuda, const mg_graph *graph, const mg_panels_need *need,
                          mg_panels_built *planned, mg_panels_bytes *bytes) {
    mg_status status = MG_OK;
    row_order order;
    sample s = {0};
    const double sides = need->direction == MG_DIRECTION_BOTH && graph->directed ? 2 : 1;
    *planned =
        (mg_panels_built){.value_size = need->value_size, .kind = MG_DENSE_PANELS, .blocks = (uint32_t)cuda->sms};
    *bytes = (mg_panels_bytes){0, 0};
    mg__panels_shape(cuda, need->value_size, planned);
    mg_panels *const p = &planned->layout;
    p->n = graph->n;
    p->columns = order_rows(context, graph, &order);
    p->panels = (p->columns + p->width - 1) / p->width;
    p->delta_encoded = need->value_size == 4 && (need->weights == MG_TYPE_NONE || graph->weight_type == MG_TYPE_NONE);
    if (p->columns) {
        MG_TRY(take_sample(context, graph, &order, p, &s));
    }
    add_up(graph, need, sides, &s, planned, bytes);
out:
    return status;
}
