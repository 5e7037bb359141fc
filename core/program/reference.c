/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/reference.h"

#include "core/counter_random.h"
#include "core/engine/edge_columns.h"
#include "core/engine/plan_loops.h"
#include "core/engine/validate.h"
#include "core/graph/graph.h"
#include "core/program/laws.h"
#include "core/program/reference_run.h"

#include <assert.h>
#include <string.h>

void *mg__reference_state(const reference_run *m, mg_vertex v) {
    return m->state + (size_t)v * m->info.state_size;
}

static uint32_t degree(const uint64_t *offsets, mg_vertex v) {
    const uint64_t d = offsets[v + 1] - offsets[v];
    return d > UINT32_MAX ? UINT32_MAX : (uint32_t)d;
}

mg_ctx mg__reference_context(const reference_run *m, mg_vertex v) {
    return (mg_ctx){.vertex = v,
                    .iteration = m->iteration,
                    .round = m->info.properties & MG_ROUND || m->exposure == MG_EXPOSE_ROUND ? m->round : 0,
                    .out_degree = degree(m->out.offsets, v),
                    .in_degree = m->info.properties & MG_IN_DEGREE || m->exposure == MG_EXPOSE_IN_DEGREE
                                     ? degree(m->in.offsets, v)
                                     : 0,
                    .totals = m->totals,
                    .vertices = m->n};
}

/* Reservoir sampling: slot of the next stream element; >= room: it is not kept. */
static uint64_t reservoir_slot(mg_reservoir *reservoir, size_t *count, uint64_t *seen_count, size_t room) {
    if (*count < room) {
        ++*seen_count;
        return (*count)++;
    }
    return mg__random_next(&reservoir->random) % ++*seen_count;
}

static void sample_value(mg_reservoir *reservoir, uint64_t bits) {
    if (!reservoir) {
        return;
    }
    const uint64_t at =
        reservoir_slot(reservoir, &reservoir->value_count, &reservoir->values_seen, MG_RESERVOIR_VALUES);
    if (at < MG_RESERVOIR_VALUES) {
        reservoir->values[at] = bits;
    }
}

static void sample_state(const reference_run *m, mg_vertex v) {
    mg_reservoir *reservoir = m->reservoir;
    if (!reservoir) {
        return;
    }
    const uint64_t at =
        reservoir_slot(reservoir, &reservoir->state_count, &reservoir->states_seen, MG_RESERVOIR_STATES);
    if (at < MG_RESERVOIR_STATES) {
        memcpy(reservoir->states + at * m->info.state_size, mg__reference_state(m, v), m->info.state_size);
        reservoir->contexts[at] = mg__reference_context(m, v);
        reservoir->contexts[at].totals = NULL;
    }
}

double mg__reference_weight(const reference_run *m, const mg_adjacency *edges, uint64_t e) {
    return mg__weight_at(edges->weights ? mg_graph_weight_type(m->graph) : MG_TYPE_NONE, edges->weights, e);
}

size_t mg__reference_sides(const reference_run *m, mg_adjacency sides[2]) {
    sides[0] = m->info.direction == MG_DIRECTION_IN ? m->in : m->out;
    sides[1] = m->in;
    return m->info.direction == MG_DIRECTION_BOTH && mg_graph_directed(m->graph) ? 2 : 1;
}

void mg__reference_receive(reference_run *m, mg_vertex v, uint64_t value) {
    assert(v < m->n && m->info.value_size <= sizeof value);
    const bool label = m->info.properties & MG_LABEL;
    uint64_t before = label ? 0 : m->acc[v], after = 0;
    sample_value(m->reservoir, value);
    if (value == m->info.identity) {
        return;
    }
    if (label) {
        memcpy(&before, mg__reference_state(m, v), m->info.value_size);
    }
    m->calls->combine(&before, &value, &after);
    after = before == m->info.identity ? value : after;
    if (label) {
        memcpy(mg__reference_state(m, v), &after, m->info.value_size);
        m->next[v] = m->next[v] || after != before;
    } else {
        m->acc[v] = after;
    }
    m->received[v] = 1;
}

/* May v receive contributions? only_level: the only level whose vertices may; MG_NONE: all vertices. */
static bool may_receive(const reference_run *m, mg_vertex v, uint32_t only_level) {
    return (only_level == MG_NONE || m->recorded_levels.level[v] == only_level) &&
           (!m->info.has_needs || m->calls->needs(m->params, mg__reference_state(m, v)));
}

static void send_along(reference_run *m, mg_vertex u, const mg_adjacency *side, uint32_t only_level) {
    for (uint64_t e = side->offsets[u]; e < side->offsets[u + 1]; e++) {
        const mg_vertex v = side->neighbours[e];
        const uint64_t weight = mg__weight_bits(m->info.weight_type, mg__reference_weight(m, side, e));
        uint64_t value = 0;
        if (may_receive(m, v, only_level)) {
            m->calls->edge(m->params, &m->sent[u], &weight, mg__reference_state(m, v), &value);
            mg__reference_receive(m, v, value);
        }
    }
}

