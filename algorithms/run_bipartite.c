/* SPDX-License-Identifier: Apache-2.0
 *
 * run_bipartite.c: the sides of bipartite components, from the components that mg_cc() finds.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/bipartite.h"
#include "core/engine/outputs.h"
#include "core/kept_memory.h"
#include "core/stage_clock.h"

static mg_status find_components(mg_context *context, const mg_graph *graph, const mg_run_options *run,
                                 bipartite_vertex *state, double *build_seconds) {
    mg_status status;
    mg_cc_options o = MG_CC_OPTIONS_INIT;
    mg_result *result = NULL;
    o.run = *run;
    MG_TRY(mg_cc(context, graph, &o, &result));
    const mg_vertex *const component = mg_result_column(result, "component")->data;
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        state[v].component = component[v];
    }
    *build_seconds = mg_result_statistics(result)->build_seconds;
out:
    mg_result_destroy(result);
    return status;
}

mg_status mg_bipartite(mg_context *context, const mg_graph *graph, const mg_bipartite_options *options,
                       mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_bipartite_options o = options ? *options : MG_BIPARTITE_OPTIONS_INIT;
    const bipartite_parameters parameters = {.given = 1};
    mg_run_options run;
    mg_column_copies outputs;
    bipartite_vertex *state = NULL;
    double build_seconds = 0;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__take_outputs(context, &o.run, bipartite_program.columns, &outputs));
    MG_TRY(mg__run_options(context, &o.run, &run));
    run.max_iterations = 0;
    MG_TRY(MG_KEPT_ALLOC(context, state, mg_graph_vertex_count(graph), "vertex states"));
    MG_TRY(find_components(context, graph, &run, state, &build_seconds));
    MG_TRY(mg__run_to_outputs(context, graph, &bipartite_program, &parameters, &run, state, &outputs, result));
    mg__result_add_build(*result, build_seconds);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    mg__kept_release(context, state);
    return status;
}
