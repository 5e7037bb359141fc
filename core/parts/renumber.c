/* SPDX-License-Identifier: Apache-2.0 */
#include "core/parts/renumber.h"

#include <string.h>

/* Where a block has vertices. */
typedef struct fields {
    size_t count;
    size_t offset[MG_COLUMNS_MAX > MG_PARAMETERS_MAX ? MG_COLUMNS_MAX : MG_PARAMETERS_MAX];
} fields;

static fields fields_of_states(const mg_program *program) {
    fields f = {0};
    for (size_t k = 0; k < MG_COLUMNS_MAX && program->columns[k].name; k++) {
        if (program->columns[k].meaning == MG_VERTEX) {
            f.offset[f.count++] = program->columns[k].offset;
        }
    }
    return f;
}

static fields fields_of_params(const mg_program *program) {
    fields f = {0};
    for (size_t k = 0; k < MG_PARAMETERS_MAX && program->parameters[k].name; k++) {
        if (program->parameters[k].meaning == MG_VERTEX) {
            f.offset[f.count++] = program->parameters[k].offset;
        }
    }
    return f;
}

/* The fields of a block are not aligned in every program. */
static void rename_fields(const fields *f, const mg_vertex *names, mg_vertex n, char *block) {
    for (size_t k = 0; k < f->count; k++) {
        mg_vertex v;
        memcpy(&v, block + f->offset[k], sizeof v);
        if (v < n) {
            memcpy(block + f->offset[k], &names[v], sizeof v);
        }
    }
}

void mg__renumber_params(const mg_program *program, const mg_partition *partition, void *params) {
    const fields f = fields_of_params(program);
    rename_fields(&f, partition->index, partition->n, params);
}

void mg__states_to_parts(const mg_context *context, const mg_program *program, const mg_partition *partition,
                         mg_vertex begin, mg_vertex end, const void *states, void *renumbered) {
    const fields f = fields_of_states(program);
    const size_t size = program->state_size;
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (mg_vertex i = begin; i < end; i++) {
        char *const to = (char *)renumbered + i * size;
        memcpy(to, (const char *)states + partition->order[i] * size, size);
        rename_fields(&f, partition->index, partition->n, to);
    }
}

void mg__states_from_parts(const mg_context *context, const mg_program *program, const mg_partition *partition,
                           mg_vertex begin, mg_vertex end, const void *renumbered, void *states) {
    const fields f = fields_of_states(program);
    const size_t size = program->state_size;
#pragma omp parallel for num_threads(context->threads) schedule(static)
    for (mg_vertex i = begin; i < end; i++) {
        char *const to = (char *)states + partition->order[i] * size;
        memcpy(to, (const char *)renumbered + i * size, size);
        rename_fields(&f, partition->order, partition->n, to);
    }
}
