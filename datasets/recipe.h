/* SPDX-License-Identifier: Apache-2.0
 *
 * recipe.h: description of a graph to generate, passed from a generator to the builder.
 */
#ifndef MG_DATASETS_RECIPE_H
#define MG_DATASETS_RECIPE_H

#include "core/counter_random.h"
#include "core/graph/graph_build.h"

/* A graph to generate: `draws` edges, each a function of its number. */
typedef struct mg_recipe {
    const mg_generate_options *options;
    mg_vertex n;
    uint64_t draws;
    uint64_t key;
    bool directed; /* every draw is an arc; loops and parallel arcs are kept */
    bool repeats;  /* the same edge may be drawn more than once; undirected: merged */
    bool shuffled;
    mg__shuffle shuffle;
    uint32_t threshold[3]; /* kron, rmat: cumulative probabilities of the quadrants a, b, c, scaled to 2^32 */
    /* Computes edge i; loops are dropped unless directed. */
    void (*edge)(const struct mg_recipe *recipe, uint64_t i, mg_vertex *from, mg_vertex *to);
} mg_recipe;

/* A generator. `prepare` checks the options and sets n, draws and edge; `build`, if set, builds the sorted CSR
 * itself. */
typedef struct mg_generator_entry {
    mg_generator about;
    bool shuffled; /* MG_ORDER_DEFAULT means shuffled */
    mg_status (*prepare)(mg_context *context, mg_recipe *recipe);
    mg_status (*build)(mg_context *context, const mg_recipe *recipe, mg_csr *csr);
} mg_generator_entry;

/* Sets n to options->vertices, or 2^scale if 0. RANGE: too large. */
mg_status mg__recipe_vertices(mg_context *context, mg_recipe *recipe);

/* Index of vertex v of the construction order. */
static inline mg_vertex mg__recipe_index(const mg_recipe *recipe, mg_vertex v) {
    return recipe->shuffled ? (mg_vertex)mg__shuffle_at(&recipe->shuffle, v) : v;
}

mg_status mg__prepare_kron(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_rmat(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_uniform(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_rgg(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_road(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_grid(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_path(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_cycle(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_star(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_complete(mg_context *context, mg_recipe *recipe);
mg_status mg__prepare_empty(mg_context *context, mg_recipe *recipe);

mg_status mg__build_rgg(mg_context *context, const mg_recipe *recipe, mg_csr *csr);

#endif
