/* SPDX-License-Identifier: Apache-2.0
 *
 * run_set_similarity.c: scores of pairs by the intersection of their rows.
 */
#include "algorithms/neighbour_sets.h"
#include "core/stage_clock.h"

#include <assert.h>

#define LOPSIDED 16      /* a row this many times as long is searched, not read */
#define PART_PAIRS 65536 /* between two reports of progress */
#define PART_VERTICES 4096

typedef struct set_run {
    const mg_graph *graph;
    mg_set_measure measure;
    const uint32_t *sizes;
    const mg_vertex *source, *target; /* NULL: arcs */
    double *scores;
} set_run;

typedef struct row {
    const mg_vertex *at, *end;
} row;

static row row_of(const mg_graph *graph, mg_vertex v) {
    const mg_csr *out = &graph->out;
    return (row){out->neighbours + out->offsets[v], out->neighbours + out->offsets[v + 1]};
}

/* The first element that is not below v. */
static const mg_vertex *search(const mg_vertex *at, const mg_vertex *end, mg_vertex v) {
    while (at < end) {
        const mg_vertex *const middle = at + (end - at) / 2;
        if (*middle < v) {
            at = middle + 1;
        } else {
            end = middle;
        }
    }
    return at;
}

/* The elements of a short row that a long one has, too. */
static uint32_t count_by_search(row a, row b) {
    const mg_vertex *const begin = a.at;
    uint32_t both = 0;
    for (; a.at < a.end && b.at < b.end; a.at++) {
        if (a.at == begin || *a.at != a.at[-1]) {
            b.at = search(b.at, b.end, *a.at);
            both += b.at < b.end && *b.at == *a.at;
        }
    }
    return both;
}

static uint32_t count_by_merge(row a, row b) {
    mg_vertex last = MG_NONE;
    uint32_t both = 0;
    while (a.at < a.end && b.at < b.end) {
        const mg_vertex x = *a.at, y = *b.at;
        both += x == y && x != last;
        last = x == y ? x : last;
        a.at += x <= y;
        b.at += y <= x;
    }
    return both;
}

static uint32_t count_common(const mg_graph *graph, mg_vertex u, mg_vertex v) {
    row a = row_of(graph, u), b = row_of(graph, v);
    if (a.end - a.at > b.end - b.at) {
        const row swapped = a;
        a = b;
        b = swapped;
    }
    return (b.end - b.at) / LOPSIDED > a.end - a.at ? count_by_search(a, b) : count_by_merge(a, b);
}

static double score_pair(const set_run *r, mg_vertex u, mg_vertex v) {
    return mg__set_score(r->measure, r->sizes[u], r->sizes[v], count_common(r->graph, u, v));
}

static mg_status score_pairs(mg_context *context, const set_run *r, uint64_t count) {
    assert(!count || (r->source && r->target && r->scores));
    for (uint64_t from = 0; from < count; from += PART_PAIRS) {
        const uint64_t to = count - from < PART_PAIRS ? count : from + PART_PAIRS;
        const mg_status status = mg__progress(context, "similarity", (double)from / (double)count);
        if (status < 0) {
            return status;
        }
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 256)
        for (uint64_t i = from; i < to; i++) {
            r->scores[i] = score_pair(r, r->source[i], r->target[i]);
        }
    }
    return MG_OK;
}

/* ---- edges ---- */

/* A bitmap of the row of one vertex, which the rows of its neighbours are tested against. */
static void mark_row(const mg_graph *graph, mg_vertex v, uint64_t *marks, bool set) {
    const row r = row_of(graph, v);
    for (const mg_vertex *at = r.at; at < r.end; at++) {
        const uint64_t bit = (uint64_t)1 << (*at & 63);
        marks[*at >> 6] = set ? marks[*at >> 6] | bit : 0;
    }
}

static uint32_t count_marked(row r, const uint64_t *marks) {
    mg_vertex last = MG_NONE;
    uint32_t both = 0;
    for (; r.at < r.end; r.at++) {
        both += (marks[*r.at >> 6] >> (*r.at & 63) & 1) && *r.at != last;
        last = *r.at;
    }
    return both;
}

/* Has v the score of the edge to w? Of both ends of an undirected edge that with the longer row has it. */
static bool owns(const set_run *r, mg_vertex v, mg_vertex w) {
    return r->graph->directed || r->sizes[v] > r->sizes[w] || (r->sizes[v] == r->sizes[w] && v >= w);
}

static void score_row(const set_run *r, mg_vertex v, uint64_t *marks) {
    const mg_csr *out = &r->graph->out;
    const row mine = row_of(r->graph, v);
    mark_row(r->graph, v, marks, true);
    for (uint64_t e = out->offsets[v]; e < out->offsets[v + 1]; e++) {
        const mg_vertex w = out->neighbours[e];
        if (owns(r, v, w)) {
            const row other = row_of(r->graph, w);
            const uint32_t both = (other.end - other.at) / LOPSIDED > mine.end - mine.at ? count_by_search(mine, other)
                                                                                         : count_marked(other, marks);
            r->scores[e] = mg__set_score(r->measure, r->sizes[v], r->sizes[w], both);
        }
    }
    mark_row(r->graph, v, marks, false);
}

/* Both directions of an undirected edge have one score. */
static void copy_scores(const set_run *r, mg_vertex v) {
    const mg_csr *out = &r->graph->out;
    for (uint64_t e = out->offsets[v]; e < out->offsets[v + 1]; e++) {
        const mg_vertex w = out->neighbours[e];
        if (!owns(r, v, w)) {
            const row other = row_of(r->graph, w);
            r->scores[e] = r->scores[search(other.at, other.end, v) - out->neighbours];
        }
    }
}

