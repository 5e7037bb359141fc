/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb similarity: scores of edges by the features of their ends; the measures of sets are in set_similarity.c.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/session.h"
#include "tools/cli/signals.h"
#include "tools/output/npy_file.h"
#include "tools/output/output_edges.h"
#include "tools/output/output_files.h"
#include "tools/verbs/set_similarity.h"
#include "tools/verbs/verb.h"
#include "tools/verbs/visit_edges.h"
#include "tools/verify/verify.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct similarity {
    session s;
    npy_array x;  /* a row for each vertex, in index order */
    void *scores; /* for each arc */
} similarity;

static size_t size_of(mg_type type) {
    return type == MG_INT32 || type == MG_FLOAT32 ? 4 : 8;
}

/* ---- features ---- */

/* The cosine of integers is a real number. */
static bool make_real(npy_array *x) {
    const uint64_t count = x->rows * x->columns;
    double *real = malloc(count * sizeof *real + 1);
    for (uint64_t i = 0; real && i < count; i++) {
        real[i] = x->type == MG_INT32 ? ((const int32_t *)x->data)[i] : (double)((const int64_t *)x->data)[i];
    }
    free(x->data);
    x->data = real;
    x->type = MG_FLOAT64;
    return real != NULL;
}

/* Rows of the file are in the order of the ids, those of the library in index order. */
static bool reorder(const mg_graph *graph, npy_array *x) {
    const mg_vertex *by_id = mg_graph_by_id(graph);
    const size_t bytes = (size_t)x->columns * size_of(x->type);
    if (!by_id) {
        return true;
    }
    char *rows = malloc(x->rows * bytes + 1);
    for (uint64_t i = 0; rows && i < x->rows; i++) {
        memcpy(rows + by_id[i] * bytes, (const char *)x->data + i * bytes, bytes);
    }
    free(x->data);
    x->data = rows;
    return rows != NULL;
}

static int read_features(similarity *m) {
    const cli_options *o = m->s.options;
    const mg_vertex n = mg_graph_vertex_count(m->s.graph);
    if (!npy_read(o->matrix.x, &m->x)) {
        return STATUS_USAGE;
    }
    if (m->x.rows != n || !m->x.columns || m->x.columns > UINT32_MAX) {
        message("%s: expected %" PRIu32 " rows, one for each vertex, found an array of %" PRIu64 " x %" PRIu64,
                o->matrix.x, n, m->x.rows, m->x.columns);
        return STATUS_USAGE;
    }
    const bool whole = m->x.type == MG_INT32 || m->x.type == MG_INT64;
    if ((whole && o->measure == MG_SIMILARITY_COSINE && !make_real(&m->x)) || !reorder(m->s.graph, &m->x)) {
        message("out of memory: the features");
        return STATUS_FAILURE;
    }
    return STATUS_SUCCESS;
}

/* ---- scores ---- */

static int compute(similarity *m) {
    const cli_options *o = m->s.options;
    mg_similarity_options options = MG_SIMILARITY_OPTIONS_INIT;
    char why[256];
    options.measure = (mg_similarity_measure)o->measure;
    options.type = m->x.type;
    options.backend = (mg_backend_kind)o->backend;
    m->scores = malloc(mg_graph_arc_count(m->s.graph) * size_of(m->x.type) + 1);
    if (!m->scores) {
        message("out of memory: the scores");
        return STATUS_FAILURE;
    }
    const uint32_t k = (uint32_t)m->x.columns;
    const mg_status status = mg_similarity(m->s.context, m->s.graph, &options, k, m->x.data, k, m->scores);
    progress_erase();
    if (status < 0) {
        return library_failure(m->s.context, status);
    }
    if (o->verify && !mgt_verify_similarity(m->s.graph, &options, k, m->x.data, k, m->scores, why, sizeof why)) {
        message("verification of similarity FAILED: %s", why);
        return STATUS_VERIFICATION;
    }
    return STATUS_SUCCESS;
}

static int check_options(const cli_options *o) {
    const output_file file = edges_file_of(o, "-o", o->output ? o->output : "-");
    const char *const inputs[] = {o->operand, o->matrix.x, o->pairs};
    const bool of_sets = o->measure >= SET_MEASURES;
    if (!of_sets && !o->matrix.x) {
        message("similarity needs --x FILE.npy, a row of features for each vertex, or --measure jaccard, overlap or "
                "cosine-sets");
        return STATUS_USAGE;
    }
    if (of_sets ? o->matrix.x != NULL : o->pairs || o->top) {
        message(of_sets ? "--x belongs to --measure cosine or dot"
                        : "--pairs and --top belong to --measure jaccard, overlap or cosine-sets");
        return STATUS_USAGE;
    }
    if (o->pairs && o->top) {
        message("--pairs and --top cannot be combined");
        return STATUS_USAGE;
    }
    if (npy_on_terminal(o)) {
        return STATUS_USAGE;
    }
    return output_files_check(&file, 1, inputs, 3);
}

int run_similarity(const verb *v, const cli_options *options) {
    similarity m = {.scores = NULL};
    sink out = SINK_NONE;
    int status = check_options(options);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    if (!sink_open_packed(&out, options->output)) {
        return STATUS_FAILURE;
    }
    status = session_open(&m.s, v, options);
    if (status == STATUS_SUCCESS && options->measure >= SET_MEASURES) {
        status = set_similarity(&m.s, &out);
    } else {
        status = status == STATUS_SUCCESS ? read_features(&m) : status;
        status = status == STATUS_SUCCESS ? compute(&m) : status;
        const edge_values scores = {"score", m.x.type, m.scores, MG_NUMBER};
        status = status == STATUS_SUCCESS ? write_edge_values(&m.s, &out, &scores, NULL, NULL) : status;
    }
    sink_close(&out);
    free(m.scores);
    free(m.x.data);
    session_close(&m.s);
    return status;
}
