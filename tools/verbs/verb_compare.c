/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb compare: loops over graphs, numberings, algorithms and peers.
 */
#include "tools/bench/bench.h"
#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/compare/compare.h"
#include "tools/output/output_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

typedef struct run {
    const cli_options *options;
    sink table, metrics;
    compare_report report;
} run;

/* True if --algorithm names it, or if --algorithm is not given and one of the peers has it. */
static bool is_wanted(const cli_options *options, const char *name) {
    const char *list = options->bench.algorithms;
    for (size_t length; list && *list; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        if (strlen(name) == length && strncmp(list, name, length) == 0) {
            return true;
        }
    }
    return list == NULL;
}

static mg_backend_kind backend_for(const cli_options *options, const peer *p, mg_context *context) {
    if (options->backend != MG_BACKEND_AUTO) {
        return (mg_backend_kind)options->backend;
    }
    return p->gpu && mg_device_count(context) > 0 ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
}

/* Runs one peer. `ours` caches our runs on the CPU and on the GPU; they are repeated if a peer needs another
 * tolerance. */
static int run_peer(run *r, session *s, peer_graph *g, size_t p, const char *name, our_run ours[2], bool made[2]) {
    peer_command command;
    if (!peer_command_find(&peers[p], name, &command)) {
        return STATUS_SUCCESS;
    }
    const mg_backend_kind backend = backend_for(r->options, &peers[p], s->context);
    const int which = backend == MG_BACKEND_CUDA;
    int status = STATUS_SUCCESS;
    if (!made[which] || ours[which].options.tolerance != our_tolerance(&command, s->options)) {
        if (made[which]) {
            our_run_close(&ours[which]);
        }
        made[which] = true;
        status = our_run_do(&ours[which], s, g, &command, backend);
        if (status == STATUS_SUCCESS && !ours[which].right) {
            r->report.wrong++;
            bench_print(&r->table, "  %-14s our result on %s is missing or wrong: %s\n", name,
                        bench_backend_name(backend), ours[which].why);
        }
    }
    if (status != STATUS_SUCCESS || !ours[which].right) {
        return status;
    }
    const double device = ours[which].device;
    comparison c = {.peer = &peers[p],
                    .command = &command,
                    .ours = device > 0 ? device : ours[which].wall,
                    .our_backend = bench_backend_name(backend)};
    s->muted = true; /* no warnings about formats without weights: this is intended */
    status = compare_peer(&c, r->options->peers[p], g, &ours[which], r->options);
    s->muted = false;
    if (status == STATUS_SUCCESS) {
        compare_report_row(&r->report, g, &c);
    }
    return status;
}

static int run_numbering(run *r, session *s, mg_vertex source, bool random) {
    peer_graph g;
    int status = peer_graph_open(&g, s, source, random, r->options->bench.seed);
    if (status == STATUS_SUCCESS) {
        compare_report_graph(&r->report, s, &g);
    }
    for (size_t a = 0; compare_algorithms[a] && status == STATUS_SUCCESS; a++) {
        our_run ours[2];
        bool made[2] = {false, false};
        for (size_t p = 0; p < PEER_COUNT && status == STATUS_SUCCESS; p++) {
            if (r->options->peers[p] && is_wanted(r->options, compare_algorithms[a])) {
                status = run_peer(r, s, &g, p, compare_algorithms[a], ours, made);
            }
        }
        for (int which = 0; which < 2; which++) {
            if (made[which]) {
                our_run_close(&ours[which]);
            }
        }
    }
    peer_graph_close(&g);
    return status;
}

static int run_graph(run *r, session *s, const char *path) {
    bench_job job = {.path = path};
    cli_options options = *r->options;
    options.operand = path;
    bench_name(&job);
    s->options = &options;
    int status = bench_graph_open(s, &job, is_wanted(&options, "sssp"));
    mg_vertex source = s->graph ? mg_graph_default_source(s->graph) : MG_NONE;
    if (status == STATUS_SUCCESS && options.source_given) {
        status = session_vertex(s, "--source", options.source, &source) ? STATUS_SUCCESS : STATUS_USAGE;
    }
    for (int random = 0; random < 2 && status == STATUS_SUCCESS; random++) {
        if (options.numberings == 0 || options.numberings & 1u << random) {
            status = run_numbering(r, s, source, random);
        }
    }
    mg_graph_destroy(s->graph);
    s->graph = NULL;
    s->options = r->options;
    return status;
}

