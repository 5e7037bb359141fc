/* SPDX-License-Identifier: Apache-2.0
 *
 * parameters.c: mg_program_set and mg_program_defaults: the declared parameters of a program.
 */
#include "core/engine/validate.h"

#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Value of a parameter before conversion; the type selects the member. */
typedef struct number {
    int64_t whole;
    uint64_t natural;
    double real;
} number;

static void store(const mg_parameter_spec *spec, number value, void *params) {
    char *const at = (char *)params + spec->offset;
    const int32_t i32 = (int32_t)value.whole;
    const uint32_t u32 = (uint32_t)value.natural;
    const float f32 = (float)value.real;
    const struct {
        const void *from;
        size_t size;
    } forms[] = {
        [MG_INT32] = {&i32, 4},         [MG_UINT32] = {&u32, 4},
        [MG_INT64] = {&value.whole, 8}, [MG_UINT64] = {&value.natural, 8},
        [MG_FLOAT32] = {&f32, 4},       [MG_FLOAT64] = {&value.real, 8},
    };
    assert((size_t)spec->type < sizeof forms / sizeof *forms && forms[spec->type].from);
    memcpy(at, forms[spec->type].from, forms[spec->type].size);
}

static bool is_signed(mg_type type) {
    return type == MG_INT32 || type == MG_INT64;
}

static bool is_real(mg_type type) {
    return type == MG_FLOAT32 || type == MG_FLOAT64;
}

/* Parses the whole text as a number of the type of the parameter, independent of the locale. */
static bool parse(const mg_parameter_spec *spec, const char *text, number *value) {
    char *end = NULL;
    errno = 0;
    if (is_real(spec->type)) {
        const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
        if (!c) {
            return false;
        }
        value->real = strtod_l(text, &end, c);
        freelocale(c);
        return end != text && !*end;
    }
    if (is_signed(spec->type)) {
        value->whole = strtoll(text, &end, 10);
        return end != text && !*end && !errno && (spec->type == MG_INT64 || value->whole == (int32_t)value->whole);
    }
    value->natural = strtoull(text, &end, 10);
    return end != text && !*end && !errno && !strchr(text, '-') &&
           (spec->type == MG_UINT64 || spec->meaning == MG_VERTEX || value->natural <= UINT32_MAX);
}

static const mg_parameter_spec *find(const mg_program *program, const char *name) {
    for (size_t i = 0; i < MG_PARAMETERS_MAX && program->parameters[i].name; i++) {
        if (strcmp(program->parameters[i].name, name) == 0) {
            return &program->parameters[i];
        }
    }
    return NULL;
}

/* "; it has source, delta" or "; it has none". */
static void list_names(const mg_program *program, char *text, size_t size) {
    size_t length = (size_t)snprintf(text, size, "; it has");
    for (size_t i = 0; i < MG_PARAMETERS_MAX && program->parameters[i].name && length < size; i++) {
        length += (size_t)snprintf(text + length, size - length, "%s %s", i ? "," : "", program->parameters[i].name);
    }
    if (!program->parameters[0].name) {
        snprintf(text, size, "; it has none");
    }
}

/* Is the text the name of a vertex? *value: its index. */
static bool is_vertex_name(mg_context *context, const mg_graph *graph, const char *text, uint64_t *value) {
    mg_vertex v = MG_NONE;
    if (!mg_graph_has_names(graph) || mg_graph_find_name(context, graph, text, &v) < 0 || v == MG_NONE) {
        return false;
    }
    *value = v;
    return true;
}

/* Replaces an id by the index of the vertex; without a graph the number is the index. */
static mg_status find_vertex(mg_context *context, const mg_graph *graph, const char *name, const char *text,
                             uint64_t *value) {
    mg_status status = MG_OK;
    mg_vertex v = 0;
    if (!graph) {
        return *value <= UINT32_MAX
                   ? MG_OK
                   : mg__fail(context, MG_ERROR_RANGE,
                              "parameter %s: without a graph a vertex is an index of 32 bits, not %s", name, text);
    }
    MG_TRY(mg__graph_count(context, graph));
    if (!mg_graph_find(graph, *value, &v)) {
        MG_TRY(mg__fail(context, MG_ERROR_RANGE, "parameter %s: the graph has no vertex %s", name, text));
    }
    *value = v;
out:
    return status;
}

mg_status mg_program_set(mg_context *context, const mg_program *program, const mg_graph *graph, const char *name,
                         const char *value, void *params) {
    static const char *const wanted[] = {[MG_INT32] = "a whole number of 32 bits",
                                         [MG_UINT32] = "a number from 0 to 4294967295",
                                         [MG_INT64] = "a whole number of 64 bits",
                                         [MG_UINT64] = "a number from 0 to 18446744073709551615",
                                         [MG_FLOAT32] = "a number",
                                         [MG_FLOAT64] = "a number"};
    number n = {0};
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!program || !name || !value || !params) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_program_set: program, name, value and params must not be NULL");
    }
    mg_status status = MG_OK;
    MG_TRY(mg__validate_description(context, program));
    const mg_parameter_spec *spec = find(program, name);
    if (!spec) {
        char names[256];
        list_names(program, names, sizeof names);
        return mg__fail(context, MG_ERROR_INVALID, "program %s has no parameter %s%s", program->name, name, names);
    }
    if (spec->meaning == MG_VERTEX && is_vertex_name(context, graph, value, &n.natural)) {
        store(spec, n, params);
        return MG_OK;
    }
    if (!parse(spec, value, &n)) {
        return mg__fail(context, MG_ERROR_INVALID, "parameter %s: expected %s, found '%s'", name,
                        spec->meaning == MG_VERTEX ? "the id of a vertex" : wanted[spec->type], value);
    }
    if (spec->meaning == MG_VERTEX) {
        MG_TRY(find_vertex(context, graph, name, value, &n.natural));
    }
    assert(spec->offset + mg__type_size(spec->type) <= program->params_size);
    store(spec, n, params);
out:
    return status;
}

mg_status mg_program_defaults(mg_context *context, const mg_program *program, const mg_graph *graph, void *params) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!program || !params) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_program_defaults: program and params must not be NULL");
    }
    mg_status status = MG_OK;
    MG_TRY(mg__validate_description(context, program));
    if (graph) {
        MG_TRY(mg__graph_count(context, graph));
    }
    memset(params, 0, program->params_size);
    for (size_t i = 0; i < MG_PARAMETERS_MAX && program->parameters[i].name; i++) {
        const mg_parameter_spec *spec = &program->parameters[i];
        number n = {.real = spec->value};
        mg_vertex v = 0;
        if (spec->meaning == MG_VERTEX) {
            const bool given =
                graph && spec->value < (double)MG_NONE && mg_graph_find(graph, (uint64_t)spec->value, &v);
            n.natural = given ? v : graph ? mg_graph_default_source(graph) : 0;
        } else if (is_signed(spec->type)) {
            n.whole = (int64_t)spec->value;
        } else if (!is_real(spec->type)) {
            n.natural = (uint64_t)spec->value;
        }
        store(spec, n, params);
    }
out:
    return status;
}
