/* SPDX-License-Identifier: Apache-2.0
 *
 * device_warps.h: products of the formats well, adell and coadell. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_WARPS_DEVICE_WARPS_H
#define MG_CORE_CUDA_PRODUCT_WARPS_DEVICE_WARPS_H

#include "core/cuda/product/vector_product.h"

extern const mg_vector_format mg__warps_products;

#endif
