/* SPDX-License-Identifier: Apache-2.0
 *
 * move_group.h: how Louvain and Leiden spread vertices over groups that move at the same time, and when a level ends,
 * the same on every backend. C11 and CUDA C++.
 */
#ifndef MG_CORE_GRAPH_MOVE_GROUP_H
#define MG_CORE_GRAPH_MOVE_GROUP_H

#include "core/counter_random.h"

#include <stdbool.h>

#define MG_MOVE_GROUPS 32        /* of a sweep, at most */
#define MG_SPARSE_GROUPS 8       /* where neighbours are few, of which hardly any move at the same time */
#define MG_DENSE_WIDTH 32        /* entries of rows of a vertex from which there are many, on average */
#define MG_MOVE_LEAST_GAIN 1e-12 /* as a share of the strength of a vertex: less is rounding */
#define MG_JOINT_SWEEPS 32       /* of a level: vertices that move at the same time may do so for ever */

/* The groups of a level with so many vertices that have edges, and entries of rows. */
MG_RANDOM_FN uint32_t mg_move_groups_of(uint64_t vertices, uint64_t entries) {
    return entries / MG_DENSE_WIDTH >= vertices ? MG_MOVE_GROUPS : MG_SPARSE_GROUPS;
}

/* The group of the vertex at this place of the order of keys, in the sweep with this key. */
MG_RANDOM_FN uint32_t mg_move_group(uint32_t place, uint64_t key, uint32_t groups) {
    return (uint32_t)(mg__random(key, place) >> 32) % groups;
}

/* Does a level with so many vertices that have edges end with a sweep of so many moves? One of `convergence_share`
 * vertices is few; 0: none is. */
MG_RANDOM_FN bool mg_moves_end(uint32_t convergence_share, uint64_t vertices, uint64_t moves) {
    return moves == 0 || (convergence_share && moves <= vertices / convergence_share);
}

#endif
