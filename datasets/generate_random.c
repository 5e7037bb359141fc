/* SPDX-License-Identifier: Apache-2.0
 *
 * generate_random.c: graphs of independent random edges. Kronecker and R-MAT edges choose one of four quadrants of the
 * adjacency matrix at every level, with probabilities a, b, c and 1 - a - b - c. [1] D. Chakrabarti, Y. Zhan, C.
 * Faloutsos, "R-MAT: a recursive model for graph mining", SDM 2004. [2] Graph500 benchmark specification, kernel 0: a =
 * 0.57, b = c = 0.19, 2^scale vertices, 16 edges per vertex.
 */
#include "datasets/recipe.h"

/* A 64-bit random number is used for two levels. */
#define NUMBERS_PER_EDGE 16

static void rmat_edge(const mg_recipe *recipe, uint64_t i, mg_vertex *from, mg_vertex *to) {
    const uint32_t a = recipe->threshold[0], ab = recipe->threshold[1], abc = recipe->threshold[2];
    mg_vertex u = 0, v = 0;
    uint64_t random = 0;
    for (uint32_t level = 0; level < recipe->options->scale; level++) {
        random = level % 2 ? random >> 32 : mg__random(recipe->key, i * NUMBERS_PER_EDGE + level / 2);
        const uint32_t r = (uint32_t)random;
        u = u << 1 | (r >= ab);
        v = v << 1 | ((r >= a && r < ab) || r >= abc);
    }
    *from = u;
    *to = v;
}

mg_status mg__prepare_rmat(mg_context *context, mg_recipe *recipe) {
    const mg_generate_options *o = recipe->options;
    if (!(o->a >= 0 && o->b >= 0 && o->c >= 0 && o->a + o->b + o->c <= 1)) {
        return mg__fail(context, MG_ERROR_INVALID, "a, b, c are %g, %g, %g, expected probabilities of at most 1 in sum",
                        o->a, o->b, o->c);
    }
    if (o->scale > 31 || o->vertices) {
        return mg__fail(context, MG_ERROR_INVALID, "this kind has 2^scale vertices, scale at most 31");
    }
    const double ends[3] = {o->a, o->a + o->b, o->a + o->b + o->c};
    for (int i = 0; i < 3; i++) {
        recipe->threshold[i] = ends[i] >= 1 ? UINT32_MAX : (uint32_t)(ends[i] * 0x1p32);
    }
    recipe->n = (mg_vertex)1 << o->scale;
    recipe->draws = (uint64_t)recipe->n * o->edge_factor;
    recipe->directed = true;
    recipe->edge = rmat_edge;
    return MG_OK;
}

mg_status mg__prepare_kron(mg_context *context, mg_recipe *recipe) {
    const mg_status status = mg__prepare_rmat(context, recipe);
    recipe->directed = false;
    recipe->repeats = true;
    return status;
}

static void uniform_edge(const mg_recipe *recipe, uint64_t i, mg_vertex *from, mg_vertex *to) {
    *from = (mg_vertex)mg__random_below(mg__random(recipe->key, 2 * i), recipe->n);
    *to = (mg_vertex)mg__random_below(mg__random(recipe->key, 2 * i + 1), recipe->n);
}

mg_status mg__prepare_uniform(mg_context *context, mg_recipe *recipe) {
    const mg_status status = mg__recipe_vertices(context, recipe);
    recipe->draws = (uint64_t)recipe->n * recipe->options->edge_factor;
    recipe->repeats = true;
    recipe->edge = uniform_edge;
    return status;
}
