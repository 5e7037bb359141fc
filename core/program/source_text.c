/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/source_text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define SOURCE_MAX ((size_t)1 << 20)

mg_status mg__source_read(mg_context *context, const char *path, char **text) {
    mg_status status = MG_OK;
    char *read = NULL;
    *text = NULL;
    FILE *file = fopen(path, "rb");
    if (!file) {
        return mg__fail(context, MG_ERROR_FILE, "%s: %s", path, strerror(errno));
    }
    MG_TRY(MG_ALLOC(context, read, SOURCE_MAX + 1, "a program's text"));
    const size_t size = fread(read, 1, SOURCE_MAX + 1, file);
    if (ferror(file)) {
        MG_TRY(mg__fail(context, MG_ERROR_FILE, "%s: %s", path, strerror(errno)));
    }
    if (size > SOURCE_MAX || memchr(read, 0, size)) {
        MG_TRY(mg__fail(context, MG_ERROR_FILE, "%s: not a C file, or larger than 1 MiB", path));
    }
    read[size] = '\0';
    *text = read;
    read = NULL;
out:
    mg__release(&context->memory, read);
    fclose(file);
    return status;
}

bool mg__source_is_self_contained(const char *text) {
    static const char word[] = "include";
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
        const char *const name = at + sizeof word - 1 + strspn(at + sizeof word - 1, " \t");
        if (strncmp(name, "<multigraph/", 12) != 0) {
            return false;
        }
    }
    for (const char *end = strstr(text, "\\\n"); end; end = strstr(end + 1, "\\\n")) {
        if (end > text && end[-1] != ' ') { /* a line continuation may split the word */
            return false;
        }
    }
    return true;
}
