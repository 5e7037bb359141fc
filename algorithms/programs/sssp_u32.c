/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest paths with 32-bit distances and int32 weights.
 */
#define SSSP sssp_u32
#define D uint32_t
#define W int32_t
#define SSSP_FAR MG_UNREACHED
#define SSSP_ADD(d, w) mg_add_sat_u32(d, (uint32_t)(w))
#define SSSP_BUCKET(p, d) ((d) >> (p)->shift)
#include "algorithms/programs/sssp.inc.h"
