/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/outputs.h"

#include <string.h>

static const mg_column_spec *column_named(const mg_column_spec *columns, const char *name) {
    while (columns->name && strcmp(columns->name, name) != 0) {
        columns++;
    }
    return columns->name ? columns : NULL;
}

static bool is_integer(mg_type type) {
    return type == MG_INT32 || type == MG_UINT32 || type == MG_INT64 || type == MG_UINT64;
}

/* Integers of one size have the same bits. */
static bool holds_alike(mg_type output, mg_type column) {
    return output == column ||
           (is_integer(output) && is_integer(column) && mg__type_size(output) == mg__type_size(column));
}

static mg_status check_output(mg_context *context, const mg_column_output *output, const mg_column_spec *columns,
                              const mg_column_copies *before) {
    const mg_column_spec *const column = output->column ? column_named(columns, output->column) : NULL;
    if (!column) {
        return mg__fail(context, MG_ERROR_INVALID, "run options: the result has no column %s for an output",
                        output->column ? output->column : "NULL");
    }
    if (!output->data) {
        return mg__fail(context, MG_ERROR_INVALID, "run options: output %s has no memory", output->column);
    }
    if (!holds_alike(output->type, column->type)) {
        return mg__fail(context, MG_ERROR_INVALID, "run options: output %s is of type %s, expected %s", output->column,
                        mg__type_name(output->type), mg__type_name(column->type));
    }
    if ((uintptr_t)output->data % mg__type_size(column->type)) {
        return mg__fail(context, MG_ERROR_INVALID, "run options: output %s begins at %p, expected a multiple of %zu",
                        output->column, output->data, mg__type_size(column->type));
    }
    for (size_t i = 0; i < before->count; i++) {
        if (strcmp(before->copy[i].name, column->name) == 0) {
            return mg__fail(context, MG_ERROR_INVALID, "run options: there are two outputs %s", column->name);
        }
    }
    return MG_OK;
}

static mg_status find_owner(mg_context *context, mg_run_options *options, mg_column_copies *outputs) {
    const void *data[MG_COLUMNS_MAX] = {0};
    bool mixed = false;
    for (size_t i = 0; i < outputs->count; i++) {
        data[i] = outputs->copy[i].data;
    }
    outputs->owner = mg__common_owner(data, outputs->count, &mixed);
    if (mixed) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "run options: some outputs are in host memory, some in device memory");
    }
    if (outputs->owner) {
        if (options->backend != MG_BACKEND_AUTO && options->backend != outputs->owner->kind) {
            return mg__fail(context, MG_ERROR_INVALID, "outputs in device memory require the backend %s",
                            outputs->owner->name);
        }
        options->backend = outputs->owner->kind;
    }
    return MG_OK;
}

mg_status mg__take_outputs(mg_context *context, mg_run_options *options, const mg_column_spec *columns,
                           mg_column_copies *outputs) {
    const mg_column_output *const given = options->outputs;
    const size_t count = options->output_count;
    mg_status status = MG_OK;
    *outputs = (mg_column_copies){0};
    if (!given != !count || count > MG_COLUMNS_MAX) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "run options: outputs must be NULL and output_count 0, or there are 1 to %d", MG_COLUMNS_MAX);
    }
    options->outputs = NULL;
    options->output_count = 0;
    for (size_t i = 0; i < count && !context->estimate; i++) {
        MG_TRY(check_output(context, &given[i], columns, outputs));
        outputs->copy[outputs->count++] = (mg_column_copy){.name = column_named(columns, given[i].column)->name,
                                                           .type = column_named(columns, given[i].column)->type,
                                                           .data = given[i].data};
    }
    status = find_owner(context, options, outputs);
out:
    return status;
}

mg_status mg__deliver_outputs(mg_context *context, mg_column_copies *outputs, mg_status status, mg_result **result) {
    const mg_status delivered = status < 0 ? MG_OK : mg__result_deliver(context, outputs, *result);
    if (delivered < 0) {
        mg_result_destroy(*result);
        *result = NULL;
    }
    return delivered < 0 ? delivered : status;
}

bool mg__fields_are_aligned(const mg_program *program) {
    bool aligned = true;
    for (const mg_column_spec *c = program->columns; c->name && aligned; c++) {
        const size_t size = mg__type_size(c->type);
        aligned = size && c->offset % size == 0 && program->state_size % size == 0;
    }
    return aligned;
}

mg_status mg__find_fields(mg_context *context, const mg_program *program, mg_column_copies *outputs) {
    for (size_t i = 0; i < outputs->count; i++) {
        mg_column_copy *const o = &outputs->copy[i];
        o->spec = column_named(program->columns, o->name);
        if (!o->spec || (o->spec->type != o->type && !(o->spec->type == MG_FLOAT32 && o->type == MG_FLOAT64))) {
            return mg__fail(context, MG_ERROR_PROGRAM, "program %s, column %s: no field of the state gives it",
                            program->name, o->name);
        }
    }
    if (outputs->owner && !mg__fields_are_aligned(program)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "program %s: outputs in device memory need states whose fields are aligned", program->name);
    }
    return MG_OK;
}
