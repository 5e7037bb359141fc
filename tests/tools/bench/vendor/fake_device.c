/* SPDX-License-Identifier: Apache-2.0
 *
 * fake_device.c: the list of backends of a command whose backend `cuda` computes on the CPU, so that bench --vendor
 * runs without a GPU, with the libraries fake_driver.c and fake_cusparse.c.
 */
#include "core/cpu/backend_cpu.h"
#include "core/cpu/product/spmv.h"
#include "core/engine/backend.h"
#include "core/sparse/formats.h"

#include <stdio.h>

/* The CPU has no kernels for rs. */
static bool is_missing(const mg_storage *matrix) {
    return matrix->format->id == MG_FORMAT_RS;
}

static mg_status spmm(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                      const void *x, uint64_t x_stride, void *y, uint64_t y_stride) {
    if (is_missing(matrix)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "the fake device has no kernels for rs");
    }
    mg_status status = mg__storage_hosted(context, matrix, &matrix);
    if (status >= 0) {
        status = mg__cpu_matrix_spmm(context, matrix, options, k, x, x_stride, y, y_stride);
    }
    if (options->device_seconds) {
        *options->device_seconds = 1e-3;
    }
    return status;
}

static mg_status sddmm(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                       const void *x, uint64_t x_stride, const void *y, uint64_t y_stride, void *out) {
    mg_status status = mg__storage_hosted(context, matrix, &matrix);
    if (status >= 0) {
        status = mg__cpu_matrix_sddmm(context, matrix, options, k, x, x_stride, y, y_stride, out);
    }
    if (options->device_seconds) {
        *options->device_seconds = 1e-3;
    }
    return status;
}

static uint32_t device_count(mg_context *context) {
    (void)context;
    return 1;
}

static mg_status device_info(mg_context *context, uint32_t position, mg_device *device) {
    (void)context, (void)position;
    snprintf(device->name, sizeof device->name, "fake device");
    return MG_OK;
}

static const mg_backend device = {.name = "cuda",
                                  .kind = MG_BACKEND_CUDA,
                                  .matrix_spmm = spmm,
                                  .matrix_sddmm = sddmm,
                                  .device_count = device_count,
                                  .device_info = device_info};
const mg_backend *const mg__backends[] = {&device, &mg__cpu_backend, NULL};
