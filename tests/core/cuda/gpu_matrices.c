/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/cuda/gpu_matrices.h"

#include "core/sparse/formats.h"
#include "tests/core/cuda/gpu_graphs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t gpu_matrix_random(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

typedef struct recipe {
    uint64_t rows, group, columns, length; /* row r: `length` nonzeros in the columns of its group */
    bool is_band;
} recipe;

static int ascending(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static mg_status make(mg_context *context, const recipe *m, mg_matrix **matrix) {
    const uint64_t count = m->rows * m->length;
    uint64_t *offsets = malloc((m->rows + 1) * sizeof *offsets);
    uint32_t *columns = malloc(count * sizeof *columns);
    float *values = malloc(count * sizeof *values);
    for (uint64_t r = 0; r <= m->rows; r++) {
        offsets[r] = r * m->length;
    }
#pragma omp parallel for
    for (uint64_t r = 0; r < m->rows; r++) {
        uint32_t *own = columns + offsets[r];
        uint64_t state = r * 0x9e3779b97f4a7c15u + 1;
        gpu_matrix_random(&state);
        for (uint64_t i = 0; i < m->length; i++) {
            own[i] =
                (uint32_t)(m->is_band ? (r + i + m->rows - m->length / 2) % m->rows
                                      : (r / m->group * m->columns + gpu_matrix_random(&state) % m->columns) % m->rows);
            values[offsets[r] + i] = (float)(gpu_matrix_random(&state) % 1024) / 512 - 1;
        }
        qsort(own, m->length, sizeof *own, ascending);
    }
    const mg_matrix_arrays arrays = {.rows = m->rows,
                                     .columns = m->rows,
                                     .nonzeros = count,
                                     .row_offsets = offsets,
                                     .column_indices = columns,
                                     .values = values,
                                     .type = MG_FLOAT32};
    const mg_status status = mg_matrix_create(context, &arrays, matrix);
    free(offsets);
    free(columns);
    free(values);
    return status;
}

/* Rows and columns are the points of a grid of 2 or 3 dimensions, nonzeros the pairs of neighbours: with 2, points at
 * distance 1 at most (5 a row), with 3, those of a cube (27 a row). */
typedef struct grid {
    int64_t side, depth;
} grid;

static uint64_t neighbours_of(const grid *g, int64_t row, uint32_t *columns) {
    const int64_t x = row % g->side, y = row / g->side % g->side, z = row / g->side / g->side;
    const bool is_flat = g->depth == 1;
    uint64_t count = 0;
    for (int64_t c = z - 1; c <= z + 1; c++) {
        for (int64_t b = y - 1; b <= y + 1; b++) {
            for (int64_t a = x - 1; a <= x + 1; a++) {
                const bool is_near = !is_flat || a == x || b == y;
                if (is_near && a >= 0 && a < g->side && b >= 0 && b < g->side && c >= 0 && c < g->depth) {
                    columns[count++] = (uint32_t)((c * g->side + b) * g->side + a);
                }
            }
        }
    }
    return count;
}

static mg_status make_grid(mg_context *context, const grid *g, mg_matrix **matrix) {
    const uint64_t rows = (uint64_t)(g->side * g->side * g->depth), most = g->depth == 1 ? 5 : 27;
    uint64_t *offsets = malloc((rows + 1) * sizeof *offsets);
    uint32_t *columns = malloc((rows * most + 1) * sizeof *columns);
    float *values = malloc((rows * most + 1) * sizeof *values);
    uint64_t count = 0, state = 1;
    for (uint64_t row = 0; row < rows; row++) {
        offsets[row] = count;
        count += neighbours_of(g, (int64_t)row, columns + count);
    }
    offsets[rows] = count;
    for (uint64_t e = 0; e < count; e++) {
        values[e] = (float)(gpu_matrix_random(&state) % 1024) / 512 - 1;
    }
    const mg_matrix_arrays arrays = {.rows = rows,
                                     .columns = rows,
                                     .nonzeros = count,
                                     .row_offsets = offsets,
                                     .column_indices = columns,
                                     .values = values,
                                     .type = MG_FLOAT32};
    const mg_status status = mg_matrix_create(context, &arrays, matrix);
    free(offsets);
    free(columns);
    free(values);
    return status;
}

/* The matrix of a graph with values of its own. */
static mg_status of_graph(mg_context *context, const char *name, mg_matrix **matrix) {
    char plain[128];
    const char *const order = strchr(name, '/');
    snprintf(plain, sizeof plain, "%.*s", (int)(order ? (size_t)(order - name) : strlen(name)), name);
    mg_graph *graph = gpu_graph_make(context, plain), *ordered = NULL;
    mg_matrix *view = NULL;
    mg_matrix_arrays arrays;
    float *values = NULL;
    uint64_t state = 1;
    mg_status status = MG_ERROR_INVALID;
    if (graph && order) {
        ordered = gpu_graph_reorder(context, graph, order + 1);
        mg_graph_destroy(graph);
        graph = ordered;
    }
    if (graph && (status = mg_matrix_of_graph(context, graph, &view)) >= 0 &&
        (status = mg_matrix_to_csr(context, view, &arrays)) >= 0) {
        values = malloc(arrays.nonzeros * sizeof *values);
        for (uint64_t e = 0; e < arrays.nonzeros; e++) {
            values[e] = (float)(gpu_matrix_random(&state) % 1024) / 512 - 1;
        }
        arrays.values = values;
        arrays.type = MG_FLOAT32;
        status = mg_matrix_create(context, &arrays, matrix);
    }
    free(values);
    mg_matrix_destroy(context, view);
    mg_graph_destroy(graph);
    return status;
}

mg_status gpu_matrix_make(mg_context *context, const char *name, mg_matrix **matrix) {
    unsigned long rows = 0, group = 1, columns = 0, length = 0;
    if (sscanf(name, "uniform:%lu:%lu", &rows, &length) == 2) {
        return make(context, &(recipe){rows, rows, rows, length, false}, matrix);
    }
    if (sscanf(name, "band:%lu:%lu", &rows, &length) == 2) {
        return make(context, &(recipe){rows, 1, 0, length, true}, matrix);
    }
    if (sscanf(name, "cluster:%lu:%lu:%lu:%lu", &rows, &group, &columns, &length) == 4) {
        return make(context, &(recipe){rows, group, columns, length, false}, matrix);
    }
    if (sscanf(name, "stencil:%lu", &rows) == 1) {
        return make_grid(context, &(grid){(int64_t)rows, 1}, matrix);
    }
    if (sscanf(name, "cube:%lu", &rows) == 1) {
        return make_grid(context, &(grid){(int64_t)rows, (int64_t)rows}, matrix);
    }
    return strncmp(name, "kron", 4) == 0 || strncmp(name, "road", 4) == 0 ? of_graph(context, name, matrix)
                                                                          : mg_matrix_read(context, name, matrix);
}

typedef struct rest_arrays {
    uint64_t *offsets, count;
    uint32_t *columns;
    float *values;
} rest_arrays;

static void collect_rest(const mg_storage *s, rest_arrays *to) {
    const mg_aspt *aspt = s->layout;
    const mg_rs *rs = s->layout;
    const bool tiled = s->format->id == MG_FORMAT_ASPT;
    for (uint64_t row = 0; row < s->rows; row++) {
        uint64_t begin = tiled ? 0 : rs->light_offsets[row], end = tiled ? 0 : rs->light_offsets[row + 1];
        if (tiled) {
            const uint64_t panel = row / aspt->panel_rows, tiles = mg__aspt_tiles(aspt, panel);
            const uint64_t *last = mg__aspt_starts(aspt, panel) + row % aspt->panel_rows * tiles + tiles - 1;
            begin = last[0];
            end = last[1];
        }
        to->offsets[row] = to->count;
        for (uint64_t e = begin; e < end; e++) {
            to->columns[to->count] = tiled ? aspt->columns[e] : rs->light_columns[e];
            to->values[to->count++] =
                ((const float *)(tiled ? aspt->values : rs->values))[tiled ? e : e + rs->heavy_nonzeros];
        }
    }
    to->offsets[s->rows] = to->count;
}

mg_status gpu_matrix_rest(mg_context *context, const mg_matrix *matrix, mg_matrix **rest) {
    mg_storage *s = matrix->storage;
    *rest = NULL;
    if (s->format->id != MG_FORMAT_ASPT && s->format->id != MG_FORMAT_RS) {
        return MG_OK;
    }
    const mg_status hosted = mg__storage_hosted(context, s, &s);
    if (hosted < 0) {
        return hosted;
    }
    rest_arrays r = {.offsets = malloc((s->rows + 1) * sizeof *r.offsets),
                     .columns = malloc(s->nonzeros * sizeof *r.columns + 1),
                     .values = malloc(s->nonzeros * sizeof *r.values + 1)};
    collect_rest(s, &r);
    const mg_matrix_arrays arrays = {.rows = s->rows,
                                     .columns = s->columns,
                                     .nonzeros = r.count,
                                     .row_offsets = r.offsets,
                                     .column_indices = r.columns,
                                     .values = r.values,
                                     .type = MG_FLOAT32};
    const mg_status status = mg_matrix_create(context, &arrays, rest);
    free(r.offsets);
    free(r.columns);
    free(r.values);
    return status;
}
