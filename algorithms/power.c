/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/power.h"

#include "algorithms/entry.h"
#include "core/engine/estimate.h"
#include "core/graph/graph_cache.h"

#include <math.h>

#define BLOCK_ROWS ((uint64_t)4096) /* elements that one thread adds; the sums of the blocks are added in order */

static uint64_t block_count(const mg_power *p) {
    return (p->n + BLOCK_ROWS - 1) / BLOCK_ROWS;
}

static uint64_t block_end(const mg_power *p, uint64_t block) {
    return (block + 1) * BLOCK_ROWS < p->n ? (block + 1) * BLOCK_ROWS : p->n;
}

static double sum_of_blocks(const mg_power *p) {
    double sum = 0;
    for (uint64_t block = 0; block < block_count(p); block++) {
        sum += p->partial[block];
    }
    return sum;
}

void mg__power_fill(const mg_power *p, double *values, double value) {
    for (uint64_t i = 0; i < p->n; i++) {
        values[i] = value;
    }
}

double mg__power_sum(const mg_power *p, const double *values, bool squares) {
#pragma omp parallel for num_threads(p->context->threads) schedule(static)
    for (uint64_t block = 0; block < block_count(p); block++) {
        double part = 0;
        for (uint64_t i = block * BLOCK_ROWS; i < block_end(p, block); i++) {
            part += squares ? values[i] * values[i] : values[i];
        }
        p->partial[block] = part;
    }
    return sum_of_blocks(p);
}

double mg__power_divide(const mg_power *p, double *values, double divisor, const double *before) {
#pragma omp parallel for num_threads(p->context->threads) schedule(static)
    for (uint64_t block = 0; block < block_count(p); block++) {
        double part = 0;
        for (uint64_t i = block * BLOCK_ROWS; i < block_end(p, block); i++) {
            values[i] /= divisor;
            part += before ? fabs(values[i] - before[i]) : 0;
        }
        p->partial[block] = part;
    }
    return sum_of_blocks(p);
}

double mg__power_combine(const mg_power *p, double *values, double factor, double added, const double *before) {
#pragma omp parallel for num_threads(p->context->threads) schedule(static)
    for (uint64_t block = 0; block < block_count(p); block++) {
        double part = 0;
        for (uint64_t i = block * BLOCK_ROWS; i < block_end(p, block); i++) {
            values[i] = factor * values[i] + added;
            part += fabs(values[i] - before[i]);
        }
        p->partial[block] = part;
    }
    return sum_of_blocks(p);
}

mg_status mg__power_multiply(mg_power *p, bool transpose, const double *x, double *y) {
    double seconds = 0;
    p->product.transpose = transpose;
    p->product.device_seconds = &seconds;
    const mg_status status = mg_spmv(p->context, p->graph, &p->product, x, y);
    p->device_seconds += seconds;
    return status;
}

mg_status mg__power_begin(mg_context *context, const mg_graph *graph, const mg_run_options *given, double tolerance,
                          mg_power *p) {
    mg_status status;
    *p = (mg_power){
        .context = context, .graph = graph, .product = MG_SPMV_OPTIONS_INIT, .n = mg_graph_vertex_count(graph)};
    if (!(tolerance >= 0.0) || !isfinite(tolerance)) {
        return mg__fail(context, MG_ERROR_INVALID, "tolerance is %g, expected a finite number >= 0", tolerance);
    }
    MG_TRY(mg__run_options(context, given, &p->run));
    MG_TRY(mg__check_one_lane(context, &p->run));
    p->product.semiring = MG_PLUS_FIRST;
    p->product.backend = p->run.backend;
    MG_TRY(MG_ALLOC(context, p->partial, block_count(p), "sums of a vector"));
out:
    return status;
}

static mg_status iterate(mg_power *p, mg_recorder *recorder) {
    bool converged = p->is_settled;
    mg_status status = MG_OK;
    for (uint32_t i = 0; !converged && i < p->iterations; i++) {
        const double start = mg__now();
        double change = 0;
        MG_TRY(mg__progress(p->context, "running", -1.0));
        MG_TRY(p->step(p, p->data, &change));
        MG_TRY(mg__record(p->context, recorder,
                          (mg_iteration){.iteration = i,
                                         .mode = MG_MODE_PULL,
                                         .frontier_vertices = p->products * p->n,
                                         .frontier_edges = p->products * p->graph->arcs,
                                         .seconds = mg__now() - start}));
        converged = change < p->limit;
    }
    status = converged || p->limit == 0 ? MG_OK : MG_NOT_CONVERGED;
out:
    return status;
}

/* In mode auto the next backend takes what does not fit into a device's memory. */
static mg_status choose_backend(mg_power *p, const mg_backend **backend) {
    const bool both_sides = p->products > 1;
    mg_status status;
    MG_TRY(mg__backend_choose(p->context, p->run.backend, backend));
    if (p->context->estimate) {
        return mg__estimate_products(p->context, p->graph, *backend, &p->product, both_sides);
    }
    for (;;) {
        status = mg__check_products(p->context, p->graph, *backend, &p->product, both_sides);
        const mg_backend *const next = mg__backend_instead(p->context, p->run.backend, *backend, status);
        if (!next) {
            break;
        }
        *backend = next;
        p->product.backend = next->kind;
    }
out:
    return status;
}

/* What the graph keeps is not evicted between the products. */
mg_status mg__power_run(mg_power *p, mg_recorder *recorder) {
    mg_statistics *totals = &recorder->totals;
    const mg_backend *backend;
    mg_adjacency in;
    mg_status status;
    recorder->keep = p->run.statistics;
    mg__graph_begin_use(p->graph);
    const double start = mg__now();
    MG_TRY(choose_backend(p, &backend));
    totals->backend = backend->name;
    if (backend->kind == MG_BACKEND_CPU) { /* others build their own at the first product */
        MG_TRY(mg__graph_in_edges(p->context, p->graph, &in));
    }
    totals->build_seconds = mg__now() - start;
    status = iterate(p, recorder);
    totals->run_seconds = mg__now() - start - totals->build_seconds;
    totals->device_seconds = p->device_seconds;
    if (backend->representations) {
        backend->representations(p->graph, totals->representation);
    }
out:
    totals->kept_bytes = mg__graph_end_use(p->context, p->graph);
    return status;
}

void mg__power_release(mg_power *p) {
    mg__release(&p->context->memory, p->partial);
}
