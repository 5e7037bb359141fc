/* SPDX-License-Identifier: Apache-2.0
 *
 * on_ranks.c: runs a task on all ranks of a context: threads with contexts of their own, or the processes of a
 * launcher, of which this one is a rank.
 */
#include "core/ranks/ranks.h"

#include "core/ranks/process_link.h"

#include <assert.h>
#include <pthread.h>

/* The ranks of a context. */
typedef struct mg_rank_team {
    mg_ranks *ends;        /* of threads: one each; else that of this process */
    bool processes;        /* the ranks are processes */
    mg_context **contexts; /* of threads: of each rank but the first */
} mg_rank_team;

typedef struct rank_thread {
    mg_context *context;
    mg_ranks *ranks;
    mg_rank_task task;
    void *data;
    mg_status status;
    pthread_t thread;
} rank_thread;

uint32_t mg__ranks_of(const mg_context *context) {
    return context->rank_count > 1 && !context->on_rank ? context->rank_count : 1;
}

uint32_t mg__ranks_here(const mg_context *context) {
    return context->rank_team && context->rank_team->processes ? 1 : mg__ranks_of(context);
}

mg_status mg__ranks_check_devices(mg_context *context) {
    return mg__ranks_of(context) > 1 && context->device_count > 1
               ? mg__fail(context, MG_ERROR_UNSUPPORTED, "several GPUs: a rank has one")
               : MG_OK;
}

/* Ranks of a host take its devices in turn, unless the caller has chosen one. */
static void choose_device(mg_context *context, uint32_t host_rank) {
    if (!context->devices_given) {
        context->devices[0] = host_rank;
        context->takes_turns = true;
    }
}

/* Before the devices are closed. */
static void release_device_link(mg_ranks *end) {
    if (end->device_link) {
        end->device_link_release(end);
    }
}

static void release_team(mg_context *context) {
    mg_rank_team *const team = context->rank_team;
    for (uint32_t r = 0; team->ends && r < (team->processes ? 1 : context->rank_count); r++) {
        release_device_link(&team->ends[r]);
    }
    for (uint32_t r = 1; team->contexts && r < context->rank_count; r++) {
        mg_context_destroy(team->contexts[r]);
    }
    if (team->processes) {
        mg__ranks_leave(context, team->ends);
        mg__release(&context->memory, team->ends);
    } else if (team->ends) {
        team->ends->link->close(team->ends, false);
    }
    mg__release(&context->memory, team->contexts);
    mg__release(&context->memory, team);
    context->rank_team = NULL;
}

static mg_status make_team(mg_context *context, mg_rank_team **made) {
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, *made, 1, "ranks"));
    context->rank_team = *made;
    context->rank_team_release = release_team;
out:
    return status;
}

/* Contexts of the threads, which share those of the caller; no callbacks but the first rank's. */
static mg_status make_contexts(mg_context *context, mg_rank_team *team) {
    mg_status status;
    mg_context_options o = MG_CONTEXT_OPTIONS_INIT;
    const int threads = context->threads / (int)context->rank_count;
    o.threads = threads ? threads : 1;
    o.allocator = context->memory;
    o.memory_budget = context->memory_budget;
    o.partition = context->partition;
    MG_TRY(MG_ALLOC_ZEROED(context, team->contexts, context->rank_count, "ranks"));
    for (uint32_t r = 1; r < context->rank_count; r++) {
        if (mg_context_create(&o, &team->contexts[r]) < 0) {
            return mg__fail(context, MG_ERROR_MEMORY, "out of memory: the context of a rank");
        }
        team->contexts[r]->on_rank = true;
        choose_device(team->contexts[r], context->devices[0] + r);
        team->contexts[r]->test_all_paths = context->test_all_paths;
    }
out:
    return status;
}

/* The ranks of the context; made at first use. */
static mg_status get_team(mg_context *context, mg_rank_team **team) {
    mg_status status = MG_OK;
    *team = context->rank_team;
    if (*team) {
        return MG_OK;
    }
    MG_TRY(make_team(context, team));
    MG_TRY(mg__ranks_threads(context, context->rank_count, MG_RANKS_TIMEOUT, &(*team)->ends));
    MG_TRY(make_contexts(context, *team));
out:
    if (status < 0 && *team) {
        release_team(context);
    }
    return status;
}

/* Adds what the ranks have done in a task of `seconds`; shares: NULL where nobody asks. */
static void add_shares(const mg_rank_share *done, uint32_t ranks, double seconds, mg_rank_share *shares) {
    for (uint32_t r = 0; shares && r < ranks; r++) {
        const double waited = seconds - done[r].compute_seconds; /* up to the end of the last one */
        shares[r].compute_seconds += done[r].compute_seconds;
        shares[r].exchange_seconds += waited > 0.0 ? waited : 0.0;
        shares[r].exchanges += done[r].exchanges;
        shares[r].arcs = done[r].arcs;
        shares[r].sent_bytes += done[r].sent_bytes;
        shares[r].received_bytes += done[r].received_bytes;
    }
}

