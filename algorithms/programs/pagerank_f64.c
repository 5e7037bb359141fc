/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank in double.
 */
#define PAGERANK pagerank_f64
#define REAL double
#define VERTEX pagerank_vertex_f64
#include "algorithms/programs/pagerank.inc.h"
