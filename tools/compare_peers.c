/* SPDX-License-Identifier: Apache-2.0
 *
 * The adapters, written from what the peers' public sources read and print; docs/compare.md says which were tried, and
 * how to add one.
 */
#include "tools/compare.h"

#include <stdio.h>

/* ---- GAP benchmark suite 1.5, CPU ---- */

#define GAP_TIME "Trial Time: *([0-9.]+)"
#define GAP_PASS "Verification: *PASS"
#define GAP_FAIL "Verification: *FAIL"

static const peer_command gapbs[] = {{.algorithm = "bfs",
                                      .executables = "bfs",
                                      .format = "sg",
                                      .arguments = "-f {graph} -r {source} -n {trials} -v -a",
                                      .time = GAP_TIME,
                                      .scale = 1e3,
                                      .check = PEER_CHECKS_COUNT,
                                      .result = "BFS Tree has ([0-9]+) nodes",
                                      .pass = GAP_PASS,
                                      .fail = GAP_FAIL},
                                     {.algorithm = "sssp",
                                      .executables = "sssp",
                                      .format = "wsg",
                                      .arguments = "-f {graph} -r {source} -n {trials} -d 16 -v -a",
                                      .time = GAP_TIME,
                                      .scale = 1e3,
                                      .check = PEER_CHECKS_COUNT,
                                      .result = "SSSP Tree reaches ([0-9]+) nodes",
                                      .pass = GAP_PASS,
                                      .fail = GAP_FAIL,
                                      .note = "buckets of width 16"},
                                     {.algorithm = "cc",
                                      .executables = "cc",
                                      .format = "sg",
                                      .arguments = "-f {graph} -n {trials} -v -a",
                                      .time = GAP_TIME,
                                      .scale = 1e3,
                                      .check = PEER_CHECKS_COUNT,
                                      .result = "There are ([0-9]+) components",
                                      .pass = GAP_PASS,
                                      .fail = GAP_FAIL},
                                     {.algorithm = "pagerank",
                                      .executables = "pr",
                                      .format = "sg",
                                      .arguments = "-f {graph} -n {trials} -i 100 -t 1e-6 -v",
                                      .time = GAP_TIME,
                                      .scale = 1e3,
                                      .pass = GAP_PASS,
                                      .fail = GAP_FAIL,
                                      .note = "drops the rank of vertices without out-edges"},
                                     {.algorithm = "bc",
                                      .executables = "bc",
                                      .format = "sg",
                                      .arguments = "-f {graph} -r {source} -n {trials} -i 1 -v",
                                      .time = GAP_TIME,
                                      .scale = 1e3,
                                      .pass = GAP_PASS,
                                      .fail = GAP_FAIL},
                                     {0}};

/* ---- Gunrock 2 (essentials), GPU. Its .csr reader also parses the file as Matrix Market, hence mtx ---- */

#define GUNROCK_TIME "GPU Elapsed Time : ([0-9.e+-]+) \\(ms\\)"
#define GUNROCK_NOTE "the last run only; kernels, without transfers"

static const peer_command gunrock[] = {
    {.algorithm = "bfs",
     .executables = "bin/bfs build/bin/bfs bfs",
     .format = "mtx",
     .arguments = "-m {graph} -s {source} -n {trials}",
     .time = GUNROCK_TIME,
     .scale = 1,
     .check = PEER_CHECKS_HEAD,
     .result = "GPU distances\\[:[0-9]+\\] = ",
     .note = GUNROCK_NOTE},
    {.algorithm = "sssp",
     .executables = "bin/sssp build/bin/sssp sssp",
     .format = "mtx",
     .arguments = "-m {graph} -s {source} -n {trials}",
     .time = GUNROCK_TIME,
     .scale = 1,
     .check = PEER_CHECKS_HEAD,
     .result = "GPU distances\\[:[0-9]+\\] = ",
     .note = GUNROCK_NOTE},
    {.algorithm = "pagerank",
     .executables = "bin/pr build/bin/pr pr",
     .format = "mtx",
     .arguments = "-m {graph} -n {trials}",
     .time = GUNROCK_TIME,
     .scale = 1,
     .note = "the last run only; stops by the largest change, and counts vertices without out-edges otherwise"},
    {.algorithm = "bc",
     .executables = "bin/bc build/bin/bc bc",
     .format = "mtx",
     .arguments = "-m {graph} -s {source} -n {trials}",
     .time = GUNROCK_TIME,
     .scale = 1,
     .note = GUNROCK_NOTE},
    {0}};

