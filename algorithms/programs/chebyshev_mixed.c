/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank by Chebyshev semi-iteration; ranks, and the shares that are sent, are floats, and sums doubles.
 */
#define CHEBYSHEV chebyshev_mixed
#define VERTEX chebyshev_mixed_vertex
#define REAL float
#define PRECISION MG_MIXED_PRECISION
#include "algorithms/programs/chebyshev.inc.h"
