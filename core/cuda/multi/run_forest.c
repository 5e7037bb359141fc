/* SPDX-License-Identifier: Apache-2.0
 *
 * run_forest.c: plans that find the trees of a forest (MG_FOREST). Every device runs the phases on the rows of its own
 * vertices. Then pairs of devices, or of ranks, unite their forests, in as many rounds as a tree over them has levels.
 *
 * Phases may skip the rows of vertices in the giant, the tree that a phase of kind MOST_FREQUENT has found. An edge is
 * then lost if one end is in the giant of one device and the other end in that of another one, unless both giants are
 * in one tree at the end. If they are not, the phases after that one run again without a giant.
 */
#include "core/cuda/exec/executors.h"
#include "core/cuda/exec/launch.h"
#include "core/cuda/multi/communicator.h"
#include "core/cuda/multi/forest.h"
#include "core/cuda/multi/multi_run.h"

typedef struct forest_part {
    mg_forest_args args; /* header, bits, pairs: its own place for what it receives */
    void *box;
} forest_part;

typedef struct forest {
    mg_multi_run *multi;
    size_t sample;      /* the phase that finds the giant; phase_count: none does */
    size_t phase_count; /* without the last one, which points vertices to their roots */
    forest_part part[MG_TEAM_MAX];
} forest;

static mg_status run_phase(mg_cuda_run *run, size_t k) {
    mg_status status = MG_OK;
    mg__cuda_set_phase(run, k);
    MG_TRY(mg__cuda_choose_executor(run));
    MG_TRY(run->executor->run(run));
out:
    return status;
}

/* Returns the bytes of a box. */
static uint64_t lay_out(uint32_t n, char *base, mg_forest_args *a) {
    uint64_t at = 0;
    a->own = mg__cuda_carve(base, &at, sizeof *a->own);
    a->header = mg__cuda_carve(base, &at, sizeof *a->header);
    a->bits = mg__cuda_carve(base, &at, ((uint64_t)n + 31) / 32 * sizeof *a->bits);
    a->pairs = mg__cuda_carve(base, &at, (uint64_t)n * sizeof *a->pairs);
    return at;
}

static mg_status prepare_part(forest *f, uint32_t i) {
    mg_status status = MG_OK;
    mg_cuda_run *const run = &f->multi->run[i];
    forest_part *const p = &f->part[i];
    const uint32_t n = f->multi->graph->n;
    p->args = (mg_forest_args){.states = run->state, .n = n, .stride = (uint32_t)run->plan->state_size};
    if (f->sample < run->plan->phase_count) {
        mg__cuda_set_phase(run, f->sample);
        p->args.giant = (const uint32_t *)((const char *)run->params + run->info.label_offset);
    }
    const uint64_t bytes = lay_out(n, NULL, &p->args);
    MG_TRY(mg__cuda_get(run->context, run->cuda, &p->box, bytes, "an exchange"));
    lay_out(n, p->box, &p->args);
    MG_CUDA_TRY(run->context, cudaMemsetAsync(p->args.own, 0, sizeof *p->args.own, run->cuda->stream),
                "clearing device memory");
out:
    return status;
}

/* Without access to each other's memory: what a part has put into its own place, to that of another one. */
static mg_status copy_forest(forest *f, uint32_t from, uint32_t to) {
    mg_status status = MG_OK;
    mg_team_member *const m = &f->multi->team->member[from];
    const mg_forest_args *const here = &f->part[from].args, *const there = &f->part[to].args;
    const uint64_t bytes = (uint64_t)((char *)here->pairs - (char *)here->header) + here->n * sizeof *here->pairs;
    MG_CUDA_TRY(m->context,
                cudaMemcpyPeerAsync(there->header, f->multi->team->member[to].cuda->ordinal, here->header,
                                    m->cuda->ordinal, bytes, m->cuda->stream),
                "uniting forests");
    f->multi->exchanged += bytes;
out:
    return status;
}

