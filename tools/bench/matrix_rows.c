/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_rows.c: the kinds of generated matrices, row by row.
 */
#include "tools/bench/matrix_recipes.h"

uint64_t matrix_hash(uint64_t number) {
    uint64_t z = number * 0x9e3779b97f4a7c15u + 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Below `bound`, which is below 2^32. */
static uint64_t draw(uint64_t number, uint64_t bound) {
    return (matrix_hash(number) >> 32) * bound >> 32;
}

/* Selects `count` of the numbers from 0 to `of` - 1, all with the same probability; adds `first` to each. */
static uint64_t select_of(uint64_t seed, uint64_t count, uint64_t of, uint64_t first, uint32_t *columns) {
    uint64_t found = 0;
    for (uint64_t i = 0; columns && i < of && found < count; i++) {
        if (draw(seed + i, of - i) < count - found) {
            columns[found++] = (uint32_t)(first + i);
        }
    }
    return count;
}

static bool square(matrix_recipe *m) {
    m->rows = m->columns = m->n[0];
    return true;
}

/* ---- bands and grids ---- */

static bool band_shape(matrix_recipe *m) {
    return square(m) && m->n[1] <= m->rows;
}

static uint64_t band(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    (void)before;
    for (uint64_t i = 0; columns && i < m->n[1]; i++) {
        columns[i] = (uint32_t)((row + i + m->rows - m->n[1] / 2) % m->rows);
    }
    return m->n[1];
}

typedef struct step {
    int x, y, z;
} step;

/* The neighbours of a point of a grid that are within it. */
static uint64_t neighbours(const uint64_t side[3], uint64_t row, const step *steps, size_t count, uint32_t *columns) {
    const int64_t x = (int64_t)(row % side[0]), y = (int64_t)(row / side[0] % side[1]);
    const int64_t z = (int64_t)(row / side[0] / side[1]);
    uint64_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const int64_t at[] = {x + steps[i].x, y + steps[i].y, z + steps[i].z};
        if (at[0] < 0 || at[1] < 0 || at[2] < 0 || at[0] >= (int64_t)side[0] || at[1] >= (int64_t)side[1] ||
            at[2] >= (int64_t)side[2]) {
            continue;
        }
        if (columns) {
            columns[found] = (uint32_t)(((uint64_t)at[2] * side[1] + (uint64_t)at[1]) * side[0] + (uint64_t)at[0]);
        }
        found++;
    }
    return found;
}

static bool stencil_shape(matrix_recipe *m) {
    m->rows = m->columns = m->n[0] * m->n[0];
    return m->n[0] < 65536;
}

