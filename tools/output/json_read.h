/* SPDX-License-Identifier: Apache-2.0
 *
 * json_read.h: reads the JSON files that the command wrote.
 */
#ifndef MG_TOOLS_OUTPUT_JSON_READ_H
#define MG_TOOLS_OUTPUT_JSON_READ_H

struct cJSON;

/* The whole file as a text, to be freed; NULL: says why not. */
char *read_text(const char *path);

/* Reads a file whose member `schema` is one of these (the last one NULL); NULL: says what it is instead. To be freed
 * with cJSON_Delete. */
struct cJSON *json_read(const char *path, const char *const *schemas);

/* A member's text, "" where it is none; its number, NaN where it is none (comparisons with it are false). */
const char *json_text_of(const struct cJSON *object, const char *name);
double json_number_of(const struct cJSON *object, const char *name);

#endif
