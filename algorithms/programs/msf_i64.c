/* SPDX-License-Identifier: Apache-2.0
 *
 * Minimum spanning forest with int64 weights.
 */
#define MSF msf_i64
#define W int64_t
#define MSF_ORDER(w) msf_order_integer(w)
#include "algorithms/programs/msf.inc.h"
