/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank by conjugate gradients; all vectors but the ranks are floats.
 */
#define CONJUGATE conjugate_mixed
#define VERTEX conjugate_mixed_vertex
#define VECTOR float
#define PRECISION MG_MIXED_PRECISION
#define ROUNDED 1e-6
#include "algorithms/programs/conjugate.inc.h"
