/* SPDX-License-Identifier: Apache-2.0
 *
 * compare.h: the verb compare runs other systems ("peers") and ours on the same graph.
 *
 *     compare_peers.c    the adapters: command line and output of each peer
 *     compare_graph.c    the graph in the peers' formats, renumbered or not
 *     compare_run.c      runs one peer with one algorithm
 *     compare_check.c    parses a peer's time and checks its result
 *     compare_error.c    PageRank at equal errors
 *     compare_ours.c     our run
 *     compare_report.c   the rows, the means, and the JSON report
 *     compare_table.c    the table of ratios by graph and algorithm
 *     verb_compare.c     entry point of the verb
 */
#ifndef MG_TOOLS_COMPARE_COMPARE_H
#define MG_TOOLS_COMPARE_COMPARE_H

#include "tools/bench/bench.h"
#include "tools/cli/spawn.h"

/* ---- adapters (docs/compare.md: how to add one) ---- */

/* How a peer's result is compared with ours. */
typedef enum peer_check {
    PEER_CHECKS_NOTHING,
    PEER_CHECKS_COUNT, /* the number after `result` must equal our number of reached vertices or components */
    PEER_CHECKS_HEAD,  /* the numbers after `result` must equal our values of the first vertices */
    PEER_CHECKS_FILE   /* {output} has a line `vertex value` for every vertex */
} peer_check;

typedef struct peer_command {
    const char *algorithm;   /* a name in bench_algorithms */
    const char *executables; /* names, separated by blanks; the first one that exists is used */
    const char *format;      /* a format of mg_graph_write, "egr" or "arcs" */
    const char *arguments;   /* command line; docs/compare.md has the {names} that are replaced */
    const char *more;        /* additional arguments; NULL: none */
    const char *settings;    /* settings to try, separated by '|'; the fastest correct run counts; NULL: none */
    const char *time;        /* extended regular expression, last group: a time; several matches: their median */
    double scale;            /* from the peer's unit to milliseconds */
    peer_check check;
    const char *result;      /* expression before the result, or with it as last group; NULL: no result */
    double factor;           /* converts its printed values to ours */
    double no_path;          /* values from here on mean that there is no path; 0: 2^31 - 1 */
    const char *own_check;   /* arguments that ask for its own check; NULL: none */
    const char *pass, *fail; /* what the peer prints if its own check passed or failed; NULL: nothing */
    const char *note;        /* how its work or its timing differs from ours; NULL: no difference */
    double tolerance;        /* tolerance of our PageRank that matches the peer's criterion; 0: default */
    double error; /* PageRank: both sides run the fewest iterations to this L1 error; 0: their own criteria */
    bool undirected_only;
} peer_command;

typedef struct peer {
    const char *name, *option;
    bool gpu;                     /* true: it is compared with our run on the GPU */
    const char *folders;          /* subfolders that are searched, too; each ends with a slash, separated by blanks */
    peer_command common;          /* defaults of its commands */
    const peer_command *commands; /* ends with a NULL algorithm */
} peer;

#define PEER_COUNT 11
extern const peer peers[PEER_COUNT];
/* The command of this algorithm, with defaults from `common`; false: the peer has none. */
bool peer_command_find(const peer *p, const char *name, peer_command *found);

/* ---- the graph ---- */

typedef struct peer_graph {
    mg_graph *graph; /* ids 0 .. n-1 */
    const char *path;
    char name[BENCH_NAME_SIZE]; /* short */
    bool random;                /* randomly renumbered */
    mg_vertex source;
    double mean_weight;
    double *ranks;       /* PageRank in double precision; NULL: not needed so far */
    char folder[256];    /* temporary folder of its files; removed by peer_graph_close */
    char written[16][8]; /* formats written so far */
    size_t written_count;
} peer_graph;

/* Copies the session's graph with ids 0 .. n-1; `random`: randomly renumbered with this seed. Returns an exit status;
 * prints errors. */
int peer_graph_open(peer_graph *g, const session *s, mg_vertex source, bool random, uint64_t seed);
void peer_graph_close(peer_graph *g);
/* Writes the graph in this format unless it was written before. Returns the library's status. */
mg_status peer_graph_write(peer_graph *g, mg_context *context, const char *format, char *path, size_t size);

/* ---- our side ---- */

typedef struct our_run {
    session s; /* context and graph are borrowed */
    cli_options options;
    double wall, device; /* medians in seconds; device 0: not on a GPU */
    uint64_t count;      /* reached vertices, or components */
    bool right;
    char why[256];
} our_run;

