/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/run.h"

#include "core/engine/outputs.h"
#include "core/engine/validate.h"
#include "core/result_memory.h"

#include <stdio.h>
#include <string.h>

struct mg_result {
    mg_allocator memory;
    mg_result_memory *shared; /* takes the columns back; NULL: not yet shared */
    mg_vertex n;
    size_t column_count;
    mg_column columns[MG_COLUMNS_MAX];
    char names[MG_COLUMNS_MAX][32];
    void *data[MG_COLUMNS_MAX];
    uint64_t arcs;
    size_t edge_column_count;
    mg_column edge_columns[MG_EDGE_COLUMNS_MAX];
    char edge_names[MG_EDGE_COLUMNS_MAX][MG_COLUMN_NAME_MOST + 1];
    void *edge_data[MG_EDGE_COLUMNS_MAX];
    mg_iteration *iterations;
    mg_rank_share *shares;
    mg_vertex *sources;
    size_t source_count;
    double totals[MG_TOTALS_MAX];
    size_t total_count;
    mg_statistics statistics;
};

/* The shares of the ranks become those of the result. */
static void take_shares(const mg_context *context, mg_recorder *recorder, mg_result *r) {
    r->shares = recorder->shares;
    recorder->shares = NULL;
    r->statistics.rank = r->shares;
    r->statistics.ranks = r->shares ? context->rank_count : 0;
    for (uint32_t k = 0; k < r->statistics.ranks; k++) {
        r->statistics.exchanged_bytes += r->shares[k].received_bytes;
    }
}

/* The values of edges become columns. */
static void take_edge_columns(mg_recorder *recorder, mg_result *r) {
    for (; r->edge_column_count < recorder->edge_count; r->edge_column_count++) {
        const size_t k = r->edge_column_count;
        const mg_edge_values *const from = &recorder->edges[k];
        snprintf(r->edge_names[k], sizeof r->edge_names[k], "%s", from->spec->name);
        r->edge_data[k] = from->values;
        r->edge_columns[k] = (mg_column){.name = r->edge_names[k],
                                         .type = from->type,
                                         .meaning = from->spec->meaning,
                                         .data = from->values,
                                         .width = 1};
    }
    recorder->edge_count = 0;
}

mg_status mg__result_create(mg_context *context, const mg_graph *graph, mg_recorder *recorder, mg_result **result) {
    mg_result *r = NULL;
    mg_status status = MG_OK;
    MG_TRY(MG_ALLOC_ZEROED(context, r, 1, "result"));
    r->memory = context->memory;
    MG_TRY(mg__result_memory_share(context, &r->shared));
    r->n = mg_graph_vertex_count(graph);
    r->arcs = mg_graph_arc_count(graph);
    r->iterations = recorder->iterations;
    r->statistics = recorder->totals;
    r->statistics.iteration = r->iterations;
    r->statistics.iteration_count = recorder->count;
    memcpy(r->totals, recorder->last_totals, sizeof r->totals);
    r->total_count = r->n ? recorder->total_count : 0;
    recorder->iterations = NULL;
    recorder->count = recorder->capacity = 0;
    take_shares(context, recorder, r);
    take_edge_columns(recorder, r);
    *result = r;
    r = NULL;
out:
    mg_result_destroy(r);
    return status;
}

/* `size` is a constant after inlining. */
static inline void copy_lanes(char *out, const char *from, size_t state_size, uint32_t lanes, size_t size) {
    for (uint32_t k = 0; k < lanes; k++) {
        memcpy(out + k * size, from + k * state_size, size);
    }
}

void mg__copy_lanes(const mg_context *context, mg_vertex n, const mg_column_spec *spec, const void *state,
                    size_t state_size, uint32_t lanes, uint32_t first, uint32_t width, void *rows) {
    const size_t size = mg__type_size(spec->type);
    const char *const from = (const char *)state + spec->offset;
    const int threads = mg__loop_threads(context, (size_t)n * lanes * size);
#pragma omp parallel for num_threads(threads) if (threads > 1)
    for (mg_vertex v = 0; v < n; v++) {
        char *const out = (char *)rows + ((size_t)v * width + first) * size;
        const char *const states = from + (size_t)v * lanes * state_size;
        if (size == 4) {
            copy_lanes(out, states, state_size, lanes, 4);
        } else {
            copy_lanes(out, states, state_size, lanes, 8);
        }
    }
}

