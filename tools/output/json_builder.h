/* SPDX-License-Identifier: Apache-2.0
 *
 * json_builder.h: builds JSON objects. A failed allocation is recorded, so that callers check for it only at the end.
 */
#ifndef MG_TOOLS_OUTPUT_JSON_BUILDER_H
#define MG_TOOLS_OUTPUT_JSON_BUILDER_H

#include "tools/output/sink.h"

#include <stdbool.h>
#include <stdint.h>

struct cJSON;

/* After a failed allocation the whole value is incomplete. */
typedef struct json_builder {
    struct cJSON *json;
    bool complete;
} json_builder;

json_builder json_object(void);
json_builder json_array(void);

/* Each adds a member to an object, or with name NULL an element to an array. Owns `item`; NULL: out of memory. */
void json_add(json_builder *b, const char *name, struct cJSON *item);
void json_text(json_builder *b, const char *name, const char *text);
void json_number(json_builder *b, const char *name, double value);
/* Written with all digits, also where a double would be rounded. */
void json_u64(json_builder *b, const char *name, uint64_t value);
void json_flag(json_builder *b, const char *name, bool value);
/* Takes ownership of `child`. */
void json_nest(json_builder *b, const char *name, json_builder child);

/* Prints and frees a JSON value. False after printing an error: memory ran out while it was built. */
bool json_write(sink *out, json_builder b);

/* Ends a verb that prints a table: writes the report (unless NULL), frees its JSON, and commits both sinks. `stopped`:
 * the run was interrupted; this is reported. False: not everything could be written. */
bool json_finish(sink *table, sink *report, json_builder whole, bool stopped);

#endif
