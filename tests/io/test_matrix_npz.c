/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_npz.c: sparse matrices in the form of scipy.sparse.save_npz: what is read, what is refused by the name of
 * the member, and what is written.
 */
#include "tests/failing_memory.h"
#include "tests/harness.h"

#include <archive.h>
#include <archive_entry.h>
#include <math.h>
#include <unistd.h>

#define MEMBERS 8

/* An array: its member, type, shape, and the bytes of its elements. */
typedef struct member {
    const char *name, *descr, *shape;
    const void *bytes;
    size_t size;
} member;

static const char *npz_path(const char *name) {
    static const char *folder;
    static char path[300];
    folder = folder ? folder : test_folder();
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* The header of numpy.lib.format, then the elements. */
static void add_member(struct archive *a, const member *m) {
    char bytes[1024] = "\x93NUMPY\1";
    const int text =
        snprintf(bytes + 10, 300, "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }\n", m->descr, m->shape);
    bytes[8] = (char)text;
    memcpy(bytes + 10 + text, m->bytes, m->size);
    const size_t size = 10 + (size_t)text + m->size;
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname(entry, m->name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, (la_int64_t)size);
    CHECK(archive_write_header(a, entry) == ARCHIVE_OK);
    CHECK(archive_write_data(a, bytes, size) == (la_ssize_t)size);
    archive_entry_free(entry);
}

static const char *write_npz(const member *members) {
    const char *path = npz_path("matrix.npz");
    struct archive *a = archive_write_new();
    CHECK(archive_write_set_format_zip(a) == ARCHIVE_OK && archive_write_open_filename(a, path) == ARCHIVE_OK);
    for (size_t i = 0; i < MEMBERS && members[i].name; i++) {
        add_member(a, &members[i]);
    }
    CHECK(archive_write_close(a) == ARCHIVE_OK);
    archive_write_free(a);
    return path;
}

/* The matrix of these tests, 2 x 3: (0, 2) = 5, (0, 0) = 7, (1, 2) = 9, in the order of the csr. */
static const int32_t i32_indices[] = {2, 0, 2}, i32_indptr[] = {0, 2, 3}, i32_data[] = {5, 7, 9};
static const int64_t i64_indices[] = {2, 0, 2}, i64_indptr[] = {0, 2, 3}, i64_data[] = {5, 7, 9}, shape[] = {2, 3};
static const float f32_data[] = {5, 7, 9};
static const double f64_data[] = {5, 7, 9};
static const uint8_t u8_data[] = {5, 7, 9}, true_data[] = {1, 1, 1}, bool_data[] = {1, 0, 1};
static const uint32_t u32_data[] = {5, 7, 9};
static const int16_t big_endian_data[] = {0x500, 0x700, 0x900};
static const int32_t csc_indices[] = {0, 0, 1}, csc_indptr[] = {0, 1, 1, 3}, csc_data[] = {7, 5, 9};
static const int32_t coo_row[] = {1, 0, 0}, coo_col[] = {2, 2, 0}, coo_data[] = {9, 5, 7};

#define ARRAY(name, descr, shape, bytes)                                                                               \
    { name, descr, shape, bytes, sizeof bytes }
#define FORMAT(text)                                                                                                   \
    { "format.npy", "|S3", "", text, 3 }
#define SHAPE ARRAY("shape.npy", "<i8", "2,", shape)
#define CSR32 ARRAY("indices.npy", "<i4", "3,", i32_indices), ARRAY("indptr.npy", "<i4", "3,", i32_indptr)
#define CSR64 ARRAY("indices.npy", "<i8", "3,", i64_indices), ARRAY("indptr.npy", "<i8", "3,", i64_indptr)
#define DATA(descr, bytes) ARRAY("data.npy", descr, "3,", bytes)

static const struct {
    member members[MEMBERS];
    mg_type type;
    double values[3];
    bool sorted; /* (0, 0) before (0, 2) */
} accepted[] = {
    {{FORMAT("csr"), SHAPE, CSR32, DATA("<i4", i32_data)}, MG_INT32, {5, 7, 9}, false},
    {{{"format.npy", "<U3", "", "c\0\0\0s\0\0\0r\0\0\0", 12}, SHAPE, CSR32, DATA("<i4", i32_data)},
     MG_INT32,
     {5, 7, 9},
     false},
    {{{"format.npy", ">U3", "", "\0\0\0c\0\0\0s\0\0\0r", 12}, SHAPE, CSR32, DATA("<i4", i32_data)},
     MG_INT32,
     {5, 7, 9},
     false},
    {{FORMAT("csr"), SHAPE, CSR64, DATA("<i8", i64_data)}, MG_INT64, {5, 7, 9}, false},
    {{FORMAT("csr"), SHAPE, CSR32, DATA("<f4", f32_data)}, MG_FLOAT32, {5, 7, 9}, false},
    {{FORMAT("csr"), SHAPE, CSR64, DATA("<f8", f64_data)}, MG_FLOAT64, {5, 7, 9}, false},
    {{FORMAT("csr"), SHAPE, CSR32, DATA("|u1", u8_data)}, MG_INT32, {5, 7, 9}, false},
    {{FORMAT("csr"), SHAPE, CSR32, DATA("<u4", u32_data)}, MG_INT64, {5, 7, 9}, false},
    {{FORMAT("csr"), SHAPE, CSR32, DATA(">i2", big_endian_data)}, MG_INT32, {5, 7, 9}, false},
    {{FORMAT("csr"), SHAPE, CSR32, DATA("|b1", true_data)}, MG_TYPE_NONE, {1, 1, 1}, false},
    {{FORMAT("csr"), SHAPE, CSR32, DATA("|b1", bool_data)}, MG_INT32, {1, 0, 1}, false},
    {{FORMAT("csc"), SHAPE, ARRAY("indices.npy", "<i4", "3,", csc_indices),
      ARRAY("indptr.npy", "<i4", "4,", csc_indptr), DATA("<i4", csc_data)},
     MG_INT32,
     {7, 5, 9},
     true},
    {{DATA("<i4", coo_data), ARRAY("row.npy", "<i4", "3,", coo_row), ARRAY("col.npy", "<i4", "3,", coo_col),
      FORMAT("coo"), SHAPE, ARRAY("_is_array.npy", "|b1", "", "\1")},
     MG_INT32,
     {5, 7, 9},
     false},
};

static double value_at(const mg_matrix_arrays *csr, uint64_t e) {
    return csr->type == MG_TYPE_NONE ? 1
           : csr->type == MG_INT32   ? ((const int32_t *)csr->values)[e]
           : csr->type == MG_INT64   ? (double)((const int64_t *)csr->values)[e]
           : csr->type == MG_FLOAT32 ? (double)((const float *)csr->values)[e]
                                     : ((const double *)csr->values)[e];
}

static void check_matrix(mg_context *context, const mg_matrix *matrix, mg_type type, const double *values,
                         bool sorted) {
    const uint32_t columns[] = {sorted ? 0 : 2, sorted ? 2 : 0, 2};
    mg_matrix_arrays csr;
    CHECK_OK(context, mg_matrix_to_csr(context, matrix, &csr));
    CHECK_EQ(csr.rows, 2);
    CHECK_EQ(csr.columns, 3);
    CHECK_EQ(csr.nonzeros, 3);
    CHECK_EQ(csr.type, type);
    CHECK_EQ(csr.row_offsets[1], 2);
    for (int e = 0; e < 3; e++) {
        CHECK_EQ(csr.column_indices[e], columns[e]);
        CHECK(value_at(&csr, (uint64_t)e) == values[e]);
    }
}

TEST(all_forms_are_read_and_come_back) {
    mg_context *context = NULL;
    CHECK_OK(context, mg_context_create(NULL, &context));
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        mg_matrix *matrix, *back;
        CHECK_OK(context, mg_matrix_read(context, write_npz(accepted[i].members), &matrix));
        check_matrix(context, matrix, accepted[i].type, accepted[i].values, accepted[i].sorted);
        CHECK_OK(context, mg_matrix_write(context, matrix, npz_path("back.NPZ")));
        CHECK_OK(context, mg_matrix_read(context, npz_path("back.NPZ"), &back));
        check_matrix(context, back, accepted[i].type, accepted[i].values, accepted[i].sorted);
        mg_matrix_destroy(context, back);
        mg_matrix_destroy(context, matrix);
    }
    mg_context_destroy(context);
}

