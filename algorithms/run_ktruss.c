/* SPDX-License-Identifier: Apache-2.0
 *
 * run_ktruss.c: trussness of edges: takes pairs of neighbours away level by level. All pairs with fewest triangles go
 * at the same time; of pairs of one triangle that go together only one counts it as lost for the others. A GPU does the
 * same by core/cuda/truss.
 */
#include "algorithms/entry.h"
#include "core/engine/backend.h"
#include "core/engine/estimate.h"
#include "core/graph/graph_cache.h"
#include "core/stage_clock.h"

#include <string.h>

#define MG_FEW 4 /* rows are merged if one is at most this many times as long as the other, else searched */

enum pair_state { PAIR_STAYS, PAIR_GOES, PAIR_GONE };

typedef struct peeling {
    mg_context *context;
    const mg_forward *forward; /* its positions are the numbers of pairs */
    mg_pairs pairs;
    uint32_t *triangles; /* that a pair is in, with pairs that are left */
    uint8_t *state;      /* pair_state */
    uint32_t *left;      /* pairs that are left, and some that have gone since; */
    uint32_t left_count;
    uint32_t *going, *next; /* pairs of this round, of the next one */
    uint32_t going_count, next_count;
    uint32_t level; /* triangles of the pairs that go */
} peeling;

/* ---- triangles of a pair ---- */

/* The place of the first end that is not before `v`. */
static const mg_pair_end *search(const mg_pair_end *at, const mg_pair_end *end, mg_vertex v) {
    size_t step = 1;
    while (step < (size_t)(end - at) && at[step].neighbour < v) {
        at += step;
        step *= 2;
    }
    const mg_pair_end *high = step < (size_t)(end - at) ? at + step + 1 : end;
    while (at < high) {
        const mg_pair_end *const middle = at + (high - at) / 2;
        if (middle->neighbour < v) {
            at = middle + 1;
        } else {
            high = middle;
        }
    }
    return at;
}

