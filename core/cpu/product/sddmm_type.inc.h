/* SPDX-License-Identifier: Apache-2.0
 *
 * sddmm_type.inc.h: SDDMM over one type. The includer defines
 *
 *     SDDMM_ELEMENT  the type
 *     SDDMM_WRAP     the type of the arithmetic: unsigned for integers, whose overflow wraps
 *     SDDMM_NAME     the name of the function
 *
 * and this file undefines them. A dot product is SDDMM_LANES sums, which the compiler keeps in vector registers, added
 * pairwise.
 */

/* Nonzeros [begin, end) of one row (see sddmm_row_fn); x is the row's factor. */
static void SDDMM_NAME(const sddmm_job *job, uint64_t row, uint64_t first, uint64_t begin, uint64_t end,
                       uint64_t limit) {
    const SDDMM_ELEMENT *const x = (const SDDMM_ELEMENT *)job->x + row * job->x_stride;
    const SDDMM_ELEMENT *const values = job->values;
    SDDMM_ELEMENT *const out = job->out;
    const SDDMM_WRAP alpha = (SDDMM_WRAP)(SDDMM_ELEMENT)job->alpha, beta = (SDDMM_WRAP)(SDDMM_ELEMENT)job->beta;
    const size_t k = job->k, whole = k - k % SDDMM_LANES;
    for (uint64_t e = begin; e < end; e++) {
        const SDDMM_ELEMENT *const y = (const SDDMM_ELEMENT *)job->y + job->columns[e] * job->y_stride;
        const SDDMM_ELEMENT *const ahead =
            (const SDDMM_ELEMENT *)job->y + job->columns[e + ROW_AHEAD < limit ? e + ROW_AHEAD : e] * job->y_stride;
        SDDMM_WRAP lanes[SDDMM_LANES] = {0};
        for (size_t c = 0; c < k; c += 64 / sizeof(SDDMM_ELEMENT)) {
            __builtin_prefetch(ahead + c);
        }
        for (size_t c = 0; c < whole; c += SDDMM_LANES) {
            for (size_t lane = 0; lane < SDDMM_LANES; lane++) {
                lanes[lane] += (SDDMM_WRAP)x[c + lane] * (SDDMM_WRAP)y[c + lane];
            }
        }
        for (size_t c = whole; c < k; c++) {
            lanes[c - whole] += (SDDMM_WRAP)x[c] * (SDDMM_WRAP)y[c];
        }
        for (size_t half = SDDMM_LANES / 2; half; half /= 2) {
            for (size_t lane = 0; lane < half; lane++) {
                lanes[lane] += lanes[lane + half];
            }
        }
        const SDDMM_WRAP dot = lanes[0] * (values ? alpha * (SDDMM_WRAP)values[e] : alpha);
        const uint64_t at = job->positions ? first + job->positions[e] : e;
        out[at] = (SDDMM_ELEMENT)(beta == 0 ? dot : dot + beta * (SDDMM_WRAP)out[at]);
    }
}

#undef SDDMM_ELEMENT
#undef SDDMM_WRAP
#undef SDDMM_NAME