/* The tolerance of our run that is compared with this command. */
double our_tolerance(const peer_command *command, const cli_options *options);
/* Runs and verifies the command's algorithm. Returns an exit status for an interruption or lack of memory; other
 * failures are stored in `why`. */
int our_run_do(our_run *run, const session *s, peer_graph *g, const peer_command *command, mg_backend_kind backend);
void our_run_close(our_run *run);
/* The value of vertex v as a number; infinity where unreached. */
double our_value(const our_run *run, mg_vertex v);

/* ---- one comparison ---- */

typedef enum peer_outcome {
    PEER_RIGHT,     /* equal to our result, or its own check passed */
    PEER_UNCHECKED, /* it prints nothing to compare */
    PEER_WRONG,
    PEER_CRASHED,
    PEER_TIMED_OUT,
    PEER_UNREADABLE, /* it printed no time */
    PEER_SKIPPED     /* executable not found, or graph type not supported */
} peer_outcome;
const char *peer_outcome_name(peer_outcome outcome);

typedef struct comparison {
    const peer *peer;
    const peer_command *command;
    double ours, theirs; /* seconds; theirs 0: none */
    const char *our_backend;
    unsigned iterations; /* commands with `error` */
    peer_outcome outcome;
    char remark[512];
} comparison;

/* Runs the peer and sets outcome, remark and theirs. Returns an exit status: interruption or success. */
int compare_peer(comparison *c, const char *folder, peer_graph *g, const our_run *ours, const cli_options *options);
/* The executable of this name in the peer's subfolders, else in the user's folder. False: there is none. */
bool compare_find_executable(const peer *p, const char *names, const char *folder, char *path, size_t size);
/* Writes the graph for the peer; false: sets the remark, or `*status` after an interruption. */
bool compare_write_graph(comparison *c, peer_graph *g, mg_context *context, char *path, size_t size, int *status);
/* Tries every setting of the command; `c` becomes the fastest correct or unchecked run, without one the first run.
 * Returns an exit status. */
int compare_run_settings(comparison *c, char *executable, const char *graph, peer_graph *g, const our_run *ours,
                         const cli_options *options);
bool compare_is_good(const comparison *c);
/* Sets outcome and remark from what the peer printed and wrote to `file`. */
void compare_check_output(comparison *c, const char *output, const char *file, const our_run *ours);

/* ---- PageRank at equal errors ---- */

/* Sets the tolerance of `run` to the largest one with which our ranks differ by at most the command's error, in L1,
 * from those in double precision. Returns the library's status, or MG_NOT_CONVERGED if there is none. */
mg_status compare_error_ours(our_run *run, peer_graph *g, const peer_command *command, mg_backend_kind backend);
/* compare_peer for commands with `error`: each executable of the command with its fewest iterations. */
int compare_error_peer(comparison *c, const char *folder, peer_graph *g, const our_run *ours,
                       const cli_options *options);

/* ---- the report ---- */

#define COMPARE_ALGORITHM_COUNT 8
extern const char *const compare_algorithms[COMPARE_ALGORITHM_COUNT + 1]; /* ends with NULL */

/* A place in the table of ratios. */
typedef struct compare_cell {
    char graph[BENCH_NAME_SIZE];
    size_t algorithm, peer; /* positions in compare_algorithms and peers */
    bool random;
    double ratio; /* theirs / ours; 0: none */
} compare_cell;

typedef struct compare_report {
    compare_cell *cells;
    size_t cell_count;
    bool cells_missing;
    sink *table;
    json_builder results;
    struct compare_mean {
        double logarithms[2]; /* sums of logarithms; original and random numbering */
        size_t count[2], left_out[2];
    } means[COMPARE_ALGORITHM_COUNT][PEER_COUNT]; /* by position in compare_algorithms, and peer */
    size_t wrong;                                 /* our wrong results */
} compare_report;

void compare_report_graph(compare_report *r, const session *s, const peer_graph *g);
void compare_report_row(compare_report *r, const peer_graph *g, const comparison *c);
size_t compare_algorithm_position(const char *name);
void compare_report_means(compare_report *r, const cli_options *options);
/* Adds a cell to the tables of ratios; prints them. Without memory cells are missing, which is printed. */
void compare_table_add(compare_report *r, const peer_graph *g, const comparison *c);
void compare_table_print(compare_report *r, int threads);
json_builder compare_report_json(compare_report *r, mg_context *context, const cli_options *options, bool complete);

#endif
