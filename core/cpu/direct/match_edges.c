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
/* Edges whose priorities are computed at once. */
#define TILE 256u

typedef struct matching {
    mg_context *context;
    const mg_graph *graph;
    mg_vertex n;
    int threads;
    uint64_t seed;
    uint32_t first; /* edges up to this priority are listed first */
    bool has_avx2;
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

/* ---- lists of edges ---- */

/* The edges of a row that count: an undirected graph has each edge in two rows, of which that of the smaller end does.
 */
static inline uint64_t row_begin(const matching *m, mg_vertex u) {
    return m->graph->directed ? m->offsets[u] : mg__larger_ends(m->offsets, m->neighbours, u);
}

/* Writes which of the `count` edges from a vertex of this rank have priorities up to m->first. Returns their number. */
static inline __attribute__((always_inline)) uint32_t
select_first(const matching *m, uint32_t own, const mg_vertex *others, uint32_t count, uint32_t *selected) {
    uint32_t priority[TILE], found = 0;
    const uint32_t first = m->first, of_own = priority_of(own, m->seed);
    if (m->rank || m->graph->directed) {
        for (uint32_t i = 0; i < count; i++) {
            priority[i] = priority_of_edge(own, rank_of(m, others[i]), m->seed);
        }
    } else {
        for (uint32_t i = 0; i < count; i++) { /* as priority_of_edge(): the row is that of the smaller end */
            priority[i] = priority_mix(of_own + priority_mix(others[i]));
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        selected[found] = i;
        found += priority[i] <= first;
    }
    return found;
}

#if defined __x86_64__
__attribute__((target("avx2"))) static uint32_t
select_first_avx2(const matching *m, uint32_t own, const mg_vertex *others, uint32_t count, uint32_t *selected) {
    return select_first(m, own, others, count, selected);
}
#else
#define select_first_avx2 select_first
#endif

static inline void list_edge(const matching *m, mg_vertex u, mg_vertex v, mg_chunk_end *end) {
    if (u != v) {
        mg__append(end, (mg_chunk_edge){{u, v}, priority_of_edge(rank_of(m, u), rank_of(m, v), m->seed), 0});
    }
}

/* Lists the edges of a row with priorities up to m->first. */
static void list_first(const matching *m, mg_vertex u, mg_chunk_end *end) {
    const uint32_t own = rank_of(m, u);
    uint32_t selected[TILE];
    for (uint64_t a = row_begin(m, u); a < m->offsets[u + 1]; a += TILE) {
        const mg_vertex *const others = m->neighbours + a;
        const uint64_t rest = m->offsets[u + 1] - a;
        const uint32_t count = rest < TILE ? (uint32_t)rest : TILE;
        const uint32_t found = m->has_avx2 ? select_first_avx2(m, own, others, count, selected)
                                           : select_first(m, own, others, count, selected);
        for (uint32_t i = 0; i < found; i++) {
            list_edge(m, u, others[selected[i]], end);
        }
    }
}

/* Lists the edges of a row to open vertices. */
static void list_open(const matching *m, mg_vertex u, mg_chunk_end *end) {
    for (uint64_t a = row_begin(m, u); a < m->offsets[u + 1]; a++) {
        if (is_open(m, m->neighbours[a])) {
            list_edge(m, u, m->neighbours[a], end);
        }
    }
}

/* Those of all open vertices. */
static void list_edges(matching *m, void (*list_row)(const matching *, mg_vertex, mg_chunk_end *)) {
    const uint64_t blocks = mg__row_blocks(m->offsets, m->n);
#pragma omp parallel num_threads(threads_for(m, m->offsets[m->n]))
    {
        mg_chunk_end end = mg__appends_begin(&m->list);
#pragma omp for schedule(dynamic, 4) nowait
        for (uint64_t b = 0; b < blocks; b++) {
            const mg_vertex last = mg__block_row(m->offsets, m->n, b + 1);
            for (mg_vertex u = mg__block_row(m->offsets, m->n, b); u < last; u++) {
                if (is_open(m, u)) {
                    list_row(m, u, &end);
                }
            }
        }
        mg__appends_end(&end);
    }
}

/* ---- rounds ---- */

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

/* Takes edges of the list until none is left. */
static mg_status match_listed(matching *m) {
    mg_status status = MG_OK;
    clear_best(m);
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

/* Up to this priority are about FIRST * n edges; UINT32_MAX: all are listed at once. */
static uint32_t first_priority(const matching *m) {
    const uint64_t edges = m->graph->directed ? m->offsets[m->n] : m->offsets[m->n] / 2;
    const uint64_t wanted = FIRST * (uint64_t)m->n;
    return 2 * wanted < edges ? (uint32_t)(wanted * UINT32_MAX / edges) : UINT32_MAX;
}

static mg_status run_all(matching *m) {
    mg_status status = MG_OK;
    m->first = first_priority(m);
    begin(m);
    if (m->first < UINT32_MAX) {
        list_edges(m, list_first);
        MG_TRY(match_listed(m));
    }
    list_edges(m, list_open);
    status = match_listed(m);
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
#if defined __x86_64__
    m.has_avx2 = __builtin_cpu_supports("avx2");
#endif
    MG_TRY(MG_KEPT_ALLOC(context, block, lay_out(NULL, graph, &m), "edges of a matching"));
    lay_out(block, graph, &m);
    context->run_threads = m.threads;
    status = run_all(&m);
out:
    mg__kept_release(context, block);
    return status;
}
