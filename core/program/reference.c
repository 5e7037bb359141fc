/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/reference.h"

#include "core/graph/weights.h"
#include "core/program/laws.h"

#include <assert.h>
#include <string.h>

/* Levels of the latest recorded phase, by vertex; MG_NONE: never active. */
typedef struct recorded_levels {
    uint32_t *level;
    uint32_t count;
} recorded_levels;

typedef struct reference_run {
    mg_context *context;
    const mg_graph *graph;
    mg_vertex n;
    mg_adjacency out, in;
    char *state;
    void *params;
    const mg_phase_calls *calls;
    mg_phase_info info;
    mg_reservoir *reservoir;
    uint32_t iteration, limit;
    double totals[MG_TOTALS_MAX];
    uint8_t *active, *next; /* by vertex */
    uint64_t *sent, *acc;
    uint8_t *received;
    uint8_t *was_active; /* by vertex: has been active; for MG_BREADTH_FIRST */
    mg_vertex misplaced; /* a vertex that violates MG_BREADTH_FIRST; MG_NONE: none */
    recorded_levels recorded_levels;
    bool at_limit;
} reference_run;

static void *state_of(const reference_run *m, mg_vertex v) {
    return m->state + (size_t)v * m->info.state_size;
}

static uint32_t degree(const uint64_t *offsets, mg_vertex v) {
    const uint64_t d = offsets[v + 1] - offsets[v];
    return d > UINT32_MAX ? UINT32_MAX : (uint32_t)d;
}

static mg_ctx context_of(const reference_run *m, mg_vertex v) {
    return (mg_ctx){.vertex = v,
                    .iteration = m->iteration,
                    .out_degree = degree(m->out.offsets, v),
                    .in_degree = m->info.properties & MG_IN_DEGREE ? degree(m->in.offsets, v) : 0,
                    .totals = m->totals,
                    .vertices = m->n};
}

/* Reservoir sampling: slot of the next stream element; >= room: it is not kept. */
static uint64_t reservoir_slot(mg_reservoir *reservoir, size_t *count, uint64_t *seen_count, size_t room) {
    if (*count < room) {
        ++*seen_count;
        return (*count)++;
    }
    reservoir->random = reservoir->random * 6364136223846793005u + 1442695040888963407u;
    return (reservoir->random >> 33) % ++*seen_count;
}

static void sample_value(mg_reservoir *reservoir, uint64_t bits) {
    const uint64_t at =
        reservoir_slot(reservoir, &reservoir->value_count, &reservoir->values_seen, MG_RESERVOIR_VALUES);
    if (at < MG_RESERVOIR_VALUES) {
        reservoir->values[at] = bits;
    }
}

static void sample_state(const reference_run *m, mg_vertex v) {
    mg_reservoir *reservoir = m->reservoir;
    const uint64_t at =
        reservoir_slot(reservoir, &reservoir->state_count, &reservoir->states_seen, MG_RESERVOIR_STATES);
    if (at < MG_RESERVOIR_STATES) {
        memcpy(reservoir->states + at * m->info.state_size, state_of(m, v), m->info.state_size);
        reservoir->contexts[at] = context_of(m, v);
        reservoir->contexts[at].totals = NULL;
    }
}

static double weight_at(const reference_run *m, const mg_adjacency *edges, uint64_t e) {
    return mg__weight_at(edges->weights ? mg_graph_weight_type(m->graph) : MG_TYPE_NONE, edges->weights, e);
}

/* Edges that the phase sends along: one direction, or both of a directed graph. */
static size_t sides_of(const reference_run *m, mg_adjacency sides[2]) {
    sides[0] = m->info.direction == MG_DIRECTION_IN ? m->in : m->out;
    sides[1] = m->in;
    return m->info.direction == MG_DIRECTION_BOTH && mg_graph_directed(m->graph) ? 2 : 1;
}

