/* SPDX-License-Identifier: Apache-2.0
 *
 * run_triangles.c: triangles of every vertex, and local clustering coefficients.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/lcc.h"
#include "algorithms/programs/triangles.h"
#include "core/stage_clock.h"

mg_status mg_triangles(mg_context *context, const mg_graph *graph, const mg_triangles_options *options,
                       mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status;
    MG_TRY(mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options));
    const mg_triangles_options o = options ? *options : MG_TRIANGLES_OPTIONS_INIT;
    MG_TRY(mg__check_one_lane(context, &o.run));
    status = mg__run(context, graph, &triangles_program, NULL, &o.run, NULL, result);
out:
    return status;
}

mg_status mg_lcc(mg_context *context, const mg_graph *graph, const mg_lcc_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status;
    MG_TRY(mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options));
    const mg_lcc_options o = options ? *options : MG_LCC_OPTIONS_INIT;
    const lcc_parameters parameters = {.directions = mg_graph_directed(graph) ? 1 : 2};
    MG_TRY(mg__check_one_lane(context, &o.run));
    status = mg__run(context, graph, &lcc_program, &parameters, &o.run, NULL, result);
out:
    return status;
}
