/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#define ENTRY_MAX ((uint64_t)64 << 20)
#define ENTRY_SUFFIX ".entry"
#define FOLDER_MAX_MIB 256 /* default size limit of the folder; MULTIGRAPH_CACHE_SIZE overrides it */

/* Header of an entry, to detect truncated and damaged files. */
typedef struct entry_head {
    uint64_t magic, size;
    mg_cache_key contents;
} entry_head;
#define ENTRY_MAGIC 0x31656863616367ull

void mg__cache_key_add(mg_cache_key *key, const void *data, size_t size) {
    const XXH128_hash_t added = XXH3_128bits(data, size);
    const uint64_t both[] = {key->hash[0], key->hash[1], added.low64, added.high64};
    const XXH128_hash_t sum = XXH3_128bits(both, sizeof both);
    key->hash[0] = sum.low64;
    key->hash[1] = sum.high64;
}

static bool join(char *path, size_t size, const char *folder, const char *rest) {
    const int length = folder && folder[0] == '/' ? snprintf(path, size, "%s%s", folder, rest) : -1;
    return length > 0 && (size_t)length < size;
}

/* Path of the folder, created if missing; false: no cache, or others have access to the folder. */
static bool cache_folder(char *path, size_t size) {
    struct stat found;
    const char *const given = getenv("MULTIGRAPH_CACHE"), *const cache = getenv("XDG_CACHE_HOME");
    if (given) {
        if (!join(path, size, given, "")) {
            return false;
        }
    } else if (!join(path, size, cache, "/multigraph")) {
        if (!join(path, size, getenv("HOME"), "/.cache")) {
            return false;
        }
        mkdir(path, 0700);
        if (!join(path, size, getenv("HOME"), "/.cache/multigraph")) {
            return false;
        }
    }
    if (mkdir(path, 0700) < 0 && errno != EEXIST) {
        return false;
    }
    return lstat(path, &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
           (found.st_mode & 077) == 0;
}

bool mg__cache_is_usable(void) {
    char path[1024];
    return cache_folder(path, sizeof path);
}

static bool entry_path(char *path, size_t size, mg_cache_key key) {
    char folder[1024];
    if (!cache_folder(folder, sizeof folder)) {
        return false;
    }
    const int length = snprintf(path, size, "%s/%016llx%016llx" ENTRY_SUFFIX, folder, (unsigned long long)key.hash[0],
                                (unsigned long long)key.hash[1]);
    return length > 0 && (size_t)length < size;
}

/* Size of all entries, including incomplete ones of dead processes, and the least recently used one. */
static uint64_t measure(DIR *folder, char *oldest, size_t size) {
    struct timespec least = {0};
    uint64_t total = 0;
    oldest[0] = '\0';
    rewinddir(folder);
    for (const struct dirent *e = readdir(folder); e; e = readdir(folder)) {
        struct stat found;
        if (!strstr(e->d_name, ENTRY_SUFFIX) || fstatat(dirfd(folder), e->d_name, &found, AT_SYMLINK_NOFOLLOW) < 0 ||
            !S_ISREG(found.st_mode)) {
            continue;
        }
        total += (uint64_t)found.st_size;
        const struct timespec used = found.st_mtim;
        if (!oldest[0] || used.tv_sec < least.tv_sec || (used.tv_sec == least.tv_sec && used.tv_nsec < least.tv_nsec)) {
            least = used;
            snprintf(oldest, size, "%s", e->d_name);
        }
    }
    return total;
}

/* Evicts least recently used entries until the folder is below its limit. */
static void trim(void) {
    char path[1024], oldest[256];
    const char *const given = getenv("MULTIGRAPH_CACHE_SIZE");
    const uint64_t mib = given ? strtoull(given, NULL, 10) : FOLDER_MAX_MIB;
    DIR *folder = cache_folder(path, sizeof path) ? opendir(path) : NULL;
    if (!folder) {
        return;
    }
    while (measure(folder, oldest, sizeof oldest) > mib << 20 && unlinkat(dirfd(folder), oldest, 0) == 0) {
    }
    closedir(folder);
}

static bool read_all(int file, void *to, uint64_t size) {
    char *at = to;
    while (size > 0) {
        const ssize_t got = read(file, at, size);
        if (got <= 0 && !(got < 0 && errno == EINTR)) {
            return false;
        }
        at += got > 0 ? got : 0;
        size -= got > 0 ? (uint64_t)got : 0;
    }
    return true;
}

static bool write_all(int file, const void *from, uint64_t size) {
    const char *at = from;
    while (size > 0) {
        const ssize_t put = write(file, at, size);
        if (put < 0 && errno != EINTR) {
            return false;
        }
        at += put > 0 ? put : 0;
        size -= put > 0 ? (uint64_t)put : 0;
    }
    return true;
}

static bool head_is_right(int file, entry_head *head) {
    struct stat found;
    return fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_uid == geteuid() &&
           (found.st_mode & 022) == 0 && read_all(file, head, sizeof *head) && head->magic == ENTRY_MAGIC &&
           head->size <= ENTRY_MAX && (uint64_t)found.st_size == sizeof *head + head->size;
}

mg_status mg__cache_read(mg_context *context, mg_cache_key key, mg_blob *code) {
    mg_status status = MG_OK;
    char path[1200];
    entry_head head;
    mg_cache_key contents = {{0}};
    mg_blob found = {0};
    int file = -1;
    *code = (mg_blob){0};
    if (!entry_path(path, sizeof path, key)) {
        goto out;
    }
    file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0 || !head_is_right(file, &head)) {
        goto out;
    }
    found.size = head.size;
    MG_TRY(mg__alloc(context, &found.data, head.size, 1, "a cached program"));
    if (read_all(file, found.data, head.size)) {
        mg__cache_key_add(&contents, found.data, head.size);
    }
    if (memcmp(&contents, &head.contents, sizeof contents) == 0) {
        futimens(file, NULL); /* updates the time of use */
        *code = found;
        found.data = NULL;
    }
out:
    mg__release(&context->memory, found.data);
    if (file >= 0) {
        close(file);
    }
    return status;
}

void mg__cache_write(mg_context *context, mg_cache_key key, const mg_blob *code) {
    char path[1200], temporary[1216];
    entry_head head = {.magic = ENTRY_MAGIC, .size = code->size};
    if (!entry_path(path, sizeof path, key) || code->size > ENTRY_MAX) {
        return;
    }
    mg__cache_key_add(&head.contents, code->data, code->size);
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    const int file = mkstemp(temporary);
    if (file < 0) {
        mg__log(context, MG_LOG_DEBUG, "cache of programs: cannot write %s", temporary);
        return;
    }
    const bool written = write_all(file, &head, sizeof head) && write_all(file, code->data, code->size);
    if (close(file) < 0 || !written || rename(temporary, path) < 0) {
        unlink(temporary);
    }
    trim();
}
