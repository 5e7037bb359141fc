/* SPDX-License-Identifier: Apache-2.0
 *
 * first_answer.c: the backend and the mode of a single run, if they are left open. Starting a GPU (driver, context,
 * kernels, copies) takes some tenths of a second; on a small graph the CPU needs less than that for the whole run. The
 * dense representation of the CPU takes as long to build as it saves in about 90 iterations of PageRank.
 */
#include "tools/cli/message.h"
#include "tools/verbs/algorithm.h"

/* Until a GPU has the graph: a fixed time, and one for each arc; estimated from whole runs on an H200. */
#define GPU_START_SECONDS 0.2
#define GPU_ARC_SECONDS 1.5e-9
/* Until the CPU has started. */
#define CPU_START_SECONDS 1e-3

/* Smaller graphs have no dense representation in mode auto. */
#define DENSE_ARCS ((uint64_t)1 << 20)

/* Seconds of one thread for each arc and source: rather too long, as the GPU should have large graphs. */
static const struct {
    verb_set verb;
    double arc_seconds;
} costs[] = {
    {VERB_BFS, 1e-8},      {VERB_SSSP, 5e-8},          {VERB_PATH, 5e-8},   {VERB_CC, 1e-8},
    {VERB_PAGERANK, 2e-7}, {VERB_HITS, 2.5e-7},        {VERB_BC, 5e-8},     {VERB_TRIANGLES, 1e-7},
    {VERB_LCC, 1e-7},      {VERB_CDLP, 2e-7},          {VERB_SCC, 2e-7},    {VERB_BIPARTITE, 2e-8},
    {VERB_MATCHING, 2e-7}, {VERB_EIGENVECTOR, 2.5e-7}, {VERB_KATZ, 2.5e-7}, {VERB_CLOSENESS, 1e-8},
    {VERB_MSF, 1e-7},      {VERB_KCORE, 2e-7},         {VERB_MIS, 1e-7},    {VERB_COLORING, 2e-7},
};

static double arc_seconds(const session *s) {
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        if (costs[i].verb == s->verb->bit) {
            return costs[i].arc_seconds;
        }
    }
    return 2e-7; /* a program from a file */
}

static double sources_of(const session *s) {
    if (s->source_count) {
        return (double)s->source_count;
    }
    if (s->verb->bit & (VERB_BC | VERB_CLOSENESS)) {
        return s->sample ? (double)s->sample : (double)mg_graph_vertex_count(s->graph);
    }
    return 1;
}

/* Nobody has said how the run is to be done, and GPUs can do it. */
static bool is_open(const session *s) {
    const cli_options *const o = s->options;
    return !(s->verb->bit & VERB_COMMUNITIES) && o->backend == MG_BACKEND_AUTO && o->trials == 1 && !o->trace &&
           o->gpus < 2 && o->mode == MG_MODE_AUTO && o->sparse_layout == MG_SPARSE_AUTO &&
           o->dense_layout == MG_DENSE_AUTO;
}

mg_backend_kind session_backend(const session *s) {
    if (!is_open(s)) {
        return (mg_backend_kind)s->options->backend;
    }
    const double arcs = (double)mg_graph_arc_count(s->graph);
    const double work = arcs * arc_seconds(s) * sources_of(s);
    /* threads are not expected to help on small graphs */
    const double cpu = CPU_START_SECONDS + (arcs < 1e4 ? work : work / mg_context_threads(s->context));
    const double gpu = GPU_START_SECONDS + arcs * GPU_ARC_SECONDS;
    if (cpu >= gpu) {
        return MG_BACKEND_AUTO;
    }
    if (s->options->verbosity > 0) {
        message("backend auto: the CPU, which answers in about %.3g ms (the start of a GPU alone would take %.3g ms)",
                1e3 * cpu, 1e3 * gpu);
    }
    return MG_BACKEND_CPU;
}

mg_mode session_mode(const session *s, mg_backend_kind backend) {
    const cli_options *const o = s->options;
    const bool is_plain = s->verb->bit == VERB_PAGERANK && !o->data_driven && !o->weighted && !s->source_count;
    const bool is_single = o->trials == 1 && !o->trace && o->mode == MG_MODE_AUTO && o->choice == MG_CHOICE_LEARNT &&
                           o->sparse_layout == MG_SPARSE_AUTO && o->dense_layout == MG_DENSE_AUTO;
    if (!is_plain || !is_single || mg_graph_arc_count(s->graph) < DENSE_ARCS) {
        return (mg_mode)o->mode;
    }
    const bool on_cpu = backend == MG_BACKEND_CPU || (backend == MG_BACKEND_AUTO && !mg_device_count(s->context));
    return on_cpu ? MG_MODE_PULL : MG_MODE_AUTO;
}
