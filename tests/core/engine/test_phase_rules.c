/* SPDX-License-Identifier: Apache-2.0
 *
 * Every declaration of program.h that cannot be meant is refused: one phase per rule, and lists that are too long.
 */
#include "core/engine/phase_rules.h"
#include "core/engine/validate.h"
#include "tests/algorithms/run_matrix.h"

#include <string.h>

/* A phase that breaks no rule, of each kind. */
static const mg_phase_info good[] = {
    [MG_KIND_PROGRAM] = {.monoid = MG_MIN,
                         .value_type = MG_UINT32,
                         .value_size = 4,
                         .state_size = 8,
                         .params_size = 8,
                         .has_init = true,
                         .has_scatter = true,
                         .has_apply = true},
    [MG_KIND_VERTICES] =
        {.kind = MG_KIND_VERTICES, .value_size = 4, .state_size = 8, .params_size = 8, .has_vertex = true},
    [MG_KIND_EDGES] = {.kind = MG_KIND_EDGES, .value_size = 4, .state_size = 8, .params_size = 8, .has_visit = true},
    [MG_KIND_MOST_FREQUENT] =
        {.kind = MG_KIND_MOST_FREQUENT, .value_size = 4, .state_size = 8, .params_size = 8, .has_label = true},
    [MG_KIND_TRIANGLES] = {.kind = MG_KIND_TRIANGLES,
                           .monoid = MG_MAX,
                           .value_type = MG_UINT32,
                           .value_size = 4,
                           .state_size = 8,
                           .params_size = 8,
                           .has_apply = true,
                           .has_triangle = true},
};

TEST(good_phases_break_no_rule) {
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const char *const rule = mg__broken_rule(&good[i]);
        if (rule) {
            test_fail(__FILE__, __LINE__, "kind %zu: %s", i, rule);
        }
    }
}

