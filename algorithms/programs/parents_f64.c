/* SPDX-License-Identifier: Apache-2.0
 *
 * Tree of shortest paths with double distances and weights.
 */
#define PARENTS parents_f64
#define TREE sssp_tree_f64
#define D double
#define W double
#define FAR (double)MG_INFINITY
#define ADD(d, w) ((d) + (w))
#include "algorithms/programs/parents.inc.h"
