/* SPDX-License-Identifier: Apache-2.0
 *
 * sink.h: buffered output to standard output or to a file. A file is written under a temporary name in the same folder
 * and gets its own name only when everything is there; sink_close without sink_commit leaves nothing behind.
 */
#ifndef MG_TOOLS_OUTPUT_SINK_H
#define MG_TOOLS_OUTPUT_SINK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sink {
    const char *name; /* for messages */
    char *target;     /* what `temporary` will be renamed to; NULL: written directly */
    char *temporary;
    int file;
    int error; /* errno of the first failure; later writes do nothing */
    char *buffer;
    size_t used;
    bool ignores_interrupt; /* is written also after Ctrl-C; a second one still ends the process */
} sink;

#define SINK_NONE ((sink){.file = -1})

/* Opens `path`; NULL or "-" is standard output. False: says why on standard error. */
bool sink_open(sink *s, const char *path);

/* Room for `size` (at most 64 KiB) bytes at the end of the buffer, to be taken with sink_advance. */
char *sink_room(sink *s, size_t size);
void sink_advance(sink *s, size_t size);
void sink_write(sink *s, const void *data, size_t size);
void sink_text(sink *s, const char *text);

/* Writes out what is buffered; all sinks are flushed before the first is committed. False: says why. */
bool sink_flush(sink *s);
/* Gives the file its name. False: says why. */
bool sink_commit(sink *s);
/* Closes; removes what was not committed. May be called twice. */
void sink_close(sink *s);

#endif
