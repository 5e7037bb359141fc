/* SPDX-License-Identifier: Apache-2.0
 *
 * run_loop.c: PROGRAM phases: memory for the loop kernel, its launches slice by slice, and its record.
 */
#include "core/cuda/exec/run_loop.h"

#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/phase_memory.h"
#include "core/cuda/exec/slices.h"

#include <limits.h>
#include <math.h>

/* Does a pull read all receivers (kernel/loop/full_pull.cuh)? Only with mg_may_full_pull and short rows. */
static bool uses_full_pull(const mg_cuda_run *run, const mg_loop_args *a) {
    const mg_phase_info *info = &run->info;
    const bool masked = info->has_edge_at || (info->has_edge && !(info->properties & MG_ANNIHILATES));
    const bool may = info->has_scatter && !masked && !info->has_needs && !(info->properties & MG_NO_FULL_PULL) &&
                     info->frontier != MG_FRONTIER_REPLAY;
    const bool pulls = run->plan->options.mode != MG_MODE_SPARSE;
    return may && pulls && a->sides == 1 && !run->part && mg__cuda_has_low_degree(run->graph) && !run->long_rows;
}

#define CLAIM_WORDS (1u << 18) /* at most, unless 32 vertices share each word */

/* log2 of the vertices that share a claim word. On skewed graphs claims of few vertices contend, so fewer share a word;
 * but all words must be cleared first. */
static uint32_t claim_shift(const mg_loop_args *a) {
    uint32_t shift = a->skewed ? 2 : 5;
    while (shift < 5 && a->n >> shift > CLAIM_WORDS) {
        shift++;
    }
    return shift;
}

/* Returns the bytes needed. The kernel's first step clears the first *zeroed of them. */
static uint64_t lay_out(const mg_cuda_run *run, char *base, mg_loop_args *a, uint64_t *zeroed) {
    const mg_phase_info *info = &run->info;
    const uint64_t n = a->n, words = (n + 31) / 32, value = info->value_size;
    const bool label = info->properties & MG_LABEL, all = info->properties & MG_ALL_ACTIVE;
    const bool replay = info->frontier == MG_FRONTIER_REPLAY;
    const bool accumulates = !label && (replay || !(info->properties & MG_FIRST_HIT));
    const bool has_bits = !label || a->dense != MG_DENSE_NEVER || run->part;
    const uint64_t pieces = (a->arcs * a->sides) / (MG_PULL_PIECE / 2) + 2; /* upper bound of the pieces of long rows */
    const uint64_t entries = all ? pieces : (n + a->arcs / MG_PUSH_PIECE + 1) * a->sides;
    uint64_t at = 0;
    for (int i = 0; i < 2; i++) {
        a->frontier.claim[i] = mg__cuda_carve(base, &at, all ? 0 : ((n >> a->frontier.claim_shift) + 1) * 4);
    }
    /* With full pulls the first step writes bits[0] while it clears the other bitmaps. */
    const int first_cleared = a->sent_odd_offset ? 1 : 0;
    for (int i = first_cleared; i < 3; i++) {
        a->frontier.bits[i] = mg__cuda_carve(base, &at, has_bits ? words * 4 : 0);
    }
    a->near_far.far_bits = mg__cuda_carve(base, &at, info->has_priority ? words * 4 : 0);
    *zeroed = at;
    if (first_cleared) {
        a->frontier.bits[0] = mg__cuda_carve(base, &at, words * 4);
    }
    for (int i = 0; i < 2; i++) {
        a->frontier.queue[i] = mg__cuda_carve(base, &at, entries * sizeof(mg_loop_entry));
        a->near_far.far[i] = mg__cuda_carve(base, &at, info->has_priority ? n * 4 : 0);
    }
    a->first_hit.visited_bits = mg__cuda_carve(base, &at, a->first_hit.largest_neighbour ? words * 4 : 0);
    a->acc = mg__cuda_carve(base, &at, accumulates && !all ? n * value : 0);
    a->frontier.touched = mg__cuda_carve(base, &at, label || all ? 0 : accumulates ? n * 4 : 2 * n * 4);
    a->sent = mg__cuda_carve(base, &at, info->has_scatter ? (n + a->sent_odd_offset) * value : 0);
    a->record.iterations =
        mg__cuda_carve(base, &at, run->plan->recorder->keep ? MG_LOOP_RECORDS * sizeof(mg_loop_record) : 0);
    return at;
}

