/* SPDX-License-Identifier: Apache-2.0
 *
 * run_set_similarity_top.c: the most similar pairs. Each vertex counts the ways of two edges to all others: common
 * neighbours. Each thread keeps its best pairs in a heap, the worst of them at the top.
 */
#include "algorithms/neighbour_sets.h"
#include "core/graph/graph_cache.h"
#include "core/stage_clock.h"

#define PART_VERTICES 4096 /* between two reports of progress */

typedef struct heap {
    mg_scored_pair *pairs;
    uint64_t count, most;
} heap;

/* What a thread counts with. */
typedef struct counter {
    uint32_t *common;   /* of each vertex; 0 between two sources */
    mg_vertex *touched; /* vertices whose count is not 0 */
    heap best;
} counter;

typedef struct top_run {
    const mg_graph *graph;
    mg_adjacency in;
    mg_set_measure measure;
    uint32_t *sizes;
    mg_vertex *rank; /* of each vertex; NULL: its index */
    counter *counters;
    uint64_t most;
} top_run;

/* The caller's memory for the result, and how many pairs are in it. */
typedef struct top_pairs {
    mg_vertex *source, *target;
    double *scores;
    uint64_t found;
} top_pairs;

static bool is_better(const mg_scored_pair *a, const mg_scored_pair *b) {
    return a->score != b->score   ? a->score > b->score
           : a->first != b->first ? a->first < b->first
                                  : a->second < b->second;
}

static void swap_pairs(mg_scored_pair *a, mg_scored_pair *b) {
    const mg_scored_pair swapped = *a;
    *a = *b;
    *b = swapped;
}

static void sink_down(heap *h, uint64_t at) {
    for (uint64_t child; (child = 2 * at + 1) < h->count; at = child) {
        child += child + 1 < h->count && is_better(&h->pairs[child], &h->pairs[child + 1]);
        if (!is_better(&h->pairs[at], &h->pairs[child])) {
            return;
        }
        swap_pairs(&h->pairs[at], &h->pairs[child]);
    }
}

static void offer(heap *h, const mg_scored_pair *pair) {
    if (h->count == h->most) {
        if (is_better(pair, &h->pairs[0])) {
            h->pairs[0] = *pair;
            sink_down(h, 0);
        }
        return;
    }
    uint64_t at = h->count++;
    h->pairs[at] = *pair;
    for (; at > 0 && is_better(&h->pairs[(at - 1) / 2], &h->pairs[at]); at = (at - 1) / 2) {
        swap_pairs(&h->pairs[at], &h->pairs[(at - 1) / 2]);
    }
}

/* Worst first becomes best first. */
static void sort_heap(heap *h) {
    const uint64_t count = h->count;
    while (h->count > 1) {
        h->count--;
        swap_pairs(&h->pairs[0], &h->pairs[h->count]);
        sink_down(h, 0);
    }
    h->count = count;
}

static mg_vertex rank_of(const top_run *r, mg_vertex v) {
    return r->rank ? r->rank[v] : v;
}

/* Counts u's pairs with vertices of larger id. */
static void count_pairs(const top_run *r, counter *c, mg_vertex u) {
    const mg_csr *out = &r->graph->out;
    const mg_vertex mine = rank_of(r, u);
    uint32_t touched = 0;
    for (uint64_t e = out->offsets[u]; e < out->offsets[u + 1]; e++) {
        const mg_vertex w = out->neighbours[e];
        if (e > out->offsets[u] && w == out->neighbours[e - 1]) {
            continue;
        }
        for (uint64_t f = r->in.offsets[w]; f < r->in.offsets[w + 1]; f++) {
            const mg_vertex v = r->in.neighbours[f];
            if (rank_of(r, v) > mine && (f == r->in.offsets[w] || v != r->in.neighbours[f - 1])) {
                c->touched[touched] = v;
                touched += c->common[v]++ == 0;
            }
        }
    }
    for (uint32_t i = 0; i < touched; i++) {
        const mg_vertex v = c->touched[i];
        const mg_scored_pair pair = {mg__set_score(r->measure, r->sizes[u], r->sizes[v], c->common[v]), mine,
                                     rank_of(r, v)};
        offer(&c->best, &pair);
        c->common[v] = 0;
    }
}

static mg_status count_all(mg_context *context, const top_run *r) {
    const mg_vertex n = r->graph->n;
    for (uint64_t from = 0; from < n; from += PART_VERTICES) {
        const uint64_t to = n - from < PART_VERTICES ? n : from + PART_VERTICES;
        const mg_status status = mg__progress(context, "similarity", (double)from / (double)n);
        int next = 0;
        if (status < 0) {
            return status;
        }
#pragma omp parallel num_threads(context->threads)
        {
            int mine;
#pragma omp atomic capture
            mine = next++;
#pragma omp for schedule(dynamic, 4)
            for (uint64_t u = from; u < to; u++) {
                count_pairs(r, &r->counters[mine], (mg_vertex)u);
            }
        }
    }
    return MG_OK;
}

static mg_status set_up(mg_context *context, top_run *r) {
    const uint64_t n = r->graph->n;
    mg_status status;
    MG_TRY(mg__set_sizes(context, r->graph, &r->sizes));
    if (r->graph->by_id) {
        MG_TRY(MG_ALLOC(context, r->rank, n, "ranks"));
        for (mg_vertex i = 0; i < n; i++) {
            r->rank[r->graph->by_id[i]] = i;
        }
    }
out:
    return status;
}

