/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree of shortest paths with float distances and weights.
 */
#define PARENTS parents_f32
#define TREE sssp_tree_f32
#define D float
#define W float
#define FAR MG_INFINITY
#define ADD(d, w) ((d) + (w))
#include "algorithms/programs/parents.inc.h"
