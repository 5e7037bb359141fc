/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/cuda/gpu_replay.h"

#include <stdio.h>

/* Device memory that an iteration changes. */
typedef struct memory_part {
    void *at;
    uint64_t bytes;
} memory_part;

enum { PARTS = 5 };

static void find_parts(const mg_cuda_run *work, const mg_loop_args *a, memory_part parts[PARTS]) {
    const uint64_t n = work->graph->n;
    parts[0] = (memory_part){work->scratch, work->scratch_bytes};
    parts[1] = (memory_part){work->state, n * work->plan->state_size};
    parts[2] = (memory_part){work->levels, work->levels ? (n + 2) * 16 : 0};
    parts[3] = (memory_part){a->control, sizeof *a->control};
    parts[4] = (memory_part){work->block_totals, mg__cuda_totals_bytes(work->cuda)};
}

static mg_status copy_parts(gpu_replay *r, mg_cuda_run *work, const mg_loop_args *a, bool save) {
    mg_status status = MG_OK;
    memory_part parts[PARTS];
    find_parts(work, a, parts);
    for (int i = 0; i < PARTS; i++) {
        if (parts[i].bytes && !r->saved[i]) {
            MG_TRY(mg__cuda_get(work->context, work->cuda, &r->saved[i], parts[i].bytes, "a snapshot"));
        }
        if (parts[i].bytes) {
            MG_CUDA_TRY(work->context,
                        cudaMemcpyAsync(save ? r->saved[i] : parts[i].at, save ? parts[i].at : r->saved[i],
                                        parts[i].bytes, cudaMemcpyDeviceToDevice, work->cuda->stream),
                        "a snapshot");
        }
    }
out:
    return status;
}

static void clear_parts(gpu_replay *r, mg_cuda_run *work) {
    for (int i = 0; i < PARTS; i++) {
        mg__cuda_release(work->cuda, r->saved[i]);
        r->saved[i] = NULL;
    }
}

/* Makes the next iteration run in `mode`. */
static void set_mode(const mg_cuda_run *work, mg_loop_state *s, mg_mode mode) {
    s->choice.mode = mode;
    s->outcome = MG_LOOP_RUNNING;
    if (work->info.frontier == MG_FRONTIER_REPLAY) {
        s->next = mode == MG_MODE_SPARSE   ? MG_STEP_LEVEL_QUEUE
                  : s->frontier.sent_ahead ? MG_STEP_LEVEL_PULL
                                           : MG_STEP_LEVEL_SEND;
        s->outcome = mode == MG_MODE_DENSE && s->frontier.sent_ahead ? MG_LOOP_DENSE : s->outcome;
    } else if (mode == MG_MODE_SPARSE) {
        s->next = s->frontier.in_bits ? MG_STEP_TO_QUEUE : MG_STEP_SPARSE;
    } else {
        s->next = s->frontier.in_bits ? MG_STEP_PULL : MG_STEP_TO_BITS;
        s->outcome = mode == MG_MODE_DENSE && s->frontier.in_bits ? MG_LOOP_DENSE : s->outcome;
    }
}

/* Duration of the last launch of the loop kernel that ran steps. */
static double run_seconds(const mg_loop_args *a, const mg_loop_control *control) {
    return 1e-9 * (double)a->cost.clock * (double)(control->clock_end - control->clock_begin);
}

/* After a dense iteration: converts back from row order; every trial starts in the loop kernel's order. */
static mg_status leave_rows(mg_cuda_run *work, const mg_loop_args *a, mg_dense_switch *dense_switch,
                            mg_loop_control *control) {
    mg_status status = MG_OK;
    mg_loop_state *s = &control->state;
    const uint32_t outcome = s->outcome;
    s->outcome = MG_LOOP_RUNNING;
    MG_TRY(mg__cuda_upload(work->context, work->cuda, &a->control->state, s, sizeof *s));
    MG_TRY(mg__cuda_launch_role(work, &dense_switch->rows, MG_DENSE_LEAVE, &dense_switch->args));
    s->outcome = outcome;
    s->dense.in_row_order = 0;
    MG_TRY(mg__cuda_upload(work->context, work->cuda, &a->control->state, s, sizeof *s));
out:
    return status;
}

/* Measures the next iteration in `mode`, starting from the saved state. */
static mg_status try_mode(gpu_replay *r, mg_cuda_run *work, const void *kernel, mg_loop_args *a,
                          mg_dense_switch *dense_switch, const mg_loop_control *saved, mg_mode mode, double *seconds) {
    mg_status status = MG_OK;
    mg_loop_control control = *saved;
    *seconds = 0.0;
    MG_TRY(copy_parts(r, work, a, false));
    set_mode(work, &control.state, mode);
    MG_TRY(mg__cuda_upload(work->context, work->cuda, &a->control->state, &control.state, sizeof control.state));
    while (control.state.iteration == saved->state.iteration) {
        const bool dense = control.state.outcome == MG_LOOP_DENSE;
        const long long before = control.clock_begin;
        double events = 0.0;
        dense_switch->queued = 1;
        a->record.base = control.state.iteration;
        MG_TRY(mg__cuda_run_slice(work, kernel, a, dense_switch, &control, &events));
        const double looped = control.clock_begin != before ? run_seconds(a, &control) : 0.0;
        *seconds += !dense                     ? looped
                    : r->last == MG_MODE_DENSE ? 1e-9 * (double)control.state.dense.iteration_ns
                                               : events - looped; /* includes entering and perhaps leaving row order */
    }
out:
    return status;
}

