/* SPDX-License-Identifier: Apache-2.0
 *
 * moves.c: local moves in sweeps over the vertices that may move. A sweep goes through groups of vertices, which are
 * chosen by hashes: all vertices of a group decide by what is before any of them moves, so that the result does not
 * depend on the threads. As the groups are small, few neighbours move at the same time.
 */
#include "algorithms/communities/moves.h"

#include "algorithms/communities/label_sums.h"
#include "core/counter_random.h"

#include <omp.h>
#include <string.h>

#define MG_DEVICE_EDGES 1000000 /* of a level: with fewer a device takes longer than the CPU */

typedef struct sweep {
    const mg_coarse *g;
    mg_clustering *p;
    double scale; /* resolution / total */
    double least; /* half the gain of a move, times the total */
    mg_move_groups groups;
    mg_vertex *target; /* of the list; MG_NONE: stays */
    uint8_t *active;   /* of a vertex: it may move */
    mg_label_tables tables;
} sweep;

static void add_neighbours(const sweep *s, mg_vertex v, mg_label_sums *sums) {
    for (uint32_t r = 0; r < s->g->row_count; r++) {
        const mg_coarse_rows *const rows = &s->g->rows[r];
        const uint64_t end = rows->end[v];
        for (uint64_t e = rows->begin[v]; e < end; e++) {
            const mg_vertex u = rows->neighbours[e];
            if (u != v) {
                mg__label_sums_add(sums, s->p->label[u], rows->weights ? rows->weights[e] : 1);
            }
        }
    }
}

/* The best community of the sums, of equals that of smallest label. Half of modularity's gain, times the total, is
 * weight to the community - resolution * strength of the vertex * strength of the community / total. */
static mg_vertex best_label(const sweep *s, mg_vertex v, const mg_label_sums *sums) {
    const mg_vertex own = s->p->label[v];
    const double strength = (double)s->g->strength[v], factor = s->scale * strength;
    const double rest = (double)(s->p->strength[own] - s->g->strength[v]);
    const double stays = (double)mg__label_sum(sums, own) - factor * rest;
    double most = stays + MG_MOVE_LEAST_GAIN * strength + s->least;
    mg_vertex best = own;
    for (uint32_t i = 0; i < sums->count; i++) {
        const mg_label_slot *const slot = &sums->slots[sums->taken[i]];
        const double value = (double)slot->sum - factor * (double)s->p->strength[slot->label];
        if (slot->label != own && (value > most || (value == most && best != own && slot->label < best))) {
            most = value;
            best = slot->label;
        }
    }
    return best;
}

/* Where a vertex goes; MG_NONE: nowhere. Of two vertices that are alone the one with the larger label goes, or they
 * would change places. */
static mg_vertex choose(const sweep *s, mg_vertex v, mg_label_sums *sums) {
    const mg_vertex own = s->p->label[v];
    if (!s->g->strength[v]) {
        return MG_NONE;
    }
    mg__label_sums_begin(sums, mg__coarse_labels(s->g, v));
    add_neighbours(s, v, sums);
    const mg_vertex best = best_label(s, v, sums);
    mg__label_sums_end(sums);
    const bool both_alone = s->p->size[own] == 1 && s->p->size[best] == 1;
    return best == own || (both_alone && best > own) ? MG_NONE : best;
}

static void move(const sweep *s, mg_vertex v, mg_vertex target) {
    mg_clustering *const p = s->p;
    const mg_vertex own = p->label[v];
    __atomic_fetch_sub(&p->strength[own], s->g->strength[v], __ATOMIC_RELAXED);
    __atomic_fetch_add(&p->strength[target], s->g->strength[v], __ATOMIC_RELAXED);
    __atomic_fetch_sub(&p->size[own], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&p->size[target], 1, __ATOMIC_RELAXED);
    p->label[v] = target;
}

/* Neighbours that are not in the new community may move now. */
static void wake_neighbours(const sweep *s, mg_vertex v) {
    const mg_vertex label = s->p->label[v];
    for (uint32_t r = 0; r < s->g->row_count; r++) {
        const mg_coarse_rows *const rows = &s->g->rows[r];
        for (uint64_t e = rows->begin[v]; e < rows->end[v]; e++) {
            const mg_vertex u = rows->neighbours[e];
            if (s->p->label[u] != label && !__atomic_load_n(&s->active[u], __ATOMIC_RELAXED)) {
                __atomic_store_n(&s->active[u], 1, __ATOMIC_RELAXED);
            }
        }
    }
}

