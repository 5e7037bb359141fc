/* SPDX-License-Identifier: Apache-2.0
 *
 * graph.h: the graph object. Immutable after creation, but for what is built on demand under its lock.
 */
#ifndef MG_CORE_GRAPH_GRAPH_H
#define MG_CORE_GRAPH_GRAPH_H

#include "core/context.h"

#include <pthread.h>

/* Compressed adjacency: n + 1 offsets, arcs neighbours, arcs weights or NULL. */
typedef struct mg_csr {
    uint64_t *offsets;
    mg_vertex *neighbours;
    void *weights;
} mg_csr;

/* Weights in another type than the graph's, for the programs that want it. */
typedef struct mg_converted {
    struct mg_converted *next;
    mg_type type;
    bool incoming;
    void *weights;
    double seconds; /* that it took to make */
    uint64_t used;  /* when last: a count of uses */
} mg_converted;

/* The first member of what a backend built of the graph and keeps with it. */
typedef struct mg_built {
    struct mg_built *next;
    void (*release)(const mg_allocator *memory, struct mg_built *built);
    mg_representation_kind kind;
    uint64_t bytes;
    double seconds; /* that it took to make */
    uint64_t used;  /* when last: a count of uses */
} mg_built;

struct mg_graph {
    mg_allocator memory;
    mg_vertex n;
    uint64_t arcs, edges, loops;
    bool directed;
    mg_type weight_type;
    mg_csr out;
    uint64_t *ids; /* NULL: id = id_base + v; ascending, unless there is */
    uint64_t id_base;
    const mg_vertex *by_id; /* the vertices in the order of their ids, behind `ids` in the same block */
    mg_vertex_order order;  /* NATURAL exactly where there is none */
    double order_seconds;   /* that numbering took */
    mg_vertex default_source;
    /* A snapshot's arrays of `out` and `ids` lie in its file's bytes, which are not read before somebody needs them. */
    void (*release)(struct mg_graph *graph); /* frees those bytes; NULL: the arrays are blocks of `memory` */
    void *bytes;
    uint64_t byte_count;
    mg_status (*check)(mg_context *context, const struct mg_graph *graph); /* whether they are undamaged; or NULL */
    double weight_min, weight_max, weight_mean;                            /* 1 without weights */
    pthread_mutex_t lock;                                                  /* guards the rest */
    bool checked;                                                          /* `check` was passed */
    mg_csr in;                                                             /* built on demand; directed graphs only */
    mg_converted *converted;
    mg_built *built;
    double in_seconds;           /* that `in` took to make */
    uint64_t in_used, uses;      /* when `in` was used last; uses so far */
    uint32_t users;              /* runs that are under way: nothing is freed (kept.h) */
    bool in_shared;              /* the caller has pointers to `in`: it stays */
    pthread_mutex_t device_lock; /* guards the copy on a device; taken before `lock` */
    void *device;
    void (*device_release)(void *device);
};

/* A block of ids with the vertices by id behind them: bytes per vertex, and where these begin. */
#define MG_ORDERED_ID_SIZE (sizeof(uint64_t) + sizeof(mg_vertex))
static inline mg_vertex *mg__by_id_of(uint64_t *ids, mg_vertex n) {
    return (mg_vertex *)(ids + n);
}

/* Takes over a finished CSR (sorted neighbours, both directions where not directed), `ids` (or NULL) and the loop
 * count, fills in the derived fields. On failure everything handed over is released. The arrays come from
 * context->memory. */
mg_status mg__graph_adopt(mg_context *context, mg_vertex n, mg_csr out, mg_type weight_type, bool directed,
                          uint64_t *ids, uint64_t id_base, mg_graph **graph);

/* A graph with the fields of `known` that come before its lock. On failure nothing is released. */
mg_status mg__graph_attach(mg_context *context, const mg_graph *known, mg_graph **graph);

/* The weights of one direction as elements of `type`, converted and kept at the first call; NULL where there are none.
 */
mg_status mg__graph_weights(mg_context *context, const mg_graph *graph, bool incoming, mg_type type,
                            const void **weights);

#endif
