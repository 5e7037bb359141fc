/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/validate.h"

#include <string.h>

#define COLUMN_NAME_MOST 64 /* characters */

typedef struct rule {
    bool (*broken)(const mg_phase_info *info);
    const char *text;
} rule;

static bool is_program(const mg_phase_info *i) {
    return i->kind == MG_KIND_PROGRAM;
}

static bool bad_value_size(const mg_phase_info *i) {
    return i->value_size != 4 && i->value_size != 8;
}

static bool bad_value_type(const mg_phase_info *i) {
    return mg__type_size(i->value_type) && mg__type_size(i->value_type) != i->value_size;
}

static bool no_combine(const mg_phase_info *i) {
    return is_program(i) && i->monoid == MG_USER && !i->has_combine;
}

static bool builtin_on_struct(const mg_phase_info *i) {
    const bool number = i->value_type != MG_OTHER && i->value_type != MG_TYPE_NONE;
    return is_program(i) && !number && i->monoid != MG_USER && i->monoid != MG_ANY;
}

static bool or_on_float(const mg_phase_info *i) {
    return i->monoid == MG_OR && (i->value_type == MG_FLOAT32 || i->value_type == MG_FLOAT64);
}

static bool label_with_apply(const mg_phase_info *i) {
    return (i->properties & MG_LABEL) && (i->has_apply || i->has_scatter || (i->properties & MG_SOURCE_ID));
}

static bool label_with_sum(const mg_phase_info *i) {
    return (i->properties & MG_LABEL) && (i->monoid == MG_SUM || i->monoid == MG_ANY);
}

static bool first_hit_with_sum(const mg_phase_info *i) {
    return (i->properties & MG_FIRST_HIT) && i->monoid == MG_SUM;
}

static bool label_all_active(const mg_phase_info *i) {
    return (i->properties & MG_LABEL) && (i->properties & MG_ALL_ACTIVE);
}

static bool nothing_sent(const mg_phase_info *i) {
    return is_program(i) && !(i->properties & (MG_LABEL | MG_SOURCE_ID)) && !i->has_scatter;
}

static bool scatter_and_source(const mg_phase_info *i) {
    return (i->properties & MG_SOURCE_ID) && i->has_scatter;
}

static bool no_apply(const mg_phase_info *i) {
    return is_program(i) && !(i->properties & MG_LABEL) && !i->has_apply;
}

static bool too_many_totals(const mg_phase_info *i) {
    return i->totals > MG_TOTALS_MAX;
}

static bool priority_without_label(const mg_phase_info *i) {
    return i->has_priority && !((i->properties & MG_LABEL) && (i->properties & MG_MONOTONE));
}

static bool small_label(const mg_phase_info *i) {
    return (i->properties & MG_LABEL) && i->state_size < i->value_size;
}

static bool no_vertex(const mg_phase_info *i) {
    return i->kind == MG_KIND_VERTICES && !i->has_vertex;
}

static bool no_visit(const mg_phase_info *i) {
    return i->kind == MG_KIND_EDGES && !i->has_visit;
}

static bool blocks_without_edges(const mg_phase_info *i) {
    return i->kind != MG_KIND_EDGES && (i->properties & (MG_WITHIN_BLOCKS | MG_BETWEEN_BLOCKS));
}

static bool within_and_between(const mg_phase_info *i) {
    return (i->properties & MG_WITHIN_BLOCKS) && (i->properties & MG_BETWEEN_BLOCKS);
}

static bool vertex_after_edges(const mg_phase_info *i) {
    return i->kind == MG_KIND_EDGES && i->has_vertex && (!(i->properties & MG_WITHIN_BLOCKS) || i->totals);
}

static bool no_label(const mg_phase_info *i) {
    return i->kind == MG_KIND_MOST_FREQUENT && !i->has_label;
}

static bool bad_label_offset(const mg_phase_info *i) {
    return i->kind == MG_KIND_MOST_FREQUENT && (i->params_size < 4 || i->label_offset > i->params_size - 4);
}

static bool bad_replay(const mg_phase_info *i) {
    return i->frontier == MG_FRONTIER_REPLAY && (i->properties & (MG_LABEL | MG_ALL_ACTIVE));
}

static bool bad_breadth_first(const mg_phase_info *i) {
    return (i->properties & MG_BREADTH_FIRST) &&
           ((i->properties & (MG_LABEL | MG_ALL_ACTIVE)) || i->frontier != MG_FRONTIER_INIT || !i->has_needs ||
            i->totals || i->has_finished || i->iteration_limit);
}

static bool mixed_without_double_sum(const mg_phase_info *i) {
    return (i->properties & MG_MIXED_PRECISION) && (i->value_type != MG_FLOAT64 || i->monoid != MG_SUM);
}