/* What lay_out() depends on. */
static void set_shape(const mg_cuda_run *run, mg_loop_args *a) {
    a->sent_odd_offset = uses_full_pull(run, a) ? a->n : 0;
    a->skewed = run->long_rows || a->sweep.piece_count[0] > 0;
    a->frontier.claim_shift = claim_shift(a);
}

static mg_status take_memory(mg_cuda_run *run, mg_loop_args *a) {
    mg_status status = MG_OK;
    uint64_t zeroed = 0;
    set_shape(run, a);
    MG_TRY(mg__cuda_need_scratch(run, lay_out(run, NULL, a, &zeroed)));
    lay_out(run, run->scratch, a, &zeroed);
    a->zeroed_memory = run->scratch;
    a->zeroed_pieces = zeroed / 16;
out:
    return status;
}

static uint64_t levels_bytes(const mg_cuda_run *run) {
    const bool levels = run->info.record || run->info.frontier == MG_FRONTIER_REPLAY;
    return levels ? ((uint64_t)run->graph->n + 2) * 16 + 1024 : 0;
}

/* Memory of recorded levels: the vertices, the start of each level, and its edges. */
static mg_status take_levels(mg_cuda_run *run, mg_loop_args *a) {
    mg_status status = MG_OK;
    const uint64_t n = a->n, bytes = levels_bytes(run);
    uint64_t at = 0;
    if (!bytes) {
        return MG_OK;
    }
    if (!run->levels) {
        MG_TRY(mg__cuda_get(run->context, run->cuda, &run->levels, bytes, "recorded levels"));
    }
    a->levels.edges = mg__cuda_carve(run->levels, &at, (n + 2) * sizeof *a->levels.edges);
    a->levels.begin = mg__cuda_carve(run->levels, &at, (n + 2) * sizeof *a->levels.begin);
    a->levels.list = mg__cuda_carve(run->levels, &at, n * sizeof *a->levels.list);
    a->levels.count = run->level_count;
    const mg_direction from = run->level_direction, here = run->info.direction;
    a->levels.receive_exact = !run->graph->directed || (from == MG_DIRECTION_BOTH ? here == from : here != from);
    a->levels.send_exact = !run->graph->directed || here == from;
out:
    return status;
}

/* Keeps what later phases need. */
static mg_status hand_on(mg_cuda_run *run, const mg_loop_args *a, const mg_loop_state *s) {
    mg_status status = MG_OK;
    if (s->outcome == MG_LOOP_OVERFLOW) {
        return mg__fail(run->context, MG_ERROR_PROGRAM,
                        "phase %s: a recorded phase may activate every vertex only once", run->phase->name);
    }
    if (run->info.totals) {
        run->totals = a->control->state.totals;
    }
    const bool replay = run->info.frontier == MG_FRONTIER_REPLAY;
    if (run->info.totals && !replay && s->vertices_visited == 0) { /* nothing was added to those of the phase before */
        MG_TRY(mg__cuda_clear_totals(run, a->control->state.totals));
    }
    if (run->info.record) {
        run->level_count = s->iteration;
        run->level_direction = run->info.direction;
    }
    run->stopped_at_limit = run->stopped_at_limit || s->outcome == MG_LOOP_LIMIT;
out:
    return status;
}

#define ROW_STEP 3000.0 /* nanoseconds per step of a warp that pulls rows one after the other */

/* Nanoseconds, measured on a device with 132 multiprocessors (docs/notebook/choice-of-mode.md). Others are taken for as
 * much slower as they have fewer. */
