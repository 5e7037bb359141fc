/* SPDX-License-Identifier: Apache-2.0
 *
 * input_text.c: converts text that is not UTF-8 with lines ended by LF: UTF-16 and UTF-32, and lines ended by CR.
 */
#include "io/input.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#define HEAD ((size_t)1 << 16)    /* bytes that decide whether anything is to be converted */
#define SAMPLE ((size_t)64)       /* bytes that decide whether text without a byte order mark is UTF-16 */
#define STAGED ((size_t)1 << 16)  /* bytes of UTF-8 at a time */
#define LONGEST ((size_t)4)       /* bytes of a character */

struct mg_text_filter {
    iconv_t charset;      /* converts to UTF-8; NO_CHARSET: it is UTF-8 already */
    unsigned char *bytes; /* bytes of the file: MG_LINE_MAX */
    size_t at, size;      /* those not yet converted */
    bool ended;           /* no more bytes */
    size_t returns;       /* CRs before the current position that may belong to a line end CR LF */
    const char *text;     /* UTF-8 not yet delivered */
    size_t text_size;
    char staged[STAGED];
};

#define NO_CHARSET ((iconv_t)-1)

/* Name of the character set of text that is not UTF-8; NULL: UTF-8, or no text. */
static const char *find_charset(const unsigned char *head, size_t size) {
    static const struct {
        const char *name;
        size_t size;
        unsigned char mark[4];
    } marks[] = {{"UTF-32LE", 4, {0xff, 0xfe, 0, 0}},
                 {"UTF-32BE", 4, {0, 0, 0xfe, 0xff}},
                 {"UTF-16LE", 2, {0xff, 0xfe}},
                 {"UTF-16BE", 2, {0xfe, 0xff}}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (size >= marks[i].size && memcmp(head, marks[i].mark, marks[i].size) == 0) {
            return marks[i].name;
        }
    }
    const size_t pairs = (size < SAMPLE ? size : SAMPLE) / 2;
    size_t low = 0, high = 0; /* characters of ASCII if the low, the high byte comes first */
    for (size_t i = 0; i < pairs; i++) {
        const unsigned char first = head[2 * i], second = head[2 * i + 1];
        low += first >= '\t' && first < 127 && second == 0;
        high += second >= '\t' && second < 127 && first == 0;
    }
    return pairs < 2 ? NULL : low == pairs ? "UTF-16LE" : high == pairs ? "UTF-16BE" : NULL;
}

/* Is a line ended by CR alone? */
static bool has_lone_return(const unsigned char *head, size_t size) {
    const unsigned char *end = head + size;
    for (const unsigned char *p = head; (p = memchr(p, '\r', (size_t)(end - p)));) {
        while (p < end && *p == '\r') {
            p++;
        }
        if (p < end && *p != '\n') {
            return true;
        }
    }
    return size && end[-1] == '\r' && !memchr(head, '\n', size);
}

/* Gets buffers, and moves the bytes that were read for detection to the filter, which then provides all text. */
static mg_status take_head(mg_context *context, mg_input *input, mg_text_filter *filter) {
    const bool mapped = input->mapping && !input->decoder;
    const int b = 1 - input->current;
    mg_status status;
    if (mapped) {
        MG_TRY(MG_ALLOC(context, input->buffer[0], MG_LINE_MAX + 1, "reading"));
        MG_TRY(MG_ALLOC(context, input->buffer[1], MG_LINE_MAX + 1, "reading"));
        status = MG_ALLOC(context, filter->bytes, MG_LINE_MAX, "reading");
    } else {
        filter->bytes = (unsigned char *)input->buffer[b];
        filter->size = input->used[b] - input->newline_added[b];
        input->buffer[b] = NULL;
        input->used[b] = input->complete_bytes[b] = 0;
        input->newline_added[b] = input->prefetched = input->long_line = false;
        status = MG_ALLOC(context, input->buffer[b], MG_LINE_MAX + 1, "reading");
    }
out:
    return status;
}

mg_status mg__text_begin(mg_context *context, mg_input *input) {
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    size = size < HEAD ? size : HEAD;
    const char *charset = find_charset(head, size);
    mg_status status = MG_OK;
    if (!charset && !has_lone_return(head, size)) {
        return status;
    }
    MG_TRY(MG_ALLOC(context, input->filter, 1, "reading"));
    *input->filter = (mg_text_filter){.charset = NO_CHARSET};
    if (charset) {
        input->filter->charset = iconv_open("UTF-8", charset);
        if (input->filter->charset == NO_CHARSET) {
            MG_TRY(mg__fail(context, MG_ERROR_UNSUPPORTED, "%s: %s is not supported by this system's iconv: %s",
                            input->path, charset, strerror(errno)));
        }
    }
    status = take_head(context, input, input->filter);
out:
    return status;
}

void mg__text_end(mg_context *context, mg_input *input) {
    if (input->filter) {
        if (input->filter->charset != NO_CHARSET) {
            iconv_close(input->filter->charset);
        }
        mg__release(&context->memory, input->filter->bytes);
        mg__release(&context->memory, input->filter);
    }
}

/* Gets more bytes after those not yet converted. */
static void refill(mg_input *input, mg_text_filter *f) {
    size_t produced = 0;
    memmove(f->bytes, f->bytes + f->at, f->size - f->at);
    f->size -= f->at;
    f->at = 0;
    if (input->failure >= 0) {
        mg__input_produce(input, (char *)f->bytes + f->size, MG_LINE_MAX - f->size, &produced);
    }
    f->size += produced;
    f->ended = produced == 0;
}

/* Converts further bytes to f->text. */
static void convert(mg_input *input, mg_text_filter *f) {
    char *in = (char *)f->bytes + f->at, *out = f->staged;
    size_t left = f->size - f->at, room = STAGED;
    f->text = f->staged;
    if (f->charset == NO_CHARSET) {
        f->text = in;
        f->text_size = left;
        f->at = f->size;
        return;
    }
    const bool done = iconv(f->charset, &in, &left, &out, &room) != (size_t)-1;
    const int reason = errno;
    f->text_size = STAGED - room;
    f->at = f->size - left;
    if (!done && reason != E2BIG && (reason != EINVAL || f->ended)) {
        mg__input_failed(input, MG_ERROR_FORMAT, "the text is not valid UTF-16 or UTF-32");
        f->at = f->size;
        f->ended = true;
    }
}

/* Gets more text; false at the end. */
static bool more_text(mg_input *input, mg_text_filter *f) {
    while (!f->text_size) {
        if (f->size - f->at < LONGEST && !f->ended) {
            refill(input, f);
        } else if (f->at == f->size) {
            return false;
        } else {
            convert(input, f);
        }
    }
    return true;
}

void mg__text_filter(mg_input *input, char *out, size_t capacity, size_t *produced) {
    mg_text_filter *f = input->filter;
    size_t made = 0;
    while (made < capacity) {
        const bool more = more_text(input, f);
        const char c = more ? *f->text : 0;
        if (more && c == '\r') {
            f->returns++;
        } else if (f->returns) { /* CR LF is one line end, each CR without LF is one */
            f->returns = more && c == '\n' ? 0 : f->returns - 1;
            out[made++] = '\n';
            if (!more || c != '\n') {
                continue;
            }
        } else if (more) {
            out[made++] = c;
        } else {
            break;
        }
        f->text += more;
        f->text_size -= more;
    }
    *produced = made;
}
