/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/exec/slices.h"

#include "core/cuda/exec/phase_kernels.h"

mg_status mg__cuda_run_slices(mg_cuda_run *run, mg_cuda_slices *slices) {
    mg_status status = MG_OK;
    bool done = false;
    while (!done) {
        const void *const before = slices->kernel;
        MG_TRY(mg__progress(run->context, "running", -1.0));
        MG_TRY(mg__cuda_upgrade_kernel(run, &slices->kernel));
        if (slices->kernel != before && slices->kernel_changed) {
            MG_TRY(slices->kernel_changed(run, slices));
        }
        MG_TRY(slices->run_slice(run, slices, &done));
    }
out:
    return status;
}
