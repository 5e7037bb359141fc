/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_matrix.c: a libFuzzer target for rectangular matrices. An input that begins with a letter A to G is members of
 * an .npz archive: for each its letter, its length in two bytes, and its bytes. They are packed with right checksums,
 * which mutated archives have not. Other inputs are files as they are. Reading must give a matrix that can be used and
 * comes back from both formats, or a failure with a message.
 */
#include "tests/fuzz/fuzz.h"

#include <multigraph/multigraph.h>

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char fuzz_format[] = "matrix";

#define MOST 20000 /* rows, columns and nonzeros of matrices that are used */

static const char *const members[] = {"format.npy", "shape.npy", "data.npy", "indices.npy",
                                      "indptr.npy", "row.npy",   "col.npy"};
static char folder[64];

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static void remove_folder(void) {
    static const char *const names[] = {"back.npz", "back.mtx"};
    char path[128];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static const char *back_path(const char *name) {
    static char path[128];
    if (!folder[0]) {
        strcpy(folder, access("/dev/shm", W_OK) == 0 ? "/dev/shm/fuzz.XXXXXX" : "/tmp/fuzz.XXXXXX");
        require(mkdtemp(folder) != NULL);
        atexit(remove_folder);
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* ---- the file ---- */

static void pack(struct archive *a, const uint8_t *bytes, size_t size) {
    while (size >= 3 && bytes[0] >= 'A' && bytes[0] <= 'G') {
        const size_t wanted = bytes[1] | (size_t)bytes[2] << 8, length = wanted < size - 3 ? wanted : size - 3;
        struct archive_entry *entry = archive_entry_new();
        archive_entry_set_pathname(entry, members[bytes[0] - 'A']);
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_size(entry, (la_int64_t)length);
        require(archive_write_header(a, entry) == ARCHIVE_OK);
        require(archive_write_data(a, bytes + 3, length) == (la_ssize_t)length);
        archive_entry_free(entry);
        bytes += 3 + length;
        size -= 3 + length;
    }
}

static void write_archive(int file, const uint8_t *bytes, size_t size) {
    struct archive *a = archive_write_new();
    require(archive_write_set_format_zip(a) == ARCHIVE_OK && archive_write_open_fd(a, file) == ARCHIVE_OK);
    pack(a, bytes, size);
    require(archive_write_close(a) == ARCHIVE_OK);
    archive_write_free(a);
}

/* An in-memory file with a path that can be opened. */
static int make_file(const uint8_t *bytes, size_t size, char path[64]) {
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    require(file >= 0);
    if (size && bytes[0] >= 'A' && bytes[0] <= 'G') {
        write_archive(file, bytes, size);
    } else {
        require(write(file, bytes, size) == (ssize_t)size);
    }
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
}

/* ---- the matrix ---- */

static mg_matrix_arrays arrays_of(mg_context *context, const mg_matrix *matrix) {
    mg_matrix_arrays csr;
    require(mg_matrix_to_csr(context, matrix, &csr) >= 0);
    require(csr.row_offsets[0] == 0 && csr.row_offsets[csr.rows] == csr.nonzeros);
    for (uint64_t row = 0; row < csr.rows; row++) {
        require(csr.row_offsets[row] <= csr.row_offsets[row + 1]);
    }
    for (uint64_t e = 0; e < csr.nonzeros; e++) {
        require(csr.column_indices[e] < csr.columns);
    }
    require((csr.type == MG_TYPE_NONE) == !csr.values || !csr.nonzeros);
    return csr;
}

/* Writes and reads it again; a Matrix Market file cannot hold infinities. */
static void come_back(mg_context *context, const mg_matrix *matrix, const char *name) {
    const char *path = back_path(name);
    const mg_matrix_arrays csr = arrays_of(context, matrix);
    mg_matrix *back = NULL;
    const mg_status written = mg_matrix_write(context, matrix, path);
    if (written < 0) {
        require(written == MG_ERROR_INVALID && strstr(name, ".mtx"));
        return;
    }
    if (mg_matrix_read(context, path, &back) < 0) { /* too many empty rows for a text */
        require(strstr(name, ".mtx") && *mg_context_error(context));
        return;
    }
    const mg_matrix_arrays same = arrays_of(context, back);
    require(same.rows == csr.rows && same.columns == csr.columns && same.nonzeros == csr.nonzeros);
    require(memcmp(same.row_offsets, csr.row_offsets, (csr.rows + 1) * sizeof *csr.row_offsets) == 0);
    require(!csr.nonzeros ||
            memcmp(same.column_indices, csr.column_indices, csr.nonzeros * sizeof *csr.column_indices) == 0);
    mg_matrix_destroy(context, back);
}

static void use(mg_context *context, const mg_matrix *matrix) {
    const uint64_t rows = mg_matrix_rows(matrix), columns = mg_matrix_columns(matrix);
    if (rows > MOST || columns > MOST || mg_matrix_nonzeros(matrix) > MOST) {
        return;
    }
    mg_matrix *split = NULL, *transposed = NULL;
    float *const x = calloc(rows + columns + 1, sizeof *x), *const y = calloc(rows + columns + 1, sizeof *y);
    require(x && y && mg_matrix_convert(context, matrix, MG_FORMAT_SPLIT, 1, 0, &split) >= 0);
    require(mg_matrix_transposed(context, split, &transposed) >= 0);
    require(mg_matrix_spmv(context, split, NULL, x, y) >= 0);
    require(mg_matrix_spmv(context, transposed, NULL, x, y) >= 0);
    mg_matrix_destroy(context, transposed);
    mg_matrix_destroy(context, split);
    free(x);
    free(y);
    come_back(context, matrix, "back.npz");
    come_back(context, matrix, "back.mtx");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    mg_matrix *matrix = NULL;
    char path[64];
    const int file = make_file(bytes, size, path);
    options.threads = 1 + (int)(size % 2);
    require(mg_context_create(&options, &context) >= 0);
    if (mg_matrix_read(context, path, &matrix) >= 0) {
        use(context, matrix);
    } else {
        require(*mg_context_error(context) && !matrix);
    }
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
    close(file);
    return 0;
}
