/* SPDX-License-Identifier: Apache-2.0
 *
 * own.h: vertex programs as users would write them, run by test_programs.c and others. Each file has one program.
 */
#ifndef MG_TESTS_OWN_H
#define MG_TESTS_OWN_H

#include <multigraph/program.h>

/* Shortest paths as a label program with priorities, and two versions with scatter and apply. */
typedef struct own_distance {
    uint32_t distance;
} own_distance;
typedef struct own_distance_parameters {
    mg_vertex source;
    uint32_t delta;
} own_distance_parameters;
extern const mg_program own_sssp_program, own_sssp_apply_program, own_sssp_silent_program;

/* Fewest edges from any vertex whose index is a multiple of `step`, along out-, in- or both directions. */
typedef struct own_hops {
    uint32_t hops;
} own_hops;
typedef struct own_hops_parameters {
    uint32_t step;
} own_hops_parameters;
extern const mg_program own_hops_out_program, own_hops_in_program, own_hops_both_program;
/* The same along out-edges, compiled with some loops only (own_few_loops.c). */
extern const mg_program own_single_program, own_one_single_program, own_batch_program, own_no_maps_program;

/* The same along out-edges, but vertices 1, 4, 7 and so on do not send; a vertex may be active twice. */
typedef struct own_stops {
    uint32_t hops, visits;
} own_stops;
extern const mg_program own_stops_program;

/* 1 for vertices reachable from an index that is a multiple of `step`: a label program with MG_FIRST_HIT. */
typedef struct own_reach {
    uint32_t reached;
} own_reach;
extern const mg_program own_reach_program;

/* The smallest vertex of each weak component, by label propagation without priority. */
typedef struct own_spread_vertex {
    uint32_t label;
} own_spread_vertex;
typedef struct own_no_parameters {
    uint32_t unused;
} own_no_parameters;
extern const mg_program own_spread_program;

/* The number of walks of `length` edges that end in a vertex, modulo 2^64; topology-driven, ends by `finished`. */
typedef struct own_walks_vertex {
    uint64_t walks;
    uint32_t applied, in_degree;
} own_walks_vertex;
typedef struct own_walks_parameters {
    uint32_t length;
} own_walks_parameters;
extern const mg_program own_walks_program;

/* Data-driven flow: vertices with more than `limit` pending send half of it along weighted edges, until there are none;
 * `passed` sums what was pending. Then in the opposite direction from all vertices, for `most` iterations. */
typedef struct own_drain {
    uint64_t pending, passed;
} own_drain;
typedef struct own_drain_parameters {
    uint64_t limit;
    uint32_t most;
} own_drain_parameters;
extern const mg_program own_drain_program;

/* Twice the sum of the out-degrees of all in- and out-neighbours; topology-driven for two iterations, without a
 * frontier. */
typedef struct own_degrees_vertex {
    uint32_t sum, sent, applied;
} own_degrees_vertex;
extern const mg_program own_degrees_program;

/* The cheapest in-neighbour: least weight, smallest vertex on ties; a user's monoid over a struct of 8 bytes. */
typedef struct own_cheapest_vertex {
    float weight;
    mg_vertex from;
} own_cheapest_vertex;
extern const mg_program own_cheapest_program;

/* The number of paths of a breadth-first search that begin in a vertex: recorded levels, then a replay. */
typedef struct own_replay {
    uint32_t depth;
    uint64_t below;
} own_replay;
extern const mg_program own_replay_program;

/* A breadth-first search from the first and the last vertex, and its replay, whose values depend on weights, the
 * receiver's state and the iteration. */
typedef struct own_echo {
    uint32_t depth, forward, backward, replayed_at;
} own_echo;
extern const mg_program own_echo_program;

/* Programs with one source per lane: levels that end early, their replay, topology-driven sums; shortest paths. */
typedef struct own_lanes_vertex {
    uint32_t depth, share;
    uint64_t up;
    double seen, seen_up; /* the totals in ctx of the callbacks */
} own_lanes_vertex;
typedef struct own_lanes_parameters {
    mg_vertex source[MG_LANES_MAX];
    uint32_t enough;
} own_lanes_parameters;
extern const mg_program own_lanes_program, own_lanes_paths_program;

/* The minimum of v and of u / (weight + 1) over all edges between u and v: first edges within blocks of vertices, then
 * edges between blocks. */
typedef struct own_blocks {
    uint32_t least;
    uint32_t inside; /* after the edges within the block: 2 if `least` is unchanged, else 1 */
    uint16_t marks;
} own_blocks;
extern const mg_program own_blocks_program;

