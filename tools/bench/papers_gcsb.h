/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_gcsb.h: what the tables of GCSB share.
 *
 *     papers_gcsb.c            schemes, speed-ups and memory; figures 4.3 to 4.5
 *     papers_gcsb_generated.c  the ideal matrix, tables 4.5 to 4.8; random ones, figures 4.6 to 4.8
 */
#ifndef MG_TOOLS_BENCH_PAPERS_GCSB_H
#define MG_TOOLS_BENCH_PAPERS_GCSB_H

#include "tools/bench/papers.h"

#define GCSB_SIDE 32 /* of a block, and blocks of a group: equation 4.1 */

enum {
    GCSB_SCALAR,
    GCSB_COO,
    GCSB_ECSB,
    GCSB_CSB,
    GCSB_GCSB,
    GCSB_SHORT,
    GCSB_CSR,
    GCSB_SPLIT,
    GCSB_VENDOR,
    GCSB_SCHEMES
};
extern const papers_scheme *const gcsb_schemes[GCSB_SCHEMES];

typedef struct gcsb_times {
    double seconds[GCSB_SCHEMES][2]; /* of SpMV and SpMVT; not above 0: not measured */
    mg_matrix_statistics built[GCSB_SCHEMES];
} gcsb_times;
void gcsb_measure(papers *p, const mg_matrix *matrix, gcsb_times *t);

/* Bytes by the thesis's formulas; padding: that of GCSB's groups. */
double gcsb_bytes(const mg_matrix *matrix, int scheme, uint32_t side, uint64_t padding);

/* Tables of speed-ups and of memory: their beginning, and a row. */
void gcsb_begin_speeds(papers *p, bench_table *t, const char *figure, const char *what);
void gcsb_put_speeds(papers *p, bench_table *t, const char *name, const gcsb_times *times);
void gcsb_begin_memory(papers *p, bench_table *t, const char *figure, const char *what);
void gcsb_put_memory(bench_table *t, const char *name, const mg_matrix *matrix, const gcsb_times *times);

void gcsb_print_ideal(papers *p);
void gcsb_print_random(papers *p);

#endif
