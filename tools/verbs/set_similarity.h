/* SPDX-License-Identifier: Apache-2.0
 *
 * set_similarity.h: the measures of the verb similarity that compare neighbours, of edges, given pairs, or the best.
 */
#ifndef MG_TOOLS_VERBS_SET_SIMILARITY_H
#define MG_TOOLS_VERBS_SET_SIMILARITY_H

#include "tools/cli/session.h"
#include "tools/output/sink.h"

/* Scores and writes with an open session. Returns an exit status; prints errors. */
int set_similarity(session *s, sink *out);

#endif
