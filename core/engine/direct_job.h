/* SPDX-License-Identifier: Apache-2.0
 *
 * direct_job.h: what a backend gets for a direct run, which finds the result of an algorithm by functions of its own,
 * without a vertex program.
 */
#ifndef MG_CORE_ENGINE_DIRECT_JOB_H
#define MG_CORE_ENGINE_DIRECT_JOB_H

#include "core/context.h"

#define MG_DIRECT_COLUMNS 4 /* of a result, at most */

typedef enum mg_direct_kind {
    MG_DIRECT_MIS,      /* column: 1 in the set of mg_mis(), else 0 */
    MG_DIRECT_COLORING, /* column: the colour of mg_coloring() */
    MG_DIRECT_FOREST,   /* columns: those of mg_msf(), with the same edge at each vertex as its program */
    MG_DIRECT_MATCHING, /* column: the mate of mg_matching() */
    MG_DIRECT_SCC       /* column: the component of mg_scc(), of a directed graph */
} mg_direct_kind;

typedef struct mg_direct_job {
    mg_direct_kind kind;
    uint64_t seed;                   /* of priorities */
    void *column[MG_DIRECT_COLUMNS]; /* n values each, in host memory, overwritten; NULL after the last one */
    double build_seconds;            /* set: what was built of the graph before the run, */
    double device_seconds;           /* and the time on the device */
} mg_direct_job;

#endif
