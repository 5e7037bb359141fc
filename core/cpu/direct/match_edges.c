/* SPDX-License-Identifier: Apache-2.0
 *
 * match_edges.c: the matching of algorithms/programs/matching.c: edges are taken in the order of their priorities, of
 * equal ones in the order of the ranks of their ends. Edges of least priority are listed first, as many as there are
 * vertices: the matching of these closes most vertices, so that few of the others are listed at all [1]. In a round of
 * a list each edge that is the first at both ends is taken.
 *
 * [1] G. Blelloch, J. Fineman, J. Shun: Greedy Sequential Maximal Independent Set and Matching are Parallel on Average.
 *     SPAA 2012.
 */
#include "core/cpu/direct/match_edges.h"

#include "core/cpu/direct/direct_memory.h"
#include "core/cpu/work.h"
#include "core/graph/priority.h"
#include "core/kept_memory.h"

/* Edges for each vertex in the first list. */
#define FIRST 1

typedef struct matching {
    mg_context *context;
    const mg_graph *graph;
    mg_vertex n;
    int threads;
    uint64_t seed;
    const uint64_t *offsets;
    const mg_vertex *neighbours;
    uint32_t *rank;  /* of the id of each vertex; NULL: the vertex */
    mg_vertex *mate; /* MG_NONE: none yet */
    uint64_t
        *best[2]; /* the first edge of each vertex, in rounds in turn: its priority and the rank of the other end */
    uint32_t round;
    uint64_t left; /* edges in the list */
    mg_chunks list;
} matching;

static int threads_for(const matching *m, uint64_t work) {
    return work < MG_SERIAL_LIMIT ? 1 : m->threads;
}

static inline uint32_t rank_of(const matching *m, mg_vertex v) {
    return m->rank ? m->rank[v] : v;
}

static inline bool is_open(const matching *m, mg_vertex v) {
    return m->mate[v] == MG_NONE;
}

static void begin(matching *m) {
    const mg_vertex *const by_id = m->graph->by_id;
#pragma omp parallel for num_threads(threads_for(m, m->n))
    for (mg_vertex v = 0; v < m->n; v++) {
        m->mate[v] = MG_NONE;
        if (by_id) {
            m->rank[by_id[v]] = v;
        }
    }
}

static void clear_best(matching *m) {
#pragma omp parallel for num_threads(threads_for(m, m->n))
    for (mg_vertex v = 0; v < m->n; v++) {
        m->best[0][v] = m->best[1][v] = UINT64_MAX;
    }
}

/* Lists the edges of a row between open vertices with priorities from `low` to `high`. An undirected graph has each
 * edge in two rows, of which that of the smaller end counts. */
static inline void list_row(const matching *m, mg_vertex u, uint32_t low, uint32_t high, mg_chunk_end *end) {
    const uint32_t own = rank_of(m, u);
    const bool directed = m->graph->directed;
    for (uint64_t a = m->offsets[u + 1]; a > m->offsets[u]; a--) {
        const mg_vertex v = m->neighbours[a - 1];
        if (v <= u && !directed) {
            break;
        }
        const uint32_t priority = priority_of_edge(own, rank_of(m, v), m->seed);
        if (priority >= low && priority <= high && v != u && is_open(m, v)) {
            mg__append(end, (mg_chunk_edge){{u, v}, priority, 0});
        }
    }
}

static void list_edges(matching *m, uint32_t low, uint32_t high) {
    const uint64_t blocks = mg__row_blocks(m->offsets, m->n);
#pragma omp parallel num_threads(threads_for(m, m->offsets[m->n]))
    {
        mg_chunk_end end = mg__appends_begin(&m->list);
#pragma omp for schedule(dynamic, 4) nowait
        for (uint64_t b = 0; b < blocks; b++) {
            const mg_vertex last = mg__block_row(m->offsets, m->n, b + 1);
            for (mg_vertex u = mg__block_row(m->offsets, m->n, b); u < last; u++) {
                if (is_open(m, u)) {
                    list_row(m, u, low, high, &end);
                }
            }
        }
        mg__appends_end(&end);
    }
}

static inline uint64_t key_at(const matching *m, const mg_chunk_edge *edge, int i) {
    return (uint64_t)edge->order << 32 | rank_of(m, edge->end[1 - i]);
}

