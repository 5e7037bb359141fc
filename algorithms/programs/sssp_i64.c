/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths with 64-bit distances and int64 weights.
 */
#define SSSP sssp_i64
#define D uint64_t
#define W int64_t
#define SSSP_FAR MG_UNREACHED64
#define SSSP_ADD(d, w) mg_add_sat_u64(d, (uint64_t)(w))
#define SSSP_BUCKET(p, d) sssp_bucket_u64((d) >> (p)->shift)
#include "algorithms/programs/sssp.inc.h"
