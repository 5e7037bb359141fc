/* SPDX-License-Identifier: Apache-2.0
 *
 * put.c: formats numbers as text.
 */
#include "io/put.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *mg__put_unsigned(char *out, uint64_t value) {
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count) {
        *out++ = digits[--count];
    }
    return out;
}

/* Uses the fewest digits that parse to the same value. */
static char *put_real(char *out, double value, bool single) {
    char text[32];
    int size = 0;
    for (int precision = single ? 6 : 15; precision <= (single ? 9 : 17); precision++) {
        size = snprintf(text, sizeof text, "%.*g", precision, value);
        if ((single ? (double)strtof(text, NULL) : strtod(text, NULL)) == value) {
            break;
        }
    }
    assert(size > 0 && (size_t)size < sizeof text);
    memcpy(out, text, (size_t)size);
    return out + size;
}

char *mg__put_weight(char *out, mg_type type, const void *weights, uint64_t arc) {
    if (type == MG_FLOAT32) {
        return put_real(out, (double)((const float *)weights)[arc], true);
    }
    if (type == MG_FLOAT64) {
        return put_real(out, ((const double *)weights)[arc], false);
    }
    const int64_t value = type == MG_INT32 ? ((const int32_t *)weights)[arc] : ((const int64_t *)weights)[arc];
    if (value < 0) {
        *out++ = '-';
    }
    return mg__put_unsigned(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

char *mg__put_decimal(char *out, mg_type type, const void *weights, uint64_t arc) {
    char *const end = mg__put_weight(out, type, weights, arc);
    char *const exponent = memchr(out, 'e', (size_t)(end - out)), *const at = exponent ? exponent : end;
    if (type == MG_INT32 || memchr(out, '.', (size_t)(end - out))) {
        return end;
    }
    memmove(at + 2, at, (size_t)(end - at));
    memcpy(at, ".0", 2);
    return end + 2;
}
