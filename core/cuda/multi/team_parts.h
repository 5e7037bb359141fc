/* SPDX-License-Identifier: Apache-2.0
 *
 * team_parts.h: the parts of a graph for the devices of a team, cut on the host and kept with the graph. No device ever
 * holds the whole graph. Parts that are not blocks have the numbering of their partition (renumber.h).
 */
#ifndef MG_CORE_CUDA_MULTI_TEAM_PARTS_H
#define MG_CORE_CUDA_MULTI_TEAM_PARTS_H

#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/layout/panels/panels.h"
#include "core/cuda/multi/gpu_team.h"
#include "core/parts/partition.h"

/* The sent values that a part exchanges in one dense layout (mg_value_args). Arrays are on the device of the part. */
typedef struct mg_value_lists {
    const mg_panels_built *built; /* of this part; NULL: not made */
    uint32_t *degree;             /* out-degree in the whole graph, by row */
    mg_row_tile *tile;            /* as in mg_panels, without tiles that have no row of an own vertex */
    uint32_t *share_tile;
    uint64_t sent_count[MG_TEAM_MAX], received_count;
    uint32_t *sent_place[MG_TEAM_MAX], *received_place;
    uint64_t inbox_from[MG_TEAM_MAX]; /* values in the own inbox before those of each part */
} mg_value_lists;

#define MG_LAYOUTS_MAX 2 /* dense layouts of a part whose lists are kept: values of 4 and of 8 bytes */

typedef struct mg_team_part {
    int ordinal;
    mg_graph *graph; /* all n vertices, the arcs to its own ones */
    mg_cuda_part part;
    void *out_offsets; /* on the device: of the whole graph */
    mg_value_lists lists[MG_LAYOUTS_MAX];
} mg_team_part;

typedef struct mg_team_parts {
    struct mg_team_parts *next; /* of the same graph for another team */
    mg_allocator memory;
    struct mg_parts_owner *owner; /* of the parts of a rank (communicator.h); NULL: of several devices */
    mg_partition_kind kind;
    mg_partition partition;     /* the parts have its numbering */
    uint32_t count, begin, end; /* as in the team: of parts that are elsewhere only the vertices are known */
    bool cut;                   /* the parts are made */
    bool search_failed;         /* a search did not find the giant component (run_reach.c) */
    mg_team_part part[MG_TEAM_MAX];
    mg_graph *copy[MG_TEAM_MAX]; /* the whole graph for each device but the first, with representations of its own */
} mg_team_parts;

/* The parts of a graph for this team, made at the first call; ranks call it together. */
mg_status mg__team_parts(mg_context *context, mg_team *team, const mg_graph *graph, mg_partition_kind kind,
                         mg_team_parts **parts);
/* Is *any true on some rank? Then on all. Of several devices it stays as it is. `status`: of the caller so far. */
mg_status mg__team_any(mg_context *context, const mg_team *team, mg_status status, bool *any);

/* The whole graph for a device of the team other than the first, made at the first call; it shares host memory. */
mg_status mg__team_copy(mg_context *context, mg_team *team, const mg_graph *graph, uint32_t member,
                        const mg_graph **copy);

/* The part that owns a vertex. */
uint32_t mg__team_owner(const mg_team_parts *parts, mg_vertex v);
/* Where each part's share of an array by vertex begins, and the end of the last: offsets[count + 1], in bytes. An
 * element is of `size` bytes, for `vertices` vertices: 1, or 32 for words of bits. */
void mg__team_offsets(const mg_team_parts *parts, uint32_t vertices, size_t size, uint64_t *offsets);

/* Makes the lists of all parts for their layouts, built[i] of part i; `at`: which of the kept lists. Contexts that
 * share the parts hold a lock; ranks call it together. */
mg_status mg__team_lists(mg_context *context, mg_team *team, mg_team_parts *parts, uint32_t at,
                         const mg_panels_built *const *built);

#endif
