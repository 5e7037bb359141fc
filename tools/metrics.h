/* SPDX-License-Identifier: Apache-2.0
 *
 * metrics.h: --metrics and --trace, as JSON (docs/output-formats.md).
 */
#ifndef MG_TOOLS_METRICS_H
#define MG_TOOLS_METRICS_H

#include "tools/session.h"
#include "tools/sink.h"

/* Remembers the words of the command for the field `command_line`, before parsing reorders them. */
void metrics_keep_command_line(int argc, char **argv);

/* Each returns false, having said why, where memory runs out. */
bool metrics_write(sink *out, const session *s);
bool trace_write(sink *out, const session *s);

/* The statistics' iterations as a JSON array; NULL: out of memory. */
struct cJSON *trace_iterations(const mg_statistics *statistics);

/* Prints and frees a JSON object; false, having said why, where memory ran out while it was made (`complete` false). */
bool json_write(sink *out, struct cJSON *json, bool complete);

#endif
