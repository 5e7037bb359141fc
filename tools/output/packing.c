/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/packing.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>
#include <zstd.h>

#define PACKED_SIZE ((size_t)1 << 17)
#define GZIP_WINDOW (15 + 16) /* zlib: the largest window, with gzip's header */

struct packer {
    bool is_zstd;
    z_stream gzip;
    ZSTD_CCtx *zstd;
    char packed[PACKED_SIZE];
};

static bool ends_with(const char *path, const char *suffix) {
    const size_t length = strlen(path), tail = strlen(suffix);
    return length > tail && strcasecmp(path + length - tail, suffix) == 0;
}

bool packing_has_suffix(const char *path) {
    return ends_with(path, ".gz") || ends_with(path, ".zst");
}

packer *packer_open(const char *path) {
    errno = 0;
    if (!packing_has_suffix(path)) {
        return NULL;
    }
    packer *p = calloc(1, sizeof *p);
    if (!p) {
        return NULL;
    }
    p->is_zstd = ends_with(path, ".zst");
    p->zstd = p->is_zstd ? ZSTD_createCCtx() : NULL;
    if (p->is_zstd ? !p->zstd
                   : deflateInit2(&p->gzip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY)) {
        free(p);
        errno = ENOMEM;
        return NULL;
    }
    return p;
}

static bool add_gzip(packer *p, const char *bytes, size_t size, bool last, packed_fn write, void *data) {
    p->gzip.next_in = (Bytef *)bytes;
    p->gzip.avail_in = (uInt)size;
    do {
        p->gzip.next_out = (Bytef *)p->packed;
        p->gzip.avail_out = (uInt)PACKED_SIZE;
        deflate(&p->gzip, last ? Z_FINISH : Z_NO_FLUSH);
        if (!write(data, p->packed, PACKED_SIZE - p->gzip.avail_out)) {
            return false;
        }
    } while (p->gzip.avail_out == 0);
    return true;
}

static bool add_zstd(packer *p, const char *bytes, size_t size, bool last, packed_fn write, void *data) {
    ZSTD_inBuffer in = {bytes, size, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {p->packed, PACKED_SIZE, 0};
        left = ZSTD_compressStream2(p->zstd, &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
        if (ZSTD_isError(left)) {
            errno = ENOMEM;
            return false;
        }
        if (!write(data, p->packed, out.pos)) {
            return false;
        }
    } while (last ? left != 0 : in.pos < in.size);
    return true;
}

bool packer_add(packer *p, const char *bytes, size_t size, bool last, packed_fn write, void *data) {
    return p->is_zstd ? add_zstd(p, bytes, size, last, write, data) : add_gzip(p, bytes, size, last, write, data);
}

void packer_close(packer *p) {
    if (p && p->is_zstd) {
        ZSTD_freeCCtx(p->zstd);
    } else if (p) {
        deflateEnd(&p->gzip);
    }
    free(p);
}

/* ---- reading ---- */

typedef struct text {
    char *bytes;
    size_t size, room;
} text;

/* Room for a further piece; false: out of memory. */
static bool grow(text *t, size_t piece) {
    if (t->size + piece > t->room) {
        const size_t room = 2 * t->room + piece;
        char *larger = realloc(t->bytes, room);
        if (!larger) {
            return false;
        }
        t->bytes = larger;
        t->room = room;
    }
    return true;
}

static bool unpack_gzip(const char *path, text *t) {
    gzFile file = gzopen(path, "rb");
    int got = file ? 1 : -1;
    while (got > 0) {
        got = grow(t, PACKED_SIZE) ? gzread(file, t->bytes + t->size, (unsigned)PACKED_SIZE) : -1;
        t->size += got > 0 ? (size_t)got : 0;
    }
    const int closed = file ? gzclose(file) : Z_ERRNO;
    errno = got < 0 || closed != Z_OK ? (errno ? errno : EIO) : 0;
    return got == 0 && closed == Z_OK;
}

static bool unpack_zstd(const char *path, text *t) {
    FILE *file = fopen(path, "rb");
    ZSTD_DCtx *zstd = ZSTD_createDCtx();
    static char packed[PACKED_SIZE];
    size_t left = 0;
    bool good = file && zstd;
    for (size_t got; good && (got = fread(packed, 1, sizeof packed, file)) > 0;) {
        ZSTD_inBuffer in = {packed, got, 0};
        while (good && in.pos < in.size) {
            good = grow(t, PACKED_SIZE);
            ZSTD_outBuffer out = {t->bytes, t->room, t->size};
            left = good ? ZSTD_decompressStream(zstd, &out, &in) : 0;
            good = good && !ZSTD_isError(left);
            t->size = out.pos;
        }
    }
    good = good && !ferror(file) && left == 0; /* else the stream is cut */
    if (file) {
        fclose(file);
    }
    ZSTD_freeDCtx(zstd);
    errno = good ? 0 : errno ? errno : EIO;
    return good;
}

FILE *packed_open(const char *path, char **content) {
    text t = {NULL, 0, 0};
    *content = NULL;
    if (!packing_has_suffix(path)) {
        return fopen(path, "rb");
    }
    errno = 0;
    const bool good = ends_with(path, ".zst") ? unpack_zstd(path, &t) : unpack_gzip(path, &t);
    FILE *file = good ? fmemopen(t.size ? t.bytes : (void *)"\n", t.size ? t.size : 1, "rb") : NULL;
    if (!file) {
        free(t.bytes);
        return NULL;
    }
    *content = t.bytes;
    return file;
}