/* The good phase of a kind with one change. */
#define CASE(kind, change, text)                                                                                       \
    do {                                                                                                               \
        mg_phase_info i = good[kind];                                                                                  \
        change;                                                                                                        \
        const char *const rule = mg__broken_rule(&i);                                                                  \
        if (!rule || !strstr(rule, text)) {                                                                            \
            test_fail(__FILE__, __LINE__, "%s: %s\nexpected: %s", #change, rule ? rule : "no rule", text);             \
        }                                                                                                              \
    } while (0)

TEST(constants_of_no_type_are_refused) {
    CASE(MG_KIND_PROGRAM, i.kind = (mg_kind)5, "kind, direction, frontier or monoid");
    CASE(MG_KIND_PROGRAM, i.direction = (mg_direction)3, "kind, direction, frontier or monoid");
    CASE(MG_KIND_PROGRAM, i.frontier = (mg_frontier_source)3, "kind, direction, frontier or monoid");
    CASE(MG_KIND_PROGRAM, i.monoid = (mg_monoid)7, "kind, direction, frontier or monoid");
    CASE(MG_KIND_PROGRAM, i.properties = 2 * MG_ROUND, "unknown bit");
    CASE(MG_KIND_PROGRAM, i.value_size = 16, "4 or 8 bytes");
    CASE(MG_KIND_PROGRAM, i.value_size = 8, "differs from the size of its type");
}

TEST(callbacks_of_other_kinds_are_refused) {
    CASE(MG_KIND_PROGRAM, i.has_vertex = true, "vertex requires kind");
    CASE(MG_KIND_MOST_FREQUENT, i.has_vertex = true, "vertex requires kind");
    CASE(MG_KIND_PROGRAM, i.has_visit = true, "visit, where");
    CASE(MG_KIND_VERTICES, i.has_where = true, "visit, where");
    CASE(MG_KIND_VERTICES, i.first_neighbour = 1, "visit, where");
    CASE(MG_KIND_PROGRAM, i.neighbour_count = 1, "visit, where");
    CASE(MG_KIND_PROGRAM, i.has_label = true, "label and label_offset");
    CASE(MG_KIND_EDGES, i.label_offset = 4, "label and label_offset");
    CASE(MG_KIND_VERTICES, i.has_scatter = true, "require kind MG_KIND_PROGRAM");
    CASE(MG_KIND_VERTICES, i.has_edge = true, "require kind MG_KIND_PROGRAM");
    CASE(MG_KIND_EDGES, i.has_edge_at = true, "require kind MG_KIND_PROGRAM");
    CASE(MG_KIND_EDGES, i.has_combine = true, "MG_KIND_PROGRAM or MG_KIND_TRIANGLES");
    CASE(MG_KIND_EDGES, i.has_needs = true, "require kind MG_KIND_PROGRAM");
    CASE(MG_KIND_VERTICES, i.has_apply = true, "MG_KIND_PROGRAM or MG_KIND_TRIANGLES");
    CASE(MG_KIND_EDGES, i.has_triangle = true, "triangle requires kind");
    CASE(MG_KIND_VERTICES, i.has_score = true, "score requires kind");
    CASE(MG_KIND_TRIANGLES, i.has_scatter = true, "require kind MG_KIND_PROGRAM");
    CASE(MG_KIND_VERTICES, i.has_priority = true, "require kind MG_KIND_PROGRAM");
    CASE(MG_KIND_VERTICES, i.has_finished = true, "require kind MG_KIND_PROGRAM");
    CASE(MG_KIND_MOST_FREQUENT, i.record = true, "require kind MG_KIND_PROGRAM");
    CASE(MG_KIND_VERTICES, i.has_init = true, "init requires kind");
    CASE(MG_KIND_EDGES, i.totals = 1, "totals require kind");
    CASE(MG_KIND_EDGES, i.iteration_limit = 1, "iteration_limit requires kind");
    CASE(MG_KIND_VERTICES, i.properties = MG_ALL_ACTIVE, "no property but MG_IN_DEGREE");
    CASE(MG_KIND_EDGES, i.properties = MG_MONOTONE, "no property but MG_IN_DEGREE");
    CASE(MG_KIND_VERTICES, i.properties = MG_WITHIN_BLOCKS, "require an EDGES phase");
}

TEST(missing_callbacks_are_named) {
    CASE(MG_KIND_PROGRAM, i.has_scatter = false, "scatter, MG_SOURCE_ID or MG_LABEL is missing");
    CASE(MG_KIND_PROGRAM, i.has_apply = false, "apply or MG_LABEL is missing");
    CASE(MG_KIND_PROGRAM, i.has_init = false, "no vertex is in the first frontier");
    CASE(MG_KIND_PROGRAM, i.monoid = MG_USER, "MG_USER requires a combine");
    CASE(MG_KIND_VERTICES, i.has_vertex = false, "vertex is missing");
    CASE(MG_KIND_EDGES, i.has_visit = false, "visit is missing");
    CASE(MG_KIND_MOST_FREQUENT, i.has_label = false, "label is missing");
    CASE(MG_KIND_TRIANGLES, i.has_triangle = false, "triangle is missing");
    CASE(MG_KIND_TRIANGLES, (i.has_triangle = false, i.monoid = MG_SUM, i.value_type = MG_FLOAT32),
         "triangle is missing");
    CASE(MG_KIND_TRIANGLES, (i.has_apply = false, i.state_size = 3), "the state must begin with the value");
    CASE(MG_KIND_TRIANGLES, (i.has_apply = i.has_triangle = false, i.monoid = MG_SUM, i.totals = 2), "one total");
    CASE(MG_KIND_TRIANGLES, (i.has_apply = i.has_triangle = false, i.monoid = MG_SUM, i.totals = i.minima = 1),
         "one total");
    CASE(MG_KIND_TRIANGLES, (i.has_apply = false, i.value_type = MG_UINT64, i.value_size = 8, i.state_size = 12),
         "the state must begin with the value");
    CASE(MG_KIND_TRIANGLES, (i.has_apply = false, i.totals = 1), "there are no totals");
    CASE(MG_KIND_TRIANGLES, i.monoid = MG_USER, "MG_USER requires a combine");
    CASE(MG_KIND_MOST_FREQUENT, i.label_offset = 5, "label_offset is outside of the parameters");
}

TEST(declarations_that_exclude_each_other_are_refused) {
    CASE(MG_KIND_EDGES, i.has_score = true, "score requires direction OUT; it excludes visit");
    CASE(MG_KIND_EDGES, (i.has_visit = false, i.has_score = i.has_where = true), "score requires direction OUT");
    CASE(MG_KIND_EDGES, (i.has_visit = false, i.has_score = true, i.direction = MG_DIRECTION_BOTH),
         "score requires direction OUT");
    CASE(MG_KIND_EDGES, (i.has_visit = false, i.has_score = true, i.value_type = MG_OTHER), "a value that is a number");
    CASE(MG_KIND_PROGRAM, i.has_combine = true, "combine requires the monoid MG_USER");
    CASE(MG_KIND_PROGRAM, i.has_edge = i.has_edge_at = true, "edge and edge_at");
    CASE(MG_KIND_PROGRAM, i.totals = MG_TOTALS_MAX + 1, "MG_TOTALS_MAX");
    CASE(MG_KIND_PROGRAM, (i.totals = 0, i.minima = UINT32_MAX, i.maxima = 1), "MG_TOTALS_MAX");
    CASE(MG_KIND_PROGRAM, i.properties = MG_SOURCE_ID, "MG_SOURCE_ID excludes scatter");
    CASE(MG_KIND_PROGRAM, (i.properties = MG_SOURCE_ID, i.has_scatter = false, i.value_type = MG_FLOAT32),
         "the value must be an integer");
    CASE(MG_KIND_PROGRAM, (i.properties = MG_FIRST_HIT, i.monoid = MG_SUM), "MG_FIRST_HIT requires an idempotent");
    CASE(MG_KIND_PROGRAM, i.properties = MG_MONOTONE, "MG_MONOTONE requires MG_LABEL and priority");
    CASE(MG_KIND_PROGRAM, i.has_priority = true, "priority requires MG_LABEL");
    CASE(MG_KIND_PROGRAM, i.properties = MG_LABEL, "MG_LABEL excludes");
    CASE(MG_KIND_PROGRAM, i.properties = MG_MIXED_PRECISION, "MG_SUM of doubles");
    CASE(MG_KIND_PROGRAM, i.properties = MG_BREADTH_FIRST, "MG_BREADTH_FIRST requires needs");
    CASE(MG_KIND_PROGRAM, (i.frontier = MG_FRONTIER_REPLAY, i.properties = MG_ALL_ACTIVE), "MG_FRONTIER_REPLAY");
    CASE(MG_KIND_PROGRAM, (i.frontier = MG_FRONTIER_REPLAY, i.record = true),
         "MG_FRONTIER_REPLAY excludes iteration_limit");
    CASE(MG_KIND_PROGRAM, (i.frontier = MG_FRONTIER_REPLAY, i.has_finished = true),
         "MG_FRONTIER_REPLAY excludes iteration_limit");
    CASE(MG_KIND_EDGES, i.properties = MG_WITHIN_BLOCKS | MG_BETWEEN_BLOCKS, "exclude each other");
    CASE(MG_KIND_EDGES, i.has_vertex = true, "vertex in an EDGES phase");
    CASE(MG_KIND_PROGRAM, i.monoid = MG_MOST_FREQUENT, "MG_MOST_FREQUENT requires");
    CASE(MG_KIND_PROGRAM, (i.monoid = MG_MOST_FREQUENT, i.properties = MG_ALL_ACTIVE, i.value_type = MG_FLOAT32),
         "MG_MOST_FREQUENT requires");
    CASE(MG_KIND_TRIANGLES, i.monoid = MG_MOST_FREQUENT, "MG_MOST_FREQUENT requires");
    CASE(MG_KIND_TRIANGLES, i.direction = MG_DIRECTION_IN, "no direction, frontier and weights");
    CASE(MG_KIND_TRIANGLES, i.properties = MG_ALL_ACTIVE, "no property but MG_IN_DEGREE");
}

static void describe(mg_phase_info *info, const void *callbacks) {
    (void)callbacks;
    *info = good[MG_KIND_PROGRAM];
}

static const mg_phase phase = {.name = "good", .describe = describe};

static mg_program program_of(size_t phases, size_t columns, size_t parameters) {
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                        "j", "k", "l", "m", "n", "o", "p", "q"};
    mg_program p = {.abi = MG_PROGRAM_ABI, .name = "own", .state_size = 8, .params_size = 8};
    for (size_t i = 0; i < phases; i++) {
        p.phases[i] = &phase;
    }
    for (size_t i = 0; i < columns; i++) {
        p.columns[i] = (mg_column_spec){.name = names[i], .type = MG_UINT32};
    }
    for (size_t i = 0; i < parameters; i++) {
        p.parameters[i] = (mg_parameter_spec){.name = names[i], .type = MG_UINT32};
    }
    return p;
}

