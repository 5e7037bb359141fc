/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb path: a shortest path between two vertices; and what ends searches of the verbs bfs and sssp early.
 */
#include "tools/cli/message.h"
#include "tools/output/output.h"
#include "tools/output/output_files.h"
#include "tools/verbs/algorithm.h"
#include "tools/verbs/verb.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

mg_vertex target_of(const session *s) {
    return s->options->target_vertex ? s->target : MG_NONE;
}

uint32_t depth_cutoff_of(const session *s) {
    return s->options->cutoff < (double)UINT32_MAX ? (uint32_t)s->options->cutoff : UINT32_MAX;
}

int prepare_target(session *s) {
    const bool found =
        !s->options->target_vertex || session_vertex(s, "--target", s->options->target_vertex, &s->target);
    return found ? STATUS_SUCCESS : STATUS_USAGE;
}

bool ends_early(const session *s) {
    return s->options->target_vertex || s->options->cutoff < (double)INFINITY;
}

static bool is_weighted(const session *s) {
    return s->verb->bit != VERB_BFS && (s->verb->bit != VERB_PATH || mg_graph_weight_type(s->graph) != MG_TYPE_NONE);
}

/* A search without a target, on the CPU. */
static mg_status search(const session *s, double cutoff, mg_result **full) {
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    bfs.source = sssp.source = s->source;
    bfs.run.backend = sssp.run.backend = MG_BACKEND_CPU;
    sssp.parents = true;
    sssp.cutoff = cutoff;
    return is_weighted(s) ? mg_sssp(s->context, s->graph, &sssp, full) : mg_bfs(s->context, s->graph, &bfs, full);
}

bool verify_early_end(const session *s, char *why, size_t size) {
    mg_result *full = NULL;
    double cutoff = (double)INFINITY;
    mg_status status = search(s, cutoff, &full);
    if (status == MG_ERROR_RANGE) { /* sums beyond the type of distances, which are farther than what is verified */
        const mg_vertex target = target_of(s);
        const double to_target =
            target == MG_NONE ? (double)INFINITY : mgt_distance_at(mg_result_column_at(s->result, 0), target);
        cutoff = fmin(to_target, s->options->cutoff);
        status = search(s, cutoff, &full);
    }
    if (status != MG_OK) {
        snprintf(why, size, "the search to the end failed: %s", mg_context_error(s->context));
        return false;
    }
    const bool holds = (is_weighted(s) ? mgt_verify_sssp_within(s->graph, s->source, cutoff, full, why, size)
                                       : mgt_verify_bfs(s->context, s->graph, s->source, full, why, size)) &&
                       mgt_verify_within(s->graph, full, target_of(s), s->options->cutoff, s->result, why, size);
    mg_result_destroy(full);
    return holds;
}

/* The ends as they were given: operands, or options. */
static const char *end_text(const session *s, bool is_target) {
    const cli_options *o = s->options;
    return o->operand_count == 3 ? o->operands[is_target ? 2 : 1] : is_target ? o->target_vertex : o->source;
}

static int prepare_path(session *s) {
    const cli_options *o = s->options;
    const bool by_options = o->source_given && o->target_vertex;
    if (o->operand_count == 3 && !o->source_given && !o->target_vertex) {
        const bool found = session_vertex(s, "SOURCE", end_text(s, false), &s->source) &&
                           session_vertex(s, "TARGET", end_text(s, true), &s->target);
        return found ? STATUS_SUCCESS : STATUS_USAGE;
    }
    if (!by_options || o->operand_count != 1) {
        message("path needs a source and a target: path GRAPH SOURCE TARGET, or --source ID and --target ID");
        return STATUS_USAGE;
    }
    const int status = prepare_source(s);
    return status == STATUS_SUCCESS ? prepare_target(s) : status;
}

static mg_status run_path(session *s, const mg_run_options *run, mg_result **result) {
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    bfs.run = sssp.run = *run;
    bfs.source = sssp.source = s->source;
    bfs.target = sssp.target = s->target;
    sssp.delta = s->options->delta;
    sssp.parents = true;
    return is_weighted(s) ? mg_sssp(s->context, s->graph, &sssp, result) : mg_bfs(s->context, s->graph, &bfs, result);
}

/* The number of vertices on the path, 0: there is none. order: from the source on; NULL: they are only counted. */
static mg_vertex trace(const session *s, mg_vertex *order) {
    const mg_vertex *const parent = mg_result_column(s->result, "parent")->data;
    mg_vertex count = 0;
    if (parent[s->target] == MG_NONE) {
        return 0;
    }
    for (mg_vertex v = s->target; v != s->source; v = parent[v]) {
        count++;
    }
    mg_vertex at = s->target;
    for (mg_vertex i = count + 1; order && i > 0; i--) {
        order[i - 1] = at;
        at = parent[at];
    }
    return count + 1;
}

static bool write_path(sink *out, const session *s) {
    const mg_vertex count = trace(s, NULL);
    mg_vertex *order = malloc((count + (size_t)1) * sizeof *order);
    if (!order || !count) {
        if (order) {
            message("there is no path from %s to %s", end_text(s, false), end_text(s, true));
        } else {
            message("out of memory for the path");
        }
        free(order);
        return false;
    }
    trace(s, order);
    const output_table table = {
        .graph = s->graph, .column = mg_result_column_at(s->result, 0), .order = order, .rows = count};
    output_write(out, &table, output_format_of(s->options, s->options->output));
    free(order);
    return true;
}

static void describe_path(const session *s, char *text, size_t size) {
    const mg_vertex count = trace(s, NULL);
    char number[OUTPUT_CELL_SIZE];
    static const output_words words = {.unreached = "inf", .infinity = "inf", .no_vertex = "-"};
    const output_table table = {.graph = s->graph, .column = mg_result_column_at(s->result, 0)};
    const int length = (int)output_cell(number, &table, s->target, &words);
    snprintf(text, size, "%" PRIu32 " vertices, length %.*s", count, length, number);
}

const algorithm path_algorithm = {.prepare = prepare_path,
                                  .run = run_path,
                                  .verify = verify_early_end,
                                  .write = write_path,
                                  .describe = describe_path};
