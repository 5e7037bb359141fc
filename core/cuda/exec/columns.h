/* SPDX-License-Identifier: Apache-2.0
 *
 * columns.h: what becomes of the final states: columns of a result, and sums over several runs.
 */
#ifndef MG_CORE_CUDA_EXEC_COLUMNS_H
#define MG_CORE_CUDA_EXEC_COLUMNS_H

#include "core/cuda/exec/cuda_run.h"

/* Writes the columns of the plan from the run's states, through the run's scratch memory where they go to the host, and
 * waits until they are there. */
mg_status mg__cuda_write_columns(mg_cuda_run *run);

/* Adds the run's states to the plan's sums, which the first run makes. */
mg_status mg__cuda_add_states(mg_cuda_run *run);
/* take_sums of mg_backend. */
mg_status mg__cuda_take_sums(mg_context *context, mg_state_sums *sums, uint64_t count, double *total);

#endif
