/* SPDX-License-Identifier: Apache-2.0 */
#include "core/graph/forward.h"

#include "core/graph/graph_cache.h"

#define RANGE_VERTICES 1024 /* that a thread takes at a time */

typedef struct cached_forward {
    mg_built built;
    mg_forward forward;
} cached_forward;

typedef struct forward_build {
    mg_context *context;
    mg_vertex n;
    mg_adjacency out, in; /* in: without arrays for undirected graphs */
    uint64_t *offsets;
    mg_vertex *neighbours;
    uint8_t *edges;
    uint32_t *degree;
} forward_build;

/* Goes along the neighbours of a vertex: its rows of out- and in-edges, merged. */
typedef struct cursor {
    const mg_vertex *out, *out_end, *in, *in_end;
    mg_vertex owner;
} cursor;

static cursor neighbours_of(const forward_build *b, mg_vertex v) {
    const mg_adjacency *const out = &b->out, *const in = &b->in;
    cursor c = {.owner = v, .out = out->neighbours + out->offsets[v], .out_end = out->neighbours + out->offsets[v + 1]};
    if (in->offsets) {
        c.in = in->neighbours + in->offsets[v];
        c.in_end = in->neighbours + in->offsets[v + 1];
    }
    return c;
}

/* Skips the copies of a vertex at the beginning of a row; true: there was one. */
static bool skip(const mg_vertex **at, const mg_vertex *end, mg_vertex v) {
    const mg_vertex *const before = *at;
    while (*at < end && **at == v) {
        ++*at;
    }
    return *at > before;
}

/* The next neighbour and the number of directions that have an edge; false: there is none. */
static bool next_neighbour(cursor *c, mg_vertex *neighbour, uint8_t *edges) {
    while (c->out < c->out_end || c->in < c->in_end) {
        const mg_vertex a = c->out < c->out_end ? *c->out : MG_NONE, b = c->in < c->in_end ? *c->in : MG_NONE;
        *neighbour = a < b ? a : b;
        const bool leads_out = skip(&c->out, c->out_end, *neighbour), leads_in = skip(&c->in, c->in_end, *neighbour);
        *edges = (uint8_t)(leads_out + leads_in);
        if (*neighbour != c->owner) {
            return true;
        }
    }
    return false;
}

static void count_neighbours(forward_build *b) {
#pragma omp parallel for num_threads(b->context->threads) schedule(dynamic, RANGE_VERTICES)
    for (mg_vertex v = 0; v < b->n; v++) {
        cursor c = neighbours_of(b, v);
        mg_vertex u;
        uint8_t edges;
        uint32_t degree = 0;
        while (next_neighbour(&c, &u, &edges)) {
            degree++;
        }
        b->degree[v] = degree;
    }
}

/* Is the pair in the row of v? */
static bool is_forward(const forward_build *b, mg_vertex v, mg_vertex u) {
    return b->degree[v] != b->degree[u] ? b->degree[v] < b->degree[u] : v < u;
}

static void count_forward(forward_build *b) {
#pragma omp parallel for num_threads(b->context->threads) schedule(dynamic, RANGE_VERTICES)
    for (mg_vertex v = 0; v < b->n; v++) {
        cursor c = neighbours_of(b, v);
        mg_vertex u;
        uint8_t edges;
        uint64_t length = 0;
        while (next_neighbour(&c, &u, &edges)) {
            length += is_forward(b, v, u);
        }
        b->offsets[v + 1] = length;
    }
}

static void fill_forward(forward_build *b) {
#pragma omp parallel for num_threads(b->context->threads) schedule(dynamic, RANGE_VERTICES)
    for (mg_vertex v = 0; v < b->n; v++) {
        cursor c = neighbours_of(b, v);
        mg_vertex u;
        uint8_t edges;
        uint64_t at = b->offsets[v];
        while (at < b->offsets[v + 1] && next_neighbour(&c, &u, &edges)) {
            if (is_forward(b, v, u)) {
                b->neighbours[at] = u;
                if (b->edges) {
                    b->edges[at] = edges;
                }
                at++;
            }
        }
    }
}

/* Makes offsets of the lengths; returns the greatest length. */
static uint32_t sum_lengths(forward_build *b) {
    uint64_t longest = 0;
    b->offsets[0] = 0;
    for (mg_vertex v = 0; v < b->n; v++) {
        longest = b->offsets[v + 1] > longest ? b->offsets[v + 1] : longest;
        b->offsets[v + 1] += b->offsets[v];
    }
    return (uint32_t)longest;
}

static void release(const mg_allocator *memory, mg_built *built) {
    cached_forward *const cached = (cached_forward *)built;
    mg__release(memory, (void *)cached->forward.offsets);
    mg__release(memory, (void *)cached->forward.neighbours);
    mg__release(memory, (void *)cached->forward.edges);
    mg__release(memory, (void *)cached->forward.degree);
    mg__release(memory, cached);
}

static mg_status create(mg_context *context, void *wanted, mg_built *built) {
    static const char what[] = "forward edges";
    mg_status status;
    forward_build *const b = wanted;
    mg_forward *const forward = &((cached_forward *)built)->forward;
    MG_TRY(MG_ALLOC(context, b->offsets, (uint64_t)b->n + 1, what));
    forward->offsets = b->offsets;
    MG_TRY(MG_ALLOC(context, b->degree, b->n, what));
    forward->degree = b->degree;
    count_neighbours(b);
    count_forward(b);
    forward->longest = sum_lengths(b);
    const uint64_t pairs = b->offsets[b->n];
    MG_TRY(MG_ALLOC(context, b->neighbours, pairs, what));
    forward->neighbours = b->neighbours;
    if (b->in.offsets) {
        MG_TRY(MG_ALLOC(context, b->edges, pairs, what));
        forward->edges = b->edges;
    }
    fill_forward(b);
    built->bytes = ((uint64_t)b->n + 1) * sizeof *b->offsets + b->n * sizeof *b->degree +
                   pairs * (sizeof *b->neighbours + (b->edges ? sizeof *b->edges : 0));
out:
    return status;
}

mg_status mg__graph_forward(mg_context *context, const mg_graph *graph, const mg_forward **forward) {
    static const mg_cached_kind kind = {.size = sizeof(cached_forward),
                                        .what = "forward edges",
                                        .kind = MG_REPRESENTATION_ROWS,
                                        .release = release,
                                        .create = create};
    forward_build b = {.context = context, .n = graph->n};
    mg_built *found;
    mg_status status;
    MG_TRY(mg_graph_check(context, graph));
    if (graph->directed) {
        MG_TRY(mg__graph_in_edges(context, graph, &b.in));
    }
    b.out = mg__csr_adjacency(&graph->out);
    MG_TRY(mg__cache_get(context, graph, &kind, &b, true, &found));
    *forward = &((cached_forward *)found)->forward;
out:
    return status;
}
