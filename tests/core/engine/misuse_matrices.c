/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/engine/misuse.h"

static const uint64_t offsets[] = {0, 1, 2};
static const uint32_t columns[] = {0, 2}, too_large[] = {0, 3};
static const float values[] = {1.0f, 2.0f};

static mg_matrix_arrays arrays_of(const uint32_t *column_indices) {
    return (mg_matrix_arrays){.rows = 2,
                              .columns = 3,
                              .nonzeros = 2,
                              .row_offsets = offsets,
                              .column_indices = column_indices,
                              .values = values,
                              .type = MG_FLOAT32};
}

static mg_matrix *make(const fixture *f) {
    const mg_matrix_arrays arrays = arrays_of(columns);
    mg_matrix *matrix = NULL;
    CHECK_OK(f->context, mg_matrix_create(f->context, &arrays, &matrix));
    return matrix;
}

static void format_name(const fixture *f) {
    (void)f;
    CHECK(mg_matrix_format_name((mg_matrix_format)NO_ENUM)[0]);
}

static void create(const fixture *f) {
    mg_matrix_arrays arrays = arrays_of(too_large);
    mg_matrix *matrix = NULL;
    REFUSED(f, mg_matrix_create(f->context, &arrays, &matrix));
    REFUSED(f, mg_matrix_create(f->context, NULL, &matrix));
    arrays = arrays_of(columns);
    REFUSED(f, mg_matrix_create(f->context, &arrays, NULL));
    INVALID(mg_matrix_create(NULL, &arrays, &matrix));
    arrays.type = (mg_type)NO_ENUM;
    REFUSED(f, mg_matrix_create(f->context, &arrays, &matrix));
    arrays = arrays_of(NULL);
    REFUSED(f, mg_matrix_create(f->context, &arrays, &matrix));
    CHECK(!matrix);
}

static void of_graph(const fixture *f) {
    mg_matrix *matrix = NULL;
    REFUSED(f, mg_matrix_of_graph(f->context, NULL, &matrix));
    REFUSED(f, mg_matrix_of_graph(f->context, f->graph, NULL));
    INVALID(mg_matrix_of_graph(NULL, f->graph, &matrix));
}

static void read_file(const fixture *f) {
    mg_matrix *matrix = NULL;
    REFUSED(f, mg_matrix_read(f->context, NULL, &matrix));
    REFUSED(f, mg_matrix_read(f->context, "/nonexistent.mtx", &matrix));
    REFUSED(f, mg_matrix_read(f->context, "/nonexistent.mtx", NULL));
    INVALID(mg_matrix_read(NULL, "/nonexistent.mtx", &matrix));
}

static void write_file(const fixture *f) {
    mg_matrix *const matrix = make(f);
    REFUSED(f, mg_matrix_write(f->context, NULL, "x.mtx"));
    REFUSED(f, mg_matrix_write(f->context, matrix, NULL));
    REFUSED(f, mg_matrix_write(f->context, matrix, "/nonexistent/x.mtx"));
    INVALID(mg_matrix_write(NULL, matrix, "x.mtx"));
    mg_matrix_destroy(f->context, matrix);
}

static void destroy(const fixture *f) {
    mg_matrix_destroy(f->context, NULL);
    mg_matrix_destroy(NULL, NULL);
}

static void transposed(const fixture *f) {
    mg_matrix *const matrix = make(f), *view = NULL;
    REFUSED(f, mg_matrix_transposed(f->context, NULL, &view));
    REFUSED(f, mg_matrix_transposed(f->context, matrix, NULL));
    INVALID(mg_matrix_transposed(NULL, matrix, &view));
    mg_matrix_destroy(f->context, matrix);
}

static void scaled(const fixture *f) {
    mg_matrix *const matrix = make(f), *view = NULL;
    REFUSED(f, mg_matrix_scaled(f->context, NULL, 2, &view));
    REFUSED(f, mg_matrix_scaled(f->context, matrix, 2, NULL));
    INVALID(mg_matrix_scaled(NULL, matrix, 2, &view));
    mg_matrix_destroy(f->context, matrix);
}

