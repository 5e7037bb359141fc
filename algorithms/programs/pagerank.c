/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank where a random jump leads everywhere alike.
 */
#define PAGERANK pagerank
#define VERTEX pagerank_vertex
#define RANK double
#define JUMP(p, s) ((void)(s), (p)->start)
#define PRECISION 0
#include "algorithms/programs/pagerank.inc.h"
