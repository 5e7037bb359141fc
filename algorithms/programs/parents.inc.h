/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree of shortest paths from final distances. The includer defines PARENTS, the name of the program; TREE, its state;
 * D and W, the types of distances and weights; FAR, the distance of unreached vertices; ADD(d, w), the addition.
 *
 * The parent of v is the smallest u with a tight edge, d[u] + w == d[v], and d[u] < d[v]; such edges form no cycle.
 * Vertices without one were reached over an edge of weight 0 (or absorbed by rounding): ties. A breadth-first search
 * over ties, from the vertices that have a parent, gives them tie levels; the parent of a tied vertex is the smallest u
 * of the previous level. Deterministic for any schedule.
 */
#include <multigraph/program.h>

#include "algorithms/programs/sssp.h"

#define NAME_(a, b) a##b
#define NAME(a, b) NAME_(a, b)
#define F(suffix) NAME(PARENTS, suffix)

/* Runs twice: before the ties, when no vertex has a tie level, and after them, for vertices of level 1 and more. */
MG_FN void F(_pick)(mg_vertex u, mg_vertex v, W weight, const sssp_parameters *p, TREE *all) {
    (void)p;
    const uint32_t tie = all[v].tie;
    const D from = all[u].distance, to = all[v].distance;
    const bool on_path =
        tie == MG_UNREACHED ? from < to : tie != 0 && from == to && all[u].tie + 1 == tie; /* 0: has its parent */
    if (on_path && to != FAR && ADD(from, weight) == to) {
        mg_atomic_min_u32(&all[v].parent, u);
    }
}

MG_FN bool F(_reached)(const sssp_parameters *p, const TREE *s) {
    (void)p;
    return s->distance != FAR;
}

/* ---- ties ---- */

MG_FN bool F(_tie_init)(const mg_ctx *ctx, const sssp_parameters *p, TREE *s) {
    (void)ctx;
    (void)p;
    const bool rooted = s->parent != MG_NONE;
    s->tie = rooted ? 0 : MG_UNREACHED;
    return rooted;
}

MG_FN D F(_tie_scatter)(const mg_ctx *ctx, const sssp_parameters *p, TREE *s) {
    (void)ctx;
    (void)p;
    return s->distance;
}

MG_FN D F(_tie_edge)(const sssp_parameters *p, D distance, W weight, const TREE *receiver) {
    (void)p;
    const bool tied = receiver->distance == distance && ADD(distance, weight) == distance;
    return tied ? distance : FAR;
}

MG_FN bool F(_tie_needs)(const sssp_parameters *p, const TREE *s) {
    (void)p;
    return s->tie == MG_UNREACHED && s->distance != FAR;
}

MG_FN bool F(_tie_apply)(const mg_ctx *ctx, const sssp_parameters *p, TREE *s, D distance, double *add) {
    (void)p;
    (void)add;
    if (distance == FAR) {
        return false;
    }
    s->tie = ctx->iteration + 1;
    return true;
}

#define PICK F(_parent)
MG_TYPES(PICK, TREE, sssp_parameters, uint32_t, W);
MG_PHASE(PICK){
    .kind = MG_KIND_EDGES,
    .visit = F(_pick),
    .where = F(_reached),
};
#define MG_INSTANTIATE PICK
#define MG_LOOPS MG_LOOPS_MAPS
#include <multigraph/instantiate.h>

#define TIES F(_ties)
MG_TYPES(TIES, TREE, sssp_parameters, D, W);
MG_PHASE(TIES){
    .properties = MG_FIRST_HIT,
    .monoid = MG_ANY,
    .identity = FAR,
    .init = F(_tie_init),
    .scatter = F(_tie_scatter),
    .edge_at = F(_tie_edge),
    .needs = F(_tie_needs),
    .apply = F(_tie_apply),
};
#define MG_INSTANTIATE TIES
#define MG_LOOPS MG_LOOPS_SINGLE
#include <multigraph/instantiate.h>

MG_PROGRAM(PARENTS){
    MG_ABOUT("parents", "tree of shortest paths", TREE, sssp_parameters),
    .phases = {MG_RUN(PICK), MG_RUN(TIES), MG_RUN(PICK)},
    .columns = {MG_COLUMN(TREE, parent, "parent", MG_VERTEX)},
};
