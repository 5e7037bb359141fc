/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank by Chebyshev semi-iteration; shares are sent as floats.
 */
#define CHEBYSHEV chebyshev_mixed
#define PRECISION MG_MIXED_PRECISION
#include "algorithms/programs/chebyshev.inc.h"
