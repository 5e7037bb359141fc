/* SPDX-License-Identifier: Apache-2.0
 *
 * part_graph.c: the graph of a part. Within a part vertices keep their order, so the arcs of a sorted row to owned
 * vertices stay sorted in the numbering of the partition.
 */
#include "core/graph/graph_build.h"
#include "core/graph/graph_cache.h"
#include "core/parts/partition.h"
#include "core/stage_clock.h"

#include <assert.h>

#define ROWS 1024 /* rows that a thread takes at a time */

typedef struct part_rows {
    mg_vertex n;
    mg_adjacency from; /* rows of senders */
    const mg_partition *partition;
    const mg_vertex *order; /* the vertex of each row; NULL: it is its number */
    mg_vertex begin, end;   /* owned indices */
    size_t weight_size;
    mg_csr csr; /* of the part */
} part_rows;

/* The arcs of a row that lead to the part, copied unless `to` is NULL; returns their number. */
static uint64_t take_row(const part_rows *r, mg_vertex v, mg_vertex *to, char *weights) {
    const mg_vertex *const index = r->partition->index;
    uint64_t count = 0;
    for (uint64_t a = r->from.offsets[v]; a < r->from.offsets[v + 1]; a++) {
        const mg_vertex u = index[r->from.neighbours[a]];
        if (u < r->begin || u >= r->end) {
            continue;
        }
        if (to) {
            to[count] = r->order ? u : r->from.neighbours[a];
        }
        if (weights) {
            memcpy(weights + count * r->weight_size, (const char *)r->from.weights + a * r->weight_size,
                   r->weight_size);
        }
        count++;
    }
    return count;
}

/* The same where indices are unchanged: the arcs are consecutive. */
static uint64_t take_range(const part_rows *r, mg_vertex v, mg_vertex *to, char *weights) {
    const uint64_t begin = r->from.offsets[v], length = r->from.offsets[v + 1] - begin;
    const mg_vertex *const row = r->from.neighbours + begin;
    const uint64_t low = mg__row_position(row, length, r->begin);
    const uint64_t count = mg__row_position(row + low, length - low, r->end);
    if (to && count) {
        memcpy(to, row + low, (size_t)count * sizeof *to);
    }
    if (weights && count) {
        memcpy(weights, (const char *)r->from.weights + (begin + low) * r->weight_size, (size_t)count * r->weight_size);
    }
    return count;
}

static uint64_t take(const part_rows *r, mg_vertex i, mg_vertex *to, char *weights) {
    const mg_vertex v = r->order ? r->order[i] : i;
    return r->partition->index ? take_row(r, v, to, weights) : take_range(r, v, to, weights);
}

/* Offsets of the part's rows. */
static void count_rows(mg_context *context, part_rows *r) {
    uint64_t *const offsets = r->csr.offsets;
    offsets[0] = 0;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, ROWS)
    for (mg_vertex i = 0; i < r->n; i++) {
        offsets[i + 1] = take(r, i, NULL, NULL);
    }
    for (mg_vertex i = 0; i < r->n; i++) {
        offsets[i + 1] += offsets[i];
    }
}

static void copy_rows(mg_context *context, part_rows *r) {
    const mg_csr *const csr = &r->csr;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, ROWS)
    for (mg_vertex i = 0; i < r->n; i++) {
        const uint64_t at = csr->offsets[i];
        take(r, i, csr->neighbours + at, csr->weights ? (char *)csr->weights + at * r->weight_size : NULL);
    }
}

static mg_status make(mg_context *context, mg_type weight_type, part_rows *r, mg_graph **local) {
    MG_STAGE(context, MG_STAGE_ROWS);
    mg_status status;
    r->weight_size = mg__type_size(weight_type);
    MG_TRY(mg__progress(context, "partitioning", 0.0));
    MG_TRY(MG_ALLOC(context, r->csr.offsets, (uint64_t)r->n + 1, "the offsets of a part"));
    count_rows(context, r);
    MG_TRY(MG_ALLOC(context, r->csr.neighbours, r->csr.offsets[r->n], "the arcs of a part"));
    if (r->weight_size) {
        MG_TRY(mg__alloc(context, &r->csr.weights, r->csr.offsets[r->n], r->weight_size, "the weights of a part"));
    }
    copy_rows(context, r);
    MG_TRY(mg__progress(context, "partitioning", 1.0));
    const mg_csr taken = r->csr;
    r->csr = (mg_csr){0};
    MG_TRY(mg__graph_adopt(context, r->n, taken, weight_type, true, NULL, 0, local));
out:
    mg__csr_release(&context->memory, &r->csr);
    return status;
}

mg_status mg__part_graph(mg_context *context, const mg_graph *graph, const mg_partition *partition, uint32_t part,
                         mg_graph **local) {
    assert(part < partition->parts && partition->n == graph->n);
    part_rows r = {.n = graph->n,
                   .from = mg_graph_out_edges(graph),
                   .partition = partition,
                   .order = partition->order,
                   .begin = partition->first[part],
                   .end = partition->first[part + 1]};
    return make(context, graph->weight_type, &r, local);
}

mg_status mg__part_in_place(mg_context *context, const mg_graph *graph, const mg_partition *partition, uint32_t part,
                            bool reversed, mg_graph **local) {
    assert(part < partition->parts && partition->n == graph->n);
    mg_status status = MG_OK;
    part_rows r = {.n = graph->n,
                   .from = mg_graph_out_edges(graph),
                   .partition = partition,
                   .begin = partition->first[part],
                   .end = partition->first[part + 1]};
    if (reversed) {
        MG_TRY(mg__graph_in_edges(context, graph, &r.from));
    }
    MG_TRY(make(context, graph->weight_type, &r, local));
out:
    return status;
}
