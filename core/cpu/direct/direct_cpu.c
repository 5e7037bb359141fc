/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cpu/direct/direct_cpu.h"

#include "core/cpu/direct/match_edges.h"
#include "core/cpu/direct/spanning_forest.h"
#include "core/cpu/direct/strong_components.h"
#include "core/ranks/ranks.h"

/* The functions of a kind: may it be run, its memory, the run. */
typedef struct direct_functions {
    mg_status (*check)(mg_context *context, const mg_graph *graph);
    void (*need)(mg_context *context, const mg_graph *graph, mg_memory_need *need);
    mg_status (*run)(mg_context *context, const mg_graph *graph, mg_direct_job *job);
} direct_functions;

static const direct_functions functions[] = {
    [MG_DIRECT_FOREST] = {mg__forest_check, mg__forest_need, mg__forest_run},
    [MG_DIRECT_MATCHING] = {NULL, mg__matching_need, mg__matching_run},
    [MG_DIRECT_SCC] = {NULL, mg__strong_need, mg__strong_run},
};

static mg_status check(mg_context *context, const mg_graph *graph, const mg_direct_job *job) {
    if (mg__ranks_of(context) > 1) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "direct runs are not made on ranks");
    }
    return functions[job->kind].check ? functions[job->kind].check(context, graph) : MG_OK;
}

mg_status mg__cpu_direct(mg_context *context, const mg_graph *graph, mg_direct_job *job) {
    mg_status status;
    MG_TRY(check(context, graph, job));
    MG_TRY(mg_graph_check(context, graph));
    if (graph->n) {
        MG_TRY(functions[job->kind].run(context, graph, job));
    }
out:
    return status;
}

mg_status mg__cpu_direct_memory(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                                mg_memory_need *need) {
    mg_status status;
    MG_TRY(check(context, graph, job));
    functions[job->kind].need(context, graph, need);
out:
    return status;
}
