/* SPDX-License-Identifier: Apache-2.0
 *
 * A program from a file, linked at run time, on the GPU: the same distances as the built-in, and its time.
 */
#include "algorithms/programs/sssp.h"
#include "tests/core/cuda/gpu_context.h"

#include <stdlib.h>
#include <string.h>

#define SIDE 300

/* Distances from vertex 0 by the program in `source`, or by the built-in; returns the milliseconds of building
 * and running. */
static double distances(mg_context *context, const mg_graph *graph, const char *source, uint32_t *distance) {
    const mg_backend *backend = &mg__cuda_backend;
    const sssp_parameters params = {.source = 0, .shift = 8, .per_unit = 1.0 / 256};
    mg_recorder recorder = {.keep = false};
    const mg_plan plan = {.phases = sssp_u32_program.phases,
                          .phase_count = 1,
                          .state_size = sizeof(uint32_t),
                          .params_size = sizeof params,
                          .state = distance,
                          .params = &params,
                          .source = source,
                          .options = MG_RUN_OPTIONS_INIT,
                          .recorder = &recorder};
    const double start = mg__now();
    CHECK_OK(context, backend->build(context, graph, &plan));
    CHECK_OK(context, backend->run_plan(context, graph, &plan));
    return 1e3 * (mg__now() - start);
}

static void program_file(char *path, size_t size) {
    snprintf(path, size, "%s/tests/core/cuda/programs/sssp_copy.c", test_root());
}

TEST(linked_program_equals_the_builtin) {
    static uint32_t expected[SIDE * SIDE], got[SIDE * SIDE];
    mg_context *context = gpu_context();
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.width = options.height = SIDE;
    options.weight_max = 64;
    CHECK_OK(context, mg_generate(context, "road", &options, &graph));
    setenv("MULTIGRAPH_CACHE", test_folder(), 1);
    distances(context, graph, NULL, expected);
    const double builtin = distances(context, graph, NULL, expected);
    char source[512];
    program_file(source, sizeof source);
    static const char *const names[] = {"new, with its quick kernel", "waiting for its full kernel", "kernel in memory",
                                        "kernel on disk"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        mg_cuda *cuda = context->device;
        cuda->tuning.link = i == 1 ? MG_LINK_FULL : MG_LINK_TIERED;
        memset(got, 0, sizeof got);
        const double ms = distances(context, graph, source, got);
        const mg_link_times *t = &cuda->link_times;
        CHECK(memcmp(got, expected, sizeof got) == 0);
        CHECK_EQ(cuda->times.quick_launches > 0, i == 0);
        printf("  %s: %.1f ms (open %.1f compile %.1f link %.1f load %.1f, kernels %.3f)\n", names[i], ms, t->open,
               t->compile, t->link, t->load, (double)cuda->times.kernels);
        if (i == 2) {
            mg_context_destroy(context);
            context = gpu_context();
            distances(context, graph, NULL, expected);
        }
    }
    printf("  built-in %.1f ms\n", builtin);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Full and quick kernels agree, also if a run begins with quick ones and continues with full ones. */
TEST(quick_and_full_kernels_agree) {
    static uint32_t expected[SIDE * SIDE], got[SIDE * SIDE];
    static const struct {
        mg_link_tier link;
        uint32_t quick_launches; /* expected, of those with an iteration each; 0: all */
    } ways[] = {{MG_LINK_FULL, 0}, {MG_LINK_QUICK, UINT32_MAX}, {MG_LINK_TIERED, 1}, {MG_LINK_TIERED, 40}};
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    char source[512];
    setenv("MULTIGRAPH_CACHE", "off", 1);
    program_file(source, sizeof source);
    options.width = options.height = SIDE;
    options.weight_max = 64;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        mg_context *context = gpu_context();
        mg_cuda *cuda = NULL;
        CHECK_OK(context, mg__cuda_open(context, &cuda));
        CHECK_OK(context, mg_generate(context, "road", &options, &graph));
        cuda->tuning.tiles = MG_TILES_NEVER;
        cuda->tuning.slice_seconds = 0.0; /* one iteration per launch */
        cuda->tuning.link = ways[i].link;
        cuda->test.quick_launches = ways[i].quick_launches;
        distances(context, graph, NULL, expected);
        memset(got, 0, sizeof got);
        distances(context, graph, source, got);
        CHECK(memcmp(got, expected, sizeof got) == 0);
        CHECK(cuda->times.launches > 100);
        CHECK_EQ(cuda->times.quick_launches,
                 ways[i].link == MG_LINK_QUICK ? cuda->times.launches : ways[i].quick_launches);
        distances(context, graph, source, got); /* full kernels from now on, where they exist */
        CHECK(memcmp(got, expected, sizeof got) == 0);
        CHECK_EQ(cuda->times.quick_launches, ways[i].link == MG_LINK_QUICK ? cuda->times.launches : 0);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

/* A context may be destroyed while a full kernel is being made. */
TEST(a_context_ends_before_its_full_kernel) {
    static uint32_t expected[SIDE * SIDE], got[SIDE * SIDE];
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_context *context = gpu_context();
    mg_graph *graph = NULL;
    char source[512];
    setenv("MULTIGRAPH_CACHE", "off", 1);
    program_file(source, sizeof source);
    options.width = options.height = SIDE;
    options.weight_max = 64;
    CHECK_OK(context, mg_generate(context, "road", &options, &graph));
    distances(context, graph, NULL, expected);
    distances(context, graph, source, got);
    CHECK(memcmp(got, expected, sizeof got) == 0);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}
