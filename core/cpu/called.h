/* SPDX-License-Identifier: Apache-2.0
 *
 * called.h: phases whose callbacks are function pointers known at run time only (mg_callbacks), for 4- and 8-byte values.
 */
#ifndef MG_CORE_CPU_CALLED_H
#define MG_CORE_CPU_CALLED_H

#include <multigraph/cpu/loops.h>

extern const mg_phase *const mg__called_phase_4;
extern const mg_phase *const mg__called_phase_8;

#endif
