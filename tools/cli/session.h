/* SPDX-License-Identifier: Apache-2.0
 *
 * session.h: one run of the command: context, graph, what was asked for, and what came out.
 */
#ifndef MG_TOOLS_CLI_SESSION_H
#define MG_TOOLS_CLI_SESSION_H

#include "tools/verbs/verb.h"

/* One run of the algorithm. */
typedef struct trial {
    double seconds;        /* the call of the library with its allocations, without building */
    double device_seconds; /* of it on the GPU; 0: none */
    uint64_t iterations, vertices_visited, edges_visited;
} trial;

typedef struct session {
    const verb *verb;
    const cli_options *options;
    mg_context *context;
    mg_graph *graph;
    double load_seconds;
    bool muted; /* the library's lines are not shown; the context of a session logs only while the session stays in
                   place */
    /* what to run */
    mg_vertex source;          /* bfs, sssp */
    mg_vertex *sources;        /* bc, bfs: the given ones; NULL: drawn ones or all, or (bfs) `source` */
    size_t source_count;       /* of `sources` */
    uint64_t sample;           /* bc: how many to draw; 0: none */
    double *personalization;   /* pagerank: one value per vertex, or NULL */
    const mg_program *program; /* run */
    void *params;              /* its parameters */
    /* what came out */
    mg_status outcome;
    mg_result *result; /* of the last trial */
    trial *trials;
    size_t trial_count;   /* complete ones */
    double build_seconds; /* over all trials; representations are built once */
    bool verified;
    double verify_seconds;
} session;

/* Creates the context, and no graph. Returns an exit status; on failure it has said why. session_close always. */
int session_create(session *s, const verb *v, const cli_options *options);
/* The same, and reads the graph; session_read does that later. */
int session_open(session *s, const verb *v, const cli_options *options);
int session_read(session *s);
void session_close(session *s);

/* What is run: the verb's name, or the program's. */
const char *session_primitive(const session *s);
/* The result column that is written. */
const mg_column *session_column(const session *s);

/* The vertex with this id, given by `option`; false: says which id the graph lacks. */
bool session_vertex(const session *s, const char *option, uint64_t id, mg_vertex *v);

/* The path as a person gave it: "-" is standard input. */
const char *graph_name(const cli_options *options);

double clock_seconds(void);

#endif
