/* SPDX-License-Identifier: Apache-2.0
 *
 * graph.h: the graph object. Immutable after creation, except representations built on demand under its lock.
 */
#ifndef MG_CORE_GRAPH_GRAPH_H
#define MG_CORE_GRAPH_GRAPH_H

#include "core/context.h"
#include "core/graph/vertex_names.h"

#include <pthread.h>

/* CSR: n + 1 offsets, a neighbour per arc, a weight per arc or NULL. */
typedef struct mg_csr {
    uint64_t *offsets;
    mg_vertex *neighbours;
    void *weights;
} mg_csr;

/* Cached weights converted to another type. */
typedef struct mg_converted {
    struct mg_converted *next;
    mg_type type;
    bool incoming;
    void *weights;
    double seconds; /* conversion time */
    uint64_t used;  /* LRU time stamp: value of `uses` at the last use */
} mg_converted;

/* First member of a representation that a backend caches with the graph. */
typedef struct mg_built {
    struct mg_built *next;
    void (*release)(const mg_allocator *memory, struct mg_built *built);
    mg_representation_kind kind;
    uint64_t bytes;
    double seconds; /* construction time */
    uint64_t used;  /* LRU time stamp: value of `uses` at the last use */
} mg_built;

/* Has the graph parallel arcs? */
typedef enum mg_parallel_state { MG_PARALLEL_UNKNOWN, MG_PARALLEL_NONE, MG_PARALLEL_SOME } mg_parallel_state;

/* Counts of the rows of a CSR, each plus 1; 0: not known. */
typedef struct mg_row_facts {
    uint64_t empty;     /* rows without arcs */
    uint64_t long_arcs; /* arcs in rows of at least MG_LONG_ROW arcs */
    uint64_t alike;     /* rows as long as the one before */
} mg_row_facts;

/* What is known of the arrays of a snapshot, or is in host memory of a graph that was made on a device: nothing,
 * offsets and counts, all. */
typedef enum mg_check_state { MG_UNCHECKED, MG_COUNTED, MG_SOUND, MG_DAMAGED } mg_check_state;

struct mg_graph {
    mg_allocator memory;
    mg_vertex n;
    uint64_t arcs, edges, loops;
    bool directed;
    mg_type weight_type;
    mg_csr out;
    uint64_t *ids; /* id of each vertex, ascending if by_id is NULL; NULL: id = id_base + v */
    uint64_t id_base;
    const mg_vertex *by_id; /* vertices by ascending id, after `ids` in the same block; NULL: 0, 1, 2, ... */
    mg_vertex_order order;  /* NATURAL if and only if by_id is NULL */
    double order_seconds;   /* time for choosing and applying the order */
    mg_vertex default_source;
    mg_names names;    /* by ascending id, all or none; the lock guards its hash table */
    bool names_mapped; /* its arrays are parts of `bytes` */
    /* The arrays of `out` and `ids` of a snapshot are parts of its mapped file, which is read on first access. Of a
     * graph that was made on a device, offsets, counts and the range of the weights are fetched first, and neighbours
     * and weights when they are needed on the host. */
    void (*release)(struct mg_graph *graph); /* unmaps the file; NULL: the arrays are blocks of `memory` */
    void *bytes;
    uint64_t byte_count;
    mg_status (*check)(mg_context *context, const struct mg_graph *graph); /* verifies or fetches; NULL: not needed */
    mg_status (*count)(mg_context *context,
                       const struct mg_graph *graph); /* fetches what runs on the device need on
                                                         the host; NULL: that is what `check` does */
    int threads;                                      /* of the context that opened the file */
    double weight_min, weight_max, weight_mean;       /* 1 without weights */
    pthread_mutex_t lock;                             /* guards the following fields */
    mg_check_state check_state;                       /* of `check`; read without the lock */
    mg_parallel_state parallel;                       /* read and written without the lock */
    mg_row_facts row_facts[2];                        /* of `out` and `in`; as `parallel` */
    mg_csr in;                                        /* built on demand; directed graphs only */
    bool in_is_out; /* a directed graph turned out to be symmetric: its in-edges are `out`, and `in` stays empty */
    mg_converted *converted;
    mg_built *built;
    double in_seconds;           /* construction time of `in` */
    uint64_t in_used, uses;      /* LRU time stamp of `in`; counter of uses */
    uint32_t users;              /* runs in progress: nothing is evicted meanwhile (graph_cache.h) */
    bool in_shared;              /* mg_graph_in_edges() returned `in`: it is never evicted */
    pthread_mutex_t device_lock; /* guards the copy on a device; acquired before `lock` */
    void *device;
    void (*device_release)(void *device);
    void *parts; /* for several devices; guarded by `device_lock` */
    void (*parts_release)(void *parts);
};

