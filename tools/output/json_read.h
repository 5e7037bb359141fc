/* SPDX-License-Identifier: Apache-2.0
 *
 * json_read.h: reads JSON files that the command wrote.
 */
#ifndef MG_TOOLS_OUTPUT_JSON_READ_H
#define MG_TOOLS_OUTPUT_JSON_READ_H

struct cJSON;

/* The content of a file as a string that the caller frees; NULL after printing an error. */
char *read_text(const char *path);

/* Reads a file whose member `schema` is one of these (ended by NULL). The caller frees it with cJSON_Delete. NULL after
 * printing an error. */
struct cJSON *json_read(const char *path, const char *const *schemas);

/* A member as text, "" if it is none; as number, NaN if it is none (comparisons with NaN are false). */
const char *json_text_of(const struct cJSON *object, const char *name);
double json_number_of(const struct cJSON *object, const char *name);

#endif
