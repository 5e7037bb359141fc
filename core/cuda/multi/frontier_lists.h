/* SPDX-License-Identifier: Apache-2.0
 *
 * frontier_lists.h: the exchange of a frontier between ranks: bits; with states a list of the active vertices where
 * they are few, else bits and the states of all own vertices.
 */
#ifndef MG_CORE_CUDA_MULTI_FRONTIER_LISTS_H
#define MG_CORE_CUDA_MULTI_FRONTIER_LISTS_H

#include "core/cuda/multi/multi_run.h"

/* What a rank keeps for it in a phase. */
typedef struct mg_rank_frontier {
    void *block;
    mg_list_args own, all;
    uint64_t words[MG_TEAM_MAX + 1], states[MG_TEAM_MAX + 1]; /* bytes before each part */
    uint32_t most[MG_TEAM_MAX];                               /* vertices of a list, by part */
} mg_rank_frontier;

/* The caller releases the block on the device of the run. */
mg_status mg__rank_frontier_prepare(const mg_multi_run *multi, const mg_exchange_args *exchange, mg_rank_frontier *f);
/* After mg__launch_send: queues the exchange. */
mg_status mg__rank_frontier_send(const mg_multi_run *multi, const mg_exchange_args *exchange, mg_rank_frontier *f);

#endif
