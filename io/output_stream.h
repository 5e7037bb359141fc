/* SPDX-License-Identifier: Apache-2.0
 *
 * output_stream.h: output files, compressed according to their names, that replace the target only when complete.
 */
#ifndef MG_IO_OUTPUT_STREAM_H
#define MG_IO_OUTPUT_STREAM_H

#include "core/context.h"

typedef struct mg_output mg_output;

/* Compression, by the suffix of a name: .gz or .zst, in upper or lower case. */
typedef enum mg_packing { MG_PACKED_NOT, MG_PACKED_GZIP, MG_PACKED_ZSTD } mg_packing;
/* Returns the length of the suffix, 0 if there is none. */
size_t mg__packed_suffix(const char *path, mg_packing *packing);

/* Opens `path` for writing, compressed according to its suffix. Devices and pipes are written directly. `path` is used
 * until the stream is closed. */
mg_status mg__output_open(mg_context *context, const char *path, mg_output **output);
mg_status mg__output_write(mg_output *output, const void *data, size_t size);
/* Writes what is left and closes the file: nothing but the rename can fail afterwards. */
mg_status mg__output_finish(mg_output *output);
/* Renames the complete temporary file to the target; finishes it first where that has not been done. */
mg_status mg__output_commit(mg_output *output);
/* Frees the stream; an uncommitted temporary file is deleted. NULL does nothing. */
void mg__output_close(mg_output *output);

#endif
