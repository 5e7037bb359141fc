/* SPDX-License-Identifier: Apache-2.0
 *
 * batches.h: a program from many sources: so many at a time as there are lanes.
 */
#ifndef MG_ALGORITHMS_BATCHES_H
#define MG_ALGORITHMS_BATCHES_H

#include "core/engine/run.h"

typedef struct mg_batches {
    const mg_program *program; /* its parameters are an array of MG_LANES_MAX sources */
    const mg_vertex *sources;
    size_t count;
    mg_run_options options; /* lanes: as chosen */
    mg_recorder *recorder;
    /* Gets what a batch computed: n rows of `lanes` states, those of sources[first] and the ones behind it. */
    void (*collect)(const mg_context *context, const struct mg_batches *batches, size_t first, uint32_t lanes,
                    const void *state);
    void *data;
} mg_batches;

/* How many of `count` sources to run at once: as many as options->lanes says; 0: as is fast and memory allows, where a
 * lane takes so many bytes of each vertex. */
uint32_t mg__choose_lanes(const mg_graph *graph, const mg_run_options *options, size_t count, size_t bytes);

/* Runs all sources, batch by batch. The recorder's `run` is the position of a batch's first source. */
mg_status mg__run_batches(mg_context *context, const mg_graph *graph, const mg_batches *batches);

/* Copies `count` sources into a new block. RANGE where one is not there; nothing is left allocated then. */
mg_status mg__copy_sources(mg_context *context, const mg_graph *graph, const mg_vertex *sources, size_t count,
                           mg_vertex **copy);

#endif
