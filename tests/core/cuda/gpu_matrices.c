/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/cuda/gpu_matrices.h"

#include "core/sparse/formats.h"
#include "tools/bench/matrix_recipes.h"

#include <stdio.h>
#include <stdlib.h>

mg_status gpu_matrix_make(mg_context *context, const char *name, mg_matrix **matrix) {
    const char *why = NULL;
    if (!matrix_recipe_known(name)) {
        return mg_matrix_read(context, name, matrix);
    }
    const mg_status status = matrix_recipe_make(context, name, matrix, &why);
    if (why) {
        fprintf(stderr, "%s: %s\n", name, why);
    }
    return status;
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
