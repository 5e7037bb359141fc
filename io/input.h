/* SPDX-License-Identifier: Apache-2.0
 *
 * input.h: the text of a plain, gzip or zstd file or pipe, as windows of whole lines.
 *
 * A plain file is memory-mapped and its windows lie in the mapping; everything else streams through two buffers, so
 * that memory does not grow with the text. Every window ends with a newline, which is added to a last line that has
 * none: a parser that stops at newlines needs no other check for the end.
 */
#ifndef MG_IO_INPUT_H
#define MG_IO_INPUT_H

#include "core/context.h"

/* Longest line, and about the size of a window. */
#define MG_LINE_MAX ((size_t)8 << 20)

typedef struct mg_decoder mg_decoder; /* how compressed bytes become text */

typedef struct mg_input {
    const char *path;
    const char *text;           /* what is left of the window, */
    size_t size;                /* 0 at the end of the input */
    uint64_t line;              /* and the number of its first line */
    const unsigned char *bytes; /* what mg__input_bytes got, */
    uint64_t byte_count;        /* and how much */
    bool prefetched;            /* the rest is private to input.c */
    int fd;
    const unsigned char *mapping;
    size_t mapped;             /* bytes of a mapped file, else 0 */
    unsigned char *block;      /* bytes read from a stream */
    const unsigned char *next; /* bytes not yet decoded */
    size_t available;
    uint64_t consumed; /* bytes handed to the decoder */
    const mg_decoder *decoder;
    void *decoder_state;
    bool member_open; /* within a compressed member or frame */
    bool finished;    /* no more bytes */
    bool long_line;   /* longer than MG_LINE_MAX */
    mg_status failure;
    const char *reason;
    char *buffer[2]; /* the window is in buffer[current], unless it is in the mapping */
    size_t used[2];  /* bytes in each, part of a line behind the window included */
    size_t complete_bytes[2]; /* bytes in each up to the last newline */
    bool newline_added[2];    /* the last newline in each was added */
    int current;
    unsigned char *collected; /* bytes of a stream for mg__input_bytes, */
    uint64_t collected_capacity; /* and how many fit */
} mg_input;

/* Opens a file and gets its first bytes. `input` may be closed also after a failure. */
mg_status mg__input_open(mg_context *context, const char *path, mg_input *input);
/* The first bytes as they are, before any window: all of a mapped file, else up to MG_LINE_MAX. */
const unsigned char *mg__input_head(const mg_input *input, size_t *size);
/* For files that are no text, instead of windows: input->bytes, `wanted` of them from the first on, or all there are.
 * Memory follows what is there. */
mg_status mg__input_bytes(mg_context *context, mg_input *input, uint64_t wanted);
/* True if the bytes lie in a mapping of the whole file. */
bool mg__input_mapped(const mg_input *input);
/* Hands over input->bytes: the caller will unmap the mapping, or else release the block. */
void mg__input_keep_bytes(mg_input *input);
/* The next window replaces the present one; the caller has added the present one's lines to `line`. */
mg_status mg__input_next(mg_context *context, mg_input *input);
/* Does the work of the next window ahead, while others still read the present one. */
void mg__input_prefetch(mg_input *input);
/* How much of the file has been read, 0 to 1; negative where its size is not known. */
double mg__input_fraction(const mg_input *input);
void mg__input_close(mg_context *context, mg_input *input);

/* Takes bytes from input->next and appends text at `out`; *produced is 0 only at the end. On failure sets
 * input->failure and input->reason. */
struct mg_decoder {
    const char *name;
    size_t magic_size;
    unsigned char magic[4];
    mg_status (*open)(mg_context *context, mg_input *input);
    void (*decode)(mg_input *input, char *out, size_t capacity, size_t *produced);
    void (*close)(mg_input *input);
};
extern const mg_decoder mg__gzip_decoder, mg__zstd_decoder;

/* Makes input->available > 0 unless the input is finished or failed. */
void mg__input_refill(mg_input *input);
/* Records a failure inside of a decoder. */
void mg__input_failed(mg_input *input, mg_status status, const char *reason);

#endif
