/* SPDX-License-Identifier: Apache-2.0
 *
 * test_matrix_hisparse.c: nodes and trees of HISPARSE, edits against a dense map, and that versions share nodes and
 * give them back.
 */
#include "core/sparse/hisparse.h"
#include "tests/core/sparse/matrix_shapes.h"
#include "tests/failing_memory.h"
#include "tests/harness.h"
#include "tests/shapes.h"

#include <stdlib.h>
#include <string.h>

static mg_matrix *convert(mg_context *context, const mg_matrix *matrix, uint32_t side) {
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    mg_matrix *made = NULL;
    options.tile_columns = side;
    CHECK_OK(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_HISPARSE, &options, &made));
    return made;
}

/* The publication: a count of 4 bytes, 2 bytes of coordinates and the entries; padding to X entries and 16 bytes. */
TEST(nodes_have_the_published_sizes) {
    CHECK_EQ(mg__node_bytes(7, MG_NODE_COO1, true, 1, 4), 16);      /* 4 + 2, aligned to 8, + 4 */
    CHECK_EQ(mg__node_bytes(7, MG_NODE_COO2, true, 2, 4), 16);      /* 4 + 4 + 8 */
    CHECK_EQ(mg__node_bytes(7, MG_NODE_COO2, true, 2, 8), 32);      /* aligned to 16, + 16 */
    CHECK_EQ(mg__node_bytes(7, MG_NODE_COO4, true, 3, 4), 32);      /* 4 + 8, aligned to 16, + 16 */
    CHECK_EQ(mg__node_bytes(7, MG_NODE_COO4, true, 100, 0), 208);   /* a pattern: coordinates alone */
    CHECK_EQ(mg__node_bytes(7, MG_NODE_DENSE, false, 9, 4), 65536); /* references to 128 * 128 children */
    CHECK_EQ(mg__node_bytes(7, MG_NODE_DENSE, true, 9, 4), 65536 + 2048);
    CHECK_EQ(mg__node_choose(7, 1, true, 4), MG_NODE_COO1);
    CHECK_EQ(mg__node_choose(7, 2, true, 4), MG_NODE_COO2);
    CHECK_EQ(mg__node_choose(7, 3, true, 4), MG_NODE_COO4);
    CHECK_EQ(mg__node_choose(7, 10793, true, 4), MG_NODE_COO4); /* the root of poisson3Da, 65.9 % full */
    CHECK_EQ(mg__node_choose(7, 10922, true, 4), MG_NODE_COO4); /* 4 + 6 * 10922 = 65536 */
    CHECK_EQ(mg__node_choose(7, 10923, true, 4), MG_NODE_DENSE);
    CHECK_EQ(mg__node_choose(7, 16384, false, 4), MG_NODE_COO4); /* equal coordinates */
}

/* As the matrix `dense` of figure 4, with 3 instead of 40 leaves a side: the leaves of the last row and column are cut.
 */
