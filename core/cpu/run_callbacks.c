/* SPDX-License-Identifier: Apache-2.0
 *
 * run_callbacks.c: the public mg_run_callbacks: programs given as function pointers, which only the CPU runs.
 */
#include "core/cpu/callbacks.h"
#include "core/engine/run.h"

mg_status mg_run_callbacks(mg_context *context, const mg_graph *graph, const mg_callbacks *callbacks,
                           const void *params, const mg_run_options *options, void *state, mg_result **result) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !callbacks || callbacks->size != sizeof *callbacks || !state || !callbacks->identity) {
        return mg__fail(context, MG_ERROR_INVALID,
                        "mg_run_callbacks: graph, callbacks, identity and state must not be NULL");
    }
    mg_run_options cpu;
    const mg_status status = mg__run_options(context, options, &cpu);
    if (status < 0) {
        return status;
    }
    if (cpu.backend == MG_BACKEND_CUDA) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "function pointers run on the CPU only");
    }
    const mg_phase *phase = callbacks->value_size == 8 ? mg__callback_phase_8 : mg__callback_phase_4;
    const mg_program program = {.abi = MG_PROGRAM_ABI,
                                .name = "callbacks",
                                .state_size = callbacks->state_size,
                                .params_size = callbacks->params_size,
                                .phases = {phase}};
    cpu.backend = MG_BACKEND_CPU;
    return mg__run_with_totals(context, graph, &program, callbacks, params, &cpu, state, result);
}
