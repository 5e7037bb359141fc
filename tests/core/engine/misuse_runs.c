/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/engine/misuse.h"

static void result_destroy(const fixture *f) {
    (void)f;
    mg_result_destroy(NULL);
}

static void result_vertex_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_result_vertex_count(NULL), 0);
}

static void result_column_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_result_column_count(NULL), 0);
}

static void result_column_at(const fixture *f) {
    CHECK(!mg_result_column_at(NULL, 0));
    CHECK(!mg_result_column_at(f->result, mg_result_column_count(f->result)));
    CHECK(!mg_result_column_at(f->result, SIZE_MAX));
}

static void result_column(const fixture *f) {
    CHECK(!mg_result_column(NULL, "depth"));
    CHECK(!mg_result_column(f->result, NULL));
    CHECK(!mg_result_column(f->result, ""));
}

static void result_edge_column_count(const fixture *f) {
    CHECK_EQ(mg_result_edge_column_count(NULL), 0);
    CHECK_EQ(mg_result_edge_column_count(f->result), 0); /* not of a program with values of edges */
}

static void result_edge_column_at(const fixture *f) {
    CHECK(!mg_result_edge_column_at(NULL, 0));
    CHECK(!mg_result_edge_column_at(f->result, 0));
    CHECK(!mg_result_edge_column_at(f->result, SIZE_MAX));
}

static void result_edge_column(const fixture *f) {
    CHECK(!mg_result_edge_column(NULL, "depth"));
    CHECK(!mg_result_edge_column(f->result, NULL));
    CHECK(!mg_result_edge_column(f->result, "depth"));
}

static void result_statistics(const fixture *f) {
    (void)f;
    CHECK(!mg_result_statistics(NULL));
}

static void result_sources(const fixture *f) {
    size_t count = 7;
    CHECK(!mg_result_sources(NULL, &count));
    CHECK_EQ(count, 0);
    CHECK(!mg_result_sources(NULL, NULL));
    CHECK(mg_result_sources(f->result, NULL));
}

static void result_totals(const fixture *f) {
    size_t count = 7;
    CHECK(!mg_result_totals(NULL, &count));
    CHECK_EQ(count, 0);
    CHECK(!mg_result_totals(NULL, NULL));
    CHECK(!mg_result_totals(f->result, &count)); /* not of a program with totals */
    CHECK_EQ(count, 0);
}

size_t misuse_run_options(mg_run_options bad[BAD_RUNS]) {
    static uint32_t memory[64];
    static const mg_column_output no_column = {"no such column", MG_UINT32, memory};
    for (size_t i = 0; i < BAD_RUNS; i++) {
        bad[i] = MG_RUN_OPTIONS_INIT;
    }
    bad[0].size = 0;
    bad[1].backend = (mg_backend_kind)NO_ENUM;
    bad[2].mode = (mg_mode)NO_ENUM;
    bad[3].sparse_layout = (mg_sparse_layout)NO_ENUM;
    bad[4].dense_layout = (mg_dense_layout)NO_ENUM;
    bad[5].lanes = MG_LANES_MAX + 1;
    bad[6].lanes = UINT32_MAX;
    bad[7].mode = (mg_mode)-1;
    bad[8].choice = (mg_mode_choice)NO_ENUM;
    bad[9].outputs = &no_column; /* of no algorithm */
    bad[9].output_count = 1;
    return BAD_RUNS;
}

static void run(const fixture *f) {
    mg_run_options bad[BAD_RUNS];
    mg_result *r = NULL;
    const mg_program other = {.abi = MG_PROGRAM_ABI + 1}, empty = {.abi = MG_PROGRAM_ABI};
    for (size_t i = 0; i < misuse_run_options(bad); i++) {
        REFUSED(f, mg_run(f->context, f->graph, f->program, NULL, &bad[i], NULL, &r));
    }
    REFUSED(f, mg_run(f->context, f->graph, &other, NULL, NULL, NULL, &r));
    REFUSED(f, mg_run(f->context, f->graph, &empty, NULL, NULL, NULL, &r));
    REFUSED(f, mg_run(f->context, NULL, f->program, NULL, NULL, NULL, &r));
    REFUSED(f, mg_run(f->context, f->graph, NULL, NULL, NULL, NULL, &r));
    INVALID(mg_run(NULL, f->graph, f->program, NULL, NULL, NULL, &r));
    CHECK(!r);
}

static void add(void *data, const void *a, const void *b, void *out) {
    (void)data;
    *(double *)out = *(const double *)a + *(const double *)b;
}

