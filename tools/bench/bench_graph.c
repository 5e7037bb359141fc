/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/bench.h"
#include "tools/bench/matrix_recipes.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WEIGHT_MAX 64

void bench_file_name(char name[BENCH_NAME_SIZE], const char *path) {
    static const char *const suffixes[] = {".gz",    ".zst",   ".mtx", ".el", ".wel", ".txt", ".tsv", ".csv", ".gr",
                                           ".graph", ".metis", ".adj", ".sg", ".wsg", ".csr", ".mgb", ".npz"};
    const char *const slash = strrchr(path, '/');
    snprintf(name, BENCH_NAME_SIZE, "%s", slash ? slash + 1 : path);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t length = strlen(name), suffix = strlen(suffixes[i]);
        if (length > suffix && strcmp(name + length - suffix, suffixes[i]) == 0) {
            name[length - suffix] = '\0';
        }
    }
}

bool bench_is_generated(const char *word) {
    return matrix_recipe_known(word) && access(word, F_OK) != 0;
}

void bench_name(bench_job *job) {
    const bench_recipe *r = &job->recipe;
    if (job->path && bench_is_generated(job->path)) {
        snprintf(job->name, sizeof job->name, "%s", job->path);
    } else if (job->path) {
        bench_file_name(job->name, job->path);
    } else if (r->side) {
        snprintf(job->name, sizeof job->name, "%s%" PRIu32, r->kind, r->side);
    } else if (r->edge_factor && r->edge_factor != 16) {
        snprintf(job->name, sizeof job->name, "%s%" PRIu32 "-k%" PRIu32, r->kind, r->scale, r->edge_factor);
    } else {
        snprintf(job->name, sizeof job->name, "%s%" PRIu32, r->kind, r->scale);
    }
}

static int generate(session *s, const bench_job *job) {
    const bench_recipe *r = &job->recipe;
    mg_generate_options o = MG_GENERATE_OPTIONS_INIT;
    o.scale = r->scale;
    o.edge_factor = r->edge_factor;
    o.width = o.height = r->side;
    o.weight_max = WEIGHT_MAX;
    o.weight_type = (mg_type)s->options->weight_type;
    const double start = clock_seconds();
    const mg_status status = mg_generate(s->context, r->kind, &o, &s->graph);
    s->load_seconds = clock_seconds() - start;
    progress_erase();
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

/* If an algorithm needs weights and the file has none, the file is read again as with `--weights random`. */
static int read_file(session *s, const bench_job *job, bool weights) {
    const cli_options *const given = s->options;
    cli_options options = *given;
    options.operand = job->path;
    s->options = &options;
    int status = session_read(s);
    if (status == STATUS_SUCCESS && weights && options.weights == MG_WEIGHTS_FILE &&
        mg_graph_weight_type(s->graph) == MG_TYPE_NONE) {
        mg_graph_destroy(s->graph);
        s->graph = NULL;
        options.weights = MG_WEIGHTS_RANDOM;
        options.weight_max = WEIGHT_MAX;
        status = session_read(s);
    }
    s->options = given;
    return status;
}

int bench_graph_open(session *s, const bench_job *job, bool weights) {
    return job->path ? read_file(s, job, weights) : generate(s, job);
}
