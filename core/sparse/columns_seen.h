/* SPDX-License-Identifier: Apache-2.0
 *
 * columns_seen.h: memory of a thread that counts the entries of a row by column: a number for each column, and the
 * columns that have one.
 */
#ifndef MG_CORE_SPARSE_COLUMNS_SEEN_H
#define MG_CORE_SPARSE_COLUMNS_SEEN_H

#include <omp.h>
#include <stdint.h>

typedef struct mg_columns_seen {
    uint64_t *counts; /* of each column; zeros before the first entry */
    uint64_t *listed, *scratch;
    uint64_t count; /* of listed columns */
} mg_columns_seen;

/* That of this thread. memory: 3 * columns zeros for each thread. */
static inline mg_columns_seen mg__columns_seen(uint64_t *memory, uint64_t columns) {
    uint64_t *const own = memory + 3 * columns * (uint64_t)omp_get_thread_num();
    return (mg_columns_seen){.counts = own, .listed = own + columns, .scratch = own + 2 * columns};
}

static inline void mg__see_column(mg_columns_seen *seen, uint32_t column) {
    if (!seen->counts[column]++) {
        seen->listed[seen->count++] = column;
    }
}

/* For the next row. */
static inline void mg__forget_columns(mg_columns_seen *seen) {
    for (uint64_t i = 0; i < seen->count; i++) {
        seen->counts[seen->listed[i]] = 0;
    }
    seen->count = 0;
}

#endif
