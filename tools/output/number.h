/* SPDX-License-Identifier: Apache-2.0
 *
 * number.h: numbers to and from text, fast and independent of the locale.
 */
#ifndef MG_TOOLS_OUTPUT_NUMBER_H
#define MG_TOOLS_OUTPUT_NUMBER_H

#include <multigraph/program.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NUMBER_SIZE 32

/* Each writes at most NUMBER_SIZE - 1 characters, without a terminating zero, and returns how many. */
size_t format_u64(char *out, uint64_t value);
size_t format_i64(char *out, int64_t value);
/* The shortest decimal that parses to exactly this float or double; "inf", "-inf", "nan". */
size_t format_float(char *out, float value);
size_t format_double(char *out, double value);

/* Bytes of a number of this type; 0 of MG_TYPE_NONE. */
size_t type_size(mg_type type);

/* Parses the whole text as a number; false: not a number, or out of range. */
bool parse_u64(const char *text, uint64_t *value);
bool parse_double(const char *text, double *value);

/* Bytes of the UTF-8 byte order mark at the beginning of line 1 of a file, or 0. */
size_t bom_length(const char *line, unsigned long number);

#endif
