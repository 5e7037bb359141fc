/* SPDX-License-Identifier: Apache-2.0
 *
 * run_values.c: topology-driven PROGRAM phases on all devices of a team, in panels. After each update a device sends
 * the values of its vertices that others read, with its part of the totals (values.cu); the next launch of each decides
 * from the totals of all, as it decides from those of its own thread blocks on a single device.
 */
#include "core/cuda/exec/launch.h"
#include "core/cuda/exec/phase_kernels.h"
#include "core/cuda/exec/run_dense.h"
#include "core/cuda/multi/communicator.h"
#include "core/cuda/multi/exchange.h"
#include "core/cuda/multi/multi_run.h"

#include <string.h>

typedef struct values_part {
    mg_dense_phase phase;
    mg_value_args args;
    void *box;              /* what the others write; without access to each other: also what they get */
    char *inbox;            /* in the box */
    mg_part_counts *counts; /* the same, by part */
    char *to[MG_TEAM_MAX];  /* where each other part gets what this one sends */
} values_part;

/* What ranks exchange. */
typedef struct values_blocks {
    mg_shared_block counts;
    uint64_t offsets[MG_TEAM_MAX + 1]; /* of the counts */
    mg_dealt_block lists;
} values_blocks;

typedef struct values {
    mg_multi_run *multi;
    values_part *part;
    uint64_t round_bytes;  /* of an exchange, of all parts */
    values_blocks *blocks; /* of ranks; NULL: all parts are here */
} values;

static mg_status prepare_phase(mg_multi_run *multi, uint32_t i, values_part *p) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &multi->run[i];
    MG_TRY(mg__cuda_prepare_dense(run, &p->phase));
    mg__cuda_track_progress(run, &p->phase.args);
out:
    return status;
}

static mg_status prepare_lists(values *v) {
    mg_status status = MG_OK;
    mg_team *const team = v->multi->team;
    const mg_panels_built *built[MG_TEAM_MAX] = {NULL};
    const uint32_t at = v->part[team->begin].phase.built->value_size == 8;
    for (uint32_t i = team->begin; i < team->end; i++) {
        built[i] = v->part[i].phase.built;
    }
    if (team->communicator) { /* no other context uses these parts, and ranks that are threads would wait for the lock
                               */
        return mg__team_lists(v->multi->context, team, v->multi->parts, at, built);
    }
    mg_graph *const shared = (mg_graph *)v->multi->graph; /* what is built on demand changes under a lock */
    pthread_mutex_lock(&shared->device_lock);
    status = mg__team_lists(v->multi->context, team, v->multi->parts, at, built);
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}

/* Returns the bytes of a box. `outbox`: a place for what each part gets. */
static uint64_t lay_out(const values *v, uint32_t i, bool outbox, char *base, values_part *p) {
    const uint32_t size = p->phase.built->value_size, count = v->multi->team->count;
    const mg_value_lists *const lists = &v->multi->parts->part[i].lists[size == 8];
    uint64_t at = 0;
    p->counts = mg__cuda_carve(base, &at, count * sizeof *p->counts);
    p->inbox = mg__cuda_carve(base, &at, (lists->received_count + 1) * size);
    for (uint32_t k = 0; k < count; k++) {
        p->args.inbox[k] = mg__cuda_carve(base, &at, outbox && k != i ? (lists->sent_count[k] + 1) * size : 0);
    }
    p->args.inbox[i] = p->inbox;
    return at;
}

static mg_status prepare_box(values *v, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &v->multi->run[i];
    values_part *const p = &v->part[i];
    mg_value_args *const a = &p->args;
    const uint32_t size = p->phase.built->value_size, count = v->multi->team->count;
    const mg_value_lists *const lists = &v->multi->parts->part[i].lists[size == 8];
    const bool outbox = !mg__team_is_direct(v->multi->team);
    const uint64_t bytes = lay_out(v, i, outbox, NULL, p);
    MG_TRY(mg__cuda_get(run->context, run->cuda, &p->box, bytes, "an exchange"));
    lay_out(v, i, outbox, p->box, p);
    MG_CUDA_TRY(run->context, cudaMemsetAsync(p->box, 0, bytes, run->cuda->stream), "clearing device memory");
    a->parts = count;
    a->part = i;
    a->value_size = size;
    a->received_count = lists->received_count;
    a->received_place = lists->received_place;
    p->phase.args.panels.out_degree = lists->degree;
    p->phase.args.panels.tile = lists->tile;
    p->phase.args.panels.share_tile = lists->share_tile;
    for (uint32_t k = 0; k < count; k++) {
        a->sent_count[k] = lists->sent_count[k];
        a->sent_place[k] = lists->sent_place[k];
        v->round_bytes += lists->sent_count[k] * size + (k != i ? sizeof *p->counts : 0);
    }
out:
    return status;
}

