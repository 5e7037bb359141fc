/* SPDX-License-Identifier: Apache-2.0
 *
 * write_format.c: the format of an output file. A suffix that promises another format is an error: a file under a false
 * name would be misread later.
 */
#include "io/reader.h"
#include "io/writer.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define KNOWN_SIZE 256

/* Compressions and containers that we do not write. */
static const char *const foreign_packings[] = {"bz2",  "xz",  "lzma", "lz4", "lz",  "lzo", "br",  "z",   "zip",
                                               "zstd", "tar", "tgz",  "tbz", "txz", "7z",  "rar", "gzip"};

static const mg_writer *writer_by_name(const char *name, size_t length) {
    size_t count;
    const mg_writer *writers = mg__writers(&count);
    for (size_t i = 0; i < count; i++) {
        if (strlen(writers[i].name) == length && strncasecmp(writers[i].name, name, length) == 0) {
            return &writers[i];
        }
    }
    return NULL;
}

/* Writes the names of all formats to `text`. */
static const char *known_formats(char text[KNOWN_SIZE]) {
    size_t count, used = 0;
    const mg_writer *writers = mg__writers(&count);
    text[0] = '\0';
    for (size_t i = 0; i < count && used < KNOWN_SIZE; i++) {
        used += (size_t)snprintf(text + used, KNOWN_SIZE - used, "%s%s", i ? ", " : "", writers[i].name);
    }
    return text;
}

static bool in_words(const char *words, const char *suffix, size_t length) {
    for (const char *word = words ? words : ""; *word;) {
        const size_t size = strcspn(word, " ");
        if (size == length && strncasecmp(word, suffix, length) == 0) {
            return true;
        }
        word += size + strspn(word + size, " ");
    }
    return false;
}

static bool has_letter(const char *text, size_t length) {
    bool found = false;
    for (size_t i = 0; i < length && !found; i++) {
        found = isalpha((unsigned char)text[i]);
    }
    return found;
}

/* The suffix of a file's name, without that of compression, and its length; NULL: none. Digits (kron-0.6) are none. */
static const char *find_suffix(const char *path, size_t *length) {
    mg_packing packing;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *end = name + strlen(name) - mg__packed_suffix(name, &packing);
    const char *dot = memrchr(name, '.', (size_t)(end - name));
    *length = dot ? (size_t)(end - dot - 1) : 0;
    return dot && (!*length || has_letter(dot + 1, *length)) ? dot + 1 : NULL;
}

/* Is the suffix one of this format? */
static bool has_suffix(const mg_writer *writer, const char *suffix, size_t length) {
    size_t count;
    const mg_reader *const *readers = mg__readers(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(readers[i]->name, writer->name) == 0) {
            return in_words(readers[i]->suffixes, suffix, length);
        }
    }
    return in_words(writer->suffixes, suffix, length);
}

/* The first format, in the order of the readers, that has this suffix; NULL: none. */
static const mg_writer *writer_by_suffix(const char *suffix, size_t length) {
    size_t count;
    const mg_reader *const *readers = mg__readers(&count);
    for (size_t i = 0; i < count; i++) {
        if (in_words(readers[i]->suffixes, suffix, length)) {
            const mg_writer *writer = writer_by_name(readers[i]->name, strlen(readers[i]->name));
            if (writer) {
                return writer;
            }
        }
    }
    const mg_writer *writers = mg__writers(&count);
    for (size_t i = 0; i < count; i++) {
        if (in_words(writers[i].suffixes, suffix, length)) {
            return &writers[i];
        }
    }
    return NULL;
}

static mg_status refuse_packing(mg_context *context, const char *path, const char *suffix, size_t length) {
    char known[KNOWN_SIZE];
    for (size_t i = 0; suffix && i < sizeof foreign_packings / sizeof *foreign_packings; i++) {
        if (strlen(foreign_packings[i]) == length && strncasecmp(foreign_packings[i], suffix, length) == 0) {
            return mg__fail(context, MG_ERROR_INVALID,
                            "cannot write %s: .%.*s is not written; known are %s, plain, .gz or .zst", path,
                            (int)length, suffix, known_formats(known));
        }
    }
    return MG_OK;
}

/* By the suffix alone. */
static mg_status choose_by_suffix(mg_context *context, const char *path, const char *suffix, size_t length,
                                  const mg_writer **writer) {
    char known[KNOWN_SIZE];
    *writer = suffix ? writer_by_suffix(suffix, length) : writer_by_name("edgelist", strlen("edgelist"));
    return *writer ? MG_OK
                   : mg__fail(context, MG_ERROR_INVALID,
                              "cannot write %s: no format has the suffix .%.*s; name one (--to): %s", path, (int)length,
                              suffix, known_formats(known));
}

/* By name. `.txt` may be any text. */
static mg_status choose_by_name(mg_context *context, const char *path, const char *name, const char *suffix,
                                size_t length, const mg_writer **writer) {
    char known[KNOWN_SIZE];
    *writer = writer_by_name(name, strlen(name));
    if (!*writer) {
        return mg__fail(context, MG_ERROR_INVALID, "unknown output format '%.64s'; known are %s", name,
                        known_formats(known));
    }
    const mg_writer *promised = suffix && !in_words("txt", suffix, length) ? writer_by_suffix(suffix, length) : NULL;
    if (promised && !has_suffix(*writer, suffix, length)) {
        return mg__fail(context, MG_ERROR_INVALID, "cannot write %s as %s: the suffix .%.*s says %s; known are %s",
                        path, (*writer)->name, (int)length, suffix, promised->name, known_formats(known));
    }
    return MG_OK;
}

mg_status mg__choose_writer(mg_context *context, const char *path, const char *name, const mg_writer **writer) {
    size_t length;
    struct stat info;
    const char *suffix = find_suffix(path, &length);
    mg_status status;
    MG_TRY(refuse_packing(context, path, suffix, length));
    MG_TRY(name ? choose_by_name(context, path, name, suffix, length, writer)
                : choose_by_suffix(context, path, suffix, length, writer));
    if ((*writer)->write_files && stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
        status = mg__fail(context, MG_ERROR_INVALID, "cannot write %s: the format %s is several files", path,
                          (*writer)->name);
    }
out:
    return status;
}
