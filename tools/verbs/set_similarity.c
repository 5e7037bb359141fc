/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verbs/set_similarity.h"

#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/output/number.h"
#include "tools/output/output_edges.h"
#include "tools/output/output_files.h"
#include "tools/verbs/visit_edges.h"
#include "tools/verify/verify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_SHOWN 4352

/* Pairs, or of edges the scores by arc. */
typedef struct scored_pairs {
    mg_vertex *source, *target; /* NULL: arcs */
    double *scores;
    uint64_t count, room;
    const mg_graph *graph;
    sink *out;
    bool npy;
} scored_pairs;

/* ---- --pairs FILE ---- */

static bool add_pair(scored_pairs *p, mg_vertex source, mg_vertex target) {
    if (p->count == p->room) {
        const uint64_t wanted = p->room ? 2 * p->room : 1024;
        mg_vertex *const sources = realloc(p->source, wanted * sizeof *sources);
        p->source = sources ? sources : p->source;
        mg_vertex *const targets = realloc(p->target, wanted * sizeof *targets);
        p->target = targets ? targets : p->target;
        if (!sources || !targets) {
            message("out of memory for --pairs");
            return false;
        }
        p->room = wanted;
    }
    p->source[p->count] = source;
    p->target[p->count++] = target;
    return true;
}

/* Two ids or names; names may have blanks if a tab or a comma separates them. */
static int take_line(const session *s, scored_pairs *p, char *line, const char *path, unsigned long number) {
    const char *const between = mg_graph_has_names(s->graph) && strpbrk(line, "\t,") ? "\t,\r\n" : " \t,\r\n";
    char *rest = NULL, *words[2] = {strtok_r(line, between, &rest), NULL}, where[PATH_SHOWN];
    mg_vertex ends[2];
    if (!words[0] || session_is_comment(s, words[0])) {
        return STATUS_SUCCESS;
    }
    words[1] = strtok_r(NULL, between, &rest);
    if (!words[1] || strtok_r(NULL, between, &rest)) {
        message("%s:%lu: expected two vertices, found %s", path, number, words[1] ? "more" : "one");
        return STATUS_USAGE;
    }
    for (int i = 0; i < 2; i++) {
        if (!session_find(s, words[i], &ends[i])) {
            snprintf(where, sizeof where, "%s:%lu", path, number);
            session_no_vertex(s, where, words[i]);
            return STATUS_USAGE;
        }
    }
    return add_pair(p, ends[0], ends[1]) ? STATUS_SUCCESS : STATUS_FAILURE;
}

static int read_pairs(const session *s, scored_pairs *p) {
    const char *const path = s->options->pairs;
    FILE *const file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    int status = STATUS_SUCCESS;
    if (!file) {
        message("cannot read %s: %s", path, strerror(errno));
        return STATUS_USAGE;
    }
    errno = 0;
    for (unsigned long number = 1; status == STATUS_SUCCESS && getline(&line, &size, file) >= 0; number++) {
        status = take_line(s, p, line + bom_length(line, number), path, number);
    }
    if (status == STATUS_SUCCESS && ferror(file)) {
        message("cannot read %s: %s", path, strerror(errno));
        status = STATUS_USAGE;
    }
    free(line);
    fclose(file);
    if (status == STATUS_SUCCESS && !p->count) {
        message("%s: no pairs", path);
        status = STATUS_USAGE;
    }
    return status;
}

/* ---- scores ---- */

/* Returns an exit status. */
static int score_best(session *s, const mg_set_similarity_options *o, scored_pairs *p) {
    const uint64_t n = mg_graph_vertex_count(s->graph), all = n * (n - 1) / 2;
    const uint64_t most = n < 2 ? 0 : all < s->options->top ? all : s->options->top;
    p->source = malloc(most * sizeof *p->source + 1);
    p->target = malloc(most * sizeof *p->target + 1);
    p->scores = malloc(most * sizeof *p->scores + 1);
    if (!p->source || !p->target || !p->scores) {
        message("out of memory for %" PRIu64 " pairs", most);
        return STATUS_FAILURE;
    }
    const mg_status status =
        mg_set_similarity_top(s->context, s->graph, o, most, p->source, p->target, p->scores, &p->count);
    progress_erase();
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

/* Of the given pairs, or of the edges. */
static int score_pairs(session *s, const mg_set_similarity_options *o, scored_pairs *p) {
    const int read = s->options->pairs ? read_pairs(s, p) : STATUS_SUCCESS;
    if (read != STATUS_SUCCESS) {
        return read;
    }
    p->count = p->source ? p->count : mg_graph_arc_count(s->graph);
    p->scores = malloc(p->count * sizeof *p->scores + 1);
    if (!p->scores) {
        message("out of memory for %" PRIu64 " scores", p->count);
        return STATUS_FAILURE;
    }
    const mg_status status = mg_set_similarity(s->context, s->graph, o, p->count, p->source, p->target, p->scores);
    progress_erase();
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

static bool verify(const session *s, const mg_set_similarity_options *o, const scored_pairs *p, char *why,
                   size_t size) {
    const uint64_t most = s->options->top;
    return most ? mgt_verify_top_sets(s->graph, o->measure, most, p->count, p->source, p->target, p->scores, why, size)
                : mgt_verify_sets(s->graph, o->measure, p->count, p->source, p->target, p->scores, why, size);
}

static int compute(session *s, scored_pairs *p) {
    mg_set_similarity_options o = MG_SET_SIMILARITY_OPTIONS_INIT;
    char why[256];
    o.measure = (mg_set_measure)(s->options->measure - SET_MEASURES);
    o.backend = (mg_backend_kind)s->options->backend;
    const int status = s->options->top ? score_best(s, &o, p) : score_pairs(s, &o, p);
    if (status == STATUS_SUCCESS && s->options->verify && !verify(s, &o, p, why, sizeof why)) {
        message("verification of similarity FAILED: %s", why);
        return STATUS_VERIFICATION;
    }
    return status;
}

/* ---- output ---- */

static void put_edge(void *data, mg_vertex source, mg_vertex target, uint64_t at) {
    const scored_pairs *p = data;
    const edge_values scores = {"score", MG_FLOAT64, p->scores, MG_NUMBER};
    (p->npy ? output_edge_record : output_edge_text)(p->out, p->graph, source, target, &scores, at);
}

static void write_scores(scored_pairs *p) {
    const edge_values scores = {"score", MG_FLOAT64, p->scores, MG_NUMBER};
    if (p->npy) {
        output_edge_header(p->out, &scores, p->source ? p->count : visit_edges(p->graph, NULL, NULL));
    }
    for (uint64_t i = 0; p->source && i < p->count && !interrupted(); i++) {
        put_edge(p, p->source[i], p->target[i], i);
    }
    if (!p->source) {
        visit_edges(p->graph, put_edge, p);
    }
}

int set_similarity(session *s, sink *out) {
    scored_pairs p = {
        .graph = s->graph, .out = out, .npy = output_format_of(s->options, s->options->output) == OUTPUT_NPY};
    int status = compute(s, &p);
    if (status == STATUS_SUCCESS) {
        write_scores(&p);
        const bool done = sink_finish(out);
        status = interrupted() ? message_interrupted() : done && sink_commit(out) ? STATUS_SUCCESS : STATUS_FAILURE;
    }
    free(p.source);
    free(p.target);
    free(p.scores);
    return status;
}
