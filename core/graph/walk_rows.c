/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/walk_rows.h"

#include "core/graph/graph_cache.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

#define RANGE_VERTICES 1024 /* that a thread takes at a time */

typedef struct cached_rows {
    mg_built built;
    mg_vertex *choices;      /* NULL: those of the graph */
    mg_walk_column *columns; /* NULL: not weighted */
    bool weighted;
} cached_rows;

typedef struct row_edge {
    mg_vertex rank, to; /* place of the id among all; vertex */
    double weight;
} row_edge;

typedef struct row_build {
    mg_context *context;
    const mg_graph *graph;
    mg_vertex *rank; /* of each vertex; NULL: vertices are in the order of ids */
    uint64_t longest;
    bool weighted;
} row_build;

static int compare_edges(const void *first, const void *second) {
    const row_edge *a = first, *b = second;
    return a->rank != b->rank ? (a->rank > b->rank) - (a->rank < b->rank)
                              : (a->weight > b->weight) - (a->weight < b->weight);
}

/* The edges of v by id, parallel ones by weight. False: a weight is negative or not finite. */
static bool load_row(const row_build *b, mg_vertex v, row_edge *row) {
    const mg_csr *out = &b->graph->out;
    const uint64_t begin = out->offsets[v], count = out->offsets[v + 1] - begin;
    bool sorted = true, valid = true;
    for (uint64_t i = 0; i < count; i++) {
        const mg_vertex to = out->neighbours[begin + i];
        row[i] = (row_edge){.to = to,
                            .rank = b->rank ? b->rank[to] : to,
                            .weight = b->weighted ? mg__weight_at(b->graph->weight_type, out->weights, begin + i) : 1};
        sorted = sorted && (i == 0 || compare_edges(&row[i - 1], &row[i]) <= 0);
        valid = valid && row[i].weight >= 0 && isfinite(row[i].weight);
    }
    if (!sorted && valid) {
        qsort(row, count, sizeof *row, compare_edges);
    }
    return valid;
}

/* What the sweep below knows of a row: its mean weight is 1 in these units. */
typedef struct scaled_row {
    const row_edge *row;
    uint64_t count;
    double largest, factor;
} scaled_row;

static double scaled(const scaled_row *s, uint64_t i) {
    return s->row[i].weight / s->largest * s->factor;
}

/* The first entry from i on that is light (below the mean), or is not. */
static uint64_t next_of(const scaled_row *s, uint64_t i, bool light) {
    while (i < s->count && (scaled(s, i) < 1) != light) {
        i++;
    }
    return i;
}

static mg_walk_column column_of(double share, mg_vertex other) {
    return (mg_walk_column){share >= 1 ? UINT32_MAX : share > 0 ? (uint32_t)(share * 0x1p32) : 0, other};
}

/* The alias table, by one sweep (Huebschle-Schneider, Sanders): a heavy edge fills light entries until it is light
 * itself; what is left of it is then filled by the next heavy one. */
static void fill_columns(const row_edge *row, uint64_t count, mg_walk_column *columns) {
    uint64_t heaviest = 0;
    double sum = 0;
    for (uint64_t i = 1; i < count; i++) {
        heaviest = row[i].weight > row[heaviest].weight ? i : heaviest;
    }
    const double largest = count ? row[heaviest].weight : 0;
    for (uint64_t i = 0; i < count; i++) {
        sum += largest > 0 ? row[i].weight / largest : 0;
        columns[i] = largest <= 0        ? (mg_walk_column){0, MG_WALK_END}
                     : row[i].weight > 0 ? (mg_walk_column){UINT32_MAX, row[i].to}
                                         : (mg_walk_column){0, row[heaviest].to};
    }
    if (largest <= 0) {
        return;
    }
    const scaled_row s = {row, count, largest, (double)count / sum};
    uint64_t light = next_of(&s, 0, true), heavy = next_of(&s, 0, false);
    double rest = heavy < count ? scaled(&s, heavy) : 0;
    while (heavy < count) {
        if (rest > 1) {
            if (light == count) {
                return;
            }
            columns[light] = column_of(scaled(&s, light), row[heavy].to);
            rest = (rest + scaled(&s, light)) - 1;
            light = next_of(&s, light + 1, true);
        } else {
            const uint64_t next = next_of(&s, heavy + 1, false);
            if (next == count) {
                return;
            }
            columns[heavy] = column_of(rest, row[next].to);
            rest = (rest + scaled(&s, next)) - 1;
            heavy = next;
        }
    }
}

