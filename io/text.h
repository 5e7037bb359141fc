/* SPDX-License-Identifier: Apache-2.0
 *
 * text.h: numbers in text. Every function stops at a newline at the latest, so the text must end with one.
 */
#ifndef MG_IO_TEXT_H
#define MG_IO_TEXT_H

#include <multigraph/multigraph.h>

#include <locale.h>

static inline const char *mg__skip_blanks(const char *p) {
    while (*p == ' ' || *p == '\t' || *p == '\r') {
        p++;
    }
    return p;
}

/* Between two columns: blanks, with one comma among them if commas are allowed. */
static inline const char *mg__skip_separator(const char *p, bool comma) {
    p = mg__skip_blanks(p);
    return comma && *p == ',' ? mg__skip_blanks(p + 1) : p;
}

/* True at the end of a column. */
static inline bool mg__column_ends(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == ',' || c == '\r';
}

/* Reads digits. Returns the first character behind them, `p` itself if there is none, and NULL if the number is 2^64 or
 * more. */
static inline const char *mg__parse_unsigned(const char *p, uint64_t *value) {
    const char *begin = p;
    uint64_t v = 0;
    unsigned digit;
    while ((digit = (unsigned)(unsigned char)*p - '0') <= 9) {
        if (__builtin_expect(p - begin >= 19, 0) && (v > UINT64_MAX / 10 || (v == UINT64_MAX / 10 && digit > 5))) {
            return NULL;
        }
        v = v * 10 + digit;
        p++;
    }
    *value = v;
    return p;
}

typedef struct mg_number {
    double value;
    bool integer;        /* written without point and exponent */
    bool float32_enough; /* a float gives the same decimal back, or holds the value exactly */
} mg_number;

/* Reads a finite decimal number, correctly rounded, in any process locale. Returns the first character behind it, or
 * NULL where there is no such number. `c_locale` is only needed for long numbers. */
const char *mg__parse_number(const char *p, locale_t c_locale, mg_number *number);

#endif
