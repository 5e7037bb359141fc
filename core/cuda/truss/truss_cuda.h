/* SPDX-License-Identifier: Apache-2.0
 *
 * truss_cuda.h: trussness on the CUDA backend. C11.
 */
#ifndef MG_CORE_CUDA_TRUSS_TRUSS_CUDA_H
#define MG_CORE_CUDA_TRUSS_TRUSS_CUDA_H

#include "core/graph/pairs.h"

/* `truss` of mg_backend. */
mg_status mg__cuda_truss(mg_context *context, const mg_graph *graph, const mg_pairs *pairs, uint32_t *triangles);

#endif
