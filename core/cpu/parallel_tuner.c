/* SPDX-License-Identifier: Apache-2.0
 *
 * parallel_tuner.c: decides whether small iterations run serially or in parallel (online tuning). The cost of a
 * parallel iteration depends on the load of the machine, since a barrier waits for the slowest thread. Therefore short
 * trials time the alternative now and then, and the faster one is used.
 */
#include "core/cpu/work.h"

#include <math.h>

/* Iterations with fewer vertices and edges are always serial. */
#define MIN_PARALLEL_ITEMS 512
/* Iterations of a trial. */
#define TRIAL_ITERATIONS 4
/* Iterations between trials: the interval doubles after each trial, between these limits; after an aborted trial it is
 * multiplied by eight; after so many parallel iterations that were faster than serial ones it is halved. */
#define MIN_TRIAL_INTERVAL 16
#define MAX_TRIAL_INTERVAL 1024
#define STEADY_ITERATIONS 64
#define MIN_STEADY_INTERVAL 128
/* A serial time above this multiple of the mean is clamped as an outlier; a parallel one aborts the trial. */
#define OUTLIER_FACTOR 4.0
/* Tolerated slowdown of a parallel iteration that had to wake its threads: below it the measurement is ignored; beyond
 * it other processes hold the cores, and it counts. Outside of trials a slower one counts as this slow: a short delay
 * should not make all that follow serial, several in STEADY_ITERATIONS should. */
#define WAKEUP_FACTOR 16.0
/* Slowdown by which a thread has lost its core: iterations are serial until the next trial, which is put off. */
#define LOST_CORE_FACTOR 64.0

/* Multiplies the interval until the next trial. */
static void schedule_trial(mg_parallel_tuner *t, uint32_t times) {
    const uint32_t longer = t->trial_interval ? times * t->trial_interval : MIN_TRIAL_INTERVAL;
    t->until_trial = t->trial_interval = longer < MAX_TRIAL_INTERVAL ? longer : MAX_TRIAL_INTERVAL;
}

static bool choose_parallel(mg_parallel_tuner *t) {
    const bool faster = t->cost[1] > 0.0 && t->cost[1] < t->cost[0];
    if (t->cost[0] <= 0.0) {
        return false;
    }
    t->in_trial = t->trial_left > 0;
    if (t->in_trial) {
        t->trial_left--;
        return t->was_parallel;
    }
    if (t->until_trial > 0) {
        t->until_trial--;
        return faster;
    }
    t->in_trial = true;
    t->trial_left = TRIAL_ITERATIONS - 1;
    schedule_trial(t, 2);
    if (!faster) {
        t->cost[1] = 0.0; /* the trial alone decides */
    }
    return !faster;
}

/* Phases with totals stay serial: fused parallel iterations would add totals in an order that depends on the
 * threads. */
bool mg__tuner_parallel(mg_cpu_work *work, uint64_t size) {
    mg_parallel_tuner *t = &work->parallel_tuner;
    if (work->threads == 1 || work->lanes > 1 || work->info.totals || size >= MG_FUSED_LIMIT) {
        return false;
    }
    if (size >= MG_SERIAL_LIMIT) {
        return true; /* all threads would run it in any case, with more barriers */
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
    const bool lost_core = measured > LOST_CORE_FACTOR * serial_cost;
    if (t->in_trial || lost_core || !(parallel_cost > 0.0)) { /* a thread delayed without a core counts in full */
        t->cost[1] = parallel_cost > 0.0 ? (parallel_cost + measured) / 2.0 : measured;
    } else {
        t->cost[1] += (fmin(measured, WAKEUP_FACTOR * serial_cost) - parallel_cost) / STEADY_ITERATIONS;
    }
    if (!t->in_trial && t->cost[1] >= serial_cost) {
        schedule_trial(t, 2);
    }
    if (measured < serial_cost && ++t->steady == STEADY_ITERATIONS) {
        t->steady = 0;
        t->trial_interval /= t->trial_interval > MIN_STEADY_INTERVAL ? 2 : 1;
    }
    if (t->trial_left && measured > OUTLIER_FACTOR * serial_cost) {
        t->trial_left = 0;
        schedule_trial(t, 4);
    }
}