static void refused(mg_program p, const char *why) {
    size_t count = 0;
    mg_context *const context = test_context(1);
    CHECK_STATUS(context, mg__validate_program(context, NULL, &p, NULL, NULL, &count), MG_ERROR_PROGRAM);
    if (!strstr(mg_context_error(context), why)) {
        test_fail(__FILE__, __LINE__, "%s\nexpected: %s", mg_context_error(context), why);
    }
}

TEST(lists_have_their_greatest_length_and_no_more) {
    mg_context *const context = test_context(1);
    size_t count = 0;
    mg_program p = program_of(MG_PHASES_MAX, MG_COLUMNS_MAX, MG_PARAMETERS_MAX);
    CHECK_OK(context, mg__validate_program(context, NULL, &p, NULL, NULL, &count));
    CHECK_EQ(count, MG_PHASES_MAX);
    refused(program_of(MG_PHASES_MAX + 1, 1, 1), "program own has more than 16 phases");
    refused(program_of(1, MG_COLUMNS_MAX + 1, 1), "program own has more than 8 columns");
    refused(program_of(1, 1, MG_PARAMETERS_MAX + 1), "program own has more than 16 parameters");
    for (size_t i = 0; i <= MG_PHASES_MAX; i++) {
        p.tiled[i] = &phase;
    }
    refused(p, "more than 16 phases for tiles");
    p = program_of(3, 1, 1);
    p.phases[1] = NULL;
    refused(p, "of its at most 16 phases one is empty");
    p = program_of(1, 2, 1);
    p.columns[0].name = NULL;
    refused(p, "of its at most 8 columns one is empty");
    refused(program_of(0, 0, 0), "has no phase");
}

TEST(fields_have_names_of_their_own_and_numbers_of_their_types) {
    mg_program p = program_of(1, 2, 2);
    p.columns[1].name = "a";
    refused(p, "two columns of the name a");
    p = program_of(1, 2, 2);
    p.parameters[1].name = "a";
    refused(p, "two parameters of the name a");
    p = program_of(1, 1, 1);
    p.parameters[0].value = 0.5;
    refused(p, "its default does not fit its type");
    p.parameters[0].value = -1;
    refused(p, "its default does not fit its type");
    p = program_of(1, 1, 1);
    p.columns[0].offset = 5;
    refused(p, "column a: it is outside of the state");
    p = program_of(1, 1, 1);
    p.columns[0] = (mg_column_spec){.name = "a", .type = MG_FLOAT32, .meaning = MG_VERTEX};
    refused(p, "column a: the id of a vertex must be a uint32_t");
    p = program_of(1, 1, 1);
    p.state_size = 12;
    refused(p, "its state or parameters differ in size");
}
