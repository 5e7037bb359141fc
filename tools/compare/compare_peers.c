/* SPDX-License-Identifier: Apache-2.0
 *
 * The adapters, written from the peers' source code; docs/compare.md says which were tested and how to add one. A
 * peer's `common` has the defaults of its commands.
 */
#include "tools/compare/compare.h"

#include <stdio.h>
#include <string.h>

/* ---- GAP benchmark suite 1.5, CPU ---- */

/* A fixed number of iterations. Its own check compares with the tolerance, so it is left out. */
#define GAPBS_FIXED "-f {graph} -n {trials} -i {iterations} -t 0"
#define GAPBS_WIDTHS "-d {weight/16}|-d {weight/4}|-d {weight}|-d {weight*4}|-d {weight*16}"
/* Of programs that are built on it, too. */
#define GAPBS_SSSP                                                                                                     \
    .format = "wsg", .more = "-r {source} -a", .check = PEER_CHECKS_COUNT, .result = "SSSP Tree reaches ([0-9]+) nodes"
#define GAPBS_TRIALS                                                                                                   \
    .arguments = "-f {graph} -n {trials}", .own_check = "-v", .time = "Trial Time: *([0-9.]+)", .scale = 1e3,          \
    .pass = "Verification: *PASS", .fail = "Verification: *FAIL"

static const peer_command gapbs[] = {
    {.algorithm = "bfs",
     .executables = "bfs",
     .more = "-r {source} -a",
     .check = PEER_CHECKS_COUNT,
     .result = "BFS Tree has ([0-9]+) nodes"},
    {.algorithm = "sssp", .executables = "sssp", .settings = GAPBS_WIDTHS, GAPBS_SSSP},
    {.algorithm = "cc",
     .executables = "cc",
     .more = "-a",
     .check = PEER_CHECKS_COUNT,
     .result = "There are ([0-9]+) components"},
    {.algorithm = "pagerank",
     .executables = "pr",
     .more = "-i 100 -t 1e-6",
     .note = "drops the rank of vertices without out-edges"},
    {.algorithm = "pagerank-1e-4", .executables = "pr pr_spmv", .arguments = GAPBS_FIXED, .error = 1e-4},
    {.algorithm = "pagerank-1e-6", .executables = "pr pr_spmv", .arguments = GAPBS_FIXED, .error = 1e-6},
    {.algorithm = "bc", .executables = "bc", .more = "-r {source} -i 1"},
    {0}};

/* ---- Gunrock 2 (essentials), GPU. Its .csr reader also parses the file as Matrix Market, hence mtx ---- */

#define GUNROCK_SETTINGS "--advance_load_balance block_mapped|--advance_load_balance merge_path"

static const peer_command gunrock[] = {
    {.algorithm = "bfs",
     .executables = "bfs",
     .more = "-s {source}",
     .settings = GUNROCK_SETTINGS,
     .check = PEER_CHECKS_HEAD,
     .result = "GPU distances\\[:[0-9]+\\] = "},
    {.algorithm = "sssp",
     .executables = "sssp",
     .more = "-s {source}",
     .settings = GUNROCK_SETTINGS,
     .check = PEER_CHECKS_HEAD,
     .result = "GPU distances\\[:[0-9]+\\] = "},
    {.algorithm = "pagerank",
     .executables = "pr",
     .settings = GUNROCK_SETTINGS,
     .note = "the last run only; stops by the largest change, and counts vertices without out-edges otherwise"},
    {.algorithm = "bc",
     .executables = "bc",
     .more = "-s {source}",
     .check = PEER_CHECKS_HEAD,
     .result = "GPU bc values\\[:[0-9]+\\] = ",
     .factor = 2},
    {0}};

/* ---- Gunrock 1.2, GPU ----
 * No binary cache of the graph (--store-to-binary): bfs would write it without weights, and sssp would read it. */

static const peer_command gunrock1[] = {
    {.algorithm = "bfs",
     .executables = "bfs",
     .more = "--src={source} --direction-optimized=true",
     .check = PEER_CHECKS_HEAD,
     .result = "First [0-9]+ labels of the GPU result[.:]*\n\\["},
    {.algorithm = "sssp",
     .executables = "sssp",
     .more = "--src={source}",
     .check = PEER_CHECKS_HEAD,
     .result = "First [0-9]+ distances of the GPU result[.:]*\n\\["},
    {.algorithm = "pagerank", .executables = "pr", .note = "the mean; another stopping rule"},
    {.algorithm = "bc", .executables = "bc", .more = "--src={source}"},
    {0}};

/* ---- Groute, GPU ---- */

