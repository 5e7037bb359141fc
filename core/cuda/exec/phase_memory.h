/* SPDX-License-Identifier: Apache-2.0
 *
 * phase_memory.h: the device memory of a phase, known before anything is built. Each executor computes its own with the
 * function that lays out its arrays.
 */
#ifndef MG_CORE_CUDA_EXEC_PHASE_MEMORY_H
#define MG_CORE_CUDA_EXEC_PHASE_MEMORY_H

#include "core/cuda/exec/cuda_run.h"
#include "core/cuda/layout/panels/panels.h"

/* Sizes of a phase. Pointers are no addresses: they are only compared with NULL, which says that an array is not there.
 */
typedef struct mg_phase_sizes {
    mg_loop_args loop;
    mg_panels_built panels; /* where the phase may be dense */
    uint32_t tiles;         /* about how many */
} mg_phase_sizes;

/* Bytes on the device beside states and parameters. */
typedef struct mg_phase_memory {
    uint64_t scratch;               /* of run->scratch */
    uint64_t levels, depths, lanes; /* from this phase to the end of the plan: run->levels, depths, lane_totals */
    uint64_t beside;                /* of this phase alone */
    uint64_t dense;                 /* more, once it has switched to dense iterations */
} mg_phase_memory;

/* May the phase switch to the dense representation? READY: it is built before the phase; UNBUILT: within it. */
mg_dense_readiness mg__cuda_plans_switch(const mg_cuda_run *run);
/* Bytes beside the loop kernel's of dense iterations. */
uint64_t mg__cuda_switch_bytes(const mg_cuda_run *run, const mg_phase_sizes *sizes);
/* The dense layout that the phase reads. */
mg_panels_need mg__cuda_panels_need(const mg_cuda_run *run);

void mg__cuda_batch_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory);
void mg__cuda_tiles_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory);
void mg__cuda_dataflow_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory);
void mg__cuda_gather_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory);
void mg__cuda_dense_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory);
void mg__cuda_rows_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory);
void mg__cuda_loop_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory);

#endif