/* Sends a forest to a place on another device, which has used what was there. */
static mg_status send_forest(forest *f, uint32_t from, uint32_t to) {
    mg_status status = MG_OK;
    mg_team_member *const m = &f->multi->team->member[from];
    mg_forest_args a = f->part[from].args;
    const bool direct = mg__team_is_direct(f->multi->team);
    if (direct) {
        a.header = f->part[to].args.header;
        a.bits = f->part[to].args.bits;
        a.pairs = f->part[to].args.pairs;
    }
    MG_TRY(mg__team_use(m));
    MG_CUDA_TRY(m->context, cudaStreamWaitEvent(m->cuda->stream, f->multi->team->member[to].taken, 0),
                "uniting forests");
    MG_CUDA_TRY(m->context, mg__forest_send(&a, (uint32_t)m->cuda->sms, m->cuda->stream), "uniting forests");
    if (!direct) {
        MG_TRY(copy_forest(f, from, to));
    }
    MG_TRY(mg__team_record(m, m->sent));
out:
    return status;
}

static mg_status take_forest(forest *f, uint32_t from, uint32_t into) {
    mg_status status = MG_OK;
    mg_team_member *const m = &f->multi->team->member[into];
    MG_TRY(mg__team_use(m));
    MG_CUDA_TRY(m->context, cudaStreamWaitEvent(m->cuda->stream, f->multi->team->member[from].sent, 0),
                "uniting forests");
    MG_CUDA_TRY(m->context, mg__forest_take(&f->part[into].args, (uint32_t)m->cuda->sms, m->cuda->stream),
                "uniting forests");
    MG_TRY(mg__team_record(m, m->taken));
out:
    return status;
}

/* What a rank sends in a step, in bytes, once it is packed; 0: it does not send. */
static mg_status pack_forest(forest *f, uint32_t step, uint64_t *bytes) {
    mg_status status = MG_OK;
    const uint32_t own = f->multi->team->begin;
    mg_team_member *const m = &f->multi->team->member[own];
    const mg_forest_args *const a = &f->part[own].args;
    mg_forest_header header;
    if (own % (2 * step) != step) {
        return MG_OK;
    }
    MG_CUDA_TRY(m->context, mg__forest_send(a, (uint32_t)m->cuda->sms, m->cuda->stream), "uniting forests");
    MG_TRY(mg__team_settle(f->multi->context, f->multi->team));
    MG_TRY(mg__cuda_download(m->context, m->cuda, &header, a->header, sizeof header));
    *bytes = (uint64_t)((char *)a->pairs - (char *)a->header) + header.count * sizeof *a->pairs;
out:
    return status;
}

/* Ranks i and i + step, for all multiples i of 2 * step: the forest of the second into that of the first. */
static mg_status unite_ranks(forest *f, uint32_t step) {
    mg_status status = MG_OK;
    mg_team *const team = f->multi->team;
    const uint32_t own = team->begin;
    mg_team_member *const m = &team->member[own];
    uint64_t sent = 0, all[MG_TEAM_MAX];
    mg_dealt_block block = {.bytes = {{0}}};
    status = pack_forest(f, step, &sent);
    MG_TRY(mg__ranks_gather(f->multi->context, team->communicator->ranks, status, &sent, sizeof sent, all));
    for (uint32_t i = 0; i + step < team->count; i += 2 * step) {
        block.bytes[i + step][i] = all[i + step];
        block.send[i] = (const char *)f->part[own].args.header;
        block.receive[i + step] = (char *)f->part[own].args.header;
    }
    MG_TRY(mg__communicator_exchange(f->multi->context, team->communicator, NULL, 0, &block));
    if (own % (2 * step) == 0 && own + step < team->count) {
        MG_CUDA_TRY(m->context, mg__forest_take(&f->part[own].args, (uint32_t)m->cuda->sms, m->cuda->stream),
                    "uniting forests");
    }
out:
    return status;
}

/* Into that of the first device. */
static mg_status unite_all(forest *f) {
    mg_status status = MG_OK;
    mg_team *const team = f->multi->team;
    for (uint32_t step = 1; step < team->count; step *= 2) {
        if (team->communicator) {
            MG_TRY(unite_ranks(f, step));
            continue;
        }
        for (uint32_t i = 0; i + step < team->count; i += 2 * step) {
            MG_TEAM_TRY(f->multi->context, &team->member[i + step], send_forest(f, i + step, i));
            MG_TEAM_TRY(f->multi->context, &team->member[i], take_forest(f, i + step, i));
        }
    }
out:
    return status;
}

/* Launches phase by phase, so that no device waits until another one has all of its launches. The first device then has
 * the forest of all. */
