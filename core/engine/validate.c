/* SPDX-License-Identifier: Apache-2.0 */
#include "core/engine/validate.h"
#include "core/graph/graph.h"

#include "core/engine/edge_columns.h"
#include "core/engine/phase_rules.h"
#include "core/engine/plan_loops.h"

#include <math.h>
#include <string.h>

static bool integral(mg_type type) {
    return type != MG_FLOAT32 && type != MG_FLOAT64;
}

/* Does a type of integers hold the weights of an int64 graph? Float types round them. */
static bool holds_weights(mg_type type, const mg_graph *graph) {
    return !integral(type) || type == MG_INT64 ||
           (graph->weight_min >= (type == MG_INT32 ? (double)INT32_MIN : 0.0) &&
            graph->weight_max <= (type == MG_INT32    ? (double)INT32_MAX
                                  : type == MG_UINT32 ? (double)UINT32_MAX
                                                      : 0x1p64));
}

static mg_status validate_phase(mg_context *context, const mg_graph *graph, const mg_program *program,
                                const mg_phase *phase, const mg_phase_info *info) {
    const char *const rule = mg__broken_rule(info);
    if (rule) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s, phase %s: %s", program->name, phase->name, rule);
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
        return mg__fail(
            context, MG_ERROR_PROGRAM,
            "program %s, phase %s: it reads weights of type %s, but the graph has %s; declare float or double as its "
            "weight",
            program->name, phase->name, mg__type_name(info->weight_type), mg__type_name(weights));
    }
    if (info->weight_type != MG_TYPE_NONE && weights == MG_INT64 && !holds_weights(info->weight_type, graph)) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s, phase %s: %s cannot hold the graph's int64 weights",
                        program->name, phase->name, mg__type_name(info->weight_type));
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
    return spec->value >= low[spec->type] && spec->value <= high[spec->type] && spec->value == trunc(spec->value);
}

/* Is the list too long, or does it go on after its end? C drops elements beyond the last. */
static bool is_bad_list(const void *list, size_t element, size_t count, size_t most) {
    static const void *const nothing = NULL;
    const char *const elements = list; /* each begins with a pointer, which is NULL at the end */
    for (size_t i = count; i <= most; i++) {
        if (memcmp(elements + i * element, &nothing, sizeof nothing) != 0) {
            return true;
        }
    }
    return false;
}

size_t mg__count_phases(const mg_phase *const *phases) {
    size_t count = 0;
    while (count < MG_PHASES_MAX && phases[count]) {
        count++;
    }
    return count;
}

static size_t count_columns(const mg_program *p) {
    size_t count = 0;
    while (count < MG_COLUMNS_MAX && p->columns[count].name) {
        count++;
    }
    return count;
}

static size_t count_parameters(const mg_program *p) {
    size_t count = 0;
    while (count < MG_PARAMETERS_MAX && p->parameters[count].name) {
        count++;
    }
    return count;
}

static mg_status validate_lists(mg_context *context, const mg_program *p) {
    const struct {
        const char *what;
        const void *list;
        size_t element, count, most;
    } lists[] = {
        {"phases", p->phases, sizeof *p->phases, mg__count_phases(p->phases), MG_PHASES_MAX},
        {"phases for tiles", p->tiled, sizeof *p->tiled, mg__count_phases(p->tiled), MG_PHASES_MAX},
        {"loops", p->loops, sizeof *p->loops, mg__count_loops(p), MG_LOOPS_MAX},
        {"columns", p->columns, sizeof *p->columns, count_columns(p), MG_COLUMNS_MAX},
        {"edge columns", p->edge_columns, sizeof *p->edge_columns, mg__count_edge_columns(p), MG_EDGE_COLUMNS_MAX},
        {"parameters", p->parameters, sizeof *p->parameters, count_parameters(p), MG_PARAMETERS_MAX},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const size_t count = lists[i].count, most = lists[i].most;
        if (is_bad_list(lists[i].list, lists[i].element, count, most)) {
            return mg__fail(context, MG_ERROR_PROGRAM,
                            count == most ? "program %s has more than %zu %s"
                                          : "program %s: of its at most %zu %s one is "
                                            "empty, but a later one is not",
                            p->name, most, lists[i].what);
        }
    }
    return MG_OK;
}

/* The first name that occurs twice in an array of structs that begin with their names; NULL: none. */
static const char *find_twin(const void *list, size_t element, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            const char *a, *b;
            memcpy(&a, (const char *)list + i * element, sizeof a);
            memcpy(&b, (const char *)list + k * element, sizeof b);
            if (strcmp(a, b) == 0) {
                return a;
            }
        }
    }
    return NULL;
}

/* The name of a column of edges that another column has, too; NULL: none. */
static const char *find_edge_twin(const mg_program *p) {
    const size_t count = mg__count_edge_columns(p);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < count_columns(p); k++) {
            if (strcmp(p->edge_columns[i].name, p->columns[k].name) == 0) {
                return p->edge_columns[i].name;
            }
        }
    }
    return find_twin(p->edge_columns, sizeof *p->edge_columns, count);
}

