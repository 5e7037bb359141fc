/* SPDX-License-Identifier: Apache-2.0
 *
 * rows_avx512.c: the row functions for x86-64 processors with AVX-512 (F, VL, BW, DQ).
 */
#define ROW_KERNELS mg__rows_avx512
#define ROW_TILE 512
#include "core/cpu/product/row_kernels.inc.h"
