/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/batches.h"

#include "core/counter_random.h"
#include "core/engine/deal.h"
#include "core/engine/estimate.h"
#include "core/kept_memory.h"
#include "core/ranks/ranks.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

/* Memory limit of states and values if the number of lanes is chosen automatically. */
#define BATCH_BYTES ((uint64_t)1 << 30)

uint32_t mg__choose_lanes(const mg_graph *graph, const mg_run_options *options, size_t count, size_t bytes) {
    uint64_t lanes = options->lanes;
    assert(bytes > 0 && lanes <= MG_LANES_MAX);
    if (!lanes) {
        const uint64_t fit = BATCH_BYTES / ((uint64_t)bytes * (mg_graph_vertex_count(graph) + 1));
        lanes = fit < 1 ? 1 : fit < MG_LANES_MAX ? fit : MG_LANES_MAX;
    }
    return (uint32_t)(count < lanes ? count : lanes);
}

/* An estimate is that of the largest batch. With many sources the first batches are small, for an early estimate of the
 * remaining time. */
static uint32_t batch_size(const mg_context *context, size_t begin, size_t count, uint32_t most) {
    const size_t left = count - begin, first = begin == 0 ? 1 : begin < 9 ? 8 : most;
    const size_t wanted = !context->estimate && count >= (size_t)8 * most && first < most ? first : most;
    return (uint32_t)(left < wanted ? left : wanted);
}

/* Batches that the devices take one after another, each in a thread of the host. */
typedef struct queue {
    mg_context *context; /* the caller's */
    const mg_batches *batches;
    uint32_t lanes; /* of a batch, at most */
    pthread_mutex_t lock;
    size_t next;  /* the first source that no device has taken */
    bool stopped; /* a run failed or was cancelled: no device takes another batch */
} queue;

/* What runs batches: a context, with the memory of its states. */
typedef struct runner {
    const mg_batches *batches;
    mg_context *context;
    const mg_graph *graph;
    mg_recorder *recorder;
    void *state; /* of all batches; NULL: they are added to */
    mg_state_sums sums;
} runner;

typedef struct worker {
    queue *queue;
    mg_dealt *dealt;
    runner runner;
    pthread_t thread;
    bool started;
} worker;

/* Are states added up by the backend that would be asked first? Ranks and several devices share states of the host. */
static bool adds_there(mg_context *context, const mg_batches *b) {
    const mg_backend *backend = NULL;
    return b->sums && context->device_count < 2 && mg__ranks_of(context) < 2 &&
           mg__backend_choose(context, b->options.backend, &backend) >= 0 && backend->writes_columns;
}

/* States on the host, if the backend does not add them up. */
static mg_status take_states(runner *r) {
    const mg_batches *const b = r->batches;
    const uint64_t states = (uint64_t)mg_graph_vertex_count(r->graph) * b->options.lanes;
    mg_status status = MG_OK;
    r->sums.offset = b->summed;
    if (adds_there(r->context, b)) {
        return MG_OK;
    }
    if (!r->context->estimate) {
        MG_TRY(mg__check_bytes(r->context, states * b->program->state_size, "; fewer lanes need less"));
    }
    MG_TRY(mg__kept_alloc_zeroed(r->context, &r->state, states, b->program->state_size, "vertex states"));
out:
    return status;
}

/* Runs a batch; *collected: its states, NULL: they are added to the sums. `made` is the caller's to give back. */
static mg_status run_batch(runner *r, const mg_run_options *options, size_t first, void **made, void **collected) {
    const mg_batches *const b = r->batches;
    mg_vertex params[MG_LANES_MAX] = {0};
    mg_status status;
    assert(options->lanes >= 1 && options->lanes <= b->options.lanes);
    memcpy(params, b->sources + first, options->lanes * sizeof *params);
    *made = NULL;
    if (r->state) {
        status = mg__run_plan(r->context, r->graph, b->program, NULL, params, options, r->state, r->recorder);
    } else {
        r->sums.skipped = params;
        status = mg__run_plan_adding(r->context, r->graph, b->program, params, options, &r->sums, made, r->recorder);
    }
    *collected = r->state ? r->state : *made;
    return status;
}

