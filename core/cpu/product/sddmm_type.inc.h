/* SPDX-License-Identifier: Apache-2.0
 *
 * sddmm_type.inc.h: SDDMM over one type. The includer defines
 *
 *     SDDMM_ELEMENT  the type
 *     SDDMM_WRAP     the type of the arithmetic: unsigned for integers, whose overflow wraps
 *     SDDMM_NAME     the name of the function
 *
 * and this file undefines them. A dot product is 16 sums, and 8 of the rest, in vectors, which are added pairwise; what
 * remains is added one by one.
 */

#define SDDMM_JOIN_(a, b) a##_##b
#define SDDMM_JOIN(a, b) SDDMM_JOIN_(a, b)
#define SDDMM_VECTOR SDDMM_JOIN(SDDMM_NAME, vector)
#define SDDMM_HALF SDDMM_JOIN(SDDMM_NAME, half)
#define SDDMM_FUNCTION(what) SDDMM_JOIN(SDDMM_NAME, what)

typedef SDDMM_WRAP SDDMM_VECTOR __attribute__((vector_size(16 * sizeof(SDDMM_WRAP))));
typedef SDDMM_WRAP SDDMM_HALF __attribute__((vector_size(8 * sizeof(SDDMM_WRAP))));

static inline SDDMM_WRAP SDDMM_FUNCTION(dot)(const SDDMM_ELEMENT *x, const SDDMM_ELEMENT *y, size_t k) {
    SDDMM_VECTOR sums = {0}, a, b;
    SDDMM_HALF half, upper, c, d;
    size_t i = 0;
    for (; i + 16 <= k; i += 16) {
        memcpy(&a, x + i, sizeof a);
        memcpy(&b, y + i, sizeof b);
        sums += a * b;
    }
    memcpy(&half, &sums, sizeof half);
    memcpy(&upper, (const char *)&sums + sizeof half, sizeof upper);
    half += upper;
    if (i + 8 <= k) {
        memcpy(&c, x + i, sizeof c);
        memcpy(&d, y + i, sizeof d);
        half += c * d;
        i += 8;
    }
    SDDMM_WRAP dot = ((half[0] + half[4]) + (half[2] + half[6])) + ((half[1] + half[5]) + (half[3] + half[7]));
    for (; i < k; i++) {
        dot += (SDDMM_WRAP)x[i] * (SDDMM_WRAP)y[i];
    }
    return dot;
}

/* Nonzeros [begin, end) of one row (see sddmm_row_fn); x is the row's factor. */
static void SDDMM_NAME(const sddmm_job *job, uint64_t row, uint64_t first, uint64_t begin, uint64_t end,
                       uint64_t limit) {
    const SDDMM_ELEMENT *const x = (const SDDMM_ELEMENT *)job->x + row * job->x_stride;
    const SDDMM_ELEMENT *const y = job->y, *const values = job->values;
    SDDMM_ELEMENT *const out = job->out;
    const SDDMM_WRAP alpha = (SDDMM_WRAP)(SDDMM_ELEMENT)job->alpha, beta = (SDDMM_WRAP)(SDDMM_ELEMENT)job->beta;
    const size_t k = job->k;
    for (uint64_t e = begin; e < end; e++) {
        const uint64_t later = e + ROW_AHEAD < limit ? e + ROW_AHEAD : e;
        for (size_t c = 0; c < k; c += 64 / sizeof(SDDMM_ELEMENT)) {
            __builtin_prefetch(y + job->columns[later] * job->y_stride + c);
        }
        SDDMM_WRAP dot = SDDMM_FUNCTION(dot)(x, y + job->columns[e] * job->y_stride, k);
        dot *= values ? alpha * (SDDMM_WRAP)values[e] : alpha;
        const uint64_t at = job->positions ? first + job->positions[e] : e;
        out[at] = (SDDMM_ELEMENT)(beta == 0 ? dot : dot + beta * (SDDMM_WRAP)out[at]);
    }
}

#undef SDDMM_JOIN_
#undef SDDMM_JOIN
#undef SDDMM_VECTOR
#undef SDDMM_HALF
#undef SDDMM_FUNCTION
#undef SDDMM_ELEMENT
#undef SDDMM_WRAP
#undef SDDMM_NAME
