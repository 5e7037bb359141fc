/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/graphalytics.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EPSILON 1e-4                   /* of the reference: Graphalytics' EpsilonValidationRule */
#define UNREACHED 9223372036854775807u /* depth of a vertex without a path */

typedef struct checker {
    const mg_graph *graph;
    const mg_column *column;
    graphalytics_rule rule;
    uint64_t *reference; /* of each vertex, for labels */
    uint8_t *seen;
    char *why;
    size_t size;
} checker;

static bool is_integer(const mg_column *column) {
    return column->type == MG_UINT32 || column->type == MG_UINT64;
}

static double real_at(const mg_column *column, mg_vertex v) {
    return column->type == MG_FLOAT32   ? (double)((const float *)column->data)[v]
           : column->type == MG_FLOAT64 ? ((const double *)column->data)[v]
           : column->type == MG_UINT32  ? ((const uint32_t *)column->data)[v]
                                        : (double)((const uint64_t *)column->data)[v];
}

/* Distances of whole weights have the largest number of their type where there is no path. */
static bool is_unreached(const mg_column *column, mg_vertex v) {
    return column->meaning == MG_DISTANCE && is_integer(column) &&
           (column->type == MG_UINT32 ? ((const uint32_t *)column->data)[v] == UINT32_MAX
                                      : ((const uint64_t *)column->data)[v] == UINT64_MAX);
}

/* A depth, or the id of a label. */
static uint64_t exact_at(const checker *c, mg_vertex v) {
    const uint32_t value = ((const uint32_t *)c->column->data)[v];
    return c->column->meaning == MG_VERTEX ? mg_graph_id(c->graph, value)
           : is_unreached(c->column, v)    ? UNREACHED
                                           : value;
}

static bool is_near(const checker *c, mg_vertex v, const char *text) {
    const double found = is_unreached(c->column, v) ? (double)INFINITY : real_at(c->column, v);
    const double expected = strtod(text, NULL);
    return found == expected || fabs(found - expected) <= EPSILON * fabs(expected);
}

static bool check_value(checker *c, mg_vertex v, const char *text) {
    if (c->rule == GRAPHALYTICS_NEAR) {
        if (!is_near(c, v, text)) {
            snprintf(c->why, c->size, "vertex %" PRIu64 " has %.9g, expected %s", mg_graph_id(c->graph, v),
                     real_at(c->column, v), text);
            return false;
        }
        return true;
    }
    const uint64_t expected = strtoull(text, NULL, 10);
    c->reference[v] = expected;
    if (c->rule == GRAPHALYTICS_EXACT && exact_at(c, v) != expected) {
        snprintf(c->why, c->size, "vertex %" PRIu64 " has %" PRIu64 ", expected %" PRIu64, mg_graph_id(c->graph, v),
                 exact_at(c, v), expected);
        return false;
    }
    return true;
}

static bool check_line(checker *c, char *line, unsigned long number) {
    char *value, *end = line + strcspn(line, "\r\n");
    mg_vertex v;
    *end = '\0';
    if (line[strspn(line, " \t")] == '\0') {
        return true;
    }
    const uint64_t id = strtoull(line, &value, 10);
    value += strspn(value, " \t");
    if (!*value || !mg_graph_find(c->graph, id, &v) || c->seen[v]) {
        snprintf(c->why, c->size, "line %lu of the reference: expected a vertex and its value, each once", number);
        return false;
    }
    c->seen[v] = 1;
    return check_value(c, v, value);
}

typedef struct label_pair {
    uint64_t first, second;
} label_pair;

static int compare_pairs(const void *a, const void *b) {
    const label_pair *x = a, *y = b;
    return x->first != y->first ? (x->first > y->first) - (x->first < y->first)
                                : (x->second > y->second) - (x->second < y->second);
}

/* Does each first label come with one second label only? */
static bool is_function(label_pair *pairs, mg_vertex n) {
    qsort(pairs, n, sizeof *pairs, compare_pairs);
    for (mg_vertex i = 1; i < n; i++) {
        if (pairs[i].first == pairs[i - 1].first && pairs[i].second != pairs[i - 1].second) {
            return false;
        }
    }
    return true;
}

/* Both label the same sets. */
static bool check_sets(const checker *c, mg_vertex n) {
    label_pair *pairs = malloc(((size_t)n + 1) * sizeof *pairs);
    bool holds = pairs != NULL;
    for (int way = 0; way < 2 && holds; way++) {
        for (mg_vertex v = 0; v < n; v++) {
            const uint64_t ours = exact_at(c, v), theirs = c->reference[v];
            pairs[v] = way ? (label_pair){theirs, ours} : (label_pair){ours, theirs};
        }
        holds = is_function(pairs, n);
    }
    if (!holds) {
        snprintf(c->why, c->size, pairs ? "the components are not those of the reference" : "out of memory");
    }
    free(pairs);
    return holds;
}

static bool check_file(checker *c, FILE *file) {
    const mg_vertex n = mg_graph_vertex_count(c->graph);
    char *line = NULL;
    size_t size = 0;
    bool holds = true;
    for (unsigned long number = 1; holds && getline(&line, &size, file) >= 0; number++) {
        holds = check_line(c, line, number);
    }
    free(line);
    if (holds && ferror(file)) {
        snprintf(c->why, c->size, "the reference cannot be read");
        return false;
    }
    for (mg_vertex v = 0; v < n && holds; v++) {
        holds = c->seen[v];
        if (!holds) {
            snprintf(c->why, c->size, "the reference has no vertex %" PRIu64, mg_graph_id(c->graph, v));
        }
    }
    return holds && (c->rule != GRAPHALYTICS_EQUIVALENT || check_sets(c, n));
}

graphalytics_verdict graphalytics_check(const mg_graph *graph, const mg_column *column, graphalytics_rule rule,
                                        const char *path, char *why, size_t size) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    FILE *const file = fopen(path, "r");
    checker c = {.graph = graph, .column = column, .rule = rule, .why = why, .size = size};
    if (!file) {
        return GRAPHALYTICS_MISSING;
    }
    c.reference = malloc(((size_t)n + 1) * sizeof *c.reference);
    c.seen = calloc((size_t)n + 1, 1);
    bool holds = c.reference && c.seen;
    if (!holds) {
        snprintf(why, size, "out of memory");
    }
    holds = holds && check_file(&c, file);
    free(c.reference);
    free(c.seen);
    fclose(file);
    return holds ? GRAPHALYTICS_VALID : GRAPHALYTICS_WRONG;
}
