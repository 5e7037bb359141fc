/* SPDX-License-Identifier: Apache-2.0
 *
 * shapes.h: small graphs of every shape and weighting, for tests. Each is generated from a fixed seed.
 */
#ifndef MG_TESTS_SHAPES_H
#define MG_TESTS_SHAPES_H

#include <multigraph/multigraph.h>

/* A list of edges that grows; ids are 0 .. n-1, or scattered over 64 bits. */
typedef struct edge_builder {
    uint64_t n;
    uint64_t count, capacity;
    uint64_t *source, *target;
    bool scattered;
} edge_builder;

typedef struct shape {
    const char *name;
    void (*make)(edge_builder *);
} shape;

extern const shape shapes[];
extern const size_t shape_count;
/* The shape of this name; aborts the test program if there is none. */
const shape *shape_named(const char *name);

typedef enum weighting {
    WEIGHTS_NONE,
    WEIGHTS_INT,       /* 1 .. 64 */
    WEIGHTS_INT_ZERO,  /* 0 .. 2: many zeros, also in cycles */
    WEIGHTS_ALL_ZERO,  /* int32 */
    WEIGHTS_INT_LARGE, /* close to 2^31: sums of three no longer fit 32 bits */
    WEIGHTS_FLOAT,     /* 0 .. 1 with zeros */
    WEIGHTS_FLOAT_MIX, /* such different magnitudes that small terms are lost in sums */
    WEIGHTS_DOUBLE,    /* 0 .. 1 with zeros */
    WEIGHTS_INT64,     /* below 2^50, mostly beyond 2^31 */
    WEIGHTING_COUNT
} weighting;
extern const char *const weighting_names[WEIGHTING_COUNT];

/* Builds the shape; undirected: every listed edge in both directions. Library errors fail the test case. */
mg_graph *shape_graph(mg_context *context, const shape *which, weighting weights, bool directed);
/* The same for edges from a builder, whose arrays it releases. */
mg_graph *builder_graph(mg_context *context, edge_builder *edges, weighting weights, bool directed);
void builder_add(edge_builder *edges, uint64_t source, uint64_t target);
/* A grid of rows x columns vertices, edges to the right and downwards. */
void builder_grid(edge_builder *edges, uint64_t rows, uint64_t columns);

/* The weight of an out-edge by its position; 1 where there are none. */
double arc_weight(const mg_graph *graph, uint64_t arc);

/* A sequence of random numbers (splitmix64). */
uint64_t test_random(uint64_t *state);
/* Zeroed memory for a test; aborts the program if there is none. */
void *test_memory(uint64_t count, size_t size);

#endif
