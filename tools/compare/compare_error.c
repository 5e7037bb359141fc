/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank at equal errors. Programs stop by different criteria, so both sides run the fewest iterations whose ranks
 * differ from those in double precision by at most the error in L1: ours by trying, GAPBS's by the same sums in floats
 * here, since it does not print its ranks.
 */
#include "tools/cli/message.h"
#include "tools/cli/signals.h"
#include "tools/compare/compare.h"
#include "tools/verbs/algorithm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXACT 1e-11 /* tolerance of the ranks in double precision */
#define EXACT_ITERATIONS 5000
#define MOST_ITERATIONS 200
/* Our tolerances: an iteration reduces what they are compared with by more. */
#define TOLERANCE_STEP 1.15
/* The error is not monotonic in the tolerance: the last step of a run may be another kind. So many tolerances in a row
 * that miss the error are the end. */
#define MOST_MISSES 6
/* Sums in floats stop to improve: so many iterations without less error are the end. */
#define STALLED_ITERATIONS 10
#define DAMPING 0.85f
#define CHUNK 16384 /* vertices a thread takes at a time, as GAPBS */

static double error_of(const double *ranks, const double *exact, mg_vertex n) {
    double error = 0;
    for (mg_vertex v = 0; v < n; v++) {
        error += fabs(ranks[v] - exact[v]);
    }
    return error;
}

/* Stores the ranks in double precision in g->ranks. Returns the library's status. */
static mg_status solve(peer_graph *g, mg_context *context) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    mg_result *result = NULL;
    const size_t size = (size_t)mg_graph_vertex_count(g->graph) * sizeof *g->ranks;
    o.run.backend = MG_BACKEND_CPU;
    o.run.max_iterations = EXACT_ITERATIONS;
    o.tolerance = EXACT;
    mg_status status = g->ranks ? MG_OK : mg_pagerank(context, g->graph, &o, &result);
    if (status == MG_OK && !g->ranks) {
        g->ranks = malloc(size + 1);
        status = g->ranks ? MG_OK : MG_ERROR_MEMORY;
    }
    if (status == MG_OK && result) {
        memcpy(g->ranks, mg_result_column(result, "rank")->data, size);
    }
    mg_result_destroy(result);
    return status;
}

/* ---- ours ---- */

/* The L1 error of a run with this tolerance. */
static mg_status try_ours(our_run *run, const peer_graph *g, double tolerance, mg_backend_kind backend, double *error) {
    mg_run_options o = MG_RUN_OPTIONS_INIT;
    trial t;
    o.backend = backend;
    run->options.tolerance = tolerance;
    const mg_status status = session_trial(&run->s, &o, &t);
    if (status >= 0) {
        const mg_column *const column = mg_result_column(run->s.result, "rank");
        *error = error_of((const double *)column->data, g->ranks, mg_graph_vertex_count(g->graph));
    }
    return status;
}

/* By the tolerance, not by a limit of iterations: with a low limit the mode may be another one. */
mg_status compare_error_ours(our_run *run, peer_graph *g, const peer_command *command, mg_backend_kind backend) {
    double error = INFINITY, enough = 8 * command->error;
    mg_status status = solve(g, run->s.context);
    if (status != MG_OK) {
        return status;
    }
    while (status >= 0 && error > command->error && enough > EXACT) {
        enough /= 8;
        status = try_ours(run, g, enough, backend, &error);
    }
    if (status < 0 || error > command->error) {
        return status < 0 ? status : MG_NOT_CONVERGED;
    }
    double next = enough;
    for (int misses = 0; misses < MOST_MISSES && next < 1;) {
        next *= TOLERANCE_STEP;
        status = try_ours(run, g, next, backend, &error);
        if (status < 0) {
            return status;
        }
        misses = error <= command->error ? 0 : misses + 1;
        enough = error <= command->error ? next : enough;
    }
    run->options.tolerance = enough;
    return MG_OK;
}

/* ---- GAPBS's, simulated ---- */

typedef struct sums {
    float *scores, *sent;
    double *scaled; /* scores that sum to 1: it drops what vertices without out-edges would send */
    mg_adjacency in, out;
    mg_vertex n;
} sums;

static void sums_free(sums *s) {
    free(s->scores);
    free(s->sent);
    free(s->scaled);
}

static bool sums_create(sums *s, mg_context *context, const mg_graph *graph, mg_status *status) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    *s = (sums){.out = mg_graph_out_edges(graph), .n = n};
    *status = mg_graph_in_edges(context, graph, &s->in);
    s->scores = malloc((size_t)n * sizeof *s->scores + 1);
    s->sent = malloc((size_t)n * sizeof *s->sent + 1);
    s->scaled = malloc((size_t)n * sizeof *s->scaled + 1);
    if (*status >= 0 && !(s->scores && s->sent && s->scaled)) {
        *status = MG_ERROR_MEMORY;
    }
    for (mg_vertex v = 0; *status >= 0 && v < n; v++) {
        s->scores[v] = 1.0f / (float)n;
    }
    return *status >= 0;
}

