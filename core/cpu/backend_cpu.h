/* SPDX-License-Identifier: Apache-2.0
 *
 * backend_cpu.h: what the rest of the library sees of the CPU backend.
 */
#ifndef MG_CORE_CPU_BACKEND_CPU_H
#define MG_CORE_CPU_BACKEND_CPU_H

#include "core/engine/backend.h"

extern const mg_backend mg__cpu_backend;

#endif