/* A rank packs into places of its own, and knows how much all send. */
static mg_status connect_ranks(values *v) {
    mg_status status = MG_OK;
    mg_context *const context = v->multi->context;
    const uint32_t count = v->multi->team->count, own = v->multi->team->begin;
    values_part *const p = &v->part[own];
    const uint32_t size = p->args.value_size;
    const mg_value_lists *const lists = &v->multi->parts->part[own].lists[size == 8];
    values_blocks *b = NULL;
    MG_TRY(MG_ALLOC_ZEROED(context, b, 1, "an exchange"));
    v->blocks = b;
    b->counts = (mg_shared_block){.own = p->counts + own, .all = p->counts, .offsets = b->offsets};
    for (uint32_t k = 0; k < count; k++) {
        p->args.counts[k] = p->counts;
        b->offsets[k + 1] = b->offsets[k] + sizeof *p->counts;
        b->lists.send[k] = p->args.inbox[k];
        b->lists.receive[k] = p->inbox + lists->inbox_from[k] * size;
    }
out:
    return status;
}

/* All ranks learn how many bytes each sends to each other one. */
static mg_status share_sizes(values *v, mg_status status) {
    mg_team *const team = v->multi->team;
    uint64_t own[MG_TEAM_MAX] = {0}, all[MG_TEAM_MAX * MG_TEAM_MAX];
    const values_part *const p = &v->part[team->begin];
    for (uint32_t k = 0; k < team->count; k++) {
        own[k] = p->args.sent_count[k] * p->args.value_size;
    }
    MG_TRY(mg__ranks_gather(v->multi->context, team->communicator->ranks, status, own, team->count * sizeof *own, all));
    for (uint32_t r = 0; r < team->count; r++) {
        memcpy(v->blocks->lists.bytes[r], all + (size_t)r * team->count, team->count * sizeof *own);
    }
out:
    return status;
}

/* Every part knows where the others receive. With access to their memory it writes there. */
static void connect(values *v) {
    const uint32_t count = v->multi->team->count;
    const bool direct = mg__team_is_direct(v->multi->team);
    for (uint32_t i = 0; i < count; i++) {
        values_part *const p = &v->part[i];
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t size = v->part[k].phase.built->value_size;
            p->to[k] = v->part[k].inbox + v->multi->parts->part[k].lists[size == 8].inbox_from[i] * size;
            p->args.counts[k] = direct ? v->part[k].counts : p->counts;
            p->args.inbox[k] = direct && k != i ? p->to[k] : p->args.inbox[k];
        }
    }
}

static mg_status copy_to_others(values *v, uint32_t i) {
    mg_status status = MG_OK;
    const mg_team_member *const m = &v->multi->team->member[i];
    const values_part *const p = &v->part[i];
    for (uint32_t k = 0; k < v->multi->team->count; k++) {
        const int to = v->multi->team->member[k].cuda->ordinal, from = m->cuda->ordinal;
        const uint64_t bytes = p->args.sent_count[k] * p->args.value_size;
        if (k == i) {
            continue;
        }
        MG_CUDA_TRY(
            m->context,
            cudaMemcpyPeerAsync(v->part[k].counts + i, to, p->counts + i, from, sizeof *p->counts, m->cuda->stream),
            "an exchange");
        if (bytes) {
            MG_CUDA_TRY(m->context, cudaMemcpyPeerAsync(p->to[k], to, p->args.inbox[k], from, bytes, m->cuda->stream),
                        "an exchange");
        }
    }
out:
    return status;
}

static mg_status send_to_ranks(values *v) {
    const values_blocks *const b = v->blocks;
    return mg__communicator_exchange(v->multi->context, v->multi->team->communicator, &b->counts, 1, &b->lists);
}

