/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb ktruss: the trussness of edges, or the edges of a k-truss.
 */
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/output/output_files.h"
#include "tools/verbs/visit_edges.h"
#include "tools/verify/verify.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct ktruss {
    session s;
    uint32_t *trussness; /* of each arc */
} ktruss;

static int compute(ktruss *t) {
    mg_ktruss_options o = MG_KTRUSS_OPTIONS_INIT;
    char why[256];
    o.backend = (mg_backend_kind)t->s.options->backend;
    t->trussness = malloc(mg_graph_arc_count(t->s.graph) * sizeof *t->trussness + 1);
    if (!t->trussness) {
        message("out of memory: the trussness of edges");
        return STATUS_FAILURE;
    }
    const mg_status status = mg_ktruss(t->s.context, t->s.graph, &o, t->trussness);
    progress_erase();
    if (status < 0) {
        return library_failure(t->s.context, status);
    }
    if (t->s.options->verify && !mgt_verify_ktruss(t->s.context, t->s.graph, t->trussness, why, sizeof why)) {
        message("verification of ktruss FAILED: %s", why);
        return STATUS_VERIFICATION;
    }
    return STATUS_SUCCESS;
}

/* Is the arc's edge in the truss of --k? */
static bool is_in_truss(const void *data, uint64_t arc) {
    const ktruss *const t = data;
    return t->trussness[arc] >= t->s.options->truss;
}

static int check_options(const cli_options *o) {
    const output_file file = edges_file_of(o, "-o", o->output ? o->output : "-");
    const char *const inputs[] = {o->operand};
    if (npy_on_terminal(o)) {
        return STATUS_USAGE;
    }
    return output_files_check(&file, 1, inputs, 1);
}

int run_ktruss(const verb *v, const cli_options *options) {
    ktruss t = {.trussness = NULL};
    sink out = SINK_NONE;
    int status = check_options(options);
    if (status != STATUS_SUCCESS) {
        return status;
    }
    if (!sink_open_packed(&out, options->output)) {
        return STATUS_FAILURE;
    }
    status = session_open(&t.s, v, options);
    status = status == STATUS_SUCCESS ? compute(&t) : status;
    if (status == STATUS_SUCCESS) {
        const edge_values values = {"trussness", MG_UINT32, t.trussness, MG_NUMBER};
        status = write_edge_values(&t.s, &out, &values, is_in_truss, &t);
    }
    sink_close(&out);
    free(t.trussness);
    session_close(&t.s);
    return status;
}
