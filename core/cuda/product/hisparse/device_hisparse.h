/* SPDX-License-Identifier: Apache-2.0
 *
 * device_hisparse.h: products of the format hisparse by its schedulers: `flat` lists the leaves as blocks, the others
 * go through the tree. C11.
 */
#ifndef MG_CORE_CUDA_PRODUCT_HISPARSE_DEVICE_HISPARSE_H
#define MG_CORE_CUDA_PRODUCT_HISPARSE_DEVICE_HISPARSE_H

#include "core/cuda/product/vector_product.h"

extern const mg_vector_format mg__hisparse_products;

#endif
