/* SPDX-License-Identifier: Apache-2.0
 *
 * PageRank by conjugate gradients in double precision.
 */
#define CONJUGATE conjugate
#define VERTEX conjugate_vertex
#define VECTOR double
#define PRECISION 0
#define ROUNDED 1e-12
#include "algorithms/programs/conjugate.inc.h"
