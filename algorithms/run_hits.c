/* SPDX-License-Identifier: Apache-2.0
 *
 * run_hits.c: hubs and authorities, by products of the adjacency matrix and its transpose with a vector.
 */
#include "algorithms/entry.h"
#include "core/graph/graph_cache.h"
#include "core/result_memory.h"

#include <math.h>

#define DEFAULT_ITERATIONS 1000
#define BLOCK_ROWS ((uint64_t)4096) /* elements that one thread adds; the sums of the blocks are added in order */

static const mg_column_spec columns[] = {{.name = "hub", .type = MG_FLOAT64, .meaning = MG_NUMBER},
                                         {.name = "authority", .type = MG_FLOAT64, .meaning = MG_NUMBER}};

typedef struct hits {
    mg_context *context;
    const mg_graph *graph;
    mg_spmv_options product;
    uint64_t n;
    double *hub, *authority, *last; /* last: the hubs before this iteration */
    double *partial;                /* a sum for each block */
    double device_seconds;
} hits;

static uint64_t block_count(const hits *h) {
    return (h->n + BLOCK_ROWS - 1) / BLOCK_ROWS;
}

static double sum_of_blocks(const hits *h) {
    double sum = 0;
    for (uint64_t block = 0; block < block_count(h); block++) {
        sum += h->partial[block];
    }
    return sum;
}

static double sum(const hits *h, const double *values) {
#pragma omp parallel for num_threads(h->context->threads) schedule(static)
    for (uint64_t block = 0; block < block_count(h); block++) {
        double part = 0;
        for (uint64_t i = block * BLOCK_ROWS; i < h->n && i < (block + 1) * BLOCK_ROWS; i++) {
            part += values[i];
        }
        h->partial[block] = part;
    }
    return sum_of_blocks(h);
}

/* Divides by `divisor`; returns the L1 distance from `before`, 0 if that is NULL. */
static double divide(const hits *h, double *values, double divisor, const double *before) {
#pragma omp parallel for num_threads(h->context->threads) schedule(static)
    for (uint64_t block = 0; block < block_count(h); block++) {
        double part = 0;
        for (uint64_t i = block * BLOCK_ROWS; i < h->n && i < (block + 1) * BLOCK_ROWS; i++) {
            values[i] /= divisor;
            part += before ? fabs(values[i] - before[i]) : 0;
        }
        h->partial[block] = part;
    }
    return sum_of_blocks(h);
}

static void fill(const hits *h, double *values, double value) {
    for (uint64_t i = 0; i < h->n; i++) {
        values[i] = value;
    }
}

static mg_status multiply(hits *h, bool transpose, const double *x, double *y) {
    double seconds = 0;
    h->product.transpose = transpose;
    h->product.device_seconds = &seconds;
    const mg_status status = mg_spmv(h->context, h->graph, &h->product, x, y);
    h->device_seconds += seconds;
    return status;
}

/* One step: authorities from hubs, hubs from authorities. Every edge leads from a vertex whose score is above 0, so
 * that the sums are not 0. */
static mg_status step(hits *h, double *change) {
    double *const before = h->hub;
    mg_status status;
    MG_TRY(multiply(h, false, h->hub, h->authority));
    divide(h, h->authority, sum(h, h->authority), NULL);
    h->hub = h->last;
    h->last = before;
    MG_TRY(multiply(h, true, h->authority, h->hub));
    *change = divide(h, h->hub, sum(h, h->hub), before);
out:
    return status;
}

static mg_status iterate(hits *h, const mg_hits_options *o, mg_recorder *recorder) {
    const uint32_t limit = o->run.max_iterations ? o->run.max_iterations : DEFAULT_ITERATIONS;
    bool converged = h->n == 0 || h->graph->arcs == 0; /* then all scores stay 1 / n */
    mg_status status = MG_OK;
    for (uint32_t i = 0; !converged && i < limit; i++) {
        const double start = mg__now();
        double change = 0;
        MG_TRY(mg__progress(h->context, "running", -1.0));
        MG_TRY(step(h, &change));
        MG_TRY(mg__record(h->context, recorder,
                          (mg_iteration){.iteration = i,
                                         .mode = MG_MODE_PULL,
                                         .frontier_vertices = 2 * h->n,
                                         .frontier_edges = 2 * h->graph->arcs,
                                         .seconds = mg__now() - start}));
        converged = change < o->tolerance;
    }
    status = converged || o->tolerance == 0 ? MG_OK : MG_NOT_CONVERGED;
out:
    return status;
}

