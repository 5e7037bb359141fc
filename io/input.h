/* SPDX-License-Identifier: Apache-2.0
 *
 * input.h: reads a plain or compressed file, a file of an archive or a pipe as windows of whole lines.
 *
 * A plain file is memory-mapped and its windows are parts of the mapping. Other input is streamed through two buffers
 * (double buffering), so that memory does not grow with the text. Every window ends with a newline, which is added if
 * the last line has none: parsers that stop at newlines need no other check for the end.
 */
#ifndef MG_IO_INPUT_H
#define MG_IO_INPUT_H

#include "core/context.h"

/* Longest line; also the approximate size of a window. */
#define MG_LINE_MAX ((size_t)8 << 20)

typedef struct mg_decoder mg_decoder; /* decompressor */
typedef struct mg_text_filter mg_text_filter; /* converter of text */

typedef struct mg_input {
    mg_context *context;        /* whose progress callback may cancel while bytes are awaited */
    const char *path;           /* for messages: the file, or "archive/member" */
    const char *name;           /* its suffix determines the format: the file, or the member of an archive */
    const char *text;           /* unread part of the window */
    size_t size;                /* its size; 0 at the end of the input */
    uint64_t line;              /* number of its first line */
    const unsigned char *bytes; /* result of mg__input_bytes */
    uint64_t byte_count;        /* its size */
    bool prefetched;            /* this and all that follow are private to input.c and the decoders */
    int fd;
    const unsigned char *mapping;
    size_t mapped;             /* bytes of a mapped file, else 0 */
    unsigned char *block;      /* bytes read from a stream */
    const unsigned char *next; /* bytes not yet decoded */
    size_t available;
    uint64_t consumed; /* bytes passed to the decoder */
    const mg_decoder *decoder;
    void *decoder_state;
    mg_text_filter *filter; /* converts text; NULL: it is used as it is */
    bool text_begun;        /* it is known whether there is a filter */
    char *shown;            /* block of `path` and `name` of a member */
    bool member_open; /* within a compressed member or frame */
    bool finished;    /* no more bytes */
    bool long_line;   /* a line is longer than MG_LINE_MAX */
    mg_status failure;
    const char *reason;
    bool verified; /* the content of a snapshot was verified, by read_snapshot.c */
    char *buffer[2]; /* the window is in buffer[current], or in the mapping */
    size_t used[2];  /* bytes in each buffer, including an incomplete line after the window */
    size_t complete_bytes[2]; /* bytes up to the last newline */
    bool newline_added[2];    /* the last newline is not part of the file */
    int current;
    unsigned char *collected; /* bytes of a stream for mg__input_bytes */
    uint64_t collected_capacity;
} mg_input;

/* Opens a file and reads its first bytes. Call mg__input_close also after a failure. */
mg_status mg__input_open(mg_context *context, const char *path, mg_input *input);
/* First decompressed bytes, before any window: all of a mapped file, else up to MG_LINE_MAX. */
const unsigned char *mg__input_head(const mg_input *input, size_t *size);
/* Binary files, instead of windows: reads the first `wanted` bytes, or all if there are fewer, to input->bytes. Memory
 * depends on the bytes present, not on `wanted`. */
mg_status mg__input_bytes(mg_context *context, mg_input *input, uint64_t wanted);
/* Is input->bytes a mapping of the whole file? */
bool mg__input_mapped(const mg_input *input);
/* Transfers the ownership of input->bytes: the caller unmaps the mapping, or else releases the block. */
void mg__input_keep_bytes(mg_input *input);
/* Advances to the next window; the caller has added the lines of the current one to `line`. */
mg_status mg__input_next(mg_context *context, mg_input *input);
/* Prepares the next window while other threads read the current one. By the thread that opened the input. */
void mg__input_prefetch(mg_input *input);
/* Share of the file that has been read, 0 to 1; negative if its size is unknown. */
double mg__input_fraction(const mg_input *input);
void mg__input_close(mg_context *context, mg_input *input);

/* decode: decompresses from input->next to `out`; *produced is 0 only at the end. On failure it sets input->failure and
 * input->reason. */
struct mg_decoder {
    const char *name;
    size_t magic_at, magic_size;
    unsigned char magic[6];
    mg_status (*open)(mg_context *context, mg_input *input);
    void (*decode)(mg_input *input, char *out, size_t capacity, size_t *produced);
    void (*close)(mg_context *context, mg_input *input);
};
#define MG_ARCHIVE_DECODERS 8
extern const mg_decoder mg__gzip_decoder, mg__zstd_decoder, mg__archive_decoders[MG_ARCHIVE_DECODERS];

/* Is the beginning of gzip or zstd data that of a tar archive? */
bool mg__is_packed_tar(const mg_input *input);

/* Before the first window: adds a filter if the text is UTF-16, UTF-32, or has lines that end with CR. */
mg_status mg__text_begin(mg_context *context, mg_input *input);
void mg__text_end(mg_context *context, mg_input *input);
/* Provides converted text, like mg_decoder.decode. */
void mg__text_filter(mg_input *input, char *out, size_t capacity, size_t *produced);

/* Provides decompressed bytes; *produced is 0 only at the end. */
void mg__input_produce(mg_input *input, char *out, size_t capacity, size_t *produced);

/* Reads more bytes if input->available is 0, unless the input is finished or failed. Waits for a pipe's writer, and
 * reports progress meanwhile. */
void mg__input_refill(mg_input *input);
/* Stores the failure of a decoder. */
void mg__input_failed(mg_input *input, mg_status status, const char *reason);

#endif
