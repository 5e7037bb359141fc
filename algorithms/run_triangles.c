/* SPDX-License-Identifier: Apache-2.0
 *
 * run_triangles.c: triangles of every vertex, and local clustering coefficients.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/lcc.h"
#include "algorithms/programs/triangles.h"
#include "core/engine/outputs.h"
#include "core/stage_clock.h"

mg_status mg_triangles(mg_context *context, const mg_graph *graph, const mg_triangles_options *options,
                       mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status;
    MG_TRY(mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options));
    mg_triangles_options o = options ? *options : MG_TRIANGLES_OPTIONS_INIT;
    mg_column_copies outputs;
    MG_TRY(mg__check_one_lane(context, &o.run));
    if (o.total_only) {
        return mg__run_with_totals(context, graph, &triangle_total_program, NULL, NULL, &o.run, NULL, result);
    }
    MG_TRY(mg__take_outputs(context, &o.run, triangles_program.columns, &outputs));
    status = mg__run_to_outputs(context, graph, &triangles_program, NULL, &o.run, NULL, &outputs, result);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    return status;
}

mg_status mg_lcc(mg_context *context, const mg_graph *graph, const mg_lcc_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status;
    MG_TRY(mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options));
    mg_lcc_options o = options ? *options : MG_LCC_OPTIONS_INIT;
    const lcc_parameters parameters = {.directions = mg_graph_directed(graph) ? 1 : 2};
    mg_column_copies outputs;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__take_outputs(context, &o.run, lcc_program.columns, &outputs));
    status = mg__run_to_outputs(context, graph, &lcc_program, &parameters, &o.run, NULL, &outputs, result);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    return status;
}