static const peer_command groute[] = {
    {.algorithm = "bfs",
     .executables = "bfs",
     .more = "-source_node={source} -output={output}",
     .time = "BFS: ([0-9.]+) ms",
     .check = PEER_CHECKS_FILE},
    {.algorithm = "sssp",
     .executables = "sssp",
     .more = "-source_node={source} -output={output}",
     .time = "SSSP(-nf)?: ([0-9.]+) ms",
     .check = PEER_CHECKS_FILE},
    {.algorithm = "cc",
     .executables = "cc",
     .arguments = "-graphfile {graph} -num_gpus=1 -startwith=1 -undirected={undirected}",
     .time = "CC \\(Async\\): ([0-9.]+) ms",
     .check = PEER_CHECKS_COUNT,
     .result = "Components: ([0-9]+)"},
    {.algorithm = "pagerank-data",
     .executables = "pr",
     .time = "PR: ([0-9.]+) ms",
     .note = "a single run; both stop at residuals of 0.01 / n",
     .tolerance = 0.01 / (0.85 * (1.0 - 0.85))}, /* residual.c stops at tolerance * d * (1 - d) / n */
    {0}};

/* ---- the original MultiGraph, GPU ---- */

static const peer_command multigraph[] = {
    {.algorithm = "bfs", .executables = "BFS"},
    {.algorithm = "sssp", .executables = "SSSP"},
    {.algorithm = "cc", .executables = "CC"},
    {.algorithm = "bc", .executables = "BC", .note = "the mean; without transfers; its check is of the depths"},
    {0}};

/* ---- ECL-CC, GPU ---- */

static const peer_command ecl[] = {{.algorithm = "cc", .executables = "ecl-cc ECL-CC"}, {0}};

/* ---- BLEST, GPU, through a wrapper `blest` that prints BLEST's lines for every run ---- */

static const peer_command blest[] = {{.algorithm = "bfs", .executables = "blest"}, {0}};

/* ---- CuSha and WS-VR, GPU: one executable for each algorithm, as the algorithm is chosen when they are compiled ----
 */

static const peer_command cusha[] = {
    {.algorithm = "bfs", .executables = "cusha_bfs", .settings = "--method CW|--method GS|--method VWC"},
    {.algorithm = "sssp",
     .executables = "cusha_sssp",
     .settings = "--method CW|--method GS|--method VWC",
     .note = "whole weights only; without transfers"},
    {0}};

static const peer_command ws[] = {
    {.algorithm = "bfs", .executables = "ws_bfs"},
    {.algorithm = "sssp", .executables = "ws_sssp", .note = "whole weights only; without transfers"},
    {0}};

/* ---- LAGraph 1.0 on SuiteSparse:GraphBLAS, CPU: its demos ---- */

#define LAGRAPH_TRIALS "trial: +[0-9]+ +time: +([0-9.]+) sec"

static const peer_command lagraph[] = {
    {.algorithm = "bfs",
     .executables = "bfs_demo",
     .more = "{sources}",
     .time = "src: +[0-9]+ +([0-9.]+) sec",
     .note = "parents only"},
    {.algorithm = "sssp",
     .executables = "sssp_demo",
     .more = "{sources}",
     .settings = "{weight}|{weight*4}|{weight*16}",
     .time = "source +[0-9]+ +time: +([0-9.]+) sec",
     .note = "whole weights only"},
    {.algorithm = "cc", .executables = "cc_demo", .time = "SV6: .*" LAGRAPH_TRIALS, .undirected_only = true},
    {.algorithm = "pagerank",
     .executables = "gappagerank_demo",
     .tolerance = 1e-4,
     .note = "both to an L1 change of 1e-4; the median of its two variants"},
    {0}};

/* ---- Wasp, CPU ---- */

static const peer_command wasp[] = {{.algorithm = "sssp",
                                     .executables = "sssp-int32",
                                     .settings = "-d 1|" GAPBS_WIDTHS,
                                     GAPBS_SSSP,
                                     .note = "whole weights only"},
                                    {0}};

