/* SPDX-License-Identifier: Apache-2.0
 *
 * algorithm.h: what the verbs bfs, sssp, cc, pagerank and bc have in common.
 */
#ifndef MG_TOOLS_VERBS_ALGORITHM_H
#define MG_TOOLS_VERBS_ALGORITHM_H

#include "tools/cli/session.h"
#include "tools/output/results.h"

struct algorithm {
    const char *column; /* the result column that is written; NULL: the program says */
    /* Resolves ids and reads further files. Returns an exit status; on failure it has said why. NULL: nothing to do. */
    int (*prepare)(session *s);
    mg_status (*run)(session *s, const mg_run_options *run, mg_result **result);
    /* Checks s->result; false: says in `why` what is wrong with it. */
    bool (*verify)(const session *s, char *why, size_t size);
    /* One sentence about s->result, for the summary. */
    void (*describe)(const session *s, char *text, size_t size);
};

extern const algorithm bfs_algorithm, sssp_algorithm, cc_algorithm, pagerank_algorithm, bc_algorithm, program_algorithm;

/* One timed call of the verb's algorithm: fills in *t, s->outcome and s->result, adds to s->build_seconds (run_verb.c).
 * Returns the library's status; a negative one is not reported yet. */
mg_status session_trial(session *s, const mg_run_options *run, trial *t);

/* Prepares, runs, verifies, writes and sums up an open session (run_verb.c). Returns an exit status. */
int run_and_write(session *s, results *r);

/* Resolves --source, or takes the default source. */
int prepare_source(session *s);
/* Resolves --sources of bc (sources.c). */
int prepare_sources(session *s);
/* Resolves --sources of bfs, or --source. */
int prepare_searches(session *s);
/* Reads --personalization (personalization.c). */
int prepare_personalization(session *s);

/* sizes[c] = vertices of the component named by vertex c, 0 where c names none. To be freed; NULL: out of memory. */
uint64_t *component_sizes(const session *s);

#endif
