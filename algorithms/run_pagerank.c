/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/run_pagerank.h"
#include "algorithms/entry.h"
#include "algorithms/programs/pagerank.h"
#include "algorithms/start.h"
#include "algorithms/start_pagerank.h"
#include "core/engine/outputs.h"
#include "core/graph/graph_cache.h"
#include "core/graph/row_facts.h"
#include "core/kept_memory.h"
#include "core/stage_clock.h"

#include <math.h>
#include <string.h>

#define DEFAULT_ITERATIONS 100
/* Data-driven runs end when every residual is below the threshold, not when their sum is: a residual of 1 takes
 * ln(threshold) / ln(damping) iterations, 166 for 65,536 vertices; most of them have small frontiers. */
#define DEFAULT_PUSHES 1000

#define MIXED_TOLERANCE 1e-6 /* least tolerance for mixed precision: larger than its error */
/* The same for the residual of runs on undirected graphs; and the least residual that doubles reach. */
#define MIXED_RESIDUAL 1.2e-7
#define ROUNDING 1e-15
/* Fewer edges per vertex: an iteration that moves less memory goes before fewer iterations. */
#define LOW_DEGREE 24

/* Of the result; some programs have floats. */
static const mg_column_spec rank_columns[] = {{.name = "rank", .type = MG_FLOAT64, .meaning = MG_NUMBER},
                                              {.name = NULL}};

/* A variant of the program, and the place of the jump share in its state. */
typedef struct pagerank_variant {
    const mg_program *program;
    size_t state_size, jump_offset, jump_size; /* jump_size 0: the state has no jump share */
    bool float_ranks;                          /* ranks, which a state begins with, are float, else double */
} pagerank_variant;

/* In double and in mixed precision. */
static const pagerank_variant uniform[] = {{&pagerank_program, sizeof(pagerank_vertex), 0, 0, false},
                                           {&pagerank_mixed_program, sizeof(pagerank_mixed_vertex), 0, 0, true}};
static const pagerank_variant personal[] = {
    {&personalized_program, sizeof(personalized_vertex), offsetof(personalized_vertex, jump), sizeof(double), false},
    {&personalized_mixed_program, sizeof(personalized_mixed_vertex), offsetof(personalized_mixed_vertex, jump),
     sizeof(float), true}};
/* On undirected graphs, on the CPU. */
static const pagerank_variant low_degree[] = {{&chebyshev_program, sizeof(chebyshev_vertex), 0, 0, false},
                                              {&chebyshev_mixed_program, sizeof(chebyshev_mixed_vertex), 0, 0, true}};
static const pagerank_variant any_degree[] = {
    {&conjugate_program, sizeof(conjugate_vertex), offsetof(conjugate_vertex, residual), sizeof(double), false},
    {&conjugate_mixed_program, sizeof(conjugate_mixed_vertex), offsetof(conjugate_mixed_vertex, residual),
     sizeof(float), false}};
static const pagerank_variant residuals = {&residual_program, sizeof(residual_vertex),
                                           offsetof(residual_vertex, residual), sizeof(double), false};

static mg_status check_sources(mg_context *context, const mg_pagerank_options *o) {
    const char *wrong = !o->sources != !o->source_count || o->source_count > UINT32_MAX
                            ? "sources must not be NULL and source_count not 0, or both"
                        : o->sources && o->personalization ? "sources and personalization are both given"
                        : o->sources && o->data_driven     ? "data-driven PageRank has no sources"
                        : o->weighted && (o->sources || o->data_driven || o->run.from)
                            ? "PageRank by weight has no sources, is not data-driven and starts from no result"
                            : NULL;
    return wrong ? mg__fail(context, MG_ERROR_INVALID, "%s", wrong) : MG_OK;
}

