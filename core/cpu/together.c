/* SPDX-License-Identifier: Apache-2.0
 *
 * together.c: small iterations by all threads, where that turns out to be faster than by one of them alone. It depends
 * on what else the machine does, since every iteration waits for the slowest thread: so both ways are tried, for a few
 * iterations now and then, and the faster one is taken.
 */
#include "core/cpu/work.h"

#include <math.h>

/* Fewer vertices and edges are not worth waking the others. */
#define LEAST 512
/* A trial has so many iterations. */
#define TRIAL 4
/* Iterations until the next one: twice as many as until the last, from the first number up to the second; after one
 * that was broken off eight times as many. */
#define FIRST_WAIT 16
#define LONGEST_WAIT 1024
/* What one thread takes so many times longer for than before is taken for a disturbance, and cut. */
#define PLAUSIBLE 4.0
/* Threads that must be woken first may take so many times as long as one alone; else there are others at work. */
#define WAKING 16.0

/* The next trial comes after `times` as many iterations as the last one. */
static void put_off(mg_together *t, uint32_t times) {
    const uint32_t longer = t->patience ? times * t->patience : FIRST_WAIT;
    t->wait = t->patience = longer < LONGEST_WAIT ? longer : LONGEST_WAIT;
}

static bool choose(mg_together *t) {
    const bool faster = t->cost[1] > 0.0 && t->cost[1] < t->cost[0];
    if (t->cost[0] <= 0.0) {
        return false;
    }
    if (t->trial > 0) {
        t->trial--;
        return t->chosen;
    }
    if (t->wait > 0) {
        t->wait--;
        return faster;
    }
    t->trial = TRIAL - 1;
    put_off(t, 2);
    return !faster;
}

/* Totals would be added up in another order with other threads. */
bool mg__goes_together(mg_work *work, uint64_t size) {
    mg_together *t = &work->together;
    if (work->threads == 1 || work->lanes > 1 || work->info.totals || size >= MG_ALONE) {
        return false;
    }
    if (work->context->try_all) {
        return work->frame.iteration % 4 >= 2;
    }
    if (size < LEAST) {
        return false;
    }
    const bool before = t->chosen;
    t->size = size;
    t->chosen = choose(t);
    t->awake = !t->chosen || before;
    return t->chosen;
}

void mg__learn_together(mg_work *work, double seconds) {
    mg_together *t = &work->together;
    if (!t->size) {
        return;
    }
    const double found = 1e9 * seconds / (double)t->size, alone = t->cost[0], together = t->cost[1];
    t->size = 0;
    if (!t->chosen) {
        t->cost[0] = alone > 0.0 ? (alone + fmin(found, PLAUSIBLE * alone)) / 2.0 : found;
        return;
    }
    if (!t->awake && found <= WAKING * alone) {
        return;
    }
    t->cost[1] = together > 0.0 ? (together + found) / 2.0 : found; /* one that waits for a core counts as it is */
    if (t->trial && found > PLAUSIBLE * alone) {
        t->trial = 0;
        put_off(t, 4);
    }
}
