/* SPDX-License-Identifier: Apache-2.0
 *
 * papers_hisparse.c: figures 2 and 4 of HiSparse: bytes and nodes, by the publication's rules ("predicted") and as the
 * library has them ("actual").
 */
#include "tools/bench/papers.h"
#include "tools/bench/papers_tree.h"
#include "tools/cli/signals.h"

#include <inttypes.h>
#include <math.h>

/* A matrix, its rows in CSR, and its tree. */
typedef struct figures {
    mg_matrix_arrays csr;
    mg_matrix_statistics built;
    tree_counts predicted;
    double deviation; /* of the rows' lengths */
    bool known;
} figures;

static double row_deviation(const mg_matrix_arrays *csr, double mean) {
    double squares = 0;
    for (uint64_t row = 0; row < csr->rows; row++) {
        const double by = (double)(csr->row_offsets[row + 1] - csr->row_offsets[row]) - mean;
        squares += by * by;
    }
    return csr->rows ? sqrt(squares / (double)csr->rows) : 0;
}

static void examine(papers *p, size_t i, figures *f) {
    const mg_matrix *const matrix = papers_typed(p, i, MG_FLOAT32);
    mg_matrix *tree = NULL;
    *f = (figures){.built = MG_MATRIX_STATISTICS_INIT};
    if (!matrix || interrupted() || mg_matrix_to_csr(p->context, matrix, &f->csr) < 0) {
        return;
    }
    f->known = tree_predict(&f->csr, sizeof(float), &f->predicted) &&
               mg_matrix_convert(p->context, matrix, MG_FORMAT_HISPARSE, 1, 0, &tree) >= 0 &&
               mg_matrix_describe(p->context, tree, &f->built) >= 0;
    f->deviation = row_deviation(&f->csr, f->built.mean_row);
    mg_matrix_destroy(p->context, tree);
}

/* Figure 2. */
static void print_bytes(papers *p, const figures *all) {
    double sum[5] = {0};
    size_t count = 0;
    bench_print(p->out,
                "\nFigure 2: Memory consumption per non-zero, single precision, bytes (double: 4 more)\nformula: of "
                "section 3.3; predicted: the nodes by its rules, without padding\n");
    bench_print(p->out, "%-22s %8s %8s %10s %10s %10s\n", "matrix", "COO", "CSR", "formula", "predicted", "HiSparse");
    for (size_t i = 0; i < p->count; i++) {
        const double z = (double)all[i].csr.nonzeros;
        bench_print(p->out, "%-22s", p->matrices[i].name);
        if (!all[i].known || z <= 0) {
            bench_print(p->out, " -\n");
            continue;
        }
        const double bytes[] = {12, 8 + 4 * (double)(all[i].csr.rows + 1) / z,
                                tree_formula_bytes(&all[i].predicted, all[i].csr.nonzeros, sizeof(float)) / z,
                                all[i].predicted.bytes / z, (double)all[i].built.bytes / z};
        for (int c = 0; c < 5; c++) {
            papers_put(p, c < 2 ? 8 : 10, 2, bytes[c]);
            sum[c] += bytes[c];
        }
        bench_print(p->out, "\n");
        count++;
    }
    if (count) {
        bench_print(p->out, "%-22s", "mean");
        for (int c = 0; c < 5; c++) {
            papers_put(p, c < 2 ? 8 : 10, 2, sum[c] / (double)count);
        }
        bench_print(p->out, "\nours: %.0f %% below COO, %.0f %% below CSR; paper: about 50 %% and 20 %%\n",
                    100 * (1 - sum[4] / sum[0]), 100 * (1 - sum[4] / sum[1]));
    }
    sink_flush(p->out);
}

static void print_nodes(papers *p, const char *label, const tree_counts *c) {
    bench_print(p->out, "  %-9s %" PRIu64 ", %" PRIu64 ", %.1f | %" PRIu64 ", %" PRIu64 ", %.1f\n", label,
                c->sparse_inner, c->dense_inner, tree_mean_entries(c), c->sparse_leaves, c->dense_leaves,
                tree_mean_nonzeros(c));
}

/* Figure 4. The library's statistics lack the nonzeros of sparse leaves: they are those of the prediction. */
static void print_structure(papers *p, const figures *all) {
    bench_print(p->out, "\nFigure 4: CSR: row mean (std-dev), max | HiSparse nodes: #sparse, #dense, mean entries | "
                        "leaves: #sparse, #dense, mean nnz\n");
    for (size_t i = 0; i < p->count; i++) {
        const figures *const f = &all[i];
        const papers_source *const source = papers_source_of(p, i);
        if (!f->known) {
            continue;
        }
        bench_print(p->out, "%s: %" PRIu64 " x %" PRIu64 ", %" PRIu64 " non-zeros, rows %.1f (%.1f), %" PRIu64 "\n",
                    p->matrices[i].name, f->csr.rows, f->csr.columns, f->csr.nonzeros, f->built.mean_row, f->deviation,
                    f->built.longest_row);
        const tree_counts actual = {.sparse_inner = f->built.sparse_nodes,
                                    .dense_inner = f->built.dense_nodes,
                                    .sparse_leaves = f->built.sparse_leaves,
                                    .dense_leaves = f->built.dense_leaves,
                                    .sparse_leaf_nonzeros = f->predicted.sparse_leaf_nonzeros};
        print_nodes(p, "actual", &actual);
        print_nodes(p, "predicted", &f->predicted);
        if (source && source->printed) {
            bench_print(p->out, "  %-9s rows %s\n", "paper", source->printed);
        }
    }
    sink_flush(p->out);
}

void papers_hisparse(papers *p) {
    static figures all[PAPERS_MOST];
    for (size_t i = 0; i < p->count; i++) {
        examine(p, i, &all[i]);
    }
    print_bytes(p, all);
    print_structure(p, all);
    papers_hisparse_times(p);
}
