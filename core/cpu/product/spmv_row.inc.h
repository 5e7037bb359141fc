/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_row.inc.h: row function of y = A x for one semiring over one type. The includer defines
 *
 *     SPMV_NAME            the prefix of the functions made here
 *     SPMV_ELEMENT         the type of x, y and the weights
 *     SPMV_SUM             the type of the sums
 *     SPMV_ZERO            identity of the addition
 *     SPMV_ADD(a, b)       addition
 *     SPMV_MULTIPLY(x, w)  multiplication
 *     SPMV_WEIGHTED        1 if the multiplication reads the weight
 *     SPMV_SCALED          1 if sums may be scaled (SPMV_SCALE)
 *
 * and this file undefines all but SPMV_ELEMENT.
 *
 * A row is computed in tiles of 16, 4 and 1 columns whose sums stay in registers. Every column sums in the order of the
 * neighbours whatever its tile, so the columns of a product equal single products bit by bit.
 */
#define SPMV_JOIN_(a, b) a##_##b
#define SPMV_JOIN(a, b) SPMV_JOIN_(a, b)
#define SPMV_FUNCTION(what) SPMV_JOIN(SPMV_NAME, what)

/* Stores the sums of `width` columns. */
static inline __attribute__((always_inline)) void SPMV_FUNCTION(store)(const spmv_job *job, SPMV_ELEMENT *y,
                                                                       const SPMV_SUM *sum, const uint32_t width) {
#if SPMV_SCALED
    if (job->store == SPMV_SCALE) {
        const SPMV_ELEMENT alpha = (SPMV_ELEMENT)job->alpha, beta = (SPMV_ELEMENT)job->beta;
        for (uint32_t c = 0; c < width; c++) {
            const SPMV_ELEMENT scaled = (SPMV_ELEMENT)SPMV_MULTIPLY(sum[c], alpha);
            y[c] = beta == 0 ? scaled : (SPMV_ELEMENT)SPMV_ADD(scaled, SPMV_MULTIPLY(y[c], beta));
        }
        return;
    }
#endif
    for (uint32_t c = 0; c < width; c++) {
        y[c] = (SPMV_ELEMENT)(job->store == SPMV_ACCUMULATE ? SPMV_ADD(y[c], sum[c]) : sum[c]);
    }
}

/* width, weighted and, for single columns, the strides are constants in each call, so the compiler specialises the
 * loop. */
static inline __attribute__((always_inline)) void SPMV_FUNCTION(tile)(const spmv_job *job, mg_vertex v, size_t x_stride,
                                                                      size_t y_stride, size_t column,
                                                                      const uint32_t width, const bool weighted) {
    const SPMV_ELEMENT *const weights = job->weights;
    const SPMV_ELEMENT *const x = (const SPMV_ELEMENT *)job->x + column;
    SPMV_ELEMENT *const y = (SPMV_ELEMENT *)job->y + v * y_stride + column;
    const mg_vertex *const neighbours = job->neighbours;
    SPMV_SUM sum[SPMV_TILE];
    for (uint32_t c = 0; c < width; c++) {
        sum[c] = SPMV_ZERO;
    }
    const uint64_t end = job->offsets[v + 1];
    for (uint64_t e = job->offsets[v]; e < end; e++) {
        const SPMV_ELEMENT *const row = x + neighbours[e] * x_stride;
        const SPMV_ELEMENT weight = weighted ? weights[e] : 1;
        (void)weight;
        for (uint32_t c = 0; c < width; c++) {
            sum[c] = SPMV_ADD(sum[c], SPMV_MULTIPLY(row[c], weight));
        }
    }
    SPMV_FUNCTION(store)(job, y, sum, width);
}

static inline __attribute__((always_inline)) void SPMV_FUNCTION(run)(const spmv_job *job, mg_vertex begin,
                                                                     mg_vertex end, const bool weighted) {
    const size_t k = job->k, xs = job->x_stride, ys = job->y_stride;
    for (mg_vertex v = begin; v < end; v++) {
        if (mg__spmv_keeps(job, v)) {
            continue;
        }
        if (k == 1 && xs == 1 && ys == 1) {
            SPMV_FUNCTION(tile)(job, v, 1, 1, 0, 1, weighted);
            continue;
        }
        size_t column = 0;
        for (; column + SPMV_TILE <= k; column += SPMV_TILE) {
            SPMV_FUNCTION(tile)(job, v, xs, ys, column, SPMV_TILE, weighted);
        }
        for (; column + 4 <= k; column += 4) {
            SPMV_FUNCTION(tile)(job, v, xs, ys, column, 4, weighted);
        }
        for (; column < k; column++) {
            SPMV_FUNCTION(tile)(job, v, xs, ys, column, 1, weighted);
        }
    }
}

static void SPMV_FUNCTION(rows)(const spmv_job *job, mg_vertex begin, mg_vertex end) {
    if (SPMV_WEIGHTED && job->weights) {
        SPMV_FUNCTION(run)(job, begin, end, true);
    } else {
        SPMV_FUNCTION(run)(job, begin, end, false);
    }
}

#undef SPMV_JOIN_
#undef SPMV_JOIN
#undef SPMV_FUNCTION
#undef SPMV_NAME
#undef SPMV_SUM
#undef SPMV_ZERO
#undef SPMV_ADD
#undef SPMV_MULTIPLY
#undef SPMV_WEIGHTED
#undef SPMV_SCALED
