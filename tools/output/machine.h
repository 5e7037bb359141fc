/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.h: what a measurement was made on: the computer, its GPU, the program and its libraries.
 */
#ifndef MG_TOOLS_OUTPUT_MACHINE_H
#define MG_TOOLS_OUTPUT_MACHINE_H

#include "tools/output/json_builder.h"

#include <multigraph/multigraph.h>

/* Remembers the words of the command for the field `command_line`, before parsing reorders them. */
void machine_keep_command_line(int argc, char **argv);

/* Adds time, command_line, what the program is made of, gpuinfo (empty unless `gpu`) and sysinfo. */
void machine_describe(json_builder *b, mg_context *context, bool gpu);

/* What computed, in a few words: the GPU's name, or the processor's with the context's threads. */
#define MACHINE_NAME_SIZE 160
const char *machine_name(mg_context *context, bool gpu, char name[MACHINE_NAME_SIZE]);

#endif
