/* SPDX-License-Identifier: Apache-2.0
 *
 * recipe.h: how a generator tells the builder what to draw.
 */
#ifndef MG_DATASETS_RECIPE_H
#define MG_DATASETS_RECIPE_H

#include "core/counter_random.h"
#include "core/graph/graph_build.h"

/* One graph to be drawn: `draws` edges, each a function of its number alone. */
typedef struct mg_recipe {
    const mg_generate_options *options;
    mg_vertex n;
    uint64_t draws;
    uint64_t key;
    bool directed; /* every draw is one arc, and stays: loops and repetitions too */
    bool repeats;  /* the same edge may be drawn twice */
    bool shuffled;
    mg__shuffle shuffle;
    uint32_t threshold[3]; /* rmat: of 2^32, where the quadrants a, b and c end */
    /* Edge i; a loop means none, unless directed. */
    void (*edge)(const struct mg_recipe *recipe, uint64_t i, mg_vertex *from, mg_vertex *to);
} mg_recipe;

/* What differs between the kinds. `prepare` checks the options and fills n, draws and edge; `build`, where set, makes
 * the sorted adjacency itself. */
typedef struct mg_generator_entry {
    mg_generator about;
    bool shuffled; /* MG_ORDER_DEFAULT means shuffled */
    mg_status (*prepare)(mg_context *context, mg_recipe *recipe);
    mg_status (*build)(mg_context *context, const mg_recipe *recipe, mg_csr *csr);
} mg_generator_entry;

/* n = options->vertices, or 2^scale. RANGE where that is too many. */
mg_status mg__recipe_vertices(mg_context *context, mg_recipe *recipe);

/* The index of vertex v, counted in the kind's natural order. */
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
