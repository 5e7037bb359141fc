/* SPDX-License-Identifier: Apache-2.0
 *
 * output_stream.c: writes to a temporary file in the folder of the target, and renames it at the end.
 */
#include "io/output_stream.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define BUFFER_SIZE ((size_t)1 << 18)
#define PIECE ((size_t)1 << 20) /* bytes between two questions whether the call is cancelled */
#define NAME_KEPT 200 /* characters of a name in that of its temporary file: a name may have 255 */

/* Compresses or copies `data`; `last`: ends the stream. */
typedef mg_status (*encode_fn)(mg_output *output, const void *data, size_t size, bool last);

struct mg_output {
    mg_context *context;
    const char *path; /* for messages */
    char *target;     /* NULL: written directly */
    char *temporary;  /* NULL: none, or already renamed */
    int file;
    encode_fn encode;
    z_stream deflate;
    bool deflating;
    ZSTD_CCtx *zstd;
    unsigned char *buffer;
};

static mg_status fail(const mg_output *o) {
    return mg__fail(o->context, MG_ERROR_FILE, "cannot write %s: %s", o->path, strerror(errno));
}

static mg_status encode_plain(mg_output *o, const void *data, size_t size, bool last) {
    (void)last;
    for (size_t done = 0; done < size;) {
        const ssize_t count = write(o->file, (const char *)data + done, size - done);
        if (count < 0 && errno != EINTR) {
            return fail(o);
        }
        done += count > 0 ? (size_t)count : 0;
    }
    return MG_OK;
}

static mg_status encode_gzip(mg_output *o, const void *data, size_t size, bool last) {
    mg_status status = MG_OK;
    bool ended = false;
    do {
        const size_t piece = size < BUFFER_SIZE ? size : BUFFER_SIZE;
        const int flush = last && piece == size ? Z_FINISH : Z_NO_FLUSH;
        o->deflate.next_in = (unsigned char *)data;
        o->deflate.avail_in = (uInt)piece;
        do {
            o->deflate.next_out = o->buffer;
            o->deflate.avail_out = (uInt)BUFFER_SIZE;
            ended = deflate(&o->deflate, flush) == Z_STREAM_END;
            MG_TRY(encode_plain(o, o->buffer, BUFFER_SIZE - o->deflate.avail_out, false));
        } while (o->deflate.avail_out == 0 && !ended);
        data = (const char *)data + piece;
        size -= piece;
    } while (size);
out:
    return status;
}

static mg_status encode_zstd(mg_output *o, const void *data, size_t size, bool last) {
    ZSTD_inBuffer in = {data, size, 0};
    mg_status status = MG_OK;
    size_t left;
    do {
        ZSTD_outBuffer out = {o->buffer, BUFFER_SIZE, 0};
        left = ZSTD_compressStream2(o->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) {
            return mg__fail(o->context, MG_ERROR_MEMORY, "cannot compress %s: %s", o->path, ZSTD_getErrorName(left));
        }
        MG_TRY(encode_plain(o, o->buffer, out.pos, false));
    } while (last ? left != 0 : in.pos < in.size);
out:
    return status;
}

size_t mg__packed_suffix(const char *path, mg_packing *packing) {
    static const struct {
        const char *suffix;
        mg_packing packing;
    } known[] = {{".gz", MG_PACKED_GZIP}, {".zst", MG_PACKED_ZSTD}};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const size_t tail = strlen(known[i].suffix);
        if (length > tail && strcasecmp(path + length - tail, known[i].suffix) == 0) {
            *packing = known[i].packing;
            return tail;
        }
    }
    *packing = MG_PACKED_NOT;
    return 0;
}