/* Ends with the status given, or with that of adding the sums of the device. */
static mg_status release(runner *r, mg_status status) {
    mg_state_sums *const s = &r->sums;
    if (s->sums) {
        const mg_status taken =
            s->owner->take_sums(r->context, s, mg_graph_vertex_count(r->graph), status < 0 ? NULL : r->batches->sums);
        status = status < 0 || taken == MG_OK ? status : taken;
    }
    mg__kept_release(r->context, r->state);
    return status;
}

/* Takes the next batch. False: there is none. */
static bool take(queue *q, size_t *first, uint32_t *lanes) {
    pthread_mutex_lock(&q->lock);
    const size_t left = q->stopped ? 0 : q->batches->count - q->next;
    *first = q->next;
    *lanes = (uint32_t)(left < q->lanes ? left : q->lanes);
    q->next += *lanes;
    pthread_mutex_unlock(&q->lock);
    return *lanes > 0;
}

/* Ends a batch: its result is added to those before, whatever the order. */
static void end_batch(worker *w, mg_status status, size_t first, uint32_t lanes, const void *state) {
    queue *const q = w->queue;
    mg_status *const all = &w->dealt->status;
    *all = status < 0 || *all == MG_OK ? status : *all;
    pthread_mutex_lock(&q->lock);
    q->stopped = q->stopped || status < 0;
    if (status >= 0 && state) {
        q->batches->collect(w->dealt->context, q->batches, first, lanes, state);
    }
    pthread_mutex_unlock(&q->lock);
}

static void *work(void *data) {
    worker *const w = data;
    queue *const q = w->queue;
    mg_run_options options = q->batches->options;
    size_t first;
    while (take(q, &first, &options.lanes)) {
        /* the caller's thread works for the caller's context, and reports for all */
        const bool reports = w->dealt->context == q->context;
        const double share = (double)first / (double)q->batches->count;
        void *made = NULL, *state = NULL;
        mg_status status = reports ? mg__progress(q->context, "running", share) : MG_OK;
        status = status < 0 ? status : run_batch(&w->runner, &options, first, &made, &state);
        end_batch(w, status, first, options.lanes, state);
        mg__kept_release(w->dealt->context, made);
    }
    return NULL;
}

/* The first device works in this thread. One whose thread cannot be started takes nothing. */
static void work_together(worker *each, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        each[i].started = pthread_create(&each[i].thread, NULL, work, &each[i]) == 0;
    }
    work(&each[0]);
    for (uint32_t i = 1; i < count; i++) {
        if (each[i].started) {
            pthread_join(each[i].thread, NULL);
        }
    }
}

/* Runs batches on all devices at the same time. A run on device 0 must not be taken for one on all. */
static mg_status deal_batches(mg_context *context, const mg_batches *b, mg_deal *deal) {
    mg_status status = MG_OK;
    worker each[MG_DEVICES_MAX] = {0};
    const size_t share = (b->count + deal->devices - 1) / deal->devices;
    queue q = {.context = context,
               .batches = b,
               .lanes = b->options.lanes < share ? b->options.lanes : (uint32_t)share,
               .lock = PTHREAD_MUTEX_INITIALIZER};
    const uint32_t devices = context->device_count;
    context->device_count = 1;
    for (uint32_t i = 0; i < deal->devices; i++) {
        mg_dealt *const d = &deal->dealt[i];
        each[i] = (worker){.queue = &q, .dealt = d};
        each[i].runner = (runner){.batches = b, .context = d->context, .graph = d->graph, .recorder = &d->recorder};
        const mg_status taken = take_states(&each[i].runner);
        MG_TRY(taken < 0 ? mg__deal_failed(context, deal, i, taken) : MG_OK);
    }
    work_together(each, deal->devices);
    status = mg__deal_end(context, deal, b->recorder);
out:
    for (uint32_t i = 0; i < deal->devices && each[i].queue; i++) {
        const mg_status added = release(&each[i].runner, status);
        status = added < 0 && status >= 0 ? mg__deal_failed(context, deal, i, added) : added;
    }
    context->device_count = devices;
    return status;
}

