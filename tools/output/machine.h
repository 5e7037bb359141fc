/* SPDX-License-Identifier: Apache-2.0
 *
 * machine.h: the environment of a measurement: computer, GPU, program and libraries.
 */
#ifndef MG_TOOLS_OUTPUT_MACHINE_H
#define MG_TOOLS_OUTPUT_MACHINE_H

#include "tools/output/json_builder.h"

#include <multigraph/multigraph.h>

/* Saves the arguments for the field `command_line`, before getopt permutes them. */
void machine_keep_command_line(int argc, char **argv);

/* Adds time, command_line, versions of program, compiler and libraries, gpuinfo (empty unless `gpu`) and sysinfo. */
void machine_describe(json_builder *b, mg_context *context, bool gpu);

/* The device in a few words: the name of the GPU, or that of the processor and the number of threads. */
#define MACHINE_NAME_SIZE 160
const char *machine_name(mg_context *context, bool gpu, char name[MACHINE_NAME_SIZE]);

#endif
