/* SPDX-License-Identifier: Apache-2.0
 *
 * run_cdlp.c: communities by label propagation. The least label is that of the smallest id, so that labels are ranks of
 * ids while the program runs.
 */
#include "algorithms/entry.h"
#include "algorithms/programs/cdlp.h"
#include "algorithms/rounds.h"
#include "core/engine/outputs.h"
#include "core/stage_clock.h"

static void name_vertices(const mg_context *context, const mg_graph *graph, mg_result *result) {
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
    mg_vertex *const label = (mg_vertex *)mg_result_column_at(result, 0)->data; /* not yet returned */
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex v = 0; v < n; v++) {
        label[v] = by_id[label[v]];
    }
}

mg_status mg_cdlp(mg_context *context, const mg_graph *graph, const mg_cdlp_options *options, mg_result **result) {
    MG_STAGE(context, MG_STAGE_RUN);
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_cdlp_options o = options ? *options : MG_CDLP_OPTIONS_INIT;
    cdlp_parameters parameters = {.iterations = o.iterations};
    mg_vertex *labels = NULL;
    mg_column_copies outputs;
    mg_result *made = NULL;
    if (!o.iterations) {
        return mg__fail(context, MG_ERROR_INVALID, "iterations is 0, expected at least 1");
    }
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__take_outputs(context, &o.run, cdlp_program.columns, &outputs));
    if (mg_graph_by_id(graph)) { /* else the rank is the index, and the program sets it */
        MG_TRY(MG_ALLOC(context, labels, mg_graph_vertex_count(graph), "labels"));
        mg__write_ranks(context, graph, labels, sizeof *labels, 0);
    }
    parameters.given = labels != NULL;
    MG_TRY(mg__run_to_outputs(context, graph, &cdlp_program, &parameters, &o.run, labels, labels ? NULL : &outputs,
                              &made));
    if (labels) {
        name_vertices(context, graph, made);
    }
    MG_TRY(mg__deliver_outputs(context, &outputs, status, &made));
    *result = made;
out:
    mg__release(&context->memory, labels);
    return status;
}
