/* SPDX-License-Identifier: Apache-2.0
 *
 * sddmm_type.inc.h: SDDMM over one type. The includer defines
 *
 *     SDDMM_ELEMENT  the type
 *     SDDMM_WRAP     the type of the arithmetic: unsigned for integers, whose overflow wraps
 *     SDDMM_NAME     the name of the function
 *
 * and this file undefines them. A dot product is SDDMM_LANES (16) sums in vectors, which are added pairwise.
 */

#define SDDMM_JOIN_(a, b) a##_##b
#define SDDMM_JOIN(a, b) SDDMM_JOIN_(a, b)
#define SDDMM_VECTOR SDDMM_JOIN(SDDMM_NAME, vector)
#define SDDMM_FUNCTION(what) SDDMM_JOIN(SDDMM_NAME, what)

typedef SDDMM_WRAP SDDMM_VECTOR __attribute__((vector_size(SDDMM_LANES * sizeof(SDDMM_WRAP))));

/* Products of the last `count` elements, less than SDDMM_LANES. */
static inline void SDDMM_FUNCTION(rest)(const SDDMM_ELEMENT *x, const SDDMM_ELEMENT *y, size_t count,
                                        SDDMM_WRAP products[SDDMM_LANES]) {
    for (size_t c = 0; c < count; c++) {
        products[c] = (SDDMM_WRAP)x[c] * (SDDMM_WRAP)y[c];
    }
}

static inline SDDMM_WRAP SDDMM_FUNCTION(dot)(const SDDMM_ELEMENT *x, const SDDMM_ELEMENT *y, size_t k) {
    const size_t whole = k - k % SDDMM_LANES;
    SDDMM_VECTOR sums = {0}, a, b;
    SDDMM_WRAP lanes[SDDMM_LANES];
    for (size_t c = 0; c < whole; c += SDDMM_LANES) {
        memcpy(&a, x + c, sizeof a);
        memcpy(&b, y + c, sizeof b);
        sums += a * b;
    }
    if (whole < k) {
        SDDMM_WRAP products[SDDMM_LANES] = {0};
        SDDMM_FUNCTION(rest)(x + whole, y + whole, k - whole, products);
        memcpy(&a, products, sizeof a);
        sums += a;
    }
    memcpy(lanes, &sums, sizeof sums);
    for (size_t lane = 0; lane < 8; lane++) {
        lanes[lane] += lanes[lane + 8];
    }
    for (size_t lane = 0; lane < 4; lane++) {
        lanes[lane] += lanes[lane + 4];
    }
    return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
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
#undef SDDMM_FUNCTION
#undef SDDMM_ELEMENT
#undef SDDMM_WRAP
#undef SDDMM_NAME
