/* SPDX-License-Identifier: Apache-2.0
 *
 * find_dependencies.c: Brandes' dependencies by weight or of arcs on the backend of a call.
 */
#include "algorithms/dependencies.h"

#include <string.h>

static mg_path_rows rows_of(const mg_simple_graph *simple) {
    return (mg_path_rows){simple->offsets, simple->neighbours, simple->weights};
}

/* A device needs the arcs by target, too. */
static mg_status find_on_device(mg_context *context, const mg_backend *backend, const mg_simple_graph *simple,
                                bool directed, const mg_dependency_sources *sources, bool by_edge, double *sums) {
    mg_status status = MG_OK;
    mg_simple_graph in = {.n = 0};
    mg_paths_job job = {.n = simple->n,
                        .out = rows_of(simple),
                        .in = rows_of(simple),
                        .sources = sources->list,
                        .count = sources->count,
                        .by_arc = by_edge,
                        .sums = sums};
    if (directed) {
        MG_TRY(mg__simple_transposed(context, simple, &in));
        job.in = rows_of(&in);
    }
    status = backend->paths(context, &job);
out:
    mg__simple_graph_release(context, &in);
    return status;
}

mg_status mg__find_dependencies(mg_context *context, mg_backend_kind kind, const mg_simple_graph *simple, bool directed,
                                const mg_dependency_sources *sources, bool by_edge, double *sums,
                                const char **backend_name) {
    mg_status status;
    const mg_backend *backend;
    const uint64_t length = by_edge ? simple->offsets[simple->n] : simple->n;
    MG_TRY(mg__backend_choose(context, kind, &backend));
    *backend_name = backend->name;
    if (backend->paths) {
        status = find_on_device(context, backend, simple, directed, sources, by_edge, sums);
        backend = mg__backend_instead(context, kind, backend, status);
        if (!backend) {
            return status;
        }
        *backend_name = backend->name;
    }
    memset(sums, 0, length * sizeof *sums);
    status = mg__add_dependencies(context, simple, sources->list, sources->count, by_edge, sums);
out:
    return status;
}
