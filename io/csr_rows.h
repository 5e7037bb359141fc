/* SPDX-License-Identifier: Apache-2.0
 *
 * csr_rows.h: compressed adjacencies as they lie in files, at any alignment, in little-endian order.
 */
#ifndef MG_IO_CSR_ROWS_H
#define MG_IO_CSR_ROWS_H

#include "io/reader.h"

typedef struct mg_rows {
    uint64_t n, arcs;
    const unsigned char *offsets;    /* n + 1 numbers from 0 to arcs, of */
    unsigned offset_size;            /* 4 or 8 bytes, */
    bool ends_only;                  /* or without the first */
    const unsigned char *neighbours; /* uint32, */
    unsigned neighbour_step;         /* so many bytes apart */
    const unsigned char *weights;    /* NULL: none or not wanted */
    unsigned weight_step;
    mg_type weight_type;
} mg_rows;

/* Appends all arcs to an empty buffer as directed edges of ids 0 .. n-1. Refuses offsets that decrease or do not end at
 * `arcs`, neighbours of n or more, weights that are not finite. */
mg_status mg__rows_read(mg_context *context, const mg_input *input, const mg_rows *rows, mg_edge_buffer *buffer);

/* The first half of it: checks the offsets and fills in the source of every arc. */
mg_status mg__rows_sources(mg_context *context, const mg_input *input, const mg_rows *rows, uint32_t *source);

/* Makes undirected edges of arcs of which both directions are listed, and checks that they are. Keeps them as arcs
 * where the options say so. */
mg_status mg__fold_pairs(mg_context *context, const mg_input *input, const mg_graph_options *options,
                         mg_edge_buffer *buffer);

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

/* count * size + more, or UINT64_MAX where that is too large. */
static inline uint64_t mg__add_array(uint64_t more, uint64_t count, uint64_t size) {
    uint64_t bytes;
    return __builtin_mul_overflow(count, size, &bytes) || __builtin_add_overflow(bytes, more, &bytes) ? UINT64_MAX
                                                                                                      : bytes;
}

#endif
