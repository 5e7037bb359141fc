/* SPDX-License-Identifier: Apache-2.0
 *
 * edge_doubts.h: warnings about edge lists that probably mean something else than their edges say.
 */
#ifndef MG_IO_EDGE_DOUBTS_H
#define MG_IO_EDGE_DOUBTS_H

#include "io/edge_text.h"

/* What is known of the edges besides the buffer. */
typedef struct mg_doubts {
    uint64_t line;    /* of the first edge */
    uint32_t columns; /* of the first edge */
    bool weights;     /* the third column is read */
    bool konect;      /* a header of KONECT says what the columns are */
} mg_doubts;

/* Warns if the first line holds counts, the third column times, or if lines have different numbers of columns. To be
 * called before the types of weights are chosen. */
void mg__warn_of_doubts(mg_context *context, const mg_input *input, const mg_doubts *doubts,
                        const mg_edge_buffer *buffer);

#endif
