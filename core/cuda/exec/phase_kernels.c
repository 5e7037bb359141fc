/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/exec/phase_kernels.h"

#include "core/program/linked_kernels.h"

/* Written by the build: the built-in programs, each followed by its kernels; ends with NULL. */
extern const mg_program *const mg__cuda_builtin_programs[];

static const mg_kernel_table *find_in(const mg_phase *const *phases, const mg_phase *const *kernels,
                                      const mg_phase *phase) {
    for (size_t k = 0; k < MG_PHASES_MAX && phases[k]; k++) {
        if (phases[k] == phase) {
            return kernels[k]->cuda;
        }
    }
    return NULL;
}

/* Compares addresses, not names: a user's phase may have the name of a built-in one. */
static const mg_kernel_table *find_phase(const mg_program *const *programs, const mg_phase *phase) {
    const mg_kernel_table *found = NULL;
    for (size_t i = 0; programs && programs[i] && !found; i += 2) {
        const mg_program *const p = programs[i], *const kernels = programs[i + 1];
        found = find_in(p->phases, kernels->phases, phase);
        found = found ? found : find_in(p->tiled, kernels->tiled, phase);
    }
    return found;
}

bool mg__cuda_is_builtin(const mg_phase *phase) {
    return find_phase(mg__cuda_builtin_programs, phase) != NULL;
}

static const mg_kernel_table *find_kernels(const mg_cuda_run *run) {
    const mg_kernel_table *const found = find_phase(mg__cuda_builtin_programs, run->phase);
    return found ? found : find_phase(run->cuda ? run->cuda->more_programs : NULL, run->phase);
}

static mg_status no_kernels(mg_context *context, const char *name, mg_kernel_family family) {
    if (family == MG_KERNEL_BLOCKS || family == MG_KERNEL_SEGMENTS) {
        return mg__fail(
            context, MG_ERROR_UNSUPPORTED,
            "phase %s: this build has no GPU kernels for the layout `%s`; build it with -DMG_PAPER_LAYOUTS=ON", name,
            family == MG_KERNEL_BLOCKS ? "blocks" : "segmented");
    }
    return mg__fail(context, MG_ERROR_UNSUPPORTED,
                    "phase %s: no GPU kernels were built for it and its source file is not known", name);
}

static mg_link_request link_request(const mg_cuda *cuda, const mg_graph *graph, const char *source, const char *phase,
                                    const mg_phase_info *info, mg_kernel_family family) {
    return (mg_link_request){.source = source,
                             .phase = phase,
                             .value_size = info->value_size,
                             .family = family,
                             .wide = graph->arcs > cuda->tuning.narrow_arcs,
                             .architecture = 10 * cuda->major + cuda->minor,
                             .tier = cuda->tuning.link};
}

bool mg__cuda_is_built(const mg_cuda_run *run, mg_kernel_family family) {
    const mg_kernel_table *const kernels = run->plan->source ? NULL : find_kernels(run);
    return run->plan->source || (kernels && kernels->kernel[family][0]);
}

mg_status mg__cuda_has_kernel(const mg_cuda_run *run, mg_kernel_family family) {
    return mg__cuda_is_built(run, family) ? MG_OK : no_kernels(run->context, run->phase->name, family);
}

mg_status mg__cuda_begin_kernels(mg_cuda_run *run, const mg_kernel_family *families, uint32_t count) {
    mg_status status = MG_OK;
    if (!run->plan->source) {
        return mg__cuda_has_kernel(run, families[0]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const mg_link_request request =
            link_request(run->cuda, run->graph, run->plan->source, run->phase->name, &run->info, families[i]);
        MG_TRY(mg__linked_begin(run->context, &run->cuda->linked, &request));
    }
out:
    return status;
}

mg_status mg__cuda_kernel(mg_cuda_run *run, mg_kernel_family family, const void **kernel) {
    const bool wide = run->graph->arcs > run->cuda->tuning.narrow_arcs;
    if (run->plan->source) {
        const mg_link_request request =
            link_request(run->cuda, run->graph, run->plan->source, run->phase->name, &run->info, family);
        return mg__linked_kernel(run->context, &run->cuda->linked, &request, kernel, &run->cuda->link_times);
    }
    const mg_kernel_table *const kernels = find_kernels(run);
    if (kernels && kernels->kernel[family][wide]) {
        *kernel = kernels->kernel[family][wide];
        return MG_OK;
    }
    return no_kernels(run->context, run->phase->name, family);
}

mg_status mg__cuda_upgrade_kernel(mg_cuda_run *run, const void **kernel) {
    mg_status status = MG_OK;
    mg_cuda *const cuda = run->cuda;
    const uint32_t most = cuda->test.quick_launches;
    bool quick = false;
    if (run->plan->source) {
        const bool wait = most && cuda->times.quick_launches >= most;
        MG_TRY(mg__linked_upgrade(run->context, cuda->linked, wait, kernel, &quick));
        cuda->times.quick_launches += quick;
    }
out:
    return status;
}