/* ---- Gunrock 1.2, GPU ---- */

#define GUNROCK1_TIME "avg\\. elapsed: ([0-9.]+) ms"
#define GUNROCK1_WORDS "market --graph-file={graph} --undirected={undirected} --num-runs={trials} --validation=last"
#define GUNROCK1_NOTE "the mean; without transfers"

static const peer_command gunrock1[] = {{.algorithm = "bfs",
                                         .executables = "bin/bfs build/bin/bfs bfs",
                                         .format = "mtx",
                                         .arguments = GUNROCK1_WORDS " --src={source} --direction-optimized=true",
                                         .time = GUNROCK1_TIME,
                                         .scale = 1,
                                         .pass = "PASS",
                                         .fail = "[1-9][0-9]* errors occurred",
                                         .note = GUNROCK1_NOTE},
                                        {.algorithm = "sssp",
                                         .executables = "bin/sssp build/bin/sssp sssp",
                                         .format = "mtx",
                                         .arguments = GUNROCK1_WORDS " --src={source}",
                                         .time = GUNROCK1_TIME,
                                         .scale = 1,
                                         .pass = "PASS",
                                         .fail = "[1-9][0-9]* errors occurred",
                                         .note = GUNROCK1_NOTE},
                                        {.algorithm = "pagerank",
                                         .executables = "bin/pr build/bin/pr pr",
                                         .format = "mtx",
                                         .arguments = GUNROCK1_WORDS,
                                         .time = GUNROCK1_TIME,
                                         .scale = 1,
                                         .pass = "PASS",
                                         .fail = "[1-9][0-9]* errors occurred",
                                         .note = "the mean; another stopping rule"},
                                        {.algorithm = "bc",
                                         .executables = "bin/bc build/bin/bc bc",
                                         .format = "mtx",
                                         .arguments = GUNROCK1_WORDS " --src={source}",
                                         .time = GUNROCK1_TIME,
                                         .scale = 1,
                                         .pass = "PASS",
                                         .fail = "[1-9][0-9]* errors occurred",
                                         .note = GUNROCK1_NOTE},
                                        {0}};

/* ---- Groute, GPU ---- */

#define GROUTE_WORDS "-graphfile {graph} -num_gpus=1 -startwith=1"
#define GROUTE_NOTE "a single run, without transfers"

static const peer_command groute[] = {{.algorithm = "bfs",
                                       .executables = "bfs build/bfs",
                                       .format = "galois",
                                       .arguments = GROUTE_WORDS " -source_node={source} -output={output}",
                                       .time = "BFS: ([0-9.]+) ms",
                                       .scale = 1,
                                       .check = PEER_CHECKS_FILE,
                                       .note = GROUTE_NOTE},
                                      {.algorithm = "sssp",
                                       .executables = "sssp build/sssp",
                                       .format = "galois",
                                       .arguments = GROUTE_WORDS " -source_node={source} -output={output}",
                                       .time = "SSSP(-nf)?: ([0-9.]+) ms",
                                       .scale = 1,
                                       .check = PEER_CHECKS_FILE,
                                       .note = GROUTE_NOTE},
                                      {.algorithm = "cc",
                                       .executables = "cc build/cc",
                                       .format = "galois",
                                       .arguments = GROUTE_WORDS " -check",
                                       .time = "CC \\(Async\\): ([0-9.]+) ms",
                                       .scale = 1,
                                       .check = PEER_CHECKS_COUNT,
                                       .result = "Components: ([0-9]+)",
                                       .note = GROUTE_NOTE},
                                      {.algorithm = "pagerank-data",
                                       .executables = "pr build/pr",
                                       .format = "galois",
                                       .arguments = GROUTE_WORDS,
                                       .time = "PR: ([0-9.]+) ms",
                                       .scale = 1,
                                       .note = "a single run; stops at residuals of 0.01"},
                                      {0}};

