/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum spanning forest with float64 weights.
 */
#define MSF msf_f64
#define W double
#define MSF_ORDER(w) msf_order_real(w)
#include "algorithms/programs/msf.inc.h"
