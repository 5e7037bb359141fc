/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb plot: reads the files, writes the script of the kind, and runs gnuplot.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/suggest.h"
#include "tools/output/output_files.h"
#include "tools/plot/plot_graph.h"
#include "tools/verbs/verb.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define WIDTH 900

static const plot_kind *find_kind(const char *name) {
    const plot_kind *const kind = plot_kind_find(name);
    suggestion near = SUGGESTION_NONE;
    for (size_t i = 0; !kind && plot_kind_at(i); i++) {
        suggestion_consider(&near, name, plot_kind_at(i));
    }
    if (!kind) {
        message(near.word ? "there is no kind of plot '%s'; did you mean '%s'?" : "there is no kind of plot '%s'", name,
                near.word);
        words_print(verb_find("plot"));
        fputs("Try 'multigraph plot --help'.\n", stderr);
    }
    return kind;
}

/* gnuplot's terminal for the output's suffix, "" for the script itself; NULL after printing an error. */
static const char *find_terminal(const cli_options *options) {
    static const char *const suffixes[][2] = {{".svg", "svg"}, {".png", "pngcairo"}, {".gp", ""}};
    const char *const name = options->output ? options->output : "";
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t length = strlen(name), suffix = strlen(suffixes[i][0]);
        if (length > suffix && strcasecmp(name + length - suffix, suffixes[i][0]) == 0) {
            return suffixes[i][1];
        }
    }
    message("%s%s: -o FILE.svg, FILE.png, or FILE.gp for gnuplot's script",
            options->output ? "no picture can be written to " : "an output file is missing", name);
    return NULL;
}

static bool read_files(plot *p, char *const *paths, size_t count) {
    p->files = calloc(count, sizeof(cJSON *));
    if (!p->files) {
        message("out of memory for the plot");
        return false;
    }
    for (; p->file_count < count; p->file_count++) {
        p->files[p->file_count] = json_read(paths[p->file_count], p->kind->schemas);
        if (!p->files[p->file_count]) {
            return false;
        }
    }
    return true;
}

/* Stands in for a file of measurements: what the foot of the picture says. */
static bool describe_graph(plot *p, const session *s) {
    char text[512];
    const char *const path = graph_name(s->options), *const slash = strrchr(path, '/');
    snprintf(text, sizeof text, "%s: %s, %" PRIu32 " vertices, %" PRIu64 " edges", slash ? slash + 1 : path,
             mg_graph_directed(s->graph) ? "directed" : "undirected", mg_graph_vertex_count(s->graph),
             mg_graph_edge_count(s->graph));
    p->files = calloc(1, sizeof(cJSON *));
    cJSON *const file = p->files ? cJSON_CreateObject() : NULL;
    const bool made = file && cJSON_AddStringToObject(file, "machine", text) &&
                      cJSON_AddStringToObject(file, "engine_version", mg_version());
    if (!made) {
        cJSON_Delete(file);
        message("out of memory for the plot");
        return false;
    }
    p->files[p->file_count++] = file;
    return true;
}

/* Reads the graph and draws it into the script. */
static bool draw_graph(plot *p) {
    cli_options options = *p->options;
    session s;
    options.operand = p->options->operands[1];
    p->status = session_open(&s, verb_find("plot"), &options);
    if (p->status == STATUS_SUCCESS) {
        p->status = describe_graph(p, &s) ? p->kind->draw_graph(p, &s) : STATUS_FAILURE;
    }
    progress_erase();
    session_close(&s);
    return p->status == STATUS_SUCCESS;
}

/* The script as a string that the caller frees; NULL after printing an error. */
static char *write_script(plot *p) {
    char *text = NULL;
    size_t size = 0;
    p->script = open_memstream(&text, &size);
    if (!p->script) {
        message("out of memory for the plot");
        return NULL;
    }
    const bool drawn = p->kind->draw_graph ? draw_graph(p) : p->kind->draw(p);
    fputs("unset multiplot\n", p->script);
    if (fclose(p->script) == 0 && drawn) {
        return text;
    }
    free(text);
    return NULL;
}

static int write_picture(plot *p, sink *out) {
    const bool script_only = p->terminal[0] == '\0';
    p->terminal = script_only ? "svg" : p->terminal;
    char *const script = write_script(p);
    int status = script ? STATUS_SUCCESS : p->status;
    if (script && script_only) {
        sink_text(out, "if (!exists(\"picture\")) picture = \"picture.svg\"\n");
        sink_text(out, script);
    } else if (script) {
        status = plot_render(p, script, out);
    }
    free(script);
    return status == STATUS_SUCCESS && !(sink_flush(out) && sink_commit(out)) ? STATUS_FAILURE : status;
}

int run_plot(const verb *v, const cli_options *options) {
    plot p = {.kind = find_kind(options->operand), .options = options, .width = WIDTH, .status = STATUS_USAGE};
    sink out = SINK_NONE;
    (void)v;
    if (!p.kind || !(p.terminal = find_terminal(options))) {
        return STATUS_USAGE;
    }
    if (options->operand_count < 2) {
        message(p.kind->draw_graph ? "plot %s needs a graph file"
                                   : "plot %s needs a file written by bench, compare or --trace",
                p.kind->name);
        return STATUS_USAGE;
    }
    if (p.kind->draw_graph && options->operand_count > 2) {
        message("plot %s takes one graph file; '%s' is unexpected", p.kind->name, options->operands[2]);
        return STATUS_USAGE;
    }
    if (options->values && strcmp(p.kind->name, "graph") != 0) {
        message("--values is for plot graph");
        return STATUS_USAGE;
    }
    const output_file picture = {"-o", options->output, "picture", NULL, true, false};
    const char *const *const files = (const char *const *)options->operands + 1;
    int status = output_files_check(&picture, 1, files, options->operand_count - 1);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    status = STATUS_USAGE;
    if (p.kind->draw_graph || read_files(&p, options->operands + 1, options->operand_count - 1)) {
        status = sink_open(&out, options->output) ? write_picture(&p, &out) : STATUS_FAILURE;
    }
    sink_close(&out);
    for (size_t i = 0; i < p.file_count; i++) {
        cJSON_Delete(p.files[i]);
    }
    free(p.files);
    return status;
}