/* ---- the original MultiGraph, GPU; its sources of a graph count from 0 ---- */

#define MULTIGRAPH_TIME "[^e]processing : ([0-9.]+) ms"
#define MULTIGRAPH_PASS "validation : PASS"
#define MULTIGRAPH_FAIL "validation : FAIL"

static const peer_command multigraph[] = {{.algorithm = "bfs",
                                           .executables = "code/BFS BFS",
                                           .format = "mtx",
                                           .arguments = "{graph} {source} {trials}",
                                           .time = MULTIGRAPH_TIME,
                                           .scale = 1,
                                           .pass = MULTIGRAPH_PASS,
                                           .fail = MULTIGRAPH_FAIL,
                                           .note = "the mean; without transfers",
                                           .undirected_only = true},
                                          {.algorithm = "sssp",
                                           .executables = "code/SSSP SSSP",
                                           .format = "mtx",
                                           .arguments = "{graph} {source} {trials}",
                                           .time = MULTIGRAPH_TIME,
                                           .scale = 1,
                                           .pass = MULTIGRAPH_PASS,
                                           .fail = MULTIGRAPH_FAIL,
                                           .note = "the mean; without transfers",
                                           .undirected_only = true},
                                          {.algorithm = "cc",
                                           .executables = "code/CC CC",
                                           .format = "mtx",
                                           .arguments = "{graph} 0 {trials}",
                                           .time = MULTIGRAPH_TIME,
                                           .scale = 1,
                                           .pass = MULTIGRAPH_PASS,
                                           .fail = MULTIGRAPH_FAIL,
                                           .note = "the mean; without transfers",
                                           .undirected_only = true},
                                          {.algorithm = "bc",
                                           .executables = "code/BC BC",
                                           .format = "mtx",
                                           .arguments = "{graph} {source} {trials}",
                                           .time = MULTIGRAPH_TIME,
                                           .scale = 1,
                                           .pass = "PASS",
                                           .fail = "FAIL",
                                           .note = "the mean; without transfers",
                                           .undirected_only = true},
                                          {0}};

/* ---- ECL-CC, GPU ---- */

static const peer_command ecl[] = {{.algorithm = "cc",
                                    .executables = "ecl-cc ECL-CC",
                                    .format = "egr",
                                    .arguments = "{graph}",
                                    .time = "compute time: ([0-9.]+) s",
                                    .scale = 1e3,
                                    .check = PEER_CHECKS_COUNT,
                                    .result = "number of connected components: ([0-9]+)",
                                    .note = "without transfers",
                                    .undirected_only = true},
                                   {0}};

/* ---- BLEST, GPU: its sources could not be read, so a wrapper `blest` must print these two lines ---- */

static const peer_command blest[] = {{.algorithm = "bfs",
                                      .executables = "blest",
                                      .format = "mtx",
                                      .arguments = "{graph} {source} {trials}",
                                      .time = "time: ([0-9.]+) ms",
                                      .scale = 1,
                                      .check = PEER_CHECKS_COUNT,
                                      .result = "reached: ([0-9]+)",
                                      .note = "through a wrapper; levels only, its preprocessing not timed"},
                                     {0}};

const peer peers[PEER_COUNT] = {
    {"GAPBS", "gapbs", false, gapbs},
    {"Gunrock 2", "gunrock", true, gunrock},
    {"Gunrock 1", "gunrock1", true, gunrock1},
    {"Groute", "groute", true, groute},
    {"MultiGraph 0.11", "multigraph", true, multigraph},
    {"ECL-CC", "ecl", true, ecl},
    {"BLEST", "blest", true, blest},
};

const char *const compare_algorithms[] = {"bfs", "sssp", "cc", "pagerank", "pagerank-data", "bc", NULL};

void print_peers(void) {
    puts("\nPeers:");
    for (size_t i = 0; i < PEER_COUNT; i++) {
        printf("  --%-12s%s (%s):", peers[i].option, peers[i].name, peers[i].gpu ? "GPU" : "CPU");
        for (const peer_command *c = peers[i].commands; c->algorithm; c++) {
            printf(" %s", c->algorithm);
        }
        putchar('\n');
    }
}
