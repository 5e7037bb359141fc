/* SPDX-License-Identifier: Apache-2.0
 *
 * team_loop_args.h: arguments of the loop kernel of a team, which exchanges frontiers itself, and what the kernels of
 * the devices write to each other. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_MULTI_TEAM_LOOP_ARGS_H
#define MG_CORE_CUDA_MULTI_TEAM_LOOP_ARGS_H

#include "core/cuda/multi/exchange_args.h"

/* An outcome beside those of mg_loop_outcome: another device did not reach a barrier in time. */
enum { MG_TEAM_LOST = MG_LOOP_EXCHANGE + 1 };

/* The report that a part sends to all others at a barrier, in words of 32 bits. */
typedef enum mg_team_word {
    MG_REPORT_VERTICES,
    MG_REPORT_EDGES, /* as in mg_part_counts; the low half, */
    MG_REPORT_EDGES_HIGH,
    MG_REPORT_FAR_COUNT, /* as in mg_part_counts */
    MG_REPORT_FAR_MIN,
    MG_REPORT_STOP,     /* the time slice is over */
    MG_REPORT_COMPLETE, /* no vertex of this part can become active any more */
    MG_REPORT_UNUSED,
    MG_REPORT_WORDS
} mg_team_word;

/* Memory of one device which the others write to. */
typedef struct mg_team_box {
    /* By part, double-buffered by barriers: a word in the lower half, the number of its barrier in the upper one. */
    unsigned long long reports[2][MG_TEAM_MAX][MG_REPORT_WORDS];
    uint32_t arrived;              /* own thread blocks at the current barrier */
    uint32_t barriers;             /* that were passed in earlier launches */
    unsigned long long bytes_sent; /* to all others */
} mg_team_box;

typedef struct mg_team_loop_args {
    mg_loop_args loop;
    uint32_t parts, part;
    uint32_t atomics, padding; /* atomics: all links carry atomic operations */
    uint64_t slice_ns;         /* a launch ends at the first exchange after so long */
    uint64_t timeout_ns;       /* most that a barrier waits for another device */
    /* by part, on its device: */
    mg_team_box *box[MG_TEAM_MAX];
    uint32_t *bits[MG_TEAM_MAX][3]; /* mg_frontier_args.bits */
    char *state[MG_TEAM_MAX];
} mg_team_loop_args;

#endif
