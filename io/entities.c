/* SPDX-License-Identifier: Apache-2.0 */
#include "io/entities.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a character as UTF-8. */
static size_t put_character(char *out, unsigned long code) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (char)((0xf00 >> size & 0xf0) | code);
    return size;
}

size_t mg__decode_entities(char *text, size_t length) {
    static const struct {
        const char *name;
        char character;
    } entities[] = {{"&quot;", '"'}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&apos;", '\''}};
    size_t used = 0;
    for (size_t i = 0; i < length;) {
        size_t skip = 0;
        for (size_t k = 0; k < sizeof entities / sizeof *entities && !skip && text[i] == '&'; k++) {
            const size_t size = strlen(entities[k].name);
            if (length - i >= size && memcmp(text + i, entities[k].name, size) == 0) {
                text[used++] = entities[k].character;
                skip = size;
            }
        }
        char *end;
        const bool coded = !skip && text[i] == '&' && text[i + 1] == '#' && isdigit((unsigned char)text[i + 2]);
        const unsigned long code = coded ? strtoul(text + i + 2, &end, 10) : 0;
        if (code && code <= 0x10ffff && *end == ';') {
            skip = (size_t)(end + 1 - (text + i));
            used += put_character(text + used, code);
        }
        if (!skip) {
            text[used++] = text[i];
        }
        i += skip ? skip : 1;
    }
    return used;
}
