/* SPDX-License-Identifier: Apache-2.0
 *
 * spmv_type.inc.h: the five built-in semirings over one type. The includer defines
 *
 *     SPMV_ELEMENT         the type
 *     SPMV_WRAP            the type of the arithmetic: unsigned for integers, whose overflow wraps
 *     SPMV_SUFFIX          suffix of the function names
 *     SPMV_GREATEST        largest value of the type
 *     SPMV_SATURATE(a, b)  a + b, saturated at the largest and smallest value
 *     SPMV_MINIMA_ONLY     1 for unsigned types, whose sums and truths are those of the signed ones
 */
#define SPMV_SEMIRING_(name, suffix) name##_##suffix
#define SPMV_SEMIRING(name, suffix) SPMV_SEMIRING_(name, suffix)

#if !SPMV_MINIMA_ONLY
#define SPMV_NAME SPMV_SEMIRING(plus_times, SPMV_SUFFIX)
#define SPMV_SUM SPMV_ELEMENT
#define SPMV_ZERO 0
#define SPMV_ADD(a, b) (SPMV_ELEMENT)((SPMV_WRAP)(a) + (SPMV_WRAP)(b))
#define SPMV_MULTIPLY(x, w) (SPMV_ELEMENT)((SPMV_WRAP)(x) * (SPMV_WRAP)(w))
#define SPMV_WEIGHTED 1
#define SPMV_SCALED 1
#include "core/cpu/product/spmv_row.inc.h"

#define SPMV_NAME SPMV_SEMIRING(or_and, SPMV_SUFFIX)
#define SPMV_SUM uint32_t
#define SPMV_ZERO 0
#define SPMV_ADD(a, b) (((a) != 0) | ((b) != 0))
#define SPMV_MULTIPLY(x, w) (((x) != 0) & ((w) != 0))
#define SPMV_WEIGHTED 1
#define SPMV_SCALED 0
#include "core/cpu/product/spmv_row.inc.h"

#define SPMV_NAME SPMV_SEMIRING(plus_first, SPMV_SUFFIX)
#define SPMV_SUM SPMV_ELEMENT
#define SPMV_ZERO 0
#define SPMV_ADD(a, b) (SPMV_ELEMENT)((SPMV_WRAP)(a) + (SPMV_WRAP)(b))
#define SPMV_MULTIPLY(x, w) (x)
#define SPMV_WEIGHTED 0
#define SPMV_SCALED 0
#include "core/cpu/product/spmv_row.inc.h"
#endif

#define SPMV_NAME SPMV_SEMIRING(min_plus, SPMV_SUFFIX)
#define SPMV_SUM SPMV_ELEMENT
#define SPMV_ZERO SPMV_GREATEST
#define SPMV_ADD(a, b) ((b) < (a) ? (b) : (a))
#define SPMV_MULTIPLY(x, w) SPMV_SATURATE(x, w)
#define SPMV_WEIGHTED 1
#define SPMV_SCALED 0
#include "core/cpu/product/spmv_row.inc.h"

#define SPMV_NAME SPMV_SEMIRING(min_first, SPMV_SUFFIX)
#define SPMV_SUM SPMV_ELEMENT
#define SPMV_ZERO SPMV_GREATEST
#define SPMV_ADD(a, b) ((b) < (a) ? (b) : (a))
#define SPMV_MULTIPLY(x, w) (x)
#define SPMV_WEIGHTED 0
#define SPMV_SCALED 0
#include "core/cpu/product/spmv_row.inc.h"

#undef SPMV_SEMIRING_
#undef SPMV_SEMIRING
#undef SPMV_ELEMENT
#undef SPMV_WRAP
#undef SPMV_SUFFIX
#undef SPMV_GREATEST
#undef SPMV_SATURATE
#undef SPMV_MINIMA_ONLY
