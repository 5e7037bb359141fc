/* SPDX-License-Identifier: Apache-2.0
 *
 * run_pagerank_sources.c: PageRank personalized to each of several sources, as products of the adjacency matrix with
 * the shares of up to MG_LANES_MAX sources at once. A column that has converged is replaced by that of the next source.
 */
#include "algorithms/run_pagerank.h"

#include "algorithms/batches.h"
#include "core/graph/graph_cache.h"
#include "core/result_memory.h"

#include <math.h>
#include <string.h>

#define DEFAULT_ITERATIONS 100
#define BLOCK_ROWS ((mg_vertex)2048) /* rows whose sums are added by one thread, then in order */

static const mg_column_spec rank_column = {.name = "rank", .type = MG_FLOAT64, .meaning = MG_NUMBER};

typedef struct column {
    size_t source; /* its position in the list of sources */
    uint32_t iterations;
    double dangling; /* rank of the vertices without out-edges */
    double change;   /* of the last iteration, in L1 */
} column;

typedef struct batch {
    mg_context *context;
    const mg_graph *graph;
    const mg_pagerank_options *options;
    const mg_vertex *sources;
    mg_matrix *matrix;
    mg_product_options product;
    mg_vertex n;
    uint32_t limit;  /* of iterations */
    uint32_t stride; /* columns of the arrays */
    uint32_t active; /* columns that run; they come first */
    size_t next;     /* the first source that no column had */
    column columns[MG_LANES_MAX];
    double *rank, *share, *received; /* n rows of `stride`; share: rank by out-degree, 0 without out-edges */
    double *partial;                 /* for each block: `stride` changes, `stride` dangling ranks */
    double *result;                  /* n rows of source_count */
    bool stopped;                    /* a column reached the limit */
    mg_recorder *recorder;
} batch;

static uint64_t degree_of(const batch *b, mg_vertex v) {
    return b->graph->out.offsets[v + 1] - b->graph->out.offsets[v];
}

/* Column c begins with the next source, which has all of the rank. */
static void start_column(batch *b, uint32_t c) {
    const mg_vertex source = b->sources[b->next];
    const uint64_t degree = degree_of(b, source);
#pragma omp parallel for num_threads(b->context->threads) schedule(static) if (b->n > 65536)
    for (mg_vertex v = 0; v < b->n; v++) {
        b->rank[(size_t)v * b->stride + c] = b->share[(size_t)v * b->stride + c] = 0;
    }
    b->rank[(size_t)source * b->stride + c] = 1;
    b->share[(size_t)source * b->stride + c] = degree ? 1 / (double)degree : 0;
    b->columns[c] = (column){.source = b->next, .dangling = degree ? 0 : 1};
    b->next++;
}

static void store_column(const batch *b, uint32_t c) {
    const size_t width = b->options->source_count, at = b->columns[c].source;
#pragma omp parallel for num_threads(b->context->threads) schedule(static) if (b->n > 65536)
    for (mg_vertex v = 0; v < b->n; v++) {
        b->result[v * width + at] = b->rank[(size_t)v * b->stride + c];
    }
}

static void move_column(const batch *b, uint32_t from, uint32_t to) {
#pragma omp parallel for num_threads(b->context->threads) schedule(static) if (b->n > 65536)
    for (mg_vertex v = 0; v < b->n; v++) {
        const size_t row = (size_t)v * b->stride;
        b->rank[row + to] = b->rank[row + from];
        b->share[row + to] = b->share[row + from];
    }
}

/* Adds the jumps to what the sources receive, before that is damped. */
static void add_jumps(const batch *b) {
    const double damping = b->options->damping;
    for (uint32_t c = 0; c < b->active; c++) {
        const mg_vertex source = b->sources[b->columns[c].source];
        b->received[(size_t)source * b->stride + c] += (1 - damping) / damping + b->columns[c].dangling;
    }
}

/* The new ranks of a block of rows. */
static void update_block(const batch *b, uint64_t block) {
    const double damping = b->options->damping;
    const mg_vertex begin = (mg_vertex)block * BLOCK_ROWS;
    const mg_vertex end = b->n - begin < BLOCK_ROWS ? b->n : begin + BLOCK_ROWS;
    double *restrict const change = b->partial + block * 2 * b->stride, *restrict const dangling = change + b->stride;
    memset(change, 0, 2 * (size_t)b->stride * sizeof *change);
    for (mg_vertex v = begin; v < end; v++) {
        const size_t row = (size_t)v * b->stride;
        const double *restrict const received = b->received + row;
        double *restrict const ranks = b->rank + row, *restrict const shares = b->share + row;
        const uint64_t degree = degree_of(b, v);
        const double part = degree ? 1 / (double)degree : 0, lost = degree ? 0 : 1;
        for (uint32_t c = 0; c < b->active; c++) {
            const double rank = damping * received[c];
            change[c] += fabs(rank - ranks[c]);
            dangling[c] += lost * rank;
            ranks[c] = rank;
            shares[c] = part * rank;
        }
    }
}

static void update(batch *b) {
    const uint64_t blocks = ((uint64_t)b->n + BLOCK_ROWS - 1) / BLOCK_ROWS;
    add_jumps(b);
#pragma omp parallel for num_threads(b->context->threads) schedule(dynamic)
    for (uint64_t block = 0; block < blocks; block++) {
        update_block(b, block);
    }
    for (uint32_t c = 0; c < b->active; c++) {
        column *own = &b->columns[c];
        own->change = own->dangling = 0;
        for (uint64_t block = 0; block < blocks; block++) {
            own->change += b->partial[block * 2 * b->stride + c];
            own->dangling += b->partial[(block * 2 + 1) * b->stride + c];
        }
        own->iterations++;
    }
}