TEST(a_dense_matrix_has_dense_leaves_but_at_its_edges) {
    enum { SIDE = 300 };
    static uint64_t offsets[SIDE + 1];
    static uint32_t columns[SIDE * SIDE];
    static float values[SIDE * SIDE];
    mg_context *context = test_new_context(2);
    mg_matrix *matrix = NULL;
    for (uint32_t e = 0; e < SIDE * SIDE; e++) {
        columns[e] = e % SIDE;
        values[e] = 1;
        offsets[e / SIDE + 1] = e + 1;
    }
    const mg_matrix_arrays arrays = {.rows = SIDE,
                                     .columns = SIDE,
                                     .nonzeros = SIDE * SIDE,
                                     .row_offsets = offsets,
                                     .column_indices = columns,
                                     .values = values,
                                     .type = MG_FLOAT32};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    mg_matrix *made = convert(context, matrix, 0);
    const mg_hisparse *h = made->storage->layout;
    mg_matrix_statistics m = MG_MATRIX_STATISTICS_INIT;
    CHECK_OK(context, mg_matrix_describe(context, made, &m));
    CHECK(m.sparse_nodes == 1 && m.dense_nodes == 0 && m.sparse_leaves == 5 && m.dense_leaves == 4 && m.children == 9);
    CHECK_EQ(m.units, 10);
    CHECK_EQ(h->depth, 2);
    CHECK(h->counts.sparse_inner == 1 && h->counts.dense_inner == 0);
    CHECK(h->counts.sparse_leaves == 5 && h->counts.dense_leaves == 4);
    CHECK_EQ(h->counts.children, 9);
    mg_matrix_destroy(context, made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

TEST(decoding_gives_back_what_was_put_into_a_tree) {
    static const uint32_t sides[] = {4, 8, 16, 32, 64, 128, 256};
    static const mg_type types[] = {MG_FLOAT32, MG_FLOAT64, MG_TYPE_NONE, MG_INT64, MG_INT32};
    mg_context *context = test_new_context(3);
    for (int i = 0; i < MATRIX_SHAPES; i++) {
        matrix_shape sample = matrix_shape_make(i);
        for (size_t s = 0; s < sizeof sides / sizeof *sides; s++) {
            const mg_type type = types[((size_t)i + s) % 5];
            mg_matrix *matrix = matrix_shape_matrix(context, &sample, type, false);
            mg_matrix *made = convert(context, matrix, sides[s]);
            mg_matrix_statistics m = MG_MATRIX_STATISTICS_INIT;
            matrix_shape_check(context, &sample, type, 1, made);
            CHECK_OK(context, mg_matrix_describe(context, made, &m));
            CHECK_EQ(m.bytes, m.predicted_bytes);
            mg_matrix_destroy(context, made);
            mg_matrix_destroy(context, matrix);
        }
        matrix_shape_free(&sample);
    }
    mg_matrix *matrix = NULL, *made = NULL;
    const mg_matrix_arrays none = {.rows = 3, .columns = 3, .row_offsets = (const uint64_t[]){0, 0, 0, 0}};
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    CHECK_OK(context, mg_matrix_create(context, &none, &matrix));
    for (options.tile_columns = 2; options.tile_columns <= 512; options.tile_columns *= 256) {
        CHECK_STATUS(context, mg_matrix_convert_with(context, matrix, MG_FORMAT_HISPARSE, &options, &made),
                     MG_ERROR_INVALID);
    }
    CHECK(!made);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}

/* ---- edits ---- */

enum { ROWS = 90, COLUMNS = 70, CHANGES = 40 };

/* What a matrix should be: values, 0 where there is no entry. */
typedef struct map {
    float value[ROWS][COLUMNS];
} map;

static void check_map(mg_context *context, const mg_matrix *matrix, const map *m) {
    mg_matrix_arrays csr;
    uint64_t count = 0;
    CHECK_OK(context, mg_matrix_to_csr(context, matrix, &csr));
    for (uint64_t row = 0; row < ROWS; row++) {
        uint64_t e = csr.row_offsets[row];
        for (uint32_t column = 0; column < COLUMNS; column++) {
            if (m->value[row][column] != 0) {
                CHECK(e < csr.row_offsets[row + 1]);
                CHECK_EQ(csr.column_indices[e], column);
                CHECK(((const float *)csr.values)[e++] == m->value[row][column]);
                count++;
            }
        }
        CHECK_EQ(e, csr.row_offsets[row + 1]);
    }
    CHECK_EQ(mg_matrix_nonzeros(matrix), count);
}

static mg_matrix *make_map(mg_context *context, map *m, uint64_t *seed, uint64_t percent) {
    static uint32_t rows[ROWS * COLUMNS], columns[ROWS * COLUMNS];
    static float values[ROWS * COLUMNS];
    uint64_t count = 0;
    mg_matrix *matrix = NULL;
    memset(m, 0, sizeof *m);
    for (uint32_t row = 0; row < ROWS; row++) {
        for (uint32_t column = 0; column < COLUMNS; column++) {
            if (test_random(seed) % 100 < percent) {
                rows[count] = row;
                columns[count] = column;
                values[count] = m->value[row][column] = (float)(1 + test_random(seed) % 50);
                count++;
            }
        }
    }
    const mg_matrix_arrays arrays = {.rows = ROWS,
                                     .columns = COLUMNS,
                                     .nonzeros = count,
                                     .row_indices = rows,
                                     .column_indices = columns,
                                     .values = values,
                                     .type = MG_FLOAT32};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &matrix));
    return matrix;
}

