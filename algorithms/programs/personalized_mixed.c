/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank where a random jump leads to some vertices more than to others, with shares that
 * are floats on their way.
 */
#define PAGERANK personalized_mixed
#define VERTEX personalized_mixed_vertex
#define RANK float
#define JUMP(p, s) ((void)(p), (s)->jump)
#define PRECISION MG_MIXED_PRECISION
#include "algorithms/programs/pagerank.inc.h"
