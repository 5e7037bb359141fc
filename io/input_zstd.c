/* SPDX-License-Identifier: Apache-2.0
 *
 * input_zstd.c: decoder of zstd files with one or more frames.
 */
#include "io/input.h"

/* For the functions with an allocator, which shared libraries of zstd also export. */
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>
#include <zstd_errors.h>

#define WINDOW_LOG 27 /* limit of the window: a frame could claim gigabytes */

static void *zstd_allocate(void *memory, size_t size) {
    return mg__allocate(memory, size, 1);
}

static void zstd_release(void *memory, void *block) {
    mg__release(memory, block);
}

static mg_status open_zstd(mg_context *context, mg_input *input) {
    ZSTD_DCtx *decoder = ZSTD_createDCtx_advanced((ZSTD_customMem){zstd_allocate, zstd_release, &context->memory});
    if (!decoder) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: decompressing %s", input->path);
    }
    ZSTD_DCtx_setParameter(decoder, ZSTD_d_windowLogMax, WINDOW_LOG);
    input->decoder_state = decoder;
    return MG_OK;
}

static void fail_zstd(mg_input *input, size_t code) {
    switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_memory_allocation:
        mg__input_failed(input, MG_ERROR_MEMORY, "out of memory: decompressing");
        break;
    case ZSTD_error_frameParameter_windowTooLarge:
        mg__input_failed(input, MG_ERROR_UNSUPPORTED, "the zstd data needs a window of more than 128 MiB");
        break;
    default:
        mg__input_failed(input, MG_ERROR_FORMAT, "the zstd data is damaged");
        break;
    }
}

static void decode_zstd(mg_input *input, char *out, size_t capacity, size_t *produced) {
    ZSTD_outBuffer to = {out, capacity, 0};
    while (to.pos < to.size && input->failure >= 0) {
        mg__input_refill(input);
        ZSTD_inBuffer from = {input->next, input->available, 0};
        const size_t before = to.pos, code = ZSTD_decompressStream(input->decoder_state, &to, &from);
        if (ZSTD_isError(code)) {
            fail_zstd(input, code);
            break;
        }
        input->next += from.pos;
        input->available -= from.pos;
        if (from.pos || to.pos > before) {
            input->member_open = code != 0;
        } else if (input->finished) { /* no progress: the input has ended */
            if (input->member_open) {
                mg__input_failed(input, MG_ERROR_FORMAT, "the zstd data is truncated");
            }
            break;
        }
    }
    *produced = to.pos;
}

static void close_zstd(mg_context *context, mg_input *input) {
    (void)context;
    ZSTD_freeDCtx(input->decoder_state);
}

const mg_decoder mg__zstd_decoder = {"zstd", 0, 4, {0x28, 0xb5, 0x2f, 0xfd}, open_zstd, decode_zstd, close_zstd};
