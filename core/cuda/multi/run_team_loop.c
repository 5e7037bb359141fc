/* SPDX-License-Identifier: Apache-2.0
 *
 * run_team_loop.c: PROGRAM phases with a frontier on devices with access to each other's memory: one kernel on each,
 * all at the same time, which exchange frontiers themselves (team_loop.cuh). A launch ends after a time slice; then the
 * host looks whether the run is cancelled.
 */
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/run_loop.h"
#include "core/cuda/multi/multi_run.h"
#include "core/cuda/multi/team_kernels.h"
#include "core/cuda/multi/team_loop_args.h"

#define OLDEST 8                  /* compute capability for which kernels are compiled */
#define TIMEOUT_NS 10000000000ull /* for another device at a barrier */

typedef struct loop_part {
    mg_cuda_launch launch;
    mg_team_loop_args args;
    mg_loop_state state; /* after the last launch */
    void *box;
} loop_part;

typedef struct team_loop {
    mg_multi_run *multi;
    uint32_t most; /* as in mg__multi_loop */
    loop_part *part;
} team_loop;

const void *mg__team_kernel_of(const mg_phase *phase) {
    for (const mg_team_kernel *k = mg__team_kernels; k->program; k++) {
        if (k->program->phases[0] == phase) {
            return *k->kernel;
        }
    }
    return NULL;
}

bool mg__team_has_loop(const mg_team *team, const mg_phase *phase) {
    bool has = mg__team_is_direct(team) && mg__team_kernel_of(phase);
    for (uint32_t i = 0; i < team->count; i++) {
        has = has && team->member[i].cuda->major >= OLDEST;
        for (uint32_t k = 0; k < i; k++) { /* kernels of one device might not run at the same time */
            has = has && team->member[i].cuda->ordinal != team->member[k].cuda->ordinal;
        }
    }
    return has;
}

bool mg__multi_has_loop(const mg_multi_run *multi, const mg_phase *phase) {
    bool has = mg__team_has_loop(multi->team, phase);
    for (uint32_t i = 0; i < multi->team->count; i++) {
        has = has && multi->run[i].graph->arcs <= multi->team->member[i].cuda->tuning.narrow_arcs;
    }
    return has;
}

static mg_status prepare_part(team_loop *l, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &l->multi->run[i];
    loop_part *const p = &l->part[i];
    mg_team_loop_args *const a = &p->args;
    MG_TRY(mg__cuda_prepare_loop(run, NULL, &a->loop));
    a->loop.iteration_limit = l->most ? l->most : a->loop.iteration_limit;
    a->loop.cost.pull_row *= (float)(run->part->own_end - run->part->own_begin) / (float)run->graph->n;
    MG_TRY(mg__cuda_fit_cooperative(run, mg__team_kernel_of(run->phase), &a->loop, 1, &p->launch));
    p->launch.argument = a;
    p->launch.argument_bytes = sizeof *a;
    a->parts = l->multi->team->count;
    a->part = i;
    a->atomics = l->multi->team->atomics;
    a->slice_ns = (uint64_t)(1e9 * run->cuda->tuning.slice_seconds);
    a->timeout_ns = TIMEOUT_NS;
    MG_TRY(mg__cuda_get(run->context, run->cuda, &p->box, sizeof(mg_team_box), "an exchange"));
    MG_CUDA_TRY(run->context, cudaMemsetAsync(p->box, 0, sizeof(mg_team_box), run->cuda->stream),
                "clearing device memory");
out:
    return status;
}

/* Every part knows the boxes, bitmaps and states of all. */
static void connect(team_loop *l) {
    const uint32_t count = l->multi->team->count;
    for (uint32_t i = 0; i < count; i++) {
        mg_team_loop_args *const a = &l->part[i].args;
        for (uint32_t k = 0; k < count; k++) {
            a->box[k] = l->part[k].box;
            a->state[k] = l->multi->run[k].state;
            for (uint32_t b = 0; b < 3; b++) {
                a->bits[k][b] = l->part[k].args.loop.frontier.bits[b];
            }
        }
    }
}

