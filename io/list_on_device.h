/* SPDX-License-Identifier: Apache-2.0
 *
 * list_on_device.h: large edge lists that the context's device parses.
 */
#ifndef MG_IO_LIST_ON_DEVICE_H
#define MG_IO_LIST_ON_DEVICE_H

#include "io/edge_comments.h"

/* Makes buffer->made of lines of two ids, all that follow in the input, if the context has a device that does, the file
 * is large enough and the options want neither random weights nor an order. Else, and for a text that is in any way
 * unusual, nothing changes. Fails only where the caller cancels. */
mg_status mg__list_on_device(mg_context *context, const mg_input *input, const mg_graph_options *options,
                             const mg_edge_comments *comments, bool commas, mg_edge_buffer *buffer);

#endif
