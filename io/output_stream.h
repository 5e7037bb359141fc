/* SPDX-License-Identifier: Apache-2.0
 *
 * output_stream.h: output files, compressed according to their names, that replace the target only when complete.
 */
#ifndef MG_IO_OUTPUT_STREAM_H
#define MG_IO_OUTPUT_STREAM_H

#include "core/context.h"

typedef struct mg_output mg_output;

/* Opens `path` for writing; .gz and .zst are compressed. Devices and pipes are written directly. */
mg_status mg__output_open(mg_context *context, const char *path, mg_output **output);
mg_status mg__output_write(mg_output *output, const void *data, size_t size);
/* Renames the complete temporary file to the target. */
mg_status mg__output_commit(mg_output *output);
/* Frees the stream; an uncommitted temporary file is deleted. NULL does nothing. */
void mg__output_close(mg_output *output);

#endif