/* The task of a rank, in which it may change how long it waits for the others, and its end. */
static mg_status run_task(mg_context *context, mg_ranks *ranks, mg_rank_task task, void *data, mg_rank_share *shares) {
    mg_rank_share all[MG_RANKS_MAX];
    const mg_rank_share before = ranks->total;
    const double timeout = ranks->timeout, start = mg__now();
    ranks->total.arcs = 0;
    mg_status status = task(context, ranks, data);
    const mg_rank_share own = {.compute_seconds =
                                   mg__now() - start - (ranks->total.exchange_seconds - before.exchange_seconds),
                               .exchanges = ranks->total.exchanges - before.exchanges,
                               .arcs = ranks->total.arcs,
                               .sent_bytes = ranks->total.sent_bytes - before.sent_bytes,
                               .received_bytes = ranks->total.received_bytes - before.received_bytes};
    status = mg__ranks_agree(context, ranks, status, &own, all);
    ranks->timeout = timeout;
    if (status >= 0) {
        add_shares(all, ranks->size, mg__now() - start, shares);
    }
    return status;
}

static void *run_rank(void *argument) {
    rank_thread *const r = argument;
    r->status = run_task(r->context, r->ranks, r->task, r->data, NULL);
    return NULL;
}

/* Without a thread for every rank none begins: the threads that exist fail in their first exchange. */
static mg_status run_threads(mg_context *context, mg_rank_team *team, mg_rank_task task, void *data,
                             mg_rank_share *shares) {
    const uint32_t count = context->rank_count;
    rank_thread *threads = NULL;
    uint32_t started = 1;
    mg_status status;
    MG_TRY(MG_ALLOC_ZEROED(context, threads, count, "ranks"));
    for (; started < count; started++) {
        rank_thread *const r = &threads[started];
        *r = (rank_thread){
            .context = team->contexts[started], .ranks = &team->ends[started], .task = task, .data = data};
        if (pthread_create(&r->thread, NULL, run_rank, r) != 0) {
            status = mg__fail(context, MG_ERROR_MEMORY, "a thread of a rank could not be made");
            team->ends->link->stop(team->ends);
            break;
        }
    }
    if (status >= 0) {
        status = run_task(context, team->ends, task, data, shares);
    }
    for (uint32_t r = 1; r < started; r++) {
        pthread_join(threads[r].thread, NULL);
    }
    if (team->ends->lost || started < count) {
        release_team(context); /* the next run begins with new ones */
    }
out:
    mg__release(&context->memory, threads);
    return status;
}

/* What a task of this rank has done, for the log. */
static void log_task(mg_context *context, const mg_ranks *ranks, const mg_rank_share *before) {
    const mg_rank_share *const now = &ranks->total;
    mg__log(context, MG_LOG_DEBUG, "rank %u of %u: %llu exchanges, %llu bytes sent, %.6f s in them", ranks->rank,
            ranks->size, (unsigned long long)(now->exchanges - before->exchanges),
            (unsigned long long)(now->sent_bytes - before->sent_bytes),
            now->exchange_seconds - before->exchange_seconds);
}

static mg_status make_shares(mg_context *context, mg_rank_share **shares) {
    if (!shares || *shares) {
        return MG_OK;
    }
    const mg_status status = MG_ALLOC_ZEROED(context, *shares, context->rank_count, "ranks");
    return status < 0 ? mg__ranks_withdraw(context, status) : status;
}

mg_status mg__on_ranks(mg_context *context, mg_rank_task task, void *data, mg_rank_share **shares) {
    mg_status status;
    mg_rank_team *team = NULL;
    assert(mg__ranks_of(context) > 1);
    MG_TRY(mg__ranks_check_devices(context));
    MG_TRY(get_team(context, &team));
    MG_TRY(make_shares(context, shares));
    mg_rank_share *const added = shares ? *shares : NULL;
    const mg_rank_share before = team->ends->total;
    context->on_rank = true;
    if (team->processes) {
        status = run_task(context, team->ends, task, data, added);
    } else {
        const int threads = context->threads;
        context->threads = threads > (int)context->rank_count ? threads / (int)context->rank_count : 1;
        status = run_threads(context, team, task, data, added);
        context->threads = threads;
    }
    context->on_rank = false;
    if (context->rank_team) { /* else it was released: a rank was lost */
        log_task(context, team->ends, &before);
    }
out:
    return status;
}

mg_status mg__ranks_withdraw(mg_context *context, mg_status status) {
    mg_rank_team *const team = context->rank_team;
    const bool waited_for = team && team->processes && mg__ranks_of(context) > 1;
    return waited_for ? mg__ranks_agree(context, team->ends, status, NULL, NULL) : status;
}

mg_status mg_ranks_join(mg_context *context) {
    mg_status status;
    mg_rank_team *team = NULL;
    mg_ranks *end = NULL;
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (context->rank_count > 1 || context->rank_team) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_ranks_join: the context has ranks already");
    }
    if (context->device || context->device_start) { /* it may not be the one that this rank is to have */
        return mg__fail(context, MG_ERROR_INVALID, "mg_ranks_join: the context has used a device already");
    }
    MG_TRY(MG_ALLOC_ZEROED(context, end, 1, "ranks"));
    MG_TRY(make_team(context, &team));
    MG_TRY(mg__join_processes(context, end));
    team->ends = end;
    team->processes = true;
    context->rank_count = end->size;
    choose_device(context, end->host_rank);
    return MG_OK;
out:
    mg__release(&context->memory, end);
    if (team) {
        mg__release(&context->memory, team);
        context->rank_team = NULL;
    }
    return status;
}

uint32_t mg_ranks_count(const mg_context *context) {
    return context && context->rank_count ? context->rank_count : 1;
}

uint32_t mg_ranks_index(const mg_context *context) {
    return context && context->rank_team && context->rank_team->processes ? context->rank_team->ends->rank : 0;
}
