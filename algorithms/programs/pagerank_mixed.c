/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank with uniform random jumps, in mixed precision.
 */
#define PAGERANK pagerank_mixed
#define VERTEX pagerank_mixed_vertex
#define RANK float
#define JUMP(p, s) ((void)(s), (p)->start)
#define PRECISION MG_MIXED_PRECISION
#include "algorithms/programs/pagerank.inc.h"
