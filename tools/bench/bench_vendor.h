/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_vendor.h: bench spmv-formats|spmm|sddmm --vendor: every algorithm of cuSPARSE in the same process on the same
 * buffers of the device.
 */
#ifndef MG_TOOLS_BENCH_BENCH_VENDOR_H
#define MG_TOOLS_BENCH_BENCH_VENDOR_H

#include "tools/bench/bench_formats.h"
#include "tools/bench/vendor_cusparse.h"

/* cuSPARSE and a matrix for it. All 0: not open. */
typedef struct bench_vendor {
    vendor_driver driver;
    cusparse *library;
    cusparse_matrix matrix;
} bench_vendor;

/* A product on the device, so that its context is the current one of this thread. */
mg_status bench_device_open(mg_context *context);
/* type: that of values and operands. Returns an exit status; prints what is missing. Closed in every case. */
int bench_vendor_open(bench_vendor *vendor, mg_context *context, const mg_matrix *matrix, mg_type type);
void bench_vendor_close(bench_vendor *vendor);

/* Copies the operands to the device, where they stay for the cells of our formats, and measures all algorithms: the
 * cell gets the fastest. Returns an exit status. */
int bench_vendor_cell(const bench_vendor *vendor, formats_cell *cell, operands *o, const cli_options *options);
/* Frees the copies of the operands. */
void bench_vendor_release(operands *o);

#endif