/* Accumulates a contribution in acc, or in the label. */
static void receive(reference_run *m, mg_vertex v, uint64_t value) {
    assert(v < m->n && m->info.value_size <= sizeof value);
    const bool label = m->info.properties & MG_LABEL;
    uint64_t before = label ? 0 : m->acc[v], after = 0;
    sample_value(m->reservoir, value);
    if (value == m->info.identity) {
        return;
    }
    if (label) {
        memcpy(&before, state_of(m, v), m->info.value_size);
    }
    m->calls->combine(&before, &value, &after);
    after = before == m->info.identity ? value : after;
    if (label) {
        memcpy(state_of(m, v), &after, m->info.value_size);
        m->next[v] = m->next[v] || after != before;
    } else {
        m->acc[v] = after;
    }
    m->received[v] = 1;
}

/* May v receive contributions? only_level: the only level whose vertices may; MG_NONE: all vertices. */
static bool may_receive(const reference_run *m, mg_vertex v, uint32_t only_level) {
    return (only_level == MG_NONE || m->recorded_levels.level[v] == only_level) &&
           (!m->info.has_needs || m->calls->needs(m->params, state_of(m, v)));
}

static void send_along(reference_run *m, mg_vertex u, const mg_adjacency *side, uint32_t only_level) {
    for (uint64_t e = side->offsets[u]; e < side->offsets[u + 1]; e++) {
        const mg_vertex v = side->neighbours[e];
        const uint64_t weight = mg__weight_bits(m->info.weight_type, weight_at(m, side, e));
        uint64_t value = 0;
        if (may_receive(m, v, only_level)) {
            m->calls->edge(m->params, &m->sent[u], &weight, state_of(m, v), &value);
            receive(m, v, value);
        }
    }
}

static void scatter(reference_run *m) {
    for (mg_vertex u = 0; u < m->n; u++) {
        const mg_ctx ctx = context_of(m, u);
        m->sent[u] = m->info.identity;
        if (!m->active[u]) {
            continue;
        }
        if (m->info.properties & MG_SOURCE_ID) {
            m->sent[u] = u;
        } else if (m->info.properties & MG_LABEL) {
            memcpy(&m->sent[u], state_of(m, u), m->info.value_size);
        } else if (m->info.has_scatter) {
            m->calls->scatter(&ctx, m->params, state_of(m, u), &m->sent[u]);
        }
        sample_value(m->reservoir, m->sent[u]);
    }
}

/* One iteration. */
static void iterate(reference_run *m, uint32_t only_level) {
    mg_adjacency sides[2];
    const size_t side_count = sides_of(m, sides);
    double add[MG_TOTALS_MAX] = {0};
    scatter(m);
    for (mg_vertex v = 0; v < m->n; v++) {
        m->acc[v] = m->info.identity;
        m->received[v] = m->next[v] = 0;
    }
    for (mg_vertex u = 0; u < m->n; u++) {
        for (size_t k = 0; k < side_count && m->active[u]; k++) {
            send_along(m, u, &sides[k], only_level);
        }
    }
    for (mg_vertex v = 0; v < m->n; v++) {
        const mg_ctx ctx = context_of(m, v);
        if (may_receive(m, v, only_level)) {
            sample_state(m, v);
        }
        if (m->info.has_apply && (m->received[v] || (m->info.properties & MG_ALL_ACTIVE))) {
            m->next[v] = m->calls->apply(&ctx, m->params, state_of(m, v), &m->acc[v], add);
        }
    }
    if (m->info.totals) {
        memcpy(m->totals, add, sizeof add);
    }
}

/* Checks MG_BREADTH_FIRST: the next frontier is the set of neighbours of the last one that were never active, and
 * `needs` is true exactly for vertices that were never active. */
static void check_levels(reference_run *m) {
    mg_adjacency sides[2];
    const size_t side_count = sides_of(m, sides);
    memset(m->received, 0, m->n);
    for (mg_vertex u = 0; u < m->n; u++) {
        for (size_t k = 0; k < side_count && m->active[u]; k++) {
            for (uint64_t e = sides[k].offsets[u]; e < sides[k].offsets[u + 1]; e++) {
                m->received[sides[k].neighbours[e]] = 1;
            }
        }
    }
    for (mg_vertex v = 0; v < m->n; v++) {
        const bool due = m->received[v] && !m->was_active[v];
        m->was_active[v] = m->was_active[v] || m->active[v] || due;
        const bool needs = m->calls->needs(m->params, state_of(m, v));
        m->misplaced = (bool)m->next[v] != due || needs == m->was_active[v] ? v : m->misplaced;
    }
}