static mg_status take(hits *h, mg_result *result) {
    double *const hub = h->hub, *const authority = h->authority;
    mg_status status;
    h->hub = NULL;
    MG_TRY(mg__result_take(h->context, result, &columns[0], 1, hub));
    h->authority = NULL;
    status = mg__result_take(h->context, result, &columns[1], 1, authority);
out:
    return status;
}

static mg_status allocate(hits *h) {
    mg_status status;
    MG_TRY(MG_RESULT_ALLOC(h->context, h->hub, h->n, "hubs"));
    MG_TRY(MG_ALLOC(h->context, h->last, h->n, "hubs"));
    MG_TRY(MG_RESULT_ALLOC(h->context, h->authority, h->n, "authorities"));
    MG_TRY(MG_ALLOC(h->context, h->partial, block_count(h), "sums of hubs"));
    fill(h, h->hub, 1 / (double)h->n);
    fill(h, h->authority, 1 / (double)h->n);
out:
    return status;
}

/* What the graph keeps is not evicted between the products. */
static mg_status run_in_use(hits *h, const mg_hits_options *o, mg_recorder *recorder) {
    mg_statistics *totals = &recorder->totals;
    const mg_backend *backend;
    mg_adjacency in;
    mg_status status;
    mg__graph_begin_use(h->graph);
    const double start = mg__now();
    MG_TRY(mg__backend_choose(h->context, o->run.backend, &backend));
    totals->backend = backend->name;
    if (backend->kind == MG_BACKEND_CPU) { /* others build their own at the first product */
        MG_TRY(mg__graph_in_edges(h->context, h->graph, &in));
    }
    totals->build_seconds = mg__now() - start;
    status = iterate(h, o, recorder);
    totals->run_seconds = mg__now() - start - totals->build_seconds;
    totals->device_seconds = h->device_seconds;
    if (backend->representations) {
        backend->representations(h->graph, totals->representation);
    }
out:
    totals->kept_bytes = mg__graph_end_use(h->context, h->graph);
    return status;
}

static mg_status run(hits *h, const mg_hits_options *o, mg_recorder *recorder, mg_result **result) {
    mg_result *made = NULL;
    mg_status status, outcome;
    recorder->keep = o->run.statistics;
    MG_TRY(allocate(h));
    outcome = run_in_use(h, o, recorder);
    MG_TRY(outcome);
    MG_TRY(mg__result_create(h->context, h->graph, recorder, &made));
    MG_TRY(take(h, made));
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    return status;
}

mg_status mg_hits(mg_context *context, const mg_graph *graph, const mg_hits_options *options, mg_result **result) {
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_hits_options o = options ? *options : MG_HITS_OPTIONS_INIT;
    hits h = {.context = context, .graph = graph, .product = MG_SPMV_OPTIONS_INIT, .n = mg_graph_vertex_count(graph)};
    mg_recorder recorder = {0};
    if (!(o.tolerance >= 0.0) || !isfinite(o.tolerance)) {
        return mg__fail(context, MG_ERROR_INVALID, "tolerance is %g, expected a finite number >= 0", o.tolerance);
    }
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__run_options(context, options ? &options->run : NULL, &o.run));
    h.product.semiring = MG_PLUS_FIRST;
    h.product.backend = o.run.backend;
    status = run(&h, &o, &recorder, result);
out:
    mg__recorder_release(context, &recorder);
    mg__release(&context->memory, h.hub);
    mg__release(&context->memory, h.last);
    mg__release(&context->memory, h.authority);
    mg__release(&context->memory, h.partial);
    return status;
}