typedef struct change_set {
    mg_matrix_changes changes;
    uint32_t rows[2 * CHANGES], columns[2 * CHANGES];
    float values[CHANGES];
} change_set;

/* Some random changes, within a corner or everywhere, applied to the map; transposed: in swapped coordinates. */
static void draw_changes(change_set *c, map *m, bool transposed, uint64_t *seed) {
    const uint64_t height = test_random(seed) % 2 ? ROWS : 9, width = test_random(seed) % 2 ? COLUMNS : 9;
    const uint32_t sets = (uint32_t)(test_random(seed) % CHANGES), removes = (uint32_t)(test_random(seed) % CHANGES);
    for (uint32_t i = 0; i < removes + sets; i++) {
        const uint32_t row = (uint32_t)(test_random(seed) % height), column = (uint32_t)(test_random(seed) % width);
        c->rows[i] = transposed ? column : row;
        c->columns[i] = transposed ? row : column;
        m->value[row][column] = 0;
        if (i >= removes) {
            c->values[i - removes] = m->value[row][column] = (float)(1 + test_random(seed) % 50);
        }
    }
    c->changes = (mg_matrix_changes){.size = sizeof c->changes,
                                     .set_count = sets,
                                     .set_rows = c->rows + removes,
                                     .set_columns = c->columns + removes,
                                     .set_values = c->values,
                                     .remove_count = removes,
                                     .remove_rows = c->rows,
                                     .remove_columns = c->columns};
}

/* A sequence of versions in a format; all stay what they were, and go in random order. */
static void check_edits(mg_context *context, mg_matrix_format format, uint32_t side, uint64_t seed) {
    enum { VERSIONS = 12 };
    static map maps[VERSIONS];
    mg_matrix *versions[VERSIONS], *plain = make_map(context, &maps[0], &seed, 30);
    mg_format_options options = MG_FORMAT_OPTIONS_INIT;
    options.tile_columns = side;
    CHECK_OK(context, mg_matrix_convert_with(context, plain, format, &options, &versions[0]));
    mg_matrix_destroy(context, plain);
    for (int v = 1; v < VERSIONS; v++) {
        const int from = (int)(test_random(&seed) % (uint64_t)v);
        const bool transposed = test_random(&seed) % 2;
        change_set c;
        mg_matrix *view = versions[from], *edited, *back;
        maps[v] = maps[from];
        draw_changes(&c, &maps[v], transposed, &seed);
        if (transposed) {
            CHECK_OK(context, mg_matrix_transposed(context, versions[from], &view));
        }
        CHECK_OK(context, mg_matrix_edit(context, view, &c.changes, &edited));
        CHECK_EQ(mg_matrix_format_of(edited), format);
        versions[v] = edited;
        if (transposed) {
            CHECK_OK(context, mg_matrix_transposed(context, edited, &back));
            mg_matrix_destroy(context, edited);
            mg_matrix_destroy(context, view);
            versions[v] = back;
        }
    }
    for (int left = VERSIONS; left > 0; left--) {
        for (int v = 0; v < VERSIONS; v++) {
            if (versions[v]) {
                check_map(context, versions[v], &maps[v]);
            }
        }
        int gone = (int)(test_random(&seed) % VERSIONS);
        for (; !versions[gone]; gone = (gone + 1) % VERSIONS) {
        }
        mg_matrix_destroy(context, versions[gone]);
        versions[gone] = NULL;
    }
}

TEST(edits_are_those_of_a_map) {
    mg_context *context = test_new_context(2);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        for (uint32_t side = 4; side <= 64; side *= 4) {
            check_edits(context, MG_FORMAT_HISPARSE, side, seed);
        }
    }
    for (int format = MG_FORMAT_CSR; format < MG_FORMAT_COUNT; format++) {
        if (format != MG_FORMAT_ELL && format != MG_FORMAT_WELL) { /* which may refuse what it becomes */
            check_edits(context, (mg_matrix_format)format, 0, 7);
        }
    }
    mg_context_destroy(context);
}

