/* SPDX-License-Identifier: Apache-2.0
 *
 * weights.h: edge weights as numbers of several types.
 */
#ifndef MG_CORE_GRAPH_WEIGHTS_H
#define MG_CORE_GRAPH_WEIGHTS_H

#include "core/graph/graph_build.h"

#include <float.h>
#include <math.h>

/* Can the edges of a graph have weights of this type? MG_TYPE_NONE is none of them. */
static inline bool mg__is_weight_type(mg_type type) {
    return type == MG_INT32 || type == MG_INT64 || type == MG_FLOAT32 || type == MG_FLOAT64;
}

/* Sets element i of `to` to element i of `from`. Integers saturate; int64 to an integer type is exact where it fits. */
void mg__weight_convert(mg_type from_type, const void *from, mg_type to_type, void *to, uint64_t i);

/* Changes the weights of a graph under construction from *type to `wanted`, which becomes *type; nothing to do if
 * either is MG_TYPE_NONE. RANGE: a weight that `wanted` cannot hold; the message names its edge. Weights that float32
 * or float64 round are a warning. */
mg_status mg__weights_retype(mg_context *context, const mg_graph_header *head, mg_type wanted, mg_type *type,
                             mg_csr *csr);

#endif
