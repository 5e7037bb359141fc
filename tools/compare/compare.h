/* SPDX-License-Identifier: Apache-2.0
 *
 * compare.h: the verb compare runs other systems ("peers") and ours on the same graph.
 *
 *     compare_peers.c    the adapters: how a peer is called and what it prints     compare_spawn.c   runs a process
 *     compare_graph.c    the graph as peers can read it, renumbered or not         compare_ours.c    our side
 *     compare_check.c    reads a peer's time and judges its result                 compare_run.c     one peer, one
 * algorithm compare_report.c   the table, the means, and JSON                            verb_compare.c    the way
 * through all
 */
#ifndef MG_TOOLS_COMPARE_COMPARE_H
#define MG_TOOLS_COMPARE_COMPARE_H

#include "tools/bench/bench.h"

/* ---- adapters (docs/compare.md tells how to add one) ---- */

/* How a peer's result is compared with ours. */
typedef enum peer_check {
    PEER_CHECKS_NOTHING,
    PEER_CHECKS_COUNT, /* the number after `result` is that of our reached vertices, or of our components */
    PEER_CHECKS_HEAD,  /* the numbers after `result` are the values of the first vertices */
    PEER_CHECKS_FILE   /* {output} has lines `vertex value`, for all of them */
} peer_check;

typedef struct peer_command {
    const char *algorithm;   /* a name of bench_algorithms */
    const char *executables; /* its names, separated by blanks; the first one that is there is taken */
    const char *format;      /* of mg_graph_write, or "egr" */
    const char *arguments;   /* words; {graph} {source} {trials} {output} {undirected} are replaced */
    const char *more;        /* further words; NULL: none */
    const char *settings;    /* settings to try, separated by '|': the fastest right one counts; NULL: none */
    const char *time;        /* extended regular expression, last group: a time; of several matches the median counts */
    double scale;            /* from the peer's unit to milliseconds */
    peer_check check;
    const char *result;      /* expression before or around (last group) what is compared; NULL: nothing */
    double factor;           /* of the values that it prints, to ours */
    const char *pass, *fail; /* what the peer prints where its own check passed, and where it failed; NULL: nothing */
    const char *note;        /* what it does or times otherwise than we do; NULL: nothing */
    double tolerance;        /* of our PageRank, so that it stops where the peer does; 0: the default one */
    bool undirected_only;
} peer_command;

typedef struct peer {
    const char *name, *option;
    bool gpu;            /* where it runs: it is compared with our run there */
    const char *folders; /* below the user's, where executables may be besides; each ends with a slash, then a blank */
    peer_command common; /* what its commands leave out */
    const peer_command *commands; /* ends with a NULL algorithm */
} peer;

#define PEER_COUNT 7
extern const peer peers[PEER_COUNT];
/* The command of this algorithm with what all of them have in common; false: the peer has none. */
bool peer_command_find(const peer *p, const char *name, peer_command *found);

/* ---- processes ---- */

#define SPAWN_OUTPUT_MAX ((size_t)8 << 20)

typedef enum spawn_end { SPAWN_EXITED, SPAWN_KILLED, SPAWN_TIMED_OUT, SPAWN_INTERRUPTED, SPAWN_FAILED } spawn_end;

typedef struct spawn_result {
    spawn_end end;
    int status;   /* of exit; the signal; errno */
    char *output; /* of both streams, zero-terminated, at most SPAWN_OUTPUT_MAX: its two ends; to be freed */
    bool truncated;
} spawn_result;

/* Runs argv[0], searched on the PATH if it has no slash, with standard input empty, and its group of processes killed
 * after `seconds` or at Ctrl-C. */
spawn_result spawn_run(char *const argv[], double seconds);

/* ---- the graph ---- */

typedef struct peer_graph {
    mg_graph *graph; /* ids 0 .. n-1 */
    const char *path;
    char name[BENCH_NAME_SIZE]; /* short */
    bool random;                /* numbered at random */
    mg_vertex source;
    char folder[256];    /* where its files are; removed by peer_graph_close */
    char written[16][8]; /* formats that are there */
    size_t written_count;
} peer_graph;

/* Copies `from` with ids 0 .. n-1, numbered at random with this seed if `random`. Returns an exit status; has said what
 * failed. */
int peer_graph_open(peer_graph *g, const session *s, mg_vertex source, bool random, uint64_t seed);
void peer_graph_close(peer_graph *g);
/* Writes the graph for a peer if it is not there yet. Returns the library's status. */
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

/* The tolerance of our run beside this command. */
double our_tolerance(const peer_command *command, const cli_options *options);
/* Runs and verifies the command's algorithm. Returns an exit status of an interruption or an exhausted memory; other
 * failures are in `why`. */
int our_run_do(our_run *run, const session *s, const peer_graph *g, const peer_command *command,
               mg_backend_kind backend);
void our_run_close(our_run *run);
/* The value of vertex v as a number; infinity where unreached. */
double our_value(const our_run *run, mg_vertex v);

/* ---- one comparison ---- */

typedef enum peer_outcome {
    PEER_RIGHT,     /* compared with ours, or by itself */
    PEER_UNCHECKED, /* it prints nothing to compare */
    PEER_WRONG,
    PEER_CRASHED,
    PEER_TIMED_OUT,
    PEER_UNREADABLE, /* it printed no time */
    PEER_SKIPPED     /* not built, or not for such graphs */
} peer_outcome;
const char *peer_outcome_name(peer_outcome outcome);

typedef struct comparison {
    const peer *peer;
    const peer_command *command;
    double ours, theirs; /* seconds; theirs 0: none */
    const char *our_backend;
    peer_outcome outcome;
    char remark[512];
} comparison;

/* Fills in verdict, remark and theirs. Returns an exit status of an interruption, else success. */
int compare_peer(comparison *c, const char *folder, peer_graph *g, const our_run *ours, const cli_options *options);
/* Judges what a peer printed, and wrote to `file`. */
void compare_check_output(comparison *c, const char *output, const char *file, const our_run *ours);

/* ---- the report ---- */

typedef struct compare_report {
    sink *table;
    json_builder results;
    struct compare_mean {
        double logarithms[2]; /* sums; original and random numbering */
        size_t count[2], left_out[2];
    } means[8][PEER_COUNT]; /* by the position of the algorithm in compare_algorithms */
    size_t wrong;           /* of ours */
} compare_report;

extern const char *const compare_algorithms[]; /* ends with NULL */

void compare_report_graph(compare_report *r, const session *s, const peer_graph *g);
void compare_report_row(compare_report *r, const peer_graph *g, const comparison *c);
void compare_report_means(compare_report *r, const cli_options *options);
json_builder compare_report_json(compare_report *r, mg_context *context, const cli_options *options, bool complete);

#endif