/* Writes the report, also after an interruption. */
static int finish(run *r, session *s, int status) {
    compare_report_means(&r->report, r->options);
    compare_table_print(&r->report, mg_context_threads(s->context));
    json_builder whole = compare_report_json(&r->report, s->context, r->options, status == STATUS_SUCCESS);
    const bool stopped = interrupted();
    const bool written = json_finish(&r->table, r->options->metrics ? &r->metrics : NULL, whole, stopped);
    if (stopped) {
        return STATUS_INTERRUPTED;
    }
    if (status != STATUS_SUCCESS || !written) {
        return status != STATUS_SUCCESS ? status : STATUS_FAILURE;
    }
    return r->report.wrong ? STATUS_VERIFICATION : STATUS_SUCCESS;
}

static bool has_peer(const cli_options *options) {
    bool found = false;
    for (size_t p = 0; p < PEER_COUNT; p++) {
        found |= options->peers[p] != NULL;
    }
    if (!found) {
        message("no peer is given; name the folder of its build, for instance --gapbs DIR");
        fputs("Try 'multigraph compare --help'.\n", stderr);
    }
    return found;
}

/* False: prints the option of a peer whose folder is not there. */
static bool folders_exist(const cli_options *options) {
    for (size_t p = 0; p < PEER_COUNT; p++) {
        struct stat facts;
        const char *const folder = options->peers[p];
        if (folder && (stat(folder, &facts) != 0 || !S_ISDIR(facts.st_mode))) {
            message("--%s: there is no folder %s", peers[p].option, folder);
            return false;
        }
    }
    return true;
}

/* False: prints the name in --algorithm that no peer has. */
static bool algorithms_exist(const char *list) {
    for (size_t length; list && *list; list += length + (list[length] == ',')) {
        bool found = false;
        length = strcspn(list, ",");
        for (size_t a = 0; compare_algorithms[a]; a++) {
            found |= strlen(compare_algorithms[a]) == length && strncmp(list, compare_algorithms[a], length) == 0;
        }
        if (!found) {
            message("--algorithm: no peer has %.*s", (int)length, list);
            return false;
        }
    }
    return true;
}

/* CPU peers get as many threads as we use. The stack limit is raised to its hard limit: recursive checks, as that of
 * ECL-CC, need one frame per vertex of a long path. */
static void prepare_environment(const mg_context *context) {
    char threads[16];
    struct rlimit stack;
    snprintf(threads, sizeof threads, "%d", mg_context_threads(context));
    setenv("OMP_NUM_THREADS", threads, 1);
    if (getrlimit(RLIMIT_STACK, &stack) == 0) {
        stack.rlim_cur = stack.rlim_max;
        setrlimit(RLIMIT_STACK, &stack);
    }
}

int run_compare(const verb *v, const cli_options *options) {
    run r = {.options = options, .table = SINK_NONE, .metrics = SINK_NONE};
    session s;
    if (!has_peer(options) || !folders_exist(options) || !algorithms_exist(options->bench.algorithms) ||
        output_files_check_report(options) != STATUS_SUCCESS) {
        return STATUS_USAGE;
    }
    if (!sink_open(&r.table, options->output) || (options->metrics && !sink_open(&r.metrics, options->metrics))) {
        sink_close(&r.table);
        return STATUS_FAILURE;
    }
    r.table.ignores_interrupt = r.metrics.ignores_interrupt = true;
    r.report.table = &r.table;
    int status = session_create(&s, v, options);
    if (status == STATUS_SUCCESS) {
        prepare_environment(s.context);
        r.report.results = json_array();
        for (size_t i = 0; i < options->operand_count && status == STATUS_SUCCESS; i++) {
            status = run_graph(&r, &s, options->operands[i]);
        }
        status = finish(&r, &s, status);
    }
    sink_close(&r.table);
    sink_close(&r.metrics);
    session_close(&s);
    return status;
}
