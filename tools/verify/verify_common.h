/* SPDX-License-Identifier: Apache-2.0
 *
 * verify_common.h: common functions of the verifiers.
 */
#ifndef MG_TOOLS_VERIFY_COMMON_H
#define MG_TOOLS_VERIFY_COMMON_H

#include "tools/verify/verify.h"

/* Buffer for the reason. */
typedef struct mgt_reason {
    char *text;
    size_t size;
} mgt_reason;

/* Formats the reason into the buffer and returns false. */
bool mgt_refuse(mgt_reason why, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The data of a column of this type with one element per vertex of the graph; else NULL with the reason in `why`. */
const void *mgt_column(const mg_graph *graph, const mg_result *result, const char *name, mg_type type, mgt_reason why);

/* Zeroed memory for count elements; NULL with the reason in `why` if there is none. */
void *mgt_memory(uint64_t count, size_t size, mgt_reason why);

/* True if there is an arc from u to v. */
bool mgt_has_arc(mg_adjacency out, mg_vertex u, mg_vertex v);

/* The id of v as in the file, for messages. */
unsigned long long mgt_id(const mg_graph *graph, mg_vertex v);

#endif