/* Block of `ids` followed by `by_id`: bytes per vertex, and the address of `by_id`. */
#define MG_ORDERED_ID_SIZE (sizeof(uint64_t) + sizeof(mg_vertex))
static inline mg_vertex *mg__by_id_of(uint64_t *ids, mg_vertex n) {
    return (mg_vertex *)(ids + n);
}

static inline mg_adjacency mg__csr_adjacency(const mg_csr *csr) {
    return (mg_adjacency){.offsets = csr->offsets, .neighbours = csr->neighbours, .weights = csr->weights};
}

/* Weight i of an array in the type of a graph's weights, as a double, which rounds int64 beyond 2^53; 1 for
 * MG_TYPE_NONE. */
static inline double mg__weight_at(mg_type type, const void *weights, uint64_t i) {
    switch (type) {
    case MG_INT32:
        return ((const int32_t *)weights)[i];
    case MG_INT64:
        return (double)((const int64_t *)weights)[i];
    case MG_FLOAT32:
        return (double)((const float *)weights)[i];
    case MG_FLOAT64:
        return ((const double *)weights)[i];
    default:
        return 1.0;
    }
}

/* Creates a graph that owns a finished CSR (sorted rows; both directions if undirected) and `ids` (or NULL), and
 * computes the derived fields. The arrays are blocks of context->memory; they are released on failure. */
mg_status mg__graph_adopt(mg_context *context, mg_vertex n, mg_csr out, mg_type weight_type, bool directed,
                          uint64_t *ids, uint64_t id_base, mg_graph **graph);

/* Set the fields that are derived from the arrays: loops, edges and default source; range and mean of the weights. */
void mg__graph_find_counts(int threads, mg_graph *g);
/* Parts of that: the default source, by the offsets; loops and edges, by the number of loops. */
void mg__graph_find_source(int threads, mg_graph *g);
void mg__graph_set_loops(mg_graph *g, uint64_t loops);
void mg__graph_find_weights(int threads, mg_graph *g);

/* Brings the offsets of the out-edges, the counts, and the range of the weights to host memory: enough for a run on the
 * device that the graph was made on. Of other graphs the same as mg_graph_check(). */
mg_status mg__graph_count(mg_context *context, const mg_graph *graph);

/* Are neighbours and weights of the out-edges in host memory? */
bool mg__graph_has_rows(const mg_graph *graph);

/* May the arrays be used? Those of a snapshot are verified at the first call, like mg_graph_check(), for public
 * functions that have no context. */
bool mg__graph_sound(const mg_graph *graph);

/* Are the ids in order? A version that was made on a device has its ids in host memory. */
bool mg__graph_has_sound_ids(const mg_graph *graph);

/* Position of a vertex in the ascending order of ids. */
mg_vertex mg__id_rank(const mg_graph *graph, mg_vertex v);

/* Replaces the names of a graph by others, which it takes over. */
void mg__graph_set_names(mg_graph *graph, mg_names *names);

/* Creates a graph over the arrays of another one, which must outlive it, with representations of its own and without
 * names: for a further device. */
mg_status mg__graph_view(mg_context *context, const mg_graph *graph, mg_graph **view);

/* Creates a graph with a copy of the fields of `known`. On failure nothing is released. */
mg_status mg__graph_attach(mg_context *context, const mg_graph *known, mg_graph **graph);

/* Weights of one direction as elements of `type`, converted and cached at the first call; NULL without weights. */
mg_status mg__graph_weights(mg_context *context, const mg_graph *graph, bool incoming, mg_type type,
                            const void **weights);

#endif
