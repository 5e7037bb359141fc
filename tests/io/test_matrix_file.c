/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_file.c: rectangular Matrix Market files: what is read, what is refused, and what comes back.
 */
#include "tests/failing_memory.h"
#include "tests/harness.h"

#include <math.h>
#include <unistd.h>

static mg_context *make_context(void) {
    mg_context *context = NULL;
    CHECK_OK(context, mg_context_create(NULL, &context));
    return context;
}

static const char *write_text(const char *text) {
    static char path[300];
    snprintf(path, sizeof path, "%s/matrix.mtx", test_folder());
    FILE *file = fopen(path, "w");
    CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
    return path;
}

static double value_at(const mg_matrix_arrays *csr, uint64_t e) {
    return csr->type == MG_TYPE_NONE ? 1
           : csr->type == MG_INT32   ? ((const int32_t *)csr->values)[e]
           : csr->type == MG_INT64   ? (double)((const int64_t *)csr->values)[e]
           : csr->type == MG_FLOAT32 ? (double)((const float *)csr->values)[e]
                                     : ((const double *)csr->values)[e];
}

/* What a file holds, row by row. */
typedef struct content {
    const char *text;
    uint64_t rows, columns;
    mg_type type;
    size_t count;
    struct {
        uint32_t row, column;
        double value;
    } entry[6];
} content;

static const content contents[] = {
    {"%%MatrixMarket matrix coordinate real general\n% a comment\n2 3 3\n2 3 0.5\n1 2 -1e3\n1 1 4\n",
     2,
     3,
     MG_FLOAT64,
     3,
     {{0, 1, -1000}, {0, 0, 4}, {1, 2, 0.5}}},
    {"%%MatrixMarket matrix coordinate real general\n3 1 1\n3 1 0.12345678901234567\n",
     3,
     1,
     MG_FLOAT64,
     1,
     {{2, 0, 0.12345678901234567}}},
    {"%%MatrixMarket matrix coordinate integer general\n1 4 2\n1 4 7\n1 4 -7\n",
     1,
     4,
     MG_INT32,
     2,
     {{0, 3, 7}, {0, 3, -7}}},
    {"%%MatrixMarket matrix coordinate integer general\n1 4 1\n1 4 4294967297\n",
     1,
     4,
     MG_INT64,
     1,
     {{0, 3, 4294967297.0}}},
    {"%%MatrixMarket matrix coordinate pattern general\n4 2 2\n4 1\n1 2\n",
     4,
     2,
     MG_TYPE_NONE,
     2,
     {{0, 1, 1}, {3, 0, 1}}},
    {"%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n1 1 1\n2 1 5\n3 2 6\n",
     3,
     3,
     MG_INT32,
     5,
     {{0, 0, 1}, {0, 1, 5}, {1, 0, 5}, {1, 2, 6}, {2, 1, 6}}},
    {"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1.5\n",
     2,
     2,
     MG_FLOAT64,
     2,
     {{0, 1, -1.5}, {1, 0, 1.5}}},
    {"%%MatrixMarket matrix coordinate real general\n0 5 0\n", 0, 5, MG_TYPE_NONE, 0, {{0, 0, 0}}},
    {"%%MatrixMarket matrix coordinate pattern general\n5 0 0\n", 5, 0, MG_TYPE_NONE, 0, {{0, 0, 0}}},
};

static void check_content(mg_context *context, const mg_matrix *matrix, const content *c) {
    mg_matrix_arrays csr;
    CHECK_OK(context, mg_matrix_to_csr(context, matrix, &csr));
    CHECK_EQ(csr.rows, c->rows);
    CHECK_EQ(csr.columns, c->columns);
    CHECK_EQ(csr.nonzeros, c->count);
    CHECK(!c->count || csr.type == c->type);
    for (uint64_t row = 0; row < csr.rows; row++) {
        for (uint64_t e = csr.row_offsets[row]; e < csr.row_offsets[row + 1]; e++) {
            CHECK_EQ(c->entry[e].row, row);
            CHECK_EQ(c->entry[e].column, csr.column_indices[e]);
            CHECK(c->entry[e].value == value_at(&csr, e));
        }
    }
}

TEST(files_give_their_entries_and_come_back) {
    mg_context *context = make_context();
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        static const char *const names[] = {"back.mtx", "back.mtx.gz", "back.mm.zst"};
        mg_matrix *matrix, *back;
        char path[300];
        CHECK_OK(context, mg_matrix_read(context, write_text(contents[i].text), &matrix));
        check_content(context, matrix, &contents[i]);
        snprintf(path, sizeof path, "%s/%s", test_folder(), names[i % 3]);
        CHECK_OK(context, mg_matrix_write(context, matrix, path));
        CHECK_OK(context, mg_matrix_read(context, path, &back));
        check_content(context, back, &contents[i]);
        mg_matrix_destroy(context, back);
        mg_matrix_destroy(context, matrix);
    }
    mg_context_destroy(context);
}

