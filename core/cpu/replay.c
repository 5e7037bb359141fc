/* SPDX-License-Identifier: Apache-2.0
 *
 * replay.c: phases with MG_FRONTIER_REPLAY, such as the backward pass of BC. They process the recorded levels of an
 * earlier phase in reverse order. Senders are the vertices of one level, receivers those of the level before, so pull
 * reads the rows of these receivers only.
 */
#include "core/cpu/batch.h"
#include "core/cpu/ranks/rank_work.h"
#include "core/cpu/team_sync.h"

#include <assert.h>
#include <omp.h>
#include <string.h>

/* Edges pulled in the time of one pushed. */
#define PULL_SPEEDUP 4

/* A recorded level. */
typedef struct level {
    const mg_vertex *list;
    const uint64_t *lane_masks; /* batch: lanes in which each vertex is active */
    size_t count;
    uint64_t edges; /* of senders in push_arcs, of receivers in pull_arcs */
} level;

static level get_level(const mg_cpu_work *work, size_t k, const mg_arcs *arcs) {
    const mg_levels *levels = &work->levels;
    assert(k < levels->count);
    level found = {.list = levels->list + levels->start[k], .count = levels->start[k + 1] - levels->start[k]};
    uint64_t edges = 0;
    found.lane_masks = work->lanes > 1 ? levels->lane_masks + levels->start[k] : NULL;
    if (levels->offsets && work->frame.direction_count == 1 && levels->offsets == arcs[0].offsets) {
        found.edges = levels->edges[k];
        return found;
    }
#pragma omp parallel for num_threads(work->threads) reduction(+ : edges) if (found.count > MG_SERIAL_LIMIT)
    for (size_t i = 0; i < found.count; i++) {
        for (uint32_t side = 0; side < work->frame.direction_count && arcs[side].offsets; side++) {
            edges += arcs[side].offsets[found.list[i] + 1] - arcs[side].offsets[found.list[i]];
        }
    }
    found.edges = edges;
    return found;
}

static void mark_receivers(mg_cpu_work *work, const level *receivers) {
    if (work->lanes > 1) {
        mg__lane_masks_set(work, work->receiver_masks, receivers->list, receivers->lane_masks, receivers->count);
        work->frame.lanes.receivers = work->receiver_masks;
    } else {
        mg__bitmap_add(work->receivers, receivers->list, receivers->count, work->threads);
        work->frame.receivers = work->receivers;
    }
}

static void unmark_receivers(mg_cpu_work *work, const level *receivers) {
    if (work->lanes > 1) {
        mg__lane_masks_clear(work, work->receiver_masks, receivers->list, receivers->count);
        work->frame.lanes.receivers = NULL;
    } else {
        mg__bitmap_clear(work->receivers, receivers->list, receivers->count, work->threads);
        work->frame.receivers = NULL;
    }
}

/* What the senders send; of a rank's run also that of other ranks. */
static mg_status scatter_level(mg_cpu_work *work, const level *senders) {
    if (work->ranks) {
        return mg__rank_share_level(work, senders->list, senders->count);
    }
    if (!work->has_scattered) {
        mg__scatter(work, senders->list, senders->count);
    }
    return MG_OK;
}

static mg_status push_level(mg_cpu_work *work, const level *senders, const level *receivers) {
    mg_status status = MG_OK;
    uint64_t unused = 0;
    MG_TRY(scatter_level(work, senders));
    mark_receivers(work, receivers);
    status = mg__push(work, senders->list, senders->count, senders->edges);
    unmark_receivers(work, receivers);
    MG_TRY(status);
    const size_t count = mg__sinks_merge(&work->sinks, work->touched_list, &unused);
    MG_TRY(mg__apply(work, work->touched_list, count));
    mg__sinks_clear(&work->sinks);
    if (work->lanes > 1) {
        mg__lane_masks_clear(work, work->lane_masks[1], work->touched_list, count);
    }
out:
    return status;
}

static mg_status pull_level(mg_cpu_work *work, const level *senders, const level *receivers) {
    mg_status status = MG_OK;
    const size_t chunks = (receivers->count + receivers->edges) / MG_CHUNK_EDGES + 1;
    assert(work->lanes > 1 || work->receivers);
    MG_TRY(mg__reserve_totals(work, chunks));
    MG_TRY(scatter_level(work, senders));
    if (work->lanes == 1) {
        mg__bitmap_add(work->receivers, senders->list, senders->count, work->threads);
        work->frame.frontier_bits = work->receivers;
    }
    work->frame.lanes.list_lanes = receivers->lane_masks;
#pragma omp parallel for num_threads(work->threads) schedule(dynamic, 1) if (chunks > 1)
    for (size_t k = 0; k < chunks; k++) {
        work->kernels->pull_list(&work->frame, receivers->list, receivers->count * k / chunks,
                                 receivers->count * (k + 1) / chunks, mg__partial_totals(work, k));
    }
    if (work->lanes == 1) {
        mg__bitmap_clear(work->receivers, senders->list, senders->count, work->threads);
    }
    mg__reduce_totals(work, chunks);
out:
    return status;
}