static mg_status set_up_counters(mg_context *context, top_run *r) {
    const uint64_t n = r->graph->n;
    mg_status status;
    r->in = mg__csr_adjacency(&r->graph->out);
    if (r->graph->directed) {
        MG_TRY(mg__graph_in_edges(context, r->graph, &r->in));
    }
    MG_TRY(MG_ALLOC_ZEROED(context, r->counters, (uint64_t)context->threads, "counters"));
    for (int t = 0; t < context->threads; t++) {
        MG_TRY(MG_ALLOC_ZEROED(context, r->counters[t].common, n, "counts of common neighbours"));
        MG_TRY(MG_ALLOC(context, r->counters[t].touched, n + 1, "lists of vertices"));
        MG_TRY(MG_ALLOC(context, r->counters[t].best.pairs, r->most, "the best pairs"));
        r->counters[t].best.most = r->most;
    }
out:
    return status;
}

static void release(mg_context *context, top_run *r) {
    for (int t = 0; r->counters && t < context->threads; t++) {
        mg__release(&context->memory, r->counters[t].common);
        mg__release(&context->memory, r->counters[t].touched);
        mg__release(&context->memory, r->counters[t].best.pairs);
    }
    mg__release(&context->memory, r->counters);
    mg__release(&context->memory, r->rank);
    mg__release(&context->memory, r->sizes);
}

/* The best of all threads, in the heap of the first. */
static heap *merge(const mg_context *context, const top_run *r) {
    heap *const all = &r->counters[0].best;
    for (int t = 1; t < context->threads; t++) {
        for (uint64_t i = 0; i < r->counters[t].best.count; i++) {
            offer(all, &r->counters[t].best.pairs[i]);
        }
    }
    sort_heap(all);
    return all;
}

static void write_pairs(const mg_graph *graph, const mg_scored_pair *pairs, uint64_t count, mg_vertex *source,
                        mg_vertex *target, double *scores) {
    for (uint64_t i = 0; i < count; i++) {
        source[i] = graph->by_id ? graph->by_id[pairs[i].first] : pairs[i].first;
        target[i] = graph->by_id ? graph->by_id[pairs[i].second] : pairs[i].second;
        scores[i] = pairs[i].score;
    }
}

static mg_status find_on_cpu(mg_context *context, top_run *r, top_pairs *to) {
    mg_status status;
    MG_TRY(set_up_counters(context, r));
    MG_TRY(count_all(context, r));
    const heap *const best = merge(context, r);
    write_pairs(r->graph, best->pairs, best->count, to->source, to->target, to->scores);
    to->found = best->count;
out:
    return status;
}

static mg_status find_on_device(mg_context *context, const mg_backend *backend, const top_run *r, top_pairs *to) {
    mg_top_sets_job job = {.measure = r->measure, .sizes = r->sizes, .rank = r->rank, .most = r->most};
    mg_status status;
    MG_TRY(MG_ALLOC(context, job.pairs, r->most, "the best pairs"));
    MG_TRY(backend->top_sets(context, r->graph, &job));
    write_pairs(r->graph, job.pairs, job.found, to->source, to->target, to->scores);
    to->found = job.found;
out:
    mg__release(&context->memory, job.pairs);
    return status;
}

/* In mode auto the CPU takes what a device cannot do or hold. */
static mg_status find(mg_context *context, const mg_backend *backend, mg_backend_kind kind, top_run *r, top_pairs *to) {
    mg_status status;
    MG_TRY(set_up(context, r));
    if (backend->top_sets) {
        status = find_on_device(context, backend, r, to);
        if (!mg__backend_instead(context, kind, backend, status)) {
            return status;
        }
    }
    status = find_on_cpu(context, r, to);
out:
    return status;
}

/* There are no more pairs than this. */
static uint64_t pairs_at_most(uint64_t n, uint64_t most) {
    const uint64_t all = n < 2 ? 0 : n % 2 ? n * ((n - 1) / 2) : n / 2 * (n - 1);
    return most < all ? most : all;
}

mg_status mg_set_similarity_top(mg_context *context, const mg_graph *graph, const mg_set_similarity_options *options,
                                uint64_t most, mg_vertex *source, mg_vertex *target, double *scores, uint64_t *found) {
    MG_STAGE(context, MG_STAGE_RUN);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_set_similarity_options o = options ? *options : MG_SET_SIMILARITY_OPTIONS_INIT;
    mg_status status;
    if (!found || (most && (!source || !target || !scores))) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "similarity of neighbours: source, target, scores and found must not be NULL");
    }
    const mg_backend *backend;
    MG_TRY(mg__check_sets(context, graph, &o, &backend));
    top_run run = {.graph = graph, .measure = o.measure, .most = pairs_at_most(graph->n, most)};
    top_pairs pairs = {.source = source, .target = target, .scores = scores};
    *found = 0;
    if (!run.most) {
        return MG_OK;
    }
    mg__graph_begin_use(graph);
    status = find(context, backend, o.backend, &run, &pairs);
    *found = status < 0 ? 0 : pairs.found;
    release(context, &run);
    mg__graph_end_use(context, graph);
out:
    return status;
}
