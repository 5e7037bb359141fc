/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree of shortest paths with 64-bit distances and int64 weights.
 */
#define PARENTS parents_i64
#define TREE sssp_tree_u64
#define D uint64_t
#define W int64_t
#define FAR MG_UNREACHED64
#define ADD(d, w) mg_add_sat_u64(d, (uint64_t)(w))
#include "algorithms/programs/parents.inc.h"
