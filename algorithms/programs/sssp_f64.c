/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths with double distances and weights.
 */
#define SSSP sssp_f64
#define D double
#define W double
#define SSSP_FAR (double)MG_INFINITY
#define SSSP_ADD(d, w) ((d) + (w))
#define SSSP_BUCKET(p, d) sssp_bucket_f64((d) * (p)->per_unit)
#include "algorithms/programs/sssp.inc.h"
