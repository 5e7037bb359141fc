/* SPDX-License-Identifier: Apache-2.0
 *
 * reference_sweep.c: VERTICES, EDGES, MOST_FREQUENT and TRIANGLES phases of the reference interpreter.
 */
#include "core/engine/phase_rules.h"
#include "core/engine/plan_loops.h"
#include "core/program/laws.h"
#include "core/program/reference_run.h"

#include <string.h>

static bool sweep_vertices(reference_run *m) {
    double add[MG_TOTALS_MAX];
    mg__clear_totals(&m->info, add);
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
    double add[MG_TOTALS_MAX];
    mg__clear_totals(&m->info, add);
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

/* Also where nobody wants the values: `score` may break a law. */
static void score_edges(reference_run *m) {
    uint64_t unwanted;
    for (mg_vertex v = 0; v < m->n; v++) {
        for (uint64_t e = m->out.offsets[v]; e < m->out.offsets[v + 1]; e++) {
            const uint64_t weight = mg__weight_bits(m->info.weight_type, mg__reference_weight(m, &m->out, e));
            char *const to = m->scores ? (char *)m->scores->values + e * m->scores->size : (char *)&unwanted;
            m->calls->score(v, m->out.neighbours[e], &weight, m->params, m->state, to);
        }
    }
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

static bool has_edge(const mg_adjacency *edges, mg_vertex from, mg_vertex to) {
    for (uint64_t e = edges->offsets[from]; e < edges->offsets[from + 1]; e++) {
        if (edges->neighbours[e] == to) {
            return true;
        }
    }
    return false;
}

/* Directions in which two different vertices have edges; 1 on undirected graphs. */
static uint32_t edges_between(const reference_run *m, mg_vertex a, mg_vertex b) {
    const bool directed = mg_graph_directed(m->graph);
    return a == b ? 0 : (uint32_t)has_edge(&m->out, a, b) + (directed && has_edge(&m->in, a, b));
}

/* Different neighbours of v, in the array `next`, as 1. Returns their number. */
static uint32_t mark_neighbours(reference_run *m, mg_vertex v) {
    const mg_adjacency sides[] = {m->out, m->in};
    uint32_t count = 0;
    memset(m->next, 0, m->n);
    for (size_t k = 0; k < 2; k++) {
        for (uint64_t e = sides[k].offsets[v]; e < sides[k].offsets[v + 1]; e++) {
            const mg_vertex u = sides[k].neighbours[e];
            count += u != v && !m->next[u];
            m->next[u] = u != v;
        }
    }
    return count;
}

/* What v gets from the triangle with a and b, which may be exchanged. */
static uint64_t corner(reference_run *m, mg_vertex v, mg_vertex a, mg_vertex b, uint32_t edges) {
    uint64_t value = 0, exchanged = 0;
    const void *const own = mg__reference_state(m, v), *const of_a = mg__reference_state(m, a),
                      *const of_b = mg__reference_state(m, b);
    m->calls->triangle(m->params, own, of_a, of_b, edges, &value);
    m->calls->triangle(m->params, own, of_b, of_a, edges, &exchanged);
    m->sees_order = m->sees_order || value != exchanged;
    return value;
}

/* Combines what v gets from all pairs of its neighbours that are neighbours. Their number is quadratic. */
static void gather_triangles(reference_run *m, mg_vertex v) {
    const mg_adjacency sides[] = {m->out, m->in};
    mark_neighbours(m, v);
    m->acc[v] = m->info.identity;
    for (mg_vertex a = 0; a < m->n; a++) {
        for (size_t k = 0; m->next[a] && k < 2; k++) {
            for (uint64_t e = sides[k].offsets[a]; e < sides[k].offsets[a + 1]; e++) {
                const mg_vertex b = sides[k].neighbours[e];
                const bool first = (e == sides[k].offsets[a] || sides[k].neighbours[e - 1] != b) &&
                                   (k == 0 || !has_edge(&sides[0], a, b)); /* this pair was not seen */
                if (a < b && m->next[b] && first) {
                    mg__reference_receive(m, v, corner(m, v, a, b, edges_between(m, a, b)));
                }
            }
        }
    }
}

static void sweep_triangles(reference_run *m) {
    const bool only_total = mg__counts_all_triangles(&m->info);
    uint64_t corners = 0; /* of all triangles: three each */
    double add[MG_TOTALS_MAX];
    mg__clear_totals(&m->info, add);
    for (mg_vertex v = 0; v < m->n && m->info.has_init; v++) {
        mg_ctx ctx = mg__reference_context(m, v);
        ctx.neighbours = mark_neighbours(m, v);
        m->calls->init(&ctx, m->params, mg__reference_state(m, v));
    }
    for (mg_vertex v = 0; v < m->n; v++) {
        gather_triangles(m, v);
    }
    for (mg_vertex v = 0; v < m->n; v++) {
        if (only_total) {
            corners += m->acc[v];
            continue;
        }
        if (!m->info.has_apply) {
            memcpy(mg__reference_state(m, v), &m->acc[v], m->info.value_size);
            continue;
        }
        mg_ctx ctx = mg__reference_context(m, v);
        ctx.neighbours = mark_neighbours(m, v);
        m->calls->apply(&ctx, m->params, mg__reference_state(m, v), &m->acc[v], add);
    }
    if (only_total) {
        add[0] = (double)(corners / 3);
    }
    mg__reference_store_totals(m, add, "apply");
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
        } else if (m->info.has_score) {
            score_edges(m);
        } else if (m->info.kind == MG_KIND_EDGES) {
            visit_edges(m);
        } else if (m->info.kind == MG_KIND_TRIANGLES) {
            sweep_triangles(m);
        } else {
            find_most_frequent(m);
        }
    }
}
