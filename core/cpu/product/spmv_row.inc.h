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
 * A row is computed in tiles of SPMV_TILE, 8 and 1 columns whose sums stay in registers; rows of x that it will need
 * are prefetched. Every column sums in the order of the neighbours whatever its tile, so the columns of a product equal
 * single products bit by bit.
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

/* One tile of row v, the nonzeros begin .. end. width and weighted are constants in each call, so the compiler
 * specialises the loop. */
static inline __attribute__((always_inline)) void SPMV_FUNCTION(tile)(const spmv_job *job, mg_vertex v, uint64_t begin,
                                                                      uint64_t end, spmv_ahead ahead, size_t column,
                                                                      const uint32_t width, const bool weighted) {
    const SPMV_ELEMENT *const weights = job->weights;
    const SPMV_ELEMENT *const x = (const SPMV_ELEMENT *)job->x + column;
    const size_t stride = job->x_stride;
    const mg_vertex *const neighbours = job->neighbours;
    SPMV_SUM sum[SPMV_TILE < 8 ? 8 : SPMV_TILE];
    for (uint32_t c = 0; c < width; c++) {
        sum[c] = SPMV_ZERO;
    }
    for (uint64_t e = begin; e < end; e++) {
        const SPMV_ELEMENT *const row = x + neighbours[e] * stride;
        const uint64_t next = e + ahead.distance < end ? e + ahead.distance : e + ahead.distance + ahead.gap;
        const SPMV_ELEMENT *const later = x + neighbours[next < ahead.limit ? next : e] * stride;
        const SPMV_ELEMENT weight = weighted ? weights[e] : 1;
        (void)weight;
        for (uint32_t c = 0; c < width; c += 64 / sizeof(SPMV_ELEMENT)) {
            __builtin_prefetch(later + c);
        }
        if (width == 8) {
#pragma omp simd /* else unrolled into single elements; with it, wider sums would be kept in memory */
            for (uint32_t c = 0; c < 8; c++) {
                sum[c] = SPMV_ADD(sum[c], SPMV_MULTIPLY(row[c], weight));
            }
            continue;
        }
        for (uint32_t c = 0; c < width; c++) {
            sum[c] = SPMV_ADD(sum[c], SPMV_MULTIPLY(row[c], weight));
        }
    }
    SPMV_FUNCTION(store)(job, (SPMV_ELEMENT *)job->y + v * job->y_stride + column, sum, width);
}

/* Rows of a single column: x and y are vectors. */
static inline __attribute__((always_inline)) void SPMV_FUNCTION(vector)(const spmv_job *job, mg_vertex begin,
                                                                        mg_vertex end, const bool weighted) {
    const SPMV_ELEMENT *const weights = job->weights, *const x = job->x;
    const mg_vertex *const neighbours = job->neighbours;
    SPMV_ELEMENT *const y = job->y;
    const size_t step = job->offset_step;
    for (mg_vertex v = begin; v < end; v++) {
        const uint64_t stop = job->offsets[v * step + 1];
        SPMV_SUM sum = SPMV_ZERO;
        if (mg__spmv_keeps(job, v) || (job->skips_empty && job->offsets[v * step] == stop)) {
            continue;
        }
        for (uint64_t e = job->offsets[v * step]; e < stop; e++) {
            const SPMV_ELEMENT weight = weighted ? weights[e] : 1;
            (void)weight;
            sum = SPMV_ADD(sum, SPMV_MULTIPLY(x[neighbours[e]], weight));
        }
        SPMV_FUNCTION(store)(job, y + v, &sum, 1);
    }
}

static inline __attribute__((always_inline)) void SPMV_FUNCTION(run)(const spmv_job *job, mg_vertex begin,
                                                                     mg_vertex end, const bool weighted) {
    const size_t k = job->k;
    if (k == 1 && job->x_stride == 1 && job->y_stride == 1) {
        SPMV_FUNCTION(vector)(job, begin, end, weighted);
        return;
    }
    const size_t step = job->offset_step;
    for (mg_vertex v = begin; v < end; v++) {
        const uint64_t e = job->offsets[v * step], stop = job->offsets[v * step + 1];
        const spmv_ahead ahead = look_ahead(job, v, end, sizeof(SPMV_ELEMENT));
        size_t column = 0;
        if (mg__spmv_keeps(job, v) || (job->skips_empty && e == stop)) {
            continue;
        }
        for (; column + SPMV_TILE <= k; column += SPMV_TILE) {
            SPMV_FUNCTION(tile)(job, v, e, stop, ahead, column, SPMV_TILE, weighted);
        }
#if ROW_TILE > 256
        for (; column + SPMV_TILE / 2 <= k; column += SPMV_TILE / 2) {
            SPMV_FUNCTION(tile)(job, v, e, stop, ahead, column, SPMV_TILE / 2, weighted);
        }
#endif
#if ROW_TILE > 128
        for (; column + 128 / sizeof(SPMV_ELEMENT) <= k; column += 128 / sizeof(SPMV_ELEMENT)) {
            SPMV_FUNCTION(tile)(job, v, e, stop, ahead, column, 128 / sizeof(SPMV_ELEMENT), weighted);
        }
#endif
        for (; column + 8 <= k; column += 8) {
            SPMV_FUNCTION(tile)(job, v, e, stop, ahead, column, 8, weighted);
        }
        for (; column < k; column++) {
            SPMV_FUNCTION(tile)(job, v, e, stop, ahead, column, 1, weighted);
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
