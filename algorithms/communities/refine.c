/* SPDX-License-Identifier: Apache-2.0
 *
 * refine.c: vertices that are alone join the part of their community where modularity grows most, if both are well
 * connected to the rest of the community. As in moves.c the vertices of a group decide at the same time; of two of
 * which one would join the other, and that one another, only one goes, so that parts are connected.
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
    double scale;             /* resolution / total */
    uint64_t *within;         /* of a vertex: weight of its edges within its community, without loops */
    uint64_t *cut;            /* of a part, by label: weight of its edges to the rest of its community */
    mg_vertex *target;        /* of the list; MG_NONE: stays alone */
    uint8_t *candidate;       /* of a vertex: alone, to be tried */
    uint8_t *leaves, *joined; /* of a label: its only vertex would leave; somebody comes before it may */
    uint8_t *moved;           /* of a vertex: it joined a part with this group */
    mg_move_groups groups;
    mg_label_tables tables;
    uint64_t key; /* of the priorities */
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

/* The part that a vertex joins; MG_NONE: none, as it is no longer alone or modularity would not grow. */
static mg_vertex choose_part(const refining *m, mg_vertex v, mg_label_sums *sums) {
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
            is_well_connected(m, m->cut[slot->label], strength, community)) {
            most = value;
            best = slot->label;
        }
    }
    mg__label_sums_end(sums);
    return best;
}

static bool is_before(const refining *m, mg_vertex a, mg_vertex b) {
    const uint64_t x = mg__random(m->key, a), y = mg__random(m->key, b);
    return x > y || (x == y && a < b);
}

/* May the vertex of list place i go? Not if somebody joins it, and not to one that goes itself. */
static bool may_go(const refining *m, uint64_t i) {
    const mg_vertex target = m->target[i], own = m->parts->label[m->groups.list[i]];
    return target != MG_NONE && !m->joined[own] && (!m->leaves[target] || m->joined[target]);
}

/* The cut of the part that v has joined, with others that came with it: an edge between two of them is seen twice. */
static void update_cut(const refining *m, mg_vertex v) {
    const mg_vertex part = m->parts->label[v];
    uint64_t to_part = 0, to_moved = 0;
    for (uint32_t r = 0; r < m->g->row_count; r++) {
        const mg_coarse_rows *const rows = &m->g->rows[r];
        for (uint64_t e = rows->begin[v]; e < rows->end[v]; e++) {
            const mg_vertex u = rows->neighbours[e];
            if (u != v && m->parts->label[u] == part) {
                const uint64_t weight = rows->weights ? rows->weights[e] : 1;
                to_part += weight;
                to_moved += m->moved[u] ? weight : 0;
            }
        }
    }
    __atomic_fetch_add(&m->cut[part], m->within[v] - 2 * to_part + to_moved, __ATOMIC_RELAXED);
}

static void join(const refining *m, mg_vertex v, mg_vertex target) {
    mg_clustering *const parts = m->parts;
    const mg_vertex own = parts->label[v];
    parts->strength[own] = 0;
    parts->size[own] = 0;
    __atomic_fetch_add(&parts->strength[target], m->g->strength[v], __ATOMIC_RELAXED);
    __atomic_fetch_add(&parts->size[target], 1, __ATOMIC_RELAXED);
    parts->label[v] = target;
    m->moved[v] = 1;
    m->candidate[v] = 0;
}

/* Called by all threads of a team. Returns how many vertices would have gone, but had to wait. */
static uint64_t join_group(const refining *m, uint64_t begin, uint64_t end, mg_label_sums *sums) {
    const mg_vertex *const list = m->groups.list;
    uint64_t waiting = 0;
#pragma omp for schedule(dynamic, 64)
    for (uint64_t i = begin; i < end; i++) {
        const mg_vertex v = list[i];
        m->target[i] = choose_part(m, v, sums);
        m->leaves[m->parts->label[v]] = m->target[i] != MG_NONE;
        m->candidate[v] = m->target[i] != MG_NONE;
    }
#pragma omp for schedule(static)
    for (uint64_t i = begin; i < end; i++) {
        const mg_vertex target = m->target[i];
        if (target != MG_NONE && m->leaves[target] && is_before(m, m->parts->label[list[i]], target)) {
            __atomic_store_n(&m->joined[target], 1, __ATOMIC_RELAXED);
        }
    }
#pragma omp for schedule(static)
    for (uint64_t i = begin; i < end; i++) {
        const bool waits = m->target[i] != MG_NONE && !may_go(m, i);
        waiting += waits;
        m->target[i] = waits ? MG_NONE : m->target[i];
    }
#pragma omp for schedule(static)
    for (uint64_t i = begin; i < end; i++) {
        const mg_vertex own = m->parts->label[list[i]];
        m->leaves[own] = 0;
        m->joined[own] = 0;
        if (m->target[i] != MG_NONE) {
            join(m, list[i], m->target[i]);
        }
    }
#pragma omp for schedule(dynamic, 64)
    for (uint64_t i = begin; i < end; i++) {
        if (m->target[i] != MG_NONE) {
            update_cut(m, list[i]);
        }
    }
#pragma omp for schedule(static)
    for (uint64_t i = begin; i < end; i++) {
        m->moved[list[i]] = 0;
    }
    return waiting;
}

static uint64_t join_groups(const refining *m, int threads) {
    uint64_t waiting = 0;
#pragma omp parallel num_threads(threads) reduction(+ : waiting)
    for (uint32_t k = 0; k < MG_MOVE_GROUPS; k++) {
        waiting +=
            join_group(m, m->groups.first[k], m->groups.first[k + 1], &m->tables.of_thread[omp_get_thread_num()]);
    }
    return waiting;
}

static mg_status allocate(mg_context *context, refining *m) {
    mg_status status = MG_OK;
    const mg_vertex n = m->g->n;
    MG_TRY(MG_ALLOC(context, m->within, n, "edges within communities"));
    MG_TRY(MG_ALLOC(context, m->cut, n, "edges within communities"));
    MG_TRY(MG_ALLOC(context, m->target, n, "parts of vertices"));
    MG_TRY(MG_ALLOC_ZEROED(context, m->candidate, n, "parts of vertices"));
    MG_TRY(MG_ALLOC_ZEROED(context, m->leaves, n, "parts of vertices"));
    MG_TRY(MG_ALLOC_ZEROED(context, m->joined, n, "parts of vertices"));
    MG_TRY(MG_ALLOC_ZEROED(context, m->moved, n, "parts of vertices"));
    MG_TRY(mg__move_groups_create(context, n, &m->groups));
    MG_TRY(mg__label_tables_create(context, mg__coarse_threads(context, m->g), m->g->widest < n ? m->g->widest : n,
                                   &m->tables));
out:
    return status;
}

static void release(mg_context *context, refining *m) {
    void *const blocks[] = {m->within, m->cut, m->target, m->candidate, m->leaves, m->joined, m->moved};
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
    uint64_t waiting = 1;
    MG_TRY(allocate(context, &m));
    mg__clustering_singletons(context, g, parts);
    *inside = g->inside + find_within(&m, threads);
    while (waiting) {
        MG_TRY(mg__progress(context, moving->stage, -1));
        m.key = mg__moving_key(moving);
        mg__move_groups_fill(g, m.candidate, m.key, threads, &m.groups);
        waiting = join_groups(&m, mg__move_groups_threads(context, g, &m.groups));
    }
out:
    release(context, &m);
    return status;
}
