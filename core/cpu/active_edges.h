/* SPDX-License-Identifier: Apache-2.0
 *
 * active_edges.h: finds the edges of a row whose senders are in the frontier.
 */
#ifndef MG_CORE_CPU_ACTIVE_EDGES_H
#define MG_CORE_CPU_ACTIVE_EDGES_H

#include <multigraph/cpu/loops.h>

/* The fastest version for this processor. */
mg_next_active mg__next_active(void);

/* The version without vector instructions. */
uint64_t mg__next_active_plain(const uint64_t *bits, const mg_vertex *neighbours, uint64_t e, uint64_t end,
                               uint32_t *active);

#endif
