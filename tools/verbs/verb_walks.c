/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb walks: random walks, made and written part by part.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/output/npy_file.h"
#include "tools/output/output_files.h"
#include "tools/output/vertex_name.h"
#include "tools/verbs/algorithm.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PART_VERTICES ((uint64_t)1 << 23) /* of the walks in memory at a time, about */

typedef struct walks_run {
    session s;
    mg_walks_options options;
    uint64_t rows;
    bool npy, wide; /* wide: of int64 */
    mg_vertex *part;
    uint64_t taken; /* steps */
    double seconds;
} walks_run;

static int draw_sources(session *s) {
    s->source_count = (size_t)s->sample;
    s->sources = malloc(s->source_count * sizeof *s->sources + 1);
    if (!s->sources) {
        message("out of memory for --sources");
        return STATUS_FAILURE;
    }
    const mg_status status = mg_draw_sources(s->context, s->graph, s->options->seed, s->source_count, s->sources);
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

static int prepare(walks_run *r) {
    const cli_options *o = r->s.options;
    int status = prepare_sources(&r->s);
    if (status == STATUS_SUCCESS && r->s.sample) {
        status = draw_sources(&r->s);
    }
    const mg_vertex n = mg_graph_vertex_count(r->s.graph);
    const uint64_t sources = r->s.sources ? r->s.source_count : n;
    r->options = MG_WALKS_OPTIONS_INIT;
    r->options.backend = (mg_backend_kind)o->backend;
    r->options.kind = (mg_walk_kind)o->walks.kind;
    r->options.p = o->walks.p;
    r->options.q = o->walks.q;
    r->options.sources = r->s.sources;
    r->options.source_count = r->s.source_count;
    r->options.walks = (uint32_t)o->walks.count;
    r->options.length = (uint32_t)o->walks.length;
    r->options.seed = o->seed;
    if (status == STATUS_SUCCESS && __builtin_mul_overflow(sources, o->walks.count, &r->rows)) {
        message("--walks %" PRIu64 ": too many for %" PRIu64 " sources", o->walks.count, sources);
        status = STATUS_USAGE;
    }
    return status;
}

/* ---- output ---- */

/* The largest id decides about the type of the elements. */
static int write_header(walks_run *r, sink *out) {
    const mg_graph *graph = r->s.graph;
    const mg_vertex n = mg_graph_vertex_count(graph), *const by_id = mg_graph_by_id(graph);
    const uint64_t largest = n ? mg_graph_id(graph, by_id ? by_id[n - 1] : n - 1) : 0;
    char fields[192];
    if (largest > INT64_MAX) {
        message("npy: the id %" PRIu64 " is larger than an int64; write tsv", largest);
        return STATUS_USAGE;
    }
    r->wide = largest > INT32_MAX;
    snprintf(fields, sizeof fields, "{'descr': '%ci%d', 'fortran_order': False, 'shape': (%" PRIu64 ", %" PRIu64 "), }",
             __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>', r->wide ? 8 : 4, r->rows,
             (uint64_t)r->options.length + 1);
    npy_write_header(out, fields);
    return STATUS_SUCCESS;
}

static void write_number(const walks_run *r, sink *out, mg_vertex v) {
    const int64_t id = v == MG_NONE ? -1 : (int64_t)mg_graph_id(r->s.graph, v);
    const int32_t narrow = (int32_t)id;
    const size_t size = r->wide ? sizeof id : sizeof narrow;
    memcpy(sink_room(out, size), r->wide ? (const void *)&id : &narrow, size);
    sink_advance(out, size);
}

static void write_row(const walks_run *r, sink *out, const mg_vertex *walk) {
    for (uint64_t i = 0; i <= r->options.length; i++) {
        if (r->npy) {
            write_number(r, out, walk[i]);
        } else if (walk[i] != MG_NONE) {
            sink_text(out, i ? "\t" : "");
            put_vertex(out, r->s.graph, walk[i], NAME_TSV);
        }
    }
    if (!r->npy) {
        sink_text(out, "\n");
    }
}

static uint64_t count_steps(const walks_run *r, uint64_t rows) {
    const uint64_t columns = (uint64_t)r->options.length + 1;
    uint64_t taken = 0;
    for (uint64_t i = 0; i < rows * columns; i++) {
        taken += i % columns && r->part[i] != MG_NONE;
    }
    return taken;
}

static int make_part(walks_run *r, sink *out, uint64_t first, uint64_t rows) {
    const double start = clock_seconds();
    const mg_status status = mg_walks(r->s.context, r->s.graph, &r->options, first, rows, r->part);
    char why[256];
    r->seconds += clock_seconds() - start;
    if (status < 0) {
        progress_erase();
        return library_failure(r->s.context, status);
    }
    if (r->s.options->verify && !mgt_verify_walks(r->s.graph, &r->options, first, rows, r->part, why, sizeof why)) {
        message("verification of walks FAILED: %s", why);
        return STATUS_VERIFICATION;
    }
    r->taken += r->s.options->verbosity > 0 ? count_steps(r, rows) : 0;
    for (uint64_t i = 0; i < rows; i++) {
        write_row(r, out, r->part + i * ((uint64_t)r->options.length + 1));
    }
    return interrupted() ? message_interrupted() : STATUS_SUCCESS;
}

static int make_all(walks_run *r, sink *out) {
    const uint64_t columns = (uint64_t)r->options.length + 1;
    const uint64_t most = PART_VERTICES / columns + 1, rows = most < r->rows ? most : r->rows;
    r->npy = output_format_of(r->s.options, r->s.options->output) == OUTPUT_NPY;
    r->part = malloc(rows * columns * sizeof *r->part + 1);
    if (!r->part) {
        message("out of memory for %" PRIu64 " walks", rows);
        return STATUS_FAILURE;
    }
    int status = r->npy ? write_header(r, out) : STATUS_SUCCESS;
    for (uint64_t first = 0; first < r->rows && status == STATUS_SUCCESS; first += rows) {
        status = make_part(r, out, first, r->rows - first < rows ? r->rows - first : rows);
    }
    progress_erase();
    if (status == STATUS_SUCCESS && !(sink_finish(out) && sink_commit(out))) {
        status = STATUS_FAILURE;
    }
    return status;
}

static int check_options(const cli_options *o) {
    const output_file file = edges_file_of(o, "-o", o->output ? o->output : "-");
    const char *const inputs[] = {o->operand};
    const bool second_order = o->walks.kind == MG_WALK_NODE2VEC;
    if (!second_order && (o->walks.p != 1 || o->walks.q != 1)) {
        message("--p and --q belong to --kind node2vec");
        return STATUS_USAGE;
    }
    if (npy_on_terminal(o)) {
        return STATUS_USAGE;
    }
    return output_files_check(&file, 1, inputs, 1);
}

int run_walks(const verb *v, const cli_options *options) {
    walks_run r = {.part = NULL};
    sink out = SINK_NONE;
    int status = check_options(options);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    if (!sink_open_packed(&out, options->output)) {
        return STATUS_FAILURE;
    }
    status = session_open(&r.s, v, options);
    status = status == STATUS_SUCCESS ? prepare(&r) : status;
    status = status == STATUS_SUCCESS ? make_all(&r, &out) : status;
    if (status == STATUS_SUCCESS && options->verbosity > 0) {
        message("%" PRIu64 " walks, %" PRIu64 " steps in %.6g s", r.rows, r.taken, r.seconds);
    }
    sink_close(&out);
    free(r.part);
    session_close(&r.s);
    return status;
}
