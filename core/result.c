/* SPDX-License-Identifier: Apache-2.0 */
#include "core/run.h"

#include <string.h>

struct mg_result {
    mg_allocator memory;
    mg_vertex n;
    int threads;
    size_t column_count;
    mg_column columns[MG_COLUMNS_MAX];
    char names[MG_COLUMNS_MAX][32];
    void *data[MG_COLUMNS_MAX];
    mg_iteration *iterations;
    mg_statistics statistics;
};

mg_status mg__result_create(mg_context *context, const mg_graph *graph, mg_recorder *recorder, mg_result **result) {
    mg_result *r = NULL;
    const mg_status status = MG_GET_ZEROED(context, r, 1, "result");
    if (status < 0) {
        return status;
    }
    r->memory = context->memory;
    r->threads = context->threads;
    r->n = mg_graph_vertex_count(graph);
    r->iterations = recorder->iterations;
    r->statistics = recorder->totals;
    r->statistics.iteration = r->iterations;
    r->statistics.iteration_count = recorder->count;
    recorder->iterations = NULL;
    recorder->count = recorder->capacity = 0;
    *result = r;
    return MG_OK;
}

static void copy_strided(void *out, const char *from, size_t stride, size_t size, mg_vertex n, int threads) {
#pragma omp parallel for num_threads(threads) if (n > 65536)
    for (mg_vertex v = 0; v < n; v++) {
        if (size == 4) {
            memcpy((char *)out + (size_t)v * 4, from + (size_t)v * stride, 4);
        } else {
            memcpy((char *)out + (size_t)v * 8, from + (size_t)v * stride, 8);
        }
    }
}

mg_status mg__result_add(mg_context *context, mg_result *result, const mg_column_spec *spec, const void *state,
                         size_t state_size) {
    mg_status status = MG_OK;
    void *data = NULL;
    const size_t size = mg__type_size(spec->type), k = result->column_count;
    if (!size || k == MG_COLUMNS_MAX || strlen(spec->name) >= sizeof result->names[0]) {
        return mg__fail(context, MG_ERROR_PROGRAM, "result column %s: not a number type, too many or too long a name",
                        spec->name);
    }
    MG_TRY(mg__get(context, &data, result->n, size, spec->name));
    copy_strided(data, (const char *)state + spec->offset, state_size, size, result->n, result->threads);
    strcpy(result->names[k], spec->name);
    result->data[k] = data;
    result->columns[k] =
        (mg_column){.name = result->names[k], .type = spec->type, .meaning = spec->meaning, .data = data};
    result->column_count++;
out:
    return status;
}

void mg__recorder_release(mg_context *context, mg_recorder *recorder) {
    mg__release(&context->memory, recorder->iterations);
    *recorder = (mg_recorder){0};
}

void mg_result_destroy(mg_result *result) {
    if (!result) {
        return;
    }
    const mg_allocator memory = result->memory;
    for (size_t k = 0; k < result->column_count; k++) {
        mg__release(&memory, result->data[k]);
    }
    mg__release(&memory, result->iterations);
    mg__release(&memory, result);
}

mg_vertex mg_result_vertex_count(const mg_result *result) {
    return result->n;
}

size_t mg_result_column_count(const mg_result *result) {
    return result->column_count;
}

const mg_column *mg_result_column_at(const mg_result *result, size_t position) {
    return position < result->column_count ? &result->columns[position] : NULL;
}

const mg_column *mg_result_column(const mg_result *result, const char *name) {
    for (size_t k = 0; k < result->column_count; k++) {
        if (strcmp(result->columns[k].name, name) == 0) {
            return &result->columns[k];
        }
    }
    return NULL;
}

const mg_statistics *mg_result_statistics(const mg_result *result) {
    return &result->statistics;
}
