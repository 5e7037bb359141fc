/* SPDX-License-Identifier: Apache-2.0
 *
 * spanning_forest.c: minimum spanning forests after Boruvka with the trees of each round as in
 * algorithms/programs/msf.inc.h. An edge is in the order of weights, then of ends: rows ascend, so that the number of
 * the arc from the smaller end is in the order of ends, and both are compared as one number of 64 bits.
 *
 * The first round reads the rows, later ones a list of the edges between trees. Where vertices have many edges, the
 * light ones are joined first: few of the others still lead from one tree to another [1]. The forest is then right, but
 * the rounds are not: they are repeated on the edges of the forest alone, which has the lightest edge of each tree.
 *
 * [1] V. Osipov, P. Sanders, J. Singler: The Filter-Kruskal Minimum Spanning Tree Algorithm. ALENEX 2009.
 */
#include "core/cpu/direct/spanning_forest.h"

#include "core/counter_random.h"
#include "core/cpu/direct/forest_state.h"
#include "core/kept_memory.h"

#include <stdlib.h>

#define SAMPLES 1024
/* Arcs that are selected at once. */
#define TILE 256u
/* Light edges for each vertex; graphs with fewer than DENSE arcs for each vertex have no light ones. */
#define LIGHT 1
#define DENSE 8

static inline uint64_t key_of(uint32_t order, uint32_t arc) {
    return (uint64_t)order << 32 | arc;
}

/* The root of the tree of v; shortens the way to it. What other threads write meanwhile leads there, too. */
static inline uint32_t root_of(uint32_t *next, uint32_t v) {
    uint32_t at = v, after = __atomic_load_n(&next[at], __ATOMIC_RELAXED);
    while (at != after) {
        const uint32_t beyond = __atomic_load_n(&next[after], __ATOMIC_RELAXED);
        if (beyond != after) {
            __atomic_store_n(&next[at], beyond, __ATOMIC_RELAXED);
        }
        at = after;
        after = beyond;
    }
    return at;
}

/* Every vertex points to its root. */
static void flatten(mg_forest *f) {
#pragma omp parallel for num_threads(mg__forest_threads(f, f->n))
    for (mg_vertex v = 0; v < f->n; v++) {
        __atomic_store_n(&f->next[v], root_of(f->next, v), __ATOMIC_RELAXED);
    }
}

static void clear_best(mg_forest *f) {
#pragma omp parallel for num_threads(mg__forest_threads(f, f->n))
    for (mg_vertex v = 0; v < f->n; v++) {
        f->best[0][v] = f->best[1][v] = UINT64_MAX;
    }
}

/* ---- the first round ---- */

/* The lightest arc of a row, of equally light ones the first, which has the smallest ends. */
static inline __attribute__((always_inline)) uint32_t lightest_of(const mg_forest *f, mg_type type, mg_vertex v) {
    uint32_t lightest = MG_FOREST_NONE, least = UINT32_MAX;
    for (uint64_t a = f->offsets[v]; a < f->offsets[v + 1]; a++) {
        const uint32_t order = mg__forest_order(f, type, a);
        if ((order < least || lightest == MG_FOREST_NONE) && f->neighbours[a] != v) {
            least = order;
            lightest = (uint32_t)a;
            if (type == MG_TYPE_NONE) {
                break;
            }
        }
    }
    return lightest;
}

static inline __attribute__((always_inline)) void choose(mg_forest *f, mg_type type) {
    const uint64_t blocks = mg__row_blocks(f->offsets, f->n);
#pragma omp parallel for schedule(dynamic, 4) num_threads(mg__forest_threads(f, f->offsets[f->n]))
    for (uint64_t b = 0; b < blocks; b++) {
        const mg_vertex end = mg__block_row(f->offsets, f->n, b + 1);
        for (mg_vertex v = mg__block_row(f->offsets, f->n, b); v < end; v++) {
            const uint32_t arc = lightest_of(f, type, v);
            f->edge[v] = arc;
            f->first[v] = arc == MG_FOREST_NONE ? v : f->neighbours[arc];
        }
    }
}

