/* SPDX-License-Identifier: Apache-2.0
 *
 * cuda/export.cuh: exports the phase MG_LINK_PHASE of a user's file to the linker. Included after the file.
 */
#include <multigraph/cuda/symbols.cuh>

typedef typed_program<MG__CUDA_JOIN(MG_LINK_PHASE, _tag)> mg_exported;

#ifdef MG_QUICK
extern "C" __constant__ mg_linked_constants mg__constants = {
    mg_exported::properties(),  mg_exported::monoid(),   mg_exported::value_type(),      mg_exported::frontier(),
    mg_exported::totals(),      mg_exported::minima(),   mg_exported::maxima(),          mg_exported::state_size(),
    mg_exported::params_size(), mg_exported::has(),      mg_exported::first_neighbour(), mg_exported::neighbour_count(),
    mg_exported::weight_size(), mg_exported::identity(), mg_exported::inactive()};
#else
MG_SYMBOL uint32_t mg__properties() {
    return mg_exported::properties();
}
MG_SYMBOL uint32_t mg__monoid() {
    return mg_exported::monoid();
}
MG_SYMBOL uint32_t mg__value_type() {
    return mg_exported::value_type();
}
MG_SYMBOL uint32_t mg__frontier() {
    return mg_exported::frontier();
}
MG_SYMBOL uint32_t mg__totals() {
    return mg_exported::totals();
}
MG_SYMBOL uint32_t mg__minima() {
    return mg_exported::minima();
}
MG_SYMBOL uint32_t mg__maxima() {
    return mg_exported::maxima();
}
MG_SYMBOL uint32_t mg__state_size() {
    return mg_exported::state_size();
}
MG_SYMBOL uint32_t mg__params_size() {
    return mg_exported::params_size();
}
MG_SYMBOL uint32_t mg__has() {
    return mg_exported::has();
}
MG_SYMBOL uint32_t mg__first_neighbour() {
    return mg_exported::first_neighbour();
}
MG_SYMBOL uint32_t mg__neighbour_count() {
    return mg_exported::neighbour_count();
}
MG_SYMBOL mg_linked_bits mg__identity() {
    return mg_exported::identity();
}
MG_SYMBOL mg_linked_bits mg__inactive() {
    return mg_exported::inactive();
}
MG_SYMBOL uint32_t mg__weight_size() {
    return mg_exported::weight_size();
}
#endif
MG_SYMBOL bool mg__init(const mg_ctx *ctx, const void *params, void *state) {
    return mg_exported::init(ctx, params, state);
}
MG_SYMBOL mg_linked_bits mg__scatter(const mg_ctx *ctx, const void *params, void *state) {
    return mg_exported::scatter(ctx, params, state);
}
MG_SYMBOL mg_linked_bits mg__edge(const void *params, mg_linked_bits value, const void *weights, uint64_t edge,
                                  const void *receiver) {
    return mg_exported::edge(params, value, weights, edge, receiver);
}
MG_SYMBOL mg_linked_bits mg__combine(mg_linked_bits a, mg_linked_bits b) {
    return mg_exported::combine(a, b);
}
MG_SYMBOL bool mg__needs(const void *params, const void *state) {
    return mg_exported::needs(params, state);
}
MG_SYMBOL bool mg__apply(const mg_ctx *ctx, const void *params, void *state, mg_linked_bits value, double *add) {
    return mg_exported::apply(ctx, params, state, value, add);
}
MG_SYMBOL uint32_t mg__priority(const void *params, mg_linked_bits value) {
    return mg_exported::priority(params, value);
}
MG_SYMBOL bool mg__finished(const void *params, uint32_t iteration, const double *totals) {
    return mg_exported::finished(params, iteration, totals);
}
MG_SYMBOL bool mg__vertex(const mg_ctx *ctx, const void *params, void *states, double *add) {
    return mg_exported::vertex(ctx, params, states, add);
}
MG_SYMBOL void mg__visit(mg_vertex owner, mg_vertex neighbour, const void *weights, uint64_t edge, const void *params,
                         void *states) {
    mg_exported::visit(owner, neighbour, weights, edge, params, states);
}
MG_SYMBOL mg_linked_bits mg__score(mg_vertex source, mg_vertex target, const void *weights, uint64_t edge,
                                   const void *params, const void *states) {
    return mg_exported::score(source, target, weights, edge, params, states);
}
MG_SYMBOL bool mg__where(const void *params, const void *state) {
    return mg_exported::where(params, state);
}
MG_SYMBOL uint32_t mg__label(const void *state) {
    return mg_exported::label(state);
}
MG_SYMBOL mg_linked_bits mg__triangle(const void *params, const void *own, const void *a, const void *b,
                                      uint32_t edges) {
    return mg_exported::triangle(params, own, a, b, edges);
}
