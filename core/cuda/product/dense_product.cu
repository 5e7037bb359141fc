/* SPDX-License-Identifier: Apache-2.0
 *
 * dense_product.cu: products over the named semirings along panels, one column at a time: load elements in the order of
 * the panels' columns, gather the sums of pieces, store the sums of rows.
 */
#include "core/cuda/kernel/dense/row_tiles.cuh"
#include "core/cuda/product/dense_policies.cuh"

/* ---- elements and keys ---- */

/* Calls f() with a value of the element type, which is as large as B. */
template <typename B, typename F>
MG_DEVICE auto mg_with_element(const mg_product &p, F f) {
    if constexpr (sizeof(B) == 4) {
        return p.element == MG_INT32 ? f(int32_t()) : p.element == MG_UINT32 ? f(uint32_t()) : f(float());
    } else {
        return p.element == MG_INT64 ? f(int64_t()) : p.element == MG_UINT64 ? f(uint64_t()) : f(double());
    }
}

template <typename B>
struct mg_keys {
    static constexpr B greatest = ~B(0), top = B(1) << (8 * sizeof(B) - 1);
    static constexpr B infinity = B(sizeof(B) == 4 ? 0x7f800000ull : 0x7ff0000000000000ull);
    const mg_product &p;

    __device__ __forceinline__ bool is_real() const {
        return p.element == MG_FLOAT32 || p.element == MG_FLOAT64;
    }
    __device__ __forceinline__ B sign() const {
        return p.element == MG_INT32 || p.element == MG_INT64 ? top : B(0);
    }
    __device__ __forceinline__ bool is_true(B element) const {
        return (is_real() ? element & ~top : element) != 0;
    }
    /* NaN becomes infinity, as no minimum takes it. */
    __device__ __forceinline__ B key_of(B element) const {
        if (p.values == MG_VALUES_TRUTH) {
            return is_true(element) ? B(0) : greatest;
        }
        if (is_real()) {
            return (element & ~top) > infinity ? greatest : element & top ? ~element : element | top;
        }
        return element ^ sign();
    }
    __device__ __forceinline__ B element_of(B key) const {
        if (p.values == MG_VALUES_TRUTH) {
            return key ? B(0) : one();
        }
        if (is_real()) {
            return key > (infinity | top) ? infinity : key & top ? key ^ top : ~key;
        }
        return key ^ sign();
    }
    __device__ __forceinline__ B one() const {
        return mg_with_element<B>(p, [](auto type) { return __builtin_bit_cast(B, decltype(type)(1)); });
    }
    __device__ __forceinline__ B plus_one(B element) const {
        return mg_with_element<B>(p, [&](auto type) {
            typedef decltype(type) T;
            return __builtin_bit_cast(B, T(mg_plus(__builtin_bit_cast(T, element), T(1))));
        });
    }
    __device__ __forceinline__ B accumulate(B before, B element) const {
        if (p.values == MG_VALUES_TRUTH) {
            return is_true(before) || is_true(element) ? one() : B(0);
        }
        return mg_with_element<B>(p, [&](auto type) {
            typedef decltype(type) T;
            return __builtin_bit_cast(T, element) < __builtin_bit_cast(T, before) ? element : before;
        });
    }
};

/* What load and store do with elements of a policy that computes with them, */
template <typename Policy>
struct mg_plain_elements {
    typedef Policy policy;
    typedef typename Policy::bits B;

    MG_CALL B load(const mg_product &, B element) {
        return element;
    }
    MG_CALL B store(const mg_product &p, B before, B sum) {
        return p.accumulate ? Policy::accumulate(before, sum) : sum;
    }
};

/* and with those of one that computes with keys. */
template <typename T>
struct mg_key_elements {
    typedef semiring_program<MG_MIN_FIRST, T> policy;
    typedef typename policy::bits B;

    MG_CALL B load(const mg_product &p, B element) {
        return mg_keys<B>{p}.key_of(element);
    }
    MG_CALL B store(const mg_product &p, B before, B key) {
        const mg_keys<B> keys{p};
        const B sum = p.adds_one ? keys.plus_one(keys.element_of(key)) : keys.element_of(key);
        return p.accumulate ? keys.accumulate(before, sum) : sum;
    }
};

/* ---- kernels ---- */

#define LOADS 4u /* elements that a thread loads together */