static const rule rules[] = {
    {bad_value_size, "the value must have 4 or 8 bytes"},
    {bad_value_type, "the size of the value differs from the size of its type"},
    {no_combine, "MG_USER requires a combine callback"},
    {builtin_on_struct, "a value that is not a number requires MG_USER or MG_ANY"},
    {or_on_float, "MG_OR requires an integer value"},
    {label_with_apply, "MG_LABEL excludes apply, scatter and MG_SOURCE_ID"},
    {label_with_sum, "MG_LABEL requires an idempotent monoid"},
    {first_hit_with_sum, "MG_FIRST_HIT requires an idempotent monoid"},
    {label_all_active, "MG_LABEL and MG_ALL_ACTIVE exclude each other"},
    {nothing_sent, "scatter, MG_SOURCE_ID or MG_LABEL is missing"},
    {scatter_and_source, "MG_SOURCE_ID excludes scatter"},
    {no_apply, "apply or MG_LABEL is missing"},
    {too_many_totals, "the phase has more than MG_TOTALS_MAX totals"},
    {priority_without_label, "priority requires MG_LABEL and MG_MONOTONE"},
    {small_label, "MG_LABEL: the state must begin with the value"},
    {bad_replay, "MG_FRONTIER_REPLAY excludes MG_LABEL and MG_ALL_ACTIVE"},
    {bad_breadth_first,
     "MG_BREADTH_FIRST requires needs and the frontier of init; it excludes MG_LABEL, MG_ALL_ACTIVE, "
     "totals, finished and an iteration limit"},
    {mixed_without_double_sum, "MG_MIXED_PRECISION requires MG_SUM of doubles"},
    {no_vertex, "the callback vertex is missing"},
    {no_visit, "the callback visit is missing"},
    {blocks_without_edges, "MG_WITHIN_BLOCKS and MG_BETWEEN_BLOCKS require an EDGES phase"},
    {within_and_between, "MG_WITHIN_BLOCKS and MG_BETWEEN_BLOCKS exclude each other"},
    {vertex_after_edges, "vertex in an EDGES phase requires MG_WITHIN_BLOCKS and excludes totals"},
    {no_label, "the callback label is missing"},
    {bad_label_offset, "label_offset is outside of the parameters"},
};

static bool integral(mg_type type) {
    return type != MG_FLOAT32 && type != MG_FLOAT64;
}

static mg_status validate_phase(mg_context *context, const mg_graph *graph, const mg_program *program,
                                const mg_phase *phase, const mg_phase_info *info) {
    for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
        if (rules[r].broken(info)) {
            return mg__fail(context, MG_ERROR_PROGRAM, "program %s, phase %s: %s", program->name, phase->name,
                            rules[r].text);
        }
    }
    if (info->state_size != program->state_size || info->params_size != program->params_size) {
        return mg__fail(context, MG_ERROR_PROGRAM,
                        "program %s, phase %s: its state or parameters differ in size from the program's",
                        program->name, phase->name);
    }
    if (info->weight_type == MG_OTHER) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s, phase %s: the weight must be a number or mg_none",
                        program->name, phase->name);
    }
    const mg_type weights = graph ? mg_graph_weight_type(graph) : MG_TYPE_NONE;
    if (info->weight_type != MG_TYPE_NONE && integral(info->weight_type) && !integral(weights)) {
        return mg__fail(context, MG_ERROR_PROGRAM,
                        "program %s, phase %s: it reads weights of type %s, but the graph has %s", program->name,
                        phase->name, mg__type_name(info->weight_type), mg__type_name(weights));
    }
    return MG_OK;
}

/* Is the default a number that the parameter's type holds? */
static bool default_fits(const mg_parameter_spec *spec) {
    static const double low[] = {[MG_INT32] = -2147483648.0, [MG_INT64] = -9223372036854775808.0, [MG_OTHER] = 0.0};
    static const double high[] = {[MG_INT32] = 2147483647.0,
                                  [MG_UINT32] = 4294967295.0,
                                  [MG_INT64] = 9223372036854774784.0,
                                  [MG_UINT64] = 18446744073709549568.0,
                                  [MG_OTHER] = 0.0};
    if (spec->type == MG_FLOAT32 || spec->type == MG_FLOAT64) {
        return true;
    }
    return spec->value >= low[spec->type] && spec->value <= high[spec->type];
}

/* Names of columns stand in the headers of every output format. */
static bool plain_name(const char *name) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. ";
    const size_t length = strlen(name);
    return length && length <= COLUMN_NAME_MOST && strspn(name, allowed) == length;
}