/* Pull reads the rows of all receivers, but sequentially and without atomics. */
static mg_mode choose_level_mode(const mg_cpu_work *work, const level *senders, const level *receivers) {
    const mg_mode requested = work->plan->options.mode;
    if (requested == MG_MODE_SPARSE || !work->frame.pull_arcs[0].offsets) {
        return MG_MODE_SPARSE;
    }
    return requested == MG_MODE_AUTO && senders->edges < receivers->edges / PULL_SPEEDUP ? MG_MODE_SPARSE
                                                                                         : MG_MODE_PULL;
}

/* Batch: lanes have different numbers of levels; each begins in the iteration of its own last level. */
static void start_lanes(mg_cpu_work *work, uint32_t iteration) {
    work->running = 0;
    for (uint32_t lane = 0; lane < work->lanes; lane++) {
        const uint32_t start = (uint32_t)work->levels.count - work->levels.lane_levels[lane];
        work->lane_first_iteration[lane] = start;
        work->running |= (uint64_t)(start <= iteration) << lane;
    }
    work->frame.lanes.running = work->running;
}

static mg_status run_level(mg_cpu_work *work, mg_mode mode, const level *senders, const level *receivers) {
    const bool is_batch = work->lanes > 1;
    if (is_batch) {
        start_lanes(work, work->frame.iteration);
        mg__lane_masks_set(work, work->lane_masks[0], senders->list, senders->lane_masks, senders->count);
    }
    const mg_status status =
        mode == MG_MODE_PULL ? pull_level(work, senders, receivers) : push_level(work, senders, receivers);
    if (is_batch) {
        mg__lane_masks_clear(work, work->lane_masks[0], senders->list, senders->count);
    }
    return status;
}

/* The loop over the levels. */
typedef struct replay {
    size_t level;       /* of the senders; 0: the end */
    uint32_t iteration; /* levels that are done */
    bool begun;         /* the next members are those of `level` */
    level senders, receivers;
    mg_mode mode;
    bool by_team;
    bool has_cleared; /* work->next.bits, which only teams use meanwhile, and leave clear */
    double start;
} replay;

static mg_status begin_level(mg_cpu_work *work, replay *r) {
    mg_status status = MG_OK;
    r->start = mg__now();
    const double share = 0.5 + 0.5 * (double)r->iteration / (double)(r->iteration + r->level);
    MG_TRY(mg__progress_within(work->context, "running", share));
    r->senders = get_level(work, r->level, work->frame.push_arcs);
    r->receivers = get_level(work, r->level - 1, work->frame.pull_arcs);
    r->mode = choose_level_mode(work, &r->senders, &r->receivers);
    r->by_team =
        !work->ranks && r->mode == MG_MODE_PULL && mg__tuner_parallel(work, r->receivers.count + r->receivers.edges);
    r->begun = true;
    work->frame.iteration = r->iteration;
    work->has_scattered = work->sent_ahead;
    work->sent_ahead = false;
out:
    return status;
}

static mg_status end_level(mg_cpu_work *work, replay *r) {
    const double seconds = mg__now() - r->start;
    mg__tuner_learn(work, seconds);
    r->level--;
    r->begun = false;
    return mg__record(work->context, work->plan->recorder,
                      (mg_iteration){.iteration = r->iteration++,
                                     .mode = r->mode,
                                     .frontier_vertices = r->senders.count,
                                     .frontier_edges = r->senders.edges,
                                     .seconds = seconds});
}

typedef struct pull_team {
    mg_cpu_work *work;
    replay *replay;
    uint64_t *bits[2]; /* bits[side]: the senders; the other bitmap: those before, and then the next ones */
    unsigned side;
    level before; /* the senders before, whose bits are set */
    bool sends_ahead;
    bool goes_on;
    mg_status status;
    mg_team_sync sync;
} pull_team;

/* A thread's part of a level. */
typedef struct level_part {
    const mg_vertex *list;
    size_t count;
} level_part;

static level_part part_of(const level *l, size_t thread, size_t threads) {
    const size_t begin = l->count * thread / threads;
    return (level_part){.list = l->list + begin, .count = l->count * (thread + 1) / threads - begin};
}

