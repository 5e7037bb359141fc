/* SPDX-License-Identifier: Apache-2.0
 *
 * session_edits.h: --insert and --remove: changes of the graph of a session, and --from: an earlier result to start
 * from.
 */
#ifndef MG_TOOLS_VERBS_SESSION_EDITS_H
#define MG_TOOLS_VERBS_SESSION_EDITS_H

#include "tools/cli/session.h"

/* Changes by files of edges, with the arrays that `edits` points to. */
struct session_edits {
    mg_graph_edits edits;
    mg_edit_counts counts;
    mg_vertex *insert, *remove; /* sources, then targets */
    void *weights;
    uint64_t *new_ids;
    char **new_names; /* of new vertices, in a graph with names; or NULL */
    uint64_t unknown; /* edges to remove whose vertices the graph does not have */
    double seconds;   /* that the edit took */
};

/* Applies --insert and --remove, if one is given: s->graph becomes the new version, s->edits its changes. Returns an
 * exit status; prints errors. */
int session_edit(session *s);
void session_edits_free(struct session_edits *edits);

/* Reads --from, if it is given, into s->start and s->start_values. */
int session_read_start(session *s);

#endif
