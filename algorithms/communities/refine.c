/* SPDX-License-Identifier: Apache-2.0
 *
 * refine.c: vertices that are alone join the part of their community where modularity grows most, if both are well
 * connected to the rest of the community. As in moves.c the vertices of a group decide at the same time; none joins one
 * of its group that is alone, which may go itself, so that parts are connected. Each vertex decides once; on a level of
 * few edges one after the other.
 */
#include "algorithms/communities/refine.h"

#include "algorithms/communities/label_sums.h"
#include "core/counter_random.h"

#include <omp.h>
#include <string.h>

typedef struct refining {
    const mg_coarse *g;
    const mg_clustering *p; /* the communities */
    mg_clustering *parts;
    double scale;       /* resolution / total */
    uint64_t *within;   /* of a vertex: weight of its edges within its community, without loops */
    uint64_t *cut;      /* of a part, by label: weight of its edges to the rest of its community */
    mg_vertex *target;  /* of the list; MG_NONE: stays alone */
    uint8_t *candidate; /* of a vertex: well connected to its community */
    uint8_t *came;      /* of a vertex: 1 + the group with which it joined a part */
    mg_move_groups groups;
    mg_label_tables tables;
    uint64_t key; /* of the groups */
} refining;

static bool is_well_connected(const refining *m, uint64_t cut, uint64_t strength, uint64_t community) {
    return (double)cut >= m->scale * (double)strength * (double)(community - strength);
}

/* Weights within communities. Returns the sum, without loops. */
static uint64_t find_within(const refining *m, int threads) {
    const mg_coarse *const g = m->g;
    const mg_vertex *const label = m->p->label;
    uint64_t sum = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256) reduction(+ : sum)
    for (mg_vertex v = 0; v < g->n; v++) {
        const mg_vertex key = m->parts->label[v];
        uint64_t within = 0;
        for (uint32_t r = 0; r < g->row_count; r++) {
            const mg_coarse_rows *const rows = &g->rows[r];
            for (uint64_t e = rows->begin[v]; e < rows->end[v]; e++) {
                const mg_vertex u = rows->neighbours[e];
                within += u != v && label[u] == label[v] ? (rows->weights ? rows->weights[e] : 1) : 0;
            }
        }
        m->within[v] = within;
        m->cut[key] = within;
        m->candidate[v] = within && is_well_connected(m, within, g->strength[v], m->p->strength[label[v]]);
        sum += within;
    }
    return sum;
}

static void add_parts(const refining *m, mg_vertex v, mg_label_sums *sums) {
    for (uint32_t r = 0; r < m->g->row_count; r++) {
        const mg_coarse_rows *const rows = &m->g->rows[r];
        for (uint64_t e = rows->begin[v]; e < rows->end[v]; e++) {
            const mg_vertex u = rows->neighbours[e];
            if (u != v && m->p->label[u] == m->p->label[v]) {
                mg__label_sums_add(sums, m->parts->label[u], rows->weights ? rows->weights[e] : 1);
            }
        }
    }
}

/* May a vertex of the group join this part? */
static bool is_open(const refining *m, mg_vertex label, uint32_t group) {
    return m->parts->size[label] > 1 || mg_move_group(label, m->key, m->groups.count) != group;
}

/* The part that a vertex joins; MG_NONE: none, as it is no longer alone or modularity would not grow. */
static mg_vertex choose_part(const refining *m, mg_vertex v, uint32_t group, mg_label_sums *sums) {
    const mg_vertex own = m->parts->label[v];
    const double factor = m->scale * (double)m->g->strength[v];
    const uint64_t community = m->p->strength[m->p->label[v]];
    double most = 0;
    mg_vertex best = MG_NONE;
    if (m->parts->size[own] != 1) {
        return MG_NONE;
    }
    mg__label_sums_begin(sums, mg__coarse_labels(m->g, v));
    add_parts(m, v, sums);
    for (uint32_t i = 0; i < sums->count; i++) {
        const mg_label_slot *const slot = &sums->slots[sums->taken[i]];
        const uint64_t strength = m->parts->strength[slot->label];
        const double value = (double)slot->sum - factor * (double)strength;
        if ((value > most || (value == most && slot->label < best && best != MG_NONE)) &&
            is_open(m, slot->label, group) && is_well_connected(m, m->cut[slot->label], strength, community)) {
            most = value;
            best = slot->label;
        }
    }
    mg__label_sums_end(sums);
    return best;
}

