/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs compiled at run time from files and texts: runs, errors, parameters.
 */
#include "tests/failing_memory.h"
#include "tests/core/program/program_text.h"

#include <string.h>
#include <sys/stat.h>

typedef struct parameters {
    mg_vertex source;
    int32_t add;
    float f;
    uint64_t big;
} parameters;

TEST(a_text_becomes_a_program) {
    mg_context *context = open_context();
    mg_graph *graph = small_graph(context);
    const mg_program *program = NULL;
    CHECK_OK(context, mg_program_from_source(context, "steps.c", text, &program));
    CHECK_STR(program->name, "steps");
    CHECK_STR(program->source, "steps.c");
    CHECK_STR(program->text, text);
    expect_hops(context, graph, program, NULL, (const uint32_t[4]){0, 1, 2, MG_UNREACHED});
    const parameters from_20 = {.source = 1};
    expect_hops(context, graph, program, &from_20, (const uint32_t[4]){MG_UNREACHED, 0, 1, MG_UNREACHED});
    mg_program_release(program);
    mg_program_release(NULL);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Two programs, one of them loaded twice; runs do not affect each other. */
TEST(programs_live_side_by_side) {
    mg_context *context = open_context();
    mg_graph *graph = small_graph(context);
    static const char two[] =
        HEAD "MG_FN uint32_t over(uint32_t hops, mg_none w) { (void)w; return mg_add_sat_u32(hops, 2); }\n" PHASE(
            ".properties = MG_LABEL, .monoid = MG_MIN, .identity = MG_UNREACHED, .init = start, .edge = over")
            PROGRAM(COLUMNS, PARAMETERS);
    const mg_program *a = NULL, *b = NULL, *c = NULL;
    CHECK_OK(context, mg_program_from_source(context, "steps.c", text, &a));
    CHECK_OK(context, mg_program_from_source(context, "two.c", two, &b));
    CHECK_OK(context, mg_program_from_source(context, "steps.c", text, &c));
    CHECK(a != c);
    mg_program_release(a);
    expect_hops(context, graph, b, NULL, (const uint32_t[4]){0, 2, 4, MG_UNREACHED});
    expect_hops(context, graph, c, NULL, (const uint32_t[4]){0, 1, 2, MG_UNREACHED});
    mg_program_release(b);
    mg_program_release(c);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static void refused(mg_context *context, const char *name, const char *program_text, const char *why) {
    const mg_program *program = NULL;
    CHECK_STATUS(context, mg_program_from_source(context, name, program_text, &program), MG_ERROR_PROGRAM);
    CHECK(program == NULL);
    if (!strstr(mg_context_error(context), why)) {
        test_fail(__FILE__, __LINE__, "%s\nexpected: %s", mg_context_error(context), why);
    }
}

TEST(errors_name_the_users_line_and_callback) {
    mg_context *context = open_context();
    refused(context, "wrong.c", HEAD "uint32_t f(uint32_t x) {\n    return x + y;\n}\n", "wrong.c:13:16: error: 'y'");
    refused(context, "typed.c", HEAD PHASE(".properties = MG_LABEL, .monoid = MG_MIN, .init = next") PROGRAM("", ""),
            "init'");
    refused(context, "typed.c", HEAD PHASE(".properties = MG_LABEL, .monoid = MG_MIN, .init = next") PROGRAM("", ""),
            "typed.c:13:");
    refused(context, "missing.c", HEAD PHASE(".monoid = MG_MIN, .init = start") PROGRAM("", ""),
            "scatter, MG_SOURCE_ID or MG_LABEL is missing");
    refused(context, "missing.c", HEAD PHASE(".kind = MG_KIND_EDGES") PROGRAM("", ""),
            "phase steps: the callback visit is missing");
    refused(context, "blocks.c",
            HEAD PHASE(".kind = MG_KIND_MOST_FREQUENT, .properties = MG_BETWEEN_BLOCKS") PROGRAM("", ""),
            "MG_WITHIN_BLOCKS, MG_BETWEEN_BLOCKS and MG_FOREST require an EDGES phase");
    refused(context, "none.c", "#include <multigraph/program.h>\n", "no MG_PROGRAM");
    refused(context, "two.c", HEAD PHASE(FIELDS) PROGRAM("", "") PROGRAM("", ""), "mg__one_program_per_file");
    refused(context, "two.c", HEAD PHASE(FIELDS) PROGRAM("", "") "\n" PROGRAM("", ""),
            "program two.c: two.c:19: error: ");
    refused(context, "run.c",
            HEAD PHASE(FIELDS) "MG_PROGRAM(steps){MG_ABOUT(\"steps\", \"\", vertex, parameters),\n"
                               ".phases = {MG_RUN(stepz)}};\n",
            "program run.c: run.c:17: error: 'mg__stepz_phase' undeclared");
    refused(context, "about.c",
            HEAD PHASE(FIELDS) "MG_PROGRAMM(steps){MG_ABOUT(\"steps\", \"\", vertex, parameters)};\n",
            "program about.c: about.c:16:1: error: ");
    refused(context, "none.c", "#include <multigraph/program.h>\n#include <multigraph/instantiate.h>\n",
            "program none.c: none.c:2: error: #error \"define MG_INSTANTIATE");
    refused(context, "field.c", HEAD PHASE(FIELDS ", .aply = next") PROGRAM("", ""), "program field.c: field.c:13:");
    refused(context, "column.c", HEAD PHASE(FIELDS) PROGRAM("{\"x\", 100, MG_UINT32, MG_NUMBER}", ""),
            "column x: it is outside of the state");
    refused(context, "column.c", HEAD PHASE(FIELDS) PROGRAM("{\"x\", 0, MG_OTHER, MG_NUMBER}", ""),
            "column x: its type is not a number");
    refused(context, "parameter.c",
            HEAD PHASE(FIELDS) PROGRAM("", "MG_PARAMETER(parameters, add, \"add\", MG_NUMBER, 1e10)"),
            "parameter add: it is outside of the parameters, or its default does not fit");
    refused(context, "parameter.c", HEAD PHASE(FIELDS) PROGRAM("", "MG_PARAMETER(parameters, f, \"f\", MG_VERTEX, 0)"),
            "parameter f: the id of a vertex must be a uint32_t");
    mg_context_destroy(context);
}

/* A compiler that writes three mebibytes of warnings before its error, and as much after it: the message has the error.
 */
static void check_long_log(mg_context *context) {
    char path[300];
    const mg_program *program = NULL;
    snprintf(path, sizeof path, "%s/verbose-cc", cache);
    FILE *const script = fopen(path, "w");
    CHECK(script != NULL);
    fputs("#!/bin/sh\nmany() { yes \"x.c:1:1: warning: $1\" | head -n 120000; }\n"
          "many before\necho 'x.c:7:2: error: the only one'\nmany after\nexit 1\n",
          script);
    CHECK(fchmod(fileno(script), 0700) == 0 && fclose(script) == 0);
    setenv("CC", path, 1);
    CHECK_STATUS(context, mg_program_from_source(context, "x.c", text, &program), MG_ERROR_PROGRAM);
    const char *const why = mg_context_error(context);
    CHECK(strncmp(why, "program x.c: x.c:7:2: error: the only one\nx.c:1:1: warning: after\n", 66) == 0);
    CHECK(strcmp(why + strlen(why) - 3, "...") == 0);
}

TEST(files_and_compilers_that_are_not_there) {
    mg_context *context = open_context();
    const mg_program *program = NULL;
    CHECK_STATUS(context, mg_program_from_file(context, "/no/such/file.c", &program), MG_ERROR_FILE);
    CHECK(strstr(mg_context_error(context), "/no/such/file.c") != NULL);
    CHECK_STATUS(context, mg_program_from_file(context, "/tmp", &program), MG_ERROR_FILE);
    CHECK_STATUS(context, mg_program_from_file(context, NULL, &program), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_program_from_source(context, "a\"b", text, &program), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_program_from_source(context, "", text, &program), MG_ERROR_INVALID);
    CHECK_STATUS(NULL, mg_program_from_source(NULL, "x", text, &program), MG_ERROR_INVALID);
    setenv("CC", "no-such-compiler -O2", 1);
    CHECK_STATUS(context, mg_program_from_source(context, "x.c", text, &program), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "no-such-compiler was not found") != NULL);
    setenv("CC", "false", 1);
    CHECK_STATUS(context, mg_program_from_source(context, "x.c", text, &program), MG_ERROR_PROGRAM);
    CHECK(strstr(mg_context_error(context), "the compiler failed") != NULL);
    check_long_log(context);
    setenv("CC", "cc -DMG_UNREACHED_TOO", 1); /* words after the first are arguments */
    CHECK_OK(context, mg_program_from_source(context, "x.c", text, &program));
    mg_program_release(program);
    unsetenv("CC");
    setenv("MULTIGRAPH_INCLUDE", "/tmp", 1);
    CHECK_STATUS(context, mg_program_from_source(context, "x.c", text, &program), MG_ERROR_UNSUPPORTED);
    CHECK(strstr(mg_context_error(context), "MULTIGRAPH_INCLUDE") != NULL);
    unsetenv("MULTIGRAPH_INCLUDE");
    mg_context_destroy(context);
}

TEST(parameters_have_names_and_defaults) {
    mg_context *context = open_context();
    mg_graph *graph = small_graph(context);
    const mg_program *program = NULL;
    parameters p;
    CHECK_OK(context, mg_program_from_source(context, "steps.c", text, &program));
    CHECK_OK(context, mg_program_defaults(context, program, graph, &p));
    CHECK(p.source == 0 && p.add == -3 && p.f == 0.5f && p.big == 7);
    const struct {
        const char *name, *value;
        mg_status status;
    } settings[] = {
        {"source", "30", MG_OK},
        {"source", "31", MG_ERROR_RANGE},
        {"source", "x", MG_ERROR_INVALID},
        {"add", "-5", MG_OK},
        {"add", "3000000000", MG_ERROR_INVALID},
        {"add", "1.5", MG_ERROR_INVALID},
        {"f", "1e-3", MG_OK},
        {"f", "", MG_ERROR_INVALID},
        {"f", "1x", MG_ERROR_INVALID},
        {"big", "18446744073709551615", MG_OK},
        {"big", "-1", MG_ERROR_INVALID},
        {"no", "1", MG_ERROR_INVALID},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        CHECK_STATUS(context, mg_program_set(context, program, graph, settings[i].name, settings[i].value, &p),
                     settings[i].status);
    }
    CHECK(strstr(mg_context_error(context), "it has source, add, f, big") != NULL);
    CHECK(p.source == 2 && p.add == -5 && p.f == 1e-3f && p.big == UINT64_MAX);
    CHECK_STATUS(context, mg_program_set(context, program, graph, NULL, "1", &p), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_program_defaults(context, NULL, graph, &p), MG_ERROR_INVALID);
    mg_program_release(program);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* A program without an end stops at its iteration limit and reports it. */
TEST(a_limit_ends_a_program) {
    mg_context *context = open_context();
    mg_graph *graph = small_graph(context);
    static const char endless[] = HEAD
        "MG_FN uint32_t send(const mg_ctx *c, const parameters *p, vertex *v) { (void)c; (void)p; return v->hops; }\n"
        "MG_FN bool go_on(const mg_ctx *c, const parameters *p, vertex *v, uint32_t x, double *add) {\n"
        "(void)c; (void)p; (void)add; v->hops = x; return true; }\n" PHASE(
            ".properties = MG_ALL_ACTIVE, .monoid = MG_SUM, .iteration_limit = 9, .init = start, .scatter = send, "
            ".apply = go_on") PROGRAM(COLUMNS, PARAMETERS);
    const mg_program *program = NULL;
    mg_result *result = NULL;
    CHECK_OK(context, mg_program_from_source(context, "endless.c", endless, &program));
    CHECK_STATUS(context, mg_run(context, graph, program, NULL, NULL, NULL, &result), MG_NOT_CONVERGED);
    CHECK_EQ(mg_result_statistics(result)->iterations, 9);
    mg_result_destroy(result);
    mg_program_release(program);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* 0 -9-> 1 -5-> 2, 0 -3-> 2, 3 alone. */
TEST(one_line_makes_a_program) {
    static const uint64_t offsets[] = {0, 2, 3, 3, 3};
    static const mg_vertex neighbours[] = {1, 2, 2};
    static const int32_t weights[] = {9, 3, 5};
    static const float widths[] = {INFINITY, 9, 5, 0};
    static const uint64_t lengths[] = {0, 9, 3, UINT64_MAX};
    mg_context *context = open_context();
    mg_graph *graph = NULL;
    const mg_program *widest = NULL, *shortest = NULL;
    mg_result *result = NULL;
    CHECK_OK(context, mg_graph_from_csr(context, 4, offsets, neighbours, MG_INT32, weights, true, &graph));
    CHECK_OK(context, mg_program_from_source(
                          context, "widest",
                          MG_PATHS(widest, float, float, MG_MAX, MG_INFINITY, 0, value < weight ? value : weight),
                          &widest));
    CHECK_OK(context, mg_program_from_source(context, "shortest",
                                             MG_PATHS(shortest, uint64_t, uint32_t, MG_MIN, 0, MG_UNREACHED64,
                                                      mg_add_sat_u64(value, weight)),
                                             &shortest));
    CHECK_OK(context, mg_program_check(context, widest, NULL, MG_BACKEND_CPU));
    CHECK_OK(context, mg_run(context, graph, widest, NULL, NULL, NULL, &result));
    CHECK(memcmp(mg_result_column(result, "widest")->data, widths, sizeof widths) == 0);
    mg_result_destroy(result);
    CHECK_OK(context, mg_run(context, graph, shortest, NULL, NULL, NULL, &result));
    CHECK(memcmp(mg_result_column(result, "shortest")->data, lengths, sizeof lengths) == 0);
    mg_result_destroy(result);
    mg_program_release(widest);
    mg_program_release(shortest);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(no_memory_is_lost) {
    mg_context *whole = open_context();
    load_once(whole, text); /* stores it in the cache */
    bool done = false;
    for (int n = 0; n < 1000 && !done; n++) {
        failing_memory memory;
        mg_context *context = failing_memory_context(&memory, n);
        const mg_program *program = NULL;
        const mg_status status = mg_program_from_source(context, "steps.c", text, &program);
        mg_status checked = MG_OK;
        if (status == MG_OK) {
            checked = mg_program_check(context, program, NULL, MG_BACKEND_CPU);
        }
        CHECK(status == MG_OK || status == MG_ERROR_MEMORY);
        CHECK(checked == MG_OK || checked == MG_ERROR_MEMORY);
        done = status == MG_OK && checked == MG_OK;
        mg_program_release(program);
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
    }
    CHECK(done);
    mg_context_destroy(whole);
}
