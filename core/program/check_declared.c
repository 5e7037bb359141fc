/* SPDX-License-Identifier: Apache-2.0
 *
 * check_declared.c: does a program use only what it declares?
 */
#include "core/program/check_run.h"

#include <math.h>
#include <string.h>

static double real_at(const mg_column_spec *column, const char *state, size_t size, mg_vertex v) {
    float f32;
    double f64;
    const char *at = state + (size_t)v * size + column->offset;
    if (column->type == MG_FLOAT32) {
        memcpy(&f32, at, sizeof f32);
        return (double)f32;
    }
    memcpy(&f64, at, sizeof f64);
    return f64;
}

mg_vertex mg__check_difference(const mg_column_spec *column, const char *a, const char *b, size_t size, mg_vertex n) {
    const bool real = column->type == MG_FLOAT32 || column->type == MG_FLOAT64;
    double largest = 0.0;
    for (mg_vertex v = 0; real && v < n; v++) {
        const double value = fabs(real_at(column, a, size, v));
        largest = isfinite(value) && value > largest ? value : largest;
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (!real) {
            const size_t at = (size_t)v * size + column->offset;
            if (memcmp(a + at, b + at, mg__type_size(column->type)) != 0) {
                return v;
            }
            continue;
        }
        const double p = real_at(column, a, size, v), q = real_at(column, b, size, v);
        const bool equal = p == q || (isnan(p) && isnan(q));
        if (!equal && !(fabs(p - q) <= 1e-4 * fmax(fabs(p), fabs(q)) + 1e-6 * largest)) {
            return v;
        }
    }
    return n;
}

static mg_status check_edge_columns(const program_check *x, const check_graph_spec *s) {
    for (size_t k = 0; k < x->edges.edge_count; k++) {
        const mg_edge_values *const column = &x->edges.edges[k];
        const mg_vertex *const value = column->values;
        for (uint64_t e = 0; e < x->edge_count && column->spec->meaning == MG_VERTEX; e++) {
            if (value[e] >= s->vertices && value[e] != MG_NONE) {
                return mg__fail(
                    x->context, MG_ERROR_PROGRAM,
                    "column %s is declared MG_VERTEX, but that of edge number %llu is %u, on %s with %u vertices",
                    column->spec->name, (unsigned long long)e, value[e], s->name, s->vertices);
            }
        }
    }
    return MG_OK;
}

mg_status mg__check_vertex_columns(const program_check *x, const check_graph_spec *s, const char *state) {
    for (size_t k = 0; k < MG_COLUMNS_MAX && x->program->columns[k].name; k++) {
        const mg_column_spec *column = &x->program->columns[k];
        for (mg_vertex v = 0; v < s->vertices && column->meaning == MG_VERTEX; v++) {
            mg_vertex value;
            memcpy(&value, state + (size_t)v * x->program->state_size + column->offset, sizeof value);
            if (value >= s->vertices && value != MG_NONE) {
                return mg__fail(x->context, MG_ERROR_PROGRAM,
                                "column %s is declared MG_VERTEX, but that of vertex %u is %u, on %s with %u vertices",
                                column->name, v, value, s->name, s->vertices);
            }
        }
    }
    return check_edge_columns(x, s);
}

/* Runs the reference with an exposure of one phase, or of all; *differs: the result changes. */
static mg_status expose(const program_check *x, const check_graph_spec *s, const mg_graph *graph, const void *params,
                        mg_exposure exposure, size_t phase, const char *expected, char *state, bool *differs) {
    mg_status status = MG_OK;
    const mg_program *const p = x->program;
    void *changed = NULL;
    *differs = false;
    MG_TRY(mg__alloc(x->context, &changed, p->params_size, 1, "parameters"));
    memcpy(changed, params, p->params_size);
    memset(state, 0, (size_t)s->vertices * p->state_size);
    const mg_reference reference = {.graph = graph,
                                    .program = p,
                                    .params = changed,
                                    .limit = MG_CHECK_ITERATIONS,
                                    .exposure = exposure,
                                    .exposed_phase = phase};
    MG_TRY(mg__reference_run(x->context, &reference, state));
    for (size_t k = 0; k < MG_COLUMNS_MAX && p->columns[k].name; k++) {
        const mg_vertex v = mg__check_difference(&p->columns[k], expected, state, p->state_size, s->vertices);
        *differs = *differs || v < s->vertices;
    }
    status = MG_OK;
out:
    mg__release(&x->context->memory, changed);
    return status;
}

/* Can an exposure change anything that a phase does? */
static bool matters(const mg_phase_info *info, mg_exposure exposure) {
    const bool edges = info->kind == MG_KIND_EDGES;
    switch (exposure) {
    case MG_EXPOSE_IN_DEGREE:
        return info->kind != MG_KIND_MOST_FREQUENT && !(info->properties & MG_IN_DEGREE);
    case MG_EXPOSE_ROUND:
        return info->kind != MG_KIND_MOST_FREQUENT && !(info->properties & MG_ROUND);
    case MG_EXPOSE_TOTALS:
        return info->kind != MG_KIND_MOST_FREQUENT;
    case MG_EXPOSE_WHERE:
        return edges && info->has_where;
    case MG_EXPOSE_OTHERS:
        return edges && (info->has_init || (info->properties & MG_WITHIN_BLOCKS));
    default:
        return false;
    }
}

static bool matters_to_any(const program_check *x, mg_exposure exposure) {
    bool any = false;
    for (size_t i = 0; i < x->phase_count; i++) {
        any = any || matters(&x->info[i], exposure);
    }
    return any;
}

mg_status mg__check_declarations(const program_check *x, const check_graph_spec *s, const mg_graph *graph,
                                 const void *params, const char *expected, char *state) {
    static const char *const texts[] = {
        [MG_EXPOSE_IN_DEGREE] = "reads ctx->in_degree, which is 0 without the property MG_IN_DEGREE",
        [MG_EXPOSE_ROUND] = "reads ctx->round, which is 0 without the property MG_ROUND",
        [MG_EXPOSE_TOTALS] = "reads totals that no phase declares: .totals is too small",
        [MG_EXPOSE_WHERE] = "the result depends on edges of owners for which `where` has become false",
        [MG_EXPOSE_OTHERS] = MG_EXPOSED_OTHERS,
    };
    mg_status status = MG_OK;
    for (int e = MG_EXPOSE_IN_DEGREE; e <= MG_EXPOSE_OTHERS; e++) {
        bool differs = false;
        if (!matters_to_any(x, (mg_exposure)e)) {
            continue;
        }
        MG_TRY(expose(x, s, graph, params, (mg_exposure)e, MG_PHASES_MAX, expected, state, &differs));
        for (size_t i = 0; differs && i < x->phase_count; i++) {
            bool by_this = false;
            MG_TRY(expose(x, s, graph, params, (mg_exposure)e, i, expected, state, &by_this));
            if (by_this || i + 1 == x->phase_count) { /* the last one: only several phases together differ */
                return mg__fail(x->context, MG_ERROR_PROGRAM, "phase %s: %s", x->program->phases[i]->name, texts[e]);
            }
        }
    }
out:
    return status;
}
