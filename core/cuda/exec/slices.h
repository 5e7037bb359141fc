/* SPDX-License-Identifier: Apache-2.0
 *
 * slices.h: the host's loop over the launches of a persistent kernel. A kernel ends its slice when its time is over, so
 * that the host can report progress, cancel the run, and exchange a quick kernel for the optimised one.
 */
#ifndef MG_CORE_CUDA_EXEC_SLICES_H
#define MG_CORE_CUDA_EXEC_SLICES_H

#include "core/cuda/exec/cuda_run.h"

/* The first member of an executor's own struct. */
typedef struct mg_cuda_slices {
    const void *kernel;
    /* Launches a slice and waits for it. */
    mg_status (*run_slice)(mg_cuda_run *run, struct mg_cuda_slices *slices, bool *done);
    /* Called after `kernel` was exchanged, for what depends on its resources. NULL: nothing does. */
    mg_status (*kernel_changed)(mg_cuda_run *run, struct mg_cuda_slices *slices);
} mg_cuda_slices;

/* Runs slices until one is the last. */
mg_status mg__cuda_run_slices(mg_cuda_run *run, mg_cuda_slices *slices);

#endif
