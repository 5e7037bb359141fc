/* SPDX-License-Identifier: Apache-2.0
 *
 * user_args.h: the arguments of products over a user's semiring. C11 and CUDA C++, also at run time.
 */
#ifndef MG_CORE_CUDA_PRODUCT_USER_USER_ARGS_H
#define MG_CORE_CUDA_PRODUCT_USER_USER_ARGS_H

#include "core/cuda/product/split/split_args.h"

#define MG_USER_ELEMENT 64 /* bytes of an element, at most: MG_ELEMENT_MAX */

/* Y = A X, or Y = Y (+) A X with `accumulate`; alpha and beta are not used. */
typedef struct mg_user_product {
    mg_split_product product;
    uint32_t lanes;    /* of a warp that carry a column each: a power of two up to 32 */
    uint32_t finishes; /* adds the sums of split rows, instead of those of items */
    unsigned char identity[MG_USER_ELEMENT];
} mg_user_product;

#endif
