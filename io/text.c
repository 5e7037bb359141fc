/* SPDX-License-Identifier: Apache-2.0
 *
 * text.c: parses decimal numbers with fractions.
 *
 * Up to 19 digits and a small power of ten are exact in double arithmetic with a single rounding (Clinger, PLDI 1990);
 * the C library parses all others.
 */
#include "io/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EXACT ((uint64_t)1 << 53)
#define FORTRAN_ROOM 1024 /* longest number with the exponent D */

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

const char *mg__parse_long(const char *p, const char *safe, uint64_t *value) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    static const uint32_t scale[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    const char *text = p;
    uint64_t v = 0;
    for (int k = 0; k < 3 && text <= safe; k++, text += 8) {
        uint64_t digits;
        memcpy(&digits, text, sizeof digits);
        digits ^= MG_EIGHT_ZEROS;
        const uint64_t others = mg__not_digits(digits);
        if (!others) {
            v = v * 100000000 + mg__eight_digits(digits);
            continue;
        }
        const unsigned count = (unsigned)__builtin_ctzll(others) / 8;
        if (k == 2 && count > 3) {
            break; /* may be 2^64 or more */
        }
        *value = v * scale[count] + mg__eight_digits(digits << (56 - 8 * count) << 8);
        return text + count;
    }
#else
    (void)safe;
#endif
    return mg__parse_unsigned(p, value);
}

typedef struct decimal {
    uint64_t digits; /* value = digits * 10^exponent */
    int64_t exponent;
    bool negative, integer, exact; /* exact: all digits are in `digits` */
    const char *fortran;           /* the exponent's letter if it is D, as Fortran writes doubles */
} decimal;

static bool is_digit(char c) {
    return (unsigned)(unsigned char)c - '0' <= 9;
}

static const char *scan_digits(const char *p, decimal *d, bool fraction) {
    for (; is_digit(*p); p++) {
        if (d->digits < UINT64_MAX / 10 - 1) {
            d->digits = d->digits * 10 + (unsigned)(*p - '0');
            d->exponent -= fraction;
        } else {
            d->exact = false;
            d->exponent += !fraction;
        }
    }
    return p;
}

static const char *scan_exponent(const char *p, decimal *d) {
    const char *q = p + 1;
    const bool negative = *q == '-';
    q += *q == '-' || *q == '+';
    if (!is_digit(*q)) {
        return NULL;
    }
    int64_t exponent = 0;
    for (; is_digit(*q); q++) {
        exponent = exponent < 100000000 ? exponent * 10 + (*q - '0') : exponent;
    }
    d->exponent += negative ? -exponent : exponent;
    return q;
}

/* Returns NULL if there is no decimal number. */
static const char *scan_decimal(const char *p, decimal *d) {
    *d = (decimal){.negative = *p == '-', .integer = true, .exact = true};
    p += *p == '-' || *p == '+';
    const char *digits = p;
    p = scan_digits(p, d, false);
    int64_t count = p - digits;
    if (*p == '.') {
        d->integer = false;
        const char *fraction = p + 1;
        p = scan_digits(fraction, d, true);
        count += p - fraction;
    }
    if (count == 0) {
        return NULL;
    }
    if (*p == 'e' || *p == 'E' || *p == 'd' || *p == 'D') {
        d->fortran = *p == 'd' || *p == 'D' ? p : NULL;
        d->integer = false;
        p = scan_exponent(p, d);
    }
    return p;
}

/* Sets the fields about integers. */
static mg_number make_number(decimal d, double value) {
    mg_number number = {.value = value, .integer = d.integer};
    if (d.integer) {
        const double magnitude = fabs(value);
        number.fits = d.exact && d.digits <= INT64_MAX;
        number.whole = number.fits ? (d.negative ? -(int64_t)d.digits : (int64_t)d.digits) : 0;
        number.rounded = !d.exact || magnitude >= 0x1p64 || (uint64_t)magnitude != d.digits;
    }
    return number;
}

/* Parses a number of any length with the C library; NAN if it has D as exponent and too many characters. */
static double parse_any(const char *p, const char *end, const decimal *d, locale_t c_locale) {
    char text[FORTRAN_ROOM];
    const size_t length = (size_t)(end - p);
    if (!d->fortran) {
        return strtod_l(p, NULL, c_locale);
    }
    if (length >= sizeof text) {
        return NAN;
    }
    memcpy(text, p, length);
    text[length] = 0;
    text[d->fortran - p] = 'e';
    return strtod_l(text, NULL, c_locale);
}

const char *mg__parse_number(const char *p, locale_t c_locale, mg_number *number) {
    decimal d;
    const char *end = scan_decimal(p, &d);
    if (!end) {
        return NULL;
    }
    double value;
    if (d.exact && d.digits <= MOST_EXACT && d.exponent >= -22 && d.exponent <= 22) {
        value = d.exponent < 0 ? (double)d.digits / powers[-d.exponent] : (double)d.digits * powers[d.exponent];
        value = d.negative ? -value : value;
    } else {
        value = parse_any(p, end, &d, c_locale);
    }
    if (!isfinite(value)) {
        return NULL;
    }
    *number = make_number(d, value);
    return end;
}