/* Drops edges with an end that has a mate; the others may be the first of their ends. */
static void offer_edges(matching *m) {
    uint64_t left = 0, *const best = m->best[m->round % 2];
#pragma omp parallel for schedule(dynamic, 4) reduction(+ : left) num_threads(threads_for(m, m->left))
    for (uint64_t c = 0; c < m->list.used; c++) {
        mg_chunk_edge *const edges = m->list.edges + c * MG_CHUNK_SIZE;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < m->list.counts[c]; i++) {
            const mg_chunk_edge edge = edges[i];
            if (is_open(m, edge.end[0]) && is_open(m, edge.end[1])) {
                edges[kept++] = edge;
                mg__lower(&best[edge.end[0]], key_at(m, &edge, 0));
                mg__lower(&best[edge.end[1]], key_at(m, &edge, 1));
            }
        }
        m->list.counts[c] = kept;
        left += kept;
    }
    m->left = left;
}

/* An edge may be listed twice, which stores the same. What the next round finds begins empty. */
static void take_edges(matching *m) {
    const uint64_t *const best = m->best[m->round % 2];
    uint64_t *const after = m->best[(m->round + 1) % 2];
#pragma omp parallel for schedule(dynamic, 4) num_threads(threads_for(m, m->left))
    for (uint64_t c = 0; c < m->list.used; c++) {
        const mg_chunk_edge *const edges = m->list.edges + c * MG_CHUNK_SIZE;
        for (uint32_t i = 0; i < m->list.counts[c]; i++) {
            const mg_vertex u = edges[i].end[0], v = edges[i].end[1];
            if (best[u] == key_at(m, &edges[i], 0) && best[v] == key_at(m, &edges[i], 1)) {
                __atomic_store_n(&m->mate[u], v, __ATOMIC_RELAXED);
                __atomic_store_n(&m->mate[v], u, __ATOMIC_RELAXED);
            }
            __atomic_store_n(&after[u], UINT64_MAX, __ATOMIC_RELAXED);
            __atomic_store_n(&after[v], UINT64_MAX, __ATOMIC_RELAXED);
        }
    }
}

static mg_status match_between(matching *m, uint32_t low, uint32_t high) {
    mg_status status = MG_OK;
    clear_best(m);
    list_edges(m, low, high);
    m->left = m->list.used * MG_CHUNK_SIZE;
    for (offer_edges(m); m->left; offer_edges(m)) {
        MG_TRY(mg__progress(m->context, "running", -1.0));
        take_edges(m);
        m->round++;
    }
    m->list.used = 0;
out:
    return status;
}

/* Up to this priority are about FIRST * n edges. */
static uint32_t first_priority(const matching *m) {
    const uint64_t edges = m->graph->directed ? m->offsets[m->n] : m->offsets[m->n] / 2;
    const uint64_t wanted = FIRST * (uint64_t)m->n;
    return 2 * wanted < edges ? (uint32_t)(wanted * UINT32_MAX / edges) : UINT32_MAX;
}

static mg_status run_all(matching *m) {
    mg_status status;
    const uint32_t first = first_priority(m);
    begin(m);
    MG_TRY(match_between(m, 0, first));
    MG_TRY(first < UINT32_MAX ? match_between(m, first + 1, UINT32_MAX) : MG_OK);
out:
    return status;
}

static uint64_t lay_out(char *base, const mg_graph *graph, matching *m) {
    const uint64_t n = graph->n, edges = graph->directed ? graph->arcs : graph->arcs / 2;
    const uint64_t chunks = mg__chunks_for(edges, m->threads);
    uint64_t at = 0;
    m->rank = mg__carve(base, &at, graph->by_id ? n * sizeof *m->rank : 0);
    m->best[0] = mg__carve(base, &at, n * sizeof *m->best[0]);
    m->best[1] = mg__carve(base, &at, n * sizeof *m->best[1]);
    m->list.counts = mg__carve(base, &at, chunks * sizeof *m->list.counts);
    m->list.edges = mg__carve(base, &at, chunks * MG_CHUNK_SIZE * sizeof *m->list.edges);
    m->rank = graph->by_id ? m->rank : NULL;
    return at;
}

void mg__matching_need(mg_context *context, const mg_graph *graph, mg_memory_need *need) {
    matching m = {.threads = mg__graph_threads(context, graph, 1)};
    need->work = lay_out(NULL, graph, &m);
}

mg_status mg__matching_run(mg_context *context, const mg_graph *graph, mg_direct_job *job) {
    matching m = {.context = context,
                  .graph = graph,
                  .n = graph->n,
                  .threads = mg__graph_threads(context, graph, 1),
                  .seed = job->seed,
                  .offsets = graph->out.offsets,
                  .neighbours = graph->out.neighbours,
                  .mate = job->column[0]};
    char *block = NULL;
    mg_status status;
    MG_TRY(MG_KEPT_ALLOC(context, block, lay_out(NULL, graph, &m), "edges of a matching"));
    lay_out(block, graph, &m);
    context->run_threads = m.threads;
    status = run_all(&m);
out:
    mg__kept_release(context, block);
    return status;
}