/* Sends what the vertices of a level send in an iteration, and sets their bits. */
static void send_part(const pull_team *team, level_part part, uint32_t iteration, uint64_t *bits) {
    mg_frame frame = team->work->frame;
    frame.iteration = iteration;
    if (frame.scatter_values) {
        team->work->kernels->scatter(&frame, part.list, 0, part.count);
    }
    mg__bitmap_add_atomic(bits, part.list, part.count);
}

/* A thread's share of the current level, without its end. Receivers send for the next level as soon as they have been
 * pulled, so that a level has one barrier, at its end: no other receiver reads what they send, as levels are disjoint.
 */
static void pull_share(pull_team *team, size_t thread, size_t threads) {
    mg_cpu_work *work = team->work;
    const uint32_t iteration = team->replay->iteration;
    const level_part receivers = part_of(&team->replay->receivers, thread, threads);
    const level_part before = part_of(&team->before, thread, threads);
    uint64_t *const other = team->bits[!team->side];
    if (!work->has_scattered) {
        send_part(team, part_of(&team->replay->senders, thread, threads), iteration, team->bits[team->side]);
        mg__team_barrier(&team->sync, thread, threads);
    }
    work->kernels->pull_list(&work->frame, receivers.list, 0, receivers.count, mg__partial_totals(work, thread));
    mg__bitmap_remove_atomic(other, before.list, before.count);
    if (team->sends_ahead) {
        send_part(team, receivers, iteration + 1, other);
    }
}

/* Of the level that has begun: it has a next one, and no vertex in common with it. */
static bool sends_ahead(const mg_cpu_work *work, const replay *r) {
    return r->level > 1 && work->levels.disjoint;
}

/* On the first thread: ends the level and begins the next one if it is for the team, too. */
static void between_levels(pull_team *team) {
    mg_cpu_work *work = team->work;
    replay *r = team->replay;
    mg_status status = MG_OK;
    team->goes_on = false;
    team->before = r->senders;
    team->side = !team->side;
    work->sent_ahead = team->sends_ahead;
    MG_TRY(end_level(work, r));
    if (r->level) {
        MG_TRY(begin_level(work, r));
        team->goes_on = r->by_team;
    }
out:
    if (team->goes_on) {
        work->frame.frontier_bits = team->bits[team->side];
        team->sends_ahead = sends_ahead(work, r);
    }
    team->status = status;
}

/* Small levels by all threads in one parallel region, which they do not leave while the next one is for a team, too.
 * Afterwards the next level may have begun, and its senders have sent. */
static mg_status pull_by_team(mg_cpu_work *work, replay *r) {
    pull_team team = {.work = work,
                      .replay = r,
                      .bits = {work->receivers, work->next.bits},
                      .sends_ahead = sends_ahead(work, r),
                      .sync = mg__team_sync(work->threads)};
    const mg_status status = mg__reserve_totals(work, (size_t)work->threads);
    if (status < 0) {
        return status;
    }
    work->frame.frontier_bits = work->receivers;
    if (!r->has_cleared) {
        memset(work->next.bits, 0, mg__bitmap_words(work->frame.n) * sizeof *work->next.bits);
        r->has_cleared = true;
    }
    if (work->has_scattered) {
        mg__bitmap_add(work->receivers, r->senders.list, r->senders.count, work->threads);
    }
#pragma omp parallel num_threads(work->threads)
    {
        const size_t thread = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
        do {
            pull_share(&team, thread, threads);
            if (thread) {
                mg__team_pass(&team.sync, thread);
            } else {
                mg__team_gather(&team.sync, threads);
                between_levels(&team);
                mg__team_release(&team.sync);
            }
        } while (team.goes_on);
    }
    mg__bitmap_clear(team.bits[!team.side], team.before.list, team.before.count, work->threads);
    if (work->has_scattered && r->begun) {
        mg__bitmap_clear(team.bits[team.side], r->senders.list, r->senders.count, work->threads);
    }
    return team.status;
}

mg_status mg__run_replay(mg_cpu_work *work) {
    mg_status status = MG_OK;
    replay r = {.level = work->levels.count ? work->levels.count - 1 : 0};
    if (work->info.has_init) {
        MG_TRY(mg__run_init(work));
        mg__batch_phase(work);
    }
    for (mg_vertex k = 0; work->frame.acc && k < work->ranges.count; k++) {
        work->kernels->reset(&work->frame, work->ranges.begin[k], work->ranges.begin[k + 1]);
    }
    while (r.level) {
        if (!r.begun) {
            MG_TRY(begin_level(work, &r));
        }
        if (r.by_team) {
            MG_TRY(pull_by_team(work, &r));
        } else {
            MG_TRY(run_level(work, r.mode, &r.senders, &r.receivers));
            MG_TRY(work->ranks ? mg__rank_share_totals(work) : MG_OK);
            MG_TRY(end_level(work, &r));
        }
    }
out:
    return status;
}
