/* SPDX-License-Identifier: Apache-2.0
 *
 * start.h: runs that start from the result of an earlier version of the graph (mg_run_options.from).
 */
#ifndef MG_ALGORITHMS_START_H
#define MG_ALGORITHMS_START_H

#include "core/engine/run.h"

/* What all of them need. */
typedef struct mg_start_run {
    const mg_graph *graph;
    const mg_start *from;
    const mg_graph_edits *edits;
    mg_adjacency out, in; /* `in` only where it is needed */
    uint64_t budget;      /* edges that may still be visited before a fresh run is expected to be faster */
    uint64_t vertices, visited;
    double begin;
} mg_start_run;

/* Checks from->size, from->type (unless it is NONE) and the number of values; sets *possible: false, with a message on
 * the log, where the changes are not known. */
mg_status mg__start_begin(mg_context *context, const mg_graph *graph, const mg_start *from, mg_type type,
                          mg_start_run *run, bool *possible);
/* A result without columns, with the counts and the time of the run. */
mg_status mg__start_result(mg_context *context, const mg_start_run *run, mg_result **result);
/* Sets mg_start.used: did the run start from the values? If not, logs `why`. */
void mg__start_end(mg_context *context, const mg_start *from, bool used, const char *why);

/* Visits so many edges; false: the budget is used up. */
static inline bool mg__start_visit(mg_start_run *run, uint64_t edges) {
    run->visited += edges;
    return run->visited <= run->budget;
}

/* Components. *result stays NULL where a fresh run is to be made. */
mg_status mg__start_cc(mg_context *context, const mg_graph *graph, const mg_start *from, mg_result **result);

/* Depths and parents from one source. *result stays NULL where a fresh run is to be made. */
mg_status mg__start_bfs(mg_context *context, const mg_graph *graph, const mg_start *from, mg_vertex source,
                        mg_result **result);

/* Distances of `type` over weights of `weight` (NONE: 1 each; UINT64 over INT32 and INT64). *distances is a block of
 * the context, NULL where a fresh run is to be made. */
mg_status mg__start_paths(mg_context *context, mg_start_run *run, mg_vertex source, mg_type type, mg_type weight,
                          void **distances);

#endif
