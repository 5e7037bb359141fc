/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths with float distances and weights.
 */
#define SSSP sssp_f32
#define D float
#define W float
#define SSSP_FAR MG_INFINITY
#define SSSP_ADD(d, w) ((d) + (w))
#define SSSP_BUCKET(p, d) sssp_bucket_f64((d) * (p)->per_unit)
#include "algorithms/programs/sssp.inc.h"
