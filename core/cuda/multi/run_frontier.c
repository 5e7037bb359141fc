/* SPDX-License-Identifier: Apache-2.0
 *
 * run_frontier.c: PROGRAM phases with a frontier, on all devices of a team. Each launch of the loop kernel runs one
 * iteration on the part of its device; then the devices exchange the frontier (exchange.cu). The host queues a few
 * rounds ahead, and reads from pinned memory how far the devices are. Of ranks each does so with its own device.
 */
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/run_loop.h"
#include "core/cuda/multi/exchange.h"
#include "core/cuda/multi/frontier_lists.h"
#include "core/cuda/multi/multi_run.h"

typedef struct frontier_part {
    const void *kernel;
    mg_cuda_launch launch;
    mg_exchange_args args; /* with those of the loop kernel */
    void *box;             /* what the others write */
    mg_rank_frontier rank; /* of ranks */
} frontier_part;

typedef struct frontier {
    mg_multi_run *multi;
    frontier_part *part;
} frontier;

/* What is sent with a bit. */
static mg_part_sends sends(const mg_phase_info *info, bool direct) {
    const bool label = info->properties & MG_LABEL;
    return !label && !info->has_scatter ? MG_SEND_BITS : label && direct ? MG_SEND_LABELS : MG_SEND_STATES;
}

/* Returns the bytes of a box. */
static uint64_t lay_out(const mg_exchange_args *a, char *base, mg_exchange_args *to) {
    const uint64_t words = ((uint64_t)a->loop.n + 31) / 32;
    uint64_t at = 0;
    to->blocks_done = mg__cuda_carve(base, &at, sizeof *to->blocks_done);
    to->bytes_sent = mg__cuda_carve(base, &at, sizeof *to->bytes_sent);
    to->counts[a->part] = mg__cuda_carve(base, &at, a->parts * sizeof **to->counts);
    to->bits[a->part] = mg__cuda_carve(base, &at, words * sizeof(uint32_t));
    to->inbox[a->part] =
        mg__cuda_carve(base, &at, a->sends == MG_SEND_STATES ? (uint64_t)a->loop.n * a->state_size : 0);
    return at;
}

static mg_status prepare_part(frontier *f, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &f->multi->run[i];
    frontier_part *const p = &f->part[i];
    const mg_phase_info *const info = &run->info;
    const bool direct = mg__team_is_direct(f->multi->team);
    mg_exchange_args *const a = &p->args;
    MG_TRY(mg__cuda_prepare_loop(run, &p->kernel, &a->loop));
    a->loop.cost.pull_row *= (float)(run->part->own_end - run->part->own_begin) / (float)run->graph->n;
    MG_TRY(mg__cuda_fit_cooperative(run, p->kernel, &a->loop, a->loop.scope.cluster_blocks, &p->launch));
    a->parts = f->multi->team->count;
    a->part = i;
    a->direct = direct;
    a->sends = sends(info, direct);
    a->state_size = (uint32_t)info->state_size;
    a->bytes = (uint32_t)(a->sends == MG_SEND_LABELS ? info->value_size : info->state_size);
    a->label = (info->properties & MG_LABEL) != 0;
    a->first_hit = (info->properties & MG_FIRST_HIT) != 0 && !a->label;
    a->has_needs = info->has_needs;
    a->has_windows = a->label && info->has_priority;
    a->host_progress = run->cuda->progress_at;
    *run->cuda->host_progress = MG_LOOP_RUNNING;
    const uint64_t bytes = lay_out(a, NULL, a);
    MG_TRY(mg__cuda_get(run->context, run->cuda, &p->box, bytes, "an exchange"));
    lay_out(a, p->box, a);
    MG_CUDA_TRY(run->context, cudaMemsetAsync(p->box, 0, bytes, run->cuda->stream), "clearing device memory");
out:
    return status;
}

/* Every part knows the boxes and states of all that are here. */
static void connect(frontier *f) {
    const mg_team *const team = f->multi->team;
    for (uint32_t i = team->begin; i < team->end; i++) {
        for (uint32_t k = team->begin; k < team->end; k++) {
            f->part[i].args.counts[k] = f->part[k].args.counts[k];
            f->part[i].args.bits[k] = f->part[k].args.bits[k];
            f->part[i].args.inbox[k] = f->part[k].args.inbox[k];
            f->part[i].args.state[k] = f->multi->run[k].state;
        }
    }
}

/* Without access to each other's memory: copies own bits, counts and states to all others. */
static mg_status copy_to_others(frontier *f, uint32_t i) {
    mg_status status = MG_OK;
    const mg_exchange_args *const a = &f->part[i].args;
    const mg_team_member *const m = &f->multi->team->member[i];
    const uint64_t word = a->loop.own_begin / 32, words = (a->loop.own_end + 31ull) / 32 - word;
    const uint64_t first = (uint64_t)a->loop.own_begin * a->state_size;
    const uint64_t bytes = (uint64_t)(a->loop.own_end - a->loop.own_begin) * a->state_size;
    for (uint32_t k = 0; k < a->parts; k++) {
        const int to = f->multi->team->member[k].cuda->ordinal, from = m->cuda->ordinal;
        if (k == i) {
            continue;
        }
        MG_CUDA_TRY(m->context,
                    cudaMemcpyPeerAsync(a->bits[k] + word, to, a->bits[i] + word, from, words * 4, m->cuda->stream),
                    "an exchange");
        MG_CUDA_TRY(
            m->context,
            cudaMemcpyPeerAsync(a->counts[k] + i, to, a->counts[i] + i, from, sizeof **a->counts, m->cuda->stream),
            "an exchange");
        if (a->sends == MG_SEND_STATES) {
            MG_CUDA_TRY(m->context,
                        cudaMemcpyPeerAsync(a->inbox[k] + first, to, a->state[i] + first, from, bytes, m->cuda->stream),
                        "an exchange");
        }
        f->multi->exchanged += words * 4 + sizeof **a->counts + (a->sends == MG_SEND_STATES ? bytes : 0);
    }
out:
    return status;
}

