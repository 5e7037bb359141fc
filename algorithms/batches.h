/* SPDX-License-Identifier: Apache-2.0
 *
 * batches.h: runs a program from many sources, in batches of as many sources as lanes.
 */
#ifndef MG_ALGORITHMS_BATCHES_H
#define MG_ALGORITHMS_BATCHES_H

#include "core/engine/run.h"

typedef struct mg_batches {
    const mg_program *program; /* its P is an array of MG_LANES_MAX sources */
    const mg_vertex *sources;
    size_t count;
    mg_run_options options; /* lanes: 1 to MG_LANES_MAX */
    mg_recorder *recorder;
    /* Receives the states of a batch: n rows of `lanes` states, for sources[first] to sources[first + lanes - 1]. */
    void (*collect)(const mg_context *context, const struct mg_batches *batches, size_t first, uint32_t lanes,
                    const void *state);
    void *data;
    /* If all that `collect` does is to add the float at `summed` of a state to the vertex's double in `sums`, except at
     * the lane's own source: a device adds where its states are, and collects nothing. sums NULL: it collects. */
    size_t summed;
    double *sums;
} mg_batches;

/* Number of lanes for `count` sources: options->lanes, or if 0 the largest number that fits in memory, with `bytes` per
 * vertex and lane. */
uint32_t mg__choose_lanes(const mg_graph *graph, const mg_run_options *options, size_t count, size_t bytes);

/* Runs all batches. recorder->run is the position of the first source of a batch. */
mg_status mg__run_batches(mg_context *context, const mg_graph *graph, const mg_batches *batches);

/* Copies `count` sources to a new block of the context's memory. RANGE: one is not a vertex; then *copy is not set. */
mg_status mg__copy_sources(mg_context *context, const mg_graph *graph, const mg_vertex *sources, size_t count,
                           mg_vertex **copy);

#endif