/* Removing everything leaves an empty tree, which can be filled again. */
TEST(a_tree_can_become_empty) {
    static uint32_t rows[ROWS * COLUMNS], columns[ROWS * COLUMNS];
    map m;
    uint64_t seed = 3;
    mg_context *context = test_new_context(1);
    mg_matrix *plain = make_map(context, &m, &seed, 50), *full = convert(context, plain, 8), *empty, *again;
    for (uint32_t i = 0; i < ROWS * COLUMNS; i++) {
        rows[i] = i / COLUMNS;
        columns[i] = i % COLUMNS;
    }
    mg_matrix_changes changes = MG_MATRIX_CHANGES_INIT;
    changes.remove_count = ROWS * COLUMNS;
    changes.remove_rows = rows;
    changes.remove_columns = columns;
    CHECK_OK(context, mg_matrix_edit(context, full, &changes, &empty));
    CHECK_EQ(mg_matrix_nonzeros(empty), 0);
    CHECK_EQ(((const mg_hisparse *)empty->storage->layout)->root, 0);
    CHECK_EQ(((const mg_hisparse *)empty->storage->layout)->counts.bytes, 0);
    const float value = 5;
    changes = (mg_matrix_changes)MG_MATRIX_CHANGES_INIT;
    changes.set_count = 1;
    changes.set_rows = rows + ROWS * COLUMNS - 1;
    changes.set_columns = columns + ROWS * COLUMNS - 1;
    changes.set_values = &value;
    CHECK_OK(context, mg_matrix_edit(context, empty, &changes, &again));
    memset(&m, 0, sizeof m);
    m.value[ROWS - 1][COLUMNS - 1] = 5;
    check_map(context, again, &m);
    mg_matrix_destroy(context, plain);
    mg_matrix_destroy(context, full);
    mg_matrix_destroy(context, empty);
    mg_matrix_destroy(context, again);
    mg_context_destroy(context);
}

/* One entry of a matrix of 2^20 rows changes one node on each of three levels; the chunk of the first version is shared
 * and outlives it. */
TEST(versions_share_the_nodes_without_changes) {
    enum { SIDE = 1 << 20 };
    mg_context *context = test_new_context(2);
    uint32_t *rows = test_memory(SIDE, sizeof *rows);
    mg_matrix *plain = NULL, *edited;
    for (uint32_t i = 0; i < SIDE; i++) {
        rows[i] = i;
    }
    const mg_matrix_arrays arrays = {
        .rows = SIDE, .columns = SIDE, .nonzeros = SIDE, .row_indices = rows, .column_indices = rows};
    CHECK_OK(context, mg_matrix_create(context, &arrays, &plain));
    mg_matrix *old = convert(context, plain, 0);
    const uint32_t row = 77, column = SIDE - 1;
    mg_matrix_changes changes = MG_MATRIX_CHANGES_INIT;
    changes.set_count = 1;
    changes.set_rows = &row;
    changes.set_columns = &column;
    CHECK_OK(context, mg_matrix_edit(context, old, &changes, &edited));
    const mg_hisparse *a = old->storage->layout, *b = edited->storage->layout;
    CHECK(a->depth == 3 && a->chunk_count == 1 && b->chunk_count == 2 && a->chunks[0] == b->chunks[0]);
    CHECK_EQ(atomic_load(&a->chunks[0]->references), 2);
    CHECK_EQ(b->counts.sparse_leaves, a->counts.sparse_leaves + 1);
    CHECK_EQ(b->counts.sparse_inner, a->counts.sparse_inner + 1); /* row 77 and the last column had none in common */
    CHECK(b->live[1] < 1000 && b->live[0] + b->live[1] == b->counts.bytes);
    mg_matrix_destroy(context, old);
    CHECK_EQ(atomic_load(&b->chunks[0]->references), 1);
    changes.remove_rows = rows;
    changes.remove_columns = rows;
    changes.remove_count = SIDE;
    changes.set_count = 0;
    CHECK_OK(context, mg_matrix_edit(context, edited, &changes, &old));
    const mg_hisparse *c = old->storage->layout;
    CHECK(!c->chunks[0] && mg_matrix_nonzeros(old) == 1); /* nothing of the first version is left */
    mg_matrix_destroy(context, edited);
    mg_matrix_destroy(context, old);
    mg_matrix_destroy(context, plain);
    free(rows);
    mg_context_destroy(context);
}

