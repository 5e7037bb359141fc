/* SPDX-License-Identifier: Apache-2.0
 *
 * greedy_args.h: the argument of the kernels of greedy sets and colourings. C11 and CUDA C++.
 */
#ifndef MG_CORE_CUDA_GREEDY_GREEDY_ARGS_H
#define MG_CORE_CUDA_GREEDY_GREEDY_ARGS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#define MG_GREEDY_THREADS 256u
#define MG_GREEDY_SHORT 31u  /* most edges of a vertex that a lane decides alone; other rows are cut into pieces */
#define MG_GREEDY_PIECE 256u /* most edges of a piece, which a warp reads at once */
#define MG_GREEDY_WORDS 32u  /* most words of 32 colours that a bitmap of used ones has */

/* States of vertices: of a set MG_GREEDY_OPEN, _IN or _OUT, 8 bits each; of a colouring the colour of 32 bits, or
 * MG_GREEDY_UNCOLORED. */
enum { MG_GREEDY_OPEN, MG_GREEDY_IN, MG_GREEDY_OUT };
#define MG_GREEDY_UNCOLORED 0xffffffffu

/* A vertex with more edges than MG_GREEDY_SHORT. Its bitmap has the words that it can need, at most MG_GREEDY_WORDS. */
typedef struct mg_greedy_row {
    uint64_t used;        /* where the bitmap begins */
    uint32_t words, left; /* of the bitmap; pieces that wait, or are not read yet */
} mg_greedy_row;

/* Edges begin to begin + count - 1 of a vertex. */
typedef struct mg_greedy_piece {
    uint64_t begin;
    uint32_t vertex, row;
    uint16_t count;
    uint8_t side;
    bool alone; /* the vertex has no other piece */
} mg_greedy_piece;

/* A vertex, or a piece by its number, that waits until a neighbour is decided. */
typedef struct mg_greedy_wait {
    uint32_t waiting, neighbour;
} mg_greedy_wait;

/* The same of a set whose rows are read in parts; the first `at` edges need not be read again. */
typedef struct mg_greedy_part_wait {
    uint32_t waiting, neighbour, at;
} mg_greedy_part_wait;

typedef struct mg_greedy_counts {
    uint32_t rows, pieces;
    unsigned long long words;
} mg_greedy_counts;

/* All arrays are in device memory. */
typedef struct mg_greedy_args {
    uint32_t n, side_count; /* sides: 1; of a directed graph 2, out-edges and in-edges */
    bool wide, colors;      /* offsets of 64 bits; a colouring, else a set */
    bool in_parts;          /* a set whose rows are read in parts (greedy_parts.cu) */
    struct {
        const void *offsets;
        const uint32_t *neighbours;
    } side[2];
    const uint32_t *by_id; /* vertices by rank of their ids; NULL: 0, 1, 2, ... */
    uint32_t *priority;    /* of vertices that are not in the order of ids, else NULL */
    uint64_t seed;
    void *state;
    uint32_t *value; /* n results; the states of a colouring */
    mg_greedy_counts *counts;
    mg_greedy_row *rows;
    mg_greedy_piece *pieces;
    uint32_t *used;                            /* bitmaps of rows */
    mg_greedy_wait *short_waits, *piece_waits; /* the same part for each warp of the grid; or, with `in_parts`, */
    mg_greedy_part_wait *short_part_waits, *piece_part_waits;
} mg_greedy_args;

/* The kernels that decide, which are launched cooperatively with mg_greedy_args; the second one with `in_parts`. */
const void *mg__greedy_kernel(bool colors, bool directed);
const void *mg__greedy_parts_kernel(bool directed);
/* Launches what goes before it, when all vertices are open and the counts are 0; and what makes the values of a set. */
cudaError_t mg__launch_greedy_begin(const mg_greedy_args *args, cudaStream_t stream);
cudaError_t mg__launch_greedy_end(const mg_greedy_args *args, cudaStream_t stream);

#endif
