/* SPDX-License-Identifier: Apache-2.0
 *
 * info_memory.h: `info --memory`: the memory that each algorithm would take.
 */
#ifndef MG_TOOLS_VERBS_INFO_MEMORY_H
#define MG_TOOLS_VERBS_INFO_MEMORY_H

#include "tools/cli/session.h"
#include "tools/output/sink.h"

/* Writes a table, or JSON. A mode has a row where it takes another amount than mode auto. */
mg_status info_memory(sink *out, const session *s, bool json);

#endif
