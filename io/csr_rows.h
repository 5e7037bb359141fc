/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_rows.h: CSR data in files, from which graphs are built without copying the arcs first.
 */
#ifndef MG_IO_CSR_ROWS_H
#define MG_IO_CSR_ROWS_H

#include "io/reader.h"

/* Checks rows whose file has been read and puts them into the buffer. FORMAT: offsets decrease or do not end at `arcs`,
 * a neighbour is >= n, a weight is not finite. */
mg_status mg__rows_read(mg_context *context, const mg_input *input, const mg_rows *rows, mg_edge_buffer *buffer);

/* The check of the offsets only. */
mg_status mg__rows_check_offsets(mg_context *context, const mg_input *input, const mg_rows *rows);

/* Loader of the rows for graph construction. */
mg_arc_list mg__rows_arcs(const mg_rows *rows);

/* Drops weights that are all 1, in formats that cannot store graphs without weights. */
void mg__rows_drop_unit_weights(const mg_context *context, mg_rows *rows);

/* Reads the file to input->bytes. Fails if the counts are impossible, if the size is not `wanted` bytes (or `padding`
 * more), or if it decompresses to over a thousand times its size. */
mg_status mg__expect_bytes(mg_context *context, mg_input *input, uint64_t n, uint64_t arcs, uint64_t wanted,
                           unsigned padding);

/* Little-endian numbers at any alignment. */
static inline uint32_t mg__load32(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t mg__load64(const unsigned char *p) {
    return mg__load32(p) | (uint64_t)mg__load32(p + 4) << 32;
}

/* First arc of row v. */
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

/* count * size + more, saturated at UINT64_MAX. */
static inline uint64_t mg__add_array(uint64_t more, uint64_t count, uint64_t size) {
    uint64_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) || __builtin_add_overflow(bytes, more, &bytes) ? UINT64_MAX
                                                                                                      : bytes;
}

#endif
