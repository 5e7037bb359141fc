/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum spanning forest with int32 weights.
 */
#define MSF msf_i32
#define W int32_t
#define MSF_ORDER(w) msf_order_integer(w)
#include "algorithms/programs/msf.inc.h"
