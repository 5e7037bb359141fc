/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/message.h"
#include "tools/output/json_read.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *read_text(const char *path) {
    FILE *const file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0, used = 0;
    if (!file) {
        message("cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
    for (;;) {
        if (used + 1 >= size) {
            size = size ? 2 * size : 1 << 16;
            char *const larger = realloc(text, size);
            if (!larger) {
                message("out of memory for %s", path);
                free(text);
                text = NULL;
                break;
            }
            text = larger;
        }
        const size_t count = fread(text + used, 1, size - used - 1, file);
        used += count;
        text[used] = '\0';
        if (count == 0) {
            break;
        }
    }
    if (text && ferror(file)) {
        message("cannot read %s: %s", path, strerror(errno));
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

static void complain_syntax(const char *path, const char *text) {
    const char *const end = cJSON_GetErrorPtr();
    size_t line = 1;
    for (const char *c = text; end && c < end; c++) {
        line += *c == '\n';
    }
    message("%s:%zu: invalid JSON", path, line);
}

cJSON *json_read(const char *path, const char *const *schemas) {
    char *const text = read_text(path);
    if (!text) {
        return NULL;
    }
    cJSON *const json = cJSON_Parse(text);
    if (!json) {
        complain_syntax(path, text);
        free(text);
        return NULL;
    }
    free(text);
    const char *const found = json_text_of(json, "schema");
    for (const char *const *schema = schemas; *schema; schema++) {
        if (strcmp(found, *schema) == 0) {
            return json;
        }
    }
    message("%s: expected a file with the schema %s, found %s", path, schemas[0], found[0] ? found : "none");
    cJSON_Delete(json);
    return NULL;
}

const char *json_text_of(const cJSON *object, const char *name) {
    const char *const text = cJSON_GetStringValue(cJSON_GetObjectItem(object, name));
    return text ? text : "";
}

double json_number_of(const cJSON *object, const char *name) {
    return cJSON_GetNumberValue(cJSON_GetObjectItem(object, name));
}
