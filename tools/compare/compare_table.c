/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of ratios, theirs / ours: a row per graph, a column per algorithm, and geometric means.
 */
#include "tools/compare/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void compare_table_add(compare_report *r, const peer_graph *g, const comparison *c) {
    compare_cell *const cells = realloc(r->cells, (r->cell_count + 1) * sizeof *cells);
    if (!cells) {
        r->cells_missing = true;
        return;
    }
    r->cells = cells;
    compare_cell *const cell = &cells[r->cell_count++];
    *cell = (compare_cell){.algorithm = compare_algorithm_position(c->command->algorithm),
                           .peer = (size_t)(c->peer - peers),
                           .random = g->random,
                           .ratio = compare_is_good(c) && c->ours > 0 ? c->theirs / c->ours : 0};
    snprintf(cell->graph, sizeof cell->graph, "%s", g->name);
}

/* Geometric mean of the cells that are left by the conditions; which SIZE_MAX: of all algorithms. 0: none. */
static double mean_of(const compare_report *r, size_t of, bool random, size_t which) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < r->cell_count; i++) {
        const compare_cell *const cell = &r->cells[i];
        if (cell->peer == of && cell->random == random && cell->ratio > 0 &&
            (which == SIZE_MAX || cell->algorithm == which)) {
            sum += log(cell->ratio);
            count++;
        }
    }
    return count ? exp(sum / (double)count) : 0;
}

static void print_ratio(compare_report *r, double ratio) {
    if (ratio > 0) {
        bench_print(r->table, " %13.2f", ratio);
    } else {
        bench_print(r->table, " %13s", "-");
    }
}

/* The row of the graph whose first cell this is. */
static void print_row(compare_report *r, size_t first, const bool *columns) {
    const compare_cell *const head = &r->cells[first];
    bench_print(r->table, "  %-24s", head->graph);
    for (size_t a = 0; compare_algorithms[a]; a++) {
        double ratio = 0;
        for (size_t i = first; i < r->cell_count; i++) {
            const compare_cell *const cell = &r->cells[i];
            if (cell->peer == head->peer && cell->random == head->random && cell->algorithm == a &&
                strcmp(cell->graph, head->graph) == 0) {
                ratio = cell->ratio;
            }
        }
        if (columns[a]) {
            print_ratio(r, ratio);
        }
    }
    sink_text(r->table, "\n");
}

static bool is_first(const compare_report *r, size_t at) {
    for (size_t i = 0; i < at; i++) {
        if (r->cells[i].peer == r->cells[at].peer && r->cells[i].random == r->cells[at].random &&
            strcmp(r->cells[i].graph, r->cells[at].graph) == 0) {
            return false;
        }
    }
    return true;
}

static void print_table(compare_report *r, size_t of, bool random, int threads) {
    bool columns[COMPARE_ALGORITHM_COUNT] = {false};
    bool any = false;
    for (size_t i = 0; i < r->cell_count; i++) {
        if (r->cells[i].peer == of && r->cells[i].random == random && r->cells[i].ratio > 0) {
            columns[r->cells[i].algorithm] = any = true;
        }
    }
    if (!any) {
        return;
    }
    bench_print(r->table, "\n%s / ours, %s numbering", peers[of].name, random ? "random" : "original");
    if (!peers[of].gpu) {
        bench_print(r->table, ", threads: %d", threads);
    }
    bench_print(r->table, "\n  %-24s", "graph");
    for (size_t a = 0; compare_algorithms[a]; a++) {
        if (columns[a]) {
            bench_print(r->table, " %13s", compare_algorithms[a]);
        }
    }
    sink_text(r->table, "\n");
    for (size_t i = 0; i < r->cell_count; i++) {
        if (r->cells[i].peer == of && r->cells[i].random == random && is_first(r, i)) {
            print_row(r, i, columns);
        }
    }
    bench_print(r->table, "  %-24s", "geometric mean");
    for (size_t a = 0; compare_algorithms[a]; a++) {
        if (columns[a]) {
            print_ratio(r, mean_of(r, of, random, a));
        }
    }
    bench_print(r->table, "\n  %-24s %13.2f\n", "of all cells", mean_of(r, of, random, SIZE_MAX));
}

void compare_table_print(compare_report *r, int threads) {
    for (size_t p = 0; p < PEER_COUNT; p++) {
        print_table(r, p, false, threads);
        print_table(r, p, true, threads);
    }
    if (r->cells_missing) {
        sink_text(r->table, "out of memory: some ratios are missing in the tables\n");
    }
    sink_flush(r->table);
    free(r->cells);
    r->cells = NULL;
    r->cell_count = 0;
}