static mg_status queue_send(values *v, uint32_t i, bool with_totals) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &v->multi->run[i];
    mg_team_member *const m = &v->multi->team->member[i];
    values_part *const p = &v->part[i];
    MG_TRY(mg__team_await_taken(v->multi->team, m));
    p->args.dense = p->phase.args;
    p->args.with_totals = with_totals;
    MG_CUDA_TRY(run->context, mg__launch_pack(&p->args, (uint32_t)run->cuda->sms, run->cuda->stream), "an exchange");
    if (v->blocks) {
        MG_TRY(send_to_ranks(v));
    } else if (!mg__team_is_direct(v->multi->team)) {
        MG_TRY(copy_to_others(v, i));
    }
    MG_TRY(mg__team_record(m, m->sent));
out:
    return status;
}

static mg_status queue_take(values *v, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &v->multi->run[i];
    mg_team_member *const m = &v->multi->team->member[i];
    MG_TRY(mg__team_await_sent(v->multi->team, m));
    MG_CUDA_TRY(run->context, mg__launch_unpack(&v->part[i].args, (uint32_t)run->cuda->sms, run->cuda->stream),
                "an exchange");
    MG_TRY(mg__team_record(m, m->taken));
out:
    return status;
}

/* The first states, or an iteration, of one part. */
static mg_status queue_work(values *v, uint32_t i, bool first) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &v->multi->run[i];
    mg_dense_phase *const d = &v->part[i].phase;
    if (first) {
        return mg__cuda_launch_role(run, &d->rows, MG_DENSE_INIT, &d->args);
    }
    for (uint32_t k = 0; k < d->steps.count; k++) {
        MG_TRY(mg__cuda_launch_step(run, &d->steps.each[k], &d->args));
    }
out:
    return status;
}

static mg_status queue_round(values *v, bool first) {
    mg_status status = MG_OK;
    mg_team *const team = v->multi->team;
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(v->multi->context, &team->member[i], queue_work(v, i, first));
        MG_TEAM_TRY(v->multi->context, &team->member[i], queue_send(v, i, !first));
    }
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(v->multi->context, &team->member[i], queue_take(v, i));
        v->part[i].phase.args.iterations_done += !first;
    }
out:
    return status;
}

static mg_status run_rounds(values *v) {
    mg_status status = MG_OK;
    bool running = true;
    MG_TRY(queue_round(v, true));
    for (uint64_t queued = 1; running; queued++) {
        MG_TRY(mg__progress(v->multi->context, "running", -1.0));
        MG_TRY(queue_round(v, false));
        MG_TRY(mg__team_wait(v->multi->context, v->multi->team, queued, 1, &running));
    }
    MG_TRY(mg__team_settle(v->multi->context, v->multi->team));
out:
    return status;
}

static mg_status end_part(values *v, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &v->multi->run[i];
    const mg_loop_state begun = {0};
    MG_TRY(mg__cuda_order_states(run, &v->part[i].phase));
    MG_TRY(mg__cuda_end_phase(run, &v->part[i].phase.args, &begun));
out:
    return status;
}

static mg_status prepare(values *v) {
    mg_status status = MG_OK;
    mg_team *const team = v->multi->team;
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(v->multi->context, &team->member[i], prepare_phase(v->multi, i, &v->part[i]));
    }
    MG_TRY(prepare_lists(v));
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(v->multi->context, &team->member[i], prepare_box(v, i));
    }
    if (team->communicator) {
        status = connect_ranks(v);
        MG_TRY(share_sizes(v, status));
    } else {
        connect(v);
    }
    MG_TRY(mg__team_synchronize(v->multi->context, team)); /* boxes are clear before anybody writes to them */
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(v->multi->context, &team->member[i], mg__cuda_start_time(&v->multi->run[i]));
    }
out:
    return status;
}

mg_status mg__multi_values(mg_multi_run *multi) {
    mg_status status = MG_OK;
    mg_team *const team = multi->team;
    values v = {.multi = multi};
    MG_TRY(MG_ALLOC_ZEROED(multi->context, v.part, team->count, "several GPUs"));
    const uint64_t before = multi->recorders[team->begin].totals.iterations; /* of earlier phases */
    MG_TRY(prepare(&v));
    MG_TRY(run_rounds(&v));
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(multi->context, &team->member[i], end_part(&v, i));
    }
    multi->exchanged += v.round_bytes * (multi->recorders[team->begin].totals.iterations - before + 1);
out:
    if (v.part && status < 0) {
        mg__team_drain(team);
    }
    for (uint32_t i = team->begin; v.part && i < team->end; i++) {
        mg__team_use(&team->member[i]);
        mg__cuda_release(team->member[i].cuda, v.part[i].box);
    }
    mg__release(&multi->context->memory, v.part);
    mg__release(&multi->context->memory, v.blocks);
    return status;
}
