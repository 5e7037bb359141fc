/* SPDX-License-Identifier: Apache-2.0
 *
 * start_pagerank.c: the first ranks of a run that starts from those of an earlier version of the graph. What a plain
 * iteration would change, the residual, is large at a few vertices near the changes. These are pushed one by one [1],
 * the largest first by steps, until the rest is small enough, or so much is touched that iterations over all edges are
 * faster.
 *
 * [1] J. J. Whang, A. Lenharth, I. S. Dhillon, K. Pingali: Scalable Data-Driven PageRank. Euro-Par 2015.
 */
#include "algorithms/start_pagerank.h"

#include <math.h>

#define STEP 16.0 /* the threshold is divided by this from step to step */
#define SHARE 0.1 /* of the arcs that pushes may visit: they are serial */
#define NEAR 4.0  /* times the target: a few plain iterations reach it */
#define SWEEPS 4

mg_status mg__start_ranks(mg_context *context, const mg_graph *graph, const mg_start *from, double **ranks) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const double *values = from->values;
    double sum = 0.0, *made = NULL;
    mg_status status;
    if (from->size != sizeof *from || from->type != MG_FLOAT64 || from->count > n || (from->count && !values)) {
        return mg__fail(context, MG_ERROR_INVALID, "from: expected ranks as float64 of at most %u vertices", n);
    }
    MG_TRY(MG_ALLOC(context, made, n, "ranks"));
    for (mg_vertex v = 0; v < n; v++) {
        made[v] = v < from->count ? values[v] : 0.0;
        if (!(made[v] >= 0.0) || !isfinite(made[v])) {
            status = mg__fail(context, MG_ERROR_INVALID, "from: the rank of vertex %u is %g", v, made[v]);
            goto out;
        }
        sum += made[v];
    }
    if (!(sum > 0.0) || !isfinite(sum)) {
        status = n ? mg__fail(context, MG_ERROR_INVALID, "from: the ranks sum to %g", sum) : MG_OK;
        goto out;
    }
    mg__start_normalise(context, n, made);
    *ranks = made;
    made = NULL;
out:
    mg__release(&context->memory, made);
    return status;
}

void mg__start_normalise(const mg_context *context, mg_vertex n, double *ranks) {
    double sum = 0.0;
    for (mg_vertex v = 0; v < n; v++) {
        sum += ranks[v];
    }
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (mg_vertex v = 0; v < n; v++) {
        ranks[v] /= sum;
    }
}

double mg__start_dangling(const mg_graph *graph, const double *ranks) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    double sum = 0.0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        sum += out.offsets[v] == out.offsets[v + 1] ? ranks[v] : 0.0;
    }
    return sum;
}

mg_status mg__start_residuals(mg_context *context, const mg_rank_system *s, const double *ranks, double *residual) {
    const mg_adjacency out = mg_graph_out_edges(s->graph), in = s->in;
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    double *share = NULL;
    const mg_status status = MG_ALLOC(context, share, n, "ranks");
    if (status < 0) {
        return status;
    }
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (mg_vertex v = 0; v < n; v++) {
        const uint64_t degree = out.offsets[v + 1] - out.offsets[v];
        share[v] = degree ? ranks[v] / (double)degree : 0.0;
    }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 1024)
    for (mg_vertex v = 0; v < n; v++) {
        double received = 0.0;
        for (uint64_t e = in.offsets[v]; e < in.offsets[v + 1]; e++) {
            received += share[in.neighbours[e]];
        }
        const double base = s->personalization ? s->base * s->personalization[v] : s->base;
        residual[v] = base + s->damping * received - ranks[v];
    }
    mg__release(&context->memory, share);
    return status;
}

/* ---- pushes ---- */

/* A queue of vertices whose residual is above the threshold. */
typedef struct pushing {
    const mg_rank_system *system;
    mg_adjacency out;
    mg_vertex n, *queue, first, waiting;
    uint8_t *queued;
    double *rank, *residual, threshold;
    double total; /* of the absolute residuals */
} pushing;