static mg_loop_costs costs(const mg_cuda_run *run, const mg_loop_args *a) {
    const mg_cuda_tuning *t = &run->cuda->tuning;
    const mg_phase_info *info = &run->info;
    const bool first_hit = info->properties & MG_FIRST_HIT, label = info->properties & MG_LABEL;
    const bool weights = a->receive[0].weights != NULL, replay = info->frontier == MG_FRONTIER_REPLAY;
    const double slower = 132.0 / run->cuda->sms, arcs = (double)(a->arcs * a->sides), n = a->n;
    const double sum = info->monoid == MG_USER ? 0.0035 : 0.0030;
    const double warp_steps = first_hit ? 0.0 : ROW_STEP * run->warp_steps / fmax(arcs, 1.0); /* per edge */
    const double edge = first_hit ? t->pull_edge_cost : a->sent_odd_offset ? 0.006 : 0.016;
    const double vertex = first_hit ? 0.0 : label ? 0.13 : mg__cuda_has_low_degree(run->graph) ? 2.0 : 0.7;
    const double level_edge = slower * 0.0105 + 0.5 * warp_steps;             /* rows of a level are not consecutive */
    const double build = weights ? 0.28 : info->value_size == 8 ? 0.12 : 0.2; /* of the layout, per edge */
    const double dense_edge = info->value_size == 8 ? sum : weights ? 0.00122 : 0.0017;
    return (mg_loop_costs){.clock = (float)(1e6 / run->cuda->clock_khz),
                           .step = (float)t->step_cost,
                           .push_edge = (float)(slower * (first_hit ? 0.012
                                                          : label   ? 0.014
                                                                    : 0.018)),
                           .push_vertex = (float)(slower * vertex),
                           .queue_vertex = (float)(slower * (label && !first_hit ? 0.05 : 0.13)),
                           .pull_row = (float)(slower * (a->sent_odd_offset ? 0.02 : t->pull_row_cost)),
                           .pull_edge = (float)(slower * edge + warp_steps),
                           .level_row = (float)(slower * 0.15),
                           .level_edge = (float)level_edge,
                           .dense_min_ns = a->dense == MG_DENSE_NEVER ? 1e30f : 40e3f,
                           .dense = (float)((info->value_size == 8 ? 40e3 : 22e3) + slower * dense_edge * arcs),
                           .switch_ns =
                               (float)(25e3 + (replay ? 0.0 : slower * n * 0.00225 * (double)info->state_size)),
                           .build_threshold_ns = (float)(t->dense_build_share * (3e6 + slower * arcs * build))};
}

void mg__cuda_tune_loop(const mg_cuda_run *run, mg_loop_args *a) {
    const mg_cuda_tuning *t = &run->cuda->tuning;
    const uint32_t fitting = mg__cuda_has_low_degree(run->graph) ? 16 : 8;
    a->scope.cluster_blocks = run->cuda->major < 9 ? 1 : t->cluster_blocks ? t->cluster_blocks : fitting;
    a->scope.block_entries = t->block_entries;
    a->scope.cluster_entries = a->scope.cluster_blocks > 1 ? t->cluster_entries * a->scope.cluster_blocks : 0;
    a->frontier.min_chunk = t->min_chunk;
    a->near_far.window_goal = t->window_goal;
    a->cost = costs(run, a);
    a->slice_clocks = run->part ? LLONG_MAX / 4 : (long long)(t->slice_seconds * 1000.0 * run->cuda->clock_khz);
    a->iteration_limit = mg__cuda_iteration_limit(run);
    a->record.capacity = run->plan->recorder->keep ? MG_LOOP_RECORDS : 0;
}

