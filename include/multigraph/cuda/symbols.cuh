/* SPDX-License-Identifier: Apache-2.0
 *
 * cuda/symbols.cuh: the symbols through which kernels and a user's phase are linked: export.cuh defines them, the
 * linked policy calls them. MG_VALUE_SIZE is the size of the phase's value, 4 or 8. MG_QUICK: the linker only connects
 * machine code, so that calls remain calls; otherwise it optimizes the whole.
 */
#ifndef MULTIGRAPH_CUDA_SYMBOLS_CUH
#define MULTIGRAPH_CUDA_SYMBOLS_CUH

#include <multigraph/cuda/typed.cuh>

typedef mg_bits_of<MG_VALUE_SIZE>::type mg_linked_bits;

#define MG_SYMBOL extern "C" __device__

#ifdef MG_QUICK
/** What is constant in a phase. Without link-time optimization a call for each would be made for each edge. */
typedef struct mg_linked_constants {
    uint32_t properties, monoid, value_type, frontier, totals, minima, maxima, state_size, params_size, has,
        first_neighbour, neighbour_count, weight_size;
    mg_linked_bits identity, inactive;
} mg_linked_constants;
extern "C" __constant__ mg_linked_constants mg__constants;
#define MG_LINKED_CONSTANT(name) mg__constants.name
#else
#define MG_LINKED_CONSTANT(name) mg__##name()
MG_SYMBOL uint32_t mg__properties();
MG_SYMBOL uint32_t mg__monoid();
MG_SYMBOL uint32_t mg__value_type();
MG_SYMBOL uint32_t mg__frontier();
MG_SYMBOL uint32_t mg__totals();
MG_SYMBOL uint32_t mg__minima();
MG_SYMBOL uint32_t mg__maxima();
MG_SYMBOL uint32_t mg__state_size();
MG_SYMBOL uint32_t mg__params_size();
MG_SYMBOL uint32_t mg__has();
MG_SYMBOL uint32_t mg__first_neighbour();
MG_SYMBOL uint32_t mg__neighbour_count();
MG_SYMBOL mg_linked_bits mg__identity();
MG_SYMBOL mg_linked_bits mg__inactive();
MG_SYMBOL uint32_t mg__weight_size();
#endif
MG_SYMBOL bool mg__init(const mg_ctx *ctx, const void *params, void *state);
MG_SYMBOL mg_linked_bits mg__scatter(const mg_ctx *ctx, const void *params, void *state);
MG_SYMBOL mg_linked_bits mg__edge(const void *params, mg_linked_bits value, const void *weights, uint64_t edge,
                                  const void *receiver);
MG_SYMBOL mg_linked_bits mg__combine(mg_linked_bits a, mg_linked_bits b);
MG_SYMBOL bool mg__needs(const void *params, const void *state);
MG_SYMBOL bool mg__apply(const mg_ctx *ctx, const void *params, void *state, mg_linked_bits value, double *add);
MG_SYMBOL uint32_t mg__priority(const void *params, mg_linked_bits value);
MG_SYMBOL bool mg__finished(const void *params, uint32_t iteration, const double *totals);
MG_SYMBOL bool mg__vertex(const mg_ctx *ctx, const void *params, void *states, double *add);
MG_SYMBOL void mg__visit(mg_vertex owner, mg_vertex neighbour, const void *weights, uint64_t edge, const void *params,
                         void *states);
MG_SYMBOL mg_linked_bits mg__score(mg_vertex source, mg_vertex target, const void *weights, uint64_t edge,
                                   const void *params, const void *states);
MG_SYMBOL bool mg__where(const void *params, const void *state);
MG_SYMBOL uint32_t mg__label(const void *state);
MG_SYMBOL mg_linked_bits mg__triangle(const void *params, const void *own, const void *a, const void *b,
                                      uint32_t edges);

#endif
