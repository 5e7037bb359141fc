/* SPDX-License-Identifier: Apache-2.0
 *
 * exchange_args.h: what the devices of a team exchange after each step of a phase, and the arguments of the kernels
 * that do it. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_MULTI_EXCHANGE_ARGS_H
#define MG_CORE_CUDA_MULTI_EXCHANGE_ARGS_H

#include "core/cuda/kernel/dense/dense_args.h"

#define MG_TEAM_MAX 16 /* as MG_DEVICES_MAX */

/* What a part found in a step. */
typedef struct mg_part_counts {
    uint64_t vertices, edges;    /* of its part of the frontier; edges: those that lead to its own vertices */
    uint32_t far_count, far_min; /* near-far: vertices in its far list, and their least bucket */
    uint64_t active;             /* topology-driven phases: thread blocks that found an active vertex */
    double totals[MG_LOOP_TOTALS];
} mg_part_counts;

/* How the senders of the next iteration reach the other parts. */
typedef enum mg_part_sends {
    MG_SEND_BITS,   /* their bits: the value sent is their index */
    MG_SEND_LABELS, /* also their labels, to the receiver's states at once: labels only improve */
    MG_SEND_STATES  /* also their states, to an inbox: the receiver may still read the states before */
} mg_part_sends;

/* The exchange of a frontier. Arrays by part: those of that part's device. */
typedef struct mg_exchange_args {
    mg_loop_args loop;
    uint32_t parts, part;
    uint32_t sends; /* mg_part_sends */
    uint32_t bytes; /* of the state or label that is sent with a bit */
    uint32_t state_size;
    uint32_t direct;           /* kernels write to the memory of the other devices; else the host copies */
    uint32_t label, first_hit; /* of the phase: */
    uint32_t has_needs, has_windows;
    uint32_t round, padding;             /* number of exchanges before this one */
    uint32_t *bits[MG_TEAM_MAX];         /* frontier of all parts; all 0 outside of an exchange */
    mg_part_counts *counts[MG_TEAM_MAX]; /* by part */
    char *inbox[MG_TEAM_MAX];            /* MG_SEND_STATES: n states */
    char *state[MG_TEAM_MAX];
    unsigned long long *bytes_sent; /* of this part, to all others */
    uint32_t *blocks_done;          /* 0 between launches */
    uint64_t *host_progress;        /* pinned: exchanges so far in the upper half, outcome in the lower */
} mg_exchange_args;

/* The active vertices of a part that is a rank, with their states, in place of bits and all states where they are few.
 */
typedef struct mg_list_args {
    mg_exchange_args exchange;
    uint32_t *count;    /* of the own active vertices, of which `most` have a place in: */
    uint32_t *vertices; /* own, or those of all parts, */
    char *states;       /* and their states */
    uint32_t most;
    uint32_t total, own_from, own_to; /* of those of all parts: their number, and which are the own ones */
} mg_list_args;

#define MG_NO_PLACE 0xffffffffu

/* The exchange of sent values of a topology-driven phase, which values are read in panels. A part sends what it owns
 * and others read, packed in the order in which the receiver stores it. Numbers of values are multiples of four; those
 * that fill up go to MG_NO_PLACE. */
typedef struct mg_value_args {
    mg_dense_args dense;
    uint32_t parts, part, value_size;
    uint32_t with_totals; /* also what the last update added to the totals; dense.iterations_done: of that update */
    uint64_t sent_count[MG_TEAM_MAX];        /* values for each part, */
    const uint32_t *sent_place[MG_TEAM_MAX]; /* where they lie in x here, */
    char *inbox[MG_TEAM_MAX];                /* and where they go on that device; own: what arrives here */
    uint64_t received_count;
    const uint32_t *received_place;      /* where each value of the own inbox goes in x */
    mg_part_counts *counts[MG_TEAM_MAX]; /* by part */
} mg_value_args;

#endif
