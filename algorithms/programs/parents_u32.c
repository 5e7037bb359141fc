/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree of shortest paths with 32-bit distances and int32 weights.
 */
#define PARENTS parents_u32
#define TREE sssp_tree_u32
#define D uint32_t
#define W int32_t
#define FAR MG_UNREACHED
#define ADD(d, w) mg_add_sat_u32(d, (uint32_t)(w))
#include "algorithms/programs/parents.inc.h"
