/* SPDX-License-Identifier: Apache-2.0
 *
 * output_rows.c: the rows of a table as text, by several threads: each formats pieces in memory, which are written in
 * their order. A graph is traversed in less time than one thread needs to print its result.
 */
#include "tools/output/output.h"

#include <omp.h>
#include <stdlib.h>

#define PIECE_CELLS ((uint64_t)1 << 13) /* of a piece: some 100 KB of text, which stay in a cache */

static void write_piece(sink *s, const output_table *table, uint64_t first, uint64_t end, output_row write,
                        const void *style) {
    for (uint64_t row = first; row < end; row++) {
        write(s, table, row, style);
    }
}

/* Closes the sinks; as many as could be opened. */
static void close_all(sink *sinks, int count) {
    for (int i = 0; i < count; i++) {
        sink_close(&sinks[i]);
    }
    free(sinks);
}

/* One sink in memory for each thread; NULL: there is not enough memory. */
static sink *open_all(int count) {
    sink *const sinks = malloc((size_t)count * sizeof *sinks);
    int opened = 0;
    while (sinks && opened < count && sink_in_memory(&sinks[opened])) {
        opened++;
    }
    if (sinks && opened < count) {
        close_all(sinks, opened);
    }
    return opened == count ? sinks : NULL;
}

void output_rows(sink *s, const output_table *table, output_row write, const void *style) {
    const uint64_t cells = table->column->width ? table->column->width : 1;
    const uint64_t step = PIECE_CELLS / cells ? PIECE_CELLS / cells : 1;
    const int64_t pieces = (int64_t)((table->rows + step - 1) / step);
    const int threads = pieces < table->threads ? (int)pieces : table->threads;
    sink *const texts = threads > 1 ? open_all(threads) : NULL;
    if (!texts) {
        write_piece(s, table, 0, table->rows, write, style);
        return;
    }
#pragma omp parallel for num_threads(threads) ordered schedule(dynamic, 1)
    for (int64_t i = 0; i < pieces; i++) {
        sink *const text = &texts[omp_get_thread_num()];
        const uint64_t first = (uint64_t)i * step, end = first + step < table->rows ? first + step : table->rows;
        write_piece(text, table, first, end, write, style);
#pragma omp ordered
        sink_append(s, text);
    }
    close_all(texts, threads);
}