/* ---- what is refused ---- */

static const int32_t low_indices[] = {2, -1, 2}, high_indices[] = {2, 0, 3}, down_indptr[] = {0, 3, 2};
static const int32_t late_indptr[] = {1, 2, 3}, short_indptr[] = {0, 2, 2};
static const float half_indices[] = {0.5, 1, 2};
static const uint64_t u64_data[] = {5, UINT64_MAX, 9};
static const int64_t many[] = {4294967295, 3}, negative[] = {-2, 3}, three[] = {2, 3, 4}, no_rows[] = {0, 3};
static const int64_t tall[] = {4000000000, 3};

#define INDICES(bytes) ARRAY("indices.npy", "<i4", "3,", bytes)
#define INDPTR(bytes) ARRAY("indptr.npy", "<i4", "3,", bytes)

static const struct {
    member members[MEMBERS];
    mg_status status;
    const char *message;
} refused[] = {
    {{SHAPE, CSR32, DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "matrix.npz: expected a sparse matrix of SciPy, found no "
     "member format.npy"},
    {{FORMAT("csr"), CSR32, DATA("<i4", i32_data)}, MG_ERROR_FORMAT, "found no member shape.npy"},
    {{FORMAT("csr"), SHAPE, CSR32}, MG_ERROR_FORMAT, "found no member data.npy"},
    {{FORMAT("csr"), SHAPE, INDPTR(i32_indptr), DATA("<i4", i32_data)}, MG_ERROR_FORMAT, "found no member indices.npy"},
    {{FORMAT("coo"), SHAPE, CSR32, DATA("<i4", i32_data)}, MG_ERROR_FORMAT, "found no member row.npy"},
    {{FORMAT("bsr"), SHAPE, CSR32, DATA("<i4", i32_data)},
     MG_ERROR_UNSUPPORTED,
     "/format.npy: expected csr, csc or coo, found 'bsr'"},
    {{FORMAT("csr"), ARRAY("shape.npy", "<i8", "3,", three), CSR32, DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/shape.npy: expected an array of 2 elements, found 3"},
    {{FORMAT("csr"), ARRAY("shape.npy", "<i8", "2,", negative), CSR32, DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/shape.npy: element 0: expected an integer from 0 to"},
    {{FORMAT("csr"), ARRAY("shape.npy", "<i8", "2,", many), CSR32, DATA("<i4", i32_data)},
     MG_ERROR_RANGE,
     "/shape.npy: expected at most 4294967294 rows and columns, found 4294967295"},
    {{FORMAT("csr"), ARRAY("shape.npy", "<i8", "2,", no_rows), CSR32, DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/data.npy: expected no elements in a matrix of 0 x 3, found 3"},
    {{FORMAT("coo"), ARRAY("shape.npy", "<i8", "2,", tall), ARRAY("row.npy", "<i4", "3,", coo_row),
      ARRAY("col.npy", "<i4", "3,", coo_col), DATA("<i4", i32_data)},
     MG_ERROR_RANGE,
     "not plausible"},
    {{FORMAT("csr"), SHAPE, INDICES(low_indices), INDPTR(i32_indptr), DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/indices.npy: element 1: expected an integer from 0 to 2, found -1"},
    {{FORMAT("csr"), SHAPE, INDICES(high_indices), INDPTR(i32_indptr), DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/indices.npy: element 2: expected an integer from 0 to 2, found 3"},
    {{FORMAT("csr"), SHAPE, ARRAY("indices.npy", "<f4", "3,", half_indices), INDPTR(i32_indptr), DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/indices.npy: element 0: expected an integer from 0 to 2, found 0.5"},
    {{FORMAT("csr"), SHAPE, ARRAY("indices.npy", "<i4", "2,", i32_indices), INDPTR(i32_indptr), DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/indices.npy: expected an array of 3 elements, found 2"},
    {{FORMAT("csr"), SHAPE, ARRAY("indices.npy", "<i4", "3, 1", i32_indices), INDPTR(i32_indptr),
      DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/indices.npy: expected numbers in one dimension"},
    {{FORMAT("csr"), SHAPE, INDICES(i32_indices), INDPTR(down_indptr), DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/indptr.npy: element 2: expected an integer from 3 to 3, found 2"},
    {{FORMAT("csr"), SHAPE, INDICES(i32_indices), INDPTR(short_indptr), DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/indptr.npy: element 2: expected an integer from 3 to 3, found 2"},
    {{FORMAT("csr"), SHAPE, INDICES(i32_indices), INDPTR(late_indptr), DATA("<i4", i32_data)},
     MG_ERROR_FORMAT,
     "/indptr.npy: element 0: expected an integer from 0 to 0, found 1"},
    {{FORMAT("csr"), SHAPE, CSR32, DATA("<u8", u64_data)}, MG_ERROR_RANGE, "/data.npy: element 1 is larger than"},
    {{FORMAT("csr"), SHAPE, CSR32, DATA("<c8", f64_data)},
     MG_ERROR_UNSUPPORTED,
     "/data.npy: expected an array of numb"},
    {{FORMAT("csr"), SHAPE, CSR32, ARRAY("data.npy", "<f8", "4,", f64_data)},
     MG_ERROR_FORMAT,
     "/data.npy: the data of"},
    {{FORMAT("csr"), SHAPE, CSR32, ARRAY("data.npy", "|S4", "3,", i32_data)},
     MG_ERROR_FORMAT,
     "/data.npy: expected num"},
};

TEST(wrong_files_name_the_member) {
    mg_context *context = NULL;
    CHECK_OK(context, mg_context_create(NULL, &context));
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        mg_matrix *matrix = NULL;
        CHECK_STATUS(context, mg_matrix_read(context, write_npz(refused[i].members), &matrix), refused[i].status);
        if (!strstr(mg_context_error(context), refused[i].message)) {
            test_fail(__FILE__, __LINE__, "%zu: %s", i, mg_context_error(context));
        }
        CHECK(!matrix);
    }
    mg_context_destroy(context);
}

TEST(damaged_archives_are_refused) {
    mg_context *context = NULL;
    char bytes[4096];
    CHECK_OK(context, mg_context_create(NULL, &context));
    FILE *file = fopen(write_npz(accepted[0].members), "rb");
    CHECK(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (size_t length = 40; length < size; length += 7) { /* before the last member is complete */
        mg_matrix *matrix = NULL;
        file = fopen(npz_path("cut.npz"), "wb");
        CHECK(file && fwrite(bytes, 1, length, file) == length && fclose(file) == 0);
        const mg_status status = mg_matrix_read(context, npz_path("cut.npz"), &matrix);
        CHECK(status == MG_OK ? matrix != NULL : !matrix && *mg_context_error(context));
        CHECK(length > size / 2 || status < 0);
        mg_matrix_destroy(context, matrix);
    }
    mg_context_destroy(context);
}

/* ---- writing ---- */

/* Infinities, which Matrix Market files cannot hold, int64 in full, and an empty matrix come back; views are written as
 * they are. */
TEST(values_are_kept_exactly) {
    const uint32_t rows[] = {1, 0}, columns[] = {2, 0};
    const int64_t whole[] = {INT64_MIN, 9007199254740993};
    const double special[] = {-INFINITY, NAN};
    mg_matrix_arrays arrays = {.rows = 2, .columns = 3, .nonzeros = 2, .row_indices = rows, .column_indices = columns};
    mg_context *context = NULL;
    CHECK_OK(context, mg_context_create(NULL, &context));
    for (int i = 0; i < 3; i++) {
        mg_matrix *matrix, *view, *back;
        mg_matrix_arrays csr;
        arrays.values = i == 0 ? (const void *)whole : i == 1 ? (const void *)special : NULL;
        arrays.type = i == 0 ? MG_INT64 : i == 1 ? MG_FLOAT64 : MG_TYPE_NONE;
        arrays.nonzeros = i == 2 ? 0 : 2;
        CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
        CHECK_OK(context, mg_matrix_transposed(context, matrix, &view));
        CHECK_OK(context, mg_matrix_write(context, view, npz_path("view.npz")));
        CHECK_OK(context, mg_matrix_read(context, npz_path("view.npz"), &back));
        CHECK_OK(context, mg_matrix_to_csr(context, back, &csr));
        CHECK_EQ(csr.rows, 3);
        CHECK_EQ(csr.columns, 2);
        CHECK_EQ(csr.type, arrays.type);
        CHECK_EQ(csr.nonzeros, arrays.nonzeros);
        if (i < 2) {
            CHECK_EQ(csr.column_indices[0], 0);
            CHECK_EQ(csr.column_indices[1], 1);
            CHECK(memcmp(csr.values,
                         i ? (const void *)(const double[]){NAN, -INFINITY}
                           : (const void *)(const int64_t[]){9007199254740993, INT64_MIN},
                         16) == 0);
        }
        mg_matrix_destroy(context, back);
        mg_matrix_destroy(context, view);
        mg_matrix_destroy(context, matrix);
    }
    mg_matrix *matrix;
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    CHECK_STATUS(context, mg_matrix_write(context, matrix, npz_path("x.npz.gz")), MG_ERROR_UNSUPPORTED);
    CHECK_STATUS(context, mg_matrix_write(context, matrix, npz_path("none/x.npz")), MG_ERROR_FILE);
    CHECK(access(npz_path("x.npz.gz"), F_OK) != 0);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

TEST(failing_memory) {
    const char *path = write_npz(accepted[11].members);
    mg_status status = MG_ERROR_MEMORY;
    int allowed = 0;
    for (; status == MG_ERROR_MEMORY; allowed++) {
        failing_memory memory;
        mg_context *context = failing_memory_context(&memory, allowed);
        mg_matrix *matrix = NULL;
        char back[300];
        snprintf(back, sizeof back, "%s/memory.npz", test_folder());
        status = mg_matrix_read(context, path, &matrix);
        CHECK((status < 0) == !matrix);
        status = matrix ? mg_matrix_write(context, matrix, back) : status;
        CHECK((status >= 0) == (access(back, F_OK) == 0));
        mg_matrix_destroy(context, matrix);
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
    }
    CHECK_EQ(status, MG_OK);
    CHECK(allowed > 10);
}
