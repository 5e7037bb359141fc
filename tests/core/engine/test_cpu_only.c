/* SPDX-License-Identifier: Apache-2.0
 *
 * What runs on the CPU does not load the driver of a GPU, which takes some 100 ms.
 */
#include "algorithms/programs/cc.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_loaded(const char *library) {
    char line[4096];
    bool found = false;
    FILE *maps = fopen("/proc/self/maps", "r");
    CHECK(maps != NULL);
    while (maps && !found && fgets(line, sizeof line, maps)) {
        found = strstr(line, library) != NULL;
    }
    if (maps) {
        fclose(maps);
    }
    return found;
}

static void run_program(mg_context *context, const mg_graph *graph) {
    mg_run_options options = MG_RUN_OPTIONS_INIT;
    mg_result *result = NULL;
    cc_vertex *state = calloc(mg_graph_vertex_count(graph), sizeof *state);
    options.backend = MG_BACKEND_CPU;
    CHECK_OK(context, mg_run(context, graph, &cc_program, NULL, &options, state, &result));
    mg_result_destroy(result);
    free(state);
}

static void multiply(mg_context *context, const mg_graph *graph) {
    const mg_vertex n = mg_graph_vertex_count(graph);
    const mg_adjacency out = mg_graph_out_edges(graph);
    const mg_matrix_arrays arrays = {.rows = n,
                                     .columns = n,
                                     .nonzeros = mg_graph_arc_count(graph),
                                     .row_offsets = out.offsets,
                                     .column_indices = out.neighbours};
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    mg_spmv_options spmv = MG_SPMV_OPTIONS_INIT;
    mg_matrix *matrix = NULL;
    float *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
    spmv.type = MG_FLOAT32;
    options.backend = spmv.backend = MG_BACKEND_CPU;
    spmv.type = options.type; /* that of x and y */
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    CHECK_OK(context, mg_matrix_spmv(context, matrix, &options, x, y));
    CHECK_OK(context, mg_spmv(context, graph, &spmv, x, y));
    mg_matrix_destroy(context, matrix);
    free(x);
    free(y);
}

TEST(the_cpu_leaves_the_driver_alone) {
    mg_context *context = NULL;
    CHECK_EQ(mg_context_create(NULL, &context), MG_OK);
    mg_graph *graph = shape_graph(context, shape_named("kron"), WEIGHTS_NONE, true);
    run_program(context, graph);
    multiply(context, graph);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    CHECK(!is_loaded("libcuda.so"));
}
