/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_decoder.h: reads a panels layout back from the device and decodes its edges, for tests.
 */
#ifndef MG_TESTS_GPU_PANELS_DECODER_H
#define MG_TESTS_GPU_PANELS_DECODER_H

#include "core/cuda/layout/panels/panels.h"

/* The arrays of a layout in host memory. */
typedef struct host_panels {
    mg_panels p;
    uint64_t slot_count;
    uint32_t *order, *out_degree, *panel_chunk, *rows, *line_begin, *lines, *share_tile;
    mg_panel_chunk *chunk;
    mg_slot_run *run;
    mg_row_tile *tile;
    uint32_t tiles, value_size;
    uint16_t *ids;
    uint8_t *filled; /* marks the slots that chunks write */
    int32_t *weights;
} host_panels;

typedef struct decoded_edge {
    uint32_t source, target;
    int32_t weight;
} decoded_edge;

/* Copies an array of `count` elements of `size` bytes from device to host memory; the caller frees it. A device error
 * fails the test. */
void *copy_array(const void *array, uint64_t count, size_t size);

/* Copies the layout with weights of a type; free_panels releases it. A device error fails the test. */
host_panels read_panels(const mg_panels_built *built, mg_type weights);
void free_panels(host_panels *h);

/* Decodes at most `most` edges of the chunks and returns their number. All other entries must be padding. Sets `filled`
 * for the slots that chunks write. */
uint64_t decode_panels(const host_panels *h, decoded_edge *edges, uint64_t most);

/* Call after decode_panels. Checks that every word of rows is in a tile, every tile in a share, and every filled slot
 * in a tile of its row. */
void check_tiles(const host_panels *h);

#endif