static void enqueue(pushing *p, mg_vertex v) {
    if (!p->queued[v] && fabs(p->residual[v]) > p->threshold) {
        const uint64_t at = (uint64_t)p->first + p->waiting++;
        p->queue[at < p->n ? at : at - p->n] = v;
        p->queued[v] = 1;
    }
}

static mg_vertex dequeue(pushing *p) {
    const mg_vertex v = p->queue[p->first];
    p->first = p->first + 1 < p->n ? p->first + 1 : 0;
    p->waiting--;
    p->queued[v] = 0;
    return v;
}

static void push(pushing *p, mg_vertex v, mg_pushed *pushed) {
    const uint64_t begin = p->out.offsets[v], end = p->out.offsets[v + 1];
    const double residual = p->residual[v];
    const double share = end > begin ? p->system->damping * residual / (double)(end - begin) : 0.0;
    p->rank[v] += residual;
    p->residual[v] = 0.0;
    p->total -= fabs(residual);
    for (uint64_t e = begin; e < end; e++) {
        const mg_vertex u = p->out.neighbours[e];
        const double before = p->residual[u];
        p->residual[u] = before + share;
        p->total += fabs(before + share) - fabs(before);
        enqueue(p, u);
    }
    pushed->vertices++;
    pushed->edges += end - begin + 1;
}

/* Pushes what is above the threshold; what is queued when the budget is used up stays a residual. */
static void push_step(pushing *p, uint64_t budget, mg_pushed *pushed) {
    p->first = p->waiting = 0;
    for (mg_vertex v = 0; v < p->n; v++) {
        p->queued[v] = 0;
        enqueue(p, v);
    }
    while (p->waiting && p->total > p->system->target && pushed->edges < budget) {
        push(p, dequeue(p), pushed);
    }
}

static double sum_of(mg_vertex n, const double *residual, double *largest) {
    double sum = 0.0;
    *largest = 0.0;
    for (mg_vertex v = 0; v < n; v++) {
        const double size = fabs(residual[v]);
        sum += size;
        *largest = size > *largest ? size : *largest;
    }
    return sum;
}

/* Sets pushed->done if the target was reached, and *total to the sum of what is left. */
static void push_down(pushing *p, mg_pushed *pushed, double *total) {
    const uint64_t budget = pushed->edges + (uint64_t)(SHARE * (double)mg_graph_arc_count(p->system->graph));
    double largest;
    p->total = sum_of(p->n, p->residual, &largest);
    bool more = true;
    p->threshold = largest;
    while (more && p->total > p->system->target && pushed->edges < budget) {
        p->threshold /= STEP;
        push_step(p, budget, pushed);
        more = p->threshold * p->n >= p->system->target; /* else what is left is below the target, but for rounding */
    }
    *total = sum_of(p->n, p->residual, &largest);
    pushed->done = *total <= p->system->target;
}

/* A plain iteration. */
static mg_status sweep(mg_context *context, const pushing *p, mg_pushed *pushed) {
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (mg_vertex v = 0; v < p->n; v++) {
        p->rank[v] += p->residual[v];
    }
    pushed->vertices += p->n;
    pushed->edges += mg_graph_arc_count(p->system->graph);
    return mg__start_residuals(context, p->system, p->rank, p->residual);
}

mg_status mg__start_push(mg_context *context, const mg_rank_system *system, double *ranks, double *residual,
                         mg_pushed *pushed) {
    pushing p = {.system = system,
                 .out = mg_graph_out_edges(system->graph),
                 .n = mg_graph_vertex_count(system->graph),
                 .rank = ranks,
                 .residual = residual};
    double total;
    mg_status status;
    MG_TRY(MG_ALLOC(context, p.queue, p.n, "vertices to push"));
    MG_TRY(MG_ALLOC_ZEROED(context, p.queued, p.n, "vertices to push"));
    push_down(&p, pushed, &total);
    for (int i = 0; i < SWEEPS && !pushed->done && total < NEAR * system->target; i++) {
        MG_TRY(sweep(context, &p, pushed));
        push_down(&p, pushed, &total);
    }
out:
    mg__release(&context->memory, p.queue);
    mg__release(&context->memory, p.queued);
    return status;
}
