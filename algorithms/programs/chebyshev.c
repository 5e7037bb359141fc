/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank by Chebyshev semi-iteration in double precision.
 */
#define CHEBYSHEV chebyshev
#define VERTEX chebyshev_vertex
#define REAL double
#define PRECISION 0
#include "algorithms/programs/chebyshev.inc.h"
