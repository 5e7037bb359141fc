/* SPDX-License-Identifier: Apache-2.0
 *
 * run_gather.c: TRIANGLES phases, and phases with MG_MOST_FREQUENT (kernel/gather). An iteration is several launches of
 * one kernel in different roles; the host waits for its end.
 */
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/phase_memory.h"
#include "core/cuda/graph/device_forward.h"
#include "core/cuda/kernel/gather/gather_args.h"
#include "core/engine/phase_rules.h"

#define BLOCKS_PER_SM 8u    /* as many as fit */
#define STATIC_SHARED 1024u /* most bytes of shared memory beside the hash table */

/* Longest row that is not in the list; 0: the list is not used. Rows of TRIANGLES phases are listed with the graph. */
static const uint32_t groups_before[MG_GATHER_LISTS] = {
    [MG_LIST_WARP] = MG_GROUPS_LANE_ROW, [MG_LIST_BLOCK] = MG_GROUPS_WARP_ROW, [MG_LIST_WIDE] = MG_GROUPS_BLOCK_ROW};

/* Are values combined in the states themselves? No callback sees them before they are complete. */
static bool counts_in_states(const mg_phase_info *i) {
    return i->kind == MG_KIND_TRIANGLES && !i->has_init && !i->has_triangle && !i->has_apply && !i->totals &&
           i->state_size == i->value_size;
}

static uint64_t lay_out(const mg_cuda_run *run, char *base, mg_gather_args *a) {
    const uint64_t n = run->graph->n;
    const bool triangles = run->info.kind == MG_KIND_TRIANGLES;
    uint64_t at = 0;
    a->counts = mg__cuda_carve(base, &at, sizeof *a->counts);
    for (int i = 0; i < MG_GATHER_LISTS; i++) {
        /* a listed row has more entries than those of lanes, blocks and wide ones than those before them */
        const uint64_t most = triangles || !groups_before[i] ? 0 : 2 * run->graph->arcs / (groups_before[i] + 1);
        a->list[i] = mg__cuda_carve(base, &at, (most < n ? most : n) * sizeof *a->list[i]);
    }
    if (triangles) {
        const bool none = counts_in_states(&run->info) || mg__counts_all_triangles(&run->info);
        a->loop.acc = mg__cuda_carve(base, &at, none ? 0 : n * run->info.value_size);
    } else {
        a->loop.sent = mg__cuda_carve(base, &at, n * run->info.value_size);
    }
    return at;
}

void mg__cuda_gather_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory) {
    mg_gather_args a = {.loop = sizes->loop};
    memory->scratch = lay_out(run, NULL, &a);
}

static mg_status prepare(mg_cuda_run *run, mg_gather_args *a) {
    mg_status status;
    MG_TRY(mg__cuda_arguments(run, &a->loop));
    if (run->info.kind == MG_KIND_TRIANGLES) {
        MG_TRY(mg__device_forward(run->context, run->cuda, run->graph, true, &a->forward));
    }
    MG_TRY(mg__cuda_need_scratch(run, lay_out(run, NULL, a)));
    lay_out(run, run->scratch, a);
    if (counts_in_states(&run->info)) {
        a->loop.acc = a->loop.state;
    }
    MG_TRY(mg__cuda_forward_totals(run, a->loop.control));
out:
    return status;
}

static mg_status clear_counts(mg_cuda_run *run, const mg_gather_args *a) {
    mg_status status;
    MG_CUDA_TRY(run->context, cudaMemsetAsync(a->counts, 0, sizeof *a->counts, run->cuda->stream),
                "clearing device memory");
    MG_TRY(run->info.minima || run->info.maxima ? mg__cuda_clear_totals(run, a->counts->totals) : MG_OK);
out:
    return status;
}

/* Bytes of the hash table in the role, and the bits of its slots. */
static uint32_t table_bytes(const mg_cuda_run *run, mg_gather_role role, uint32_t *slot_bits) {
    const uint32_t slot = (uint32_t)run->info.value_size + 4, limit = mg__cuda_shared_limit(run->cuda) - STATIC_SHARED;
    if (run->info.kind == MG_KIND_TRIANGLES || (role != MG_GATHER_WIDE && role != MG_GATHER_LISTED)) {
        return 0;
    }
    *slot_bits = role == MG_GATHER_WIDE ? MG_GROUPS_WIDE_BITS : MG_GROUPS_BLOCK_BITS;
    while (*slot_bits > MG_GROUPS_BLOCK_BITS && slot << *slot_bits > limit) {
        --*slot_bits;
    }
    return slot << *slot_bits;
}

static mg_status launch(mg_cuda_run *run, mg_gather_args *a, mg_gather_role role) {
    mg_status status;
    const void *kernel = NULL;
    const uint32_t full = BLOCKS_PER_SM * (uint32_t)run->cuda->sms;
    const uint32_t vertices = role == MG_GATHER_LISTED ? MG_LOOP_THREADS / 32 : MG_LOOP_THREADS; /* of a block */
    const uint32_t all = (a->loop.n - 1) / vertices + 1;
    const bool one = role == MG_GATHER_DECIDE ||
                     (role == MG_GATHER_BEGIN && mg__counts_all_triangles(&run->info) && !run->info.has_init);
    MG_TRY(mg__cuda_kernel(run, run->executor->kernels[0], &kernel));
    a->role = role;
    const mg_cuda_launch launch = {.kernel = kernel,
                                   .argument = a,
                                   .argument_bytes = sizeof *a,
                                   .blocks = one                                     ? 1
                                             : a->blocks && role == MG_GATHER_LISTED ? a->blocks
                                             : all < full                            ? all
                                                                                     : full,
                                   .threads = MG_LOOP_THREADS,
                                   .shared = table_bytes(run, role, &a->slot_bits),
                                   .dependent = true};
    if (role == MG_GATHER_WIDE) {
        MG_CUDA_TRY(run->context,
                    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)launch.shared),
                    "shared memory");
    }
    MG_TRY(mg__cuda_launch(run, &launch));