static mg_status validate_names(mg_context *context, const mg_program *p) {
    const char *const of_vertices = find_twin(p->columns, sizeof *p->columns, count_columns(p));
    const char *const column = of_vertices ? of_vertices : find_edge_twin(p);
    const char *const parameter = find_twin(p->parameters, sizeof *p->parameters, count_parameters(p));
    if (column || parameter) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s has two %s of the name %s", p->name,
                        column ? "columns" : "parameters", column ? column : parameter);
    }
    return MG_OK;
}

/* Names of columns stand in the headers of every output format. */
static bool plain_name(const char *name) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-. ";
    const size_t length = strlen(name);
    return length && length <= MG_COLUMN_NAME_MOST && strspn(name, allowed) == length;
}

static mg_status validate_column_name(mg_context *context, const mg_program *p, const char *name) {
    if (!plain_name(name)) {
        return mg__fail(context, MG_ERROR_PROGRAM,
                        "program %s, column '%.80s': a name is 1 to %d letters, digits, blanks, _, - or .", p->name,
                        name, MG_COLUMN_NAME_MOST);
    }
    return MG_OK;
}

static mg_status validate_fields(mg_context *context, const mg_program *p) {
    mg_status status = MG_OK;
    for (size_t i = 0; i < mg__count_edge_columns(p); i++) {
        MG_TRY(validate_column_name(context, p, p->edge_columns[i].name));
    }
    for (size_t i = 0; i < MG_COLUMNS_MAX && p->columns[i].name; i++) {
        const mg_column_spec *c = &p->columns[i];
        const size_t size = mg__type_size(c->type);
        MG_TRY(validate_column_name(context, p, c->name));
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
out:
    return status;
}

mg_status mg__validate_description(mg_context *context, const mg_program *p) {
    mg_status status = MG_OK;
    if (p->abi != MG_PROGRAM_ABI) {
        return mg__fail(
            context, MG_ERROR_PROGRAM,
            "program %s was compiled for version %u of the library's loops, but this library has version %u",
            p->name ? p->name : "?", p->abi, MG_PROGRAM_ABI);
    }
    MG_TRY(validate_lists(context, p));
    MG_TRY(validate_fields(context, p));
    MG_TRY(validate_names(context, p));
out:
    return status;
}

static mg_status validate_phases(mg_context *context, const mg_graph *graph, const mg_program *program,
                                 const mg_phase *const *phases, const mg_callbacks *callbacks) {
    mg_status status = MG_OK;
    mg_plan_loop loops[MG_LOOPS_MAX];
    size_t loop_count;
    bool recorded = false;
    for (size_t i = 0; i < mg__count_phases(phases); i++) {
        mg_phase_info info;
        phases[i]->describe(&info, callbacks);
        MG_TRY(validate_phase(context, graph, program, phases[i], &info));
        if (info.monoid == MG_MOST_FREQUENT && callbacks) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED, "callbacks cannot have the monoid MG_MOST_FREQUENT");
        }
        if (info.frontier == MG_FRONTIER_REPLAY && !recorded) {
            return mg__fail(context, MG_ERROR_PROGRAM, "program %s, phase %s: no earlier phase records its levels",
                            program->name, phases[i]->name);
        }
        recorded |= info.record;
    }
    MG_TRY(mg__plan_loops(context, program, phases, callbacks, loops, &loop_count));
    MG_TRY(mg__validate_edge_columns(context, program, phases, callbacks));
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
    bool fits = false;
    if (!program->tiled[0]) {
        return MG_OK;
    }
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
        if (info.kind != MG_KIND_PROGRAM || info.monoid == MG_MOST_FREQUENT) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED,
                            "program %s, phase %s: only PROGRAM phases without MG_MOST_FREQUENT run in lanes",
                            program->name, program->phases[i]->name);
        }
    }
    for (size_t i = 0; i < mg__count_loops(program); i++) {
        if (program->loops[i].total != MG_NO_TOTAL) { /* each lane would end after a round of its own */
            return mg__fail(context, MG_ERROR_UNSUPPORTED,
                            "program %s, loop from %s: only loops of a fixed number of rounds run in lanes",
                            program->name, program->loops[i].first->name);
        }
    }
    return MG_OK;
}

mg_status mg__validate_program(mg_context *context, const mg_graph *graph, const mg_program *program,
                               const mg_callbacks *callbacks, const mg_run_options *options, size_t *phase_count) {
    mg_status status = MG_OK;
    MG_TRY(mg__validate_description(context, program));
    *phase_count = mg__count_phases(program->phases);
    if (!*phase_count) {
        return mg__fail(context, MG_ERROR_PROGRAM, "program %s has no phase", program->name);
    }
    MG_TRY(validate_phases(context, graph, program, program->phases, callbacks));
    MG_TRY(validate_tiled(context, graph, program));
    MG_TRY(mg__validate_loops(context, program));
    if (options && options->lanes > 1) {
        MG_TRY(validate_lanes(context, program, callbacks));
    }
out:
    return status;
}
