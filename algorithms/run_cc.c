/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/entry.h"
#include "algorithms/programs/cc.h"
#include "algorithms/start.h"

#include <assert.h>

/* The program labels components by their smallest index. With another vertex order, replaces it by the vertex of
 * smallest id, so that results do not depend on the order. */
static mg_status name_by_id(mg_context *context, const mg_graph *graph, mg_result *result) {
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
    mg_vertex *const label = (mg_vertex *)mg_result_column_at(result, 0)->data; /* not yet returned, so it may be
                                                                                   changed */
    mg_vertex *first = NULL;
    if (!by_id) {
        return MG_OK;
    }
    const mg_status status = MG_ALLOC(context, first, n, "components");
    if (status < 0) {
        return status;
    }
    for (mg_vertex i = n; i > 0; i--) {
        assert(by_id[i - 1] < n && label[by_id[i - 1]] < n);
        first[label[by_id[i - 1]]] = by_id[i - 1];
    }
#pragma omp parallel for num_threads(context->threads)
    for (mg_vertex v = 0; v < n; v++) {
        label[v] = first[label[v]];
    }
    mg__release(&context->memory, first);
    return status;
}

mg_status mg_cc(mg_context *context, const mg_graph *graph, const mg_cc_options *options, mg_result **result) {
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    mg_cc_options o = options ? *options : MG_CC_OPTIONS_INIT;
    const mg_start *const from = o.run.from;
    mg_result *made = NULL;
    mg_status outcome = MG_OK;
    mg_run_options run;
    o.run.from = NULL;
    MG_TRY(mg__check_one_lane(context, &o.run));
    MG_TRY(mg__run_options(context, &o.run, &run));
    if (from) {
        MG_TRY(mg__start_cc(context, graph, from, &made));
    }
    if (!made) {
        outcome = mg_run(context, graph, &cc_program, NULL, &run, NULL, &made);
        MG_TRY(outcome);
        MG_TRY(name_by_id(context, graph, made));
    }
    *result = made;
    made = NULL;
    status = outcome;
out:
    mg_result_destroy(made);
    return status;
}