static void fill_row(const row_build *b, mg_vertex v, const row_edge *row, cached_rows *cached) {
    const uint64_t begin = b->graph->out.offsets[v], count = b->graph->out.offsets[v + 1] - begin;
    for (uint64_t i = 0; cached->choices && i < count; i++) {
        cached->choices[begin + i] = row[i].to;
    }
    if (cached->columns) {
        fill_columns(row, count, cached->columns + begin);
    }
}

/* scratch: the longest row for each thread. Returns a vertex with a bad weight, or MG_NONE. */
static mg_vertex fill(const row_build *b, row_edge *scratch, cached_rows *cached) {
    mg_vertex bad = MG_NONE;
#pragma omp parallel num_threads(b->context->threads) reduction(min : bad)
    {
        row_edge *const row = scratch + (size_t)omp_get_thread_num() * b->longest;
#pragma omp for schedule(dynamic, RANGE_VERTICES)
        for (mg_vertex v = 0; v < b->graph->n; v++) {
            if (load_row(b, v, row)) {
                fill_row(b, v, row, cached);
            } else {
                bad = v < bad ? v : bad;
            }
        }
    }
    return bad;
}

static void release(const mg_allocator *memory, mg_built *built) {
    cached_rows *const cached = (cached_rows *)built;
    mg__release(memory, cached->choices);
    mg__release(memory, cached->columns);
    mg__release(memory, cached);
}

static mg_status rank_vertices(row_build *b) {
    mg_status status = MG_OK;
    if (b->graph->by_id) {
        MG_TRY(MG_ALLOC(b->context, b->rank, b->graph->n, "rows of walks"));
        for (mg_vertex i = 0; i < b->graph->n; i++) {
            b->rank[b->graph->by_id[i]] = i;
        }
    }
    for (mg_vertex v = 0; v < b->graph->n; v++) {
        const uint64_t length = b->graph->out.offsets[v + 1] - b->graph->out.offsets[v];
        b->longest = length > b->longest ? length : b->longest;
    }
out:
    return status;
}

static bool matches(const mg_built *built, const void *wanted) {
    return ((const cached_rows *)built)->weighted == ((const row_build *)wanted)->weighted;
}

static mg_status create(mg_context *context, void *wanted, mg_built *built) {
    static const char what[] = "rows of walks";
    mg_status status;
    row_build *const b = wanted;
    cached_rows *const cached = (cached_rows *)built;
    row_edge *scratch = NULL;
    MG_TRY(rank_vertices(b));
    MG_TRY(MG_ALLOC(context, scratch, b->longest * (uint64_t)context->threads, what));
    if (b->rank) {
        MG_TRY(MG_ALLOC(context, cached->choices, b->graph->arcs, what));
    }
    if (b->weighted) {
        MG_TRY(MG_ALLOC(context, cached->columns, b->graph->arcs, what));
    }
    cached->weighted = b->weighted;
    built->bytes =
        b->graph->arcs * ((b->rank ? sizeof *cached->choices : 0) + (b->weighted ? sizeof *cached->columns : 0));
    const mg_vertex bad = fill(b, scratch, cached);
    if (bad != MG_NONE) {
        status = mg__fail(context, MG_ERROR_INVALID,
                          "walks: an edge of vertex %llu has a weight that is negative or not finite",
                          (unsigned long long)mg_graph_id(b->graph, bad));
    }
out:
    mg__release(&context->memory, scratch);
    mg__release(&context->memory, b->rank);
    return status;
}

mg_status mg__graph_walk_rows(mg_context *context, const mg_graph *graph, bool weighted, mg_walk_rows *rows) {
    static const mg_cached_kind kind = {.size = sizeof(cached_rows),
                                        .what = "rows of walks",
                                        .kind = MG_REPRESENTATION_ROWS,
                                        .release = release,
                                        .matches = matches,
                                        .create = create};
    row_build b = {.context = context, .graph = graph, .weighted = weighted && graph->weight_type != MG_TYPE_NONE};
    mg_built *found;
    mg_status status;
    MG_TRY(mg_graph_check(context, graph));
    *rows = (mg_walk_rows){.choices = graph->out.neighbours};
    if (!b.weighted && !graph->by_id) {
        return MG_OK;
    }
    MG_TRY(mg__cache_get(context, graph, &kind, &b, true, &found));
    const cached_rows *const cached = (const cached_rows *)found;
    rows->choices = cached->choices ? cached->choices : graph->out.neighbours;
    rows->columns = cached->columns;
out:
    return status;
}