/* One wrong option each. */
static size_t bad_products(mg_spmv_options bad[11]) {
    static const double zero = 0;
    for (size_t i = 0; i < 11; i++) {
        bad[i] = MG_SPMV_OPTIONS_INIT;
    }
    bad[0].size = 0;
    bad[1].semiring = (mg_semiring)NO_ENUM;
    bad[2].type = (mg_type)NO_ENUM;
    bad[3].type = MG_TYPE_NONE;
    bad[4].backend = (mg_backend_kind)NO_ENUM;
    bad[5].mode = (mg_mode)NO_ENUM;
    bad[6].dense_layout = (mg_dense_layout)NO_ENUM;
    for (size_t i = 7; i < 11; i++) { /* a user's semiring, of which something is missing */
        bad[i].semiring = MG_USER_SEMIRING;
        bad[i].element_size = sizeof zero;
        bad[i].identity = &zero;
        bad[i].add = bad[i].multiply = add;
    }
    bad[7].element_size = 0;
    bad[8].element_size = MG_ELEMENT_MAX + 1;
    bad[9].identity = NULL;
    bad[10].type = (mg_type)NO_ENUM;
    return 11;
}

static void spmv(const fixture *f) {
    double x[3] = {1, 2, 3}, y[3];
    mg_spmv_options bad[11];
    for (size_t i = 0; i < bad_products(bad); i++) {
        REFUSED(f, mg_spmv(f->context, f->graph, &bad[i], x, y));
    }
    REFUSED(f, mg_spmv(f->context, NULL, NULL, x, y));
    REFUSED(f, mg_spmv(f->context, f->graph, NULL, NULL, y));
    REFUSED(f, mg_spmv(f->context, f->graph, NULL, x, NULL));
    REFUSED(f, mg_spmv(f->context, f->graph, NULL, x, x));
    REFUSED(f, mg_spmv(f->context, f->graph, NULL, x, x + 1));
    INVALID(mg_spmv(NULL, f->graph, NULL, x, y));
}

static void spmm(const fixture *f) {
    double x[6] = {1, 2, 3, 4, 5, 6}, y[6];
    mg_spmv_options bad[11];
    for (size_t i = 0; i < bad_products(bad); i++) {
        REFUSED(f, mg_spmm(f->context, f->graph, &bad[i], 2, x, y));
    }
    REFUSED(f, mg_spmm(f->context, f->graph, NULL, 0, x, y));
    REFUSED(f, mg_spmm(f->context, NULL, NULL, 2, x, y));
    REFUSED(f, mg_spmm(f->context, f->graph, NULL, 2, NULL, y));
    REFUSED(f, mg_spmm(f->context, f->graph, NULL, 2, x, NULL));
    INVALID(mg_spmm(NULL, f->graph, NULL, 2, x, y));
}

static void program_from_file(const fixture *f) {
    const mg_program *p = NULL;
    REFUSED(f, mg_program_from_file(f->context, NULL, &p));
    REFUSED(f, mg_program_from_file(f->context, "", &p));
    REFUSED(f, mg_program_from_file(f->context, "/", &p));
    REFUSED(f, mg_program_from_file(f->context, "/dev/null", NULL));
    INVALID(mg_program_from_file(NULL, "/dev/null", &p));
    CHECK(!p);
}

static void program_from_source(const fixture *f) {
    const mg_program *p = NULL;
    char name[256];
    memset(name, 'x', sizeof name);
    name[201] = '\0';
    REFUSED(f, mg_program_from_source(f->context, NULL, "", &p));
    REFUSED(f, mg_program_from_source(f->context, "x", NULL, &p));
    REFUSED(f, mg_program_from_source(f->context, "x", "", NULL));
    REFUSED(f, mg_program_from_source(f->context, "", "int x;", &p));
    REFUSED(f, mg_program_from_source(f->context, name, "int x;", &p));
    REFUSED(f, mg_program_from_source(f->context, "a\"b", "int x;", &p));
    INVALID(mg_program_from_source(NULL, "x", "", &p));
    CHECK(!p);
}

static void program_release(const fixture *f) {
    (void)f;
    mg_program_release(NULL);
}

/* Programs whose description is wrong. */
static size_t bad_programs(const fixture *f, mg_program bad[4]) {
    for (size_t i = 0; i < 4; i++) {
        bad[i] = *f->program;
    }
    bad[0].abi = 0;
    bad[1].parameters[0].type = (mg_type)NO_ENUM;
    bad[2].parameters[0].offset = SIZE_MAX;
    bad[3].params_size = 0;
    return 4;
}

static void program_defaults(const fixture *f) {
    char params[64];
    mg_program bad[4];
    for (size_t i = 0; i < bad_programs(f, bad); i++) {
        REFUSED(f, mg_program_defaults(f->context, &bad[i], NULL, params));
    }
    REFUSED(f, mg_program_defaults(f->context, NULL, f->graph, params));
    REFUSED(f, mg_program_defaults(f->context, f->program, f->graph, NULL));
    INVALID(mg_program_defaults(NULL, f->program, f->graph, params));
}