static bool any(const uint8_t *flags, mg_vertex n) {
    return n && memchr(flags, 1, n);
}

static void start(reference_run *m) {
    const bool full = m->info.frontier == MG_FRONTIER_ALL || (m->info.properties & MG_ALL_ACTIVE);
    m->iteration = 0;
    for (mg_vertex v = 0; v < m->n; v++) {
        const mg_ctx ctx = context_of(m, v);
        m->active[v] = (m->info.has_init && m->calls->init(&ctx, m->params, state_of(m, v))) || full;
    }
}

static void run_frontiers(reference_run *m) {
    const uint32_t limit = m->info.iteration_limit ? m->info.iteration_limit : m->limit;
    start(m);
    for (mg_vertex v = 0; m->info.record && v < m->n; v++) {
        m->recorded_levels.level[v] = MG_NONE;
    }
    m->recorded_levels.count = m->info.record ? 0 : m->recorded_levels.count;
    for (; any(m->active, m->n); m->iteration++) {
        if (m->iteration == limit) {
            m->at_limit = true;
            return;
        }
        for (mg_vertex v = 0; m->info.record && v < m->n; v++) {
            m->recorded_levels.level[v] = m->active[v] ? m->recorded_levels.count : m->recorded_levels.level[v];
        }
        m->recorded_levels.count += m->info.record;
        if (m->info.properties & MG_BREADTH_FIRST) {
            for (mg_vertex v = 0; v < m->n; v++) {
                m->was_active[v] = m->active[v] || (m->iteration && m->was_active[v]);
            }
        }
        iterate(m, MG_NONE);
        if (m->info.properties & MG_BREADTH_FIRST) {
            check_levels(m);
        }
        if (m->info.has_finished && m->calls->finished(m->params, m->iteration + 1, m->totals)) {
            return;
        }
        const bool all = (m->info.properties & MG_ALL_ACTIVE) && any(m->next, m->n);
        for (mg_vertex v = 0; v < m->n; v++) {
            m->active[v] = m->next[v] || all;
        }
    }
}

static void replay(reference_run *m) {
    if (m->info.has_init) {
        start(m);
    }
    m->iteration = 0;
    for (uint32_t k = m->recorded_levels.count; k-- > 1; m->iteration++) {
        for (mg_vertex v = 0; v < m->n; v++) {
            m->active[v] = m->recorded_levels.level[v] == k;
        }
        iterate(m, k - 1);
    }
}

static bool sweep_vertices(reference_run *m) {
    double add[MG_TOTALS_MAX] = {0};
    bool again = false;
    for (mg_vertex v = 0; v < m->n; v++) {
        const mg_ctx ctx = context_of(m, v);
        again |= m->calls->vertex(&ctx, m->params, m->state, add);
    }
    if (m->info.totals) {
        memcpy(m->totals, add, sizeof add);
    }
    return again;
}

/* Small vertex ranges, so that small graphs have edges within and between them. */
#define BLOCK_VERTICES 5u

static bool is_visited(const reference_run *m, mg_vertex owner, mg_vertex neighbour) {
    const bool inside = owner / BLOCK_VERTICES == neighbour / BLOCK_VERTICES;
    return !(m->info.properties & (inside ? MG_BETWEEN_BLOCKS : MG_WITHIN_BLOCKS));
}

static void visit_row(reference_run *m, mg_vertex v) {
    mg_adjacency sides[2];
    const size_t side_count = sides_of(m, sides);
    if (m->info.has_where && !m->calls->where(m->params, state_of(m, v))) {
        return;
    }
    for (size_t k = 0; k < side_count; k++) {
        const uint64_t first = sides[k].offsets[v] + m->info.first_neighbour;
        uint64_t last = sides[k].offsets[v + 1];
        last =
            m->info.neighbour_count && first + m->info.neighbour_count < last ? first + m->info.neighbour_count : last;
        for (uint64_t e = first; e < last; e++) {
            const uint64_t weight = mg__weight_bits(m->info.weight_type, weight_at(m, &sides[k], e));
            if (is_visited(m, v, sides[k].neighbours[e])) {
                m->calls->visit(v, sides[k].neighbours[e], &weight, m->params, m->state);
            }
        }
    }
}