static const struct {
    const char *text, *message;
    mg_status status;
} refused[] = {
    {"", "an empty file", MG_ERROR_FORMAT},
    {"1 2\n", "expected a Matrix Market file", MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix array real general\n1 1\n2\n", ":1: expected 'coordinate'", MG_ERROR_UNSUPPORTED},
    {"%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 3\n", ":1: complex values", MG_ERROR_UNSUPPORTED},
    {"%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 2\n", ":2: expected a square matrix",
     MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix coordinate real general\n2 3 1\n3 1 2\n", ":3: expected a row from 1 to 2, found '3'",
     MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix coordinate real general\n2 3 1\n2 4 2\n", ":3: expected a column from 1 to 3, found '4'",
     MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix coordinate real general\n3 2 1\n1 3 2\n", ":3: expected a column from 1 to 2, found '3'",
     MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix coordinate real general\n3 2 1\n0 1 2\n", ":3: expected a row from 1 to 3, found '0'",
     MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix coordinate real general\n3 0 1\n1 1 2\n", ":3: expected a column", MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 2\n", "expected 2 entries", MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 2\n1 2 2\n", ":4: expected the end of the file after 1",
     MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 nan\n", ":3: expected a finite weight",
     MG_ERROR_FORMAT},
    {"%%MatrixMarket matrix coordinate real general\n2 4294967295 0\n", ":2: expected at most 4294967294",
     MG_ERROR_RANGE},
    {"%%MatrixMarket matrix coordinate real general\n4000000000 2 1\n1 1 1\n", "not plausible", MG_ERROR_RANGE},
};

TEST(wrong_files_name_the_line) {
    mg_context *context = make_context();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        mg_matrix *matrix = NULL;
        CHECK_STATUS(context, mg_matrix_read(context, write_text(refused[i].text), &matrix), refused[i].status);
        if (!strstr(mg_context_error(context), refused[i].message)) {
            test_fail(__FILE__, __LINE__, "%zu: %s", i, mg_context_error(context));
        }
        CHECK(!matrix);
    }
    mg_context_destroy(context);
}

/* A transposed and scaled view is written as what it is; int64 in full; nothing is left of a failed write. */
TEST(views_are_written_as_they_are) {
    const uint32_t rows[] = {1, 0}, columns[] = {2, 0};
    const int64_t values[] = {INT64_MIN, 9007199254740993};
    const float infinite[] = {1, INFINITY};
    mg_matrix_arrays arrays = {.rows = 2,
                               .columns = 3,
                               .nonzeros = 2,
                               .row_indices = rows,
                               .column_indices = columns,
                               .values = values,
                               .type = MG_INT64};
    mg_context *context = make_context();
    mg_matrix *matrix, *view, *scaled;
    char path[300], text[200] = "";
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    CHECK_OK(context, mg_matrix_transposed(context, matrix, &view));
    snprintf(path, sizeof path, "%s/view.mtx", test_folder());
    CHECK_OK(context, mg_matrix_write(context, view, path));
    FILE *file = fopen(path, "r");
    CHECK(file && fread(text, 1, sizeof text - 1, file) > 0 && fclose(file) == 0);
    CHECK_STR(text, "%%MatrixMarket matrix coordinate integer general\n3 2 2\n1 1 9007199254740993\n"
                    "3 2 -9223372036854775808\n");
    mg_matrix_destroy(context, view);
    mg_matrix_destroy(context, matrix);
    arrays.values = infinite;
    arrays.type = MG_FLOAT32;
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    CHECK_OK(context, mg_matrix_scaled(context, matrix, 2, &scaled));
    snprintf(path, sizeof path, "%s/infinite.mtx", test_folder());
    CHECK_STATUS(context, mg_matrix_write(context, scaled, path), MG_ERROR_INVALID);
    CHECK(access(path, F_OK) != 0);
    CHECK_STATUS(context, mg_matrix_write(context, scaled, "matrix.txt"), MG_ERROR_UNSUPPORTED);
    CHECK_STATUS(context, mg_matrix_read(context, path, &view), MG_ERROR_FILE);
    CHECK_STATUS(context, mg_matrix_read(context, NULL, &view), MG_ERROR_INVALID);
    CHECK_STATUS(context, mg_matrix_write(context, NULL, path), MG_ERROR_INVALID);
    mg_matrix_destroy(context, scaled);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

TEST(failing_memory_while_reading) {
    const char *path = write_text(contents[5].text);
    mg_status status = MG_ERROR_MEMORY;
    int allowed = 0;
    for (; status == MG_ERROR_MEMORY; allowed++) {
        failing_memory memory;
        mg_context *context = failing_memory_context(&memory, allowed);
        mg_matrix *matrix = NULL;
        status = mg_matrix_read(context, path, &matrix);
        CHECK((status < 0) == !matrix);
        mg_matrix_destroy(context, matrix);
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
    }
    CHECK_EQ(status, MG_OK);
    CHECK(allowed > 10);
}
