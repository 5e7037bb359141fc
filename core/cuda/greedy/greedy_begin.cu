/* SPDX-License-Identifier: Apache-2.0
 *
 * greedy_begin.cu: what goes before and after the kernel of greedy.cu: priorities where ids are permuted, the pieces of
 * long rows; the values of a set. A thread for each vertex. Shared memory: sums of the warps of a thread block, which
 * take their places in the lists together.
 */
#include "core/cuda/greedy/greedy_row.cuh"

#define WARPS (MG_GREEDY_THREADS / 32)

/* What a vertex adds to the lists; then its places there. */
struct mg_greedy_places {
    uint32_t rows, pieces, words;
};

MG_DEVICE uint32_t pieces_of(uint64_t edges) {
    return (uint32_t)((edges + MG_GREEDY_PIECE - 1) / MG_GREEDY_PIECE);
}

/* Enough for as many colours as edges, and one more. */
MG_DEVICE uint32_t words_of(uint64_t edges) {
    const uint64_t words = edges / 32 + 1;
    return words < MG_GREEDY_WORDS ? (uint32_t)words : MG_GREEDY_WORDS;
}

/* The sum over the lanes up to this one. */
MG_DEVICE uint32_t sum_up(uint32_t value) {
    for (uint32_t offset = 1; offset < 32; offset *= 2) {
        const uint32_t before = __shfl_up_sync(MG_ALL_LANES, value, offset);
        value += mg_warp_lane() >= offset ? before : 0;
    }
    return value;
}

/* Places of all threads of the block, which all call; words count from 64 bits. */
MG_DEVICE mg_greedy_places take_places(const mg_greedy_args &a, const mg_greedy_places &own, uint64_t *first_word) {
    __shared__ mg_greedy_places sums[WARPS];
    __shared__ uint64_t word_base;
    const uint32_t warp = threadIdx.x / 32;
    mg_greedy_places place = {sum_up(own.rows), sum_up(own.pieces), sum_up(own.words)};
    if (mg_warp_lane() == 31) {
        sums[warp] = place;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        mg_greedy_places all = {0, 0, 0};
        for (uint32_t i = 0; i < WARPS; i++) {
            const mg_greedy_places of_warp = sums[i];
            sums[i] = all;
            all = {all.rows + of_warp.rows, all.pieces + of_warp.pieces, all.words + of_warp.words};
        }
        const uint32_t rows = all.rows ? atomicAdd(&a.counts->rows, all.rows) : 0;
        const uint32_t pieces = all.rows ? atomicAdd(&a.counts->pieces, all.pieces) : 0;
        word_base = all.words ? atomicAdd(&a.counts->words, (unsigned long long)all.words) : 0;
        for (uint32_t i = 0; i < WARPS; i++) {
            sums[i].rows += rows;
            sums[i].pieces += pieces;
        }
    }
    __syncthreads();
    *first_word = word_base + sums[warp].words + place.words - own.words;
    place = {sums[warp].rows + place.rows - own.rows, sums[warp].pieces + place.pieces - own.pieces, 0};
    __syncthreads(); /* before the sums are written again */
    return place;
}

/* Writes the row and its pieces to their places. */
template <bool Directed>
MG_DEVICE void cut_row(const mg_greedy_args &a, uint32_t v, const mg_greedy_edges<Directed> &edges,
                       const mg_greedy_places &own, const mg_greedy_places &place, uint64_t first_word) {
    uint32_t at = place.pieces;
    a.rows[place.rows] = mg_greedy_row{first_word, own.words, own.pieces};
    for (uint32_t i = 0; i < (Directed ? 2u : 1u); i++) {
        for (uint64_t done = 0; done < edges.count[i]; done += MG_GREEDY_PIECE, at++) {
            const uint64_t left = edges.count[i] - done;
            a.pieces[at] = mg_greedy_piece{edges.begin[i] + done,
                                           v,
                                           place.rows,
                                           (uint16_t)(left < MG_GREEDY_PIECE ? left : MG_GREEDY_PIECE),
                                           (uint8_t)i,
                                           own.pieces == 1};
        }
    }
    for (uint32_t i = 0; i < own.words; i++) {
        a.used[first_word + i] = 0;
    }
}

template <bool Directed>
__global__ void greedy_begin_kernel(const mg_greedy_args a) {
    const uint64_t threads = (uint64_t)gridDim.x * MG_GREEDY_THREADS;
    for (uint64_t first = (uint64_t)blockIdx.x * MG_GREEDY_THREADS; first < a.n; first += threads) {
        const uint64_t i = first + threadIdx.x;
        const uint32_t v = i < a.n && a.by_id ? a.by_id[i] : (uint32_t)i;
        mg_greedy_edges<Directed> edges;
        if (i < a.n) {
            edges = mg_greedy_edges<Directed>(a, v);
            if (a.priority) {
                a.priority[v] = priority_of((uint32_t)i, a.seed);
            }
        }
        const bool is_long = edges.all() > MG_GREEDY_SHORT;
        if (__syncthreads_or(is_long)) {
            const mg_greedy_places own = {is_long, is_long ? pieces_of(edges.count[0]) + pieces_of(edges.count[1]) : 0,
                                          is_long && a.colors ? words_of(edges.all()) : 0};
            uint64_t first_word;
            const mg_greedy_places place = take_places(a, own, &first_word);
            if (is_long) {
                cut_row(a, v, edges, own, place, first_word);
            }
        }
    }
}

__global__ void greedy_end_kernel(const mg_greedy_args a) {
    const uint64_t threads = (uint64_t)gridDim.x * MG_GREEDY_THREADS;
    for (uint64_t v = (uint64_t)blockIdx.x * MG_GREEDY_THREADS + threadIdx.x; v < a.n; v += threads) {
        a.value[v] = ((const uint8_t *)a.state)[v] == MG_GREEDY_IN;
    }
}

static uint32_t blocks_for(uint32_t n) {
    const uint32_t blocks = (n - 1) / MG_GREEDY_THREADS + 1;
    return blocks < 65536 ? blocks : 65536;
}

extern "C" cudaError_t mg__launch_greedy_begin(const mg_greedy_args *args, cudaStream_t stream) {
    (args->side_count > 1 ? greedy_begin_kernel<true>
                          : greedy_begin_kernel<false>)<<<blocks_for(args->n), MG_GREEDY_THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}

extern "C" cudaError_t mg__launch_greedy_end(const mg_greedy_args *args, cudaStream_t stream) {
    greedy_end_kernel<<<blocks_for(args->n), MG_GREEDY_THREADS, 0, stream>>>(*args);
    return cudaGetLastError();
}
