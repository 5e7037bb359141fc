/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/bench_product.h"
#include "tools/cli/progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Numbers between 0.5 and 1.5 from a linear congruential generator: zeros could make a product faster. */
static double next_value(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return 0.5 + (double)(*state >> 40) / (double)(1u << 24);
}

static double element(const bench_product *p, const void *vector, uint64_t i) {
    return p->type == MG_FLOAT32 ? (double)((const float *)vector)[i] : ((const double *)vector)[i];
}

/* Compulsory traffic: every weight, index and offset once, x once, y once. */
static void count_work(bench_cell *cell) {
    const bench_product *p = cell->algorithm->product;
    const double n = mg_graph_vertex_count(cell->s.graph), arcs = (double)mg_graph_arc_count(cell->s.graph);
    const double size = p->type == MG_FLOAT32 ? 4 : 8;
    cell->flops = 2 * arcs * p->columns;
    cell->bytes = arcs * (size + sizeof(mg_vertex)) + (n + 1) * sizeof(uint64_t) + 2 * n * p->columns * size;
}

bool bench_product_prepare(bench_cell *cell, bench_vectors *vectors) {
    const bench_product *p = cell->algorithm->product;
    const uint64_t count = (uint64_t)mg_graph_vertex_count(cell->s.graph) * p->columns;
    const size_t size = p->type == MG_FLOAT32 ? sizeof(float) : sizeof(double);
    vectors->x = malloc(count * size + 1);
    vectors->y = calloc(count + 1, size);
    if (!vectors->x || !vectors->y) {
        return false;
    }
    uint64_t state = cell->options.bench.seed;
    for (uint64_t i = 0; i < count; i++) {
        const double value = next_value(&state);
        if (p->type == MG_FLOAT32) {
            ((float *)vectors->x)[i] = (float)value;
        } else {
            ((double *)vectors->x)[i] = value;
        }
    }
    count_work(cell);
    return true;
}

void bench_product_release(bench_vectors *vectors) {
    free(vectors->x);
    free(vectors->y);
}

mg_status bench_product_run(bench_cell *cell, const bench_vectors *vectors, trial *t) {
    const bench_product *p = cell->algorithm->product;
    mg_spmv_options o = MG_SPMV_OPTIONS_INIT;
    double on_device = 0;
    o.semiring = p->semiring;
    o.type = p->type;
    o.transpose = p->transpose;
    o.backend = cell->backend;
    o.mode = cell->mode;
    o.device_seconds = &on_device;
    const double start = clock_seconds();
    const mg_status status = p->columns == 1
                                 ? mg_spmv(cell->s.context, cell->s.graph, &o, vectors->x, vectors->y)
                                 : mg_spmm(cell->s.context, cell->s.graph, &o, p->columns, vectors->x, vectors->y);
    *t = (trial){.seconds = clock_seconds() - start,
                 .device_seconds = on_device,
                 .iterations = 1,
                 .vertices_visited = mg_graph_vertex_count(cell->s.graph),
                 .edges_visited = mg_graph_arc_count(cell->s.graph)};
    progress_erase();
    return status;
}

static double weight_at(const mg_adjacency *edges, mg_type type, uint64_t i) {
    switch (type) {
    case MG_INT32:
        return ((const int32_t *)edges->weights)[i];
    case MG_FLOAT32:
        return (double)((const float *)edges->weights)[i];
    case MG_FLOAT64:
        return ((const double *)edges->weights)[i];
    default:
        return 1;
    }
}

/* One element of the product, and the sum of the magnitudes of its terms, which bounds the rounding error. */
static double expected(const bench_cell *cell, const mg_adjacency *edges, const void *x, mg_vertex v, uint32_t column,
                       double *scale) {
    const bench_product *p = cell->algorithm->product;
    const mg_type type = mg_graph_weight_type(cell->s.graph);
    double value = p->semiring == MG_PLUS_TIMES ? 0 : INFINITY;
    *scale = 0;
    for (uint64_t i = edges->offsets[v]; i < edges->offsets[v + 1]; i++) {
        const double w = weight_at(edges, type, i);
        const double from = element(p, x, (uint64_t)edges->neighbours[i] * p->columns + column);
        if (p->semiring == MG_PLUS_TIMES) {
            value += from * w;
            *scale += fabs(from * w);
        } else {
            value = fmin(value, from + w);
            *scale = fabs(value);
        }
    }
    return value;
}

bool bench_product_verify(bench_cell *cell, const bench_vectors *vectors) {
    const bench_product *p = cell->algorithm->product;
    const mg_vertex n = mg_graph_vertex_count(cell->s.graph);
    mg_adjacency edges = mg_graph_out_edges(cell->s.graph);
    if (!p->transpose && mg_graph_in_edges(cell->s.context, cell->s.graph, &edges) < 0) {
        snprintf(cell->why, sizeof cell->why, "%s", mg_context_error(cell->s.context));
        return false;
    }
    for (mg_vertex v = 0; v < n; v++) {
        for (uint32_t c = 0; c < p->columns; c++) {
            double scale;
            const double right = expected(cell, &edges, vectors->x, v, c, &scale);
            const double found = element(p, vectors->y, (uint64_t)v * p->columns + c);
            const double allowed = (p->type == MG_FLOAT32 ? 1e-4 : 1e-12) * scale;
            if (!(found == right || fabs(found - right) <= allowed)) {
                snprintf(cell->why, sizeof cell->why, "row %" PRIu64 ", column %" PRIu32 " is %.9g, not %.9g",
                         mg_graph_id(cell->s.graph, v), c, found, right);
                return false;
            }
        }
    }
    return true;
}