/* Permutes a column of x into the order of the panels' columns. */
template <typename Elements>
__global__ void product_load(const __grid_constant__ mg_product p) {
    typedef typename Elements::B B;
    const mg_panels &panels = p.dense.panels;
    const uint32_t threads = gridDim.x * blockDim.x;
    mg_wait_dependency();
    mg_reset_panels(p.dense);
    for (uint64_t base = blockIdx.x * blockDim.x + threadIdx.x; base < panels.columns; base += LOADS * threads) {
        B value[LOADS];
#pragma unroll
        for (uint32_t i = 0; i < LOADS; i++) {
            const uint64_t c = base + i * threads;
            const uint64_t v = c < panels.columns ? __ldg(&panels.order[c]) : 0;
            value[i] = ((const B *)p.x)[v * p.k + p.column];
        }
#pragma unroll
        for (uint32_t i = 0; i < LOADS; i++) {
            if (base + i * threads < panels.columns) {
                mg_put_value<typename Elements::policy>(p.dense, (uint32_t)(base + i * threads),
                                                        Elements::load(p, value[i]));
            }
        }
    }
}

/* Weighted policies run only where there are weights. */
template <typename Policy>
__global__ void __launch_bounds__(MG_DENSE_THREADS, 1) product_gather(const __grid_constant__ mg_product p) {
    const auto begins = [] { return true; };
    if constexpr (Policy::weight_size() == 4) {
        if (p.dense.low_byte_weights) {
            mg_gather_panels<Policy, 1>(p.dense, begins);
            return;
        }
    }
    mg_gather_panels<Policy, Policy::weight_size()>(p.dense, begins);
}

/* Writes the sums of rows to y, in vertex order. */
template <typename Elements>
__global__ void __launch_bounds__(MG_ROW_THREADS, MG_SUM_BLOCKS) product_store(const __grid_constant__ mg_product p) {
    typedef typename Elements::B B;
    mg_sum_rows<typename Elements::policy>(
        p.dense, {nullptr, 0, nullptr}, [] { return true; },
        [&](uint32_t r, const mg_row_prefetched &, auto sum_of) {
            const uint32_t v = r < p.n ? __ldg(&p.dense.panels.order[r]) : 0;
            const B sum = sum_of();
            if (r < p.n && !(p.mask && (p.mask[v] != 0) == p.mask_complement)) {
                B *const y = (B *)p.y + (uint64_t)v * p.k + p.column;
                *y = Elements::store(p, p.accumulate ? *y : B(0), sum);
            }
        });
}

/* ---- which kernels ---- */

extern "C" mg_product_values mg__product_values(mg_semiring semiring, mg_type type, bool weighted) {
    const bool is_unsigned = type == MG_UINT32 || type == MG_UINT64;
    return semiring == MG_OR_AND                                                                 ? MG_VALUES_TRUTH
           : semiring == MG_MIN_FIRST || (semiring == MG_MIN_PLUS && (!weighted || is_unsigned)) ? MG_VALUES_KEYS
                                                                                                 : MG_VALUES_ELEMENTS;
}

template <typename Elements>
static mg_product_kernels load_and_store() {
    return {(const void *)product_load<Elements>, nullptr, (const void *)product_store<Elements>};
}

/* Zeros are the same in all types of a size. */
template <typename T>
static mg_product_kernels sum_kernels() {
    mg_product_kernels kernels = load_and_store<mg_plain_elements<semiring_program<MG_PLUS_FIRST, T>>>();
    if constexpr (sizeof(T) == 4) {
        kernels.load = (const void *)product_load<mg_plain_elements<semiring_program<MG_PLUS_FIRST, int32_t>>>;
    } else {
        kernels.load = (const void *)product_load<mg_plain_elements<semiring_program<MG_PLUS_FIRST, int64_t>>>;
    }
    return kernels;
}

template <typename T>
static mg_product_kernels kernels_over(mg_semiring semiring) {
    return semiring == MG_MIN_PLUS ? load_and_store<mg_plain_elements<semiring_program<MG_MIN_PLUS, T>>>()
                                   : sum_kernels<T>();
}

static mg_product_kernels kernels_of_elements(mg_semiring semiring, mg_type type) {
    switch (type) {
    case MG_INT32:
    case MG_UINT32:
        return kernels_over<int32_t>(semiring);
    case MG_INT64:
    case MG_UINT64:
        return kernels_over<int64_t>(semiring);
    case MG_FLOAT32:
        return kernels_over<float>(semiring);
    default:
        return kernels_over<double>(semiring);
    }
}

extern "C" mg_product_kernels mg__product_kernels(mg_semiring semiring, mg_type type, bool weighted) {
    const bool is_small = type == MG_INT32 || type == MG_UINT32 || type == MG_FLOAT32;
    mg_product_kernels kernels = mg__product_values(semiring, type, weighted) == MG_VALUES_ELEMENTS
                                     ? kernels_of_elements(semiring, type)
                                 : is_small ? load_and_store<mg_key_elements<uint32_t>>()
                                            : load_and_store<mg_key_elements<uint64_t>>();
    kernels.gather = mg_with_gather(semiring, type, weighted,
                                    [](auto policy) { return (const void *)product_gather<decltype(policy)>; });
    return kernels;
}
