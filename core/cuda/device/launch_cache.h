/* SPDX-License-Identifier: Apache-2.0
 *
 * launch_cache.h: cache of launches that begin a timed interval. The event and the launch are submitted as one CUDA
 * graph, which is cached for the next run: after an event alone the device would idle until the host's launch, 10 to 20
 * microseconds. C11.
 */
#ifndef MG_CORE_CUDA_DEVICE_LAUNCH_CACHE_H
#define MG_CORE_CUDA_DEVICE_LAUNCH_CACHE_H

#include "core/cuda/device/device.h"

typedef struct mg_launch_cache mg_launch_cache;

/* Records cuda->begin and launches, on the context's stream. The first launch of its kind goes without a graph, which
 * takes longer to make; the graph is made at the second launch and kept. */
mg_status mg__cuda_launch_cached(mg_context *context, mg_cuda *cuda, const mg_cuda_launch *launch);

/* Empties the cache. Must be called before the kernels are released. */
void mg__cuda_release_launches(mg_context *context, mg_cuda *cuda);

#endif
