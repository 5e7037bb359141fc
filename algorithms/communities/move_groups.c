/* SPDX-License-Identifier: Apache-2.0
 *
 * move_groups.c: the groups of vertices that move at the same time.
 */
#include "algorithms/communities/moves.h"
#include "core/counter_random.h"

#include <omp.h>
#include <string.h>

mg_status mg__move_groups_create(mg_context *context, mg_vertex n, mg_move_groups *groups) {
    mg_status status = MG_OK;
    *groups = (mg_move_groups){.list = NULL};
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

static uint32_t group_of(const mg_coarse *g, mg_vertex v, uint64_t key) {
    return (uint32_t)(mg__random(key, g->key ? g->key[v] : v) >> 32) % MG_MOVE_GROUPS;
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
        uint64_t at[MG_MOVE_GROUPS] = {0}, *const counts = groups->counts + (size_t)omp_get_thread_num() * MG_MOVE_GROUPS;
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < g->n; v++) {
            if (flag[v]) {
                at[group_of(g, v, key)]++;
            }
        }
        memcpy(counts, at, sizeof at);
#pragma omp barrier
#pragma omp single
        place(groups, omp_get_num_threads());
        memcpy(at, counts, sizeof at);
#pragma omp for schedule(static)
        for (mg_vertex v = 0; v < g->n; v++) {
            if (flag[v]) {
                groups->list[at[group_of(g, v, key)]++] = v;
            }
        }
    }
}
