/* SPDX-License-Identifier: Apache-2.0
 *
 * strong_components.c: strongly connected components: vertices without in-edges or without out-edges are components of
 * their own; two searches, forwards and backwards from the vertex with most pairs of an in-edge and an out-edge, find
 * the component of this vertex [1], which in many graphs is by far the largest one; the others are found by Tarjan's
 * algorithm, those of vertices that the first search reached by one thread, the rest by another one.
 *
 * Where a search has reached many edges, those vertices that it has not reached look for a neighbour that it has, and
 * may see what was reached meanwhile: levels do not matter. Otherwise each thread follows the edges of a part of the
 * frontier, and of what it reaches, for a while: ways may be long [2].
 *
 * [1] L. Fleischer, B. Hendrickson, A. Pinar: On Identifying Strongly Connected Components in Parallel. IPDPS 2000.
 * [2] L. Wang, X. Dong, Y. Gu, Y. Sun: Parallel Strong Connectivity Based on Faster Reachability. SIGMOD 2023.
 */
#include "core/cpu/direct/strong_components.h"

#include "core/cpu/direct/direct_memory.h"
#include "core/cpu/direct/tarjan.h"
#include "core/cpu/work.h"
#include "core/engine/estimate.h"
#include "core/graph/graph_cache.h"
#include "core/kept_memory.h"

#include <omp.h>
#include <string.h>

#define WORDS_AT_ONCE 16u /* of a bitmap, for a thread */
#define PULL_SHARE 8u     /* vertices look for reached neighbours where a frontier has this part of their edges */
#define LOCAL_STACK 512u
#define LOCAL_EDGES 4096u /* that a thread follows from each part of the frontier */
#define PART 64u          /* vertices of the frontier, at most */

typedef struct strong {
    mg_context *context;
    mg_vertex n;
    size_t words;
    int threads;
    mg_adjacency side[2]; /* out-edges, in-edges */
    uint64_t *open;       /* bitmaps: vertices with edges of both sides, */
    uint64_t *reached[2]; /* those that the searches reached, */
    uint64_t *before;     /* and what a search had reached before */
    mg_vertex *list[2];   /* frontiers */
    uint64_t *edge;       /* for Tarjan's algorithm */
    uint64_t open_edges;  /* out-edges of open vertices */
    mg_vertex *component;
    bool stopped; /* by the caller's progress function */
} strong;

/* A search along the edges of one side. */
typedef struct reach {
    strong *s;
    const mg_adjacency *push, *pull;
    const uint64_t *allowed; /* bitmap of vertices that it may reach */
    uint64_t *reached;
    mg_vertex *now, *next; /* the frontier as a list, unless it is the difference to `before` */
    uint64_t count, next_count;
    uint64_t edges;  /* of the frontier, */
    uint64_t unseen; /* about those of vertices that were not reached */
    bool is_list;
} reach;

static int threads_for(const strong *s, uint64_t work) {
    return work < MG_SERIAL_LIMIT ? 1 : s->threads;
}

static inline uint64_t degree(const mg_adjacency *side, mg_vertex v) {
    return side->offsets[v + 1] - side->offsets[v];
}

static inline bool has(const uint64_t *bits, mg_vertex v) {
    return __atomic_load_n(&bits[v / 64], __ATOMIC_RELAXED) >> v % 64 & 1;
}

/* ---- searches ---- */

static void sweep_word(reach *r, size_t word, uint64_t *count, uint64_t *edges) {
    uint64_t seen = r->reached[word];
    for (uint64_t todo = r->allowed[word] & ~seen; todo; todo &= todo - 1) {
        const mg_vertex v = (mg_vertex)(word * 64 + (size_t)__builtin_ctzll(todo));
        for (uint64_t a = r->pull->offsets[v]; a < r->pull->offsets[v + 1]; a++) {
            if (has(r->reached, r->pull->neighbours[a])) {
                seen |= todo & -todo;
                __atomic_store_n(&r->reached[word], seen, __ATOMIC_RELAXED);
                *count += 1;
                *edges += degree(r->push, v);
                break;
            }
        }
    }
}

/* All vertices that were not reached look for a neighbour that was. */
static void sweep(reach *r) {
    uint64_t count = 0, edges = 0;
    const size_t words = r->s->words;
    memcpy(r->s->before, r->reached, words * sizeof *r->reached);
#pragma omp parallel for schedule(dynamic) reduction(+ : count, edges) num_threads(threads_for(r->s, r->s->n))
    for (size_t begin = 0; begin < words; begin += WORDS_AT_ONCE) {
        const size_t end = begin + WORDS_AT_ONCE < words ? begin + WORDS_AT_ONCE : words;
        for (size_t word = begin; word < end; word++) {
            sweep_word(r, word, &count, &edges);
        }
    }
    r->count = count;
    r->edges = edges;
    r->is_list = false;
}

