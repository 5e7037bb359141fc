/* SPDX-License-Identifier: Apache-2.0
 *
 * cuda/typed.cuh: the callbacks of one phase as the kernels call them. Values travel as bit patterns, states and
 * weights by address, so that a kernel depends only on the size of a value. Everything folds into direct, inlined code,
 * because the phase is a constant. Compiled by nvcc for built-in programs and by NVRTC for a user's file.
 */
#ifndef MULTIGRAPH_CUDA_TYPED_CUH
#define MULTIGRAPH_CUDA_TYPED_CUH

#include <multigraph/program.h>

#define MG_CALL static __device__ __forceinline__

/** Which callbacks a phase has. */
enum {
    MG_HAS_SCATTER = 1,
    MG_HAS_EDGE = 2,
    MG_HAS_NEEDS = 4,
    MG_HAS_APPLY = 8,
    MG_HAS_PRIORITY = 16,
    MG_HAS_FINISHED = 32,
    MG_HAS_WHERE = 64,
    MG_HAS_INIT = 128,
    MG_HAS_RECORD = 256, /* the phase's levels are recorded */
    MG_HAS_EDGE_AT = 512,
    MG_HAS_SCORE = 1024,
    MG_HAS_TRIANGLE = 2048
};

template <typename T>
struct mg_type_of {
    static constexpr uint32_t value = MG_OTHER;
};
template <>
struct mg_type_of<int32_t> {
    static constexpr uint32_t value = MG_INT32;
};
template <>
struct mg_type_of<uint32_t> {
    static constexpr uint32_t value = MG_UINT32;
};
template <>
struct mg_type_of<int64_t> {
    static constexpr uint32_t value = MG_INT64;
};
template <>
struct mg_type_of<uint64_t> {
    static constexpr uint32_t value = MG_UINT64;
};
template <>
struct mg_type_of<float> {
    static constexpr uint32_t value = MG_FLOAT32;
};
template <>
struct mg_type_of<double> {
    static constexpr uint32_t value = MG_FLOAT64;
};

template <int size>
struct mg_bits_of;
template <>
struct mg_bits_of<4> {
    typedef uint32_t type;
};
template <>
struct mg_bits_of<8> {
    typedef unsigned long long type;
};

/** The weight of an edge of a graph without weights. */
template <typename W>
struct mg_unit_weight {
    MG_CALL W value() {
        return (W)1;
    }
};
template <>
struct mg_unit_weight<mg_none> {
    MG_CALL mg_none value() {
        return mg_none{0};
    }
};

template <typename Tag>
struct typed_program {
    typedef typename Tag::state S;
    typedef typename Tag::params P;
    typedef typename Tag::value V;
    typedef typename Tag::weight W;
    static_assert(sizeof(V) == 4 || sizeof(V) == 8, "the value must have 4 or 8 bytes");
    typedef typename mg_bits_of<sizeof(V)>::type bits;

    MG_CALL constexpr bits to_bits(V value) {
        return __builtin_bit_cast(bits, value);
    }
    MG_CALL V from_bits(bits value) {
        return __builtin_bit_cast(V, value);
    }
    MG_CALL W weight(const void *weights, uint64_t edge) {
        return weights && mg_type_of<W>::value != MG_OTHER ? ((const W *)weights)[edge] : mg_unit_weight<W>::value();
    }

    static __host__ __device__ constexpr mg_kind kind() {
        return Tag::kind;
    }
    static __host__ __device__ constexpr bool is_ordered_label() {
        return Tag::is_ordered_label;
    }
    static __host__ __device__ constexpr bool has_depths() {
        return Tag::has_depths;
    }
    static __host__ __device__ constexpr bool is_within_blocks() {
        return Tag::is_within_blocks;
    }
    static __host__ __device__ constexpr bool gathers_groups() {
        return Tag::gathers_groups;
    }
    static __host__ __device__ constexpr bool is_all_active() {
        return Tag::is_all_active;
    }
    static __host__ __device__ constexpr bool is_row_wise() {
        return Tag::is_row_wise;
    }
    MG_CALL constexpr uint32_t properties() {
        return Tag::spec().properties;
    }
    MG_CALL constexpr uint32_t monoid() {
        return (uint32_t)Tag::spec().monoid;
    }
    MG_CALL constexpr uint32_t value_type() {
        return mg_type_of<V>::value;
    }
    MG_CALL constexpr uint32_t frontier() {
        return (uint32_t)Tag::spec().frontier;
    }
    MG_CALL constexpr uint32_t totals() {
        return Tag::spec().totals + Tag::spec().minima + Tag::spec().maxima;
    }
    MG_CALL constexpr uint32_t minima() {
        return Tag::spec().minima;
    }
    MG_CALL constexpr uint32_t maxima() {
        return Tag::spec().maxima;
    }
    MG_CALL constexpr uint32_t state_size() {
        return sizeof(S);
    }
    MG_CALL constexpr uint32_t params_size() {
        return sizeof(P);
    }
    MG_CALL constexpr bits identity() {
        return to_bits(Tag::spec().identity);
    }
    MG_CALL constexpr bits inactive() {
        return to_bits(Tag::spec().inactive);
    }
    /* Bytes of a weight, 0 for phases that read none. */
    MG_CALL constexpr uint32_t weight_size() {
        return mg_type_of<W>::value != MG_OTHER ? sizeof(W) : 0;
    }
    MG_CALL constexpr uint32_t has() {
        return (Tag::spec().scatter ? MG_HAS_SCATTER : 0) |
               (Tag::spec().edge || Tag::spec().edge_at ? MG_HAS_EDGE : 0) | (Tag::spec().needs ? MG_HAS_NEEDS : 0) |
               (Tag::spec().apply ? MG_HAS_APPLY : 0) | (Tag::spec().priority ? MG_HAS_PRIORITY : 0) |
               (Tag::spec().finished ? MG_HAS_FINISHED : 0) | (Tag::spec().where ? MG_HAS_WHERE : 0) |
               (Tag::spec().init ? MG_HAS_INIT : 0) | (Tag::spec().record ? MG_HAS_RECORD : 0) |
               (Tag::spec().edge_at ? MG_HAS_EDGE_AT : 0) | (Tag::spec().score ? MG_HAS_SCORE : 0) |
               (Tag::spec().triangle ? MG_HAS_TRIANGLE : 0);
    }
    MG_CALL constexpr uint32_t first_neighbour() {
        return Tag::spec().first_neighbour;
    }
    MG_CALL constexpr uint32_t neighbour_count() {
        return Tag::spec().neighbour_count;
    }

