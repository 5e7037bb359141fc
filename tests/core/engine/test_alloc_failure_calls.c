/* SPDX-License-Identifier: Apache-2.0
 *
 * test_alloc_failure_calls.c: failing allocations in products, function pointers, values of edges, draws of sources,
 * and programs that are compiled at run time.
 */
#include "tests/algorithms/programs/own.h"
#include "tests/core/engine/fail_each.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <sys/stat.h>

#define N 1024 /* at least the vertices of the graphs */
#define COLUMNS 2

static double x[N * COLUMNS], y[N * COLUMNS];
static mg_spmv_options product;

static mg_status work_spmv(fixture *f) {
    return mg_spmv(f->context, f->graph, &product, x, y);
}

static mg_status work_spmm(fixture *f) {
    return mg_spmm(f->context, f->graph, &product, COLUMNS, x, y);
}

static void add(void *data, const void *a, const void *b, void *out) {
    (void)data;
    *(double *)out = *(const double *)a + *(const double *)b;
}

static mg_spmv_options product_of(mg_semiring semiring) {
    static const double zero = 0;
    mg_spmv_options o = MG_SPMV_OPTIONS_INIT;
    o.semiring = semiring;
    o.element_size = sizeof zero;
    o.identity = &zero;
    o.add = o.multiply = add;
    return o;
}

/* In-edges and weights as doubles are built for the first product, and the graph keeps them: a new graph each. */
TEST(products) {
    static const work works[] = {work_spmv, work_spmm};
    for (int semiring = MG_PLUS_TIMES; semiring <= MG_USER_SEMIRING; semiring++) {
        for (int i = 0; i < 4; i++) {
            fixture f = {.graph = NULL};
            open_fixture(&f);
            f.graph = shape_graph(f.context, shape_named("random"), WEIGHTS_INT, true);
            CHECK(mg_graph_vertex_count(f.graph) <= N);
            product = product_of((mg_semiring)semiring);
            product.transpose = i / 2;
            const bool converts = semiring != MG_MIN_FIRST && semiring != MG_PLUS_FIRST;
            CHECK((fail_each(&f, works[i % 2], 1) > 0) == (converts || !product.transpose));
            close_fixture(&f);
        }
    }
}

static bool start(const mg_ctx *ctx, const void *params, void *state) {
    (void)params;
    *(uint32_t *)state = ctx->vertex;
    return true;
}

static mg_status work_callbacks(fixture *f) {
    static const uint32_t identity = UINT32_MAX;
    uint32_t state[N];
    mg_callbacks c = MG_CALLBACKS_INIT;
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    mg_result *result = NULL;
    c.state_size = c.value_size = sizeof identity;
    c.value_type = MG_UINT32;
    c.properties = MG_LABEL;
    c.identity = &identity;
    c.init = start;
    options.mode = f->mode;
    options.statistics = true;
    const mg_status status = mg_run_callbacks(f->context, f->graph, &c, NULL, &options, state, &result);
    CHECK((status >= 0) == (result != NULL));
    mg_result_destroy(result);
    return status;
}

TEST(function_pointers) {
    for (int mode = MG_MODE_AUTO; mode <= MG_MODE_PULL; mode++) {
        fixture f = {.mode = (mg_mode)mode};
        open_fixture(&f);
        f.graph = shape_graph(f.context, shape_named("random"), WEIGHTS_INT, true);
        CHECK(mg_graph_vertex_count(f.graph) <= N);
        CHECK(fail_each(&f, work_callbacks, 1) > 0);
        close_fixture(&f);
    }
}

static mg_status work_edge_columns(fixture *f) {
    mg_result *result = NULL;
    const mg_status status = mg_run(f->context, f->graph, &own_scores_program, NULL, NULL, NULL, &result);
    CHECK((status >= 0) == (result != NULL));
    CHECK(mg_result_edge_column_count(result) == (result ? 3 : 0));
    mg_result_destroy(result);
    return status;
}