static mg_status score_arcs(mg_context *context, const set_run *r) {
    const mg_vertex n = r->graph->n;
    const uint64_t words = (uint64_t)n / 64 + 1;
    uint64_t *marks = NULL;
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, marks, words * (uint64_t)context->threads, "marks of neighbours"));
    for (uint64_t from = 0; from < n; from += PART_VERTICES) {
        const uint64_t to = n - from < PART_VERTICES ? n : from + PART_VERTICES;
        int next = 0;
        MG_TRY(mg__progress(context, "similarity", (double)from / (double)n));
#pragma omp parallel num_threads(context->threads)
        {
            int mine;
#pragma omp atomic capture
            mine = next++;
#pragma omp for schedule(dynamic, 4)
            for (uint64_t v = from; v < to; v++) {
                score_row(r, (mg_vertex)v, marks + words * (uint64_t)mine);
            }
        }
    }
    if (!r->graph->directed) {
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 256)
        for (mg_vertex v = 0; v < n; v++) {
            copy_scores(r, v);
        }
    }
out:
    mg__release(&context->memory, marks);
    return status;
}

/* ---- on a device ---- */

/* The arc back: of undirected graphs every arc has one. */
static uint64_t arc_back(const mg_graph *graph, mg_vertex v, mg_vertex w) {
    const row other = row_of(graph, w);
    return (uint64_t)(search(other.at, other.end, v) - graph->out.neighbours);
}

static void score_counts(const set_run *r, const uint32_t *common, mg_vertex v) {
    const mg_csr *out = &r->graph->out;
    for (uint64_t e = out->offsets[v]; e < out->offsets[v + 1]; e++) {
        const mg_vertex w = out->neighbours[e];
        const uint64_t at = r->graph->directed || w <= v ? e : arc_back(r->graph, v, w);
        r->scores[e] = mg__set_score(r->measure, r->sizes[v], r->sizes[w], common[at]);
    }
}

static mg_status score_on_device(mg_context *context, const mg_backend *backend, const set_run *r, uint64_t count) {
    const mg_sets_job job = {.source = r->source, .target = r->target, .count = count};
    uint32_t *common = NULL;
    mg_status status;
    assert(!count || r->scores);
    MG_TRY(MG_ALLOC(context, common, count, "numbers of common neighbours"));
    MG_TRY(backend->sets(context, r->graph, &job, common));
    if (!r->source) {
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 256)
        for (mg_vertex v = 0; v < r->graph->n; v++) {
            score_counts(r, common, v);
        }
    } else {
#pragma omp parallel for num_threads(context->threads) schedule(static)
        for (uint64_t i = 0; i < count; i++) {
            r->scores[i] = mg__set_score(r->measure, r->sizes[r->source[i]], r->sizes[r->target[i]], common[i]);
        }
    }
out:
    mg__release(&context->memory, common);
    return status;
}

/* In mode auto the CPU takes what a device cannot do or hold. */
static mg_status score(mg_context *context, const mg_backend *backend, mg_backend_kind kind, const set_run *r,
                       uint64_t count) {
    if (backend->sets) {
        const mg_status status = score_on_device(context, backend, r, count);
        if (!mg__backend_instead(context, kind, backend, status)) {
            return status;
        }
    }
    return r->source ? score_pairs(context, r, count) : score_arcs(context, r);
}

static mg_status check_pairs(mg_context *context, const mg_graph *graph, uint64_t count, const mg_vertex *source,
                             const mg_vertex *target, const double *scores) {
    if (!source != !target || (count && !scores)) {
        return mg__fail(context, MG_ERROR_INVALID, "similarity of neighbours: %s must not be NULL",
                        count && !scores ? "scores" : "source and target");
    }
    if (!source && count != graph->arcs) {
        return mg__fail(context, MG_ERROR_INVALID, "similarity of neighbours: count is %llu, the graph has %llu arcs",
                        (unsigned long long)count, (unsigned long long)graph->arcs);
    }
    for (uint64_t i = 0; source && i < count; i++) {
        if (source[i] >= graph->n || target[i] >= graph->n) {
            return mg__fail(context, MG_ERROR_RANGE, "pair %llu, %u and %u: the graph has %u vertices",
                            (unsigned long long)i, source[i], target[i], graph->n);
        }
    }
    return MG_OK;
}

mg_status mg_set_similarity(mg_context *context, const mg_graph *graph, const mg_set_similarity_options *options,
                            uint64_t count, const mg_vertex *source, const mg_vertex *target, double *scores) {
    MG_STAGE(context, MG_STAGE_RUN);
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_set_similarity_options o = options ? *options : MG_SET_SIMILARITY_OPTIONS_INIT;
    uint32_t *sizes = NULL;
    const mg_backend *backend = NULL;
    mg_status status;
    MG_TRY(mg__check_sets(context, graph, &o, &backend));
    MG_TRY(check_pairs(context, graph, count, source, target, scores));
    MG_TRY(mg__set_sizes(context, graph, &sizes));
    const set_run run = {
        .graph = graph, .measure = o.measure, .sizes = sizes, .source = source, .target = target, .scores = scores};
    status = score(context, backend, o.backend, &run, count);
out:
    mg__release(&context->memory, sizes);
    return status;
}
