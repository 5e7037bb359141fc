/* SPDX-License-Identifier: Apache-2.0
 *
 * order_rcm.c: reverse Cuthill-McKee.
 *
 * The result array is also the queue of the breadth-first search. Serial: on the graphs for which RCM pays most, levels
 * are too small for parallel processing.
 */
#include "core/order/order.h"

#include <assert.h>
#include <string.h>

#define KEY uint64_t
#define RADIX_SORT sort_keys
#include "core/radix_sort.inc.h"

#define PERIPHERAL_SEARCHES 4  /* largest number of searches for a pseudo-peripheral vertex */
#define PROGRESS_VERTICES 4096 /* vertices between reports of progress */

typedef struct rcm_search {
    mg_context *context;
    mg_all_edges all_edges;
    mg_vertex n;
    uint32_t *stamp; /* number of the last search that visited the vertex; NUMBERED: it has its final position */
    uint32_t search;
    uint64_t *keys; /* 2 n: sort keys and scratch */
} rcm_search;

#define NUMBERED UINT32_MAX

/* Appends the neighbours of v that this search has not visited to the queue `order`; returns its new end. */
static mg_vertex append_unseen(rcm_search *w, const mg_adjacency *edges, mg_vertex v, uint32_t stamp, mg_vertex *order,
                               mg_vertex end) {
    for (uint64_t a = edges->offsets[v]; a < edges->offsets[v + 1]; a++) {
        const mg_vertex u = edges->neighbours[a];
        if (w->stamp[u] != stamp && w->stamp[u] != NUMBERED) {
            assert(end < w->n);
            w->stamp[u] = stamp;
            order[end++] = u;
        }
    }
    return end;
}

static mg_vertex append_neighbours(rcm_search *w, mg_vertex v, uint32_t stamp, mg_vertex *order, mg_vertex end) {
    end = append_unseen(w, &w->all_edges.out, v, stamp, order, end);
    return w->all_edges.directed ? append_unseen(w, &w->all_edges.in, v, stamp, order, end) : end;
}

typedef struct bfs_extent {
    uint32_t depth;
    mg_vertex widest, reached; /* vertices of the largest level; of all levels */
} bfs_extent;

/* Breadth-first search from `root` with the queue order[begin ..]; returns the vertex of least degree in the last
 * level. */
static mg_vertex farthest_vertex(rcm_search *w, mg_vertex root, mg_vertex *order, mg_vertex begin, bfs_extent *x) {
    mg_vertex level = begin, end = begin + 1;
    w->search++;
    order[begin] = root;
    w->stamp[root] = w->search;
    *x = (bfs_extent){.depth = 0};
    for (;; x->depth++) {
        const mg_vertex level_end = end;
        x->widest = level_end - level > x->widest ? level_end - level : x->widest;
        for (mg_vertex i = level; i < level_end; i++) {
            end = append_neighbours(w, order[i], w->search, order, end);
        }
        if (end == level_end) {
            break;
        }
        level = level_end;
    }
    x->reached = end - begin;
    mg_vertex least = order[level];
    for (mg_vertex i = level; i < end; i++) {
        least = mg__total_degree(&w->all_edges, order[i]) < mg__total_degree(&w->all_edges, least) ? order[i] : least;
    }
    return least;
}

/* Pseudo-peripheral vertex of the component of v (George, Liu): repeats the search from the last level while its depth
 * grows. */
static mg_vertex pseudo_peripheral(rcm_search *w, mg_vertex v, mg_vertex *order, mg_vertex begin) {
    uint32_t before = 0;
    bfs_extent x;
    for (int i = 0; i < PERIPHERAL_SEARCHES && w->search < NUMBERED - 1; i++) {
        const mg_vertex next = farthest_vertex(w, v, order, begin, &x);
        if (i > 0 && x.depth <= before) {
            break;
        }
        before = x.depth;
        v = next;
    }
    return v;
}

/* Sorts order[begin .. end) by degree, then by index. */
static void sort_by_degree(rcm_search *w, mg_vertex *order, mg_vertex begin, mg_vertex end) {
    assert(w->keys && begin <= end && end <= w->n);
    for (mg_vertex i = begin; i < end; i++) {
        const uint64_t degree = mg__total_degree(&w->all_edges, order[i]);
        w->keys[i - begin] = (degree < UINT32_MAX ? degree : UINT32_MAX) << 32 | order[i];
    }
    sort_keys(w->keys, w->keys + w->n, end - begin);
    for (mg_vertex i = begin; i < end; i++) {
        order[i] = (mg_vertex)w->keys[i - begin];
    }
}

/* Orders the component of `root` from order[begin] on; *end: its end. */
static mg_status number_component(rcm_search *w, mg_vertex root, mg_vertex *order, mg_vertex begin, mg_vertex *end) {
    mg_status status = MG_OK;
    order[begin] = root;
    w->stamp[root] = NUMBERED;
    *end = begin + 1;
    for (mg_vertex i = begin; i < *end; i++) {
        const mg_vertex first = *end;
        *end = append_neighbours(w, order[i], NUMBERED, order, first);
        if (*end - first > 1) {
            sort_by_degree(w, order, first, *end);
        }
        if (i % PROGRESS_VERTICES == 0) {
            MG_TRY(mg__progress(w->context, "numbering", 0.5 * (double)i / (double)w->n));
        }
    }
out:
    return status;
}

/* Allocates the arrays of searches. Call search_destroy also after a failure. */
static mg_status search_create(mg_context *context, const mg_graph *graph, rcm_search *w) {
    mg_status status;
    *w = (rcm_search){.context = context, .n = graph->n};
    MG_TRY(mg__all_edges(context, graph, &w->all_edges));
    status = MG_ALLOC_ZEROED(context, w->stamp, w->n, "a numbering");
out:
    return status;
}

static void search_destroy(rcm_search *w) {
    mg__release(&w->context->memory, w->stamp);
    mg__release(&w->context->memory, w->keys);
}

mg_status mg__max_level_share(mg_context *context, const mg_graph *graph, double *share) {
    rcm_search w;
    mg_status status;
    mg_vertex *queue = NULL;
    bfs_extent x;
    assert(graph->default_source < graph->n);
    MG_TRY(search_create(context, graph, &w));
    MG_TRY(MG_ALLOC(context, queue, w.n, "a numbering"));
    farthest_vertex(&w, graph->default_source, queue, 0, &x);
    *share = (double)x.widest / (double)x.reached;
out:
    mg__release(&context->memory, queue);
    search_destroy(&w);
    return status;
}

mg_status mg__order_rcm(mg_context *context, const mg_graph *graph, uint64_t seed, mg_vertex *order) {
    (void)seed;
    rcm_search w;
    mg_status status;
    MG_TRY(search_create(context, graph, &w));
    MG_TRY(MG_ALLOC(context, w.keys, 2 * (uint64_t)w.n, "a numbering"));
    mg_vertex end = 0;
    for (mg_vertex v = 0; v < w.n; v++) {
        if (w.stamp[v] == NUMBERED) {
            continue;
        }
        const mg_vertex root = mg__total_degree(&w.all_edges, v) ? pseudo_peripheral(&w, v, order, end) : v;
        MG_TRY(number_component(&w, root, order, end, &end));
    }
    assert(end == w.n);
    for (mg_vertex i = 0; i < w.n / 2; i++) {
        const mg_vertex first = order[i];
        order[i] = order[w.n - 1 - i];
        order[w.n - 1 - i] = first;
    }
out:
    search_destroy(&w);
    return status;
}
