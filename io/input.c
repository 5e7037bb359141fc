/* SPDX-License-Identifier: Apache-2.0
 *
 * input.c: opens files and divides their text into windows.
 */
#include "io/npz.h"

#include "core/stage_clock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define BLOCK ((size_t)1 << 20) /* bytes per read of a stream */
#define REPORT_MS 100           /* between reports of progress while a pipe's writer is awaited */

void mg__input_failed(mg_input *input, mg_status status, const char *reason) {
    input->failure = status;
    input->reason = reason;
}

/* Waits until a stream has bytes, has ended or has failed. Signal handlers that only take a note, as Python's does, are
 * noticed by the progress callback. */
static mg_status await_bytes(mg_input *input) {
    MG_STAGE(input->context, MG_STAGE_READ);
    struct pollfd stream = {.fd = input->fd, .events = POLLIN};
    int ready = 0;
    while ((ready = poll(&stream, 1, REPORT_MS)) == 0 || (ready < 0 && errno == EINTR)) {
        const mg_status status = mg__progress(input->context, "reading", -1.0);
        if (status < 0) {
            return status;
        }
    }
    return MG_OK;
}

void mg__input_refill(mg_input *input) {
    if (input->available || input->finished || input->failure < 0) {
        return;
    }
    if (input->mapping) {
        input->finished = true;
        return;
    }
    const mg_status status = await_bytes(input);
    const ssize_t got = status < 0 ? -1 : read(input->fd, input->block, BLOCK);
    if (got < 0) {
        mg__input_failed(input, status < 0 ? status : MG_ERROR_FILE,
                         status < 0 ? "cancelled while reading" : strerror(errno));
        return;
    }
    input->next = input->block;
    input->available = (size_t)got;
    input->consumed += (uint64_t)got;
    input->finished = got == 0;
}

static void copy_bytes(mg_input *input, char *out, size_t capacity, size_t *produced) {
    mg__input_refill(input);
    *produced = input->available < capacity ? input->available : capacity;
    memcpy(out, input->next, *produced);
    input->next += *produced;
    input->available -= *produced;
}

void mg__input_produce(mg_input *input, char *out, size_t capacity, size_t *produced) {
    *produced = 0;
    if (input->decoder) {
        MG_STAGE(input->context, MG_STAGE_DECOMPRESS);
        input->decoder->decode(input, out, capacity, produced);
    } else {
        copy_bytes(input, out, capacity, produced);
    }
}

/* Fills buffer `b` after its `used` bytes until it has complete lines. */
static void fill_buffer(mg_input *input, int b) {
    char *buffer = input->buffer[b];
    size_t produced = 1;
    while (produced && input->used[b] < MG_LINE_MAX && input->failure >= 0) {
        char *out = buffer + input->used[b];
        const size_t capacity = MG_LINE_MAX - input->used[b];
        if (input->filter) {
            mg__text_filter(input, out, capacity, &produced);
        } else {
            mg__input_produce(input, out, capacity, &produced);
        }
        input->used[b] += produced;
    }
    assert(input->used[b] <= MG_LINE_MAX);
    const char *last = memrchr(buffer, '\n', input->used[b]);
    input->newline_added[b] = !produced && input->failure >= 0 && input->used[b] && buffer[input->used[b] - 1] != '\n';
    if (input->newline_added[b]) {
        buffer[input->used[b]++] = '\n'; /* within the capacity of the buffer */
        last = buffer + input->used[b] - 1;
    }
    input->complete_bytes[b] = last ? (size_t)(last - buffer) + 1 : 0;
    input->long_line = input->used[b] && !last && input->failure >= 0;
}

bool mg__input_mapped(const mg_input *input) {
    return input->mapping && !input->decoder && !input->filter;
}

void mg__input_prefetch(mg_input *input) {
    if (input->prefetched || !input->buffer[0] || mg__input_mapped(input)) {
        return;
    }
    const int from = input->current, to = 1 - from;
    assert(input->complete_bytes[from] <= input->used[from]);
    const size_t tail = input->used[from] - input->complete_bytes[from];
    memcpy(input->buffer[to], input->buffer[from] + input->complete_bytes[from], tail);
    input->used[to] = tail;
    input->complete_bytes[to] = 0;
    if (input->failure >= 0) {
        fill_buffer(input, to);
    }
    input->prefetched = true;
}

static mg_status get_buffers(mg_context *context, mg_input *input, int count) {
    for (int b = 0; b < count; b++) {
        const mg_status status = MG_ALLOC(context, input->buffer[b], MG_LINE_MAX + 1, "reading");
        if (status < 0) {
            return status;
        }
    }
    return MG_OK;
}