static void convert(const fixture *f) {
    mg_matrix *const matrix = make(f), *made = NULL;
    REFUSED(f, mg_matrix_convert(f->context, NULL, MG_FORMAT_COO, 1, 1, &made));
    REFUSED(f, mg_matrix_convert(f->context, matrix, (mg_matrix_format)NO_ENUM, 1, 1, &made));
    REFUSED(f, mg_matrix_convert(f->context, matrix, MG_FORMAT_COO, 1, 1, NULL));
    INVALID(mg_matrix_convert(NULL, matrix, MG_FORMAT_COO, 1, 1, &made));
    mg_matrix_destroy(f->context, matrix);
}

static void convert_with(const fixture *f) {
    mg_matrix *const matrix = make(f), *made = NULL;
    mg_format_options options = MG_FORMAT_OPTIONS_INIT, wrong = {.size = NO_ENUM};
    REFUSED(f, mg_matrix_convert_with(f->context, NULL, MG_FORMAT_ASPT, &options, &made));
    REFUSED(f, mg_matrix_convert_with(f->context, matrix, MG_FORMAT_ASPT, &wrong, &made));
    REFUSED(f, mg_matrix_convert_with(f->context, matrix, (mg_matrix_format)NO_ENUM, &options, &made));
    REFUSED(f, mg_matrix_convert_with(f->context, matrix, MG_FORMAT_ASPT, &options, NULL));
    INVALID(mg_matrix_convert_with(NULL, matrix, MG_FORMAT_ASPT, &options, &made));
    CHECK(!made);
    mg_matrix_destroy(f->context, matrix);
}

static void add(const fixture *f) {
    mg_matrix *const matrix = make(f), *sum = NULL, *transposed_view = NULL;
    CHECK_OK(f->context, mg_matrix_transposed(f->context, matrix, &transposed_view));
    REFUSED(f, mg_matrix_add(f->context, 1, NULL, 1, matrix, &sum));
    REFUSED(f, mg_matrix_add(f->context, 1, matrix, 1, NULL, &sum));
    REFUSED(f, mg_matrix_add(f->context, 1, matrix, 1, matrix, NULL));
    REFUSED(f, mg_matrix_add(f->context, 1, matrix, 1, transposed_view, &sum));
    INVALID(mg_matrix_add(NULL, 1, matrix, 1, matrix, &sum));
    mg_add_options wrong = {.size = NO_ENUM};
    INVALID(mg_matrix_add_with(NULL, 1, matrix, 1, matrix, NULL, &sum));
    REFUSED(f, mg_matrix_add_with(f->context, 1, matrix, 1, matrix, &wrong, &sum));
    wrong = MG_ADD_OPTIONS_INIT;
    wrong.backend = (mg_backend_kind)NO_ENUM;
    REFUSED(f, mg_matrix_add_with(f->context, 1, matrix, 1, matrix, &wrong, &sum));
    CHECK(!sum);
    mg_matrix_destroy(f->context, transposed_view);
    mg_matrix_destroy(f->context, matrix);
}

static void edit(const fixture *f) {
    mg_matrix *const matrix = make(f), *edited = NULL;
    mg_matrix_changes changes = MG_MATRIX_CHANGES_INIT, wrong = {.size = NO_ENUM};
    REFUSED(f, mg_matrix_edit(f->context, NULL, &changes, &edited));
    REFUSED(f, mg_matrix_edit(f->context, matrix, NULL, &edited));
    REFUSED(f, mg_matrix_edit(f->context, matrix, &wrong, &edited));
    REFUSED(f, mg_matrix_edit(f->context, matrix, &changes, NULL));
    INVALID(mg_matrix_edit(NULL, matrix, &changes, &edited));
    changes.remove_count = 1;
    REFUSED(f, mg_matrix_edit(f->context, matrix, &changes, &edited));
    CHECK(!edited);
    mg_matrix_destroy(f->context, matrix);
}

static void rows(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_matrix_rows(NULL), 0);
}

static void columns_of(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_matrix_columns(NULL), 0);
}

static void nonzeros(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_matrix_nonzeros(NULL), 0);
}

static void type(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_matrix_type(NULL), MG_TYPE_NONE);
}

static void format_of(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_matrix_format_of(NULL), MG_FORMAT_AUTO);
}

static void to_csr(const fixture *f) {
    mg_matrix *const matrix = make(f);
    mg_matrix_arrays csr;
    REFUSED(f, mg_matrix_to_csr(f->context, NULL, &csr));
    REFUSED(f, mg_matrix_to_csr(f->context, matrix, NULL));
    INVALID(mg_matrix_to_csr(NULL, matrix, &csr));
    mg_matrix_destroy(f->context, matrix);
}

