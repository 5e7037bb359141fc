/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_memory.c: what building ASPT and RS needs while it runs, and building within a limit: the matrix is made
 * or nothing is left.
 */
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdlib.h>

/* An allocator with a limit of the bytes that are in use together. Each block begins with its size. */
typedef struct limited_memory {
    size_t limit, used, peak;
} limited_memory;

#define HEAD 64

static void *allocate(void *data, size_t size) {
    limited_memory *m = data;
    const size_t used = __atomic_add_fetch(&m->used, size, __ATOMIC_RELAXED);
    char *block = used <= m->limit ? malloc(size + HEAD) : NULL;
    if (!block) {
        __atomic_sub_fetch(&m->used, size, __ATOMIC_RELAXED);
        return NULL;
    }
    *(size_t *)block = size;
    for (size_t peak = m->peak; used > peak && !__atomic_compare_exchange_n(&m->peak, &peak, used, false,
                                                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED);) {
    }
    return block + HEAD;
}

static void release(void *data, void *memory) {
    limited_memory *m = data;
    if (memory) {
        char *const block = (char *)memory - HEAD;
        __atomic_sub_fetch(&m->used, *(size_t *)block, __ATOMIC_RELAXED);
        free(block);
    }
}

static mg_context *limited_context(limited_memory *m, int threads) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    options.allocator = (mg_allocator){allocate, release, m};
    *m = (limited_memory){.limit = SIZE_MAX};
    CHECK_OK(NULL, mg_context_create(&options, &context));
    return context;
}

/* m x n with `each` nonzeros a row within bands, so that neighbouring rows have columns in common. */
static mg_matrix *make_matrix(mg_context *context, uint64_t rows, uint64_t columns, uint64_t each) {
    const uint64_t nonzeros = rows * each;
    uint64_t *offsets = test_memory(rows + 1, sizeof *offsets), seed = 7;
    uint32_t *indices = test_memory(nonzeros, sizeof *indices);
    float *values = test_memory(nonzeros, sizeof *values);
    mg_matrix *matrix = NULL;
    for (uint64_t e = 0; e < nonzeros; e++) {
        const uint64_t row = e / each;
        indices[e] = (uint32_t)((row / 64 * 64 + test_random(&seed) % (4 * each)) % columns);
        values[e] = (float)(e % 7);
        offsets[row + 1] = (row + 1) * each;
    }
    const mg_matrix_arrays arrays = {.rows = rows,
                                     .columns = columns,
                                     .nonzeros = nonzeros,
                                     .row_offsets = offsets,
                                     .column_indices = indices,
                                     .values = values,
                                     .type = MG_FLOAT32};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    free(offsets);
    free(indices);
    free(values);
    return matrix;
}

enum { ROWS = 3000, COLUMNS = 5000, EACH = 20 };
static const mg_matrix_format formats[] = {MG_FORMAT_ASPT, MG_FORMAT_RS};

/* Bytes beside the format's own while it is built: counters of 4 bytes for each column and thread, 2 bytes for each
 * nonzero (ASPT), 8 for each row and 17 for each segment (RS), and small ones. */
TEST(building_needs_little_more_than_the_format) {
    for (size_t i = 0; i < 4; i++) {
        const int threads = i / 2 ? 4 : 1;
        limited_memory memory;
        mg_context *context = limited_context(&memory, threads);
        mg_matrix *matrix = make_matrix(context, ROWS, COLUMNS, EACH), *converted = NULL;
        mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
        CHECK_OK(context, mg_matrix_describe(context, matrix, &s));
        const size_t before = memory.peak = memory.used;
        CHECK_OK(context, mg_matrix_convert(context, matrix, formats[i % 2], 32, 0, &converted));
        CHECK_OK(context, mg_matrix_describe(context, converted, &s));
        const size_t counters = (size_t)threads * 4 * 4 * COLUMNS, nonzeros = (size_t)ROWS * EACH;
        const size_t segments = formats[i % 2] == MG_FORMAT_RS ? s.units : 0;
        CHECK(memory.peak - before <= s.bytes + counters + 2 * nonzeros + 8 * ROWS + 17 * segments + 65536);
        CHECK(memory.used - before < s.bytes + 4096);
        mg_matrix_destroy(context, converted);
        CHECK_EQ(memory.used, before);
        mg_matrix_destroy(context, matrix);
        mg_context_destroy(context);
        CHECK_EQ(memory.used, 0);
    }
}

/* Every limit gives the matrix or MG_ERROR_MEMORY, which leaves nothing behind and the source as it was. */
TEST(building_within_a_limit) {
    for (size_t i = 0; i < 2; i++) {
        limited_memory memory;
        mg_context *context = limited_context(&memory, 2);
        mg_matrix *matrix = make_matrix(context, ROWS, COLUMNS, EACH), *converted = NULL;
        mg_matrix_statistics s = MG_MATRIX_STATISTICS_INIT;
        mg_matrix_arrays csr;
        CHECK_OK(context, mg_matrix_describe(context, matrix, &s));
        const size_t before = memory.peak = memory.used;
        CHECK_OK(context, mg_matrix_convert(context, matrix, formats[i], 32, 0, &converted));
        mg_matrix_destroy(context, converted);
        const size_t needed = memory.peak - before;
        size_t made = 0;
        for (size_t part = 0; part <= 64; part++) {
            memory.limit = before + needed * part / 64;
            const mg_status status = mg_matrix_convert(context, matrix, formats[i], 32, 0, &converted);
            CHECK(status == MG_OK || status == MG_ERROR_MEMORY);
            if (status == MG_OK) {
                mg_matrix_destroy(context, converted);
                made++;
            }
            CHECK_EQ(memory.used, before);
        }
        CHECK(made >= 1 && made < 60);
        memory.limit = SIZE_MAX;
        CHECK_OK(context, mg_matrix_to_csr(context, matrix, &csr));
        CHECK_EQ(csr.row_offsets[ROWS], (uint64_t)ROWS * EACH);
        mg_matrix_destroy(context, matrix);
        mg_context_destroy(context);
        CHECK_EQ(memory.used, 0);
    }
}
