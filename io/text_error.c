/* SPDX-License-Identifier: Apache-2.0
 *
 * text_error.c: messages about errors in text, and skipping of comments.
 */
#include "io/edge_text.h"
#include "io/text.h"

#include <stdio.h>
#include <string.h>

#define QUOTED 40 /* largest number of characters quoted in a message */

/* Quotes a column, shortened and with unprintable characters escaped. */
static void quote(const char *found, char quoted[4 * QUOTED + 4]) {
    char *out = quoted;
    int count = 0;
    for (; !mg__column_ends(*found) && count < QUOTED; found++, count++) {
        const unsigned char c = (unsigned char)*found;
        if (c >= ' ' && c < 127) {
            *out++ = (char)c;
        } else {
            out += sprintf(out, "\\x%02x", c);
        }
    }
    strcpy(out, mg__column_ends(*found) ? "" : "...");
}

mg_status mg__unexpected(mg_context *context, const mg_input *input, uint64_t line, const char *expected,
                         const char *found) {
    char quoted[4 * QUOTED + 4];
    const unsigned long long number = line;
    if (*found == '\r' && *mg__skip_blanks(found) != '\n') {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected %s, found a carriage return within the line",
                        input->path, number, expected);
    }
    if (*found == '\n' || *found == '\r') {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected %s, found the end of the line", input->path,
                        number, expected);
    }
    if (*found == ',') {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected %s, found ','", input->path, number, expected);
    }
    quote(found, quoted);
    return mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected %s, found '%s'", input->path, number, expected,
                    quoted);
}

void mg__skip_line(mg_input *input) {
    const char *next = (const char *)memchr(input->text, '\n', input->size) + 1;
    input->size -= (size_t)(next - input->text);
    input->text = next;
    input->line++;
}

mg_status mg__skip_comments(mg_context *context, mg_input *input, bool hash_comments) {
    for (;;) {
        if (!input->size) {
            const mg_status status = mg__input_next(context, input);
            if (status < 0 || !input->size) {
                return status;
            }
        }
        const char c = *mg__skip_blanks(input->text);
        if (c != '\n' && c != '%' && (c != '#' || !hash_comments)) {
            return MG_OK;
        }
        mg__skip_line(input);
    }
}