const peer peers[PEER_COUNT] = {
    {"GAPBS", "gapbs", false, "", {.format = "sg", GAPBS_TRIALS}, gapbs},
    {"Gunrock 2",
     "gunrock",
     true,
     "bin/ build/bin/",
     {.format = "mtx",
      .arguments = "-m {graph} -n {trials}",
      .time = "GPU Elapsed Time : ([0-9.e+-]+) \\(ms\\)",
      .scale = 1,
      .note = "the last run only; kernels, without transfers"},
     gunrock},
    {"Gunrock 1",
     "gunrock1",
     true,
     "bin/ build/bin/",
     {.format = "mtx",
      .arguments = "market --graph-file={graph} --undirected={undirected} --num-runs={trials} --validation=last "
                   "--read-from-binary=false --store-to-binary=false",
      .time = "avg\\. elapsed: ([0-9.]+) ms",
      .scale = 1,
      .pass = "PASS",
      .fail = "[1-9][0-9]* errors occurred",
      .note = "the mean; without transfers"},
     gunrock1},
    {"Groute",
     "groute",
     true,
     "build/",
     {.format = "galois",
      .arguments = "-graphfile {graph} -num_gpus=1 -startwith=1",
      .scale = 1,
      .note = "a single run, without transfers"},
     groute},
    {"MultiGraph 0.11",
     "multigraph",
     true,
     "code/",
     {.format = "mtx",
      .arguments = "{graph} {source} {trials}",
      .time = "(^|[^e])processing : ([0-9.]+) ms",
      .scale = 1,
      .pass = "validation : PASS",
      .fail = "validation : FAIL",
      .note = "the mean; without transfers",
      .undirected_only = true},
     multigraph},
    {"ECL-CC",
     "ecl",
     true,
     "",
     {.format = "egr",
      .arguments = "{graph}",
      .time = "compute time: ([0-9.]+) s",
      .scale = 1e3,
      .check = PEER_CHECKS_COUNT,
      .result = "number of connected components: ([0-9]+)",
      .pass = "verification passed",
      .note = "a single run, without transfers",
      .undirected_only = true},
     ecl},
    {"BLEST",
     "blest",
     true,
     "build/",
     {.format = "mtx",
      .arguments = "{graph} {source} {trials}",
      .time = "[Tt]ime( took)?: ([0-9.e+-]+) ms",
      .scale = 1,
      .check = PEER_CHECKS_COUNT,
      .result = "([Tt]otal visited|reached): ([0-9]+)",
      .note = "levels only; its reordering is not timed"},
     blest},
    {"CuSha",
     "cusha",
     true,
     "",
     {.format = "arcs",
      .arguments = "--input {graph} --arbparam {source} --output {output}",
      .time = "Processing finished in ([0-9.e+-]+) \\(ms\\)",
      .scale = 1,
      .check = PEER_CHECKS_FILE,
      .no_path = 1073741824.0,
      .note = "a single run, without transfers"},
     cusha},
    {"WS-VR",
     "warp-segmentation",
     true,
     "",
     {.format = "arcs",
      .arguments = "--edgelist {graph} --arbparam {source} --output {output}",
      .time = "Processing finished in ([0-9.e+-]+) \\(ms\\)",
      .scale = 1,
      .check = PEER_CHECKS_FILE,
      .no_path = 1073741824.0,
      .note = "a single run, without transfers"},
     ws},
    {"LAGraph",
     "lagraph",
     false,
     "src/benchmark/ build/src/benchmark/",
     {.format = "mtx", .arguments = "{graph}", .time = LAGRAPH_TRIALS, .scale = 1e3},
     lagraph},
    {"Wasp", "wasp", false, "src/ build/src/", {GAPBS_TRIALS}, wasp},
};

const char *const compare_algorithms[COMPARE_ALGORITHM_COUNT + 1] = {
    "bfs", "sssp", "cc", "pagerank", "pagerank-data", "pagerank-1e-4", "pagerank-1e-6", "bc", NULL};

static const char *either(const char *own, const char *common) {
    return own ? own : common;
}

bool peer_command_find(const peer *p, const char *name, peer_command *found) {
    const peer_command *c = p->commands;
    while (c->algorithm && strcmp(c->algorithm, name) != 0) {
        c++;
    }
    const peer_command *const o = &p->common;
    *found = (peer_command){.algorithm = c->algorithm,
                            .executables = c->executables,
                            .format = either(c->format, o->format),
                            .arguments = either(c->arguments, o->arguments),
                            .more = c->more,
                            .settings = c->settings,
                            .time = either(c->time, o->time),
                            .scale = c->scale > 0 ? c->scale : o->scale,
                            .check = c->check ? c->check : o->check,
                            .result = either(c->result, o->result),
                            .factor = c->factor > 0 ? c->factor : 1,
                            .no_path = c->no_path > 0 ? c->no_path : o->no_path,
                            .own_check = c->error > 0 ? NULL : either(c->own_check, o->own_check),
                            .pass = c->error > 0 ? NULL : either(c->pass, o->pass),
                            .fail = c->error > 0 ? NULL : either(c->fail, o->fail),
                            .note = either(c->note, o->note),
                            .tolerance = c->tolerance,
                            .error = c->error,
                            .undirected_only = c->undirected_only || o->undirected_only};
    return c->algorithm != NULL;
}

void print_peers(void) {
    puts("\nPeers:");
    for (size_t i = 0; i < PEER_COUNT; i++) {
        const char *fit = strlen(peers[i].option) < 12 ? "" : "\n                ";
        printf("  --%-12s%s%s (%s):", peers[i].option, fit, peers[i].name, peers[i].gpu ? "GPU" : "CPU");
        for (const peer_command *c = peers[i].commands; c->algorithm; c++) {
            printf(" %s", c->algorithm);
        }
        putchar('\n');
    }
}
