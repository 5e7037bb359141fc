/* SPDX-License-Identifier: Apache-2.0
 *
 * linked.cuh: a policy whose callbacks and properties are symbols of another module (cuda/export.cuh). After link-time
 * optimization the properties are constants and the callbacks are inlined, as in a typed program. In quick kernels
 * (MG_QUICK: linked as machine code) properties are read from constant memory and callbacks are called.
 */
#ifndef MG_CORE_CUDA_KERNEL_COMMON_LINKED_CUH
#define MG_CORE_CUDA_KERNEL_COMMON_LINKED_CUH

#include <multigraph/cuda/symbols.cuh>

struct linked_program {
    typedef mg_linked_bits bits;

    MG_CALL uint32_t properties() {
        return MG_LINKED_CONSTANT(properties);
    }
    MG_CALL uint32_t monoid() {
        return MG_LINKED_CONSTANT(monoid);
    }
    MG_CALL uint32_t value_type() {
        return MG_LINKED_CONSTANT(value_type);
    }
    MG_CALL uint32_t frontier() {
        return MG_LINKED_CONSTANT(frontier);
    }
    MG_CALL uint32_t totals() {
        return MG_LINKED_CONSTANT(totals);
    }
    MG_CALL uint32_t minima() {
        return MG_LINKED_CONSTANT(minima);
    }
    MG_CALL uint32_t maxima() {
        return MG_LINKED_CONSTANT(maxima);
    }
    MG_CALL uint32_t state_size() {
        return MG_LINKED_CONSTANT(state_size);
    }
    MG_CALL uint32_t params_size() {
        return MG_LINKED_CONSTANT(params_size);
    }
    MG_CALL uint32_t has() {
        return MG_LINKED_CONSTANT(has);
    }
    MG_CALL uint32_t first_neighbour() {
        return MG_LINKED_CONSTANT(first_neighbour);
    }
    MG_CALL uint32_t neighbour_count() {
        return MG_LINKED_CONSTANT(neighbour_count);
    }
    MG_CALL bits identity() {
        return MG_LINKED_CONSTANT(identity);
    }
    MG_CALL bits inactive() {
        return MG_LINKED_CONSTANT(inactive);
    }
    MG_CALL uint32_t weight_size() {
        return MG_LINKED_CONSTANT(weight_size);
    }
    MG_CALL bool init(const mg_ctx *ctx, const void *params, void *state) {
        return mg__init(ctx, params, state);
    }
    MG_CALL bits scatter(const mg_ctx *ctx, const void *params, void *state) {
        return mg__scatter(ctx, params, state);
    }
    MG_CALL bits edge(const void *params, bits value, const void *weights, uint64_t edge, const void *receiver) {
        return mg__edge(params, value, weights, edge, receiver);
    }
    MG_CALL bits combine(bits a, bits b) {
        return mg__combine(a, b);
    }
    MG_CALL bool needs(const void *params, const void *state) {
        return mg__needs(params, state);
    }
    MG_CALL bool apply(const mg_ctx *ctx, const void *params, void *state, bits value, double *add) {
        return mg__apply(ctx, params, state, value, add);
    }
    MG_CALL uint32_t priority(const void *params, bits value) {
        return mg__priority(params, value);
    }
    MG_CALL bool finished(const void *params, uint32_t iteration, const double *sums) {
        return mg__finished(params, iteration, sums);
    }
    MG_CALL bool vertex(const mg_ctx *ctx, const void *params, void *states, double *add) {
        return mg__vertex(ctx, params, states, add);
    }
    MG_CALL void visit(mg_vertex owner, mg_vertex neighbour, const void *weights, uint64_t edge, const void *params,
                       void *states) {
        mg__visit(owner, neighbour, weights, edge, params, states);
    }
    MG_CALL bits score(mg_vertex source, mg_vertex target, const void *weights, uint64_t edge, const void *params,
                       const void *states) {
        return mg__score(source, target, weights, edge, params, states);
    }
    MG_CALL bool where(const void *params, const void *state) {
        return mg__where(params, state);
    }
    MG_CALL bits triangle(const void *params, const void *own, const void *a, const void *b, uint32_t edges) {
        return mg__triangle(params, own, a, b, edges);
    }
    MG_CALL uint32_t label(const void *state) {
        return mg__label(state);
    }
};

#endif
