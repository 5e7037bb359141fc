/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/matrix_recipes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

float matrix_value(uint64_t e) {
    return ((float)(matrix_hash(~e) % 1024) + 0.5F) / 512 - 1;
}

double matrix_value_at(const mg_matrix_arrays *a, uint64_t i) {
    return a->type == MG_FLOAT32   ? (double)((const float *)a->values)[i]
           : a->type == MG_FLOAT64 ? ((const double *)a->values)[i]
           : a->type == MG_INT32   ? ((const int32_t *)a->values)[i]
           : a->type == MG_INT64   ? (double)((const int64_t *)a->values)[i]
                                   : 1;
}

/* ---- names ---- */

/* Parses NUMBER:NUMBER... up to the end of the text. */
static bool parse_numbers(const char *text, int count, uint64_t *numbers) {
    for (int i = 0; i < count; i++) {
        char *end;
        if (*text < '0' || *text > '9') {
            return false;
        }
        numbers[i] = strtoull(text, &end, 10);
        if (!numbers[i] || numbers[i] >= UINT32_MAX || *end != (i + 1 < count ? ':' : '\0')) {
            return false;
        }
        text = end + 1;
    }
    return true;
}

/* The kind of a name, and what follows its colon; NULL: none. */
static const matrix_kind *find_kind(const char *name, const char **numbers) {
    for (size_t i = 0; i < matrix_kind_count; i++) {
        const size_t length = strlen(matrix_kinds[i].name);
        if (strncmp(name, matrix_kinds[i].name, length) == 0 && name[length] == ':') {
            *numbers = name + length + 1;
            return &matrix_kinds[i];
        }
    }
    return NULL;
}

/* kronSCALE, kronSCALExEDGEFACTOR, roadWIDTH, each also with /ORDER. */
typedef struct graph_recipe {
    const char *kind;
    mg_generate_options options;
    mg_vertex_order order;
} graph_recipe;

static bool parse_order(const char *word, mg_vertex_order *order) {
    for (int i = MG_ORDER_NATURAL; i <= MG_ORDER_AUTO; i++) {
        if (strcmp(word, mg_order_name((mg_vertex_order)i)) == 0) {
            *order = (mg_vertex_order)i;
            return true;
        }
    }
    return false;
}

static bool parse_graph(const char *name, graph_recipe *g) {
    const bool kron = strncmp(name, "kron", 4) == 0;
    char *end = NULL;
    if ((!kron && strncmp(name, "road", 4) != 0) || name[4] < '1' || name[4] > '9') {
        return false;
    }
    *g = (graph_recipe){.kind = kron ? "kron" : "road", .options = MG_GENERATE_OPTIONS_INIT};
    const unsigned long size = strtoul(name + 4, &end, 10);
    g->options.scale = (uint32_t)size;
    g->options.width = g->options.height = (uint32_t)size;
    g->options.edge_factor = 32;
    if (kron && *end == 'x') {
        g->options.edge_factor = (uint32_t)strtoul(end + 1, &end, 10);
    }
    return size <= (kron ? 30 : 60000) && (*end == '\0' || (*end == '/' && parse_order(end + 1, &g->order)));
}

bool matrix_recipe_known(const char *name) {
    const char *numbers;
    graph_recipe g;
    return find_kind(name, &numbers) || parse_graph(name, &g);
}

void print_matrix_recipes(void) {
    puts("\nGenerated matrices, in place of files:");
    for (size_t i = 0; i < matrix_kind_count; i++) {
        printf("  %s\n      %s\n", matrix_kinds[i].form, matrix_kinds[i].summary);
    }
    puts("  kronSCALE[xFACTOR][/ORDER], roadWIDTH[/ORDER]\n      of a graph of generate, in an order of --order");
}

/* ---- building ---- */

typedef struct rows {
    uint64_t *offsets;
    uint32_t *columns;
    float *values;
} rows;

static void release(rows *r) {
    free(r->offsets);
    free(r->columns);
    free(r->values);
}

static bool allocate(rows *r, uint64_t nonzeros) {
    r->columns = malloc(nonzeros * sizeof *r->columns + 1);
    r->values = malloc(nonzeros * sizeof *r->values + 1);
    return r->columns && r->values;
}

static mg_status finish(mg_context *context, uint64_t row_count, uint64_t column_count, rows *r, mg_matrix **matrix) {
    const uint64_t nonzeros = r->offsets[row_count];
#pragma omp parallel for num_threads(mg_context_threads(context))
    for (uint64_t e = 0; e < nonzeros; e++) {
        r->values[e] = matrix_value(e);
    }
    const mg_matrix_arrays arrays = {.rows = row_count,
                                     .columns = column_count,
                                     .nonzeros = nonzeros,
                                     .row_offsets = r->offsets,
                                     .column_indices = r->columns,
                                     .values = r->values,
                                     .type = MG_FLOAT32};
    return mg_matrix_create(context, &arrays, matrix);
}

