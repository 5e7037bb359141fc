/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/by_name.h"

#include "core/context.h"

#include <string.h>

#define RUN(name, NAME)                                                                                                \
    static mg_status run_##name(mg_context *context, const mg_graph *graph, const mg_run_options *run,                 \
                                mg_result **result) {                                                                  \
        mg_##name##_options options = MG_##NAME##_OPTIONS_INIT;                                                        \
        options.run = *run;                                                                                            \
        return mg_##name(context, graph, &options, result);                                                            \
    }
RUN(bc, BC)
RUN(bfs, BFS)
RUN(bipartite, BIPARTITE)
RUN(cc, CC)
RUN(cdlp, CDLP)
RUN(closeness, CLOSENESS)
RUN(coloring, COLORING)
RUN(eigenvector, EIGENVECTOR)
RUN(hits, HITS)
RUN(katz, KATZ)
RUN(kcore, KCORE)
RUN(lcc, LCC)
RUN(matching, MATCHING)
RUN(mis, MIS)
RUN(msf, MSF)
RUN(pagerank, PAGERANK)
RUN(scc, SCC)
RUN(sssp, SSSP)
RUN(triangles, TRIANGLES)
#undef RUN

static mg_status run_louvain(mg_context *context, const mg_graph *graph, const mg_run_options *run,
                             mg_result **result) {
    mg_communities_options options = MG_COMMUNITIES_OPTIONS_INIT;
    options.run = *run;
    return mg_louvain(context, graph, &options, result);
}

static mg_status run_leiden(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result) {
    mg_communities_options options = MG_COMMUNITIES_OPTIONS_INIT;
    options.run = *run;
    return mg_leiden(context, graph, &options, result);
}

/* Its values are of arcs: they are not kept. */
static mg_status run_ktruss(mg_context *context, const mg_graph *graph, const mg_run_options *run, mg_result **result) {
    mg_ktruss_options options = MG_KTRUSS_OPTIONS_INIT;
    uint32_t *trussness = NULL;
    *result = NULL;
    mg_status status = MG_ALLOC(context, trussness, mg_graph_arc_count(graph), "trussness");
    if (status == MG_OK) {
        options.backend = run->backend;
        status = mg_ktruss(context, graph, &options, trussness);
    }
    mg__release(&context->memory, trussness);
    return status;
}

static const mg_named_algorithm algorithms[] = {
    {"bc", 0, run_bc},
    {"bfs", 0, run_bfs},
    {"bipartite", 17, run_bipartite},
    {"cc", 0, run_cc},
    {"cdlp", 0, run_cdlp},
    {"closeness", 8, run_closeness},
    {"coloring", 0, run_coloring},
    {"eigenvector", 0, run_eigenvector},
    {"hits", 0, run_hits},
    {"katz", 0, run_katz},
    {"kcore", 0, run_kcore},
    {"ktruss", 0, run_ktruss},
    {"lcc", 0, run_lcc},
    {"leiden", 0, run_leiden},
    {"louvain", 0, run_louvain},
    {"matching", 0, run_matching},
    {"mis", 0, run_mis},
    {"msf", 4, run_msf},
    {"pagerank", 4, run_pagerank},
    {"scc", 0, run_scc},
    {"sssp", 0, run_sssp},
    {"triangles", 0, run_triangles},
};

const mg_named_algorithm *mg__algorithm_at(size_t position) {
    return position < sizeof algorithms / sizeof *algorithms ? &algorithms[position] : NULL;
}

const mg_named_algorithm *mg__algorithm_named(const char *name) {
    const mg_named_algorithm *a;
    for (size_t i = 0; (a = mg__algorithm_at(i)) != NULL && strcmp(a->name, name) != 0; i++) {
    }
    return a;
}
