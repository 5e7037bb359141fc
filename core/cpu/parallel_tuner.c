/* SPDX-License-Identifier: Apache-2.0
 *
 * parallel_tuner.c: small iterations by all threads, where that turns out to be faster than by one of them alone. It
 * depends on what else the machine does, since every iteration waits for the slowest thread: so both ways are tried,
 * for a few iterations now and then, and the faster one is taken.
 */
#include "core/cpu/work.h"

#include <math.h>

/* Fewer vertices and edges are not worth waking the others. */
#define MIN_PARALLEL_ITEMS 512
/* A trial has so many iterations. */
#define TRIAL_ITERATIONS 4
/* Iterations until the next one: twice as many as until the last, from the first number up to the second; after one
 * that was broken off eight times as many. */
#define MIN_TRIAL_INTERVAL 16
#define MAX_TRIAL_INTERVAL 1024
/* What one thread takes so many times longer for than before is taken for a disturbance, and cut. */
#define OUTLIER_FACTOR 4.0
/* Threads that must be woken first may take so many times as long as one alone; else there are others at work. */
#define WAKEUP_FACTOR 16.0

/* The next trial comes after `times` as many iterations as the last one. */
static void schedule_trial(mg_parallel_tuner *t, uint32_t times) {
    const uint32_t longer = t->trial_interval ? times * t->trial_interval : MIN_TRIAL_INTERVAL;
    t->until_trial = t->trial_interval = longer < MAX_TRIAL_INTERVAL ? longer : MAX_TRIAL_INTERVAL;
}

static bool choose_parallel(mg_parallel_tuner *t) {
    const bool faster = t->cost[1] > 0.0 && t->cost[1] < t->cost[0];
    if (t->cost[0] <= 0.0) {
        return false;
    }
    if (t->trial_left > 0) {
        t->trial_left--;
        return t->was_parallel;
    }
    if (t->until_trial > 0) {
        t->until_trial--;
        return faster;
    }
    t->trial_left = TRIAL_ITERATIONS - 1;
    schedule_trial(t, 2);
    return !faster;
}

/* Totals would be added up in another order with other threads. */
bool mg__tuner_parallel(mg_cpu_work *work, uint64_t size) {
    mg_parallel_tuner *t = &work->parallel_tuner;
    if (work->threads == 1 || work->lanes > 1 || work->info.totals || size >= MG_SERIAL_LIMIT) {
        return false;
    }
    if (work->context->test_all_paths) {
        return work->frame.iteration % 4 >= 2;
    }
    if (size < MIN_PARALLEL_ITEMS) {
        return false;
    }
    const bool before = t->was_parallel;
    t->timed_items = size;
    t->was_parallel = choose_parallel(t);
    t->threads_ready = !t->was_parallel || before;
    return t->was_parallel;
}

void mg__tuner_learn(mg_cpu_work *work, double seconds) {
    mg_parallel_tuner *t = &work->parallel_tuner;
    if (!t->timed_items) {
        return;
    }
    const double measured = 1e9 * seconds / (double)t->timed_items, serial_cost = t->cost[0],
                 parallel_cost = t->cost[1];
    t->timed_items = 0;
    if (!t->was_parallel) {
        t->cost[0] = serial_cost > 0.0 ? (serial_cost + fmin(measured, OUTLIER_FACTOR * serial_cost)) / 2.0 : measured;
        return;
    }
    if (!t->threads_ready && measured <= WAKEUP_FACTOR * serial_cost) {
        return;
    }
    t->cost[1] = parallel_cost > 0.0 ? (parallel_cost + measured) / 2.0
                                     : measured; /* one that waits for a core counts as it is */
    if (t->trial_left && measured > OUTLIER_FACTOR * serial_cost) {
        t->trial_left = 0;
        schedule_trial(t, 4);
    }
}
