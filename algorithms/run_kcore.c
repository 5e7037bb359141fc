/* SPDX-License-Identifier: Apache-2.0
 *
 * run_kcore.c: coreness.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/coreness.h"
#include "algorithms/rounds.h"
#include "core/engine/outputs.h"
#include "core/stage_clock.h"

mg_status mg_kcore(mg_context *context, const mg_graph *graph, const mg_kcore_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_kcore_options o = options ? *options : MG_KCORE_OPTIONS_INIT;
    const coreness_parameters parameters = {.directed = mg_graph_directed(graph)};
    mg_column_copies outputs;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__take_outputs(context, &o.run, coreness_program.columns, &outputs));
    status = mg__run_loops(context, graph, &coreness_program, &parameters, &o.run, NULL, &outputs, result);
    status = mg__deliver_outputs(context, &outputs, status, result);
out:
    return status;
}
