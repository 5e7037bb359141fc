/* SPDX-License-Identifier: Apache-2.0
 *
 * hub_rows.h: the hubs (hubs.h) in the forward rows of thread blocks and warps: as words of 32 consecutive numbers, and
 * by number; and the places of the other vertices of a row.
 */
#ifndef MG_CORE_CUDA_GRAPH_HUB_ROWS_H
#define MG_CORE_CUDA_GRAPH_HUB_ROWS_H

#include "core/cuda/kernel/gather/gather_args.h"
#include "core/graph/forward.h"

/* hub: number of each vertex among so many hubs, or MG_NO_HUB. rows: `count` forward rows. */
typedef struct mg_hub_rows_job {
    const mg_forward *forward;
    const uint16_t *hub;
    uint32_t hubs;
    const mg_forward_row *rows;
    uint32_t count;
    int threads;
} mg_hub_rows_job;

/* Sets made[count] and returns the length of the list. */
uint64_t mg__count_hub_list(const mg_hub_rows_job *job, mg_hub_row *made);
/* Then makes the list. */
void mg__list_hubs_of_rows(const mg_hub_rows_job *job, const mg_hub_row *made, mg_hub_word *list);

/* Bytes of both arrays, about. */
uint64_t mg__hub_rows_bytes(const mg_graph *graph);

#endif
