/* SPDX-License-Identifier: Apache-2.0
 *
 * choose_format.h: the format that AUTO takes.
 */
#ifndef MG_CORE_SPARSE_CHOOSE_FORMAT_H
#define MG_CORE_SPARSE_CHOOSE_FORMAT_H

#include "core/sparse/formats.h"

typedef struct mg_format_choice {
    const mg_format *format;
    double seconds; /* predicted of a product; 0: not predicted */
    char why[MG_WHY_SIZE];
} mg_format_choice;

/* The backend that products will run on: `wanted`, or the one that AUTO takes. */
mg_backend_kind mg__products_backend(mg_context *context, mg_backend_kind wanted);

/* The same for products on a GPU (choose_gpu.c). */
mg_status mg__choose_on_gpu(mg_context *context, mg_storage *from, const mg_format_options *options,
                            mg_format_choice *choice);

/* Chooses for products as the options expect them. from: has `csr`. */
mg_status mg__choose_format(mg_context *context, mg_storage *from, const mg_format_options *options,
                            mg_format_choice *choice);

#endif
