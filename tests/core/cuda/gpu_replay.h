/* SPDX-License-Identifier: Apache-2.0
 *
 * gpu_replay.h: runs every iteration in every mode from the same state. Device memory is saved before an iteration and
 * restored before each trial (table 3.2 of the MultiGraph paper).
 */
#ifndef MG_TESTS_GPU_REPLAY_H
#define MG_TESTS_GPU_REPLAY_H

#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/run_loop.h"

#define REPLAY_MODES 4 /* by mg_mode; AUTO is not one of them */

typedef struct gpu_replay {
    mg_cuda_watch watch;
    int tries;              /* trials per mode; the least time counts */
    bool print;             /* a line for every iteration */
    double automatic, best; /* total seconds in the modes that auto chose, and in the best ones */
    double forced[REPLAY_MODES];
    uint32_t iterations, right; /* right: auto chose the best mode or one within 10 % of it */
    void *saved[5];
    uint32_t seen; /* the last measured iteration, */
    size_t phase;  /* its phase, */
    mg_mode last;  /* and the mode that auto chose */
    bool sampling;
} gpu_replay;

void gpu_replay_start(gpu_replay *replay, int tries, bool print);

#endif
