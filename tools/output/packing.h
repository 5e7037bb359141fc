/* SPDX-License-Identifier: Apache-2.0
 *
 * packing.h: compression of results by zlib and libzstd, and reading them again.
 */
#ifndef MG_TOOLS_OUTPUT_PACKING_H
#define MG_TOOLS_OUTPUT_PACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct packer packer;

/* Receives compressed bytes; false: they could not be written. */
typedef bool (*packed_fn)(void *data, const char *bytes, size_t size);

/* Is the suffix one of a compression, .gz or .zst? */
bool packing_has_suffix(const char *path);

/* A compressor by the suffix of the path; NULL: it has none, or memory ran out (errno is set). */
packer *packer_open(const char *path);
/* Compresses; `last`: completes the stream. False: `write` failed. */
bool packer_add(packer *p, const char *bytes, size_t size, bool last, packed_fn write, void *data);
void packer_close(packer *p);

/* Opens a file for reading; the content of a compressed one is decompressed into memory, which the caller of fclose()
 * frees afterwards: *content, NULL for other files. NULL: it cannot be read (errno is set). */
FILE *packed_open(const char *path, char **content);

#endif
