/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank in float.
 */
#define PAGERANK pagerank_f32
#define REAL float
#define VERTEX pagerank_vertex_f32
#include "algorithms/programs/pagerank.inc.h"
