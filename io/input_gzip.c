/* SPDX-License-Identifier: Apache-2.0
 *
 * input_gzip.c: decoder of gzip files with one or more members.
 */
#include "io/input.h"

#include <limits.h>
#include <zlib.h>

typedef struct gzip_state {
    z_stream stream;
    mg_allocator memory;
} gzip_state;

static voidpf zlib_allocate(voidpf data, uInt count, uInt size) {
    return mg__allocate(data, count, size);
}

static void zlib_release(voidpf data, voidpf block) {
    mg__release(data, block);
}

static mg_status open_gzip(mg_context *context, mg_input *input) {
    gzip_state *state;
    const mg_status status = MG_ALLOC(context, state, 1, "decompressing");
    if (status < 0) {
        return status;
    }
    *state = (gzip_state){.memory = context->memory};
    state->stream.zalloc = zlib_allocate;
    state->stream.zfree = zlib_release;
    state->stream.opaque = &state->memory;
    if (inflateInit2(&state->stream, 16 + MAX_WBITS) != Z_OK) {
        mg__release(&context->memory, state);
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: decompressing %s", input->path);
    }
    input->decoder_state = state;
    input->member_open = true;
    return MG_OK;
}

/* At the end of a member: starts the next one, if any. Zeros that fill up a block of a tape are skipped. */
static bool next_member(mg_input *input, z_stream *stream) {
    do {
        mg__input_refill(input);
        while (input->available && !*input->next) {
            input->next++;
            input->available--;
        }
    } while (!input->available && !input->finished && input->failure >= 0);
    if (!input->available) {
        return false;
    }
    inflateReset(stream);
    return input->member_open = true;
}

static void decode_gzip(mg_input *input, char *out, size_t capacity, size_t *produced) {
    z_stream *stream = &((gzip_state *)input->decoder_state)->stream;
    stream->next_out = (unsigned char *)out;
    stream->avail_out = (uInt)capacity;
    while (stream->avail_out && input->failure >= 0) {
        if (!input->member_open && !next_member(input, stream)) {
            break;
        }
        mg__input_refill(input);
        if (!input->available) {
            mg__input_failed(input, MG_ERROR_FORMAT, "the gzip data is truncated");
            break;
        }
        const uInt offered = input->available < UINT_MAX ? (uInt)input->available : UINT_MAX;
        stream->next_in = (unsigned char *)input->next;
        stream->avail_in = offered;
        const int code = inflate(stream, Z_NO_FLUSH);
        input->next += offered - stream->avail_in;
        input->available -= offered - stream->avail_in;
        if (code == Z_STREAM_END) {
            input->member_open = false;
        } else if (code == Z_MEM_ERROR) {
            mg__input_failed(input, MG_ERROR_MEMORY, "out of memory: decompressing");
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            mg__input_failed(input, MG_ERROR_FORMAT, "the gzip data is damaged");
        }
    }
    *produced = capacity - stream->avail_out;
}

static void close_gzip(mg_context *context, mg_input *input) {
    gzip_state *state = input->decoder_state;
    inflateEnd(&state->stream);
    mg__release(&context->memory, state);
}

const mg_decoder mg__gzip_decoder = {"gzip", 0, 2, {0x1f, 0x8b}, open_gzip, decode_gzip, close_gzip};
