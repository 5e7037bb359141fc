/* SPDX-License-Identifier: Apache-2.0
 *
 * copy_value.h: copies single values of 4 and 8 bytes.
 */
#ifndef MG_CORE_SPARSE_COPY_VALUE_H
#define MG_CORE_SPARSE_COPY_VALUE_H

#include <stddef.h>
#include <stdint.h>

/* to[i] = from[j]. size: of a value; with 0, a pattern, nothing is copied. */
static inline void mg__copy_value(void *to, uint64_t i, const void *from, uint64_t j, size_t size) {
    if (size == 4) {
        ((uint32_t *)to)[i] = ((const uint32_t *)from)[j];
    } else if (size == 8) {
        ((uint64_t *)to)[i] = ((const uint64_t *)from)[j];
    }
}

#endif
