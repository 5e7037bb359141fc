/* SPDX-License-Identifier: Apache-2.0
 *
 * generate.c: mg_generate and the table of generators. Edges are a function of their number (counter-based generation)
 * and computed twice, to count and to place them: no edge list is stored, and the graph does not depend on the number
 * of threads.
 */
#include "core/graph/weights.h"
#include "datasets/recipe.h"

#include <string.h>

#define MOST_DRAWS ((uint64_t)1 << 40)
enum { PURPOSE_EDGES, PURPOSE_ORDER };

static const mg_generator_entry generators[] = {
    {{"kron", "Graph500 Kronecker graph, undirected"}, true, mg__prepare_kron, NULL},
    {{"rmat", "R-MAT graph, directed, as drawn"}, false, mg__prepare_rmat, NULL},
    {{"uniform", "edges between uniformly drawn vertices"}, false, mg__prepare_uniform, NULL},
    {{"rgg", "random points in the unit square, joined within a radius"}, false, mg__prepare_rgg, mg__build_rgg},
    {{"road", "grid with a random share of its edges, like a road network"}, false, mg__prepare_road, NULL},
    {{"grid", "grid of width x height vertices"}, false, mg__prepare_grid, NULL},
    {{"path", "one path through all vertices"}, false, mg__prepare_path, NULL},
    {{"cycle", "one cycle through all vertices"}, false, mg__prepare_cycle, NULL},
    {{"star", "vertex 0 joined to every other"}, false, mg__prepare_star, NULL},
    {{"complete", "every pair of vertices joined"}, false, mg__prepare_complete, NULL},
    {{"empty", "no edges"}, false, mg__prepare_empty, NULL},
};
#define GENERATOR_COUNT (sizeof generators / sizeof *generators)

const mg_generator *mg_generator_at(size_t position) {
    return position < GENERATOR_COUNT ? &generators[position].about : NULL;
}

mg_status mg__recipe_vertices(mg_context *context, mg_recipe *recipe) {
    const mg_generate_options *o = recipe->options;
    if (o->vertices >= MG_NONE || (!o->vertices && o->scale > 31)) {
        return mg__fail(context, MG_ERROR_RANGE, "a graph has fewer than 2^32 - 1 vertices");
    }
    recipe->n = o->vertices ? (mg_vertex)o->vertices : (mg_vertex)1 << o->scale;
    return MG_OK;
}

static void load(const mg_arc_list *arcs, uint64_t begin, uint32_t count, mg_vertex *from, mg_vertex *to,
                 void *weights) {
    (void)weights; /* weights are generated later */
    const mg_recipe *recipe = arcs->data;
    for (uint32_t i = 0; i < count; i++) {
        recipe->edge(recipe, begin + i, &from[i], &to[i]);
    }
    if (recipe->shuffled) {
        for (uint32_t i = 0; i < count; i++) {
            from[i] = mg__recipe_index(recipe, from[i]);
            to[i] = mg__recipe_index(recipe, to[i]);
        }
    }
}

static mg_status build_drawn(mg_context *context, const mg_recipe *recipe, mg_csr *csr) {
    const mg_arc_list arcs = {.count = recipe->draws,
                              .load = load,
                              .data = recipe,
                              .both = !recipe->directed,
                              .drop_loops = !recipe->directed};
    mg_status status;
    if (recipe->draws > MOST_DRAWS) {
        return mg__fail(context, MG_ERROR_RANGE, "%.0f edges to draw, at most 2^40 are supported",
                        (double)recipe->draws);
    }
    MG_TRY(mg__csr_build(context, recipe->n, &arcs, csr));
    MG_TRY(mg__csr_sort(context, recipe->n, MG_TYPE_NONE, csr));
    if (recipe->repeats) {
        MG_TRY(mg__csr_merge(context, recipe->n, MG_TYPE_NONE, csr));
    }
out:
    return status;
}

static mg_status find(mg_context *context, const char *kind, const mg_generator_entry **entry) {
    char names[256] = "";
    for (size_t i = 0; i < GENERATOR_COUNT; i++) {
        *entry = &generators[i];
        if (strcmp((*entry)->about.name, kind) == 0) {
            return MG_OK;
        }
        strcat(strcat(names, i ? ", " : ""), (*entry)->about.name);
    }
    return mg__fail(context, MG_ERROR_INVALID, "unknown kind of graph '%s'; known are %s", kind, names);
}

static mg_status check(mg_context *context, const char *kind, const mg_generate_options *o, mg_graph **graph) {
    if (!kind || !graph) {
        return mg__fail(context, MG_ERROR_INVALID, "generating a graph: %s is NULL", kind ? "graph" : "kind");
    }
    if (o->size != sizeof *o) {
        return mg__fail(context, MG_ERROR_INVALID, "generating a graph: the options' size is %zu, expected %zu",
                        o->size, sizeof *o);
    }
    const bool typed = o->weight_type == MG_TYPE_NONE || mg__is_weight_type(o->weight_type);
    if (o->weight_max < 0 || (unsigned)o->order > MG_ORDER_SHUFFLED || !typed) {
        return mg__fail(context, MG_ERROR_INVALID, "generating a graph: %s is not valid",
                        o->weight_max < 0 ? "weight_max"
                        : !typed          ? "weight_type"
                                          : "order");
    }
    return MG_OK;
}

mg_status mg_generate(mg_context *context, const char *kind, const mg_generate_options *options, mg_graph **graph) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    const mg_generate_options defaults = MG_GENERATE_OPTIONS_INIT;
    const mg_generate_options *o = options ? options : &defaults;
    const mg_generator_entry *entry;
    mg_recipe recipe = {.options = o, .key = mg__random_key(o->seed, PURPOSE_EDGES)};
    mg_csr csr = {0};
    mg_type weight_type = MG_TYPE_NONE;
    mg_status status;
    MG_TRY(check(context, kind, o, graph));
    MG_TRY(find(context, kind, &entry));
    MG_TRY(entry->prepare(context, &recipe));
    recipe.shuffled = o->order == MG_ORDER_SHUFFLED || (o->order == MG_ORDER_DEFAULT && entry->shuffled);
    recipe.shuffle = mg__shuffle_make(recipe.n, mg__random_key(o->seed, PURPOSE_ORDER));
    MG_TRY((entry->build ? entry->build : build_drawn)(context, &recipe, &csr));
    if (o->weight_max) {
        const mg_graph_header head = {.n = recipe.n};
        weight_type = MG_INT32;
        MG_TRY(mg__random_weights(context, recipe.n, recipe.directed, o->seed, o->weight_max, &csr));
        MG_TRY(mg__weights_retype(context, &head, o->weight_type, &weight_type, &csr));
    }
    status = mg__graph_adopt(context, recipe.n, csr, weight_type, recipe.directed, NULL, 0, graph);
    csr = (mg_csr){0};
out:
    mg__csr_release(&context->memory, &csr);
    return status;
}