/* An iteration of a part, and what it sends. */
static mg_status queue_iteration(frontier *f, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &f->multi->run[i];
    mg_team_member *const m = &f->multi->team->member[i];
    frontier_part *const p = &f->part[i];
    p->launch.argument = &p->args.loop;
    MG_TRY(mg__cuda_launch(run, &p->launch));
    MG_TRY(mg__team_await_taken(f->multi->team, m)); /* the others have read what they received before */
    MG_CUDA_TRY(run->context, mg__launch_send(&p->args, (uint32_t)run->cuda->sms, run->cuda->stream), "an exchange");
    if (f->multi->team->communicator) {
        MG_TRY(mg__rank_frontier_send(f->multi, &p->args, &p->rank));
    } else if (!p->args.direct) {
        MG_TRY(copy_to_others(f, i));
    }
    MG_TRY(mg__team_record(m, m->sent));
out:
    return status;
}

static mg_status queue_merge(frontier *f, uint32_t i, uint32_t round) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &f->multi->run[i];
    mg_team_member *const m = &f->multi->team->member[i];
    MG_TRY(mg__team_await_sent(f->multi->team, m));
    f->part[i].args.round = round;
    MG_CUDA_TRY(run->context, mg__launch_merge(&f->part[i].args, (uint32_t)run->cuda->sms, run->cuda->stream),
                "an exchange");
    MG_TRY(mg__team_record(m, m->taken));
out:
    return status;
}

static mg_status queue_round(frontier *f, uint32_t round) {
    mg_status status = MG_OK;
    mg_team *const team = f->multi->team;
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(f->multi->context, &team->member[i], queue_iteration(f, i));
    }
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(f->multi->context, &team->member[i], queue_merge(f, i, round));
    }
out:
    return status;
}

void mg__multi_count(mg_cuda_run *run, const mg_loop_state *state) {
    mg_statistics *const totals = &run->plan->recorder->totals;
    totals->iterations += state->iteration;
    totals->vertices_visited += state->vertices_visited;
    totals->edges_visited += state->edges_visited;
    for (int mode = 0; mode < 4; mode++) {
        totals->mode_iterations[mode] += state->iterations_by_mode[mode];
    }
    run->stopped_at_limit = run->stopped_at_limit || state->outcome == MG_LOOP_LIMIT;
}

static mg_status end_part(frontier *f, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &f->multi->run[i];
    mg_loop_state state;
    unsigned long long sent = 0;
    double unused;
    MG_TRY(mg__cuda_download(run->context, run->cuda, &state, &f->part[i].args.loop.control->state, sizeof state));
    MG_TRY(mg__cuda_download(run->context, run->cuda, &sent, f->part[i].args.bytes_sent, sizeof sent));
    MG_TRY(mg__cuda_stop_time(run));
    MG_CUDA_TRY(run->context, cudaStreamSynchronize(run->cuda->stream), "running a phase");
    MG_TRY(mg__cuda_take_time(run, &unused));
    f->multi->exchanged += sent;
    mg__multi_count(run, &state);
    if (run->info.totals) {
        run->totals = f->part[i].args.loop.control->state.totals;
    }
out:
    return status;
}

static mg_status run_rounds(frontier *f) {
    mg_status status = MG_OK;
    bool running = true;
    for (uint32_t round = 0; running; round++) {
        MG_TRY(mg__progress(f->multi->context, "running", -1.0));
        MG_TRY(queue_round(f, round));
        MG_TRY(mg__team_wait(f->multi->context, f->multi->team, round + 1ull, 0, &running));
    }
    MG_TRY(mg__team_settle(f->multi->context, f->multi->team));
out:
    return status;
}

mg_status mg__multi_frontier(mg_multi_run *multi) {
    mg_status status = MG_OK;
    mg_team *const team = multi->team;
    frontier f = {.multi = multi};
    MG_TRY(MG_ALLOC_ZEROED(multi->context, f.part, team->count, "several GPUs"));
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(multi->context, &team->member[i], prepare_part(&f, i));
    }
    connect(&f);
    if (team->communicator) {
        frontier_part *const own = &f.part[team->begin];
        MG_TRY(mg__rank_frontier_prepare(multi, &own->args, &own->rank));
    }
    MG_TRY(mg__team_synchronize(multi->context, team)); /* boxes are clear before anybody writes to them */
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(multi->context, &team->member[i], mg__cuda_start_time(&multi->run[i]));
    }
    MG_TRY(run_rounds(&f));
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(multi->context, &team->member[i], end_part(&f, i));
    }
out:
    if (f.part && status < 0) {
        mg__team_drain(team);
    }
    for (uint32_t i = team->begin; f.part && i < team->end; i++) {
        mg__team_use(&team->member[i]);
        mg__cuda_release(team->member[i].cuda, f.part[i].box);
        mg__cuda_release(team->member[i].cuda, f.part[i].rank.block);
    }
    mg__release(&multi->context->memory, f.part);
    return status;
}
