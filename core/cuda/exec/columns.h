/* SPDX-License-Identifier: Apache-2.0
 *
 * columns.h: columns of a result that stay on the device.
 */
#ifndef MG_CORE_CUDA_EXEC_COLUMNS_H
#define MG_CORE_CUDA_EXEC_COLUMNS_H

#include "core/cuda/exec/cuda_run.h"

/* Writes the columns of the plan from the run's states, through the run's scratch memory where they go to the host, and
 * waits until they are there. */
mg_status mg__cuda_write_columns(mg_cuda_run *run);

#endif
