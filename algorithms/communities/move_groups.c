/* SPDX-License-Identifier: Apache-2.0
 *
 * move_groups.c: the groups of vertices that move at the same time.
 */
#include "algorithms/communities/moves.h"
#include "core/counter_random.h"

#include <omp.h>
#include <string.h>

#define MG_FIRST_PURPOSE 5          /* of the seed */
#define MG_LEAST_JOINT_EDGES 262144 /* of a sweep by several threads */

uint64_t mg__moving_key(mg_moving *moving) {
    return mg__random_key(moving->seed, MG_FIRST_PURPOSE + moving->sweeps++);
}

mg_status mg__move_groups_create(mg_context *context, mg_vertex n, mg_move_groups *groups) {
    mg_status status = MG_OK;
    *groups = (mg_move_groups){.count = MG_MOVE_GROUPS};
    MG_TRY(MG_ALLOC(context, groups->list, n, "groups of vertices"));
    MG_TRY(MG_ALLOC(context, groups->counts, (uint64_t)context->threads * MG_MOVE_GROUPS, "groups of vertices"));
out:
    return status;
}

void mg__move_groups_release(mg_context *context, mg_move_groups *groups) {
    mg__release(&context->memory, groups->list);
    mg__release(&context->memory, groups->counts);
    *groups = (mg_move_groups){.list = NULL};
}

static mg_vertex vertex_at(const mg_coarse *g, mg_vertex place) {
    return g->order ? g->order[place] : place;
}

/* Turns counts into positions: by group, then by thread. */
static void place(mg_move_groups *groups, int threads) {
    uint64_t at = 0;
    for (uint32_t k = 0; k < MG_MOVE_GROUPS; k++) {
        groups->first[k] = at;
        for (int t = 0; t < threads; t++) {
            uint64_t *const count = &groups->counts[(size_t)t * MG_MOVE_GROUPS + k];
            const uint64_t found = *count;
            *count = at;
            at += found;
        }
    }
    groups->first[MG_MOVE_GROUPS] = at;
}

void mg__move_groups_fill(const mg_coarse *g, const uint8_t *flag, uint64_t key, int threads, mg_move_groups *groups) {
#pragma omp parallel num_threads(threads)
    {
        uint64_t at[MG_MOVE_GROUPS] = {0}, *const counts =
                                               groups->counts + (size_t)omp_get_thread_num() * MG_MOVE_GROUPS;
#pragma omp for schedule(static)
        for (mg_vertex i = 0; i < g->n; i++) {
            if (flag[vertex_at(g, i)]) {
                at[mg_move_group(i, key, groups->count)]++;
            }
        }
        memcpy(counts, at, sizeof at);
#pragma omp barrier
#pragma omp single
        place(groups, omp_get_num_threads());
        memcpy(at, counts, sizeof at);
#pragma omp for schedule(static)
        for (mg_vertex i = 0; i < g->n; i++) {
            const mg_vertex v = vertex_at(g, i);
            if (flag[v]) {
                groups->list[at[mg_move_group(i, key, groups->count)]++] = v;
            }
        }
    }
}

int mg__move_groups_threads(const mg_context *context, const mg_coarse *g, const mg_move_groups *groups) {
    const double edges = (double)g->edges / (g->n ? g->n : 1) * (double)groups->first[MG_MOVE_GROUPS];
    return edges < MG_LEAST_JOINT_EDGES && !context->test_all_paths ? 1 : mg__coarse_threads(context, g);
}
