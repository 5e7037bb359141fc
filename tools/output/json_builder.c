/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/json_builder.h"
#include "tools/cli/message.h"
#include "tools/output/number.h"
#include "tools/output/utf8.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

json_builder json_object(void) {
    cJSON *const json = cJSON_CreateObject();
    return (json_builder){json, json != NULL};
}

json_builder json_array(void) {
    cJSON *const json = cJSON_CreateArray();
    return (json_builder){json, json != NULL};
}

void json_add(json_builder *b, const char *name, cJSON *item) {
    const bool added =
        item && (name ? cJSON_AddItemToObject(b->json, name, item) : cJSON_AddItemToArray(b->json, item));
    if (!added) {
        cJSON_Delete(item);
        b->complete = false;
    }
}

void json_text(json_builder *b, const char *name, const char *text) {
    char *const copy = utf8_copy(text);
    json_add(b, name, copy ? cJSON_CreateString(copy) : NULL);
    free(copy);
}

void json_number(json_builder *b, const char *name, double value) {
    json_add(b, name, cJSON_CreateNumber(value));
}

void json_u64(json_builder *b, const char *name, uint64_t value) {
    char text[NUMBER_SIZE];
    text[format_u64(text, value)] = '\0';
    json_add(b, name, cJSON_CreateRaw(text));
}

void json_flag(json_builder *b, const char *name, bool value) {
    json_add(b, name, cJSON_CreateBool(value));
}

void json_nest(json_builder *b, const char *name, json_builder child) {
    b->complete &= child.complete;
    json_add(b, name, child.json);
}

bool json_write(sink *out, json_builder b) {
    char *text = b.complete ? cJSON_Print(b.json) : NULL;
    cJSON_Delete(b.json);
    if (!text) {
        message("out of memory for %s", out->name);
        return false;
    }
    sink_text(out, text);
    sink_text(out, "\n");
    cJSON_free(text);
    return true;
}

bool json_finish(sink *table, sink *report, json_builder whole, bool stopped) {
    bool written = true;
    if (report) {
        written = json_write(report, whole) && sink_flush(report) && sink_commit(report);
    } else {
        cJSON_Delete(whole.json);
    }
    written = sink_flush(table) && sink_commit(table) && written;
    if (stopped) {
        message("interrupted%s", report ? "; the report has the results up to then" : "");
    }
    return written;
}