/* A pair that stays has lost a triangle; one that has no more than the level allows goes in the next round. */
static void lose_triangle(peeling *p, uint32_t pair) {
    uint32_t count = __atomic_load_n(&p->triangles[pair], __ATOMIC_RELAXED);
    while (count > p->level && !__atomic_compare_exchange_n(&p->triangles[pair], &count, count - 1, true,
                                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    if (count == p->level + 1) {
        p->next[__atomic_fetch_add(&p->next_count, 1, __ATOMIC_RELAXED)] = pair;
    }
}

static void break_triangle(peeling *p, uint32_t pair, uint32_t first, uint32_t second) {
    const uint8_t a = p->state[first], b = p->state[second];
    if (a == PAIR_GONE || b == PAIR_GONE || (a == PAIR_GOES && first < pair) || (b == PAIR_GOES && second < pair)) {
        return; /* broken, or by the other one */
    }
    if (a == PAIR_STAYS) {
        lose_triangle(p, first);
    }
    if (b == PAIR_STAYS) {
        lose_triangle(p, second);
    }
}

/* Breaks all triangles of the pair whose other pairs are in the rows. */
static void break_triangles(peeling *p, uint32_t pair) {
    const mg_pairs *const q = &p->pairs;
    const mg_vertex u = q->low[pair], v = q->high[pair];
    const mg_pair_end *a = q->ends + q->begin[u], *a_end = q->ends + q->end[u];
    const mg_pair_end *b = q->ends + q->begin[v], *b_end = q->ends + q->end[v];
    if (a_end - a > b_end - b) {
        const mg_pair_end *const other = a, *const other_end = a_end;
        a = b;
        a_end = b_end;
        b = other;
        b_end = other_end;
    }
    const bool merges = (b_end - b) / MG_FEW <= a_end - a;
    while (a < a_end && b < b_end) {
        if (merges) {
            while (b < b_end && b->neighbour < a->neighbour) {
                b++;
            }
        } else {
            b = search(b, b_end, a->neighbour);
        }
        if (b < b_end && b->neighbour == a->neighbour) {
            break_triangle(p, pair, a->pair, b->pair);
        }
        a++;
    }
}

/* ---- rounds ---- */

static void add_triangle(const peeling *p, uint64_t pair) {
    __atomic_fetch_add(&p->triangles[pair], 1, __ATOMIC_RELAXED);
}

/* The triangles of forward edge e of u: every triangle has one whose two other edges are forward edges of its ends. */
static void count_of_edge(const peeling *p, mg_vertex u, uint64_t e) {
    const mg_forward *const f = p->forward;
    const mg_vertex v = f->neighbours[e];
    uint64_t a = f->offsets[u], b = f->offsets[v];
    const uint64_t a_end = f->offsets[u + 1], b_end = f->offsets[v + 1];
    while (a < a_end && b < b_end) {
        const mg_vertex x = f->neighbours[a], y = f->neighbours[b];
        if (x == y) {
            add_triangle(p, e);
            add_triangle(p, a);
            add_triangle(p, b);
        }
        a += x <= y;
        b += y <= x;
    }
}

static void count_triangles(const peeling *p) {
    memset(p->triangles, 0, p->pairs.count * sizeof *p->triangles);
#pragma omp parallel for num_threads(p->context->threads) schedule(dynamic, 64)
    for (mg_vertex u = 0; u < p->pairs.n; u++) {
        for (uint64_t e = p->forward->offsets[u]; e < p->forward->offsets[u + 1]; e++) {
            count_of_edge(p, u, e);
        }
    }
}

/* Begins the next level: the fewest triangles of the pairs that are left, which go. false: there are none. */
static bool begin_level(peeling *p) {
    uint32_t fewest = UINT32_MAX, count = 0;
    for (uint32_t i = 0; i < p->left_count; i++) {
        const uint32_t pair = p->left[i];
        if (p->state[pair] != PAIR_GONE) {
            fewest = p->triangles[pair] < fewest ? p->triangles[pair] : fewest;
            p->left[count++] = pair;
        }
    }
    p->left_count = count;
    p->going_count = 0;
    p->level = fewest;
    for (uint32_t i = 0; i < count; i++) {
        if (p->triangles[p->left[i]] == fewest) {
            p->going[p->going_count++] = p->left[i];
        }
    }
    return count > 0;
}

/* Takes the pairs of this round away. */
static void run_round(peeling *p) {
    p->next_count = 0;
#pragma omp parallel num_threads(p->going_count < 256 ? 1 : p->context->threads)
    {
#pragma omp for schedule(static)
        for (uint32_t i = 0; i < p->going_count; i++) {
            p->state[p->going[i]] = PAIR_GOES;
        }
#pragma omp for schedule(dynamic, 64)
        for (uint32_t i = 0; i < p->going_count; i++) {
            break_triangles(p, p->going[i]);
        }
#pragma omp for schedule(static)
        for (uint32_t i = 0; i < p->going_count; i++) {
            p->state[p->going[i]] = PAIR_GONE;
        }
    }
    uint32_t *const done = p->going;
    p->going = p->next;
    p->next = done;
    p->going_count = p->next_count;
}

static mg_status peel(peeling *p) {
    mg_status status = MG_OK;
    uint32_t gone = 0, pruned = 0;
    count_triangles(p);
    memset(p->state, PAIR_STAYS, p->pairs.count);
    for (uint32_t e = 0; e < p->pairs.count; e++) {
        p->left[e] = e;
    }
    p->left_count = p->pairs.count;
    while (begin_level(p)) {
        while (p->going_count) {
            MG_TRY(mg__progress(p->context, "ktruss", (double)gone / p->pairs.count));
            gone += p->going_count;
            run_round(p);
            if (gone - pruned > (p->pairs.count - pruned) / 4) { /* rows get shorter */
                mg__pairs_prune(p->context, &p->pairs, p->state);
                pruned = gone;
            }
        }
    }
out:
    return status;
}

/* ---- memory ---- */

/* Rows of pairs (pairs.c), and beside them first their other half, then the arrays of allocate(). */
static mg_status estimate(mg_context *context, const mg_graph *graph) {
    const uint64_t n = mg_graph_vertex_count(graph), count = mg__pair_count(graph);
    const uint64_t rows = 8 * (n + 1) + 8 * n + (2 * sizeof(mg_pair_end) + 8) * count, beside = 17 * count;
    mg_memory_need need = {.built = mg__forward_bytes(graph), .work = rows + beside};
    if (mg__graph_lacks_in_edges(context, graph)) {
        need.built += mg__in_edges_bytes(graph);
        need.building = mg__in_edges_bytes(graph) + mg__sorting_bytes(graph);
    }
    return mg__estimate_need(context, &need);
}

/* ---- entry point ---- */

/* Is the pair in the row of its vertex with fewer neighbours, of equals of smaller index, as forward.h has it? */
static uint32_t pair_of(const mg_pairs *pairs, mg_vertex u, mg_vertex v) {
    const uint64_t a = pairs->begin[u + 1] - pairs->begin[u], b = pairs->begin[v + 1] - pairs->begin[v];
    return a <= b ? mg__pairs_find(pairs, u, v) : mg__pairs_find(pairs, v, u);
}

/* The number of each arc's pair; MG_NONE: a loop. */
static void number_arcs(const mg_context *context, const mg_graph *graph, const mg_pairs *pairs, uint32_t *number) {
    const mg_adjacency out = mg_graph_out_edges(graph);
#pragma omp parallel for num_threads(context->threads) schedule(dynamic, 256)
    for (mg_vertex u = 0; u < pairs->n; u++) {
        for (uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; e++) {
            number[e] = out.neighbours[e] == u ? MG_NONE : pair_of(pairs, u, out.neighbours[e]);
        }
    }
}

static mg_status allocate(peeling *p) {
    mg_status status = MG_OK;
    const uint32_t count = p->pairs.count;
    MG_TRY(MG_ALLOC(p->context, p->state, count, "states of pairs"));
    MG_TRY(MG_ALLOC(p->context, p->left, count, "lists of pairs"));
    MG_TRY(MG_ALLOC(p->context, p->going, count, "lists of pairs"));
    MG_TRY(MG_ALLOC(p->context, p->next, count, "lists of pairs"));
out:
    return status;
}

static void release(peeling *p) {
    void *const blocks[] = {p->triangles, p->state, p->left, p->going, p->next};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__release(&p->context->memory, blocks[i]);
    }
    mg__pairs_release(p->context, &p->pairs);
}

static mg_status peel_here(peeling *p) {
    mg_status status;
    MG_TRY(allocate(p));
    status = peel(p);
out:
    return status;
}

/* In mode auto the CPU takes what a device cannot do or hold. */
static mg_status peel_on(peeling *p, const mg_graph *graph, mg_backend_kind kind) {
    mg_status status;
    const mg_backend *backend;
    MG_TRY(mg__backend_choose(p->context, kind, &backend));
    if (!backend->truss) {
        return peel_here(p);
    }
    status = backend->truss(p->context, graph, &p->pairs, p->triangles);
    if (mg__backend_instead(p->context, kind, backend, status)) {
        status = peel_here(p);
    }
out:
    return status;
}

static mg_status find_trussness(mg_context *context, const mg_graph *graph, mg_backend_kind kind, uint32_t *trussness) {
    mg_status status = MG_OK;
    const uint64_t arcs = mg_graph_arc_count(graph);
    peeling p = {.context = context};
    MG_TRY(mg__graph_forward(context, graph, &p.forward));
    MG_TRY(mg__pairs_create(context, p.forward, mg_graph_vertex_count(graph), &p.pairs));
    MG_TRY(MG_ALLOC(context, p.triangles, p.pairs.count, "triangles of pairs"));
    number_arcs(context, graph, &p.pairs, trussness);
    MG_TRY(peel_on(&p, graph, kind));
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (uint64_t e = 0; e < arcs; e++) {
        trussness[e] = trussness[e] == MG_NONE ? 0 : p.triangles[trussness[e]] + 2;
    }
out:
    release(&p);
    return status;
}

mg_status mg_ktruss(mg_context *context, const mg_graph *graph, const mg_ktruss_options *options, uint32_t *trussness) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_result *unused;
    mg_status status = mg__check_call(context, graph, &unused, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    const mg_ktruss_options o = options ? *options : MG_KTRUSS_OPTIONS_INIT;
    if (mg_graph_arc_count(graph) && !trussness) {
        return mg__fail(context, MG_ERROR_INVALID, "ktruss: trussness must not be NULL");
    }
    if ((unsigned)o.backend > MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_INVALID, "ktruss: no backend has this number");
    }
    if (context->estimate) {
        return o.backend == MG_BACKEND_CUDA
                   ? mg__fail(context, MG_ERROR_UNSUPPORTED, "mg_estimate_memory: ktruss is estimated on the CPU only")
                   : estimate(context, graph);
    }
    mg__graph_begin_use(graph);
    status = find_trussness(context, graph, o.backend, trussness);
    mg__graph_end_use(context, graph);
    return status;
}