static mg_status run_on_all(forest *f, size_t begin) {
    mg_status status = MG_OK;
    mg_team *const team = f->multi->team;
    for (size_t k = begin; k < f->phase_count; k++) {
        for (uint32_t i = team->begin; i < team->end; i++) {
            MG_TRY(mg__team_use(&team->member[i]));
            MG_TEAM_TRY(f->multi->context, &team->member[i], run_phase(&f->multi->run[i], k));
        }
    }
    MG_TRY(unite_all(f));
    if (team->begin) {
        return mg__team_settle(f->multi->context, team); /* the first rank has it */
    }
    MG_TRY(mg__team_use(&team->member[0]));
    MG_CUDA_TRY(f->multi->context,
                mg__forest_flatten(&f->part[0].args, (uint32_t)team->member[0].cuda->sms, team->member[0].cuda->stream),
                "uniting forests");
    MG_TRY(mg__team_settle(f->multi->context, team));
out:
    return status;
}

/* Makes all devices forget their giants. */
static mg_status forget_giants(forest *f) {
    mg_status status = MG_OK;
    for (uint32_t i = f->multi->team->begin; i < f->multi->team->end; i++) {
        mg_team_member *const m = &f->multi->team->member[i];
        MG_TRY(mg__team_use(m));
        MG_CUDA_TRY(
            m->context,
            cudaMemsetAsync((void *)f->part[i].args.giant, 0xff, sizeof *f->part[i].args.giant, m->cuda->stream),
            "uniting forests");
    }
out:
    return status;
}

/* Were edges lost between giants? */
static mg_status are_apart(forest *f, bool *apart) {
    mg_status status = MG_OK;
    mg_team_member *const m = &f->multi->team->member[0];
    mg_forest_own own = {0};
    if (f->multi->team->begin == 0) {
        status = mg__team_use(m);
        status = status < 0 ? status : mg__cuda_download(m->context, m->cuda, &own, f->part[0].args.own, sizeof own);
    }
    if (f->multi->team->communicator) {
        status = mg__ranks_take_first(f->multi->context, f->multi->team->communicator->ranks, status, &own, sizeof own);
    }
    MG_TRY(status);
    *apart = own.apart;
out:
    return status;
}

static mg_status end_part(mg_cuda_run *run) {
    mg_status status = MG_OK;
    double unused;
    MG_TRY(mg__cuda_stop_time(run));
    MG_CUDA_TRY(run->context, cudaStreamSynchronize(run->cuda->stream), "running a plan");
    MG_TRY(mg__cuda_take_time(run, &unused));
out:
    return status;
}

static void find_phases(forest *f) {
    mg_cuda_run *const run = &f->multi->run[f->multi->team->begin];
    const size_t count = f->multi->plan->phase_count;
    f->sample = count;
    for (size_t k = 0; k < count; k++) {
        mg__cuda_set_phase(run, k);
        f->sample = run->info.kind == MG_KIND_MOST_FREQUENT ? k : f->sample;
    }
    f->phase_count = run->info.kind == MG_KIND_VERTICES ? count - 1 : count;
}

static mg_status run_forest(forest *f) {
    mg_status status = MG_OK;
    mg_team *const team = f->multi->team;
    bool apart = false;
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(f->multi->context, &team->member[i], prepare_part(f, i));
    }
    MG_TRY(mg__team_synchronize(f->multi->context, team)); /* others write to the boxes */
    MG_TRY(run_on_all(f, 0));
    MG_TRY(are_apart(f, &apart));
    if (apart) {
        MG_TRY(forget_giants(f));
        MG_TRY(run_on_all(f, f->sample + 1));
    }
    for (uint32_t i = team->begin; i < team->end; i++) {
        MG_TRY(mg__team_use(&team->member[i]));
        MG_TEAM_TRY(f->multi->context, &team->member[i], end_part(&f->multi->run[i]));
    }
    f->multi->exchanged += mg__team_is_direct(team) ? (team->count - 1ull) * (f->multi->graph->n / 8) : 0;
out:
    return status;
}

mg_status mg__multi_forest(mg_multi_run *multi) {
    forest f = {.multi = multi};
    find_phases(&f);
    const mg_status status = run_forest(&f);
    if (status < 0) {
        mg__team_drain(multi->team);
    }
    for (uint32_t i = multi->team->begin; i < multi->team->end; i++) {
        mg__team_use(&multi->team->member[i]);
        mg__cuda_release(multi->team->member[i].cuda, f.part[i].box);
    }
    return status;
}
