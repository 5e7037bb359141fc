/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/edge_columns.h"

#include "core/engine/estimate.h"
#include "core/engine/validate.h"
#include "core/result_memory.h"

#include <string.h>

size_t mg__count_edge_columns(const mg_program *program) {
    size_t count = 0;
    while (count < MG_EDGE_COLUMNS_MAX && program->edge_columns[count].name) {
        count++;
    }
    return count;
}

static mg_phase_info info_of(const mg_phase *phase) {
    mg_phase_info info;
    phase->describe(&info, NULL);
    return info;
}

/* The phases of a program that was completed after it was loaded have new addresses, but the same names. */
static bool is_same(const mg_phase *a, const mg_phase *b) {
    return strcmp(a->name, b->name) == 0;
}

/* The columns of a phase. */
static size_t columns_of(const mg_program *program, const mg_phase *phase) {
    size_t columns = 0;
    for (size_t k = 0; k < mg__count_edge_columns(program); k++) {
        columns += is_same(program->edge_columns[k].phase, phase);
    }
    return columns;
}

static bool is_listed(const mg_phase *const *phases, const mg_phase *phase) {
    bool listed = false;
    for (size_t i = 0; i < mg__count_phases(phases); i++) {
        listed = listed || is_same(phases[i], phase);
    }
    return listed;
}

static mg_status validate_column(mg_context *context, const mg_program *program, const mg_edge_column_spec *column,
                                 const mg_phase *const *phases) {
    if (!column->phase || !is_listed(phases, column->phase) || !info_of(column->phase).has_score) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s, edge column %s: its phase is not in the list of %s",
                        program->name, column->name, phases == program->tiled ? "tiled" : "phases, or it has no score");
    }
    if (column->meaning == MG_VERTEX && info_of(column->phase).value_type != MG_UINT32) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s, edge column %s: the id of a vertex must be a uint32_t",
                        program->name, column->name);
    }
    return MG_OK;
}

mg_status mg__validate_edge_columns(mg_context *context, const mg_program *program, const mg_phase *const *phases,
                                    const mg_callbacks *callbacks) {
    mg_status status = MG_OK;
    for (size_t k = 0; k < mg__count_edge_columns(program); k++) {
        MG_TRY(validate_column(context, program, &program->edge_columns[k], phases));
    }
    for (size_t i = 0; i < mg__count_phases(phases) && !callbacks; i++) {
        if (info_of(phases[i]).has_score && columns_of(program, phases[i]) != 1) {
            return mg__fail(context, MG_ERROR_PROGRAM,
                            "program %s, phase %s: score requires one element of edge_columns (MG_EDGE_COLUMN)",
                            program->name, phases[i]->name);
        }
    }
out:
    return status;
}

uint64_t mg__edge_column_bytes(const mg_graph *graph, const mg_program *program) {
    uint64_t bytes = 0;
    for (size_t k = 0; k < mg__count_edge_columns(program); k++) {
        bytes += graph->arcs * info_of(program->edge_columns[k].phase).value_size;
    }
    return bytes;
}

mg_status mg__take_edge_columns(mg_context *context, const mg_graph *graph, const mg_program *program,
                                mg_recorder *recorder) {
    mg_status status = MG_OK;
    const size_t count = mg__count_edge_columns(program);
    if (count) {
        size_t phases;
        MG_TRY(mg__validate_program(context, graph, program, NULL, NULL, &phases)); /* before phases describe values */
        MG_TRY(mg__check_bytes(context, mg__edge_column_bytes(graph, program), ""));
    }
    for (size_t k = 0; k < count; k++) {
        const mg_edge_column_spec *const spec = &program->edge_columns[k];
        const mg_phase_info info = info_of(spec->phase);
        void *values = NULL;
        MG_TRY(mg__result_alloc(context, &values, graph->arcs, info.value_size, spec->name));
        recorder->edges[recorder->edge_count++] =
            (mg_edge_values){.spec = spec, .type = info.value_type, .size = info.value_size, .values = values};
    }
out:
    return status;
}

const mg_edge_values *mg__edge_values_of(const mg_recorder *recorder, const mg_phase *phase) {
    for (size_t k = 0; k < recorder->edge_count; k++) {
        if (is_same(recorder->edges[k].spec->phase, phase)) {
            return &recorder->edges[k];
        }
    }
    return NULL;
}