/* Visits edges by vertex range; without MG_WITHIN_BLOCKS each vertex is a range. */
static void visit_edges(reference_run *m) {
    const mg_vertex each = m->info.properties & MG_WITHIN_BLOCKS ? BLOCK_VERTICES : 1;
    for (mg_vertex first = 0; first < m->n; first = m->n - first < each ? m->n : first + each) {
        const mg_vertex end = m->n - first < each ? m->n : first + each;
        double unused[MG_TOTALS_MAX] = {0};
        for (mg_vertex v = first; v < end && m->info.has_init; v++) {
            const mg_ctx ctx = context_of(m, v);
            m->calls->init(&ctx, m->params, state_of(m, v));
        }
        for (mg_vertex v = first; v < end; v++) {
            visit_row(m, v);
        }
        for (mg_vertex v = first; v < end && m->info.has_vertex; v++) {
            const mg_ctx ctx = context_of(m, v);
            m->calls->vertex(&ctx, m->params, m->state, unused);
        }
    }
}

/* Most frequent label of all vertices, the smallest of equals. Quadratic: the graphs are small. */
static void find_most_frequent(reference_run *m) {
    uint32_t best = 0, best_count = 0;
    for (mg_vertex v = 0; v < m->n; v++) {
        const uint32_t label = m->calls->label(state_of(m, v));
        uint32_t count = 0;
        for (mg_vertex u = 0; u < m->n; u++) {
            count += m->calls->label(state_of(m, u)) == label;
        }
        if (count > best_count || (count == best_count && label < best)) {
            best = label;
            best_count = count;
        }
    }
    memcpy((char *)m->params + m->info.label_offset, &best, sizeof best);
}

static void run_sweep(reference_run *m) {
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

static void run_phase(reference_run *m) {
    if (m->info.kind != MG_KIND_PROGRAM) {
        run_sweep(m);
    } else if (m->info.frontier == MG_FRONTIER_REPLAY) {
        replay(m);
    } else {
        run_frontiers(m);
    }
}

mg_status mg__reference_run(mg_context *context, const mg_graph *graph, const mg_program *program, void *params,
                            uint32_t limit, void *state, mg_reservoir *reservoir) {
    mg_status status = MG_OK;
    reference_run m = {.context = context,
                       .graph = graph,
                       .n = mg_graph_vertex_count(graph),
                       .out = mg_graph_out_edges(graph),
                       .state = state,
                       .params = params,
                       .limit = limit,
                       .misplaced = MG_NONE};
    MG_TRY(mg_graph_in_edges(context, graph, &m.in));
    MG_TRY(MG_ALLOC(context, m.active, m.n, "the check"));
    MG_TRY(MG_ALLOC(context, m.next, m.n, "the check"));
    MG_TRY(MG_ALLOC(context, m.received, m.n, "the check"));
    MG_TRY(MG_ALLOC(context, m.was_active, m.n, "the check"));
    MG_TRY(MG_ALLOC(context, m.sent, m.n, "the check"));
    MG_TRY(MG_ALLOC(context, m.acc, m.n, "the check"));
    MG_TRY(MG_ALLOC_ZEROED(context, m.recorded_levels.level, m.n, "the check"));
    for (size_t i = 0; i < MG_PHASES_MAX && program->phases[i]; i++) {
        MG_TRY(mg__progress(context, "checking", -1.0));
        m.calls = program->phases[i]->calls;
        m.reservoir = &reservoir[i];
        program->phases[i]->describe(&m.info, NULL);
        run_phase(&m);
        if (m.misplaced != MG_NONE) {
            status =
                mg__fail(context, MG_ERROR_PROGRAM,
                         "phase %s: MG_BREADTH_FIRST, but vertex %u is active, or needs something, at another time "
                         "than in a breadth-first search",
                         program->phases[i]->name, m.misplaced);
            goto out;
        }
    }
    status = m.at_limit ? MG_NOT_CONVERGED : MG_OK;
out:
    mg__release(&context->memory, m.active);
    mg__release(&context->memory, m.next);
    mg__release(&context->memory, m.received);
    mg__release(&context->memory, m.was_active);
    mg__release(&context->memory, m.sent);
    mg__release(&context->memory, m.acc);
    mg__release(&context->memory, m.recorded_levels.level);
    return status;
}
