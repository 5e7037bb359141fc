/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_rows.h: compressed adjacencies as they lie in files, from which graphs are built without a copy of the arcs.
 */
#ifndef MG_IO_CSR_ROWS_H
#define MG_IO_CSR_ROWS_H

#include "io/reader.h"

/* Makes the rows, whose file has been read, what the buffer holds. Refuses offsets that decrease or do not end at
 * `arcs`, neighbours of n or more, weights that are not finite. Doubles become floats if no value changes by that. */
mg_status mg__rows_read(mg_context *context, const mg_input *input, const mg_rows *rows, mg_edge_buffer *buffer);

/* The first half of it: checks the offsets. */
mg_status mg__rows_check_offsets(mg_context *context, const mg_input *input, const mg_rows *rows);

/* The rows as arcs of a graph. */
mg_arc_list mg__rows_arcs(const mg_rows *rows);

/* Forgets weights that are all 1, in formats that have no other way to say that there are none. */
void mg__rows_drop_unit_weights(const mg_context *context, mg_rows *rows);

/* Refuses counts that cannot be, and a file whose size is not `wanted` bytes (or `padding` more); then input->bytes has
 * them. A file that expands to over a thousand times its size is refused too. */
mg_status mg__expect_bytes(mg_context *context, mg_input *input, uint64_t n, uint64_t arcs, uint64_t wanted,
                           unsigned padding);

/* Numbers in files. */
static inline uint32_t mg__load32(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t mg__load64(const unsigned char *p) {
    return mg__load32(p) | (uint64_t)mg__load32(p + 4) << 32;
}

/* Where row v begins. */
static inline uint64_t mg__row_begin(const mg_rows *rows, uint64_t v) {
    if (rows->ends_only) {
        if (v == 0) {
            return 0;
        }
        v--;
    }
    const unsigned char *p = rows->offsets + v * rows->offset_size;
    return rows->offset_size == 4 ? mg__load32(p) : mg__load64(p);
}

/* count * size + more, or UINT64_MAX where that is too large. */
static inline uint64_t mg__add_array(uint64_t more, uint64_t count, uint64_t size) {
    uint64_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) || __builtin_add_overflow(bytes, more, &bytes) ? UINT64_MAX
                                                                                                      : bytes;
}

#endif