static uint64_t stencil(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    static const step steps[] = {{0, -1, 0}, {-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    (void)before;
    return neighbours((const uint64_t[]){m->n[0], m->n[0], 1}, row, steps, sizeof steps / sizeof *steps, columns);
}

static bool triangles_shape(matrix_recipe *m) {
    m->rows = m->columns = m->n[0] * m->n[1];
    return m->n[0] < 65536 && m->n[1] < 65536;
}

static uint64_t triangles(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    static const step steps[] = {{-1, -1, 0}, {0, -1, 0}, {-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    (void)before;
    return neighbours((const uint64_t[]){m->n[0], m->n[1], 1}, row, steps, sizeof steps / sizeof *steps, columns);
}

static bool cube_shape(matrix_recipe *m) {
    m->rows = m->columns = m->n[0] * m->n[0] * m->n[0];
    return m->n[0] < 1600;
}

static uint64_t cube(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    step steps[27];
    (void)before;
    for (int i = 0; i < 27; i++) {
        steps[i] = (step){i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
    }
    return neighbours((const uint64_t[]){m->n[0], m->n[0], m->n[0]}, row, steps, 27, columns);
}

/* ---- random columns ---- */

static bool random_shape(matrix_recipe *m) {
    m->rows = m->n[0];
    m->columns = m->n[1];
    return true;
}

static uint64_t random_row(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    (void)row;
    for (uint64_t i = 0; columns && i < m->n[2]; i++) {
        columns[i] = (uint32_t)draw(before + i, m->n[1]);
    }
    return m->n[2];
}

static uint64_t uniform(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    (void)row;
    for (uint64_t i = 0; columns && i < m->n[1]; i++) {
        columns[i] = (uint32_t)draw(before + i, m->n[0]);
    }
    return m->n[1];
}

static uint64_t cluster(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    for (uint64_t i = 0; columns && i < m->n[3]; i++) {
        columns[i] = (uint32_t)((row / m->n[1] * m->n[2] + draw(before + i, m->n[2])) % m->rows);
    }
    return m->n[3];
}

static uint64_t scatter(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    for (uint64_t i = 0; columns && i < m->n[3]; i++) {
        /* the same place in all rows of the group */
        columns[i] = (uint32_t)draw(~(row / m->n[1] * m->n[2] + draw(before + i, m->n[2])), m->rows);
    }
    return m->n[3];
}

/* ---- exact numbers of nonzeros ---- */

static bool dense_shape(matrix_recipe *m) {
    return random_shape(m);
}

static uint64_t dense(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    (void)row, (void)before;
    for (uint64_t i = 0; columns && i < m->n[1]; i++) {
        columns[i] = (uint32_t)i;
    }
    return m->n[1];
}

static bool sampled_shape(matrix_recipe *m) {
    return square(m) && m->n[0] < 65536 && m->n[1] <= m->n[0] * m->n[0];
}

/* Each place is taken with the probability that those which are left need. */
static uint64_t sampled(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    const uint64_t first = row * m->columns, left = m->rows * m->columns - first;
    uint64_t found = 0;
    for (uint64_t i = 0; i < m->columns && before + found < m->n[1]; i++) {
        if (draw(first + i, left - i) < m->n[1] - before - found) {
            if (columns) {
                columns[found] = (uint32_t)i;
            }
            found++;
        }
    }
    return found;
}

static uint64_t ideal_sum(const matrix_recipe *m, uint64_t block_row) {
    const uint64_t blocks = m->n[0] / m->n[1];
    return m->n[2] / blocks * (block_row * block_row) / (blocks * blocks);
}

/* Nonzeros of each block of a block row: the more, the lower it is. */
static uint64_t ideal_count(const matrix_recipe *m, uint64_t block_row) {
    return ideal_sum(m, block_row + 1) - ideal_sum(m, block_row);
}

static bool ideal_shape(matrix_recipe *m) {
    if (!square(m) || m->n[0] >= 65536 || m->n[1] > m->n[0] || m->n[0] % m->n[1]) {
        return false;
    }
    const uint64_t blocks = m->n[0] / m->n[1];
    return m->n[2] % blocks == 0 && ideal_count(m, blocks - 1) <= m->n[1] * m->n[1];
}

static uint64_t ideal(const matrix_recipe *m, uint64_t row, uint64_t before, uint32_t *columns) {
    const uint64_t side = m->n[1], blocks = m->n[0] / side, count = ideal_count(m, row / side);
    uint64_t found = 0;
    (void)before;
    for (uint64_t block = 0; block < blocks; block++) {
        const uint64_t place = (row + block) % side; /* another row of each block has the remainder */
        const uint64_t own = (place + 1) * count / side - place * count / side;
        found += select_of((row * blocks + block) * side, own, side, block * side, columns ? columns + found : NULL);
    }
    return found;
}

const matrix_kind matrix_kinds[] = {
    {"band", "band:ROWS:DIAGONALS", "diagonals around the main one; they go round at the edges", 2, band_shape, band},
    {"stencil", "stencil:SIDE", "five points on a square grid", 1, stencil_shape, stencil},
    {"triangles", "triangles:WIDTH:HEIGHT", "a grid with a diagonal in each square: seven points", 2, triangles_shape,
     triangles},
    {"cube", "cube:SIDE", "27 points on a cubic grid", 1, cube_shape, cube},
    {"random", "random:ROWS:COLUMNS:LENGTH", "columns at random", 3, random_shape, random_row},
    {"uniform", "uniform:ROWS:LENGTH", "the same, as many columns as rows", 2, square, uniform},
    {"cluster", "cluster:ROWS:GROUP:COLUMNS:LENGTH", "groups of rows draw from neighbouring columns", 4, square,
     cluster},
    {"scatter", "scatter:ROWS:GROUP:COLUMNS:LENGTH", "the same, columns all over the matrix", 4, square, scatter},
    {"dense", "dense:ROWS:COLUMNS", "no zeros", 2, dense_shape, dense},
    {"sampled", "sampled:ROWS:NONZEROS", "so many places of a square, at random", 2, sampled_shape, sampled},
    {"ideal", "ideal:ROWS:SIDE:NONZEROS", "blocks, equally full in each block row", 3, ideal_shape, ideal},
};
const size_t matrix_kind_count = sizeof matrix_kinds / sizeof *matrix_kinds;