mg_status mg__result_take(mg_context *context, mg_result *result, const mg_column_spec *spec, uint32_t width,
                          void *data) {
    const size_t k = result->column_count;
    if (!mg__type_size(spec->type) || k == MG_COLUMNS_MAX || strlen(spec->name) >= sizeof result->names[0]) {
        mg__release(&context->memory, data);
        return mg__fail(
            context, MG_ERROR_PROGRAM,
            "result column %s: its type is not a number, there are too many columns, or its name is too long",
            spec->name);
    }
    strcpy(result->names[k], spec->name);
    result->data[k] = data;
    result->columns[k] = (mg_column){
        .name = result->names[k], .type = spec->type, .meaning = spec->meaning, .data = data, .width = width};
    result->column_count++;
    return MG_OK;
}

mg_status mg__result_add(mg_context *context, mg_result *result, const mg_column_spec *spec, uint32_t width,
                         const void *state, size_t state_size) {
    mg_status status = MG_OK;
    void *data = NULL;
    const size_t size = mg__type_size(spec->type);
    MG_TRY(mg__result_alloc(context, &data, (uint64_t)result->n * width, size ? size : 1, spec->name));
    if (size) {
        mg__copy_lanes(context, result->n, spec, state, state_size, width, 0, width, data);
    }
    MG_TRY(mg__result_take(context, result, spec, width, data));
out:
    return status;
}

void mg__result_lend(mg_result *result, const mg_column_copy *output, uint32_t width) {
    const size_t k = result->column_count++;
    strcpy(result->names[k], output->name);
    result->data[k] = NULL;
    result->columns[k] = (mg_column){.name = result->names[k],
                                     .type = output->type,
                                     .meaning = output->spec->meaning,
                                     .data = output->data,
                                     .width = width};
}

static void return_column(const mg_result *result, size_t k) {
    const mg_column *const column = &result->columns[k];
    mg__result_memory_return(result->shared, &result->memory, result->data[k],
                             (size_t)result->n * column->width * mg__type_size(column->type));
}

static mg_status copy_out(mg_context *context, const mg_column_copies *outputs, const mg_result *result, size_t i,
                          mg_column *column) {
    const mg_column_copy *const output = &outputs->copy[i];
    const mg_column *const from = mg_result_column(result, output->name);
    mg_status status = MG_OK;
    if (!from || from->type != output->type) {
        return mg__fail(context, MG_ERROR_PROGRAM, "the result has no column %s of type %s", output->name,
                        mg__type_name(output->type));
    }
    const size_t bytes = (size_t)result->n * from->width * mg__type_size(from->type);
    if (outputs->owner) {
        MG_TRY(outputs->owner->upload(context, output->data, from->data, bytes));
    } else if (bytes) {
        memcpy(output->data, from->data, bytes);
    }
    *column = *from;
    column->data = output->data;
out:
    return status;
}

mg_status mg__result_deliver(mg_context *context, mg_column_copies *outputs, mg_result *result) {
    mg_status status = MG_OK;
    mg_column columns[MG_COLUMNS_MAX];
    if (!outputs->count || outputs->written) {
        return MG_OK;
    }
    for (size_t i = 0; i < outputs->count; i++) {
        MG_TRY(copy_out(context, outputs, result, i, &columns[i]));
    }
    for (size_t k = 0; k < result->column_count; k++) {
        return_column(result, k);
        result->data[k] = NULL;
    }
    result->column_count = outputs->count;
    for (size_t k = 0; k < outputs->count; k++) {
        strcpy(result->names[k], outputs->copy[k].name);
        columns[k].name = result->names[k];
        result->columns[k] = columns[k];
    }
    outputs->written = true;
out:
    return status;
}