/* first[v]: the neighbour that v chose. Of two that chose each other the smaller one is the root. */
static void join_vertices(mg_forest *f) {
#pragma omp parallel for num_threads(mg__forest_threads(f, f->n))
    for (mg_vertex v = 0; v < f->n; v++) {
        const mg_vertex other = f->first[v];
        const bool is_root = v <= other && f->first[other] == v;
        f->next[v] = is_root ? v : other;
        f->edge[v] = is_root ? MG_FOREST_NONE : f->edge[v];
    }
}

static void first_round(mg_forest *f) {
    switch (f->type) {
    case MG_TYPE_NONE:
        choose(f, MG_TYPE_NONE);
        break;
    case MG_FLOAT32:
        choose(f, MG_FLOAT32);
        break;
    default:
        choose(f, MG_INT32);
    }
    join_vertices(f);
    flatten(f);
}

/* ---- the other rounds ---- */

/* Writes which of `count` arcs, from `arc` on, of a vertex of this tree have keys below `high`, or where that is no
 * limit lead to another tree: then the edges below the limit of before lead to the same. Returns their number. */
static inline __attribute__((always_inline)) uint32_t select_arcs(const mg_forest *f, mg_type type, uint32_t tree,
                                                                  uint64_t high, uint32_t arc, uint32_t count,
                                                                  uint32_t *selected) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) { /* without branches, which could not be predicted */
        selected[found] = arc + i;
        found += high == UINT64_MAX ? f->next[f->neighbours[arc + i]] != tree
                                    : key_of(mg__forest_order(f, type, arc + i), arc + i) < high;
    }
    return found;
}

/* Lists the edges of a row to larger ends with keys below `high`. */
static inline __attribute__((always_inline)) void list_row(const mg_forest *f, mg_type type, mg_vertex u, uint64_t high,
                                                           mg_chunk_end *end) {
    const uint32_t tree = f->next[u];
    const uint64_t last = f->offsets[u + 1];
    uint32_t selected[TILE];
    for (uint64_t a = mg__larger_ends(f->offsets, f->neighbours, u); a < last; a += TILE) {
        const uint32_t count = last - a < TILE ? (uint32_t)(last - a) : TILE;
        const uint32_t found = select_arcs(f, type, tree, high, (uint32_t)a, count, selected);
        for (uint32_t i = 0; i < found; i++) {
            const uint32_t arc = selected[i], other = f->next[f->neighbours[arc]];
            if (high == UINT64_MAX || other != tree) {
                mg__append(end, (mg_chunk_edge){{tree, other}, mg__forest_order(f, type, arc), arc});
            }
        }
    }
}

/* Lists the edges between trees with keys below `high`; every vertex points to its root. */
static inline __attribute__((always_inline)) void list_edges(mg_forest *f, mg_type type, uint64_t high) {
    const uint64_t blocks = mg__row_blocks(f->offsets, f->n);
#pragma omp parallel num_threads(mg__forest_threads(f, f->offsets[f->n]))
    {
        mg_chunk_end end = mg__appends_begin(&f->list);
#pragma omp for schedule(dynamic, 4) nowait
        for (uint64_t b = 0; b < blocks; b++) {
            const mg_vertex last = mg__block_row(f->offsets, f->n, b + 1);
            for (mg_vertex u = mg__block_row(f->offsets, f->n, b); u < last; u++) {
                if (high == UINT64_MAX) {
                    list_row(f, type, u, UINT64_MAX, &end);
                } else {
                    list_row(f, type, u, high, &end);
                }
            }
        }
        mg__appends_end(&end);
    }
}

