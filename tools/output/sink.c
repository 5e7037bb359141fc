/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/sink.h"
#include "tools/cli/message.h"
#include "tools/cli/signals.h"
#include "tools/output/packing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER_SIZE ((size_t)1 << 20)
#define NAME_KEPT 200 /* bytes of a name in that of its temporary file: a name may have 255 */

static bool fail(const sink *s, const char *what, int error) {
    message("cannot %s %s: %s", what, s->name, strerror(error));
    return false;
}

/* "folder/.name.XXXXXX" for "folder/name"; a long name is cut. */
static char *temporary_name(const char *target) {
    static const char pattern[] = ".XXXXXX";
    const char *slash = strrchr(target, '/');
    size_t folder = slash ? (size_t)(slash + 1 - target) : 0, length = strlen(target);
    length = length > folder + NAME_KEPT ? folder + NAME_KEPT : length;
    char *name = malloc(length + 1 + sizeof pattern);
    if (name) {
        memcpy(name, target, folder);
        name[folder] = '.';
        memcpy(name + folder + 1, target + folder, length - folder);
        memcpy(name + length + 1, pattern, sizeof pattern);
    }
    return name;
}

/* Devices and pipes are written directly: a rename would replace them by a file. */
static bool open_file(sink *s, const char *path) {
    struct stat info;
    bool exists = stat(path, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        s->file = open(path, O_WRONLY | O_CLOEXEC);
        return s->file >= 0;
    }
    s->target = exists ? realpath(path, NULL) : strdup(path); /* replaces the target of a symbolic link, not the link */
    char *temporary = s->target ? temporary_name(s->target) : NULL;
    if (!temporary || (s->file = mkostemp(temporary, O_CLOEXEC)) < 0) {
        free(temporary);
        return false;
    }
    s->temporary = temporary;
    unfinished_add(s->temporary);
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(s->file, exists ? info.st_mode & 0777 : 0666 & ~mask) == 0;
}

/* Writing through a link to nowhere would replace the link, or make a file where its owner expects another disk. */
static bool is_dangling(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode) && stat(path, &info) != 0;
}

bool sink_open(sink *s, const char *path) {
    *s = SINK_NONE;
    bool standard = !path || strcmp(path, "-") == 0;
    s->name = standard ? "standard output" : path;
    if (!standard && is_dangling(path)) {
        message("cannot write %s: it is a link to a file that does not exist", path);
        return false;
    }
    s->buffer = malloc(BUFFER_SIZE);
    s->capacity = BUFFER_SIZE;
    bool opened = s->buffer != NULL;
    if (opened && standard) {
        s->file = STDOUT_FILENO;
    } else if (opened) {
        opened = open_file(s, path);
    }
    if (!opened) {
        fail(s, "write", errno);
        sink_close(s);
    }
    return opened;
}

bool sink_open_packed(sink *s, const char *path) {
    if (!sink_open(s, path)) {
        return false;
    }
    s->packer = path ? packer_open(path) : NULL;
    if (!s->packer && path && packing_has_suffix(path)) {
        fail(s, "write", errno);
        sink_close(s);
        return false;
    }
    return true;
}

static bool write_all(void *data, const char *bytes, size_t size) {
    sink *const s = data;
    for (size_t done = 0; done < size && !s->error;) {
        const bool stop = interrupted() && !s->ignores_interrupt;
        ssize_t count = stop ? -1 : write(s->file, bytes + done, size - done);
        if (count < 0) {
            s->error = stop ? EINTR : errno;
        } else {
            done += (size_t)count;
        }
    }
    return !s->error;
}

static void write_bytes(sink *s, const char *bytes, size_t size) {
    if (!s->packer) {
        write_all(s, bytes, size);
    } else if (!s->error && size && !packer_add(s->packer, bytes, size, false, write_all, s) && !s->error) {
        s->error = errno;
    }
}

static void drain(sink *s) {
    write_bytes(s, s->buffer, s->used);
    s->used = 0;
}

bool sink_in_memory(sink *s) {
    *s = SINK_NONE;
    s->in_memory = true;
    s->buffer = malloc(BUFFER_SIZE);
    s->capacity = BUFFER_SIZE;
    return s->buffer != NULL;
}

void sink_append(sink *s, sink *text) {
    drain(s);
    if (text->error && !s->error) {
        s->error = text->error;
    }
    write_bytes(s, text->buffer, text->used);
    text->used = 0;
}

/* Doubles the buffer; without memory its text is given up. */
static void grow(sink *s) {
    char *const larger = realloc(s->buffer, 2 * s->capacity);
    if (larger) {
        s->buffer = larger;
        s->capacity *= 2;
    } else {
        s->error = ENOMEM;
        s->used = 0;
    }
}

/* Completes the compressed stream. */
static void end_packing(sink *s) {
    drain(s);
    if (s->packer && !s->error && !packer_add(s->packer, "", 0, true, write_all, s) && !s->error) {
        s->error = errno;
    }
    packer_close(s->packer);
    s->packer = NULL;
}

char *sink_room(sink *s, size_t size) {
    if (s->used + size > s->capacity) {
        (s->in_memory ? grow : drain)(s);
    }
    return s->buffer + s->used;
}

void sink_advance(sink *s, size_t size) {
    s->used += size;
}

void sink_write(sink *s, const void *data, size_t size) {
    const char *next = data;
    while (size) {
        size_t piece = size < 4096 ? size : 4096;
        memcpy(sink_room(s, piece), next, piece);
        sink_advance(s, piece);
        next += piece;
        size -= piece;
    }
}

void sink_text(sink *s, const char *text) {
    sink_write(s, text, strlen(text));
}

bool sink_flush(sink *s) {
    if (s->file < 0) {
        return true;
    }
    drain(s);
    if (s->error == EINTR && interrupted()) {
        return false; /* the caller prints the error, once */
    }
    return s->error ? fail(s, "write", s->error) : true;
}

bool sink_finish(sink *s) {
    if (s->packer) {
        end_packing(s);
    }
    if (!sink_flush(s)) {
        return false;
    }
    if (s->temporary && s->file >= 0) {
        const int closed = close(s->file);
        s->file = -1;
        return closed == 0 ? true : fail(s, "write", errno);
    }
    return true;
}

bool sink_commit(sink *s) {
    if (s->packer && !sink_finish(s)) {
        return false;
    }
    if (s->temporary) {
        if (!sink_finish(s)) {
            return false;
        }
        if (rename(s->temporary, s->target) != 0) {
            return fail(s, "write", errno);
        }
        unfinished_remove(s->temporary);
        free(s->temporary);
        s->temporary = NULL;
    }
    return true;
}

void sink_close(sink *s) {
    if (s->temporary) {
        unlink(s->temporary);
        unfinished_remove(s->temporary);
    }
    if (s->file >= 0 && s->file != STDOUT_FILENO) {
        close(s->file);
    }
    packer_close(s->packer);
    free(s->temporary);
    free(s->target);
    free(s->buffer);
    *s = SINK_NONE;
}