TEST(values_of_edges) {
    fixture f = {.mode = MG_MODE_AUTO};
    open_fixture(&f);
    f.graph = shape_graph(f.context, shape_named("random"), WEIGHTS_INT, true);
    CHECK(fail_each(&f, work_edge_columns, 1) > 3);
    close_fixture(&f);
}

static mg_status work_draw(fixture *f) {
    mg_vertex drawn[5];
    return mg_draw_sources(f->context, f->graph, 1, 5, drawn);
}

TEST(drawn_sources) {
    fixture f = {.graph = NULL};
    open_fixture(&f);
    f.graph = shape_graph(f.context, shape_named("random"), WEIGHTS_NONE, true);
    CHECK(fail_each(&f, work_draw, 1) > 0);
    close_fixture(&f);
}

/* ---- programs ---- */

static char program_path[1024], program_text[16384];

/* A compiler that compiles once and then repeats its output, so that hundreds of failing loads take no time. */
static const char compiler[] = "#!/bin/sh\n"
                               "for word; do [ \"$last\" = -o ] && output=$word; last=$word; done\n"
                               "[ -e \"$0.saved\" ] || { cc \"$@\" && cp \"$output\" \"$0.saved\"; exit; }\n"
                               "cp \"$0.saved\" \"$output\"\n";

static void use_compiler(const char *cache) {
    const char *const folder = test_folder();
    char path[1024];
    if (system("cc --version >/dev/null 2>&1") != 0) {
        test_skip("there is no cc");
    }
    snprintf(path, sizeof path, "%s/cc-once", folder);
    FILE *const script = fopen(path, "w");
    CHECK(script && fputs(compiler, script) >= 0 && fclose(script) == 0 && chmod(path, 0700) == 0);
    setenv("CC", path, 1);
    setenv("MULTIGRAPH_CACHE", cache ? cache : "off", 1);
    snprintf(program_path, sizeof program_path, "%s/examples/hops.c", test_root());
    FILE *const file = fopen(program_path, "r");
    CHECK(file);
    program_text[fread(program_text, 1, sizeof program_text - 1, file)] = '\0';
    fclose(file);
}

/* Uses a loaded program in every way. */
static mg_status use_program(fixture *f, const mg_program *program) {
    mg_result *result = NULL;
    char params[64];
    mg_status status = mg_program_defaults(f->context, program, f->graph, params);
    status = status < 0 ? status : mg_program_set(f->context, program, f->graph, "source", "0", params);
    status = status < 0 ? status : mg_run(f->context, f->graph, program, params, NULL, NULL, &result);
    CHECK((status >= 0) == (result != NULL));
    mg_result_destroy(result);
    mg_program_release(program);
    return status;
}

static mg_status work_file(fixture *f) {
    const mg_program *program = NULL;
    const mg_status status = mg_program_from_file(f->context, program_path, &program);
    CHECK((status >= 0) == (program != NULL));
    return status < 0 ? status : use_program(f, program);
}

static mg_status work_source(fixture *f) {
    const mg_program *program = NULL;
    const mg_status status = mg_program_from_source(f->context, "hops.c", program_text, &program);
    CHECK((status >= 0) == (program != NULL));
    return status < 0 ? status : use_program(f, program);
}

static void load_with(const char *cache) {
    static const work works[] = {work_file, work_source};
    use_compiler(cache);
    for (size_t i = 0; i < 2; i++) {
        fixture f = {.graph = NULL};
        open_fixture(&f);
        f.graph = shape_graph(f.context, shape_named("random"), WEIGHTS_NONE, true);
        CHECK(fail_each(&f, works[i], 1) > 0);
        /* The folder for compiled files stays with the context. */
        close_fixture(&f);
    }
}

TEST(programs_that_are_compiled) {
    load_with(NULL);
}

TEST(programs_from_the_cache) {
    load_with(test_folder());
}

static mg_status work_check_program(fixture *f) {
    return mg_program_check(f->context, &own_sssp_program, NULL, MG_BACKEND_CPU);
}

TEST(checks_of_programs) {
    fixture f = {.graph = NULL};
    open_fixture(&f);
    CHECK(fail_each(&f, work_check_program, 2) > 0);
    close_fixture(&f);
}
