/* SPDX-License-Identifier: Apache-2.0
 *
 * team_shares.h: the frontier of a team as the lists of its threads. A thread takes pieces of its own list first: it
 * has reached these vertices itself, so they are in its cache. Then it takes what others have left. Nobody joins the
 * lists between two iterations.
 */
#ifndef MG_CORE_CPU_TEAM_SHARES_H
#define MG_CORE_CPU_TEAM_SHARES_H

#include "core/cpu/work.h"

/* What a thread has of a frontier. */
typedef struct mg_share_list {
    const mg_vertex *list;
    size_t count;
    size_t taken; /* vertices of all pieces that were taken */
} mg_share_list;

typedef struct mg_team_share {
    mg_share_list lists[2]; /* of this iteration and of the next one, alternately */
    mg_sink reached;        /* memory and edges of the latter */
    size_t capacity;        /* of `reached` */
    size_t begin;           /* of the list, if all were joined */
    mg_first_hits hits;
    char apart[64]; /* from the next thread's */
} mg_team_share;

typedef struct mg_team_shares {
    mg_cpu_work *work;
    mg_team_share *share; /* by thread */
    unsigned now;         /* lists[now]: of this iteration */
    size_t piece;         /* vertices that are taken at a time, at most */
    bool steals;          /* threads take what others have left */
    bool even;
} mg_team_shares;

/* Where a thread looks for its next piece. */
typedef struct mg_piece_cursor {
    size_t thread, threads;
    size_t searched; /* threads that have nothing left */
} mg_piece_cursor;

typedef struct mg_team_piece {
    const mg_vertex *list;
    size_t count;
} mg_team_piece;

/* For the current frontier. The memory is that of the work. */
mg_status mg__shares_begin(mg_cpu_work *work, mg_team_shares *shares);
void mg__shares_destroy(mg_cpu_work *work);
/* A thread of the team takes its part of the current frontier, a list. */
void mg__shares_deal(mg_team_shares *shares, size_t thread, size_t threads);
/* A thread takes a piece; false: none is left. */
bool mg__shares_take(mg_team_shares *shares, mg_piece_cursor *cursor, mg_team_piece *piece);
/* What a thread has in its sink, of which `sink` is the newest state, is its list of the next iteration. */
void mg__shares_reached(mg_team_shares *shares, size_t thread, mg_sink sink);
/* On the first thread, while others wait: counts the next frontier; it becomes the current one. */
void mg__shares_next(mg_team_shares *shares);
/* Is the current frontier one that threads can process without taking from each other, or large enough to do so? */
bool mg__shares_are_even(const mg_team_shares *shares);
/* Likewise: joins the lists of the current frontier. */
void mg__shares_join(mg_team_shares *shares, mg_frontier *frontier);

#endif