mg_status mg__run_batches(mg_context *context, const mg_graph *graph, const mg_batches *b) {
    mg_status status = MG_OK;
    bool stopped = false;
    mg_run_options options = b->options;
    const uint32_t most = b->options.lanes;
    assert(most >= 1 && most <= MG_LANES_MAX && b->program && b->collect);
    runner r = {.batches = b, .context = context, .graph = graph, .recorder = b->recorder};
    void *made = NULL, *state;
    mg_deal deal = {.devices = 1};
    MG_TRY(b->count > 1 ? mg__deal_begin(context, graph, &b->options, &deal) : MG_OK);
    if (deal.devices > 1) {
        return deal_batches(context, b, &deal);
    }
    MG_TRY(take_states(&r));
    for (size_t i = 0; i < b->count; i += options.lanes) {
        options.lanes = batch_size(context, i, b->count, most);
        b->recorder->run = (uint32_t)i;
        context->part_begin = (double)i / (double)b->count;
        context->part_size = (double)options.lanes / (double)b->count;
        MG_TRY(mg__progress(context, "running", context->part_begin));
        MG_TRY(run_batch(&r, &options, i, &made, &state));
        stopped = stopped || status == MG_NOT_CONVERGED;
        if (state) {
            b->collect(context, b, i, options.lanes, state);
        }
        mg__kept_release(context, made);
        made = NULL;
    }
    status = stopped ? MG_NOT_CONVERGED : MG_OK;
out:
    context->part_size = 0.0;
    mg__kept_release(context, made);
    return release(&r, status);
}

mg_status mg__copy_sources(mg_context *context, const mg_graph *graph, const mg_vertex *sources, size_t count,
                           mg_vertex **copy) {
    mg_status status = MG_OK;
    const mg_vertex n = mg_graph_vertex_count(graph);
    for (size_t i = 0; i < count; i++) {
        if (sources[i] >= n) {
            return mg__fail(context, MG_ERROR_RANGE, "source %u: the graph has %u vertices", sources[i], n);
        }
    }
    MG_TRY(MG_ALLOC(context, *copy, count, "sources"));
    memcpy(*copy, sources, count * sizeof *sources);
out:
    return status;
}

/* A number below `bound`, uniform: the few values beyond the last multiple of `bound` are drawn again. */
static uint64_t random_below(uint64_t *state, uint64_t bound) {
    const uint64_t excess = (0 - bound) % bound; /* 2^64 modulo `bound` */
    uint64_t drawn = mg__random_next(state);
    while (drawn > UINT64_MAX - excess) {
        drawn = mg__random_next(state);
    }
    return drawn % bound;
}

mg_status mg_draw_sources(mg_context *context, const mg_graph *graph, uint64_t seed, size_t count, mg_vertex *sources) {
    if (!context || !graph || (!sources && count)) {
        return context ? mg__fail(context, MG_ERROR_INVALID, "graph and sources must not be NULL") : MG_ERROR_INVALID;
    }
    const mg_vertex n = mg_graph_vertex_count(graph);
    if (count > n) {
        return mg__fail(context, MG_ERROR_INVALID, "%zu sources: the graph has %u vertices", count, n);
    }
    mg_vertex *list = NULL;
    mg_status status;
    MG_TRY(mg_graph_check(context, graph));
    MG_TRY(MG_ALLOC(context, list, n, "sources"));
    const mg_vertex *const by_id = mg_graph_by_id(graph);
    for (mg_vertex i = 0; i < n; i++) {
        list[i] = by_id ? by_id[i] : i;
    }
    uint64_t state = seed;
    for (size_t i = 0; i < count; i++) {
        const size_t k = i + (count < n ? (size_t)random_below(&state, n - i) : 0);
        const mg_vertex drawn = list[k];
        list[k] = list[i];
        sources[i] = drawn;
    }
out:
    mg__release(&context->memory, list);
    return status;
}
