/* SPDX-License-Identifier: Apache-2.0
 *
 * json_builder.h: JSON objects under construction, so that a failed allocation is looked at once, at the end.
 */
#ifndef MG_TOOLS_OUTPUT_JSON_BUILDER_H
#define MG_TOOLS_OUTPUT_JSON_BUILDER_H

#include "tools/output/sink.h"

#include <stdbool.h>
#include <stdint.h>

struct cJSON;

/* One failed allocation makes all of it incomplete. */
typedef struct json_builder {
    struct cJSON *json;
    bool complete;
} json_builder;

json_builder json_object(void);
json_builder json_array(void);

/* Each adds a member to an object; with name NULL an element to an array. `item` is taken over, NULL: out of memory. */
void json_add(json_builder *b, const char *name, struct cJSON *item);
void json_text(json_builder *b, const char *name, const char *text);
void json_number(json_builder *b, const char *name, double value);
/* In full, also where a double would round it. */
void json_u64(json_builder *b, const char *name, uint64_t value);
void json_flag(json_builder *b, const char *name, bool value);
/* Takes `child` over. */
void json_nest(json_builder *b, const char *name, json_builder child);

/* Prints and frees a JSON value; false, having said why, where memory ran out while it was made. */
bool json_write(sink *out, json_builder b);

/* Ends a verb that prints a table: writes the report, unless it is NULL, and frees its JSON; commits both, also of a
 * run that was stopped, which is said. False: not all could be written. */
bool json_finish(sink *table, sink *report, json_builder whole, bool stopped);

#endif