static mg_status validate_fields(mg_context *context, const mg_program *p) {
    for (size_t i = 0; i < MG_COLUMNS_MAX && p->columns[i].name; i++) {
        const mg_column_spec *c = &p->columns[i];
        const size_t size = mg__type_size(c->type);
        if (!plain_name(c->name)) {
            return mg__fail(context, MG_ERROR_PROGRAM,
                            "program %s, column '%.80s': a name is 1 to %d letters, digits, blanks, _, - or .", p->name,
                            c->name, COLUMN_NAME_MOST);
        }
        if (!size || (c->meaning == MG_VERTEX && c->type != MG_UINT32)) {
            return mg__fail(context, MG_ERROR_PROGRAM, "program %s, column %s: %s", p->name, c->name,
                            size ? "the id of a vertex must be a uint32_t" : "its type is not a number");
        }
        if (c->offset > p->state_size || p->state_size - c->offset < size) {
            return mg__fail(context, MG_ERROR_PROGRAM, "program %s, column %s: it is outside of the state", p->name,
                            c->name);
        }
    }
    for (size_t i = 0; i < MG_PARAMETERS_MAX && p->parameters[i].name; i++) {
        const mg_parameter_spec *q = &p->parameters[i];
        const size_t size = mg__type_size(q->type);
        if (!size || (q->meaning == MG_VERTEX && q->type != MG_UINT32)) {
            return mg__fail(context, MG_ERROR_PROGRAM, "program %s, parameter %s: %s", p->name, q->name,
                            size ? "the id of a vertex must be a uint32_t" : "its type is not a number");
        }
        if (q->offset > p->params_size || p->params_size - q->offset < size || !default_fits(q)) {
            return mg__fail(context, MG_ERROR_PROGRAM,
                            "program %s, parameter %s: it is outside of the parameters, or its "
                            "default does not fit its type",
                            p->name, q->name);
        }
    }
    return MG_OK;
}

size_t mg__count_phases(const mg_phase *const *phases) {
    size_t count = 0;
    while (count < MG_PHASES_MAX && phases[count]) {
        count++;
    }
    return count;
}

static mg_status validate_phases(mg_context *context, const mg_graph *graph, const mg_program *program,
                                 const mg_phase *const *phases, const mg_callbacks *callbacks) {
    mg_status status = MG_OK;
    bool recorded = false;
    for (size_t i = 0; i < mg__count_phases(phases); i++) {
        mg_phase_info info;
        phases[i]->describe(&info, callbacks);
        MG_TRY(validate_phase(context, graph, program, phases[i], &info));
        if (info.frontier == MG_FRONTIER_REPLAY && !recorded) {
            return mg__fail(context, MG_ERROR_PROGRAM, "program %s, phase %s: no earlier phase records its levels",
                            program->name, phases[i]->name);
        }
        recorded |= info.record;
    }
out:
    return status;
}

/* May a phase run on tiles, or inside vertex ranges? */
static bool is_for_tiles(const mg_phase_info *i) {
    return (i->properties & MG_WITHIN_BLOCKS) ||
           (i->has_priority && !i->has_needs && !i->has_edge_at && !i->record && !i->iteration_limit);
}

static mg_status validate_tiled(mg_context *context, const mg_graph *graph, const mg_program *program) {
    mg_status status = MG_OK;
    bool fits = !program->tiled[0];
    MG_TRY(validate_phases(context, graph, program, program->tiled, NULL));
    for (size_t i = 0; i < mg__count_phases(program->tiled) && !fits; i++) {
        mg_phase_info info;
        program->tiled[i]->describe(&info, NULL);
        fits = is_for_tiles(&info);
    }
    if (!fits) {
        return mg__fail(
            context, MG_ERROR_PROGRAM,
            "program %s: tiled requires a phase with MG_WITHIN_BLOCKS, or one with a priority and without needs, "
            "edge_at, record and an iteration limit",
            program->name);
    }
out:
    return status;
}

static mg_status validate_lanes(mg_context *context, const mg_program *program, const mg_callbacks *callbacks) {
    for (size_t i = 0; i < mg__count_phases(program->phases); i++) {
        mg_phase_info info;
        program->phases[i]->describe(&info, callbacks);
        if (!is_program(&info)) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED, "program %s, phase %s: only PROGRAM phases run in lanes",
                            program->name, program->phases[i]->name);
        }
    }
    return MG_OK;
}

mg_status mg__validate_program(mg_context *context, const mg_graph *graph, const mg_program *program,
                               const mg_callbacks *callbacks, const mg_run_options *options, size_t *phase_count) {
    mg_status status = MG_OK;
    if (program->abi != MG_PROGRAM_ABI) {
        return mg__fail(
            context, MG_ERROR_PROGRAM,
            "program %s was compiled for version %u of the library's loops, but this library has version %u",
            program->name ? program->name : "?", program->abi, MG_PROGRAM_ABI);
    }
    *phase_count = mg__count_phases(program->phases);
    if (!*phase_count) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s has no phase", program->name);
    }
    MG_TRY(validate_phases(context, graph, program, program->phases, callbacks));
    MG_TRY(validate_tiled(context, graph, program));
    if (options && options->lanes > 1) {
        MG_TRY(validate_lanes(context, program, callbacks));
    }
    MG_TRY(validate_fields(context, program));
out:
    return status;
}
