/* SPDX-License-Identifier: Apache-2.0
 *
 * input_archive.c: decoder of what libarchive reads: xz, bzip2, lz4 and others, and the graph file of a tar, zip or 7z
 * archive, such as those of the SuiteSparse collection, KONECT and Network Repository.
 */
#include "io/reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define PROBE ((size_t)1 << 16) /* bytes that show whether compressed data is a tar archive */

typedef struct archive_state {
    struct archive *archive;
    bool members; /* an archive, not a compressed file */
    bool ended;
} archive_state;

static struct archive *new_archive(void) {
    struct archive *a = archive_read_new();
    if (a) {
        archive_read_support_filter_bzip2(a);
        archive_read_support_filter_compress(a);
        archive_read_support_filter_gzip(a);
        archive_read_support_filter_lz4(a);
        archive_read_support_filter_lzip(a);
        archive_read_support_filter_xz(a);
        archive_read_support_filter_zstd(a);
        archive_read_support_format_tar(a);
        archive_read_support_format_zip(a);
        archive_read_support_format_7zip(a);
        archive_read_support_format_raw(a);
        archive_read_support_format_empty(a);
    }
    return a;
}

bool mg__is_packed_tar(const mg_input *input) {
    struct archive *a = new_archive();
    struct archive_entry *entry;
    const size_t size = input->available < PROBE ? input->available : PROBE;
    bool tar = false;
    if (a && archive_read_open_memory(a, input->next, size) == ARCHIVE_OK &&
        archive_read_next_header(a, &entry) >= ARCHIVE_WARN) {
        tar = (archive_format(a) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    }
    archive_read_free(a);
    return tar;
}

/* Hands over the bytes that were read. */
static la_ssize_t read_bytes(struct archive *a, void *data, const void **bytes) {
    mg_input *input = data;
    mg__input_refill(input);
    if (input->failure < 0) {
        archive_set_error(a, EIO, "%s", input->reason);
        return -1;
    }
    const size_t size = input->available;
    *bytes = input->next;
    input->next += size;
    input->available = 0;
    return (la_ssize_t)size;
}

static void fail_archive(mg_input *input, struct archive *a) {
    const char *reason = archive_error_string(a);
    if (input->failure >= 0) {
        mg__input_failed(input, archive_errno(a) == ENOMEM ? MG_ERROR_MEMORY : MG_ERROR_FORMAT,
                         reason ? reason : "the compressed data is damaged");
    }
}

/* Is this the name of a graph file? Not of one that goes with another: FOLDER/FOLDER_b.mtx of SuiteSparse is a vector.
 */
static bool is_graph(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (*name == '.' || strncmp(path, "__MACOSX/", 9) == 0 || strncasecmp(name, "readme", 6) == 0 ||
        strncmp(name, "meta.", 5) == 0 || strncmp(name, "ent.", 4) == 0) {
        return false;
    }
    if (slash) {
        const char *folder = slash;
        while (folder > path && folder[-1] != '/') {
            folder--;
        }
        const size_t length = (size_t)(slash - folder);
        if (length && strncmp(name, folder, length) == 0 && name[length] == '_') {
            return false;
        }
    }
    return mg__reader_by_suffix(name) || strncmp(name, "out.", 4) == 0;
}

/* Goes to the next member that is a graph; *path: its name, NULL at the end. */
static bool next_graph(mg_input *input, struct archive *a, const char **path) {
    for (;;) {
        struct archive_entry *entry;
        const int code = archive_read_next_header(a, &entry);
        *path = NULL;
        if (code == ARCHIVE_EOF) {
            return true;
        }
        if (code < ARCHIVE_WARN) {
            fail_archive(input, a);
            return false;
        }
        const char *name = archive_entry_pathname(entry);
        if (archive_format(a) == ARCHIVE_FORMAT_RAW ||
            (name && archive_entry_filetype(entry) == AE_IFREG && is_graph(name))) {
            *path = name ? name : "";
            return true;
        }
    }
}

/* Shows the member in messages, and lets its suffix tell the format. */
static mg_status name_member(mg_context *context, mg_input *input, const char *member) {
    const size_t length = strlen(input->path);
    const mg_status status = MG_ALLOC(context, input->shown, length + strlen(member) + 2, "a file name");
    if (status >= 0) {
        sprintf(input->shown, "%s/%s", input->path, member);
        input->path = input->shown;
        input->name = input->shown + length + 1;
    }
    return status;
}

static mg_status open_archive(mg_context *context, mg_input *input) {
    archive_state *state;
    const char *member = NULL;
    mg_status status = MG_ALLOC(context, state, 1, "decompressing");
    if (status < 0) {
        return status;
    }
    *state = (archive_state){.archive = new_archive()};
    input->decoder_state = state;
    struct archive *a = state->archive;
    if (!a) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: decompressing %s", input->path);
    }
    const int code = input->mapping ? archive_read_open_memory(a, input->next, input->available)
                                    : archive_read_open(a, input, NULL, read_bytes, NULL);
    if (code != ARCHIVE_OK) {
        fail_archive(input, a);
    }
    if (code != ARCHIVE_OK || !next_graph(input, a, &member)) {
        return mg__fail(context, input->failure, "%s: %s", input->path, input->reason);
    }
    const int format = archive_format(a);
    state->members = format != ARCHIVE_FORMAT_RAW && format != ARCHIVE_FORMAT_EMPTY;
    state->ended = !member;
    if (state->members && !member) {
        return mg__fail(context, MG_ERROR_FORMAT,
                        "%s: the archive holds no file with a suffix of graphs; unpack it first", input->path);
    }
    return state->members ? name_member(context, input, member) : MG_OK;
}