static void make_list(reach *r) {
    uint64_t count = 0;
    for (size_t word = 0; word < r->s->words; word++) {
        for (uint64_t bits = r->reached[word] & ~r->s->before[word]; bits; bits &= bits - 1) {
            r->now[count++] = (mg_vertex)(word * 64 + (size_t)__builtin_ctzll(bits));
        }
    }
    r->is_list = true;
}

/* What a thread has reached and not followed yet. */
typedef struct local_stack {
    mg_vertex vertex[LOCAL_STACK];
    uint32_t count;
    uint64_t edges; /* of what was handed on */
} local_stack;

static void hand_on(reach *r, local_stack *l) {
    const uint64_t at = __atomic_fetch_add(&r->next_count, l->count, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < l->count; i++) {
        r->next[at + i] = l->vertex[i];
        l->edges += degree(r->push, l->vertex[i]);
    }
    l->count = 0;
}

static void follow(reach *r, mg_vertex v, local_stack *l) {
    for (uint64_t a = r->push->offsets[v]; a < r->push->offsets[v + 1]; a++) {
        const mg_vertex u = r->push->neighbours[a];
        const uint64_t bit = (uint64_t)1 << u % 64;
        if ((r->allowed[u / 64] & bit) && !has(r->reached, u) &&
            !(__atomic_fetch_or(&r->reached[u / 64], bit, __ATOMIC_RELAXED) & bit)) {
            if (l->count == LOCAL_STACK) {
                hand_on(r, l);
            }
            l->vertex[l->count++] = u;
        }
    }
}

/* The next frontier is what was reached and not followed. */
static void push(reach *r) {
    uint64_t edges = 0;
    const int threads = r->count < 4 * (uint64_t)r->s->threads ? 1 : r->s->threads;
    const uint64_t share = r->count / (8 * (uint64_t)threads) + 1, part = share < PART ? share : PART;
#pragma omp parallel for schedule(dynamic) reduction(+ : edges) num_threads(threads)
    for (uint64_t begin = 0; begin < r->count; begin += part) {
        local_stack l; /* without zeros in its array */
        uint64_t followed = 0;
        l.count = 0;
        l.edges = 0;
        for (uint64_t i = begin; i < r->count && i < begin + part; i++) {
            follow(r, r->now[i], &l);
        }
        while (l.count && followed < LOCAL_EDGES) {
            const mg_vertex v = l.vertex[--l.count];
            followed += degree(r->push, v) + 1;
            follow(r, v, &l);
        }
        hand_on(r, &l);
        edges += l.edges;
    }
    mg_vertex *const now = r->now;
    r->now = r->next;
    r->next = now;
    r->count = r->next_count;
    r->next_count = 0;
    r->edges = edges;
}

/* All allowed vertices that can be reached from the pivot along the edges of a side. */
static mg_status search(strong *s, size_t side, const uint64_t *allowed, mg_vertex pivot) {
    mg_status status = MG_OK;
    reach r = {.s = s,
               .push = &s->side[side],
               .pull = &s->side[1 - side],
               .allowed = allowed,
               .reached = s->reached[side],
               .now = s->list[0],
               .next = s->list[1],
               .count = 1,
               .edges = degree(&s->side[side], pivot),
               .unseen = s->open_edges,
               .is_list = true};
    memset(r.reached, 0, s->words * sizeof *r.reached);
    r.reached[pivot / 64] |= (uint64_t)1 << pivot % 64;
    r.now[0] = pivot;
    while (r.count) {
        MG_TRY(mg__progress(s->context, "running", -1.0));
        r.unseen -= r.edges < r.unseen ? r.edges : r.unseen;
        if (r.edges > r.unseen / PULL_SHARE && r.edges > s->words) {
            sweep(&r);
        } else {
            if (!r.is_list) {
                make_list(&r);
            }
            push(&r);
        }
    }
out:
    return status;
}

/* ---- components ---- */

/* Opens vertices with edges of both sides. Returns the one with most pairs of them; MG_NONE: there is none. */
static mg_vertex open_vertices(strong *s) {
    uint64_t most = 0, edges = 0;
    mg_vertex pivot = MG_NONE;
#pragma omp parallel num_threads(threads_for(s, s->n))
    {
        uint64_t own_most = 0;
        mg_vertex own = MG_NONE;
#pragma omp for reduction(+ : edges)
        for (size_t word = 0; word < s->words; word++) {
            const mg_vertex first = (mg_vertex)(word * 64), end = s->n - first < 64 ? s->n : first + 64;
            uint64_t bits = 0;
            for (mg_vertex v = first; v < end; v++) {
                const uint64_t out = degree(&s->side[0], v), in = degree(&s->side[1], v), pairs = out * in;
                const bool is_open = out && in;
                bits |= (uint64_t)is_open << (v - first);
                edges += is_open ? out : 0;
                own = is_open && (own == MG_NONE || pairs > own_most) ? v : own;
                own_most = pairs > own_most ? pairs : own_most;
            }
            s->open[word] = bits;
        }
#pragma omp critical(mg_strong_pivot)
        if (own_most > most || (own_most == most && own < pivot)) {
            most = own_most;
            pivot = own;
        }
    }
    s->open_edges = edges;
    return pivot;
}

