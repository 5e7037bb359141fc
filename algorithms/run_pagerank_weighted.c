/* SPDX-License-Identifier: Apache-2.0
 *
 * run_pagerank_weighted.c: PageRank whose edges are followed in proportion to their weights: the power iteration, by
 * products of the matrix of the weights.
 */
#include "algorithms/power.h"
#include "algorithms/run_pagerank.h"
#include "core/result_memory.h"

#include <math.h>

#define DEFAULT_ITERATIONS 100

typedef struct weighted_ranks {
    double *rank, *last, *share; /* share: what a vertex sends along an edge of weight 1 */
    double *inverse;             /* of the sum of the weights of the out-edges; 0: dangling */
    double *jump;                /* distribution of the jumps; NULL: uniform */
    double damping;
} weighted_ranks;

static mg_status step(mg_power *power, void *data, double *change) {
    weighted_ranks *const r = data;
    double *const before = r->rank;
    mg_status status;
    r->rank = r->last;
    r->last = before;
    for (uint64_t v = 0; v < power->n; v++) {
        r->share[v] = r->inverse[v] > 0 ? 0 : before[v];
    }
    const double jumps = 1 - r->damping + r->damping * mg__power_sum(power, r->share, false);
    for (uint64_t v = 0; v < power->n; v++) {
        r->share[v] = before[v] * r->inverse[v];
    }
    MG_TRY(mg__power_multiply(power, false, r->share, r->rank));
    for (uint64_t v = 0; v < power->n; v++) {
        r->rank[v] = r->damping * r->rank[v] + jumps * (r->jump ? r->jump[v] : 1 / (double)power->n);
    }
    *change = mg__power_combine(power, r->rank, 1, 0, before);
out:
    return status;
}

static mg_status sum_weights(mg_context *context, const mg_graph *graph, double *inverse) {
    const mg_csr *out = &graph->out;
    bool valid = true;
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 4096) reduction(&& : valid)
    for (mg_vertex v = 0; v < graph->n; v++) {
        double sum = 0;
        for (uint64_t e = out->offsets[v]; e < out->offsets[v + 1]; e++) {
            const double weight = mg__weight_at(graph->weight_type, out->weights, e);
            valid = valid && weight >= 0;
            sum += weight;
        }
        valid = valid && isfinite(sum) && (sum <= 0 || isfinite(1 / sum));
        inverse[v] = sum > 0 ? 1 / sum : 0;
    }
    return valid
               ? MG_OK
               : mg__fail(context, MG_ERROR_INVALID,
                          "PageRank by weight: a weight is negative or infinite, or the sum of those of a vertex is no "
                          "normal number");
}

/* weight: the sum of the personalization. */
static mg_status set_up(mg_power *power, const mg_pagerank_options *o, double weight, weighted_ranks *r) {
    mg_status status;
    MG_TRY(MG_RESULT_ALLOC(power->context, r->rank, power->n, "ranks"));
    MG_TRY(MG_RESULT_ALLOC(power->context, r->last, power->n, "ranks"));
    MG_TRY(MG_ALLOC(power->context, r->share, power->n, "shares"));
    MG_TRY(MG_ALLOC(power->context, r->inverse, power->n, "sums of weights"));
    MG_TRY(sum_weights(power->context, power->graph, r->inverse));
    if (o->personalization) {
        MG_TRY(MG_ALLOC(power->context, r->jump, power->n, "jumps"));
        for (uint64_t v = 0; v < power->n; v++) {
            r->jump[v] = o->personalization[v] / weight;
        }
    }
    mg__power_fill(power, r->rank, power->n ? 1 / (double)power->n : 0);
out:
    return status;
}

static mg_status run(mg_power *power, weighted_ranks *r, mg_recorder *recorder, mg_result **result) {
    static const mg_column_spec column = {.name = "rank", .type = MG_FLOAT64, .meaning = MG_NUMBER};
    mg_result *made = NULL;
    mg_status status, outcome = mg__power_run(power, recorder);
    MG_TRY(outcome);
    MG_TRY(mg__result_create(power->context, power->graph, recorder, &made));
    double *const rank = r->rank;
    r->rank = NULL;
    MG_TRY(mg__result_take(power->context, made, &column, 1, rank));
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    return status;
}

mg_status mg__pagerank_weighted(mg_context *context, const mg_graph *graph, const mg_pagerank_options *o, double weight,
                                mg_result **result) {
    weighted_ranks r = {.damping = o->damping};
    mg_power power = {.context = context};
    mg_recorder recorder = {0};
    mg_status status;
    MG_TRY(mg__power_begin(context, graph, &o->run, o->tolerance, &power));
    power.product.semiring = MG_PLUS_TIMES;
    power.step = step;
    power.data = &r;
    power.limit = o->tolerance;
    power.iterations = power.run.max_iterations ? power.run.max_iterations : DEFAULT_ITERATIONS;
    power.products = 1;
    power.is_settled = power.n == 0;
    MG_TRY(set_up(&power, o, weight, &r));
    status = run(&power, &r, &recorder, result);
out:
    mg__recorder_release(context, &recorder);
    mg__power_release(&power);
    void *const blocks[] = {r.rank, r.last, r.share, r.inverse, r.jump};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__release(&context->memory, blocks[i]);
    }
    return status;
}
