/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/algo/laws.h"

#include "tests/algo/matrix.h"

#include <stdlib.h>

#define SAMPLES 3000
#define NEAR 1e-4

typedef union value {
    uint64_t bits;
    char bytes[8];
} value;

static bool broken(const law_subject *s, char *why, size_t size, const char *law) {
    snprintf(why, size, "%s: %s", s->name, law);
    return false;
}

static value identity_of(const law_subject *s, const void *from) {
    value v = {0};
    memcpy(v.bytes, from, s->value_size);
    return v;
}

/* Every eighth sample is the identity. */
static value draw(const law_subject *s, uint64_t *seed) {
    value v = {0};
    const uint64_t r = test_random(seed);
    if (r % 8 == 0) {
        return identity_of(s, s->identity);
    }
    s->sample(test_random(seed), &v);
    return v;
}

static value sum(const law_subject *s, value a, value b) {
    value v = {0};
    s->combine(&a, &b, &v);
    return v;
}

static bool is_idempotent(const law_subject *s) {
    return s->monoid == MG_MIN || s->monoid == MG_MAX || s->monoid == MG_OR ||
           (s->properties & (MG_LABEL | MG_FIRST_HIT) && s->monoid != MG_ANY);
}

static bool monoid_holds(const law_subject *s, char *why, size_t size) {
    const value identity = identity_of(s, s->identity);
    uint64_t seed = 77;
    for (int i = 0; i < SAMPLES && s->monoid != MG_ANY; i++) {
        const value a = draw(s, &seed), b = draw(s, &seed), c = draw(s, &seed);
        const value left = sum(s, sum(s, a, b), c), right = sum(s, a, sum(s, b, c));
        const value ab = sum(s, a, b), ba = sum(s, b, a), with_identity = sum(s, identity, a), twice = sum(s, a, a);
        if (!s->same(&left, &right)) {
            return broken(s, why, size, "the monoid is not associative");
        }
        if (!s->same(&ab, &ba)) {
            return broken(s, why, size, "the monoid is not commutative");
        }
        if (!s->same(&with_identity, &a)) {
            return broken(s, why, size, "the identity changes a value");
        }
        if (is_idempotent(s) && !s->same(&twice, &a)) {
            return broken(s, why, size, "the monoid is not idempotent");
        }
    }
    return true;
}

bool laws_of_values_hold(const law_subject *s, const void *params, char *why, size_t size) {
    const value identity = identity_of(s, s->identity), inactive = identity_of(s, s->inactive);
    void *state = test_memory(1, s->state_size);
    const mg_ctx ctx = {.vertex = 1, .out_degree = 3, .in_degree = 3, .totals = (const double[MG_TOTALS_MAX]){0}};
    uint64_t seed = 78;
    bool holds = monoid_holds(s, why, size);
    s->init(&ctx, params, state);
    for (int i = 0; i < SAMPLES && holds; i++) {
        value sent = {0}, x = draw(s, &seed);
        s->edge(params, &inactive, test_random(&seed), state, &sent);
        if (s->properties & MG_ANNIHILATES && memcmp(&sent, &identity, s->value_size) != 0) {
            holds = broken(s, why, size, "an inactive sender's edge is not the identity");
        }
        s->edge(params, &x, test_random(&seed), state, &sent);
        if (s->properties & MG_MONOTONE && s->priority && s->priority(params, &sent) < s->priority(params, &x)) {
            holds = broken(s, why, size, "the priority falls along an edge");
        }
    }
    free(state);
    return holds;
}

static bool apply_holds(const law_subject *s, const void *params, const mg_ctx *ctx, const void *before) {
    const value identity = identity_of(s, s->identity);
    double add[MG_TOTALS_MAX] = {0};
    void *after = test_memory(1, s->state_size);
    memcpy(after, before, s->state_size);
    bool holds = !s->apply(ctx, params, after, &identity, add) && memcmp(after, before, s->state_size) == 0;
    for (int k = 0; k < MG_TOTALS_MAX; k++) {
        holds = holds && add[k] == 0.0;
    }
    free(after);
    return holds;
}

bool laws_of_apply_hold(const law_subject *s, const void *params, const void *states, mg_vertex n, char *why,
                        size_t size) {
    const double totals[MG_TOTALS_MAX] = {1.0, 1.0};
    bool holds = true;
    if (!s->apply || s->properties & MG_ALL_ACTIVE) {
        return true;
    }
    for (mg_vertex v = 0; v < 100 + n && holds; v++) {
        const mg_ctx ctx = {.vertex = v, .iteration = v % 7, .out_degree = v % 3, .in_degree = v % 4, .totals = totals};
        void *state = test_memory(1, s->state_size);
        if (v < n) {
            memcpy(state, (const char *)states + v * s->state_size, s->state_size);
        } else {
            s->init(&ctx, params, state);
        }
        holds =
            apply_holds(s, params, &ctx, state) || broken(s, why, size, "apply with the identity changes something");
        free(state);
    }
    return holds;
}

static bool close_to(const mg_column *column, const void *a, const void *b, size_t i) {
    const double x = column->type == MG_FLOAT32 ? (double)((const float *)a)[i] : ((const double *)a)[i];
    const double y = column->type == MG_FLOAT32 ? (double)((const float *)b)[i] : ((const double *)b)[i];
    return x == y || fabs(x - y) <= NEAR * fmax(fabs(x), fabs(y));
}

static bool columns_agree(const mg_column *column, const void *first, mg_vertex n) {
    if (column->type != MG_FLOAT32 && column->type != MG_FLOAT64) {
        const size_t width = column->type == MG_INT64 || column->type == MG_UINT64 ? 8 : 4;
        return memcmp(column->data, first, n * width) == 0;
    }
    for (mg_vertex v = 0; v < n; v++) {
        if (!close_to(column, column->data, first, v)) {
            return false;
        }
    }
    return true;
}

bool laws_of_modes_hold(const mg_program *program, const char *name, const void *params, const void *state,
                        const mg_graph *graph, char *why, size_t size) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const size_t bytes = n * program->state_size;
    void *first = test_memory(n, 8), *own = test_memory(1, bytes);
    bool holds = true;
    for (size_t i = 0; i < matrix_run_count && holds; i++) {
        const matrix_run run = matrix_run_at(i, program->name);
        mg_result *result = NULL;
        if (state) {
            memcpy(own, state, bytes);
        } else {
            memset(own, 0, bytes);
        }
        const mg_status status = mg_run(run.context, graph, program, params, &run.options, own, &result);
        const mg_column *column = status >= 0 ? mg_result_column(result, name) : NULL;
        if (column && i == 0) {
            const bool wide = column->type == MG_INT64 || column->type == MG_UINT64 || column->type == MG_FLOAT64;
            memcpy(first, column->data, n * (wide ? (size_t)8 : (size_t)4));
        }
        if (!column || !columns_agree(column, first, n)) {
            snprintf(why, size, "%s: %s with %d threads differs from the first run: %s", program->name, run.mode,
                     mg_context_threads(run.context), status < 0 ? mg_context_error(run.context) : name);
            holds = false;
        }
        mg_result_destroy(result);
    }
    free(first);
    free(own);
    return holds;
}
