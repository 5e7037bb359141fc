/* SPDX-License-Identifier: Apache-2.0
 *
 * program_text.h: a small program as text, and common functions for tests of programs compiled at run time.
 */
#ifndef MG_TESTS_PROGRAM_TEXT_H
#define MG_TESTS_PROGRAM_TEXT_H

#include "tests/harness.h"

#include <stdlib.h>
#include <unistd.h>

/* Hops from a source: eleven lines, then the phase's and the program's. */
#define HEAD                                                                                                           \
    "#include <multigraph/program.h>\ntypedef struct vertex { uint32_t hops; } vertex;\n" /* 2 lines */                \
    "typedef struct parameters { mg_vertex source; int32_t add; float f; uint64_t big; } parameters;\n"                \
    "MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {\n"                                          \
    "    v->hops = ctx->vertex == p->source ? 0 : MG_UNREACHED;\n    return !v->hops;\n}\n"                            \
    "MG_FN uint32_t next(uint32_t hops, mg_none w) {\n    (void)w;\n    return mg_add_sat_u32(hops, 1);\n}\n"
#define PHASE(fields)                                                                                                  \
    "MG_TYPES(steps, vertex, parameters, uint32_t, mg_none);\nMG_PHASE(steps){" fields "};\n"                          \
    "#define MG_INSTANTIATE steps\n#include <multigraph/instantiate.h>\n"
#define PROGRAM(columns, parameters)                                                                                   \
    "MG_PROGRAM(steps){MG_ABOUT(\"steps\", \"steps\", vertex, parameters), .phases = {MG_RUN(steps)},\n"               \
    ".columns = {" columns "}, .parameters = {" parameters "}};\n"
#define FIELDS ".properties = MG_LABEL, .monoid = MG_MIN, .identity = MG_UNREACHED, .init = start, .edge = next"
#define COLUMNS "MG_COLUMN(vertex, hops, \"hops\", MG_DISTANCE)"
#define PARAMETERS                                                                                                     \
    "MG_PARAMETER(parameters, source, \"source\", MG_VERTEX, MG_NONE), "                                               \
    "MG_PARAMETER(parameters, add, \"add\", MG_NUMBER, -3), MG_PARAMETER(parameters, f, \"f\", MG_NUMBER, 0.5), "      \
    "MG_PARAMETER(parameters, big, \"big\", MG_NUMBER, 7)"
static const char text[] __attribute__((unused)) = HEAD PHASE(FIELDS) PROGRAM(COLUMNS, PARAMETERS);

static const char *cache;

/* Creates a context and an empty folder for the cache. */
static inline mg_context *open_context(void) {
    mg_context *context = NULL;
    if (system("cc --version >/dev/null 2>&1") != 0) {
        test_skip("there is no cc");
    }
    cache = test_folder();
    setenv("MULTIGRAPH_CACHE", cache, 1);
    unsetenv("MULTIGRAPH_CACHE_SIZE");
    unsetenv("CC");
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    return context;
}

/* 10 -> 20 -> 30, and 40 alone. */
static inline mg_graph *small_graph(mg_context *context) {
    static const uint64_t source[] = {10, 20, 40}, target[] = {20, 30, 40};
    const mg_edge_list edges = {.edge_count = 3, .id_type = MG_UINT64, .source = source, .target = target};
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_from_edges(context, &edges, NULL, &graph));
    return graph;
}

static inline void expect_hops(mg_context *context, const mg_graph *graph, const mg_program *program, const void *params,
                        const uint32_t expected[4]) {
    mg_result *result = NULL;
    CHECK_OK(context, mg_run(context, graph, program, params, NULL, NULL, &result));
    const uint32_t *hops = mg_result_column(result, "hops")->data;
    for (int v = 0; v < 4; v++) {
        CHECK_EQ(hops[v], expected[v]);
    }
    mg_result_destroy(result);
}

/* Loads a program and releases it. */
static inline void load_once(mg_context *context, const char *program_text) {
    const mg_program *program = NULL;
    CHECK_OK(context, mg_program_from_source(context, "steps.c", program_text, &program));
    mg_program_release(program);
}

#endif