static void program_set(const fixture *f) {
    char params[64] = "";
    mg_program bad[4];
    for (size_t i = 0; i < bad_programs(f, bad); i++) {
        REFUSED(f, mg_program_set(f->context, &bad[i], NULL, "source", "1", params));
    }
    REFUSED(f, mg_program_set(f->context, NULL, NULL, "source", "1", params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, NULL, "1", params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", NULL, params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", "1", NULL));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "", "1", params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", "", params));
    REFUSED(f, mg_program_set(f->context, f->program, f->graph, "source", "3", params)); /* no such vertex */
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", "4294967296", params));
    REFUSED(f, mg_program_set(f->context, f->program, NULL, "source", "18446744073709551615", params));
    INVALID(mg_program_set(NULL, f->program, NULL, "source", "1", params));
    CHECK_OK(f->context, mg_program_set(f->context, f->program, NULL, "source", "4294967295", params));
}

static void program_check(const fixture *f) {
    mg_program bad[4];
    for (size_t i = 0; i < bad_programs(f, bad); i++) {
        REFUSED(f, mg_program_check(f->context, &bad[i], NULL, MG_BACKEND_CPU));
    }
    REFUSED(f, mg_program_check(f->context, NULL, NULL, MG_BACKEND_CPU));
    REFUSED(f, mg_program_check(f->context, f->program, NULL, (mg_backend_kind)NO_ENUM));
    INVALID(mg_program_check(NULL, f->program, NULL, MG_BACKEND_CPU));
}

static bool start(const mg_ctx *ctx, const void *params, void *state) {
    (void)params;
    *(uint32_t *)state = ctx->vertex;
    return true;
}

static void run_callbacks(const fixture *f) {
    static const uint32_t identity = UINT32_MAX;
    mg_callbacks good = MG_CALLBACKS_INIT, bad[10];
    mg_run_options bad_run[BAD_RUNS];
    uint32_t state[3] = {0};
    mg_result *r = NULL;
    good.state_size = good.value_size = sizeof identity;
    good.value_type = MG_UINT32;
    good.properties = MG_LABEL;
    good.identity = &identity;
    good.init = start;
    for (size_t i = 0; i < 10; i++) {
        bad[i] = good;
    }
    bad[0].size = 0;
    bad[1].value_size = 0;
    bad[2].state_size = 0;
    bad[3].identity = NULL;
    bad[4].value_type = (mg_type)NO_ENUM;
    bad[5].weight_type = (mg_type)NO_ENUM;
    bad[6].direction = (mg_direction)NO_ENUM;
    bad[7].frontier = (mg_frontier_source)NO_ENUM;
    bad[8].monoid = (mg_monoid)NO_ENUM;
    bad[9].totals = UINT32_MAX;
    for (size_t i = 0; i < 10; i++) {
        REFUSED(f, mg_run_callbacks(f->context, f->graph, &bad[i], NULL, NULL, state, &r));
    }
    for (size_t i = 0; i < misuse_run_options(bad_run); i++) {
        REFUSED(f, mg_run_callbacks(f->context, f->graph, &good, NULL, &bad_run[i], state, &r));
    }
    REFUSED(f, mg_run_callbacks(f->context, NULL, &good, NULL, NULL, state, &r));
    REFUSED(f, mg_run_callbacks(f->context, f->graph, NULL, NULL, NULL, state, &r));
    REFUSED(f, mg_run_callbacks(f->context, f->graph, &good, NULL, NULL, NULL, &r));
    INVALID(mg_run_callbacks(NULL, f->graph, &good, NULL, NULL, state, &r));
    CHECK(!r);
    CHECK_OK(f->context, mg_run_callbacks(f->context, f->graph, &good, NULL, NULL, state, NULL));
}

const misuse misuses_of_runs[] = {
    {"mg_result_destroy", result_destroy},
    {"mg_result_vertex_count", result_vertex_count},
    {"mg_result_column_count", result_column_count},
    {"mg_result_column_at", result_column_at},
    {"mg_result_column", result_column},
    {"mg_result_edge_column_count", result_edge_column_count},
    {"mg_result_edge_column_at", result_edge_column_at},
    {"mg_result_edge_column", result_edge_column},
    {"mg_result_statistics", result_statistics},
    {"mg_result_sources", result_sources},
    {"mg_result_totals", result_totals},
    {"mg_run", run},
    {"mg_spmv", spmv},
    {"mg_spmm", spmm},
    {"mg_program_from_file", program_from_file},
    {"mg_program_from_source", program_from_source},
    {"mg_program_release", program_release},
    {"mg_program_defaults", program_defaults},
    {"mg_program_set", program_set},
    {"mg_program_check", program_check},
    {"mg_run_callbacks", run_callbacks},
    {NULL, NULL},
};
