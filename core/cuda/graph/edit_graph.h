/* SPDX-License-Identifier: Apache-2.0
 *
 * edit_graph.h: new versions of graphs, made on the device (mg_graph_edit).
 */
#ifndef MG_CORE_CUDA_GRAPH_EDIT_GRAPH_H
#define MG_CORE_CUDA_GRAPH_EDIT_GRAPH_H

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/graph/edit_args.h"
#include "core/graph/graph_edit.h"

/* `edit_graph` of the backend. The arrays of the version are on the device; host memory gets them at the first use. */
mg_status mg__cuda_edit_graph(mg_context *context, const mg_edit_batch *batch, mg_edit_counts *counts, double *seconds,
                              mg_graph **version);

/* One direction of an edit (edit_side.c). */
typedef struct mg_edit_side {
    const mg_edit_batch *batch;
    mg_graph_edits edits; /* edges in device memory */
    bool incoming;        /* the in-edges: sources and targets are exchanged */
    bool old_wide;
    const mg_device_csr *old;
    mg_device_csr made; /* receives the arrays, also where the edit fails */
    bool wide;          /* and whether its offsets have 64 bits */
    uint64_t arcs;
    mg_edit_found found; /* with bad edges nothing is made */
} mg_edit_side;
mg_status mg__cuda_edit_side(mg_context *context, mg_cuda *cuda, mg_edit_side *side);

#endif
