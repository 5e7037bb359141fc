/* SPDX-License-Identifier: Apache-2.0
 *
 * device_square.h: products of the formats csb, ecsb and gcsb. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_SQUARE_DEVICE_SQUARE_H
#define MG_CORE_CUDA_PRODUCT_SQUARE_DEVICE_SQUARE_H

#include "core/cuda/product/square/square_args.h"
#include "core/cuda/product/vector_product.h"

/* CSB, and `run` of HISPARSE with mg__square_build_hisparse(); ECSB; GCSB. */
extern const mg_vector_format mg__strips_products, mg__expanded_products, mg__grouped_products;

#endif
