/* SPDX-License-Identifier: Apache-2.0
 *
 * algorithm.h: the common interface of the verbs that run an algorithm or a program.
 */
#ifndef MG_TOOLS_VERBS_ALGORITHM_H
#define MG_TOOLS_VERBS_ALGORITHM_H

#include "tools/cli/session.h"
#include "tools/output/results.h"
#include "tools/output/sink.h"

struct algorithm {
    const char *column; /* the result column that is written; NULL: chosen by the program */
    /* Resolves ids and reads further files. Returns an exit status; prints errors. NULL: nothing to do. */
    int (*prepare)(session *s);
    mg_status (*run)(session *s, const mg_run_options *run, mg_result **result);
    /* Verifies s->result; false: `why` has the reason. */
    bool (*verify)(const session *s, char *why, size_t size);
    /* Writes s->result to -o in place of a column. NULL: the column. */
    bool (*write)(sink *out, const session *s);
    /* One sentence about s->result, for the summary. */
    void (*describe)(const session *s, char *text, size_t size);
};

extern const algorithm bfs_algorithm, sssp_algorithm, cc_algorithm, pagerank_algorithm, bc_algorithm, hits_algorithm,
    triangles_algorithm, lcc_algorithm, cdlp_algorithm, scc_algorithm, kcore_algorithm, mis_algorithm,
    coloring_algorithm, msf_algorithm, closeness_algorithm, bipartite_algorithm, matching_algorithm,
    eigenvector_algorithm, eccentricity_algorithm, katz_algorithm, path_algorithm, communities_algorithm,
    program_algorithm;

/* One timed call of the verb's algorithm: sets *t, s->outcome and s->result, adds to s->build_seconds (run_verb.c).
 * Returns the library's status; the caller reports errors. */
mg_status session_trial(session *s, const mg_run_options *run, trial *t);

/* The mode of its run on this backend: that of --mode, or where that is open the one in which a single run answers
 * first (first_answer.c). */
mg_mode session_mode(const session *s, mg_backend_kind backend);

/* Prepares and runs an open session, verifies and writes the result, prints the summary. Returns an exit status. */
int run_and_write(session *s, results *r);

/* What ends a search early (verb_path.c): resolves --target; the target or MG_NONE; --cutoff as a depth. */
int prepare_target(session *s);
mg_vertex target_of(const session *s);
uint32_t depth_cutoff_of(const session *s);
bool ends_early(const session *s);
/* Verifies such a search against one to the end. */
bool verify_early_end(const session *s, char *why, size_t size);

/* Reads --from of run into s->states (initial_states.c). */
int prepare_states(session *s);
/* Resolves --source; without it sets the default source. */
int prepare_source(session *s);
/* Resolves --sources of bc (sources.c). */
int prepare_sources(session *s);
/* "64 sources", for the summary of a run from so many. */
void describe_sources(const session *s, size_t count, char *text, size_t size);
/* Resolves --sources of bfs, or --source. */
int prepare_searches(session *s);
/* Is the text a list of ids, a number, or a list of names, rather than a file? */
bool is_list(const char *text);
/* Resolves ids or names separated by commas, the argument of `option`, to s->sources. */
int prepare_list(session *s, const char *option, const char *list);
/* Reads --personalization: a file, or a list of sources (personalization.c). */
int prepare_personalization(session *s);

/* Of a verb whose results are labels (cc, scc, cdlp, louvain, leiden): sizes[c]: vertices with label c. The caller
 * frees it; NULL: out of memory. */
uint64_t *class_sizes(const session *s);
/* Their number and the largest, for the summary; one, many: what they are called. */
void describe_classes(const session *s, const char *one, const char *many, char *text, size_t size);
/* The same of communities, and their modularity (verb_communities.c). */
void describe_modularity(const session *s, double modularity, char *text, size_t size);

#endif