static mg_status check(mg_context *context, const mg_pagerank_options *o, mg_vertex n, double *weight) {
    if (!(o->damping > 0.0 && o->damping < 1.0)) {
        return mg__fail(context, MG_ERROR_INVALID, "damping is %g, expected 0 < damping < 1", o->damping);
    }
    if (!(o->tolerance >= 0.0) || !isfinite(o->tolerance)) {
        return mg__fail(context, MG_ERROR_INVALID, "tolerance is %g, expected a finite number >= 0", o->tolerance);
    }
    if (o->data_driven && o->tolerance == 0.0) {
        return mg__fail(context, MG_ERROR_INVALID, "data-driven PageRank requires a tolerance above 0");
    }
    *weight = 0.0;
    for (mg_vertex v = 0; o->personalization && v < n; v++) {
        const double p = o->personalization[v];
        if (!(p >= 0.0) || !isfinite(p)) {
            return mg__fail(context, MG_ERROR_INVALID,
                            "personalization of vertex %u is %g, expected a finite number >= 0", v, p);
        }
        *weight += p;
    }
    if (o->personalization && n && !(*weight > 0.0 && isfinite(*weight))) {
        return mg__fail(context, MG_ERROR_INVALID, "personalization sums to %g, expected a finite number above 0",
                        *weight);
    }
    return MG_OK;
}

static void put(void *state, bool as_float, double value) {
    const float rounded = (float)value;
    memcpy(state, as_float ? (const void *)&rounded : &value, as_float ? sizeof rounded : sizeof value);
}

static void *state_of(void *states, const pagerank_variant *kind, mg_vertex v) {
    return (char *)states + (size_t)v * kind->state_size;
}

static void put_jump(const pagerank_variant *kind, void *states, mg_vertex v, double value) {
    put((char *)state_of(states, kind, v) + kind->jump_offset, kind->jump_size == sizeof(float), value);
}

static void set_jumps(const mg_context *context, const mg_pagerank_options *o, const pagerank_variant *kind,
                      mg_vertex n, double weight, void *state) {
    if (!kind->jump_size) {
        return;
    }
#pragma omp parallel for num_threads(context->threads) schedule(static) if (n > MG_FEW_VERTICES)
    for (mg_vertex v = 0; v < n; v++) {
        put_jump(kind, state, v, o->personalization ? o->personalization[v] / weight : 1.0 / n);
    }
}

static double dangling_share(const mg_context *context, const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const uint64_t count = mg__empty_rows(graph, graph->out.offsets, context->threads);
    return n ? (double)count / n : 0.0;
}

/* Runs with a tolerance may take any way to the fixed point. The matrix of an undirected graph is symmetric up to a
 * scaling, which saves most iterations; a GPU has kernels of the plain programs only. A directed graph may have both
 * directions of every edge: that is found out with its in-edges, which the plain program reads, too. */
static mg_status find_acceleration(mg_context *context, const mg_graph *graph, const mg_pagerank_options *o,
                                   const mg_backend *backend, bool *accelerated, double *seconds) {
    mg_adjacency in;
    *accelerated = backend->kind == MG_BACKEND_CPU && !o->data_driven && o->tolerance > 0.0 &&
                   mg_graph_arc_count(graph) && !(mg_graph_directed(graph) && o->run.mode == MG_MODE_SPARSE);
    *seconds = 0.0;
    if (!*accelerated || !mg_graph_directed(graph)) {
        return MG_OK;
    }
    if (context->estimate) {
        *accelerated = !mg__graph_lacks_in_edges(context, graph);
        return MG_OK;
    }
    const double start = mg__now();
    mg__graph_begin_use(graph);
    const mg_status status = mg__graph_in_edges(context, graph, &in);
    *accelerated = status >= 0 && in.offsets == mg_graph_out_edges(graph).offsets;
    mg__graph_end_use(context, graph);
    *seconds = mg__now() - start;
    return status;
}

/* The L1 norm of the error is at most residual / (1 - damping). This residual gives the bound of plain iterations that
 * changed the ranks by less than the tolerance. */
static double residual_of(const mg_pagerank_options *o) {
    const double wanted = o->tolerance * o->damping;
    return wanted > ROUNDING ? wanted : ROUNDING;
}