out:
    return status;
}

static mg_status launch_all(mg_cuda_run *run, mg_gather_args *a, const mg_gather_role *roles, size_t count) {
    mg_status status = MG_OK;
    for (size_t i = 0; i < count; i++) {
        MG_TRY(launch(run, a, roles[i]));
    }
out:
    return status;
}

/* Waits, and records an iteration. */
static mg_status end_iteration(mg_cuda_run *run, const mg_gather_args *a, mg_iteration iteration,
                               mg_gather_counts *counts) {
    mg_status status;
    MG_TRY(mg__cuda_stop_time(run));
    MG_TRY(mg__cuda_download(run->context, run->cuda, counts, a->counts, sizeof *counts));
    MG_TRY(mg__cuda_take_time(run, &iteration.seconds));
    MG_TRY(mg__record(run->context, run->plan->recorder, iteration));
out:
    return status;
}

bool mg__cuda_triangles_eligible(const mg_cuda_run *run) {
    return run->info.kind == MG_KIND_TRIANGLES;
}

mg_status mg__cuda_build_triangles(mg_cuda_run *run) {
    mg_forward_args unused;
    return mg__device_forward(run->context, run->cuda, run->graph, true, &unused);
}

/* As many thread blocks for all rows as are resident at the same time: rows are dealt to them in turn. */
static mg_status fit_rows(mg_cuda_run *run, mg_gather_args *a) {
    mg_status status;
    const mg_forward_args *const f = &a->forward;
    const uint32_t warps = MG_LOOP_THREADS / 32;
    const uint32_t most = f->block_rows + f->warp_rows / warps + f->lane_rows / MG_LOOP_THREADS + 2;
    mg_cuda_launch launch = {.threads = MG_LOOP_THREADS};
    MG_TRY(mg__cuda_kernel(run, run->executor->kernels[0], &launch.kernel));
    MG_TRY(mg__cuda_fit_blocks(run, BLOCKS_PER_SM, most, &launch));
    a->blocks = launch.blocks;
out:
    return status;
}

mg_status mg__cuda_run_triangles(mg_cuda_run *run) {
    static const mg_gather_role roles[] = {MG_GATHER_BEGIN, MG_GATHER_LISTED, MG_GATHER_APPLY, MG_GATHER_DECIDE};
    mg_status status;
    mg_gather_args a = {0};
    mg_gather_counts counts;
    MG_TRY(mg__progress(run->context, "running", -1.0));
    MG_TRY(prepare(run, &a));
    MG_TRY(fit_rows(run, &a));
    const bool combines = run->info.totals && !mg__counts_all_triangles(&run->info); /* totals of `apply` */
    MG_TRY(combines ? clear_counts(run, &a) : MG_OK);
    MG_TRY(launch_all(run, &a, roles, combines ? 4 : counts_in_states(&run->info) || run->info.totals ? 2 : 3));
    MG_TRY(end_iteration(run, &a, (mg_iteration){.mode = MG_MODE_AUTO}, &counts));
    if (run->info.totals) {
        run->totals = a.loop.control->state.totals;
    }
out:
    return status;
}

bool mg__cuda_groups_eligible(const mg_cuda_run *run) {
    return run->info.monoid == MG_MOST_FREQUENT;
}

mg_status mg__cuda_run_groups(mg_cuda_run *run) {
    static const mg_gather_role roles[] = {MG_GATHER_SEND, MG_GATHER_SHORT, MG_GATHER_WIDE, MG_GATHER_LISTED,
                                           MG_GATHER_DECIDE};
    mg_status status;
    mg_gather_args a = {0};
    mg_gather_counts counts = {.active = 1};
    const uint32_t limit = mg__cuda_iteration_limit(run);
    MG_TRY(prepare(run, &a));
    MG_TRY(launch(run, &a, MG_GATHER_BEGIN));
    for (; counts.active && !counts.finished; a.iteration++) {
        if (limit && a.iteration == limit) {
            run->stopped_at_limit = true;
            break;
        }
        MG_TRY(mg__progress(run->context, "running", -1.0));
        MG_TRY(clear_counts(run, &a));
        MG_TRY(launch_all(run, &a, roles, sizeof roles / sizeof *roles));
        MG_TRY(end_iteration(run, &a,
                             (mg_iteration){.iteration = a.iteration,
                                            .mode = MG_MODE_PULL,
                                            .frontier_vertices = a.loop.n,
                                            .frontier_edges = a.loop.arcs * a.loop.sides},
                             &counts));
    }
    if (run->info.totals) {
        run->totals = a.loop.control->state.totals;
    }
out:
    return status;
}
