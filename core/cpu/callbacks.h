/* SPDX-License-Identifier: Apache-2.0
 *
 * callbacks.h: phases of function pointers (mg_callbacks), for 4- and 8-byte values.
 */
#ifndef MG_CORE_CPU_CALLBACKS_H
#define MG_CORE_CPU_CALLBACKS_H

#include <multigraph/cpu/loops.h>

extern const mg_phase *const mg__callback_phase_4;
extern const mg_phase *const mg__callback_phase_8;

#endif
