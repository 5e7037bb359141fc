/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_recipes.h: generated float matrices by name, for bench and for the benchmarks of the tests. A matrix depends
 * only on its name. matrix_recipes.c has the names, matrix_rows.c the rows of each kind.
 */
#ifndef MG_TOOLS_BENCH_MATRIX_RECIPES_H
#define MG_TOOLS_BENCH_MATRIX_RECIPES_H

#include <multigraph/multigraph.h>

#define RECIPE_NUMBERS 4

typedef struct matrix_recipe {
    uint64_t n[RECIPE_NUMBERS]; /* of the name, in its order */
    uint64_t rows, columns;
} matrix_recipe;

typedef struct matrix_kind {
    const char *name, *form, *summary;
    int numbers;
    /* Sets rows and columns by the numbers; false: they do not fit together. */
    bool (*shape)(matrix_recipe *m);
    /* The columns of a row, of which there are `before` nonzeros in earlier rows; NULL: none are written. Returns their
     * number. */
    uint64_t (*row)(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns);
} matrix_kind;

extern const matrix_kind matrix_kinds[];
extern const size_t matrix_kind_count;

/* Is this the name of a generated matrix, such as band:65536:32 or kron16x16/degree? */
bool matrix_recipe_known(const char *name);
/* Makes the matrix. *why: what is wrong, where the context does not say it; else NULL. */
mg_status matrix_recipe_make(mg_context *context, const char *name, mg_matrix **matrix, const char **why);
/* A matrix whose entries are those of another one, each moved in both directions by a normal distribution with this
 * standard deviation, within the matrix; entries that meet are one (HiSparse, section 7). */
mg_status matrix_moved(mg_context *context, const mg_matrix *matrix, double deviation, uint64_t seed,
                       mg_matrix **moved);
/* The value of nonzero e: between -1 and 1, not 0, exact in float. */
float matrix_value(uint64_t e);
/* Value i of a matrix as a double; 1 of a pattern. */
double matrix_value_at(const mg_matrix_arrays *a, uint64_t i);
/* A number that depends on another one, well mixed. */
uint64_t matrix_hash(uint64_t number);

/* For --help: a line for each kind. */
void print_matrix_recipes(void);

#endif