mg_status mg__result_widen(mg_context *context, mg_result *result) {
    mg_status status = MG_OK;
    for (size_t k = 0; k < result->column_count; k++) {
        mg_column *const column = &result->columns[k];
        const size_t count = (size_t)result->n * column->width;
        const float *const from = result->data[k];
        double *wide = NULL;
        if (column->type != MG_FLOAT32) {
            continue;
        }
        MG_TRY(MG_RESULT_ALLOC(context, wide, count, column->name));
        const int threads = mg__loop_threads(context, count * sizeof *wide);
#pragma omp parallel for num_threads(threads) if (threads > 1)
        for (size_t i = 0; i < count; i++) {
            wide[i] = (double)from[i];
        }
        return_column(result, k);
        column->data = result->data[k] = wide;
        column->type = MG_FLOAT64;
    }
out:
    return status;
}

void mg__result_set_sources(mg_result *result, mg_vertex *sources, size_t count) {
    result->sources = sources;
    result->source_count = count;
}

const mg_vertex *mg_result_sources(const mg_result *result, size_t *count) {
    if (count) {
        *count = result ? result->source_count : 0;
    }
    return result ? result->sources : NULL;
}

const double *mg_result_totals(const mg_result *result, size_t *count) {
    const size_t totals = result ? result->total_count : 0;
    if (count) {
        *count = totals;
    }
    return totals ? result->totals : NULL;
}

void mg__recorder_release(mg_context *context, mg_recorder *recorder) {
    mg__release(&context->memory, recorder->iterations);
    mg__release(&context->memory, recorder->shares);
    for (size_t k = 0; k < recorder->edge_count; k++) {
        mg__release(&context->memory, recorder->edges[k].values);
    }
    *recorder = (mg_recorder){0};
}

void mg_result_destroy(mg_result *result) {
    if (!result) {
        return;
    }
    const mg_allocator memory = result->memory;
    for (size_t k = 0; k < result->column_count; k++) {
        return_column(result, k);
    }
    for (size_t k = 0; k < result->edge_column_count; k++) {
        mg__result_memory_return(result->shared, &memory, result->edge_data[k],
                                 (size_t)result->arcs * mg__type_size(result->edge_columns[k].type));
    }
    mg__result_memory_leave(result->shared);
    mg__release(&memory, result->iterations);
    mg__release(&memory, result->shares);
    mg__release(&memory, result->sources);
    mg__release(&memory, result);
}

mg_vertex mg_result_vertex_count(const mg_result *result) {
    return result ? result->n : 0;
}

size_t mg_result_column_count(const mg_result *result) {
    return result ? result->column_count : 0;
}

const mg_column *mg_result_column_at(const mg_result *result, size_t position) {
    return result && position < result->column_count ? &result->columns[position] : NULL;
}

const mg_column *mg_result_column(const mg_result *result, const char *name) {
    for (size_t k = 0; result && name && k < result->column_count; k++) {
        if (strcmp(result->columns[k].name, name) == 0) {
            return &result->columns[k];
        }
    }
    return NULL;
}

size_t mg_result_edge_column_count(const mg_result *result) {
    return result ? result->edge_column_count : 0;
}

const mg_column *mg_result_edge_column_at(const mg_result *result, size_t position) {
    return result && position < result->edge_column_count ? &result->edge_columns[position] : NULL;
}

const mg_column *mg_result_edge_column(const mg_result *result, const char *name) {
    for (size_t k = 0; result && name && k < result->edge_column_count; k++) {
        if (strcmp(result->edge_columns[k].name, name) == 0) {
            return &result->edge_columns[k];
        }
    }
    return NULL;
}

void mg__result_add_build(mg_result *result, double seconds) {
    result->statistics.build_seconds += seconds;
}

const mg_statistics *mg_result_statistics(const mg_result *result) {
    return result ? &result->statistics : NULL;
}
