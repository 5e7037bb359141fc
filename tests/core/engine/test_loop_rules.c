/* SPDX-License-Identifier: Apache-2.0
 *
 * Loops over phases: which ones are refused, and how those end whose total stays.
 */
#include "core/engine/plan_loops.h"
#include "core/engine/validate.h"
#include "tests/algorithms/programs/own.h"
#include "tests/algorithms/run_matrix.h"

#include <string.h>

static void describe(mg_phase_info *info, const void *callbacks) {
    (void)callbacks;
    *info = (mg_phase_info){
        .kind = MG_KIND_VERTICES, .value_size = 4, .state_size = 8, .params_size = 8, .has_vertex = true};
}

static void describe_counting(mg_phase_info *info, const void *callbacks) {
    describe(info, callbacks);
    info->totals = 2;
}

static const mg_phase a = {.name = "a", .describe = describe}, b = {.name = "b", .describe = describe_counting},
                      c = {.name = "c", .describe = describe}, d = {.name = "d", .describe = describe_counting},
                      other = {.name = "other", .describe = describe};

static mg_program program_of(mg_loop_spec first, mg_loop_spec second, mg_loop_spec third) {
    return (mg_program){.abi = MG_PROGRAM_ABI,
                        .name = "own",
                        .state_size = 8,
                        .params_size = 8,
                        .phases = {&a, &b, &c, &d},
                        .loops = {first, second, third}};
}

static const mg_loop_spec none;

static mg_loop_spec until(const mg_phase *first, const mg_phase *last, uint32_t total) {
    return (mg_loop_spec){first, last, total, 0};
}

static mg_loop_spec times(const mg_phase *first, const mg_phase *last, uint32_t rounds) {
    return (mg_loop_spec){first, last, MG_NO_TOTAL, rounds};
}

static void refused(mg_program p, const char *why) {
    size_t count = 0;
    mg_context *const context = test_context(1);
    CHECK_STATUS(context, mg__validate_program(context, NULL, &p, NULL, NULL, &count), MG_ERROR_PROGRAM);
    if (!strstr(mg_context_error(context), why)) {
        test_fail(__FILE__, __LINE__, "%s\nexpected: %s", mg_context_error(context), why);
    }
}

/* The loops are sorted, outer ones first. */
TEST(loops_in_a_row_and_in_each_other) {
    mg_context *const context = test_context(1);
    const mg_program p = program_of(times(&c, &c, 3), until(&c, &d, 1), until(&a, &b, 0));
    mg_plan_loop loops[MG_LOOPS_MAX];
    size_t count = 0;
    CHECK_OK(context, mg__validate_program(context, NULL, &p, NULL, NULL, &count));
    CHECK_OK(context, mg__plan_loops(context, &p, p.phases, NULL, loops, &count));
    CHECK_EQ(count, 3);
    CHECK(loops[0].begin == 0 && loops[0].end == 2 && loops[0].total == 0 && loops[0].rounds == 0);
    CHECK(loops[1].begin == 2 && loops[1].end == 4 && loops[1].total == 1);
    CHECK(loops[2].begin == 2 && loops[2].end == 3 && loops[2].total == MG_NO_TOTAL && loops[2].rounds == 3);
}

TEST(loops_that_cannot_be_meant_are_refused) {
    mg_program p = program_of(until(&b, &d, 0), none, none);
    refused(program_of(until(&c, &b, 0), none, none), "program own, loop from c to b: its last phase runs before");
    refused(program_of(until(&a, &a, 0), none, none), "loop from a to a: the last of its phases that has totals");
    refused(program_of(until(&a, &d, 2), none, none), "does not have that many");
    refused(program_of(times(&a, &b, 0), none, none), "neither a total nor a number of rounds");
    refused(program_of(until(&a, NULL, 0), none, none), "loop from a to ?: the program does not run these phases");
    refused(program_of(until(&other, &d, 0), none, none), "the program does not run these phases");
    refused(program_of(times(&other, &other, 2), none, none), "the program does not run these phases");
    refused(program_of(until(&a, &c, 0), until(&b, &d, 0), none), "it has some of the phases of another loop");
    refused(program_of(until(&a, &b, 0), times(&a, &b, 2), none), "or the same ones");
    refused(program_of(until(&a, &d, 0), until(&b, &d, 0), times(&c, &d, 2)), "a loop that is itself in a loop");
    p.phases[2] = &b;
    refused(p, "must occur once in the list of phases");
    p = program_of(times(&a, &a, 1), times(&b, &b, 1), times(&c, &c, 1));
    p.loops[3] = times(&d, &d, 1);
    p.loops[4] = until(&a, &d, 0);
    refused(p, "program own has more than 4 loops");
}

/* Runs own_loops with a total that is never 0: the number of vertices. */
static mg_status run_endless(mg_context *context, uint32_t rounds, uint32_t max_iterations) {
    mg_program p = own_loops_program;
    mg_graph *graph = shape_graph(context, shape_named("path"), WEIGHTS_NONE, true);
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    options.max_iterations = max_iterations;
    p.loops[1].total = 0;
    p.loops[1].rounds = rounds;
    const mg_status status = mg_run(context, graph, &p, NULL, &options, NULL, NULL);
    mg_graph_destroy(graph);
    return status;
}

TEST(a_loop_whose_total_stays_ends_at_a_limit) {
    mg_context *const context = test_context(1);
    CHECK_EQ(run_endless(context, 5, 0), MG_NOT_CONVERGED);
    CHECK_EQ(run_endless(context, 0, 3), MG_NOT_CONVERGED);
    CHECK_STATUS(context, run_endless(context, 0, 0), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context), "loop from own_loops_rows to own_loops_count: total 0 is still ") != NULL);
    CHECK(strstr(mg_context_error(context), " after 10000 rounds; it must become 0") != NULL);
}

TEST(the_check_finds_a_loop_that_does_not_end) {
    mg_context *const context = test_context(1);
    mg_program p = own_loops_program;
    p.loops[1].total = 0;
    CHECK_STATUS(context, mg_program_check(context, &p, NULL, MG_BACKEND_CPU), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context), "total 0 is still 40 after 1000 rounds on a graph of 40 vertices") != NULL);
}