/* Next window in the mapping; a last line without newline is copied to a buffer. */
static mg_status next_mapped(mg_context *context, mg_input *input) {
    size_t size = input->available < MG_LINE_MAX ? input->available : MG_LINE_MAX;
    const char *text = (const char *)input->next, *last = memrchr(text, '\n', size);
    input->text = text;
    if (!last && size == MG_LINE_MAX) {
        input->long_line = true;
        size = 0;
    } else if (!last && size) {
        const mg_status status = get_buffers(context, input, 1);
        if (status < 0) {
            return status;
        }
        memcpy(input->buffer[0], text, size);
        input->buffer[0][size] = '\n';
        input->text = input->buffer[0];
        input->size = size + 1;
    } else {
        size = last ? (size_t)(last - text) + 1 : 0;
        input->size = size;
    }
    input->next += size;
    input->available -= size;
    return MG_OK;
}

mg_status mg__input_next(mg_context *context, mg_input *input) {
    MG_STAGE(context, MG_STAGE_READ);
    mg_status status;
    input->size = 0;
    if (!input->text_begun) {
        MG_TRY(mg__text_begin(context, input));
        input->text_begun = true;
    }
    if (mg__input_mapped(input)) {
        MG_TRY(next_mapped(context, input));
    } else {
        mg__input_prefetch(input);
        input->prefetched = false;
        input->current = 1 - input->current;
        input->text = input->buffer[input->current];
        input->size = input->complete_bytes[input->current];
    }
    assert(input->size == 0 || input->text[input->size - 1] == '\n');
    if (input->long_line && input->size == 0) {
        mg__input_failed(input, MG_ERROR_FORMAT, "a line of more than 8 MiB");
    }
    status = MG_OK;
    if (input->failure < 0 && input->size == 0) {
        status = mg__fail(context, input->failure, "%s:%llu: %s", input->path, (unsigned long long)input->line,
                          input->reason);
    }
out:
    return status;
}

static mg_status open_file(mg_context *context, mg_input *input) {
    input->fd = open(input->path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (input->fd < 0 || fstat(input->fd, &info) != 0) {
        return mg__fail(context, MG_ERROR_FILE, "%s: %s", input->path, strerror(errno));
    }
    if (S_ISDIR(info.st_mode)) {
        return mg__fail(context, MG_ERROR_FILE, "%s: is a folder, not a file", input->path);
    }
    if (S_ISREG(info.st_mode) && info.st_size > 0) {
        void *mapping = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, input->fd, 0);
        if (mapping != MAP_FAILED) {
            madvise(mapping, (size_t)info.st_size, MADV_SEQUENTIAL);
            input->mapping = input->next = mapping;
            input->mapped = input->available = (size_t)info.st_size;
            return MG_OK;
        }
    }
    return MG_ALLOC(context, input->block, BLOCK, "reading");
}

/* Bytes of the skippable frames at the beginning, which zstd and lz4 allow; `size` if they do not end before. */
static size_t skippable_frames(const unsigned char *bytes, size_t size) {
    size_t at = 0;
    while (size - at >= 8 && (bytes[at] & 0xf0) == 0x50 && memcmp(bytes + at + 1, "\x2a\x4d\x18", 3) == 0) {
        const unsigned char *length = bytes + at + 4;
        const size_t frame =
            8 + (length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24);
        at = frame < size - at ? at + frame : size;
    }
    return at;
}

static bool is_decoder(const mg_decoder *decoder, const unsigned char *bytes, size_t size) {
    return size >= decoder->magic_at + decoder->magic_size &&
           memcmp(bytes + decoder->magic_at, decoder->magic, decoder->magic_size) == 0;
}

/* The decoder of the first bytes; NULL: none. */
static const mg_decoder *find_decoder(const mg_input *input) {
    const mg_decoder *const tar = &mg__archive_decoders[MG_ARCHIVE_DECODERS - 1];
    const size_t skip = skippable_frames(input->next, input->available), left = input->available - skip;
    const unsigned char *bytes = input->next + skip;
    if (is_decoder(&mg__gzip_decoder, bytes, left)) {
        return mg__is_packed_tar(input) ? tar : &mg__gzip_decoder;
    }
    if (is_decoder(&mg__zstd_decoder, bytes, left)) {
        return mg__is_packed_tar(input) ? tar : &mg__zstd_decoder;
    }
    if (mg__is_npz(bytes, left)) {
        return NULL; /* the reader of this format reads all members */
    }
    for (size_t i = 0; i < MG_ARCHIVE_DECODERS; i++) {
        if (is_decoder(&mg__archive_decoders[i], bytes, left)) {
            return &mg__archive_decoders[i];
        }
    }
    return skip && !left ? &mg__zstd_decoder : NULL;
}

