/* SPDX-License-Identifier: Apache-2.0
 *
 * add_rows.cu: the sum of two matrices in CSR whose rows are short, row by row: neither the rows of nonzeros nor places
 * are stored. Thread-to-work mapping: LANES lanes of a warp take a row of both. Shared memory: none.
 */
#include "core/cuda/product/add/add_arithmetic.cuh"

/* The lanes that take a row. */
template <uint32_t LANES>
struct add_lanes {
    uint32_t lane, shift, members;
    uint64_t row;

    __device__ __forceinline__ add_lanes()
        : lane(threadIdx.x % LANES), shift(threadIdx.x % 32 / LANES * LANES),
          members((LANES == 32 ? 0xffffffffu : (1u << LANES % 32) - 1u) << shift),
          row((uint64_t)blockIdx.x * (BUILD_THREADS / LANES) + threadIdx.x / LANES) {
    }
    /* The lanes with a flag, as bits. */
    __device__ __forceinline__ uint32_t with(bool flag) const {
        return (__ballot_sync(members, flag) & members) >> shift;
    }
};

/* A row of a summand. */
struct add_row {
    uint64_t begin;
    const uint32_t *columns;
    uint32_t count;

    __device__ __forceinline__ add_row(const mg_add_part &p, uint64_t row)
        : begin(p.offsets[row]), columns(p.columns + begin), count((uint32_t)(p.offsets[row + 1] - begin)) {
    }
    __device__ __forceinline__ bool is_long() const {
        return count > MG_ADD_SHORT;
    }
    /* The place of the first nonzero that is not before a column. The search goes outwards from `near`: in neighbouring
     * rows of meshes that is close. */
    __device__ __forceinline__ uint32_t place(uint32_t column, uint32_t near) const {
        uint32_t low = near < count ? near : count, high = low;
        for (uint32_t step = 1; high < count && columns[high] < column; step *= 2) {
            low = high + 1;
            high = low + step < count ? low + step : count;
        }
        for (uint32_t step = 1; low && columns[low - 1] >= column; step *= 2) {
            high = low - 1;
            low = high > step ? high - step : 0;
        }
        while (low < high) {
            const uint32_t middle = (low + high) / 2;
            if (columns[middle] < column) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
    __device__ __forceinline__ bool has(uint32_t place, uint32_t column) const {
        return place < count && columns[place] == column;
    }
    __device__ __forceinline__ bool descends_at(uint32_t i) const {
        return i + 1 < count && columns[i + 1] <= columns[i];
    }
};

template <uint32_t LANES>
static __global__ void __launch_bounds__(BUILD_THREADS) count_rows_kernel(const __grid_constant__ mg_add_sum s) {
    const add_lanes<LANES> g;
    if (g.row >= s.rows) {
        if (g.row == s.rows) {
            s.offsets[g.row] = 0;
        }
        return;
    }
    const add_row a(s.parts[0], g.row), b(s.parts[1], g.row);
    if (a.is_long() || b.is_long()) {
        s.findings->has_long = 1;
        return;
    }
    uint32_t matched = 0;
    bool descends = false;
    for (uint32_t first = 0; first < a.count; first += LANES) {
        const uint32_t i = first + g.lane;
        const bool matches = i < a.count && b.has(b.place(a.columns[i], i), a.columns[i]);
        matched += __popc(g.with(matches));
        descends |= a.descends_at(i);
    }
    for (uint32_t i = g.lane; i < b.count; i += LANES) {
        descends |= b.descends_at(i);
    }
    if (descends) {
        s.findings->descends = 1;
    }
    if (g.lane == 0) {
        s.offsets[g.row] = a.count + b.count - matched;
    }
}

/* Thread-to-work mapping: one thread. */
static __global__ void total_kernel(mg_add_sum s) {
    if (threadIdx.x == 0) {
        s.findings->nonzeros = s.offsets[s.rows];
    }
}

/* Calls put(nonzero, its place in the other row, whether that has its column, its place in the sum's row). */
template <uint32_t LANES, typename Put>
static __device__ __forceinline__ void visit(const add_lanes<LANES> &g, const add_row &own, const add_row &other,
                                             const Put &put) {
    uint32_t matched = 0;
    for (uint32_t first = 0; first < own.count; first += LANES) {
        const uint32_t i = first + g.lane;
        const bool exists = i < own.count;
        const uint32_t place = exists ? other.place(own.columns[i], i) : 0;
        const bool matches = exists && other.has(place, own.columns[i]);
        const uint32_t with = g.with(matches), before = matched + __popc(with & ((1u << g.lane) - 1u));
        if (exists) {
            put(i, place, matches, i + place - before);
        }
        matched += __popc(with);
    }
}

template <typename T, uint32_t LANES>
static __global__ void __launch_bounds__(BUILD_THREADS) fill_rows_kernel(const __grid_constant__ mg_add_sum s) {
    typedef add_arithmetic<T> arithmetic;
    typedef typename arithmetic::term term;
    const add_lanes<LANES> g;
    if (g.row >= s.rows) {
        return;
    }
    const add_row a(s.parts[0], g.row), b(s.parts[1], g.row);
    const uint64_t to = s.offsets[g.row];
    visit(g, a, b, [&](uint32_t i, uint32_t place, bool matches, uint32_t at) {
        term sum = arithmetic::add(term(0), arithmetic::one_term(s.parts[0], a.begin + i));
        if (matches) {
            sum = arithmetic::add(sum, arithmetic::one_term(s.parts[1], b.begin + place));
        }
        put<T>(s, to + at, a.columns[i], sum);
    });
    visit(g, b, a, [&](uint32_t i, uint32_t, bool matches, uint32_t at) {
        if (!matches) {
            put<T>(s, to + at, b.columns[i], arithmetic::add(term(0), arithmetic::one_term(s.parts[1], b.begin + i)));
        }
    });
}

/* Four lanes, or 16 for rows of 12 nonzeros and more on average. */
static bool has_few(const mg_add_sum &s) {
    return s.parts[0].count + s.parts[1].count < 24 * s.rows;
}

/* One kernel over all rows and the end of the last one. */
static cudaError_t start(void (*kernel)(mg_add_sum), uint32_t lanes, const mg_add_sum &s, void *temporary,
                         size_t *bytes, cudaStream_t stream) {
    if (temporary) {
        kernel<<<(uint32_t)((s.rows + 1) / (BUILD_THREADS / lanes) + 1), BUILD_THREADS, 0, stream>>>(s);
    } else {
        *bytes = 0;
    }
    return cudaGetLastError();
}

template <typename T>
static cudaError_t fill(const mg_add_sum &s, void *temporary, size_t *bytes, cudaStream_t stream) {
    return has_few(s) ? start(fill_rows_kernel<T, 4>, 4, s, temporary, bytes, stream)
                      : start(fill_rows_kernel<T, 16>, 16, s, temporary, bytes, stream);
}

extern "C" cudaError_t mg__add_count_rows(void *sum, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_add_sum &s = *(const mg_add_sum *)sum;
    return has_few(s) ? start(count_rows_kernel<4>, 4, s, temporary, bytes, stream)
                      : start(count_rows_kernel<16>, 16, s, temporary, bytes, stream);
}

extern "C" cudaError_t mg__add_total(void *sum, void *temporary, size_t *bytes, cudaStream_t stream) {
    return build_start(total_kernel, *(const mg_add_sum *)sum, 1, temporary, bytes, stream);
}

extern "C" cudaError_t mg__add_fill_rows(void *sum, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_add_sum &s = *(const mg_add_sum *)sum;
    return s.type == MG_FLOAT32   ? fill<float>(s, temporary, bytes, stream)
           : s.type == MG_FLOAT64 ? fill<double>(s, temporary, bytes, stream)
           : s.type == MG_INT32   ? fill<int32_t>(s, temporary, bytes, stream)
                                  : fill<int64_t>(s, temporary, bytes, stream);
}
