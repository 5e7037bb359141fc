/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank with a given distribution of random jumps (personalized), in mixed precision.
 */
#define PAGERANK personalized_mixed
#define VERTEX personalized_mixed_vertex
#define RANK float
#define JUMP(p, s) ((void)(p), (s)->jump)
#define PRECISION MG_MIXED_PRECISION
#include "algorithms/programs/pagerank.inc.h"
