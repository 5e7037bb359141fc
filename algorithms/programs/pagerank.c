/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank with uniform random jumps.
 */
#define PAGERANK pagerank
#define VERTEX pagerank_vertex
#define RANK double
#define JUMP(p, s) ((void)(s), (p)->start)
#define PRECISION 0
#include "algorithms/programs/pagerank.inc.h"
