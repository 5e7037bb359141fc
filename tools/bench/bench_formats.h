/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_formats.h: bench spmv-formats, spmm and sddmm: products of a matrix with dense operands, in each storage format
 * and with several numbers of columns. A cell is one format with one number of columns on one backend.
 *
 *     bench_formats.c           matrices, cells, and their measurement
 *     bench_operands.c          dense operands and the check of results
 *     bench_vendor.h            cuSPARSE on the same buffers (--vendor)
 *     bench_formats_report.c    the table and the cells of the report
 */
#ifndef MG_TOOLS_BENCH_BENCH_FORMATS_H
#define MG_TOOLS_BENCH_BENCH_FORMATS_H

#include "tools/bench/bench.h"
#include "tools/output/npy_file.h"

/* A matrix that is measured. */
typedef struct formats_matrix {
    const bench_job *job; /* its name, its file or recipe */
    const mg_matrix *matrix;
    double load_seconds;
} formats_matrix;

typedef struct formats_cell {
    const formats_matrix *of;
    bench_formats kind;
    mg_backend_kind backend;
    mg_matrix_format format;
    uint32_t k;
    session s;              /* the trials; context is borrowed */
    mg_matrix *converted;   /* NULL: the matrix does not fit the format */
    double convert_seconds; /* of the conversion, */
    double first_seconds;   /* and of the first product, which prepares what is kept */
    mg_matrix_statistics statistics;
    bench_outcome outcome;
    char why[256];
    double csr_seconds, csr_build_seconds; /* the same product in csr; 0: not measured */
    bool vendors;                          /* cuSPARSE's cell: `format` is unused */
    const char *algorithm;                 /* its fastest one, */
    char others[512];                      /* and the times of all */
    double cold_seconds;                   /* the median with an empty L2 cache; 0: not measured */
    double vendor_seconds;                 /* cuSPARSE's median; 0: not measured */
} formats_cell;

/* Operations, and the least memory traffic: every index, offset, value and element of the operands once. */
double formats_flops(const formats_cell *cell);
double formats_bytes(const formats_cell *cell);
/* The median, by the device's clock where there is one; 0: no trial. */
double formats_seconds(const formats_cell *cell);
/* The conversion, and the build on the device by its clock, or else what the first product took longer than the median.
 */
double formats_build_seconds(const formats_cell *cell);
/* Products after which the format has paid for its build against csr: 0 for csr itself, negative: never or unknown. */
double formats_break_even(const formats_cell *cell);

/* The operands of a cell: x, and y, the result or the second factor; out: the result of sddmm; right: a result that was
 * verified. With --vendor the products read and write the copies on the device. */
typedef struct operands {
    npy_array x, y, out;
    void *right;
    const struct bench_vendor *vendor; /* NULL: operands in host memory */
    void *device_x, *device_y, *device_out;
} operands;
bool operands_make(const formats_matrix *of, bench_formats kind, uint32_t k, uint64_t seed, operands *o);
void operands_release(operands *o);
/* Is the result right? A result that is equal to one that was verified is right, too. */
bool operands_verify(const formats_cell *cell, operands *o);
/* The median of `count` times, which are sorted. */
double median_of(double *times, size_t count);

void formats_report_matrix(bench_report *r, const formats_matrix *of, mg_context *context);
void formats_report_cell(bench_report *r, const formats_cell *cell, const cli_options *options);

#endif