static mg_status begin(mg_cuda_run *run, const mg_loop_args *a) {
    mg_status status = MG_OK;
    mg_loop_control control = {.far_min = {UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    control.state.near_far.width = run->cuda->tuning.first_window;
    control.state.near_far.near_limit = a->iteration_limit ? UINT32_MAX : control.state.near_far.width;
    control.state.choice.push_scale = control.state.choice.pull_scale = 1.0f;
    control.state.dense.iteration_ns = a->cost.dense;
    control.state.dense.mispredict_ns =
        a->dense == MG_DENSE_UNBUILT ? mg__device_mispredict_ns(run->graph, -1.0f) : 0.0f;
    MG_TRY(mg__cuda_upload(run->context, run->cuda, a->control, &control, sizeof control));
    MG_TRY(mg__cuda_forward_totals(run, a->control));
out:
    return status;
}

/* Adds a slice to the run's record. Without a record of every iteration only the totals are known. */
static mg_status record_slice(mg_cuda_run *run, const mg_loop_args *a, const mg_loop_control *control,
                              const mg_loop_state *before) {
    mg_status status = MG_OK;
    mg_recorder *recorder = run->plan->recorder;
    const mg_loop_state *s = &control->state;
    const uint32_t done = s->iteration - before->iteration,
                   count = recorder->keep && done > MG_LOOP_RECORDS ? MG_LOOP_RECORDS : done;
    mg_loop_record *records = NULL;
    if (!recorder->keep) {
        recorder->totals.iterations += count;
        for (int mode = 0; mode < 4; mode++) {
            recorder->totals.mode_iterations[mode] += s->iterations_by_mode[mode] - before->iterations_by_mode[mode];
        }
        recorder->totals.vertices_visited += s->vertices_visited - before->vertices_visited;
        recorder->totals.edges_visited += s->edges_visited - before->edges_visited;
        return MG_OK;
    }
    const double clocks = (double)(control->clock_end - control->clock_begin);
    const double per_clock = clocks > 0.0 ? 1e-9 * (double)(control->timer_end - control->timer_begin) / clocks : 0.0;
    uint64_t last = (uint64_t)control->clock_begin;
    MG_TRY(MG_ALLOC(run->context, records, count, "iteration record"));
    MG_TRY(mg__cuda_download(run->context, run->cuda, records, a->record.iterations, count * sizeof *records));
    for (uint32_t i = 0; i < count; i++) {
        const bool dense = records[i].mode == MG_MODE_DENSE;
        const double seconds = dense ? 1e-9 * (double)records[i].clock : (double)(records[i].clock - last) * per_clock;
        MG_TRY(mg__record(run->context, recorder, mg__cuda_iteration(&records[i], seconds)));
        last = dense ? last : records[i].clock;
    }
out:
    mg__release(&run->context->memory, records);
    return status;
}

mg_status mg__cuda_run_slice(mg_cuda_run *run, const void *kernel, mg_loop_args *a, mg_dense_switch *dense_switch,
                             mg_loop_control *control, double *seconds) {
    mg_status status = MG_OK;
    mg_cuda *cuda = run->cuda;
    if (control->state.outcome == MG_LOOP_DENSE) {
        MG_TRY(mg__cuda_prepare_switch(run, dense_switch, a, control));
    }
    if (control->state.outcome == MG_LOOP_DENSE) {
        MG_TRY(mg__cuda_start_time(run));
        MG_TRY(mg__cuda_queue_switch(run, dense_switch, a));
    } else if (control->state.step) { /* not before the first launch, whose control block was just uploaded */
        if (control->state.outcome == MG_LOOP_SEGMENTS) {
            MG_TRY(mg__cuda_start_time(run));
            MG_TRY(mg__cuda_queue_segments(run, &dense_switch->segments, a, &control->state));
        }
        MG_CUDA_TRY(run->context, cudaMemsetAsync(&a->control->state.outcome, 0, sizeof(uint32_t), cuda->stream),
                    "a slice");
    }
    if (control->state.step) {
        MG_CUDA_TRY(run->context, cudaMemsetAsync(&a->control->arrived, 0, sizeof a->control->arrived, cuda->stream),
                    "a slice");
    }
    MG_TRY(mg__cuda_launch_cooperative(run, kernel, a, a->scope.cluster_blocks));
    MG_TRY(mg__cuda_stop_time(run));
    const mg_loop_state before = control->state;
    MG_TRY(mg__cuda_download(run->context, cuda, control, a->control, sizeof *control));
    MG_TRY(mg__cuda_take_time(run, seconds));
    MG_TRY(record_slice(run, a, control, &before));
out:
    return status;
}

typedef struct loop_slices {
    mg_cuda_slices base;
    mg_loop_args *args;
    mg_loop_control *control;
    mg_dense_switch dense_switch;
} loop_slices;

static mg_status run_slice(mg_cuda_run *run, mg_cuda_slices *slices, bool *done) {
    mg_status status = MG_OK;
    loop_slices *const l = (loop_slices *)slices;
    mg_cuda_watch *const watch = run->cuda->watch;
    double seconds;
    /* without a record the arguments stay the same, and with them the cached launch */
    l->args->record.base = run->plan->recorder->keep ? l->control->state.iteration : 0;
    MG_TRY(mg__cuda_run_slice(run, slices->kernel, l->args, &l->dense_switch, l->control, &seconds));
    if (watch) {
        MG_TRY(watch->step(watch, run, slices->kernel, l->args, &l->dense_switch, l->control));
    }
    const uint32_t outcome = l->control->state.outcome;
    *done = outcome != MG_LOOP_SLICE && outcome != MG_LOOP_DENSE && outcome != MG_LOOP_SEGMENTS;
out:
    return status;
}

mg_status mg__cuda_converge_loop(mg_cuda_run *run, const void *kernel, mg_loop_args *a, mg_loop_control *control) {
    mg_status status = MG_OK;
    loop_slices slices = {.base = {.kernel = kernel, .run_slice = run_slice}, .args = a, .control = control};
    a->slice_clocks = run->cuda->watch ? 0 : a->slice_clocks;
    MG_TRY(mg__cuda_prepare_segments(run, &slices.dense_switch.segments, a));
    MG_TRY(mg__cuda_run_slices(run, &slices.base));
    MG_TRY(hand_on(run, a, &control->state));
out:
    mg__cuda_end_switch(run, &slices.dense_switch, a, control->state.dense.mispredict_ns);
    return status;
}

/* The modes of the next iterations: the one of the options, or all of them in turn for tests. */
static void force_modes(const mg_cuda_run *run, mg_loop_args *a) {
    const bool label = run->info.properties & MG_LABEL;
    const bool each = a->mode == MG_MODE_AUTO && run->cuda->test.cycle_modes;
    a->mode = each ? MG_MODE_PULL : a->mode;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t offset = run->cuda->test.cycle_backwards ? 2 - i : i;
        const mg_mode wanted = each ? (mg_mode)(MG_MODE_SPARSE + offset) : (mg_mode)a->mode;
        const mg_mode possible = wanted == MG_MODE_DENSE && a->dense != MG_DENSE_READY ? MG_MODE_PULL : wanted;
        a->forced_modes[i] = possible == MG_MODE_PULL && label ? MG_MODE_SPARSE : possible;
    }
}

void mg__cuda_loop_memory(const mg_cuda_run *run, const mg_phase_sizes *sizes, mg_phase_memory *memory) {
    mg_loop_args a = sizes->loop;
    uint64_t zeroed = 0;
    a.dense = mg__cuda_plans_switch(run);
    set_shape(run, &a);
    memory->scratch = lay_out(run, NULL, &a, &zeroed);
    memory->levels = levels_bytes(run);
    memory->dense = a.dense != MG_DENSE_NEVER ? mg__cuda_switch_bytes(run, sizes) : 0;
}

bool mg__cuda_loop_eligible(const mg_cuda_run *run) {
    return run->info.kind == MG_KIND_PROGRAM;
}

mg_status mg__cuda_build_loop(mg_cuda_run *run) {
    mg_status status = MG_OK;
    const struct mg_segments_built *segments;
    mg_dense_readiness readiness;
    MG_TRY(mg__cuda_get_segments(run, &segments));
    MG_TRY(mg__cuda_may_switch(run, &readiness));
    if (readiness == MG_DENSE_READY && run->plan->options.mode == MG_MODE_DENSE) {
        MG_TRY(mg__cuda_build_dense(run));
    }
out:
    return status;
}

mg_status mg__cuda_prepare_loop(mg_cuda_run *run, const void **kernel, mg_loop_args *a) {
    mg_status status = MG_OK;
    MG_TRY(kernel ? mg__cuda_kernel(run, MG_KERNEL_LOOP, kernel) : MG_OK);
    MG_TRY(mg__cuda_arguments(run, a));
    if (!run->part) { /* parts exchange after every iteration, which the dense representation does not see */
        MG_TRY(mg__cuda_may_switch(run, &a->dense));
    }
    a->mode = a->dense == MG_DENSE_READY ? run->plan->options.mode : a->mode;
    force_modes(run, a);
    MG_TRY(take_memory(run, a));
    MG_TRY(take_levels(run, a));
    mg__cuda_tune_loop(run, a);
    MG_TRY(begin(run, a));
out:
    return status;
}

mg_status mg__cuda_run_loop(mg_cuda_run *run) {
    mg_status status = MG_OK;
    mg_loop_args a;
    mg_loop_control control = {0};
    const void *kernel = NULL;
    MG_TRY(mg__cuda_prepare_loop(run, &kernel, &a));
    MG_TRY(mg__cuda_converge_loop(run, kernel, &a, &control));
out:
    return status;
}
