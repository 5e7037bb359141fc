/* SPDX-License-Identifier: Apache-2.0
 *
 * exchange.h: launches of the kernels that exchange what the parts of a team found.
 */
#ifndef MG_CORE_CUDA_MULTI_EXCHANGE_H
#define MG_CORE_CUDA_MULTI_EXCHANGE_H

#include "core/cuda/multi/exchange_args.h"

#include <cuda_runtime_api.h>
#include <stdbool.h>

/* Sends the own part of the frontier, counts included, to all parts; after a step that ended with MG_LOOP_EXCHANGE,
 * else nothing. Two kernels. `sms`: multiprocessors of the device. */
cudaError_t mg__launch_send(const mg_exchange_args *arguments, uint32_t sms, cudaStream_t stream);
/* Once all parts have sent: makes the frontier of all parts that of this one, and decides how the phase goes on. */
cudaError_t mg__launch_merge(const mg_exchange_args *arguments, uint32_t sms, cudaStream_t stream);

/* After a send: lists the own active vertices. Once the lists of all are there: sets the bits and the inbox from those
 * of the others. */
cudaError_t mg__launch_list(const mg_list_args *arguments, uint32_t sms, cudaStream_t stream);
cudaError_t mg__launch_take_lists(const mg_list_args *arguments, uint32_t sms, cudaStream_t stream);

/* Sends own values and partial totals; once all have sent, stores those of the others. */
cudaError_t mg__launch_pack(const mg_value_args *arguments, uint32_t sms, cudaStream_t stream);
cudaError_t mg__launch_unpack(const mg_value_args *arguments, uint32_t sms, cudaStream_t stream);

/* place[order[i]] = where row i of a dense layout has its sent value, in values: among the columns, or `rest` + i. */
cudaError_t mg__launch_places(const uint32_t *order, uint32_t n, uint32_t columns, uint32_t rest, uint32_t *place,
                              cudaStream_t stream);
/* vertices[i] becomes place[vertices[i]]. */
cudaError_t mg__launch_look_up(const uint32_t *place, uint32_t *vertices, uint64_t count, cudaStream_t stream);
/* own[t]: has row tile t of `count` a row whose vertex is one of own_begin .. own_end - 1? `order`: vertex of each of n
 * rows. */
cudaError_t mg__launch_own_tiles(const uint32_t *order, uint32_t n, uint32_t own_begin, uint32_t own_end,
                                 const mg_row_tile *tile, uint32_t count, uint32_t *own, cudaStream_t stream);
/* Out-degree of the vertex of each row, saturated, from offsets of 4 or 8 bytes. */
cudaError_t mg__launch_degrees(const void *offsets, bool wide, const uint32_t *order, uint32_t n, uint32_t *degree,
                               cudaStream_t stream);

#endif
