/* SPDX-License-Identifier: Apache-2.0
 *
 * panels_decoder.h: a panels layout read back from the device, and the edges that it holds, for tests.
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
    uint8_t *filled; /* the slots that chunks write */
    int32_t *weights;
} host_panels;

typedef struct decoded_edge {
    uint32_t source, target;
    int32_t weight;
} decoded_edge;

/* An array of `count` elements of `size` bytes in device memory, in the host's, to be freed; a device error fails the
 * test. */
void *copy_array(const void *array, uint64_t count, size_t size);

/* The layout with weights of a type; a device error fails the test. free_panels releases it. */
host_panels read_panels(const mg_panels_built *built, mg_type weights);
void free_panels(host_panels *h);

/* Writes the edges that the chunks hold, at most `most`, and returns how many. Each must be where the kernel looks for
 * it, with nothing but padding beside; notes in `filled` what slots chunks write. */
uint64_t decode_panels(const host_panels *h, decoded_edge *edges, uint64_t most);

/* After decode_panels: every word of rows is in a tile, all tiles are in shares, and every slot with edges is in a tile
 * of its row. */
void check_tiles(const host_panels *h);

#endif