/* Drops edges within trees; the others may be the lightest ones of theirs. */
static void offer_edges(mg_forest *f) {
    uint64_t left = 0, *const best = f->best[f->round % 2];
#pragma omp parallel for schedule(dynamic, 4) reduction(+ : left) num_threads(mg__forest_threads(f, f->left))
    for (uint64_t c = 0; c < f->list.used; c++) {
        mg_chunk_edge *const edges = f->list.edges + c * MG_CHUNK_SIZE;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < f->list.counts[c]; i++) {
            mg_chunk_edge edge = edges[i];
            edge.end[0] = root_of(f->next, edge.end[0]);
            edge.end[1] = root_of(f->next, edge.end[1]);
            if (edge.end[0] != edge.end[1]) {
                edges[kept++] = edge;
                mg__lower(&best[edge.end[0]], key_of(edge.order, edge.arc));
                mg__lower(&best[edge.end[1]], key_of(edge.order, edge.arc));
            }
        }
        f->list.counts[c] = kept;
        left += kept;
    }
    f->left = left;
}

static void empty(uint64_t *best) {
    if (__atomic_load_n(best, __ATOMIC_RELAXED) != UINT64_MAX) {
        __atomic_store_n(best, UINT64_MAX, __ATOMIC_RELAXED);
    }
}

/* Of two trees that chose one edge the smaller root stays a root. What the next round finds begins empty. */
static void join_trees(mg_forest *f) {
    const uint64_t *const best = f->best[f->round % 2];
    uint64_t *const after = f->best[(f->round + 1) % 2];
#pragma omp parallel for schedule(dynamic, 4) num_threads(mg__forest_threads(f, f->left))
    for (uint64_t c = 0; c < f->list.used; c++) {
        const mg_chunk_edge *const edges = f->list.edges + c * MG_CHUNK_SIZE;
        for (uint32_t i = 0; i < f->list.counts[c]; i++) {
            const uint32_t u = edges[i].end[0], v = edges[i].end[1];
            const uint64_t key = key_of(edges[i].order, edges[i].arc);
            const bool first = best[u] == key, second = best[v] == key;
            if (first && (!second || v < u)) {
                f->next[u] = v;
                f->edge[u] = edges[i].arc;
            }
            if (second && (!first || u < v)) {
                f->next[v] = u;
                f->edge[v] = edges[i].arc;
            }
            empty(&after[u]);
            empty(&after[v]);
        }
    }
}

static mg_status run_rounds(mg_forest *f) {
    mg_status status = MG_OK;
    clear_best(f);
    f->left = f->list.used * MG_CHUNK_SIZE;
    for (offer_edges(f); f->left; offer_edges(f)) {
        MG_TRY(mg__progress(f->context, "running", -1.0));
        join_trees(f);
        f->round++;
    }
    f->list.used = 0;
    flatten(f);
out:
    return status;
}

/* Joins trees by all edges with keys below `high`. */
static mg_status join_below(mg_forest *f, uint64_t high) {
    switch (f->type) {
    case MG_TYPE_NONE:
        list_edges(f, MG_TYPE_NONE, high);
        break;
    case MG_FLOAT32:
        list_edges(f, MG_FLOAT32, high);
        break;
    default:
        list_edges(f, MG_INT32, high);
    }
    return run_rounds(f);
}

/* ---- light edges ---- */

