/* SPDX-License-Identifier: Apache-2.0
 *
 * reference_sweep.c: VERTICES, EDGES and MOST_FREQUENT phases of the reference interpreter.
 */
#include "core/program/laws.h"
#include "core/program/reference_run.h"

#include <string.h>

static bool sweep_vertices(reference_run *m) {
    double add[MG_TOTALS_MAX] = {0};
    bool again = false;
    for (mg_vertex v = 0; v < m->n; v++) {
        const mg_ctx ctx = mg__reference_context(m, v);
        again |= m->calls->vertex(&ctx, m->params, m->state, add);
    }
    mg__reference_store_totals(m, add, "vertex");
    return again;
}

/* Small vertex ranges, so that small graphs have edges within and between them. */
#define BLOCK_VERTICES 5u

static bool is_visited(const reference_run *m, mg_vertex owner, mg_vertex neighbour) {
    const bool inside = owner / BLOCK_VERTICES == neighbour / BLOCK_VERTICES;
    return !(m->info.properties & (inside ? MG_BETWEEN_BLOCKS : MG_WITHIN_BLOCKS));
}

static bool wants_edges(const reference_run *m, mg_vertex v) {
    return !m->info.has_where || m->calls->where(m->params, mg__reference_state(m, v));
}

static void visit_row(reference_run *m, mg_vertex v) {
    mg_adjacency sides[2];
    const size_t side_count = mg__reference_sides(m, sides);
    if (!wants_edges(m, v)) {
        return;
    }
    for (size_t k = 0; k < side_count; k++) {
        const uint64_t first = sides[k].offsets[v] + m->info.first_neighbour;
        uint64_t last = sides[k].offsets[v + 1];
        last =
            m->info.neighbour_count && first + m->info.neighbour_count < last ? first + m->info.neighbour_count : last;
        for (uint64_t e = first; e < last; e++) {
            if (m->exposure == MG_EXPOSE_WHERE && !wants_edges(m, v)) {
                return;
            }
            const uint64_t weight = mg__weight_bits(m->info.weight_type, mg__reference_weight(m, &sides[k], e));
            if (is_visited(m, v, sides[k].neighbours[e])) {
                m->calls->visit(v, sides[k].neighbours[e], &weight, m->params, m->state);
            }
        }
    }
}

/* The edges and vertices of one range. */
static void visit_range(reference_run *m, mg_vertex first, mg_vertex end) {
    double add[MG_TOTALS_MAX] = {0};
    for (mg_vertex v = first; v < end && m->info.has_init; v++) {
        const mg_ctx ctx = mg__reference_context(m, v);
        m->calls->init(&ctx, m->params, mg__reference_state(m, v));
    }
    for (mg_vertex v = first; v < end; v++) {
        visit_row(m, v);
    }
    for (mg_vertex v = first; v < end && m->info.has_vertex; v++) {
        const mg_ctx ctx = mg__reference_context(m, v);
        m->calls->vertex(&ctx, m->params, m->state, add);
    }
    mg__reference_store_totals(m, add, "vertex");
}

/* The same on a copy, in which every state outside of the range is that of the next vertex; none may change. */
static void visit_isolated(reference_run *m, mg_vertex first, mg_vertex end) {
    const size_t size = m->info.state_size;
    char *const state = m->state, *const other = m->copy;
    for (mg_vertex v = 0; v < m->n; v++) {
        const bool inside = v >= first && v < end;
        memcpy(other + v * size, state + (inside ? v : (v + 1) % m->n) * size, size);
    }
    m->state = other;
    visit_range(m, first, end);
    m->state = state;
    for (mg_vertex v = 0; v < m->n; v++) {
        const bool inside = v >= first && v < end;
        m->writes_others |= !inside && memcmp(other + v * size, state + (v + 1) % m->n * size, size) != 0;
    }
    memcpy(state + first * size, other + first * size, (end - first) * size);
}

/* Visits edges by vertex range; without MG_WITHIN_BLOCKS each vertex is a range. */
static void visit_edges(reference_run *m) {
    const bool within = m->info.properties & MG_WITHIN_BLOCKS;
    const bool isolated = m->exposure == MG_EXPOSE_OTHERS && (within || m->info.has_init);
    const mg_vertex each = within ? BLOCK_VERTICES : 1;
    for (mg_vertex first = 0; first < m->n; first = m->n - first < each ? m->n : first + each) {
        const mg_vertex end = m->n - first < each ? m->n : first + each;
        if (isolated) {
            visit_isolated(m, first, end);
        } else {
            visit_range(m, first, end);
        }
    }
}

/* Most frequent label of all vertices, the smallest of equals. Quadratic: the graphs are small. */
static void find_most_frequent(reference_run *m) {
    uint32_t best = 0, best_count = 0;
    for (mg_vertex v = 0; v < m->n; v++) {
        const uint32_t label = m->calls->label(mg__reference_state(m, v));
        uint32_t count = 0;
        for (mg_vertex u = 0; u < m->n; u++) {
            count += m->calls->label(mg__reference_state(m, u)) == label;
        }
        if (count > best_count || (count == best_count && label < best)) {
            best = label;
            best_count = count;
        }
    }
    memcpy((char *)m->params + m->info.label_offset, &best, sizeof best);
}

void mg__reference_sweep(reference_run *m) {
    bool again = true;
    for (m->iteration = 0; again; m->iteration++) {
        if (m->info.iteration_limit && m->iteration == m->info.iteration_limit) {
            m->at_limit = true;
            return;
        }
        again = false;
        if (m->info.kind == MG_KIND_VERTICES) {
            again = sweep_vertices(m) && m->info.iteration_limit;
        } else if (m->info.kind == MG_KIND_EDGES) {
            visit_edges(m);
        } else {
            find_most_frequent(m);
        }
    }
}