mg_status mg__input_open(mg_context *context, const char *path, mg_input *input) {
    MG_STAGE(context, MG_STAGE_READ);
    *input = (mg_input){.context = context, .path = path, .name = path, .fd = -1, .line = 1};
    mg_status status;
    MG_TRY(open_file(context, input));
    mg__input_refill(input);
    input->decoder = find_decoder(input);
    if (input->decoder) {
        MG_TRY(input->decoder->open(context, input));
    }
    if (input->decoder || !input->mapping) {
        MG_TRY(get_buffers(context, input, 2));
    }
    mg__input_prefetch(input);
    status = input->failure == MG_ERROR_CANCELLED
                 ? mg__fail(context, input->failure, "%s: %s", input->path, input->reason)
                 : MG_OK;
out:
    return status;
}

void mg__input_keep_bytes(mg_input *input) {
    assert(input->bytes);
    if (mg__input_mapped(input)) {
        madvise((void *)input->mapping, input->mapped, MADV_NORMAL);
        input->mapping = NULL;
    } else {
        input->collected = NULL;
    }
}

const unsigned char *mg__input_head(const mg_input *input, size_t *size) {
    const int b = 1 - input->current;
    if (mg__input_mapped(input)) {
        *size = input->mapped;
        return input->mapping;
    }
    *size = input->used[b] - input->newline_added[b];
    return (const unsigned char *)input->buffer[b];
}

/* At least doubles the capacity, up to `wanted`. */
static mg_status grow_collected(mg_context *context, mg_input *input, uint64_t wanted) {
    unsigned char *larger;
    const uint64_t room = 2 * input->collected_capacity < wanted ? 2 * input->collected_capacity : wanted;
    const mg_status status = MG_ALLOC(context, larger, room, "reading");
    if (status < 0) {
        return status;
    }
    assert(room > input->byte_count);
    for (uint64_t at = 0; at < input->byte_count; at += BLOCK) { /* returns copied memory to the system */
        const size_t count = input->byte_count - at < BLOCK ? (size_t)(input->byte_count - at) : BLOCK;
        memcpy(larger + at, input->collected + at, count);
        mg__discard_pages(&context->memory, input->collected + at, count);
    }
    mg__release(&context->memory, input->collected);
    input->bytes = input->collected = larger;
    input->collected_capacity = room;
    return MG_OK;
}

static mg_status collect(mg_context *context, mg_input *input, uint64_t wanted) {
    size_t produced = 1;
    mg_status status = MG_OK;
    while (produced && input->byte_count < wanted && input->failure >= 0) {
        MG_TRY(mg__progress(context, "reading", mg__input_fraction(input)));
        if (input->byte_count == input->collected_capacity) {
            MG_TRY(grow_collected(context, input, wanted));
        }
        char *out = (char *)input->collected + input->byte_count;
        const size_t capacity = (size_t)(input->collected_capacity - input->byte_count);
        mg__input_produce(input, out, capacity, &produced);
        input->byte_count += produced;
    }
    if (input->failure < 0) {
        status = mg__fail(context, input->failure, "%s: %s", input->path, input->reason);
    }
out:
    return status;
}

mg_status mg__input_bytes(mg_context *context, mg_input *input, uint64_t wanted) {
    MG_STAGE(context, MG_STAGE_READ);
    if (mg__input_mapped(input)) {
        input->bytes = input->mapping;
        input->byte_count = input->mapped;
        return MG_OK;
    }
    if (!input->collected) { /* start with the buffer of the first bytes */
        const int b = 1 - input->current;
        size_t size;
        input->bytes = mg__input_head(input, &size);
        input->collected = (unsigned char *)input->buffer[b];
        input->buffer[b] = NULL;
        input->byte_count = size;
        input->collected_capacity = MG_LINE_MAX;
    }
    return collect(context, input, wanted);
}

double mg__input_fraction(const mg_input *input) {
    return input->mapped ? 1.0 - (double)input->available / (double)input->mapped : -1.0;
}

void mg__input_close(mg_context *context, mg_input *input) {
    if (input->decoder_state) {
        input->decoder->close(context, input);
    }
    mg__text_end(context, input);
    if (input->mapping) {
        munmap((void *)input->mapping, input->mapped);
    }
    if (input->fd >= 0) {
        close(input->fd);
    }
    mg__release(&context->memory, input->block);
    mg__release(&context->memory, input->buffer[0]);
    mg__release(&context->memory, input->buffer[1]);
    mg__release(&context->memory, input->collected);
    mg__release(&context->memory, input->shown);
}