static int compare_keys(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* A key below which are about LIGHT * n edges; UINT64_MAX: there are few edges. */
static uint64_t light_key(const mg_forest *f) {
    const uint64_t arcs = f->offsets[f->n];
    uint64_t keys[SAMPLES];
    if (!arcs || (arcs < DENSE * (uint64_t)f->n && !f->context->test_all_paths)) {
        return UINT64_MAX;
    }
    for (size_t i = 0; i < SAMPLES; i++) {
        const uint64_t arc = mg__random(0, i) % arcs;
        keys[i] = key_of(mg__forest_order(f, f->type, arc), (uint32_t)arc);
    }
    qsort(keys, SAMPLES, sizeof *keys, compare_keys);
    const uint64_t place = 2 * LIGHT * SAMPLES * (uint64_t)f->n / arcs;
    return keys[place < SAMPLES ? place : SAMPLES / 2];
}

/* Lists the edges that were found after the first round, whose trees are as after it. */
static void list_forest(mg_forest *f) {
#pragma omp parallel num_threads(mg__forest_threads(f, f->n))
    {
        mg_chunk_end end = mg__appends_begin(&f->list);
#pragma omp for nowait
        for (mg_vertex v = 0; v < f->n; v++) {
            const uint32_t arc = f->edge[v];
            if (f->first[v] == v && arc != MG_FOREST_NONE) {
                const uint32_t u = f->first[mg__forest_row(f, arc)], w = f->first[f->neighbours[arc]];
                mg__append(&end, (mg_chunk_edge){{u, w}, mg__forest_order(f, f->type, arc), arc});
                f->edge[v] = MG_FOREST_NONE;
            }
        }
        mg__appends_end(&end);
    }
    memcpy(f->next, f->first, (size_t)f->n * sizeof *f->next);
}

static mg_status run_all(mg_forest *f) {
    mg_status status = MG_OK;
    first_round(f);
    mg__forest_find_rows(f);
    const uint64_t light = light_key(f);
    if (light == UINT64_MAX) {
        return join_below(f, UINT64_MAX);
    }
    memcpy(f->first, f->next, (size_t)f->n * sizeof *f->next);
    MG_TRY(join_below(f, light));
    MG_TRY(join_below(f, UINT64_MAX));
    list_forest(f);
    status = run_rounds(f);
out:
    return status;
}

static uint64_t lay_out(char *base, const mg_graph *graph, mg_forest *f) {
    const uint64_t n = graph->n, chunks = mg__chunks_for(graph->arcs / 2, f->threads);
    uint64_t at = 0;
    f->next = mg__carve(base, &at, n * sizeof *f->next);
    f->edge = mg__carve(base, &at, n * sizeof *f->edge);
    f->first = mg__carve(base, &at, n * sizeof *f->first);
    f->row = mg__carve(base, &at, (graph->arcs / MG_ROW_STEP + 1) * sizeof *f->row);
    f->best[0] = mg__carve(base, &at, n * sizeof *f->best[0]);
    f->best[1] = mg__carve(base, &at, n * sizeof *f->best[1]);
    f->list.counts = mg__carve(base, &at, chunks * sizeof *f->list.counts);
    f->list.edges = mg__carve(base, &at, chunks * MG_CHUNK_SIZE * sizeof *f->list.edges);
    return at;
}

mg_status mg__forest_check(mg_context *context, const mg_graph *graph) {
    const bool narrow = graph->weight_type == MG_TYPE_NONE || mg__type_size(graph->weight_type) == sizeof(uint32_t);
    return graph->directed || graph->by_id || !narrow || graph->arcs >= MG_FOREST_NONE
               ? mg__fail(context, MG_ERROR_UNSUPPORTED,
                          "spanning forests of graphs with directions, an order of the vertices, weights of 64 bits or "
                          "2^32 arcs are found by the vertex program")
               : MG_OK;
}

void mg__forest_need(mg_context *context, const mg_graph *graph, mg_memory_need *need) {
    mg_forest f = {.threads = mg__graph_threads(context, graph, 1)};
    need->work = lay_out(NULL, graph, &f);
}

mg_status mg__forest_run(mg_context *context, const mg_graph *graph, mg_direct_job *job) {
    mg_forest f = {.context = context,
                   .n = graph->n,
                   .threads = mg__graph_threads(context, graph, 1),
                   .offsets = graph->out.offsets,
                   .neighbours = graph->out.neighbours,
                   .weights = graph->out.weights,
                   .type = graph->weight_type,
                   .job = job};
    char *block = NULL;
    mg_status status;
    MG_TRY(MG_KEPT_ALLOC(context, block, lay_out(NULL, graph, &f), "edges between trees"));
    lay_out(block, graph, &f);
    context->run_threads = f.threads;
    MG_TRY(run_all(&f));
    mg__forest_write(&f);
out:
    mg__kept_release(context, block);
    return status;
}