static void describe(const fixture *f) {
    mg_matrix *const matrix = make(f);
    mg_matrix_statistics statistics = MG_MATRIX_STATISTICS_INIT;
    REFUSED(f, mg_matrix_describe(f->context, NULL, &statistics));
    REFUSED(f, mg_matrix_describe(f->context, matrix, NULL));
    INVALID(mg_matrix_describe(NULL, matrix, &statistics));
    statistics.size = 1;
    REFUSED(f, mg_matrix_describe(f->context, matrix, &statistics));
    mg_matrix_destroy(f->context, matrix);
}

/* The options that no product accepts. */
static mg_product_options bad_options(int i) {
    mg_product_options o = MG_PRODUCT_OPTIONS_INIT;
    o.size = i == 0 ? 1 : o.size;
    o.semiring = i == 1 ? (mg_semiring)NO_ENUM : o.semiring;
    o.type = i == 2 ? (mg_type)NO_ENUM : o.type;
    o.backend = i == 3 ? (mg_backend_kind)NO_ENUM : o.backend;
    o.semiring = i == 4 ? MG_USER_SEMIRING : o.semiring; /* without functions */
    return o;
}

static void spmv(const fixture *f) {
    mg_matrix *const matrix = make(f);
    const float x[3] = {0};
    float y[2];
    for (int i = 0; i < 5; i++) {
        const mg_product_options o = bad_options(i);
        REFUSED(f, mg_matrix_spmv(f->context, matrix, &o, x, y));
    }
    REFUSED(f, mg_matrix_spmv(f->context, NULL, NULL, x, y));
    REFUSED(f, mg_matrix_spmv(f->context, matrix, NULL, NULL, y));
    REFUSED(f, mg_matrix_spmv(f->context, matrix, NULL, x, NULL));
    INVALID(mg_matrix_spmv(NULL, matrix, NULL, x, y));
    mg_matrix_destroy(f->context, matrix);
}

static void spmm(const fixture *f) {
    mg_matrix *const matrix = make(f);
    const float x[6] = {0};
    float y[4];
    REFUSED(f, mg_matrix_spmm(f->context, NULL, NULL, 2, x, 2, y, 2));
    REFUSED(f, mg_matrix_spmm(f->context, matrix, NULL, 0, x, 2, y, 2));
    REFUSED(f, mg_matrix_spmm(f->context, matrix, NULL, 2, x, 1, y, 2));
    REFUSED(f, mg_matrix_spmm(f->context, matrix, NULL, 2, x, 2, y, 1));
    REFUSED(f, mg_matrix_spmm(f->context, matrix, NULL, 2, NULL, 2, y, 2));
    REFUSED(f, mg_matrix_spmm(f->context, matrix, NULL, 2, x, 2, NULL, 2));
    INVALID(mg_matrix_spmm(NULL, matrix, NULL, 2, x, 2, y, 2));
    mg_matrix_destroy(f->context, matrix);
}

static void sddmm(const fixture *f) {
    mg_matrix *const matrix = make(f);
    const float x[4] = {0}, y[6] = {0};
    float out[2];
    REFUSED(f, mg_matrix_sddmm(f->context, NULL, NULL, 2, x, 2, y, 2, out));
    REFUSED(f, mg_matrix_sddmm(f->context, matrix, NULL, 0, x, 2, y, 2, out));
    REFUSED(f, mg_matrix_sddmm(f->context, matrix, NULL, 2, x, 2, y, 1, out));
    REFUSED(f, mg_matrix_sddmm(f->context, matrix, NULL, 2, x, 2, NULL, 2, out));
    REFUSED(f, mg_matrix_sddmm(f->context, matrix, NULL, 2, x, 2, y, 2, NULL));
    INVALID(mg_matrix_sddmm(NULL, matrix, NULL, 2, x, 2, y, 2, out));
    mg_matrix_destroy(f->context, matrix);
}

