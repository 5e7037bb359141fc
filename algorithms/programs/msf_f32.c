/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum spanning forest with float32 weights.
 */
#define MSF msf_f32
#define W float
#define MSF_ORDER(w) msf_order_real(w)
#include "algorithms/programs/msf.inc.h"