/* Mixed precision on a GPU, where memory bandwidth is the limit, if the tolerance exceeds its error. */
static const pagerank_variant *choose_variant(const mg_graph *graph, const mg_pagerank_options *o,
                                              const mg_backend *backend, bool accelerated) {
    if (o->data_driven) {
        return &residuals;
    }
    if (accelerated) {
        const bool mixed = residual_of(o) >= MIXED_RESIDUAL;
        const bool low = mg_graph_arc_count(graph) < (uint64_t)LOW_DEGREE * mg_graph_vertex_count(graph);
        return low && !o->personalization && !o->run.from ? &low_degree[mixed] : &any_degree[mixed];
    }
    const bool mixed = o->tolerance >= MIXED_TOLERANCE && backend->prefers_mixed_precision;
    return o->personalization ? &personal[mixed] : &uniform[mixed];
}

/* Probability that a random jump leads to a vertex without edges. */
static double isolated_share(const mg_context *context, const mg_graph *graph, const mg_pagerank_options *o,
                             double weight) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    double sum = 0.0;
    for (mg_vertex v = 0; o->personalization && v < mg_graph_vertex_count(graph); v++) {
        sum += out.offsets[v] == out.offsets[v + 1] ? o->personalization[v] / weight : 0.0;
    }
    return o->personalization ? sum : dangling_share(context, graph);
}

/* Where nothing is sent by vertices without edges, ranks sum to less than 1, but are in proportion to the right ones:
 * all are scaled. */
static undirected_parameters undirected_of(const mg_context *context, const mg_graph *graph,
                                           const mg_pagerank_options *o, double weight, const pagerank_variant *kind) {
    const double isolated = isolated_share(context, graph, o, weight), sum = 1.0 - o->damping * isolated;
    const double jumps = kind->jump_size ? 1.0 : mg_graph_vertex_count(graph);
    undirected_parameters p = {.damping = o->damping,
                               .residual = residual_of(o),
                               .base = (1.0 - o->damping) / sum / jumps,
                               .start = (1.0 - isolated) / sum / (double)mg_graph_arc_count(graph),
                               .arcs = (double)mg_graph_arc_count(graph)};
    double omega = 2.0;
    for (size_t k = 0; k < UNDIRECTED_WEIGHTS; k++) {
        omega = 1.0 / (1.0 - 0.25 * o->damping * o->damping * omega);
        p.omega[k] = omega;
    }
    return p;
}

/* The parameters of a run. */
typedef struct pagerank_run {
    const pagerank_variant *kind;
    bool accelerated;
    residual_parameters residual;
    pagerank_parameters sweep;
    undirected_parameters undirected;
    const void *parameters; /* one of these */
    bool started;           /* from ranks of an earlier version, */
    double *ranks;          /* a block of the context like */
    double *residuals;      /* what pushes left */
    mg_column_copies *outputs;
    mg_pushed pushed;
} pagerank_run;

static void set_parameters(const mg_context *context, const mg_graph *graph, const mg_pagerank_options *o,
                           double weight, pagerank_run *r) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (o->data_driven) {
        /* The error by residuals left below this threshold is less than that of a topology-driven run of equal
         * tolerance. */
        r->residual = (residual_parameters){.damping = o->damping,
                                            .threshold = n ? o->tolerance * o->damping * (1.0 - o->damping) / n : 0.0};
        r->parameters = &r->residual;
    } else if (r->accelerated) {
        r->undirected = undirected_of(context, graph, o, weight, r->kind);
        r->parameters = &r->undirected;
    } else {
        r->sweep = (pagerank_parameters){.damping = o->damping,
                                         .tolerance = o->tolerance,
                                         .start = n ? 1.0 / n : 0.0,
                                         .dangling = dangling_share(context, graph)};
        r->parameters = &r->sweep;
    }
}

/* A vertex without edges has its rank at once; the others share the rest, which iterations preserve. */
static void settle_isolated(const mg_graph *graph, const mg_pagerank_options *o, const undirected_parameters *p,
                            double scale, double *ranks) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    double isolated = 0.0, others = 0.0;
    for (mg_vertex v = 0; v < n; v++) {
        if (out.offsets[v] == out.offsets[v + 1]) {
            ranks[v] = o->personalization ? scale * o->personalization[v] : scale;
            isolated += ranks[v];
        } else {
            others += ranks[v];
        }
    }
    for (mg_vertex v = 0; v < n; v++) {
        const double degree = (double)(out.offsets[v + 1] - out.offsets[v]);
        if (degree > 0.0) {
            ranks[v] = others > 0.0 ? ranks[v] * ((1.0 - isolated) / others) : p->start * degree;
        }
    }
}