/* An EDGES phase over whole rows in both directions, with weights. */
typedef struct own_edges {
    uint32_t selected; /* 0: every seventh vertex */
    uint32_t sum;      /* over all edges to and from each u: 1 + 3 * weight + 1000 * (u % 13) */
} own_edges;
extern const mg_program own_edges_program;

/* VERTICES (repeated, and with totals), PROGRAM without totals, EDGES (some neighbours of some vertices; all of them,
 * with `init`) and MOST_FREQUENT. */
typedef struct own_phases {
    uint32_t label; /* 7, except for every 50th vertex */
    uint32_t mode;  /* result of MOST_FREQUENT */
    uint32_t
        smallest; /* smallest owner with label 7 that has v as its second or third out-neighbour, if total is even */
    uint32_t countdown; /* v % 5 at first; one less per round until 0 */
    uint32_t rounds;
    uint32_t total;    /* the sum of all v % 5, */
    uint32_t received; /* and of that over three iterations of a phase that has no totals itself */
    uint32_t least;    /* out-neighbour; MG_NONE: there is none */
} own_phases;
typedef struct own_phases_parameters {
    uint32_t mode;
} own_phases_parameters;
extern const mg_program own_phases_program;

/* A loop in a loop until totals are 0, and one of three rounds. */
typedef struct own_loops {
    uint32_t left;      /* v % 4 + 1 at first, one less in every outer round */
    uint32_t rounds;    /* outer ones: until all `left` are 0 */
    uint32_t received;  /* the in-degree in every outer round */
    uint32_t before;    /* 8 times the first total as each outer round found it: vertices, but not in the first one */
    uint32_t steps;     /* (v + rounds) % 3 when the inner loop begins, one less in each of its rounds */
    uint32_t inner;     /* inner rounds in all: until all `steps` are 0 */
    uint32_t inside;    /* sum of the first total as each inner round found it */
    uint32_t from_left; /* in-edges from vertices with `left` > 0, in every outer round */
    uint32_t visits;    /* three times the in-degree */
} own_loops;
typedef struct own_loops_parameters {
    uint32_t unused;
} own_loops_parameters;
extern const mg_program own_loops_program;

/* Totals that are sums, minima and maxima, of every kind of phase that has totals; rounds of loops. */
typedef struct own_extremes {
    uint32_t sum;            /* sum of v % 3 over all vertices, */
    int32_t least, greatest; /* least and greatest of v * 7 % 101 - 50, */
    uint32_t nothing;        /* 1: a minimum without a value is infinity */
    uint32_t depth;          /* edges from vertex 0 on; of the vertices of the same depth */
    uint32_t first, last;    /* the least and the greatest one */
    uint32_t received, most; /* in-edges, three times; the most that any vertex has */
    uint32_t fewest, widest; /* triangles of a vertex: the least and the greatest number */
    uint32_t outer, inner;   /* digits to the base 4: the rounds of the loops, counted from 1 */
    uint32_t rows, after;    /* the same of a phase of rows in the outer loop; 7: outside of loops the round is 0 */
    uint32_t highest;        /* of in-neighbours: the greatest one, */
    uint64_t top, owners;    /* the greatest one times 2^33, the sum of all times 2^33 */
} own_extremes;
extern const mg_program own_extremes_program;

/* Values of edges, of three types; the last round of a loop counts. */
typedef struct own_scores {
    uint32_t received; /* in-edges, a time for each of two rounds */
} own_scores;
extern const mg_program own_scores_program;

/* The most that any triangle gives: by the codes of the other corners and the edges between them. */
typedef struct own_corners {
    uint32_t code, most;
    uint32_t corners;    /* a total: vertices that have a triangle */
    uint32_t neighbours; /* 1001 times ctx->neighbours, of init and of apply */
} own_corners;
extern const mg_program own_corners_program;

/* Triangles without callbacks, with `apply` alone, and of the whole graph. */
typedef struct own_counts {
    uint32_t triangles, tenfold, members;
    uint32_t begun, all; /* of the phase that counts all: of init, and its total */
} own_counts;
extern const mg_program own_counts_program;

/* What most out-neighbours say, several times; the smallest on ties. Every fifth vertex says nothing. */
typedef struct own_majority {
    int64_t value;
    uint32_t nothing; /* iterations in which nothing arrived, */
    uint32_t sent;    /* and in which this vertex sent */
} own_majority;
typedef struct own_majority_parameters {
    uint32_t values, iterations;
} own_majority_parameters;
extern const mg_program own_majority_program;

#endif