/* Returns the number of moves; *visited: entries of rows. */
static uint64_t move_groups(const sweep *s, int threads, uint64_t *visited) {
    uint64_t moves = 0, edges = 0;
#pragma omp parallel num_threads(threads) reduction(+ : moves, edges)
    for (uint32_t k = 0; k < s->groups.count; k++) {
        const uint64_t begin = s->groups.first[k], end = s->groups.first[k + 1];
        mg_label_sums *const sums = &s->tables.of_thread[omp_get_thread_num()];
#pragma omp for schedule(dynamic, 64)
        for (uint64_t i = begin; i < end; i++) {
            const mg_vertex v = s->groups.list[i];
            s->active[v] = 0;
            s->target[i] = choose(s, v, sums);
            edges += mg__coarse_width(s->g, v);
        }
#pragma omp for schedule(static)
        for (uint64_t i = begin; i < end; i++) {
            if (s->target[i] != MG_NONE) {
                move(s, s->groups.list[i], s->target[i]);
                moves++;
            }
        }
#pragma omp for schedule(dynamic, 64)
        for (uint64_t i = begin; i < end; i++) {
            if (s->target[i] != MG_NONE) {
                wake_neighbours(s, s->groups.list[i]);
            }
        }
    }
    *visited += edges;
    return moves;
}

/* The same where each vertex moves before the next decides, so that modularity grows with each move. */
static uint64_t move_singly(const sweep *s, uint64_t *visited) {
    uint64_t moves = 0;
    for (uint64_t i = 0; i < s->groups.first[MG_MOVE_GROUPS]; i++) {
        const mg_vertex v = s->groups.list[i];
        s->active[v] = 0;
        const mg_vertex target = choose(s, v, &s->tables.of_thread[0]);
        *visited += mg__coarse_width(s->g, v);
        if (target != MG_NONE) {
            move(s, v, target);
            wake_neighbours(s, v);
            moves++;
        }
    }
    return moves;
}

bool mg__moves_on_device(const mg_moving *moving, const mg_coarse *g) {
    return moving->device && !moving->serial && !mg__coarse_is_small(g) &&
           (moving->device_only || g->edges >= MG_DEVICE_EDGES);
}

/* Vertices without edges never move. Returns the number of others. */
static uint64_t wake_all(const sweep *s, int threads) {
    uint64_t joined = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : joined)
    for (mg_vertex v = 0; v < s->g->n; v++) {
        s->active[v] = mg__coarse_width(s->g, v) > 0;
        joined += s->active[v];
    }
    return joined;
}

mg_status mg__move_vertices(mg_context *context, const mg_coarse *g, mg_moving *moving, mg_clustering *p,
                            uint64_t *moved) {
    mg_status status = MG_OK;
    const int threads = mg__coarse_threads(context, g);
    sweep s = {.g = g,
               .p = p,
               .scale = g->total ? moving->resolution / (double)g->total : 0,
               .least = moving->least * (double)g->total / 2};
    const bool serial = moving->serial || mg__coarse_is_small(g);
    uint64_t moves = 1;
    *moved = 0;
    MG_TRY(mg__move_groups_create(context, g->n, &s.groups));
    MG_TRY(MG_ALLOC(context, s.target, g->n, "moves of vertices"));
    MG_TRY(MG_ALLOC(context, s.active, g->n, "moves of vertices"));
    MG_TRY(mg__label_tables_create(context, threads, g->widest < g->n ? g->widest : g->n, &s.tables));
    const uint64_t joined = wake_all(&s, threads);
    s.groups.count = mg_move_groups_of(joined, g->edges);
    for (uint32_t sweeps = 0; moves && (serial || sweeps < MG_JOINT_SWEEPS); sweeps++) {
        MG_TRY(mg__progress(context, moving->stage, -1));
        mg__move_groups_fill(g, s.active, mg__moving_key(moving), threads, &s.groups);
        moves = serial ? move_singly(&s, &moving->visited)
                       : move_groups(&s, mg__move_groups_threads(context, g, &s.groups), &moving->visited);
        *moved += moves;
        moves = !serial && mg_moves_end(moving->convergence_share, joined, moves) ? 0 : moves;
    }
out:
    mg__label_tables_release(context, &s.tables);
    mg__move_groups_release(context, &s.groups);
    mg__release(&context->memory, s.target);
    mg__release(&context->memory, s.active);
    return status;
}