static void scatter(reference_run *m) {
    for (mg_vertex u = 0; u < m->n; u++) {
        const mg_ctx ctx = mg__reference_context(m, u);
        m->sent[u] = m->info.identity;
        if (!m->active[u]) {
            continue;
        }
        if (m->info.properties & MG_SOURCE_ID) {
            m->sent[u] = u;
        } else if (m->info.properties & MG_LABEL) {
            memcpy(&m->sent[u], mg__reference_state(m, u), m->info.value_size);
        } else if (m->info.has_scatter) {
            m->calls->scatter(&ctx, m->params, mg__reference_state(m, u), &m->sent[u]);
        }
        sample_value(m->reservoir, m->sent[u]);
    }
}

void mg__reference_hide_totals(reference_run *m) {
    for (uint32_t k = m->totals_known; k < MG_TOTALS_MAX; k++) {
        m->totals[k] = m->exposure == MG_EXPOSE_TOTALS ? 0.625 + k : 0.0;
    }
}

void mg__reference_store_totals(reference_run *m, const double add[MG_TOTALS_MAX], const char *callback) {
    for (uint32_t k = m->info.totals; k < MG_TOTALS_MAX; k++) {
        m->adds = add[k] != 0.0 ? callback : m->adds;
    }
    if (m->info.totals) {
        memcpy(m->totals, add, sizeof m->totals);
    }
    mg__reference_hide_totals(m);
}

/* One iteration. */
static void iterate(reference_run *m, uint32_t only_level) {
    mg_adjacency sides[2];
    const size_t side_count = mg__reference_sides(m, sides);
    double add[MG_TOTALS_MAX];
    mg__clear_totals(&m->info, add);
    scatter(m);
    for (mg_vertex v = 0; v < m->n; v++) {
        m->acc[v] = m->info.identity;
        m->received[v] = m->next[v] = 0;
    }
    for (mg_vertex u = 0; u < m->n && m->info.monoid != MG_MOST_FREQUENT; u++) {
        for (size_t k = 0; k < side_count && m->active[u]; k++) {
            send_along(m, u, &sides[k], only_level);
        }
    }
    if (m->info.monoid == MG_MOST_FREQUENT) {
        mg__reference_groups(m);
    }
    for (mg_vertex v = 0; v < m->n; v++) {
        const mg_ctx ctx = mg__reference_context(m, v);
        if (may_receive(m, v, only_level)) {
            sample_state(m, v);
        }
        if (m->info.has_apply && (m->received[v] || (m->info.properties & MG_ALL_ACTIVE))) {
            m->next[v] = m->calls->apply(&ctx, m->params, mg__reference_state(m, v), &m->acc[v], add);
        }
    }
    mg__reference_store_totals(m, add, "apply");
}

/* Checks MG_BREADTH_FIRST: the next frontier is the set of neighbours of the last one that were never active, and
 * `needs` is true exactly for vertices that were never active. */
static void check_levels(reference_run *m) {
    mg_adjacency sides[2];
    const size_t side_count = mg__reference_sides(m, sides);
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
        const bool needs = m->calls->needs(m->params, mg__reference_state(m, v));
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
        const mg_ctx ctx = mg__reference_context(m, v);
        m->active[v] = (m->info.has_init && m->calls->init(&ctx, m->params, mg__reference_state(m, v))) || full;
    }
}