/* The cut of the part that v has joined, with others that came with it: an edge between two of them is seen twice. */
static void update_cut(const refining *m, mg_vertex v) {
    const mg_vertex part = m->parts->label[v];
    uint64_t to_part = 0, to_others = 0;
    for (uint32_t r = 0; r < m->g->row_count; r++) {
        const mg_coarse_rows *const rows = &m->g->rows[r];
        for (uint64_t e = rows->begin[v]; e < rows->end[v]; e++) {
            const mg_vertex u = rows->neighbours[e];
            if (u != v && m->parts->label[u] == part) {
                const uint64_t weight = rows->weights ? rows->weights[e] : 1;
                to_part += weight;
                to_others += m->came[u] == m->came[v] ? weight : 0;
            }
        }
    }
    __atomic_fetch_add(&m->cut[part], m->within[v] - 2 * to_part + to_others, __ATOMIC_RELAXED);
}

static void join(const refining *m, mg_vertex v, mg_vertex target, uint32_t group) {
    mg_clustering *const parts = m->parts;
    const mg_vertex own = parts->label[v];
    parts->strength[own] = 0;
    parts->size[own] = 0;
    __atomic_fetch_add(&parts->strength[target], m->g->strength[v], __ATOMIC_RELAXED);
    __atomic_fetch_add(&parts->size[target], 1, __ATOMIC_RELAXED);
    parts->label[v] = target;
    m->came[v] = (uint8_t)(group + 1);
}

/* Called by all threads of a team. */
static void join_group(const refining *m, uint32_t group, mg_label_sums *sums) {
    const mg_vertex *const list = m->groups.list;
    const uint64_t begin = m->groups.first[group], end = m->groups.first[group + 1];
#pragma omp for schedule(dynamic, 64)
    for (uint64_t i = begin; i < end; i++) {
        m->target[i] = choose_part(m, list[i], group, sums);
    }
#pragma omp for schedule(static)
    for (uint64_t i = begin; i < end; i++) {
        if (m->target[i] != MG_NONE) {
            join(m, list[i], m->target[i], group);
        }
    }
#pragma omp for schedule(dynamic, 64)
    for (uint64_t i = begin; i < end; i++) {
        if (m->target[i] != MG_NONE) {
            update_cut(m, list[i]);
        }
    }
}

/* The same where each vertex joins before the next decides, so that it may join any that is alone. */
static void join_singly(const refining *m) {
    for (uint64_t i = 0; i < m->groups.first[MG_MOVE_GROUPS]; i++) {
        const mg_vertex v = m->groups.list[i], target = choose_part(m, v, MG_MOVE_GROUPS, &m->tables.of_thread[0]);
        if (target != MG_NONE) {
            join(m, v, target, 0);
            update_cut(m, v);
            m->came[v] = 0;
        }
    }
}

static void join_groups(const refining *m, int threads) {
#pragma omp parallel num_threads(threads)
    for (uint32_t k = 0; k < m->groups.count; k++) {
        join_group(m, k, &m->tables.of_thread[omp_get_thread_num()]);
    }
}

static mg_status allocate(mg_context *context, refining *m) {
    mg_status status = MG_OK;
    const mg_vertex n = m->g->n;
    MG_TRY(MG_ALLOC(context, m->within, n, "edges within communities"));
    MG_TRY(MG_ALLOC(context, m->cut, n, "edges within communities"));
    MG_TRY(MG_ALLOC(context, m->target, n, "parts of vertices"));
    MG_TRY(MG_ALLOC(context, m->candidate, n, "parts of vertices"));
    MG_TRY(MG_ALLOC_ZEROED(context, m->came, n, "parts of vertices"));
    MG_TRY(mg__move_groups_create(context, n, &m->groups));
    MG_TRY(mg__label_tables_create(context, mg__coarse_threads(context, m->g), m->g->widest < n ? m->g->widest : n,
                                   &m->tables));
out:
    return status;
}

static void release(mg_context *context, refining *m) {
    void *const blocks[] = {m->within, m->cut, m->target, m->candidate, m->came};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        mg__release(&context->memory, blocks[i]);
    }
    mg__move_groups_release(context, &m->groups);
    mg__label_tables_release(context, &m->tables);
}

mg_status mg__refine(mg_context *context, const mg_coarse *g, mg_moving *moving, const mg_clustering *p,
                     mg_clustering *parts, uint64_t *inside) {
    mg_status status = MG_OK;
    const int threads = mg__coarse_threads(context, g);
    refining m = {.g = g, .p = p, .parts = parts, .scale = g->total ? moving->resolution / (double)g->total : 0};
    MG_TRY(allocate(context, &m));
    MG_TRY(mg__progress(context, moving->stage, -1));
    mg__clustering_singletons(context, g, parts);
    *inside = g->inside + find_within(&m, threads);
    m.key = mg__moving_key(moving);
    m.groups.count = MG_SPARSE_GROUPS;
    mg__move_groups_fill(g, m.candidate, m.key, threads, &m.groups);
    if (mg__coarse_is_small(g)) {
        join_singly(&m);
    } else {
        join_groups(&m, mg__move_groups_threads(context, g, &m.groups));
    }
out:
    release(context, &m);
    return status;
}
