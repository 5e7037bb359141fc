/* SPDX-License-Identifier: Apache-2.0
 *
 * callbacks_8.c: the loops for phases of function pointers (mg_callbacks) of 8-byte values.
 */
#include "core/cpu/callback_tables.h"
#include "core/cpu/callbacks.h"

#define MG__K(suffix) MG__JOIN(mg__callback_8, suffix)
#define MG__WORD uint64_t
#include "core/cpu/callbacks.inc.h"

const mg_phase *const mg__callback_phase_8 = &mg__callback_8_phase;
