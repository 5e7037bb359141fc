/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank where a random jump leads to some vertices more than to others.
 */
#define PAGERANK personalized
#define VERTEX personalized_vertex
#define RANK double
#define JUMP(p, s) ((void)(p), (s)->jump)
#define PRECISION 0
#include "algorithms/programs/pagerank.inc.h"