    MG_CALL bool init(const mg_ctx *ctx, const void *params, void *state) {
        if constexpr (Tag::spec().init != nullptr) {
            return Tag::spec().init(ctx, (const P *)params, (S *)state);
        } else {
            return false;
        }
    }
    MG_CALL bits scatter(const mg_ctx *ctx, const void *params, void *state) {
        if constexpr (Tag::spec().scatter != nullptr) {
            return to_bits(Tag::spec().scatter(ctx, (const P *)params, (S *)state));
        } else {
            return identity();
        }
    }
    MG_CALL bits edge(const void *params, bits value, const void *weights, uint64_t edge, const void *receiver) {
        if constexpr (Tag::spec().edge_at != nullptr) {
            return to_bits(
                Tag::spec().edge_at((const P *)params, from_bits(value), weight(weights, edge), (const S *)receiver));
        } else if constexpr (Tag::spec().edge != nullptr) {
            return to_bits(Tag::spec().edge(from_bits(value), weight(weights, edge)));
        } else {
            return value;
        }
    }
    MG_CALL bits combine(bits a, bits b) {
        if constexpr (Tag::spec().combine != nullptr) {
            return to_bits(Tag::spec().combine(from_bits(a), from_bits(b)));
        } else {
            return a;
        }
    }
    MG_CALL bool needs(const void *params, const void *state) {
        if constexpr (Tag::spec().needs != nullptr) {
            return Tag::spec().needs((const P *)params, (const S *)state);
        } else {
            return true;
        }
    }
    MG_CALL bool apply(const mg_ctx *ctx, const void *params, void *state, bits value, double *add) {
        if constexpr (Tag::spec().apply != nullptr) {
            return Tag::spec().apply(ctx, (const P *)params, (S *)state, from_bits(value), add);
        } else {
            return false;
        }
    }
    MG_CALL uint32_t priority(const void *params, bits value) {
        if constexpr (Tag::spec().priority != nullptr) {
            return Tag::spec().priority((const P *)params, from_bits(value));
        } else {
            return 0;
        }
    }
    MG_CALL bool finished(const void *params, uint32_t iteration, const double *sums) {
        if constexpr (Tag::spec().finished != nullptr) {
            return Tag::spec().finished((const P *)params, iteration, sums);
        } else {
            return false;
        }
    }
    MG_CALL bool vertex(const mg_ctx *ctx, const void *params, void *states, double *add) {
        if constexpr (Tag::spec().vertex != nullptr) {
            return Tag::spec().vertex(ctx, (const P *)params, (S *)states, add);
        } else {
            return false;
        }
    }
    MG_CALL void visit(mg_vertex owner, mg_vertex neighbour, const void *weights, uint64_t edge, const void *params,
                       void *states) {
        if constexpr (Tag::spec().visit != nullptr) {
            Tag::spec().visit(owner, neighbour, weight(weights, edge), (const P *)params, (S *)states);
        }
    }
    MG_CALL bits score(mg_vertex source, mg_vertex target, const void *weights, uint64_t edge, const void *params,
                       const void *states) {
        if constexpr (Tag::spec().score != nullptr) {
            return to_bits(
                Tag::spec().score(source, target, weight(weights, edge), (const P *)params, (const S *)states));
        } else {
            return identity();
        }
    }
    MG_CALL bool where(const void *params, const void *state) {
        if constexpr (Tag::spec().where != nullptr) {
            return Tag::spec().where((const P *)params, (const S *)state);
        } else {
            return true;
        }
    }
    MG_CALL bits triangle(const void *params, const void *own, const void *a, const void *b, uint32_t edges) {
        if constexpr (Tag::spec().triangle != nullptr) {
            return to_bits(Tag::spec().triangle((const P *)params, (const S *)own, (const S *)a, (const S *)b, edges));
        } else {
            return 1; /* each triangle counts one */
        }
    }
    MG_CALL uint32_t label(const void *state) {
        if constexpr (Tag::spec().label != nullptr) {
            return Tag::spec().label((const S *)state);
        } else {
            return 0;
        }
    }
};

#endif
