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

/* Records cuda->begin and launches, on the context's stream. The kernel has one argument, of `size` bytes. The first
 * launch is a plain one, since creating a graph takes longer; the graph is created and cached at the second launch, if
 * possible. */
mg_status mg__cuda_launch_cached(mg_context *context, mg_cuda *cuda, const void *kernel, const void *argument,
                                 size_t size, const cudaLaunchConfig_t *config);

/* Empties the cache. Must be called before the kernels are released. */
void mg__cuda_release_launches(mg_context *context, mg_cuda *cuda);

#endif
