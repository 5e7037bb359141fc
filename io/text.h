/* SPDX-License-Identifier: Apache-2.0
 *
 * text.h: parses numbers in text. All functions stop at a newline, so the text must end with one.
 */
#ifndef MG_IO_TEXT_H
#define MG_IO_TEXT_H

#include <multigraph/multigraph.h>

#include <locale.h>
#include <string.h>

/* A CR is a blank only before the end of a line. */
static inline const char *mg__skip_blanks(const char *p) {
    while (*p == ' ' || *p == '\t' || (*p == '\r' && (p[1] == '\n' || p[1] == '\r'))) {
        p++;
    }
    return p;
}

/* Does this character end a column? */
static inline bool mg__column_ends(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == ',' || c == '\r';
}

/* Parses digits. Returns the character after them, `p` if there is no digit, or NULL if the number is >= 2^64. */
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

#define MG_EIGHT_ZEROS 0x3030303030303030u

/* Input: eight characters, xored with '0'. The lowest nonzero byte of the result is the first character that is not a
 * digit; bytes above it may be wrong. */
static inline uint64_t mg__not_digits(uint64_t digits) {
    return ((digits + 0x0606060606060606u) | digits) & 0xf0f0f0f0f0f0f0f0u;
}

/* Value of eight digits, minus '0', the first digit in the lowest byte. */
static inline uint64_t mg__eight_digits(uint64_t digits) {
    digits = digits * (10 * 256 + 1) >> 8;
    digits = (digits & 0x00ff00ff00ff00ffu) * (100 * 65536 + 1) >> 16;
    return (digits & 0x0000ffff0000ffffu) * (10000 * ((uint64_t)1 << 32) + 1) >> 32;
}

/* mg__parse_unsigned for numbers with eight or more digits, or after `safe`. */
const char *mg__parse_long(const char *p, const char *safe, uint64_t *value);

/* As mg__parse_unsigned, eight characters at a time while p <= safe; eight characters can be read at `safe`. */
static inline const char *mg__parse_unsigned_fast(const char *p, const char *safe, uint64_t *value) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (__builtin_expect(p <= safe, 1)) {
        uint64_t digits;
        memcpy(&digits, p, sizeof digits);
        digits ^= MG_EIGHT_ZEROS;
        const uint64_t others = mg__not_digits(digits);
        if (__builtin_expect(others != 0, 1)) {
            const unsigned count = (unsigned)__builtin_ctzll(others) / 8;
            *value = mg__eight_digits(digits << (56 - 8 * count) << 8);
            return p + count;
        }
    }
#endif
    return mg__parse_long(p, safe, value);
}

typedef struct mg_number {
    double value;
    int64_t whole; /* the value, if `fits` */
    bool integer;  /* written without point and exponent */
    bool fits;     /* an integer of absolute value below 2^63 */
    bool rounded;  /* an integer that is not exactly `value` */
} mg_number;

/* Parses a finite decimal number, correctly rounded, in any locale. Returns the character after it, or NULL if there is
 * no number. c_locale: the C locale, used for long numbers. */
const char *mg__parse_number(const char *p, locale_t c_locale, mg_number *number);

#endif
