/* SPDX-License-Identifier: Apache-2.0
 *
 * Shortest decimals: a decimal of p digits is digits * 10^power with an integer `digits`. For the p that can be
 * shortest (6..9 for float, 15..17 for double) we compute `digits` in a wider type and check in that type that it reads
 * back. The wider type's error is known, so a check too close to call is noticed and left to printf and strtod, which
 * are exact but ten times slower. A decimal of fewer digits than the first p shows as trailing zeros, which are
 * dropped.
 */
#include "tools/output/number.h"

#include <assert.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct decimal {
    uint64_t digits;
    int power;
} decimal;

/* The two digits of each number below 100. */
static const char pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748"
    "49505152535455565758596061626364656667686970717273747576777879808182838485868788899091929394959697"
    "9899";

static size_t count_digits(uint64_t value) {
    size_t digits = 1;
    while (value >= 10000) {
        value /= 10000;
        digits += 4;
    }
    return digits + (value >= 10) + (value >= 100) + (value >= 1000);
}

size_t format_u64(char *out, uint64_t value) {
    const size_t length = count_digits(value);
    size_t left = length;
    while (value >= 10) {
        left -= 2;
        memcpy(out + left, pairs + 2 * (value % 100), 2);
        value /= 100;
    }
    if (left) { /* an odd number of digits */
        *out = (char)('0' + value);
    }
    return length;
}

size_t format_i64(char *out, int64_t value) {
    if (value >= 0) {
        return format_u64(out, (uint64_t)value);
    }
    *out = '-';
    return 1 + format_u64(out + 1, 0 - (uint64_t)value);
}

/* Powers of ten that a long double of 64 bits holds exactly. */
#define POWERS 28
static const long double power_of_ten[POWERS] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                                 1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                                 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

static long double scale(long double value, int power) {
    assert(power > -POWERS && power < POWERS);
    return power < 0 ? value / power_of_ten[-power] : value * power_of_ten[power];
}

/* 1: reads back, 0: does not, -1: too close to call. */
static int reads_back(long double candidate, double value, bool single) {
    long double low = candidate * (1 - 2 * LDBL_EPSILON), high = candidate * (1 + 2 * LDBL_EPSILON);
    double a = single ? (double)(float)low : (double)low, b = single ? (double)(float)high : (double)high;
    return a == value && b == value ? 1 : a == value || b == value ? -1 : 0;
}

/* value > 0 and normal. False: not decided. */
static bool shortest_fast(double value, bool single, decimal *result) {
    const int last = single ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
    if (value < 1e-9 || value >= 1e17) {
        return false; /* powers out of the table */
    }
    int exponent = (int)floor(log10(value));
    for (int p = single ? FLT_DIG : DBL_DIG; p <= last; p++) {
        int power = exponent + 1 - p;
        uint64_t digits = (uint64_t)(scale(value, -power) + 0.5L);
        int verdict = reads_back(scale((long double)digits, power), value, single);
        if (verdict != 0) {
            *result = (decimal){digits, power};
            return verdict > 0;
        }
    }
    return false;
}

static void shortest_exact(double value, bool single, decimal *result) {
    const bool subnormal = value < (single ? (double)FLT_MIN : DBL_MIN);
    const int last = single ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
    char text[NUMBER_SIZE + 8];
    int p = subnormal ? 1 : single ? FLT_DIG : DBL_DIG;
    for (; p <= last; p++) {
        snprintf(text, sizeof text, "%.*e", p - 1, value);
        if ((single ? (double)strtof(text, NULL) : strtod(text, NULL)) == value) {
            break;
        }
    }
    char *mark = strchr(text, 'e');
    result->power = (int)strtol(mark + 1, NULL, 10) + 1 - (p > last ? last : p);
    result->digits = 0;
    for (const char *c = text; c < mark; c++) {
        if (*c >= '0' && *c <= '9') {
            result->digits = 10 * result->digits + (uint64_t)(*c - '0');
        }
    }
}

/* Plain notation for 1e-5 <= value < 1e16, else d.ddde-07. */
static size_t lay_out(char *out, decimal d) {
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.power++;
    }
    char digits[20];
    int count = (int)format_u64(digits, d.digits), exponent = d.power + count - 1;
    char *o = out;
    if (exponent < -5 || exponent > 15) {
        *o++ = digits[0];
        if (count > 1) {
            *o++ = '.';
            memcpy(o, digits + 1, (size_t)count - 1);
            o += count - 1;
        }
        o += sprintf(o, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
    } else if (exponent < 0) {
        *o++ = '0';
        *o++ = '.';
        memset(o, '0', (size_t)(-exponent - 1));
        o += -exponent - 1;
        memcpy(o, digits, (size_t)count);
        o += count;
    } else {
        for (int i = 0; i <= exponent || i < count; i++) {
            if (i == exponent + 1) {
                *o++ = '.';
            }
            *o++ = (char)(i < count ? digits[i] : '0');
        }
    }
    return (size_t)(o - out);
}

static size_t format_real(char *out, double value, bool single) {
    if (isnan(value) || isinf(value)) {
        const char *word = isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
        size_t length = strlen(word);
        memcpy(out, word, length);
        return length;
    }
    size_t sign = signbit(value) ? 1 : 0;
    if (sign) {
        *out++ = '-';
        value = -value;
    }
    if (value < 1e15 && value == (double)(uint64_t)value && (!single || value < 1e6)) {
        return sign + format_u64(out, (uint64_t)value);
    }
    decimal d;
    if (!shortest_fast(value, single, &d)) {
        shortest_exact(value, single, &d);
    }
    return sign + lay_out(out, d);
}

size_t format_float(char *out, float value) {
    return format_real(out, (double)value, true);
}

size_t format_double(char *out, double value) {
    return format_real(out, value, false);
}

bool parse_u64(const char *text, uint64_t *value) {
    uint64_t sum = 0;
    if (!*text) {
        return false;
    }
    for (; *text; text++) {
        unsigned digit = (unsigned char)*text - (unsigned)'0';
        if (digit > 9 || sum > (UINT64_MAX - digit) / 10) {
            return false;
        }
        sum = 10 * sum + digit;
    }
    *value = sum;
    return true;
}

size_t type_size(mg_type type) {
    const bool wide = type == MG_FLOAT64 || type == MG_INT64 || type == MG_UINT64;
    return type == MG_TYPE_NONE ? 0 : wide ? 8 : 4;
}

bool parse_double(const char *text, double *value) {
    char *end;
    errno = 0;
    *value = strtod(text, &end);
    return end != text && !*end && !isnan(*value) && (errno != ERANGE || fabs(*value) < 1);
}

size_t bom_length(const char *line, unsigned long number) {
    return number == 1 && strncmp(line, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}
