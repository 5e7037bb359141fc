/* SPDX-License-Identifier: Apache-2.0
 *
 * part_graph.c: the graph of a part. Within a part vertices keep their order, so the arcs of a sorted row to owned
 * vertices stay sorted in the numbering of the partition.
 */
#include "core/graph/graph_build.h"
#include "core/parts/partition.h"
#include "core/stage_clock.h"

#include <assert.h>

#define ROWS 1024 /* rows that a thread takes at a time */

typedef struct part_rows {
    const mg_graph *graph;
    const mg_partition *partition;
    mg_vertex begin, end; /* owned indices */
    size_t weight_size;
    mg_csr csr; /* of the part */
} part_rows;

/* The arcs of a row that lead to the part, copied unless `to` is NULL; returns their number. */
static uint64_t take_row(const part_rows *r, mg_vertex v, mg_vertex *to, char *weights) {
    const mg_csr *const out = &r->graph->out;
    const mg_vertex *const index = r->partition->index;
    uint64_t count = 0;
    for (uint64_t a = out->offsets[v]; a < out->offsets[v + 1]; a++) {
        const mg_vertex u = index ? index[out->neighbours[a]] : out->neighbours[a];
        if (u < r->begin || u >= r->end) {
            continue;
        }
        if (to) {
            to[count] = u;
        }
        if (weights) {
            memcpy(weights + count * r->weight_size, (const char *)out->weights + a * r->weight_size, r->weight_size);
        }
        count++;
    }
    return count;
}

/* The same where indices are unchanged: the arcs are consecutive. */
static uint64_t take_range(const part_rows *r, mg_vertex v, mg_vertex *to, char *weights) {
    const mg_csr *const out = &r->graph->out;
    const uint64_t begin = out->offsets[v], length = out->offsets[v + 1] - begin;
    const uint64_t low = mg__row_position(out->neighbours + begin, length, r->begin);
    const uint64_t count = mg__row_position(out->neighbours + begin + low, length - low, r->end);
    if (to && count) {
        memcpy(to, out->neighbours + begin + low, (size_t)count * sizeof *to);
    }
    if (weights && count) {
        memcpy(weights, (const char *)out->weights + (begin + low) * r->weight_size, (size_t)count * r->weight_size);
    }
    return count;
}

static uint64_t take(const part_rows *r, mg_vertex i, mg_vertex *to, char *weights) {
    const mg_vertex *const order = r->partition->order;
    return order ? take_row(r, order[i], to, weights) : take_range(r, i, to, weights);
}

/* Offsets of the part's rows. */
static void count_rows(mg_context *context, part_rows *r) {
    uint64_t *const offsets = r->csr.offsets;
    offsets[0] = 0;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, ROWS)
    for (mg_vertex i = 0; i < r->graph->n; i++) {
        offsets[i + 1] = take(r, i, NULL, NULL);
    }
    for (mg_vertex i = 0; i < r->graph->n; i++) {
        offsets[i + 1] += offsets[i];
    }
}

static void copy_rows(mg_context *context, part_rows *r) {
    const mg_csr *const csr = &r->csr;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, ROWS)
    for (mg_vertex i = 0; i < r->graph->n; i++) {
        const uint64_t at = csr->offsets[i];
        take(r, i, csr->neighbours + at, csr->weights ? (char *)csr->weights + at * r->weight_size : NULL);
    }
}

mg_status mg__part_graph(mg_context *context, const mg_graph *graph, const mg_partition *partition, uint32_t part,
                         mg_graph **local) {
    MG_STAGE(context, MG_STAGE_ROWS);
    assert(part < partition->parts && partition->n == graph->n);
    mg_status status;
    part_rows r = {.graph = graph,
                   .partition = partition,
                   .begin = partition->first[part],
                   .end = partition->first[part + 1],
                   .weight_size = mg__type_size(graph->weight_type)};
    MG_TRY(mg__progress(context, "partitioning", 0.0));
    MG_TRY(MG_ALLOC(context, r.csr.offsets, (uint64_t)graph->n + 1, "the offsets of a part"));
    count_rows(context, &r);
    const uint64_t arcs = r.csr.offsets[graph->n];
    assert(arcs == partition->arcs[part]);
    MG_TRY(MG_ALLOC(context, r.csr.neighbours, arcs, "the arcs of a part"));
    if (r.weight_size) {
        MG_TRY(mg__alloc(context, &r.csr.weights, arcs, r.weight_size, "the weights of a part"));
    }
    copy_rows(context, &r);
    MG_TRY(mg__progress(context, "partitioning", 1.0));
    const mg_csr taken = r.csr;
    r.csr = (mg_csr){0};
    MG_TRY(mg__graph_adopt(context, graph->n, taken, graph->weight_type, true, NULL, 0, local));
out:
    mg__csr_release(&context->memory, &r.csr);
    return status;
}