static int by_column(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort_row(uint32_t *columns, uint64_t count) {
    uint64_t i = 1;
    while (i < count && columns[i - 1] <= columns[i]) {
        i++;
    }
    if (i < count) {
        qsort(columns, count, sizeof *columns, by_column);
    }
}

static mg_status make(mg_context *context, const matrix_kind *kind, const matrix_recipe *m, mg_matrix **matrix,
                      const char **why) {
    rows r = {.offsets = calloc(m->rows + 1, sizeof *r.offsets)};
    mg_status status = MG_ERROR_MEMORY;
    for (uint64_t row = 0; r.offsets && row < m->rows; row++) {
        r.offsets[row + 1] = r.offsets[row] + kind->row(m, row, r.offsets[row], NULL);
    }
    if (!r.offsets || !allocate(&r, r.offsets[m->rows])) {
        *why = "out of memory";
    } else {
#pragma omp parallel for schedule(dynamic, 64) num_threads(mg_context_threads(context))
        for (uint64_t row = 0; row < m->rows; row++) {
            sort_row(r.columns + r.offsets[row], kind->row(m, row, r.offsets[row], r.columns + r.offsets[row]));
        }
        status = finish(context, m->rows, m->columns, &r, matrix);
    }
    release(&r);
    return status;
}

/* The matrix of a graph, with values of its own in place of weights. */
static mg_status make_of_graph(mg_context *context, const graph_recipe *g, mg_matrix **matrix) {
    mg_graph *graph = NULL, *ordered = NULL;
    mg_matrix *view = NULL;
    mg_matrix_arrays csr;
    float *values = NULL;
    mg_status status = mg_generate(context, g->kind, &g->options, &graph);
    if (status >= 0 && g->order != MG_ORDER_DEFAULT) {
        status = mg_graph_reorder(context, graph, g->order, 1, &ordered);
    }
    if (status >= 0 && (status = mg_matrix_of_graph(context, ordered ? ordered : graph, &view)) >= 0 &&
        (status = mg_matrix_to_csr(context, view, &csr)) >= 0) {
        values = malloc(csr.nonzeros * sizeof *values + 1);
        for (uint64_t e = 0; values && e < csr.nonzeros; e++) {
            values[e] = matrix_value(e);
        }
        csr.values = values;
        csr.type = MG_FLOAT32;
        status = values ? mg_matrix_create(context, &csr, matrix) : MG_ERROR_MEMORY;
    }
    free(values);
    mg_matrix_destroy(context, view);
    mg_graph_destroy(ordered);
    mg_graph_destroy(graph);
    return status;
}

mg_status matrix_recipe_make(mg_context *context, const char *name, mg_matrix **matrix, const char **why) {
    const char *numbers;
    graph_recipe g;
    matrix_recipe m = {.rows = 0};
    const matrix_kind *const kind = find_kind(name, &numbers);
    *why = NULL;
    if (!kind && parse_graph(name, &g)) {
        return make_of_graph(context, &g, matrix);
    }
    if (!kind || !parse_numbers(numbers, kind->numbers, m.n)) {
        *why = kind ? kind->form : "there is no such generated matrix";
        return MG_ERROR_INVALID;
    }
    if (!kind->shape(&m) || m.rows >= UINT32_MAX || m.columns >= UINT32_MAX) {
        *why = "the numbers do not fit together";
        return MG_ERROR_INVALID;
    }
    return make(context, kind, &m, matrix, why);
}

/* ---- moved entries ---- */

/* Two numbers of a standard normal distribution, by Box and Muller. */
static void normal(uint64_t seed, double pair[2]) {
    const double u = ((double)(matrix_hash(seed) >> 11) + 1) / 9007199254740992.0;
    const double v = (double)(matrix_hash(seed + 1) >> 11) / 9007199254740992.0;
    const double radius = sqrt(-2 * log(u));
    pair[0] = radius * cos(2 * pi * v);
    pair[1] = radius * sin(2 * pi * v);
}

static uint64_t move(uint64_t from, double by, uint64_t bound) {
    const double to = (double)from + nearbyint(by);
    return to < 0 ? 0 : to >= (double)bound ? bound - 1 : (uint64_t)to;
}

static int by_place(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The places of the moved entries as row << 32 | column, ascending and different; returns their number. */
static uint64_t move_all(const mg_matrix_arrays *csr, double deviation, uint64_t seed, uint64_t *places) {
    uint64_t count = 0;
    for (uint64_t row = 0; row < csr->rows; row++) {
        for (uint64_t e = csr->row_offsets[row]; e < csr->row_offsets[row + 1]; e++) {
            double by[2];
            normal(2 * (seed + e), by);
            places[e] = move(row, deviation * by[0], csr->rows) << 32 |
                        move(csr->column_indices[e], deviation * by[1], csr->columns);
        }
    }
    qsort(places, csr->nonzeros, sizeof *places, by_place);
    for (uint64_t e = 0; e < csr->nonzeros; e++) {
        if (!e || places[e] != places[e - 1]) {
            places[count++] = places[e];
        }
    }
    return count;
}

mg_status matrix_moved(mg_context *context, const mg_matrix *matrix, double deviation, uint64_t seed,
                       mg_matrix **moved) {
    mg_matrix_arrays csr;
    mg_status status = mg_matrix_to_csr(context, matrix, &csr);
    if (status < 0) {
        return status;
    }
    uint64_t *const places = malloc(csr.nonzeros * sizeof *places + 1);
    rows r = {.offsets = calloc(csr.rows + 1, sizeof *r.offsets)};
    status = MG_ERROR_MEMORY;
    if (places && r.offsets && allocate(&r, csr.nonzeros)) {
        const uint64_t count = move_all(&csr, deviation, seed, places);
        for (uint64_t e = 0; e < count; e++) {
            r.offsets[(places[e] >> 32) + 1]++;
            r.columns[e] = (uint32_t)places[e];
        }
        for (uint64_t row = 0; row < csr.rows; row++) {
            r.offsets[row + 1] += r.offsets[row];
        }
        status = finish(context, csr.rows, csr.columns, &r, moved);
    }
    free(places);
    release(&r);
    return status;
}
