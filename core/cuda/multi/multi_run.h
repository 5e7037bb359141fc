/* SPDX-License-Identifier: Apache-2.0
 *
 * multi_run.h: plans that run on all devices of a team, each on its part of the graph. Of a team of ranks this is what
 * a rank does with its device.
 */
#ifndef MG_CORE_CUDA_MULTI_MULTI_RUN_H
#define MG_CORE_CUDA_MULTI_MULTI_RUN_H

#include "core/cuda/multi/team_parts.h"

/* A run of a plan on a team. The run of each member here has its part, its context and a record of its own. */
typedef struct mg_multi_run {
    mg_context *context; /* the caller's */
    const mg_graph *graph;
    const mg_plan *given; /* by the caller */
    const mg_plan *plan;  /* the same, or `renumbered` (renumbered_run.h), which has: */
    void *own_params, *own_state;
    mg_plan renumbered;
    mg_team *team;
    mg_team_parts *parts;
    mg_cuda_run run[MG_TEAM_MAX];
    mg_plan plans[MG_TEAM_MAX];
    mg_recorder recorders[MG_TEAM_MAX];
    uint64_t exchanged; /* bytes that went from device to device; not of ranks, whose shares have them */
    bool on_first;      /* the states of all vertices are on the first device */
} mg_multi_run;

/* Does a graph, or a part of one, fit on a device? The arrays of both directions, and as much again for states and
 * representations. */
bool mg__multi_fits(const mg_cuda *cuda, const mg_graph *graph);

/* Does the plan run on all devices of the context? `log`: if the context has several and it does not, the log says
 * why. */
bool mg__multi_runs(mg_context *context, const mg_cuda *cuda, const mg_graph *graph, const mg_plan *plan, bool log);

/* Is the graph too large for one of several devices? Then nothing may be built on the first one to find out more. */
bool mg__multi_must_share(const mg_context *context, const mg_cuda *cuda, const mg_graph *graph);

/* Why a plan cannot run on parts of the graph; NULL: it can. */
const char *mg__multi_why_not(mg_cuda_run *run);

/* The runs of the members here; their representations; the phases. Closing gives their memory back, after a failure
 * when nothing uses it any more, and returns the status, or MG_NOT_CONVERGED. */
mg_status mg__multi_open(mg_context *context, mg_team *team, const mg_graph *graph, const mg_plan *plan,
                         mg_multi_run *multi);
mg_status mg__multi_build_parts(mg_multi_run *multi);
mg_status mg__multi_run_parts(mg_multi_run *multi);
mg_status mg__multi_close(mg_multi_run *multi, mg_status status);
/* The states of own vertices, or all from the first device, to those of the plan; the totals, which all members have.
 */
mg_status mg__multi_bring(mg_multi_run *multi);
mg_status mg__multi_totals(const mg_multi_run *multi);

/* What a part did. */
typedef struct mg_part_record {
    double seconds;
    uint64_t arcs, edges;
} mg_part_record;
mg_part_record mg__multi_record(const mg_multi_run *multi, uint32_t i);
/* Adds a run to the plan's record: iterations and vertices are those of any member, the rest that of all. */
void mg__multi_add(const mg_multi_run *multi, const mg_part_record *records);

/* What mg_backend.build and run_plan do, for such a plan. */
mg_status mg__multi_build(mg_context *context, const mg_graph *graph, const mg_plan *plan);
mg_status mg__multi_run_plan(mg_context *context, const mg_graph *graph, const mg_plan *plan);

/* mg_backend.deal. */
mg_status mg__multi_deal(mg_context *context, const mg_graph *graph, uint32_t device, mg_context **own,
                         const mg_graph **copy);

/* One phase, which all members have set; by kind. */
mg_status mg__multi_frontier(mg_multi_run *multi);
/* The same with an exchange inside of the kernels: may the phase run so? It needs a kernel that is compiled for it, and
 * different devices with access to each other's memory; and parts of fewer than 2^32 arcs. */
const void *mg__team_kernel_of(const mg_phase *phase);
bool mg__team_has_loop(const mg_team *team, const mg_phase *phase);
bool mg__multi_has_loop(const mg_multi_run *multi, const mg_phase *phase);
/* The phase that all members have set. most: 0, or the most iterations of a phase that is not of the plan; that is not
 * counted in the record, the time goes on, and the bytes sent come to the members' host_progress. *state: of the first
 * member at the end. */
mg_status mg__multi_loop(mg_multi_run *multi, uint32_t most, mg_loop_state *state);
/* Adds what a member did in such a phase to its record. */
void mg__multi_count(mg_cuda_run *run, const mg_loop_state *state);
mg_status mg__multi_values(mg_multi_run *multi);
/* The phases of a plan that finds forests; the states of all vertices are then on the first device. */
mg_status mg__multi_forest(mg_multi_run *multi);
/* The same by a search for the giant; states are with their owners. *done: false if the search was given up. */
bool mg__team_has_kernel(const mg_plan *plan); /* for the plan's only phase, or for such a search */
bool mg__team_has_search(const mg_team *team, const mg_plan *plan, const mg_graph *graph);
bool mg__multi_may_reach(const mg_multi_run *multi);
mg_status mg__multi_build_reach(mg_cuda_run *run);
mg_status mg__multi_reach(mg_multi_run *multi, bool *done);

#endif
