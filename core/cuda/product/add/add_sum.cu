/* SPDX-License-Identifier: Apache-2.0
 *
 * add_sum.cu: the sum of two matrices in CSR. Thread-to-work mapping: a nonzero or row offset per thread. Shared
 * memory: none.
 */
#include "core/cuda/product/add/add_arithmetic.cuh"

/* The place of a part's first nonzero in a row that is not before a column. */
static __device__ uint64_t place_in(const mg_add_part &p, uint32_t row, uint32_t column) {
    const uint64_t begin = p.offsets[row];
    return begin + first_not_below(p.columns + begin, p.offsets[row + 1] - begin, column);
}

static __device__ bool is_at(const mg_add_part &p, uint32_t row, uint64_t place, uint32_t column) {
    return place < p.offsets[row + 1] && p.columns[place] == column;
}

static __device__ void check_order(const mg_add_sum &s, const mg_add_part &p, uint64_t e) {
    if (e + 1 < p.count && p.row[e + 1] == p.row[e] && p.columns[e + 1] <= p.columns[e]) {
        s.findings->descends = 1;
    }
}

static __global__ void __launch_bounds__(BUILD_THREADS) match_kernel(mg_add_sum s) {
    const mg_add_part &a = s.parts[0], &b = s.parts[1];
    BUILD_LOOP(i, a.count + b.count + 1) {
        if (i < a.count) {
            const uint32_t row = a.row[i], column = a.columns[i];
            s.matched[i] = is_at(b, row, place_in(b, row, column), column);
            check_order(s, a, i);
        } else if (i < a.count + b.count) {
            check_order(s, b, i - a.count);
        } else {
            s.matched[a.count] = 0;
        }
    }
}

template <typename T>
static __global__ void __launch_bounds__(BUILD_THREADS) fill_kernel(mg_add_sum s) {
    typedef add_arithmetic<T> arithmetic;
    typedef typename arithmetic::term term;
    const mg_add_part &a = s.parts[0], &b = s.parts[1];
    BUILD_LOOP(i, a.count + b.count + s.rows + 1) {
        if (i < a.count) {
            const uint32_t row = a.row[i], column = a.columns[i];
            const uint64_t place = place_in(b, row, column);
            term sum = arithmetic::add(term(0), arithmetic::one_term(a, i));
            if (is_at(b, row, place, column)) {
                sum = arithmetic::add(sum, arithmetic::one_term(b, place));
            }
            put<T>(s, i + place - s.matched[i], column, sum);
        } else if (i < a.count + b.count) {
            const uint64_t e = i - a.count;
            const uint32_t row = b.row[e], column = b.columns[e];
            const uint64_t place = place_in(a, row, column);
            if (!is_at(a, row, place, column)) {
                put<T>(s, e + place - s.matched[place], column, arithmetic::add(term(0), arithmetic::one_term(b, e)));
            }
        } else {
            const uint64_t row = i - a.count - b.count;
            s.offsets[row] = a.offsets[row] + b.offsets[row] - s.matched[a.offsets[row]];
        }
    }
}

extern "C" cudaError_t mg__add_match(void *sum, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_add_sum &s = *(const mg_add_sum *)sum;
    return build_start(match_kernel, s, s.parts[0].count + s.parts[1].count + 1, temporary, bytes, stream);
}

extern "C" cudaError_t mg__add_fill(void *sum, void *temporary, size_t *bytes, cudaStream_t stream) {
    const mg_add_sum &s = *(const mg_add_sum *)sum;
    const uint64_t count = s.parts[0].count + s.parts[1].count + s.rows + 1;
    return s.type == MG_FLOAT32   ? build_start(fill_kernel<float>, s, count, temporary, bytes, stream)
           : s.type == MG_FLOAT64 ? build_start(fill_kernel<double>, s, count, temporary, bytes, stream)
           : s.type == MG_INT32   ? build_start(fill_kernel<int32_t>, s, count, temporary, bytes, stream)
                                  : build_start(fill_kernel<int64_t>, s, count, temporary, bytes, stream);
}