static bool has_mode(const mg_cuda_run *work, const mg_loop_args *a, mg_mode mode) {
    const bool label = work->info.properties & MG_LABEL;
    return mode == MG_MODE_DENSE ? a->dense != MG_DENSE_NEVER : mode == MG_MODE_SPARSE || !label;
}

/* Corrects the cost model like the kernel, which does not measure across launches. */
static void learn(mg_loop_state *s, mg_mode chosen, double seconds) {
    const float expected = chosen == MG_MODE_PULL ? s->choice.pull_ns : s->choice.push_ns;
    float *scale = chosen == MG_MODE_PULL ? &s->choice.pull_scale : &s->choice.push_scale;
    if (chosen != MG_MODE_DENSE && expected > 20e3f) {
        const float ratio = (float)(1e9 * seconds) / expected;
        *scale *= 0.5f * (1.0f + (ratio < 0.25f ? 0.25f : ratio > 4.0f ? 4.0f : ratio));
    }
}

static void add_up(gpu_replay *r, const mg_loop_state *s, mg_mode chosen, const double *times) {
    mg_mode best = chosen;
    for (int mode = MG_MODE_SPARSE; mode < REPLAY_MODES; mode++) {
        best = times[mode] > 0.0 && times[mode] < times[best] ? (mg_mode)mode : best;
        r->forced[mode] += times[mode];
    }
    r->automatic += times[chosen];
    r->best += times[best];
    r->iterations++;
    r->last = chosen;
    r->right += times[chosen] <= 1.1 * times[best];
    if (r->print) {
        printf("  %zu %4u %9u vertices %11llu edges  sparse %9.2f  dense %9.2f  pull %9.2f us  auto %-6s%s\n", r->phase,
               s->iteration, s->frontier.vertices, (unsigned long long)s->frontier.edges, 1e6 * times[MG_MODE_SPARSE],
               1e6 * times[MG_MODE_DENSE], 1e6 * times[MG_MODE_PULL], mg_mode_name(chosen),
               times[chosen] > 1.1 * times[best] ? " *" : "");
    }
}

/* At the beginning of an iteration: runs it in every mode, then continues in the mode that auto chose. */
static mg_status step(mg_cuda_watch *watch, mg_cuda_run *work, const void *kernel, mg_loop_args *a,
                      mg_dense_switch *dense_switch, mg_loop_control *control) {
    mg_status status = MG_OK;
    gpu_replay *r = (gpu_replay *)watch;
    const mg_loop_state *s = &control->state;
    const bool runs = s->outcome == MG_LOOP_SLICE || s->outcome == MG_LOOP_DENSE || s->outcome == MG_LOOP_RUNNING;
    const bool again = r->phase == work->phase_index && r->seen == s->iteration;
    double times[REPLAY_MODES] = {0};
    if (r->sampling) {
        r->automatic += run_seconds(a, control);
    }
    r->sampling = runs && s->next == MG_STEP_SAMPLE;
    if (!runs || s->next == MG_STEP_SPLIT || s->next == MG_STEP_SAMPLE || again) {
        if (!runs) {
            clear_parts(r, work);
        }
        return MG_OK;
    }
    r->phase = work->phase_index;
    r->seen = s->iteration;
    if (a->dense != MG_DENSE_NEVER) {
        MG_TRY(mg__cuda_prepare_switch(work, dense_switch, a, control));
    }
    if (s->dense.in_row_order && work->info.frontier != MG_FRONTIER_REPLAY) {
        MG_TRY(leave_rows(work, a, dense_switch, control));
    }
    MG_TRY(copy_parts(r, work, a, true));
    const mg_loop_control saved = *control;
    for (int mode = MG_MODE_SPARSE; mode < REPLAY_MODES; mode++) {
        for (int i = 0; i < r->tries && has_mode(work, a, (mg_mode)mode); i++) {
            double seconds;
            MG_TRY(try_mode(r, work, kernel, a, dense_switch, &saved, (mg_mode)mode, &seconds));
            times[mode] = times[mode] > 0.0 && times[mode] < seconds ? times[mode] : seconds;
        }
    }
    add_up(r, &saved.state, (mg_mode)saved.state.choice.mode, times);
    MG_TRY(copy_parts(r, work, a, false));
    *control = saved;
    learn(&control->state, r->last, times[r->last]);
    MG_TRY(mg__cuda_upload(work->context, work->cuda, &a->control->state, &control->state, sizeof control->state));
    dense_switch->queued = 1;
out:
    return status;
}

void gpu_replay_start(gpu_replay *replay, int tries, bool print) {
    *replay = (gpu_replay){.watch = {step}, .tries = tries, .print = print, .seen = UINT32_MAX, .phase = SIZE_MAX};
}