/* Residuals are pushed on the CPU, if in-edges are there or will be. */
static bool pushes_first(const mg_pagerank_options *o, const mg_backend *backend, const pagerank_run *r) {
    return r->accelerated || (backend->kind == MG_BACKEND_CPU && o->tolerance > 0.0 && o->run.mode != MG_MODE_SPARSE);
}

/* The ranks are in proportion to the solution with the dangling rank of the earlier ones. */
static mg_status push_residuals(mg_context *context, const mg_graph *graph, const mg_pagerank_options *o, double weight,
                                pagerank_run *r) {
    const double jumps = o->personalization ? weight : mg_graph_vertex_count(graph);
    const double base =
        r->accelerated ? r->undirected.base : 1.0 - o->damping + o->damping * mg__start_dangling(graph, r->ranks);
    mg_rank_system system = {.graph = graph,
                             .personalization = o->personalization,
                             .base = base / jumps,
                             .damping = o->damping,
                             .target = r->accelerated ? residual_of(o) : 0.5 * residual_of(o)};
    mg_status status;
    mg__graph_begin_use(graph); /* keeps the in-edges */
    MG_TRY(mg__graph_in_edges(context, graph, &system.in));
    MG_TRY(mg__start_residuals(context, &system, r->ranks, r->residuals));
    MG_TRY(mg__start_push(context, &system, r->ranks, r->residuals, &r->pushed));
out:
    mg__graph_end_use(context, graph);
    return status;
}

/* Conjugate gradients begin with the residuals as shares, plain iterations with ranks of sum 1. */
static void begin_with(const mg_context *context, const mg_graph *graph, pagerank_run *r, void *state) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (r->accelerated) {
        for (mg_vertex v = 0; v < n; v++) {
            const uint64_t degree = out.offsets[v + 1] - out.offsets[v];
            put_jump(r->kind, state, v, degree ? r->residuals[v] / (double)degree : 0.0);
        }
        r->undirected.given = true;
    } else {
        mg__start_normalise(context, n, r->ranks);
        r->sweep.dangling = mg__start_dangling(graph, r->ranks);
        r->sweep.given = true;
    }
    for (mg_vertex v = 0; v < n; v++) {
        put(state_of(state, r->kind, v), r->kind->float_ranks, r->ranks[v]);
    }
}

/* Takes the ranks of an earlier version. With r->pushed.done they are the result. */
static mg_status take_ranks(mg_context *context, const mg_graph *graph, const mg_pagerank_options *o, double weight,
                            const mg_backend *backend, pagerank_run *r) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_status status;
    MG_TRY(mg__start_ranks(context, graph, o->run.from, &r->ranks));
    if (!r->ranks || o->data_driven) {
        mg__start_end(context, o->run.from, false, "data-driven PageRank begins without ranks");
        goto out;
    }
    r->started = true;
    mg__start_end(context, o->run.from, true, NULL);
    if (r->accelerated) {
        settle_isolated(graph, o, &r->undirected, r->undirected.base / (o->personalization ? weight : n), r->ranks);
    }
    if (pushes_first(o, backend, r)) {
        MG_TRY(MG_ALLOC(context, r->residuals, n, "ranks"));
        MG_TRY(push_residuals(context, graph, o, weight, r));
    }
    if (r->pushed.done && !r->accelerated) {
        mg__start_normalise(context, n, r->ranks);
    }
out:
    return status;
}

/* The ranks as a result. */
static mg_status finish(mg_context *context, const mg_graph *graph, pagerank_run *r, double seconds,
                        mg_result **result) {
    mg_recorder recorder = {.totals = {.backend = "cpu",
                                       .run_seconds = seconds,
                                       .vertices_visited = r->pushed.vertices,
                                       .edges_visited = r->pushed.edges}};
    mg_result *made = NULL;
    mg_status status;
    MG_TRY(mg__result_create(context, graph, &recorder, &made));
    double *const ranks = r->ranks;
    r->ranks = NULL;
    MG_TRY(mg__result_take(context, made, &rank_columns[0], 1, ranks));
    *result = made;
    made = NULL;
out:
    mg_result_destroy(made);
    return status;
}

