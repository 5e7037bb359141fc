/* SPDX-License-Identifier: Apache-2.0
 *
 * rows_avx2.c: the row functions for x86-64 processors with AVX2.
 */
#define ROW_KERNELS mg__rows_avx2
#define ROW_TILE 256
#include "core/cpu/product/row_kernels.inc.h"