static void send_sums(sums *s, mg_vertex v) {
    const float degree = (float)(s->out.offsets[v + 1] - s->out.offsets[v]);
#pragma omp atomic write
    s->sent[v] = s->scores[v] / degree;
}

/* An iteration; in_place: the new scores are visible at once. Returns the L1 error of the scaled scores. */
static double iterate_sums(sums *s, bool in_place, const double *exact) {
    const float base = (1.0f - DAMPING) / (float)s->n;
    double total = 0;
#pragma omp parallel for schedule(dynamic, CHUNK) reduction(+ : total)
    for (mg_vertex v = 0; v < s->n; v++) {
        float received = 0;
        for (uint64_t i = s->in.offsets[v]; i < s->in.offsets[v + 1]; i++) {
            float sent;
#pragma omp atomic read
            sent = s->sent[s->in.neighbours[i]];
            received += sent;
        }
        s->scores[v] = base + DAMPING * received;
        total += (double)s->scores[v];
        if (in_place) {
            send_sums(s, v);
        }
    }
    for (mg_vertex v = 0; v < s->n; v++) {
        s->scaled[v] = (double)s->scores[v] / total;
    }
    return error_of(s->scaled, exact, s->n);
}

/* The iterations that it takes to the error; 0: it does not reach it. */
static unsigned simulate(sums *s, bool in_place, const double *exact, double wanted) {
    double least = INFINITY;
    unsigned since = 0;
    for (unsigned k = 1; k <= MOST_ITERATIONS && since < STALLED_ITERATIONS && !interrupted(); k++) {
        for (mg_vertex v = 0; (!in_place || k == 1) && v < s->n; v++) {
            send_sums(s, v);
        }
        const double error = iterate_sums(s, in_place, exact);
        if (error <= wanted) {
            return k;
        }
        since = error < least ? 0 : since + 1;
        least = error < least ? error : least;
    }
    return 0;
}

/* Runs one executable; `c` becomes this run if it is the better one. */
static int run_executable(comparison *c, char *executable, const char *name, bool in_place, const char *graph,
                          peer_graph *g, const our_run *ours, const cli_options *options) {
    comparison now = *c;
    sums s;
    mg_status status;
    now.outcome = PEER_SKIPPED;
    if (!sums_create(&s, ours->s.context, g->graph, &status)) {
        sums_free(&s);
        snprintf(c->remark, sizeof c->remark, "%.300s", mg_status_text(status));
        return status == MG_ERROR_CANCELLED ? STATUS_INTERRUPTED : STATUS_SUCCESS;
    }
    now.iterations = simulate(&s, in_place, g->ranks, c->command->error);
    sums_free(&s);
    if (interrupted()) {
        return STATUS_INTERRUPTED;
    }
    if (now.iterations == 0) {
        snprintf(now.remark, sizeof now.remark, "sums in floats do not reach this error");
    } else {
        now.remark[0] = '\0';
        const int ended = compare_run_settings(&now, executable, graph, g, ours, options);
        if (ended != STATUS_SUCCESS) {
            return ended;
        }
        const size_t used = strlen(now.remark);
        snprintf(now.remark + used, sizeof now.remark - used, "%s%s, iterations: %u (ours: %u)", used ? "; " : "", name,
                 now.iterations, (unsigned)ours->s.trials[0].iterations);
    }
    if (!compare_is_good(c) || (compare_is_good(&now) && now.theirs < c->theirs)) {
        *c = now;
    }
    return STATUS_SUCCESS;
}

int compare_error_peer(comparison *c, const char *folder, peer_graph *g, const our_run *ours,
                       const cli_options *options) {
    char executable[512], graph[320], name[64];
    const char *at = c->command->executables;
    int status = STATUS_SUCCESS;
    snprintf(c->remark, sizeof c->remark, "there is no executable %s in %.300s", at, folder);
    if (!compare_write_graph(c, g, ours->s.context, graph, sizeof graph, &status)) {
        return status;
    }
    /* The first one updates in place. */
    for (bool in_place = true; *at && status == STATUS_SUCCESS; in_place = false) {
        const size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (compare_find_executable(c->peer, name, folder, executable, sizeof executable)) {
            status = run_executable(c, executable, name, in_place, graph, g, ours, options);
        }
        at += length + (at[length] == ' ');
    }
    return status;
}
