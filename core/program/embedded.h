/* SPDX-License-Identifier: Apache-2.0
 *
 * embedded.h: data embedded in the library for run-time linking: kernels as LTO-IR and as machine code (quick kernels,
 * link.h), and the headers that programs include.
 */
#ifndef MG_CORE_PROGRAM_EMBEDDED_H
#define MG_CORE_PROGRAM_EMBEDDED_H

#include <stddef.h>

typedef struct mg_embedded {
    const void *data;
    size_t size;
} mg_embedded;

/* Kernels for values of 4 or 8 bytes as LTO-IR. */
mg_embedded mg__embedded_kernels(size_t value_size);

/* Quick kernels: machine code that calls the callbacks of the program. */
typedef enum mg_quick_kernels {
    MG_QUICK_NONE, /* runs in lanes, and 64-bit offsets, whose graphs take far longer to build than a full kernel */
    MG_QUICK_LOOP_32,
    MG_QUICK_SWEEPS,
    MG_QUICK_TILES,
    MG_QUICK_DATAFLOW,
    MG_QUICK_DENSE,
    MG_QUICK_BLOCKS,
    MG_QUICK_DENSE_ROWS,
    MG_QUICK_ROWS_32,
    MG_QUICK_SEGMENTS,
    MG_QUICK_GATHER,
    MG_QUICK_KERNELS
} mg_quick_kernels;
/* NULL where there is none: MG_QUICK_NONE, or without MG_PAPER_LAYOUTS. */
mg_embedded mg__embedded_quick(mg_quick_kernels kernels, size_t value_size);

/* Names, as in #include, and texts of the headers. */
#define MG_EMBEDDED_HEADERS 7
extern const char *const mg__embedded_names[MG_EMBEDDED_HEADERS];
extern const char *const mg__embedded_texts[MG_EMBEDDED_HEADERS];

/* The same of what products over a user's semiring are compiled from. */
#define MG_EMBEDDED_PRODUCT 3
extern const char *const mg__product_names[MG_EMBEDDED_PRODUCT];
extern const char *const mg__product_texts[MG_EMBEDDED_PRODUCT];

#endif