/* Do the states begin as zeros? */
static bool begins_with_zeros(const pagerank_run *r) {
    return !r->accelerated && !r->started && !r->kind->jump_size;
}

static mg_status run_program(mg_context *context, const mg_graph *graph, const mg_pagerank_options *o, double weight,
                             pagerank_run *r, mg_result **result) {
    mg_status status;
    void *state = NULL;
    const mg_vertex n = mg_graph_vertex_count(graph);
    mg_run_options run = o->run;
    run.from = NULL;
    run.max_iterations = run.max_iterations ? run.max_iterations : o->data_driven ? DEFAULT_PUSHES : DEFAULT_ITERATIONS;
    /* init of the accelerated programs sets all of a state that is not set here */
    if (!begins_with_zeros(r)) {
        MG_TRY((r->accelerated ? mg__kept_alloc : mg__kept_alloc_zeroed)(context, &state, n, r->kind->state_size,
                                                                         "ranks"));
        set_jumps(context, o, r->kind, n, weight, state);
    }
    if (r->started) {
        begin_with(context, graph, r, state);
    }
    MG_TRY(mg__run_to_outputs(context, graph, r->kind->program, r->parameters, &run, state, r->outputs, result));
    if (status == MG_NOT_CONVERGED && o->tolerance == 0.0) {
        status = MG_OK; /* tolerance 0 requests a fixed number of iterations */
    }
    const mg_status widened = mg__result_widen(context, *result);
    if (widened < 0) {
        mg_result_destroy(*result);
        *result = NULL;
        status = widened;
    }
out:
    mg__kept_release(context, state);
    return status;
}

static mg_status run_variant(mg_context *context, const mg_graph *graph, const mg_pagerank_options *o, double weight,
                             mg_column_copies *outputs, mg_result **result) {
    mg_status status = MG_OK;
    double build_seconds = 0.0;
    const mg_backend *backend = NULL;
    pagerank_run r = {.outputs = outputs};
    MG_TRY(mg__backend_for_run(context, o->run.backend, &backend));
    MG_TRY(find_acceleration(context, graph, o, backend, &r.accelerated, &build_seconds));
    r.kind = choose_variant(graph, o, backend, r.accelerated);
    set_parameters(context, graph, o, weight, &r);
    const double start = mg__now();
    if (o->run.from) {
        MG_TRY(take_ranks(context, graph, o, weight, backend, &r));
    }
    status = r.pushed.done ? finish(context, graph, &r, mg__now() - start, result)
                           : run_program(context, graph, o, weight, &r, result);
    if (status >= 0) {
        mg__result_add_build(*result, build_seconds);
    }
out:
    mg__release(&context->memory, r.ranks);
    mg__release(&context->memory, r.residuals);
    return status;
}

mg_status mg_pagerank(mg_context *context, const mg_graph *graph, const mg_pagerank_options *options,
                      mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status outcome = MG_OK,
              status = mg__check_device_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_pagerank_options o = options ? *options : MG_PAGERANK_OPTIONS_INIT;
    mg_column_copies outputs;
    mg_result *made = NULL;
    double weight = 0.0;
    MG_TRY(check_sources(context, &o));
    MG_TRY(check(context, &o, mg_graph_vertex_count(graph), &weight));
    MG_TRY(mg__take_outputs(context, &o.run, rank_columns, &outputs));
    if (!o.sources) {
        MG_TRY(mg__check_one_lane(context, &o.run));
    }
    if (o.sources || o.weighted || o.personalization || o.run.from) {
        MG_TRY(mg_graph_check(context, graph)); /* these read rows on the host */
    }
    outcome = o.sources ? mg__pagerank_of_sources(context, graph, &o, &made)
              : o.weighted && mg_graph_weight_type(graph) != MG_TYPE_NONE
                  ? mg__pagerank_weighted(context, graph, &o, weight, &made)
                  : run_variant(context, graph, &o, weight, &outputs, &made);
    MG_TRY(outcome);
    MG_TRY(mg__result_deliver(context, &outputs, made));
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    return status;
}
