/* SPDX-License-Identifier: Apache-2.0
 *
 * text_lines.cu: parses lines of two ids. A thread block takes a tile of the text: the lines after the newlines in it,
 * of which each thread parses one at a time.
 */
extern "C" {
#include "core/cuda/graph/text_args.h"
}

#define THREADS 256u
#define MOST_LINES (MG_TEXT_TILE / 4 + 1) /* a line of an edge has at least four bytes */
#define VECTOR 16u                        /* bytes of a load */

/* Shared memory of a block: 29 KiB. */
struct mg_text_tile {
    alignas(16) char text[MG_TEXT_TILE + MG_TEXT_LONGEST];
    unsigned long long edges[MOST_LINES]; /* source and target */
    uint16_t begins[MOST_LINES];          /* of lines, in any order */
    uint32_t line_count, edge_count;
    uint32_t low, high, odd;
    unsigned long long first; /* where the edges go */
};

/* Notes the lines that begin after the newlines of one vector of the tile. */
static __device__ void mg_find_lines(mg_text_tile &tile, uint4 vector, uint32_t at, uint32_t left) {
    const uint32_t words[4] = {vector.x, vector.y, vector.z, vector.w};
    for (uint32_t w = 0; w < 4; w++) {
        for (uint32_t ends = __vcmpeq4(words[w], 0x0a0a0a0au); ends;) {
            const uint32_t byte = (uint32_t)(__ffs((int)ends) - 1) / 8;
            const uint32_t begin = at + 4 * w + byte + 1;
            ends &= ~(0xffu << (8 * byte));
            if (begin < left) {
                const uint32_t place = atomicAdd(&tile.line_count, 1u);
                if (place < MOST_LINES) {
                    tile.begins[place] = (uint16_t)begin;
                }
            }
        }
    }
}

/* A CR is a blank only before the end of a line; the newline after every line ends the loop. */
static __device__ uint32_t mg_skip_blanks(const char *text, uint32_t at) {
    while (at + 1 < MG_TEXT_PAD && (text[at] == ' ' || text[at] == '\t' ||
                                    (text[at] == '\r' && (text[at + 1] == '\n' || text[at + 1] == '\r')))) {
        at++;
    }
    return at;
}

/* Parses an id up to 2^32 - 1 that ends a column; false: there is none. */
static __device__ bool mg_parse_id(const char *text, uint32_t *at, uint32_t *id) {
    const uint32_t begin = *at;
    uint32_t end = begin;
    uint64_t value = 0;
    for (; end < MG_TEXT_PAD && value <= UINT32_MAX; end++) {
        const uint32_t digit = (uint32_t)(unsigned char)text[end] - '0';
        if (digit > 9) {
            break;
        }
        value = value * 10 + digit;
    }
    *at = end;
    *id = (uint32_t)value;
    if (end == begin || end == MG_TEXT_PAD || value > UINT32_MAX) {
        return false;
    }
    const char c = text[end];
    return c == ' ' || c == '\n' || c == '\t' || c == ',' || c == '\r';
}

/* Parses the line that begins at `at`; *blank: it has no edge. False: it is unusual. */
static __device__ bool mg_parse_line(const char *text, uint32_t at, bool commas, bool *blank, uint32_t *source,
                                     uint32_t *target) {
    at = mg_skip_blanks(text, at);
    *blank = text[at] == '\n';
    if (*blank) {
        return true;
    }
    if (!mg_parse_id(text, &at, source)) {
        return false;
    }
    at = mg_skip_blanks(text, at);
    if ((text[at] == ',') != commas) {
        return false;
    }
    at = commas ? mg_skip_blanks(text, at + 1) : at;
    if (!mg_parse_id(text, &at, target)) {
        return false;
    }
    at = mg_skip_blanks(text, at);
    return text[at] == '\n';
}

static __device__ void mg_load_tile(mg_text_tile &tile, const mg_text_lines &t, uint32_t begin) {
    const uint32_t left = t.size - begin;
    for (uint32_t at = threadIdx.x * VECTOR; at < sizeof tile.text; at += THREADS * VECTOR) {
        const uint4 vector = *(const uint4 *)(t.text + begin + at);
        *(uint4 *)(tile.text + at) = vector;
        if (at < MG_TEXT_TILE) {
            mg_find_lines(tile, vector, at, left);
        }
    }
}

/* The lines of the tile to edges in shared memory. */
static __device__ void mg_parse_tile(mg_text_tile &tile, bool commas) {
    uint32_t low = UINT32_MAX, high = 0;
    bool odd = tile.line_count > MOST_LINES;
    const uint32_t lines = odd ? 0 : tile.line_count;
    for (uint32_t i = threadIdx.x; i < lines; i += THREADS) {
        uint32_t source = 0, target = 0;
        bool blank = false;
        if (!mg_parse_line(tile.text, tile.begins[i], commas, &blank, &source, &target)) {
            odd = true;
        } else if (!blank) {
            tile.edges[atomicAdd(&tile.edge_count, 1u)] = (unsigned long long)source << 32 | target;
            low = min(low, min(source, target));
            high = max(high, max(source, target));
        }
    }
    for (int step = 16; step; step /= 2) {
        low = min(low, __shfl_xor_sync(~0u, low, step));
        high = max(high, __shfl_xor_sync(~0u, high, step));
    }
    if (threadIdx.x % 32 == 0) {
        atomicMin(&tile.low, low);
        atomicMax(&tile.high, high);
    }
    if (odd) {
        tile.odd = 1;
    }
}

__global__ void __launch_bounds__(THREADS) text_lines_kernel(const __grid_constant__ mg_text_lines t) {
    __shared__ mg_text_tile tile;
    const uint32_t begin = blockIdx.x * MG_TEXT_TILE;
    if (threadIdx.x == 0) { /* the first line of the text has no newline before it */
        tile.begins[0] = 0;
        tile.line_count = blockIdx.x == 0;
        tile.edge_count = tile.high = tile.odd = 0;
        tile.low = UINT32_MAX;
    }
    __syncthreads();
    mg_load_tile(tile, t, begin);
    __syncthreads();
    mg_parse_tile(tile, t.commas);
    __syncthreads();
    const uint32_t count = tile.edge_count;
    if (threadIdx.x == 0) {
        tile.first = atomicAdd(&t.found->count, (unsigned long long)count);
        atomicMin(&t.found->low, tile.low);
        atomicMax(&t.found->high, tile.high);
        if (tile.odd || tile.first + count > t.room) {
            t.found->odd = 1;
        }
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < count && tile.first + count <= t.room; i += THREADS) {
        t.source[tile.first + i] = (uint32_t)(tile.edges[i] >> 32);
        t.target[tile.first + i] = (uint32_t)tile.edges[i];
    }
}

extern "C" cudaError_t mg__launch_text_lines(const mg_text_lines *t, cudaStream_t stream) {
    const uint32_t blocks = (t->size - 1) / MG_TEXT_TILE + 1;
    text_lines_kernel<<<blocks, THREADS, 0, stream>>>(*t);
    return cudaGetLastError();
}
