/* SPDX-License-Identifier: Apache-2.0
 *
 * output_stream.h: a file that appears under its name only when it is complete, compressed where its name says so.
 */
#ifndef MG_IO_OUTPUT_STREAM_H
#define MG_IO_OUTPUT_STREAM_H

#include "core/context.h"

typedef struct mg_output mg_output;

/* Begins to write `path`; .gz and .zst are compressed. Devices and pipes are written directly. */
mg_status mg__output_open(mg_context *context, const char *path, mg_output **output);
mg_status mg__output_write(mg_output *output, const void *data, size_t size);
/* Gives the complete file its name. */
mg_status mg__output_commit(mg_output *output);
/* Frees the stream; what was not committed disappears. NULL does nothing. */
void mg__output_close(mg_output *output);

#endif