/* Many edits of the same entries do not keep the memory of all versions. */
TEST(memory_of_old_versions_is_given_back) {
    map m;
    uint64_t seed = 5;
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 1 << 30);
    mg_matrix *plain = make_map(context, &m, &seed, 40), *version = convert(context, plain, 16);
    mg_matrix_destroy(context, plain);
    int most = 0;
    for (int i = 0; i < 300; i++) {
        change_set c;
        mg_matrix *next;
        draw_changes(&c, &m, false, &seed);
        CHECK_OK(context, mg_matrix_edit(context, version, &c.changes, &next));
        mg_matrix_destroy(context, version);
        version = next;
        most = i == 20 ? memory.live : most;
        CHECK(i <= 20 || memory.live < 2 * most + 20);
    }
    check_map(context, version, &m);
    mg_matrix_destroy(context, version);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

TEST(failing_edits_leave_the_matrix_as_it_was) {
    for (int format = MG_FORMAT_CSR; format <= MG_FORMAT_HISPARSE; format += MG_FORMAT_HISPARSE - MG_FORMAT_CSR) {
        mg_status status = MG_ERROR_MEMORY;
        for (int allowed = 0; status == MG_ERROR_MEMORY; allowed++) {
            map before, after;
            uint64_t seed = 9;
            change_set c;
            failing_memory memory;
            mg_context *context = failing_memory_context(&memory, 1 << 30);
            mg_matrix *plain = make_map(context, &before, &seed, 40), *old, *edited = NULL;
            CHECK_OK(context, mg_matrix_convert(context, plain, (mg_matrix_format)format, 1, 0, &old));
            after = before;
            draw_changes(&c, &after, false, &seed);
            memory.countdown = allowed;
            status = mg_matrix_edit(context, old, &c.changes, &edited);
            memory.countdown = 1 << 30;
            check_map(context, old, &before);
            if (status >= 0) {
                check_map(context, edited, &after);
                CHECK(allowed > 10);
            }
            CHECK(status >= 0 || (!edited && mg_context_error(context)[0]));
            mg_matrix_destroy(context, edited);
            mg_matrix_destroy(context, old);
            mg_matrix_destroy(context, plain);
            mg_context_destroy(context);
            CHECK_EQ(memory.live, 0);
        }
        CHECK_EQ(status, MG_OK);
    }
}

TEST(bad_changes_are_refused) {
    map m;
    uint64_t seed = 2;
    mg_context *context = test_new_context(1);
    mg_matrix *matrix = make_map(context, &m, &seed, 10), *scaled, *made = NULL;
    const uint32_t row[] = {ROWS}, column[] = {0};
    const float value[] = {1};
    CHECK_OK(context, mg_matrix_scaled(context, matrix, 2, &scaled));
    mg_matrix_changes c = MG_MATRIX_CHANGES_INIT;
    CHECK_STATUS(context, mg_matrix_edit(context, scaled, &c, &made), MG_ERROR_INVALID);
    c.set_count = 1;
    c.set_rows = row;
    c.set_columns = column;
    CHECK_STATUS(context, mg_matrix_edit(context, matrix, &c, &made), MG_ERROR_INVALID); /* no values */
    c.set_values = value;
    CHECK_STATUS(context, mg_matrix_edit(context, matrix, &c, &made), MG_ERROR_INVALID); /* outside */
    CHECK(strstr(mg_context_error(context), "entry 0 to set is (90, 0) of a matrix of 90 rows and 70 columns"));
    c.set_rows = NULL;
    CHECK_STATUS(context, mg_matrix_edit(context, matrix, &c, &made), MG_ERROR_INVALID);
    CHECK(!made);
    mg_matrix_destroy(context, scaled);
    mg_matrix_destroy(context, matrix);
    mg_context_destroy(context);
}