static mg_status choose_encoder(mg_output *o) {
    mg_packing packing;
    mg__packed_suffix(o->path, &packing);
    o->encode = encode_plain;
    if (packing == MG_PACKED_GZIP) {
        o->encode = encode_gzip;
        o->deflating = deflateInit2(&o->deflate, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK;
    } else if (packing == MG_PACKED_ZSTD) {
        o->encode = encode_zstd;
        o->zstd = ZSTD_createCCtx();
    }
    if ((o->encode == encode_gzip && !o->deflating) || (o->encode == encode_zstd && !o->zstd)) {
        return mg__fail(o->context, MG_ERROR_MEMORY, "out of memory: compressing %s", o->path);
    }
    return MG_OK;
}

/* o->target = `path` with symbolic links resolved: the file is replaced, not the link. */
static mg_status copy_target(mg_output *o, const char *path) {
    char *const resolved = realpath(path, NULL);
    const char *name = resolved ? resolved : path;
    const size_t length = strlen(name);
    const mg_status status = MG_ALLOC(o->context, o->target, length + 1, "a file name");
    if (status >= 0) {
        memcpy(o->target, name, length + 1);
    }
    free(resolved);
    return status;
}

/* Creates "folder/.name.<8 digits>" (a long name is cut) with the permissions of the target, or default ones. */
static mg_status create_temporary(mg_output *o, mode_t mode, bool exists) {
    const char *slash = strrchr(o->target, '/');
    const int folder = slash ? (int)(slash + 1 - o->target) : 0;
    const size_t room = strlen(o->target) + 16;
    char *name;
    mg_status status;
    MG_TRY(MG_ALLOC(o->context, name, room, "a file name"));
    uint32_t number = (uint32_t)getpid() * 2654435761u + (uint32_t)(uint64_t)(mg__now() * 1e6);
    do {
        snprintf(name, room, "%.*s.%.*s.%08x", folder, o->target, NAME_KEPT, o->target + folder, number++);
        o->file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    } while (o->file < 0 && errno == EEXIST);
    if (o->file < 0) {
        status = fail(o);
        mg__release(&o->context->memory, name);
        return status;
    }
    o->temporary = name;
    if (exists && fchmod(o->file, mode) != 0) {
        status = fail(o);
    }
out:
    return status;
}

/* Writing through a link to nowhere would replace the link, or make a file where its owner expects another disk. */
static mg_status refuse_dangling(const mg_output *o) {
    struct stat info;
    if (lstat(o->path, &info) == 0 && S_ISLNK(info.st_mode)) {
        return mg__fail(o->context, MG_ERROR_FILE, "cannot write %s: it is a link to a file that does not exist",
                        o->path);
    }
    return MG_OK;
}

static mg_status open_file(mg_output *o) {
    struct stat info;
    if (strcmp(o->path, "/dev/stdout") == 0) { /* opening it by name would truncate a redirected file */
        o->file = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
        return o->file < 0 ? fail(o) : MG_OK;
    }
    const bool exists = stat(o->path, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        o->file = open(o->path, O_WRONLY | O_CLOEXEC);
        return o->file < 0 ? fail(o) : MG_OK;
    }
    mg_status status;
    MG_TRY(exists ? MG_OK : refuse_dangling(o));
    MG_TRY(copy_target(o, o->path));
    status = create_temporary(o, exists ? info.st_mode & 0777 : 0666, exists);
out:
    return status;
}

mg_status mg__output_open(mg_context *context, const char *path, mg_output **output) {
    mg_output *o;
    mg_status status = MG_ALLOC(context, o, 1, "an output stream");
    if (status < 0) {
        return status;
    }
    *o = (mg_output){.context = context, .path = path, .file = -1};
    MG_TRY(MG_ALLOC(context, o->buffer, BUFFER_SIZE, "an output buffer"));
    MG_TRY(choose_encoder(o));
    MG_TRY(open_file(o));
    *output = o;
    return MG_OK;
out:
    mg__output_close(o);
    return status;
}

mg_status mg__output_write(mg_output *o, const void *data, size_t size) {
    mg_status status = MG_OK;
    for (size_t done = 0; done < size; done += PIECE) { /* in pieces, so that a long array can be cancelled */
        MG_TRY(mg__progress(o->context, "writing", -1.0));
        MG_TRY(o->encode(o, (const char *)data + done, size - done < PIECE ? size - done : PIECE, false));
    }
out:
    return status;
}

mg_status mg__output_finish(mg_output *o) {
    mg_status status;
    assert(o->file >= 0);
    MG_TRY(o->encode(o, "", 0, true));
    const int closed = close(o->file);
    o->file = -1;
    if (closed != 0) {
        return fail(o);
    }
out:
    return status;
}

mg_status mg__output_commit(mg_output *o) {
    mg_status status;
    MG_TRY(o->file < 0 ? MG_OK : mg__output_finish(o));
    if (o->temporary && rename(o->temporary, o->target) != 0) {
        return fail(o);
    }
    mg__release(&o->context->memory, o->temporary);
    o->temporary = NULL;
out:
    return status;
}

void mg__output_close(mg_output *o) {
    if (!o) {
        return;
    }
    const mg_allocator *memory = &o->context->memory;
    if (o->file >= 0) {
        close(o->file);
    }
    if (o->temporary) {
        unlink(o->temporary);
    }
    if (o->deflating) {
        deflateEnd(&o->deflate);
    }
    ZSTD_freeCCtx(o->zstd);
    mg__release(memory, o->temporary);
    mg__release(memory, o->target);
    mg__release(memory, o->buffer);
    mg__release(memory, o);
}
