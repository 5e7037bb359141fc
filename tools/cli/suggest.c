/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/suggest.h"

#include <string.h>

#define LONGEST 32

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Edit distance of a and b, with transpositions of adjacent characters; both have at most LONGEST characters. */
static size_t edit_distance(const char *a, size_t m, const char *b, size_t n) {
    size_t rows[3][LONGEST + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= n; j++) {
        last[j] = j;
    }
    for (size_t i = 1; i <= m; i++) {
        row[0] = i;
        for (size_t j = 1; j <= n; j++) {
            row[j] = least(last[j - 1] + (a[i - 1] != b[j - 1]), least(last[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = least(row[j], before[j - 2] + 1);
            }
        }
        size_t *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[n];
}

void suggestion_consider(suggestion *best, const char *typed, const char *candidate) {
    size_t m = strlen(typed), n = strlen(candidate);
    if (m == 0 || m > LONGEST || n > LONGEST) {
        return;
    }
    size_t distance = m >= 3 && strncmp(typed, candidate, m) == 0 ? 1 : edit_distance(typed, m, candidate, n);
    if (distance <= (n + 2) / 3 && distance < best->distance) {
        *best = (suggestion){candidate, distance};
    }
}
