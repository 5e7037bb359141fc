/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank with a given distribution of random jumps (personalized).
 */
#define PAGERANK personalized
#define VERTEX personalized_vertex
#define RANK double
#define JUMP(p, s) ((void)(p), (s)->jump)
#define PRECISION 0
#include "algorithms/programs/pagerank.inc.h"
