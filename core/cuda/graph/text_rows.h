/* SPDX-License-Identifier: Apache-2.0
 *
 * text_rows.h: the rows of a graph, made on the device from a text of edges: pieces of the text are uploaded and parsed
 * in turn, the ids that occur are ranked, and edge_rows.h makes the rows.
 */
#ifndef MG_CORE_CUDA_GRAPH_TEXT_ROWS_H
#define MG_CORE_CUDA_GRAPH_TEXT_ROWS_H

#include "core/engine/backend.h"

/* text_rows of mg_backend. */
mg_status mg__cuda_text_rows(mg_context *context, const mg_text_job *job, mg_text_rows *rows);

#endif
