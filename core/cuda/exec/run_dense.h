/* SPDX-License-Identifier: Apache-2.0
 *
 * run_dense.h: iterations on the dense representation.
 */
#ifndef MG_CORE_CUDA_EXEC_RUN_DENSE_H
#define MG_CORE_CUDA_EXEC_RUN_DENSE_H

#include "core/cuda/exec/dense_steps.h"
#include "core/cuda/kernel/common/kernels.h"

/* Does every iteration of the phase run on the dense representation, in either layout? */
bool mg__cuda_is_dense(const mg_cuda_run *run);
/* The kernel that gathers over the layout that the options name. */
mg_kernel_family mg__cuda_gather_family(const mg_cuda_run *run);
/* Has the graph the dense representation for the phase's direction, value size and weights? */
mg_status mg__cuda_has_dense(mg_cuda_run *run, bool *has);

/* What every dense iteration of the phase needs; the phase's own memory is left NULL. */
mg_status mg__cuda_dense_arguments(mg_cuda_run *run, mg_dense_args *arguments, const mg_panels_built **built);
/* The launches of an iteration, and `rows`, one over all rows without a role; `ahead`: the update scatters as well. */
mg_status mg__cuda_dense_steps(mg_cuda_run *run, const mg_panels_built *built, bool ahead, mg_dense_launch *rows,
                               mg_dense_steps *steps);
/* Carves what all dense iterations need out of a block, as mg__cuda_carve does. */
void mg__cuda_carve_dense(const mg_cuda_run *run, const mg_panels_built *built, char *base, uint64_t *at,
                          mg_dense_args *arguments);

/* A phase of dense iterations: its arguments with their memory, and its launches. */
typedef struct mg_dense_phase {
    mg_dense_args args;
    const mg_panels_built *built;
    mg_dense_launch rows;
    mg_dense_steps steps;
} mg_dense_phase;

/* Everything before the first launch. */
mg_status mg__cuda_prepare_dense(mg_cuda_run *run, mg_dense_phase *phase);
/* After the last one: brings the states into vertex order. */
mg_status mg__cuda_order_states(mg_cuda_run *run, const mg_dense_phase *phase);

#endif
