/* SPDX-License-Identifier: Apache-2.0
 *
 * text_job.h: a text of edges that a device may make a graph of, as mg_context.edge_text.
 */
#ifndef MG_CORE_GRAPH_TEXT_JOB_H
#define MG_CORE_GRAPH_TEXT_JOB_H

#include "core/context.h"

/* Lines of two ids. The vertices are the ids that occur. */
typedef struct mg_text_job {
    const char *text; /* the last line may lack its newline */
    uint64_t size;
    uint64_t room;     /* a bound of the number of lines, which may turn out to be too low */
    uint64_t doubtful; /* a graph of so many edges is not made: the first line may be no edge */
    bool commas;       /* commas separate the ids, else blanks */
    bool undirected;   /* every edge is */
    bool maybe_paired; /* undirected edges may be listed in both directions */
    bool drop_loops;   /* loops are left out */
    bool merge;        /* of parallel edges one is kept */
} mg_text_job;

#endif