/* `again`: after a launch that ended with its time slice. */
static mg_status launch_part(team_loop *l, uint32_t i, bool again) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &l->multi->run[i];
    loop_part *const p = &l->part[i];
    mg_loop_control *const control = p->args.loop.control;
    if (again) {
        MG_CUDA_TRY(run->context,
                    cudaMemsetAsync(&control->state.outcome, 0, sizeof control->state.outcome, run->cuda->stream),
                    "a slice");
        MG_CUDA_TRY(run->context, cudaMemsetAsync(&control->arrived, 0, sizeof control->arrived, run->cuda->stream),
                    "a slice");
    }
    MG_TRY(mg__cuda_launch(run, &p->launch));
out:
    return status;
}

static mg_status end_slice(team_loop *l, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &l->multi->run[i];
    loop_part *const p = &l->part[i];
    double unused;
    MG_TRY(mg__cuda_download(run->context, run->cuda, &p->state, &p->args.loop.control->state, sizeof p->state));
    MG_TRY(l->most ? MG_OK : mg__cuda_take_time(run, &unused));
    if (p->state.outcome == MG_TEAM_LOST) {
        return mg__fail(run->context, MG_ERROR_DEVICE, "another GPU did not answer within %llu s",
                        TIMEOUT_NS / 1000000000);
    }
out:
    return status;
}

static mg_status run_slice(team_loop *l, bool again) {
    mg_status status = MG_OK;
    mg_team *const team = l->multi->team;
    for (uint32_t i = 0; i < team->count; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(l->multi->context, &team->member[i], launch_part(l, i, again));
    }
    for (uint32_t i = 0; !l->most && i < team->count; i++) { /* after all launches, for which the kernels wait */
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(l->multi->context, &team->member[i], mg__cuda_stop_time(&l->multi->run[i]));
    }
    for (uint32_t i = 0; i < (l->most ? 1 : team->count); i++) { /* the end of one is that of all */
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(l->multi->context, &team->member[i], end_slice(l, i));
    }
out:
    if (status < 0) {
        mg__team_drain(team);
    }
    return status;
}

/* One slice of one team of this process at a time: kernels of two teams, which fill their devices, would wait for each
 * other if the devices begin with different ones. */
static mg_status run_slices(team_loop *l) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    mg_status status = MG_OK;
    bool again = false;
    do {
        MG_TRY(mg__progress(l->multi->context, "running", -1.0));
        pthread_mutex_lock(&lock);
        status = run_slice(l, again);
        pthread_mutex_unlock(&lock);
        MG_TRY(status);
        again = l->part[0].state.outcome == MG_LOOP_SLICE; /* that of all parts */
    } while (again);
out:
    return status;
}

static mg_status end_part(team_loop *l, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &l->multi->run[i];
    const mg_team_box *const box = l->part[i].box;
    unsigned long long sent = 0;
    if (l->most) { /* without waiting */
        return mg__cuda_check(run->context,
                              cudaMemcpyAsync(run->cuda->host_progress, &box->bytes_sent, sizeof box->bytes_sent,
                                              cudaMemcpyDeviceToHost, run->cuda->stream),
                              "an exchange");
    }
    MG_TRY(mg__cuda_download(run->context, run->cuda, &sent, &box->bytes_sent, sizeof sent));
    l->multi->exchanged += sent;
    mg__multi_count(run, &l->part[i].state);
out:
    return status;
}

mg_status mg__multi_loop(mg_multi_run *multi, uint32_t most, mg_loop_state *state) {
    mg_status status = MG_OK;
    mg_team *const team = multi->team;
    team_loop l = {.multi = multi, .most = most};
    MG_TRY(MG_ALLOC_ZEROED(multi->context, l.part, team->count, "several GPUs"));
    for (uint32_t i = 0; i < team->count; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(multi->context, &team->member[i], prepare_part(&l, i));
    }
    connect(&l);
    MG_TRY(mg__team_synchronize(multi->context, team)); /* boxes are clear before anybody writes to them */
    MG_TRY(run_slices(&l));
    for (uint32_t i = 0; i < team->count; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(multi->context, &team->member[i], end_part(&l, i));
    }
    *state = l.part[0].state;
out:
    if (l.part && status < 0) {
        mg__team_drain(team);
    }
    for (uint32_t i = 0; l.part && i < team->count; i++) {
        mg__team_use(&team->member[i]);
        mg__cuda_release(team->member[i].cuda, l.part[i].box);
    }
    mg__release(&multi->context->memory, l.part);
    return status;
}