/* Names the component that both searches found, and those of vertices that are not open. Returns how many are left that
 * the first search reached, in `before`, and how many others, in `open`. */
static void name_found(strong *s, uint64_t left[2]) {
    uint64_t reached = 0, others = 0;
    size_t word = 0;
    while (!s->reached[1][word]) {
        word++;
    }
    const mg_vertex name = (mg_vertex)(word * 64 + (size_t)__builtin_ctzll(s->reached[1][word]));
#pragma omp parallel for reduction(+ : reached, others) num_threads(threads_for(s, s->n))
    for (size_t i = 0; i < s->words; i++) {
        const uint64_t found = s->reached[1][i];
        const mg_vertex first = (mg_vertex)(i * 64), end = s->n - first < 64 ? s->n : first + 64;
        for (mg_vertex v = first; v < end; v++) {
            s->component[v] = found >> (v - first) & 1 ? name : v;
        }
        s->before[i] = s->reached[0][i] & ~found;
        s->open[i] &= ~s->reached[0][i];
        reached += (uint64_t)__builtin_popcountll(s->before[i]);
        others += (uint64_t)__builtin_popcountll(s->open[i]);
    }
    left[0] = reached;
    left[1] = others;
}

/* The thread of the caller reports for all. */
static bool goes_on(void *data) {
    strong *const s = data;
    if (omp_get_thread_num() == 0 && mg__progress(s->context, "running", -1.0) < 0) {
        __atomic_store_n(&s->stopped, true, __ATOMIC_RELAXED);
    }
    return !__atomic_load_n(&s->stopped, __ATOMIC_RELAXED);
}

/* No component has vertices of both parts. */
static mg_status name_left(strong *s, const uint64_t left[2]) {
    uint64_t *const bits[2] = {s->before, s->open};
#pragma omp parallel for schedule(static, 1) num_threads(threads_for(s, left[0] + left[1]))
    for (int i = 0; i < 2; i++) {
        const uint64_t first = i ? left[0] : 0;
        mg__tarjan(&(mg_tarjan){.n = s->n,
                                .offsets = s->side[0].offsets,
                                .neighbours = s->side[0].neighbours,
                                .left = bits[i],
                                .component = s->component,
                                .stack = s->list[0] + first,
                                .number = s->list[1] + first,
                                .edge = s->edge + first,
                                .count = (mg_vertex)left[i],
                                .goes_on = goes_on,
                                .data = s});
    }
    return s->stopped ? MG_ERROR_CANCELLED : MG_OK;
}

static mg_status run_all(strong *s) {
    mg_status status = MG_OK;
    uint64_t left[2];
    const mg_vertex pivot = open_vertices(s);
    if (pivot == MG_NONE) {
        for (mg_vertex v = 0; v < s->n; v++) {
            s->component[v] = v;
        }
        return MG_OK;
    }
    MG_TRY(search(s, 0, s->open, pivot));
    MG_TRY(search(s, 1, s->reached[0], pivot));
    name_found(s, left);
    MG_TRY(mg__progress(s->context, "running", -1.0));
    status = name_left(s, left);
out:
    return status;
}

static uint64_t lay_out(char *base, const mg_graph *graph, strong *s) {
    const uint64_t n = graph->n, bitmap = (n + 63) / 64 * sizeof(uint64_t);
    uint64_t at = 0;
    s->open = mg__carve(base, &at, bitmap);
    s->before = mg__carve(base, &at, bitmap);
    for (int i = 0; i < 2; i++) {
        s->reached[i] = mg__carve(base, &at, bitmap);
        s->list[i] = mg__carve(base, &at, n * sizeof *s->list[i]);
    }
    s->edge = mg__carve(base, &at, n * sizeof *s->edge);
    return at;
}

void mg__strong_need(mg_context *context, const mg_graph *graph, mg_memory_need *need) {
    strong s;
    if (mg__graph_lacks_in_edges(context, graph)) {
        need->built = mg__in_edges_bytes(graph);
        need->building = need->built + mg__sorting_bytes(graph);
    }
    need->work = lay_out(NULL, graph, &s);
}

mg_status mg__strong_run(mg_context *context, const mg_graph *graph, mg_direct_job *job) {
    strong s = {.context = context,
                .n = graph->n,
                .words = ((size_t)graph->n + 63) / 64,
                .threads = mg__graph_threads(context, graph, 1),
                .component = job->column[0]};
    const double start = mg__now();
    char *block = NULL;
    mg_status status;
    s.side[0] = mg_graph_out_edges(graph);
    MG_TRY(mg__graph_in_edges(context, graph, &s.side[1]));
    job->build_seconds = mg__now() - start;
    MG_TRY(MG_KEPT_ALLOC(context, block, lay_out(NULL, graph, &s), "searches"));
    lay_out(block, graph, &s);
    context->run_threads = s.threads;
    status = run_all(&s);
out:
    mg__kept_release(context, block);
    return status;
}
