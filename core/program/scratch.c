/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/scratch.h"

#include "core/program/cache.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static mg_status make_folder(mg_context *context) {
    mg_status status = MG_OK;
    const char *const given = getenv("TMPDIR"), *const parent = given && given[0] == '/' ? given : "/tmp";
    char *folder = NULL;
    const size_t size = strlen(parent) + sizeof "/multigraph-XXXXXX";
    if (size > MG_PATH_SIZE - 128) {
        return mg__fail(context, MG_ERROR_FILE, "TMPDIR: the path is too long");
    }
    MG_TRY(MG_ALLOC(context, folder, size, "the name of a folder"));
    snprintf(folder, size, "%s/multigraph-XXXXXX", parent);
    if (!mkdtemp(folder)) {
        MG_TRY(mg__fail(context, MG_ERROR_FILE, "cannot make a folder in %s: %s", parent, strerror(errno)));
    }
    context->scratch = folder;
    context->scratch_remove = mg__scratch_remove;
    folder = NULL;
out:
    mg__release(&context->memory, folder);
    return status;
}

mg_status mg__scratch_path(mg_context *context, const char *name, char path[MG_PATH_SIZE]) {
    assert(name[0] && !strchr(name, '/'));
    const mg_status status = context->scratch ? MG_OK : make_folder(context);
    if (status == MG_OK) {
        snprintf(path, MG_PATH_SIZE, "%s/%s", context->scratch, name);
    }
    return status;
}

void mg__scratch_remove(mg_context *context) {
    if (!context->scratch) {
        return;
    }
    DIR *folder = opendir(context->scratch);
    if (folder) {
        for (const struct dirent *e = readdir(folder); e; e = readdir(folder)) {
            unlinkat(dirfd(folder), e->d_name, 0);
        }
        closedir(folder);
    }
    rmdir(context->scratch);
    mg__release(&context->memory, context->scratch);
    context->scratch = NULL;
}

mg_status mg__scratch_text(mg_context *context, const char *name, const char *text, char path[MG_PATH_SIZE]) {
    mg_cache_key key = {{0}};
    char file_name[48];
    mg__cache_key_add(&key, name, strlen(name));
    mg__cache_key_add(&key, text, strlen(text));
    snprintf(file_name, sizeof file_name, "%016llx%016llx.c", (unsigned long long)key.hash[0],
             (unsigned long long)key.hash[1]);
    const mg_status status = mg__scratch_path(context, file_name, path);
    if (status < 0 || access(path, R_OK) == 0) {
        return status;
    }
    FILE *file = fopen(path, "wb");
    const bool written = file && fprintf(file, "#line 1 \"%s\"\n%s\n", name, text) > 0;
    if (!file || fclose(file) != 0 || !written) {
        unlink(path);
        return mg__fail(context, MG_ERROR_FILE, "%s: cannot write %s: %s", name, path, strerror(errno));
    }
    return MG_OK;
}