/* Replaces the columns that have ended, from the last one on: the one that takes the place was looked at already. */
static void replace_columns(batch *b) {
    for (uint32_t c = b->active; c-- > 0;) {
        const bool converged = b->columns[c].change < b->options->tolerance;
        if (!converged && b->columns[c].iterations < b->limit) {
            continue;
        }
        b->stopped = b->stopped || (!converged && b->options->tolerance > 0);
        store_column(b, c);
        if (b->next < b->options->source_count) {
            start_column(b, c);
        } else if (c != --b->active) {
            move_column(b, b->active, c);
            b->columns[c] = b->columns[b->active];
        }
    }
}

static mg_status iterate(batch *b) {
    const size_t count = b->options->source_count;
    mg_status status = MG_OK;
    while (b->active) {
        double device_seconds = 0;
        const double start = mg__now();
        MG_TRY(mg__progress(b->context, "running", (double)(b->next - b->active) / (double)count));
        b->product.device_seconds = &device_seconds;
        MG_TRY(
            mg_matrix_spmm(b->context, b->matrix, &b->product, b->active, b->share, b->stride, b->received, b->stride));
        update(b);
        replace_columns(b);
        b->recorder->totals.device_seconds += device_seconds;
        MG_TRY(mg__record(b->context, b->recorder,
                          (mg_iteration){.iteration = (uint32_t)b->recorder->totals.iterations,
                                         .mode = MG_MODE_PULL,
                                         .frontier_vertices = b->n,
                                         .frontier_edges = b->graph->arcs,
                                         .seconds = mg__now() - start}));
    }
out:
    return status;
}

static mg_status set_up(batch *b, const mg_run_options *run) {
    const size_t count = b->options->source_count;
    const uint64_t blocks = ((uint64_t)b->n + BLOCK_ROWS - 1) / BLOCK_ROWS;
    const double start = mg__now();
    const mg_backend *backend;
    mg_status status;
    MG_TRY(mg__backend_choose(b->context, run->backend, &backend));
    b->recorder->totals.backend = backend->name;
    b->recorder->keep = run->statistics;
    MG_TRY(mg_matrix_of_graph(b->context, b->graph, &b->matrix));
    b->recorder->totals.build_seconds = mg__now() - start;
    b->product.backend = run->backend;
    b->stride = mg__choose_lanes(b->graph, run, count, 3 * sizeof(double));
    const uint64_t elements = (uint64_t)b->n * b->stride;
    MG_TRY(MG_ALLOC(b->context, b->rank, elements, "ranks"));
    MG_TRY(MG_ALLOC(b->context, b->share, elements, "ranks"));
    MG_TRY(MG_ALLOC(b->context, b->received, elements, "ranks"));
    MG_TRY(MG_ALLOC(b->context, b->partial, blocks * 2 * b->stride, "sums of ranks"));
    MG_TRY(MG_RESULT_ALLOC(b->context, b->result, (uint64_t)b->n * count, "ranks"));
    for (; b->active < b->stride; b->active++) {
        start_column(b, b->active);
    }
out:
    return status;
}

static mg_status make_result(batch *b, mg_vertex **sources, mg_result **result) {
    mg_result *made = NULL;
    mg_status status;
    MG_TRY(mg__result_create(b->context, b->graph, b->recorder, &made));
    double *const data = b->result;
    b->result = NULL;
    MG_TRY(mg__result_take(b->context, made, &rank_column, (uint32_t)b->options->source_count, data));
    mg__result_set_sources(made, *sources, b->options->source_count);
    *sources = NULL;
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    return status;
}

mg_status mg__pagerank_of_sources(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                                  mg_result **result) {
    mg_vertex *sources = NULL;
    mg_run_options run;
    mg_recorder recorder = {0};
    batch b = {.context = context,
               .graph = graph,
               .options = options,
               .product = MG_PRODUCT_OPTIONS_INIT,
               .n = mg_graph_vertex_count(graph),
               .recorder = &recorder};
    mg_status status;
    b.product.semiring = MG_PLUS_FIRST;
    b.product.type = MG_FLOAT64;
    b.product.deterministic = true;
    MG_TRY(mg__run_options(context, &options->run, &run));
    MG_TRY(mg__copy_sources(context, graph, options->sources, options->source_count, &sources));
    b.sources = sources;
    b.limit = run.max_iterations ? run.max_iterations : DEFAULT_ITERATIONS;
    MG_TRY(set_up(&b, &run));
    mg__graph_begin_use(graph);
    const double start = mg__now();
    status = iterate(&b);
    recorder.totals.run_seconds = mg__now() - start;
    recorder.totals.kept_bytes = mg__graph_end_use(context, graph);
    MG_TRY(status);
    MG_TRY(make_result(&b, &sources, result));
    status = b.stopped ? MG_NOT_CONVERGED : MG_OK;
out:
    mg_matrix_destroy(context, b.matrix);
    mg__recorder_release(context, &recorder);
    mg__release(&context->memory, b.rank);
    mg__release(&context->memory, b.share);
    mg__release(&context->memory, b.received);
    mg__release(&context->memory, b.partial);
    mg__release(&context->memory, b.result);
    mg__release(&context->memory, sources);
    return status;
}
