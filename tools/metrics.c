/* SPDX-License-Identifier: Apache-2.0
 *
 * --metrics: Gunrock's field names and units (milliseconds), numbers as numbers, and what Gunrock does not tell.
 */
#include "tools/metrics.h"
#include "tools/number.h"
#include "tools/summary.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <time.h>

static char command_line[4096];

void metrics_keep_command_line(int argc, char **argv) {
    size_t length = 0;
    for (int i = 0; i < argc && length < sizeof command_line; i++) {
        length += (size_t)snprintf(command_line + length, sizeof command_line - length, "%s%s", i ? " " : "", argv[i]);
    }
}

/* An object under construction; one failed allocation makes all of it incomplete. */
typedef struct builder {
    cJSON *json;
    bool complete;
} builder;

static void add_item(builder *b, const char *name, cJSON *item) {
    if (!item || !cJSON_AddItemToObject(b->json, name, item)) {
        cJSON_Delete(item);
        b->complete = false;
    }
}

static void add_text(builder *b, const char *name, const char *text) {
    add_item(b, name, cJSON_CreateString(text));
}

static void add_number(builder *b, const char *name, double value) {
    add_item(b, name, cJSON_CreateNumber(value));
}

static double trial_ms(const session *s, size_t i) {
    return 1e3 * s->trials[i].seconds;
}

static double trial_edges(const session *s, size_t i) {
    return (double)s->trials[i].edges_visited;
}

static double trial_vertices(const session *s, size_t i) {
    return (double)s->trials[i].vertices_visited;
}

static double trial_depth(const session *s, size_t i) {
    return (double)s->trials[i].iterations;
}

static double trial_mteps(const session *s, size_t i) {
    return mteps_of(&s->trials[i], s->trials[i].seconds);
}

/* `list`: one number per trial; and, where `stem` is given, avg_, min_ and max_`stem`. */
static void add_trials(builder *b, const session *s, const char *list, const char *stem,
                       double (*value)(const session *, size_t)) {
    cJSON *array = cJSON_CreateArray();
    double sum = 0, least = INFINITY, greatest = 0;
    for (size_t i = 0; i < s->trial_count; i++) {
        double x = value(s, i);
        cJSON *number = cJSON_CreateNumber(x);
        if (!number || !cJSON_AddItemToArray(array, number)) {
            cJSON_Delete(number);
            b->complete = false;
        }
        sum += x;
        least = x < least ? x : least;
        greatest = x > greatest ? x : greatest;
    }
    add_item(b, list, array);
    if (stem) {
        const char *const prefixes[] = {"avg", "min", "max"};
        const double values[] = {sum / (double)s->trial_count, least, greatest};
        for (int i = 0; i < 3; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s_%s", prefixes[i], stem);
            add_number(b, name, values[i]);
        }
    }
}

static void add_sources(builder *b, const session *s) {
    cJSON *list = cJSON_CreateArray();
    const bool one = s->source != MG_NONE, some = s->sources || s->sample;
    size_t run = 0;
    const mg_vertex *sources = mg_result_sources(s->result, &run);
    const size_t count = one ? 1 : some ? run : 0;
    for (size_t i = 0; i < count; i++) {
        char text[NUMBER_SIZE]; /* a double does not hold every 64-bit id */
        text[format_u64(text, mg_graph_id(s->graph, one ? s->source : sources[i]))] = '\0';
        cJSON *id = cJSON_CreateRaw(text);
        if (!id || !cJSON_AddItemToArray(list, id)) {
            cJSON_Delete(id);
            b->complete = false;
        }
    }
    add_item(b, "srcs", list);
}

static void add_time(builder *b) {
    char text[64] = "";
    time_t now = time(NULL);
    struct tm parts;
    if (localtime_r(&now, &parts)) {
        strftime(text, sizeof text, "%a %b %d %H:%M:%S %Y", &parts);
    }
    add_text(b, "time", text);
}

static void add_machine(builder *b) {
    struct utsname name;
    builder system = {cJSON_CreateObject(), true};
    if (uname(&name) == 0) {
        add_text(&system, "sysname", name.sysname);
        add_text(&system, "release", name.release);
        add_text(&system, "version", name.version);
        add_text(&system, "machine", name.machine);
        add_text(&system, "nodename", name.nodename);
    }
    b->complete &= system.complete;
    add_item(b, "gpuinfo", cJSON_CreateObject());
    add_item(b, "sysinfo", system.json);
}

static void add_build(builder *b) {
    add_text(b, "engine_version", mg_version());
    add_text(b, "git_commit_sha", MG_GIT_COMMIT);
#if defined(__clang__)
    add_text(b, "compiler", "Clang");
#else
    add_text(b, "compiler", "GNU");
#endif
    add_text(b, "compiler_version", __VERSION__);
}

static void add_modes(builder *b, const mg_statistics *statistics) {
    builder modes = {cJSON_CreateObject(), true};
    for (int mode = 0; mode < 4; mode++) {
        const char *name = mode == MG_MODE_AUTO ? "none" : mg_mode_name((mg_mode)mode);
        add_number(&modes, name, (double)statistics->mode_iterations[mode]);
    }
    b->complete &= modes.complete;
    add_item(b, "mode_iterations", modes.json);
}

static void add_run(builder *b, const session *s) {
    const trial_times times = trial_times_of(s);
    const mg_statistics *statistics = mg_result_statistics(s->result);
    add_trials(b, s, "process_times", "process_time", trial_ms);
    add_number(b, "stddev_process_time", 1e3 * times.deviation);
    add_number(b, "median_process_time", 1e3 * times.median);
    add_trials(b, s, "edges_visited", NULL, trial_edges);
    add_trials(b, s, "nodes_visited", NULL, trial_vertices);
    add_trials(b, s, "search_depths", "search_depth", trial_depth);
    add_trials(b, s, "mteps", "mteps", trial_mteps);
    add_number(b, "load_time", 1e3 * s->load_seconds);
    add_number(b, "build_time", 1e3 * s->build_seconds);
    add_text(b, "backend", statistics->backend);
    add_number(b, "threads", mg_context_threads(s->context));
    add_item(b, "converged", cJSON_CreateBool(s->outcome != MG_NOT_CONVERGED));
    add_item(b, "verified", cJSON_CreateBool(s->verified));
    add_modes(b, statistics);
    add_item(b, "iterations", trace_iterations(statistics));
}

bool metrics_write(sink *out, const session *s) {
    builder b = {cJSON_CreateObject(), true};
    add_text(&b, "schema", "multigraph-metrics/1");
    add_text(&b, "engine", "MultiGraph");
    add_text(&b, "primitive", session_primitive(s));
    add_text(&b, "graph_type", mg_graph_directed(s->graph) ? "directed" : "undirected");
    add_text(&b, "graph_file", s->options->operand);
    add_number(&b, "num_vertices", mg_graph_vertex_count(s->graph));
    add_number(&b, "num_edges", (double)mg_graph_edge_count(s->graph));
    add_sources(&b, s);
    add_item(&b, "tags", cJSON_CreateArray());
    add_run(&b, s);
    add_time(&b);
    add_text(&b, "command_line", command_line);
    add_build(&b);
    add_machine(&b);
    return json_write(out, b.json, b.complete);
}