/* After the graph: there must be no other. */
static void end_archive(mg_input *input, archive_state *state) {
    const char *member = NULL;
    state->ended = true;
    if (state->members && next_graph(input, state->archive, &member) && member) {
        mg__input_failed(input, MG_ERROR_FORMAT, "the archive holds several graphs; unpack it first");
    }
}

static void decode_archive(mg_input *input, char *out, size_t capacity, size_t *produced) {
    archive_state *state = input->decoder_state;
    while (*produced < capacity && !state->ended && input->failure >= 0) {
        const la_ssize_t got = archive_read_data(state->archive, out + *produced, capacity - *produced);
        if (got > 0) {
            *produced += (size_t)got;
        } else if (got == 0) {
            end_archive(input, state);
        } else if (got != ARCHIVE_RETRY) {
            fail_archive(input, state->archive);
        }
    }
    if (input->mapping) {
        const la_int64_t read = archive_filter_bytes(state->archive, -1);
        const uint64_t all = input->mapped;
        input->available = read < 0 || (uint64_t)read > all ? 0 : (size_t)(all - (uint64_t)read);
    }
}

static void close_archive(mg_context *context, mg_input *input) {
    archive_state *state = input->decoder_state;
    archive_read_free(state->archive);
    mg__release(&context->memory, state);
}

const mg_decoder mg__archive_decoders[MG_ARCHIVE_DECODERS] = {
    {"xz", 0, 6, {0xfd, '7', 'z', 'X', 'Z', 0}, open_archive, decode_archive, close_archive},
    {"bzip2", 0, 3, {'B', 'Z', 'h'}, open_archive, decode_archive, close_archive},
    {"lz4", 0, 4, {0x04, 0x22, 0x4d, 0x18}, open_archive, decode_archive, close_archive},
    {"lzip", 0, 4, {'L', 'Z', 'I', 'P'}, open_archive, decode_archive, close_archive},
    {"compress", 0, 2, {0x1f, 0x9d}, open_archive, decode_archive, close_archive},
    {"zip", 0, 4, {'P', 'K', 3, 4}, open_archive, decode_archive, close_archive},
    {"7z", 0, 6, {'7', 'z', 0xbc, 0xaf, 0x27, 0x1c}, open_archive, decode_archive, close_archive},
    {"tar", 257, 5, {'u', 's', 't', 'a', 'r'}, open_archive, decode_archive, close_archive}};
