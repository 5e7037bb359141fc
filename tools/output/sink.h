/* SPDX-License-Identifier: Apache-2.0
 *
 * sink.h: buffered output to standard output or to a file. A file is written under a temporary name in the same folder
 * and renamed by sink_commit when it is complete; sink_close without sink_commit removes it.
 */
#ifndef MG_TOOLS_OUTPUT_SINK_H
#define MG_TOOLS_OUTPUT_SINK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sink {
    const char *name; /* for messages */
    char *target;     /* final path of `temporary`; NULL: written directly */
    char *temporary;
    int file;
    int error; /* errno of the first failure; later writes do nothing */
    char *buffer;
    size_t used, capacity;
    bool in_memory;         /* the buffer grows and is not written */
    struct packer *packer;  /* compresses what is written; NULL: nothing does */
    bool ignores_interrupt; /* is written also after the first Ctrl-C */
} sink;

#define SINK_NONE ((sink){.file = -1})

/* Opens `path`; NULL or "-" is standard output. False after printing an error. */
bool sink_open(sink *s, const char *path);

/* The same; a path that ends in .gz or .zst is compressed. */
bool sink_open_packed(sink *s, const char *path);

/* A sink whose text stays in memory until sink_append() moves it to another one, which fails if memory ran out for it.
 * False: there is no memory for a buffer. */
bool sink_in_memory(sink *s);
void sink_append(sink *s, sink *text);

/* Reserves `size` (at most 64 KiB) bytes at the end of the buffer; sink_advance commits the bytes used. */
char *sink_room(sink *s, size_t size);
void sink_advance(sink *s, size_t size);
void sink_write(sink *s, const void *data, size_t size);
void sink_text(sink *s, const char *text);

/* Writes the buffer. False after printing an error. */
bool sink_flush(sink *s);
/* The same, and closes a file that has a temporary name: nothing but the rename can fail afterwards. Finish all sinks
 * before committing the first. */
bool sink_finish(sink *s);
/* Renames the file to its final name. False after printing an error. */
bool sink_commit(sink *s);
/* Closes the sink and removes a file that was not committed. May be called twice. */
void sink_close(sink *s);

#endif