/* No Python runs here. */
static void dict_keys(const fixture *f) {
    uint32_t positions[2] = {0, 1}, targets[2];
    uint64_t count;
    INVALID(mg_dict_keys(NULL, &count, 0, 2, positions, 2, targets, &count));
    REFUSED(f, mg_dict_keys(f->context, NULL, 0, 2, positions, 2, targets, &count));
    REFUSED(f, mg_dict_keys(f->context, &count, 0, 2, NULL, 2, targets, &count));
    REFUSED(f, mg_dict_keys(f->context, &count, 0, 2, positions, 2, NULL, &count));
    REFUSED(f, mg_dict_keys(f->context, &count, 0, 2, positions, 2, targets, NULL));
    CHECK_EQ(mg_dict_keys(f->context, &count, 0, 2, positions, 2, targets, &count), MG_ERROR_UNSUPPORTED);
}

static void dict_values(const fixture *f) {
    double found[2];
    uint64_t count;
    mg_type type;
    INVALID(mg_dict_values(NULL, &count, &count, false, NULL, 2, found, &count, &type));
    REFUSED(f, mg_dict_values(f->context, NULL, &count, false, NULL, 2, found, &count, &type));
    REFUSED(f, mg_dict_values(f->context, &count, NULL, false, NULL, 2, found, &count, &type));
    REFUSED(f, mg_dict_values(f->context, &count, &count, false, NULL, 2, NULL, &count, &type));
    REFUSED(f, mg_dict_values(f->context, &count, &count, false, NULL, 2, found, NULL, &type));
    REFUSED(f, mg_dict_values(f->context, &count, &count, false, NULL, 2, found, &count, NULL));
    CHECK_EQ(mg_dict_values(f->context, &count, &count, false, NULL, 2, found, &count, &type), MG_ERROR_UNSUPPORTED);
}

static void dict_edges(const fixture *f) {
    uint32_t p[2] = {0, 1}, t[2];
    double v[2];
    uint64_t n;
    mg_type type;
    INVALID(mg_dict_edges(NULL, &n, 0, 2, p, &n, false, 2, t, &n, v, &n, &type));
    REFUSED(f, mg_dict_edges(f->context, NULL, 0, 2, p, &n, false, 2, t, &n, v, &n, &type));
    REFUSED(f, mg_dict_edges(f->context, &n, 0, 2, NULL, &n, false, 2, t, &n, v, &n, &type));
    REFUSED(f, mg_dict_edges(f->context, &n, 0, 2, p, NULL, false, 2, t, &n, v, &n, &type));
    REFUSED(f, mg_dict_edges(f->context, &n, 0, 2, p, &n, false, 2, NULL, &n, v, &n, &type));
    REFUSED(f, mg_dict_edges(f->context, &n, 0, 2, p, &n, false, 2, t, NULL, v, &n, &type));
    REFUSED(f, mg_dict_edges(f->context, &n, 0, 2, p, &n, false, 2, t, &n, NULL, &n, &type));
    REFUSED(f, mg_dict_edges(f->context, &n, 0, 2, p, &n, false, 2, t, &n, v, NULL, &type));
    REFUSED(f, mg_dict_edges(f->context, &n, 0, 2, p, &n, false, 2, t, &n, v, &n, NULL));
    CHECK_EQ(mg_dict_edges(f->context, &n, 0, 2, p, &n, false, 2, t, &n, v, &n, &type), MG_ERROR_UNSUPPORTED);
}

const misuse misuses_of_matrices[] = {
    {"mg_matrix_format_name", format_name},
    {"mg_matrix_create", create},
    {"mg_matrix_of_graph", of_graph},
    {"mg_matrix_read", read_file},
    {"mg_matrix_write", write_file},
    {"mg_matrix_destroy", destroy},
    {"mg_matrix_transposed", transposed},
    {"mg_matrix_scaled", scaled},
    {"mg_matrix_convert", convert},
    {"mg_matrix_convert_with", convert_with},
    {"mg_matrix_add", add},
    {"mg_matrix_add_with", add},
    {"mg_matrix_edit", edit},
    {"mg_matrix_rows", rows},
    {"mg_matrix_columns", columns_of},
    {"mg_matrix_nonzeros", nonzeros},
    {"mg_matrix_type", type},
    {"mg_matrix_format_of", format_of},
    {"mg_matrix_to_csr", to_csr},
    {"mg_matrix_describe", describe},
    {"mg_matrix_spmv", spmv},
    {"mg_matrix_spmm", spmm},
    {"mg_matrix_sddmm", sddmm},
    {"mg_dict_keys", dict_keys},
    {"mg_dict_values", dict_values},
    {"mg_dict_edges", dict_edges},
    {NULL, NULL},
};
