/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb run: a vertex program from a C file.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/output/output_files.h"
#include "tools/verbs/algorithm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_column(const mg_program *program, const char *name) {
    for (size_t k = 0; k < MG_COLUMNS_MAX && program->columns[k].name; k++) {
        if (strcmp(program->columns[k].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_edge_column(const mg_program *program, const char *name) {
    for (size_t k = 0; k < MG_EDGE_COLUMNS_MAX && program->edge_columns[k].name; k++) {
        if (strcmp(program->edge_columns[k].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Columns of edges are written as lines or records of edges. */
static int check_edge_output(const session *s) {
    const cli_options *const o = s->options;
    const char *const first = s->program->columns[0].name, *const column = o->column ? o->column : first;
    if (column && !has_edge_column(s->program, column)) {
        return STATUS_SUCCESS;
    }
    const output_format format = output_format_of(o, o->output);
    if (o->top || o->from) {
        message("%s cannot be combined with a column of edges", o->top ? "--top" : "--from");
        return STATUS_USAGE;
    }
    if (format != OUTPUT_TSV && format != OUTPUT_NPY) {
        message("a column of edges: the output format is tsv or npy");
        return STATUS_USAGE;
    }
    return STATUS_SUCCESS;
}

static bool is_source(const char *path) {
    const size_t length = strlen(path);
    return length > 2 && strcmp(path + length - 2, ".c") == 0;
}

static int load_program(session *s) {
    if (s->options->operand && !is_source(s->options->program) && is_source(s->options->operand)) {
        message("run takes the program before the graph: multigraph run %s %s", s->options->operand,
                s->options->program);
        return STATUS_USAGE;
    }

    const mg_status status = mg_program_from_file(s->context, s->options->program, &s->program);
    progress_erase();
    if (status < 0) {
        return library_failure(s->context, status);
    }
    const char *const first = s->program->columns[0].name, *const edges = s->program->edge_columns[0].name;
    if (!first && !edges) {
        message("%s: the program declares no result column (MG_COLUMN, MG_EDGE_COLUMN)", s->options->program);
        return STATUS_USAGE;
    }
    if (s->options->column && !has_column(s->program, s->options->column) &&
        !has_edge_column(s->program, s->options->column)) {
        message("--column: program %s has no column %s; its first is %s", s->program->name, s->options->column,
                first ? first : edges);
        return STATUS_USAGE;
    }
    return check_edge_output(s);
}

static int set_parameter(const session *s, const char *name, const char *value) {
    const mg_status status = mg_program_set(s->context, s->program, s->graph, name, value, s->params);
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

/* Sets the parameters: defaults, then --source, then each --param in order. */
static int set_parameters(session *s) {
    const cli_options *o = s->options;
    free(s->params);
    s->params = calloc(1, s->program->params_size ? s->program->params_size : 1);
    if (!s->params) {
        message("out of memory for parameters");
        return STATUS_FAILURE;
    }
    mg_program_defaults(s->context, s->program, s->graph, s->params);
    int status = STATUS_SUCCESS;
    if (o->source_given) {
        status = set_parameter(s, "source", o->source);
    }
    for (size_t i = 0; i < o->setting_count && status == STATUS_SUCCESS; i++) {
        char name[64];
        const char *const equals = strchr(o->settings[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(equals - o->settings[i]), o->settings[i]);
        status = set_parameter(s, name, equals + 1);
    }
    return status;
}

/* The vertex in a parameter called `source`, for --metrics. */
static void note_source(session *s) {
    for (size_t i = 0; i < MG_PARAMETERS_MAX && s->program->parameters[i].name; i++) {
        const mg_parameter_spec *spec = &s->program->parameters[i];
        if (spec->meaning == MG_VERTEX && strcmp(spec->name, "source") == 0) {
            memcpy(&s->source, (const char *)s->params + spec->offset, sizeof s->source);
        }
    }
}

static int prepare_program(session *s) {
    const int status = set_parameters(s);
    if (status == STATUS_SUCCESS) {
        note_source(s);
    }
    return status == STATUS_SUCCESS ? prepare_states(s) : status;
}

/* A run changes its states: each trial begins with a copy. */
static mg_status run_loaded(session *s, const mg_run_options *run, mg_result **result) {
    const size_t bytes = (size_t)mg_graph_vertex_count(s->graph) * s->program->state_size;
    void *const states = s->states ? malloc(bytes + 1) : NULL;
    if (states) {
        memcpy(states, s->states, bytes);
    }
    const mg_status status = s->states && !states
                                 ? MG_ERROR_MEMORY
                                 : mg_run(s->context, s->graph, s->program, s->params, run, states, result);
    free(states);
    return status;
}

static void describe_program(const session *s, char *text, size_t size) {
    const mg_column *const edges = session_edge_column(s);
    snprintf(text, size, "%s; column %s", s->program->summary, edges ? edges->name : session_column(s)->name);
}

/* Checks the program's laws on random graphs. Parameters given as ids of the user's graph are replaced there. */
static int check(session *s) {
    const int prepared = set_parameters(s); /* there is no graph yet */
    if (prepared != STATUS_SUCCESS) {
        return prepared;
    }
    const mg_status status = mg_program_check(s->context, s->program, s->params, s->options->backend);
    progress_erase();
    if (status == MG_ERROR_PROGRAM) {
        message("check of %s FAILED: %s", s->program->name, mg_context_error(s->context));
        return STATUS_VERIFICATION;
    }
    if (status < 0) {
        return library_failure(s->context, status);
    }
    if (s->options->verbosity >= 0) {
        message("check of %s passed", s->program->name);
    }
    return STATUS_SUCCESS;
}

static int run_session(session *s, results *r) {
    int status = load_program(s);
    if (status == STATUS_SUCCESS && s->options->check) {
        status = check(s);
    }
    if (status != STATUS_SUCCESS || !s->options->operand) {
        return status;
    }
    status = session_read(s);
    return status == STATUS_SUCCESS ? run_and_write(s, r) : status;
}

int run_program(const verb *v, const cli_options *options) {
    cli_options own = *options;
    own.program = options->operand;
    own.operand = options->target;
    results r;
    session s = {.verb = v, .options = &own};
    int status = results_open(&r, v, &own);
    if (status == STATUS_SUCCESS) {
        status = session_create(&s, v, &own);
    }
    if (status == STATUS_SUCCESS) {
        status = run_session(&s, &r);
    }
    results_close(&r);
    session_close(&s);
    return status;
}

const algorithm program_algorithm = {.prepare = prepare_program, .run = run_loaded, .describe = describe_program};
