/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/output/utf8.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Bytes of the character at `c`; 0: it is none, is encoded in too many bytes, is a surrogate or beyond U+10FFFF. */
static size_t character_size(const unsigned char *c) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t size = c[0] < 0x80             ? 1
                        : (c[0] & 0xe0) == 0xc0 ? 2
                        : (c[0] & 0xf0) == 0xe0 ? 3
                        : (c[0] & 0xf8) == 0xf0 ? 4
                                                : 0;
    uint32_t code = size > 1 ? c[0] & (0xffu >> (size + 1)) : c[0];
    for (size_t i = 1; i < size; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (c[i] & 0x3fu);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return size && code >= least[size] && code <= 0x10ffff && !surrogate ? size : 0;
}

char *utf8_copy(const char *text) {
    char *const copy = strdup(text);
    for (char *c = copy; c && *c;) {
        const size_t size = character_size((const unsigned char *)c);
        if (!size) {
            *c = '?';
        }
        c += size ? size : 1;
    }
    return copy;
}
