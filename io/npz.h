/* SPDX-License-Identifier: Apache-2.0
 *
 * npz.h: archives of NumPy arrays.
 */
#ifndef MG_IO_NPZ_H
#define MG_IO_NPZ_H

#include "io/npy.h"
#include "io/reader.h"

/* Is this the beginning of a zip archive whose first member is an array? */
bool mg__is_npz(const unsigned char *bytes, size_t size);

/* Reads an array of edges in memory. */
mg_status mg__read_npy_edges(mg_context *context, const mg_input *input, const unsigned char *bytes, uint64_t size,
                             const mg_graph_options *options, mg_edge_buffer *buffer);

#endif
