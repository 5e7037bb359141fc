/* SPDX-License-Identifier: Apache-2.0
 *
 * session.h: one run of the command: context, graph, inputs and results.
 */
#ifndef MG_TOOLS_CLI_SESSION_H
#define MG_TOOLS_CLI_SESSION_H

#include "tools/verbs/verb.h"

/* One timed run of the algorithm. */
typedef struct trial {
    double seconds;        /* the library call with its allocations, without building representations */
    double device_seconds; /* by the GPU's clock; 0: no GPU */
    uint64_t iterations, vertices_visited, edges_visited;
} trial;

struct session_edits;

typedef struct session {
    const verb *verb;
    const cli_options *options;
    mg_context *context;
    mg_graph *graph;
    double load_seconds;
    bool muted; /* the library's log is not shown. The log callback holds a pointer to this session: do not move it */
    /* inputs */
    mg_vertex source;          /* bfs, sssp, path */
    mg_vertex target;          /* of --target */
    mg_vertex *sources;        /* bc, bfs: explicit sources; NULL: bc: drawn or all, bfs: `source` */
    size_t source_count;       /* of `sources` */
    uint64_t sample;           /* bc: sources to draw; 0: none */
    double *personalization;   /* pagerank: one value per vertex, or NULL */
    struct session_edits *edits; /* --insert, --remove: what was done to the graph, or NULL */
    mg_start start;              /* --from */
    void *start_values;          /* NULL: there is no --from */
    const mg_program *program; /* run */
    void *params;              /* its parameters */
    void *states;              /* --from of run: the states that it begins with, or NULL */
    /* results */
    mg_status outcome;
    mg_result *result; /* of the last trial */
    mg_communities communities; /* louvain, leiden: what it found */
    trial *trials;
    size_t trial_count;   /* completed trials */
    double build_seconds; /* sum over all trials; representations are built once */
    bool verified;
    double verify_seconds;
    double verify_own, write_own; /* verifying and writing results, without the stages of the library meanwhile */
} session;

/* Creates the context, without a graph. Returns an exit status; prints errors. Call session_close in any case. */
int session_create(session *s, const verb *v, const cli_options *options);
/* Would the graph be written under this name, in the format of --to? Returns an exit status; prints errors. */
int session_check_output(const session *s, const char *path);
/* session_create, then session_read, which reads the graph. */
int session_open(session *s, const verb *v, const cli_options *options);
int session_read(session *s);
void session_close(session *s);

/* The options of a run that the command line gives, on this backend. With --paper bfs does not change the direction: on
 * a GPU, which always chooses as usual, mode auto is then mode sparse. */
mg_run_options session_run_options(const verb *v, const cli_options *options, mg_backend_kind backend);
/* The backend of the run: that of --backend, or for a single run by auto perhaps the CPU (first_answer.c). */
mg_backend_kind session_backend(const session *s);

/* The name of the verb, or of the vertex program. */
const char *session_primitive(const session *s);
/* The result column of vertices that is written. */
const mg_column *session_column(const session *s);
/* The one of edges, of a program, that is written in its place; NULL: none. */
const mg_column *session_edge_column(const session *s);

/* The vertex with this name, or else with this id; false: there is none. */
bool session_find(const session *s, const char *text, mg_vertex *v);
/* Is a line of a file that begins with this word or name a comment? It begins with # or %, and names no vertex. */
bool session_is_comment(const session *s, const char *word);
/* Prints that the graph has no such vertex; where: an option, or a file and a line. */
void session_no_vertex(const session *s, const char *where, const char *text);
/* Both for the argument of an option. */
bool session_vertex(const session *s, const char *option, const char *text, mg_vertex *v);

/* The graph's path for messages: "-" is shown as standard input. */
const char *graph_name(const cli_options *options);

double clock_seconds(void);

#endif