static void run_frontiers(reference_run *m) {
    const uint32_t limit = m->info.iteration_limit ? m->info.iteration_limit : m->limit;
    start(m);
    if (m->info.totals && !any(m->active, m->n)) {
        mg__clear_totals(&m->info, m->totals);
    }
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

static void run_phase(reference_run *m) {
    mg__reference_hide_totals(m);
    if (m->info.kind != MG_KIND_PROGRAM) {
        mg__reference_sweep(m);
    } else if (m->info.frontier == MG_FRONTIER_REPLAY) {
        replay(m);
    } else {
        run_frontiers(m);
    }
}

static mg_status allocate(reference_run *m) {
    mg_status status = MG_OK;
    MG_TRY(MG_ALLOC(m->context, m->active, m->n, "the check"));
    MG_TRY(MG_ALLOC(m->context, m->next, m->n, "the check"));
    MG_TRY(MG_ALLOC(m->context, m->received, m->n, "the check"));
    MG_TRY(MG_ALLOC(m->context, m->was_active, m->n, "the check"));
    MG_TRY(MG_ALLOC(m->context, m->sent, m->n, "the check"));
    MG_TRY(MG_ALLOC(m->context, m->acc, m->n, "the check"));
    MG_TRY(MG_ALLOC_ZEROED(m->context, m->recorded_levels.level, m->n, "the check"));
out:
    return status;
}

static void release(reference_run *m) {
    const mg_allocator *const memory = &m->context->memory;
    mg__release(memory, m->active);
    mg__release(memory, m->next);
    mg__release(memory, m->received);
    mg__release(memory, m->was_active);
    mg__release(memory, m->sent);
    mg__release(memory, m->acc);
    mg__release(memory, m->recorded_levels.level);
    mg__release(memory, m->copy);
}

/* Fails if the phase that has run broke a declaration that the interpreter watches. */
static mg_status judge(const reference_run *m, const mg_phase *phase) {
    if (m->misplaced != MG_NONE) {
        return mg__fail(m->context, MG_ERROR_PROGRAM,
                        "phase %s: MG_BREADTH_FIRST is declared, but vertex %u is active, or `needs` is true "
                        "for it, in another iteration than in a breadth-first search",
                        phase->name, m->misplaced);
    }
    if (m->sees_order) {
        return mg__fail(m->context, MG_ERROR_PROGRAM,
                        "phase %s, triangle: its value changes when the other two corners are exchanged", phase->name);
    }
    if (m->writes_others) {
        return mg__fail(m->context, MG_ERROR_PROGRAM, "phase %s: %s", phase->name, MG_EXPOSED_OTHERS);
    }
    if (m->adds) {
        return mg__fail(m->context, MG_ERROR_PROGRAM,
                        "phase %s, %s: adds to more totals than it declares, which are %u", phase->name, m->adds,
                        m->info.totals);
    }
    return MG_OK;
}

typedef struct reference_runner {
    mg_phase_runner base;
    reference_run *m;
    const mg_reference *reference;
    uint32_t declared; /* totals of the last phase that has totals */
} reference_runner;

static mg_status run_at(mg_phase_runner *runner, size_t i) {
    reference_runner *const x = (reference_runner *)runner;
    const mg_reference *const r = x->reference;
    reference_run *const m = x->m;
    const mg_phase *const phase = r->program->phases[i];
    mg_status status;
    MG_TRY(mg__progress(m->context, "checking", -1.0));
    m->calls = phase->calls;
    m->reservoir = r->reservoir ? &r->reservoir[i] : NULL;
    m->scores = r->edges ? mg__edge_values_of(r->edges, phase) : NULL;
    m->exposure = r->exposed_phase == MG_PHASES_MAX || r->exposed_phase == i ? r->exposure : MG_EXPOSE_NOTHING;
    phase->describe(&m->info, NULL);
    m->totals_known = m->info.totals > x->declared ? m->info.totals : x->declared;
    x->declared = m->info.totals ? m->info.totals : x->declared;
    m->round = runner->round;
    run_phase(m);
    status = judge(m, phase);
out:
    return status;
}

static mg_status read_totals(mg_phase_runner *runner, double totals[MG_TOTALS_MAX]) {
    memcpy(totals, ((reference_runner *)runner)->m->totals, MG_TOTALS_MAX * sizeof *totals);
    return MG_OK;
}

/* The most totals of a phase in a loop: phases before it find those of the round before. */
static uint32_t totals_of_loops(const mg_plan *plan) {
    uint32_t most = 0;
    for (size_t k = 0; k < plan->loop_count; k++) {
        for (size_t i = plan->loops[k].begin; i < plan->loops[k].end; i++) {
            mg_phase_info info;
            plan->phases[i]->describe(&info, NULL);
            most = info.totals > most ? info.totals : most;
        }
    }
    return most;
}

/* Runs the phases with their loops. One that had many rounds on a small graph counts as one that never ends. */
static mg_status run_all(const mg_reference *r, reference_run *m) {
    mg_status status;
    reference_runner x = {.base = {.run_phase = run_at, .read_totals = read_totals}, .m = m, .reference = r};
    mg_plan plan = {.phases = r->program->phases,
                    .phase_count = mg__count_phases(r->program->phases),
                    .options = {.max_iterations = r->limit}};
    MG_TRY(mg__plan_loops(m->context, r->program, plan.phases, NULL, plan.loops, &plan.loop_count));
    x.declared = totals_of_loops(&plan);
    MG_TRY(mg__run_phases(m->context, &plan, m->n, &x.base));
    if (x.base.cut) {
        return mg__fail(m->context, MG_ERROR_PROGRAM,
                        "loop from %s to %s: total %u is still %g after %u rounds on a graph of %u vertices",
                        plan.phases[x.base.cut->begin]->name, plan.phases[x.base.cut->end - 1]->name, x.base.cut->total,
                        m->totals[x.base.cut->total], r->limit, m->n);
    }
    status = m->at_limit || x.base.stopped_at_limit ? MG_NOT_CONVERGED : MG_OK;
out:
    return status;
}

mg_status mg__reference_run(mg_context *context, const mg_reference *r, void *state) {
    mg_status status = MG_OK;
    const mg_program *const program = r->program;
    reference_run m = {.context = context,
                       .graph = r->graph,
                       .n = mg_graph_vertex_count(r->graph),
                       .out = mg_graph_out_edges(r->graph),
                       .state = state,
                       .params = r->params,
                       .limit = r->limit,
                       .misplaced = MG_NONE};
    MG_TRY(mg_graph_in_edges(context, r->graph, &m.in));
    MG_TRY(allocate(&m));
    if (r->exposure == MG_EXPOSE_OTHERS) {
        MG_TRY(mg__alloc(context, (void **)&m.copy, m.n, program->state_size, "the check"));
    }
    status = run_all(r, &m);
out:
    release(&m);
    return status;
}
