/* SPDX-License-Identifier: Apache-2.0
 *
 * rows_baseline.c: the row functions for every processor of the architecture.
 */
#define ROW_KERNELS mg__rows_baseline
#define ROW_TILE 128
#include "core/cpu/product/row_kernels.inc.h"
