/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/entry.h"
#include "algorithms/programs/bfs.h"

mg_status mg_bfs(mg_context *context, const mg_graph *graph, const mg_bfs_options *options, mg_result **result) {
    mg_status status = mg__check_call(context, graph, result, options ? options->size : 0, sizeof *options);
    if (status < 0) {
        return status;
    }
    const mg_bfs_options o = options ? *options : MG_BFS_OPTIONS_INIT;
    bfs_parameters params = {.source = o.source};
    status = mg__check_source(context, graph, &params.source);
    return status < 0 ? status : mg_run(context, graph, &bfs_program, &params, &o.run, NULL, result);
}
