/* SPDX-License-Identifier: Apache-2.0
 *
 * depths.h: breadth-first depths on tiles, for phases that run in their order, and the order in which tiles come.
 */
#ifndef MG_CORE_CUDA_DEPTHS_H
#define MG_CORE_CUDA_DEPTHS_H

#include "core/cuda/device.h"
#include "core/cuda/kernel/flow_args.h"

/* The tiles kernel whose labels are depths. It takes first labels as they are, and leaves them by position. */
const void *mg__depths_kernel(void);

/* Sorts the tiles by when their first vertex is due, given depths by position (device memory): `list` gets tile + 1 for
 * each of the tiles that were reached, then 0 for the others, and *summary what the depths tell. Both lie on the
 * device; the work is queued on the stream. */
mg_status mg__depths_order(mg_context *context, mg_cuda *cuda, const mg_tiles *tiles, const uint32_t *depth,
                           bool backward, uint32_t *list, mg_depth_summary *summary);

#endif
