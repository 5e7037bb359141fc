/* SPDX-License-Identifier: Apache-2.0
 *
 * generate_regular.c: regular graphs: grids, paths, cycles, stars, complete graphs; and road, a grid that keeps a
 * random share of its edges.
 */
#include "datasets/recipe.h"

/* Numbering of the edges of a grid: all horizontal edges by row, then all vertical ones. */
static void grid_edge(const mg_recipe *recipe, uint64_t i, mg_vertex *from, mg_vertex *to) {
    const uint64_t width = recipe->options->width, height = recipe->options->height;
    const uint64_t along = (width - 1) * height;
    if (i < along) {
        *from = (mg_vertex)(i / (width - 1) * width + i % (width - 1));
        *to = *from + 1;
    } else {
        *from = (mg_vertex)(i - along);
        *to = (mg_vertex)(*from + width);
    }
}

static void road_edge(const mg_recipe *recipe, uint64_t i, mg_vertex *from, mg_vertex *to) {
    grid_edge(recipe, i, from, to);
    if (mg__random_unit(mg__random(recipe->key, i)) >= recipe->options->keep) {
        *to = *from;
    }
}

mg_status mg__prepare_grid(mg_context *context, mg_recipe *recipe) {
    const uint64_t width = recipe->options->width, height = recipe->options->height;
    if (!width || !height) {
        return mg__fail(context, MG_ERROR_INVALID, "width and height are %u and %u, expected at least 1",
                        recipe->options->width, recipe->options->height);
    }
    if (width * height >= MG_NONE) {
        return mg__fail(context, MG_ERROR_RANGE, "%u x %u vertices; a graph has fewer than 2^32 - 1",
                        recipe->options->width, recipe->options->height);
    }
    recipe->n = (mg_vertex)(width * height);
    recipe->draws = (width - 1) * height + width * (height - 1);
    recipe->edge = grid_edge;
    return MG_OK;
}

mg_status mg__prepare_road(mg_context *context, mg_recipe *recipe) {
    const double keep = recipe->options->keep;
    if (!(keep >= 0 && keep <= 1)) {
        return mg__fail(context, MG_ERROR_INVALID, "keep is %g, expected a share from 0 to 1", keep);
    }
    const mg_status status = mg__prepare_grid(context, recipe);
    recipe->edge = road_edge;
    return status;
}

static void path_edge(const mg_recipe *recipe, uint64_t i, mg_vertex *from, mg_vertex *to) {
    *from = (mg_vertex)i;
    *to = (mg_vertex)((i + 1) % recipe->n);
}

mg_status mg__prepare_path(mg_context *context, mg_recipe *recipe) {
    const mg_status status = mg__recipe_vertices(context, recipe);
    recipe->draws = status < 0 ? 0 : recipe->n - 1;
    recipe->edge = path_edge;
    return status;
}

/* A cycle of two vertices has one edge. */
mg_status mg__prepare_cycle(mg_context *context, mg_recipe *recipe) {
    const mg_status status = mg__prepare_path(context, recipe);
    recipe->draws += recipe->n > 2;
    return status;
}

static void star_edge(const mg_recipe *recipe, uint64_t i, mg_vertex *from, mg_vertex *to) {
    (void)recipe;
    *from = 0;
    *to = (mg_vertex)(i + 1);
}

mg_status mg__prepare_star(mg_context *context, mg_recipe *recipe) {
    const mg_status status = mg__prepare_path(context, recipe);
    recipe->edge = star_edge;
    return status;
}

/* Numbers the pairs by their distance on a circle, 1 to n / 2. */
static void complete_edge(const mg_recipe *recipe, uint64_t i, mg_vertex *from, mg_vertex *to) {
    *from = (mg_vertex)(i % recipe->n);
    *to = (mg_vertex)((*from + i / recipe->n + 1) % recipe->n);
}

mg_status mg__prepare_complete(mg_context *context, mg_recipe *recipe) {
    const mg_status status = mg__recipe_vertices(context, recipe);
    recipe->draws = status < 0 ? 0 : (uint64_t)recipe->n * (recipe->n - 1) / 2;
    recipe->edge = complete_edge;
    return status;
}

mg_status mg__prepare_empty(mg_context *context, mg_recipe *recipe) {
    const mg_status status = mg__recipe_vertices(context, recipe);
    recipe->edge = path_edge;
    return status;
}
