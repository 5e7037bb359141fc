/* SPDX-License-Identifier: Apache-2.0
 *
 * text_args.h: the steps from a text of edges to indices of vertices, each a launch on a stream (text_lines.cu,
 * text_ids.cu). C11.
 */
#ifndef MG_CORE_CUDA_GRAPH_TEXT_ARGS_H
#define MG_CORE_CUDA_GRAPH_TEXT_ARGS_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>

#define MG_TEXT_TILE 8192u   /* bytes of a thread block */
#define MG_TEXT_LONGEST 256u /* bytes that a block reads after its tile: the most of its last line */
#define MG_TEXT_PAD (MG_TEXT_TILE + MG_TEXT_LONGEST) /* bytes of the buffer behind the text */

/* What the lines have; all 0 but `low`, all ones, before the first. */
typedef struct mg_text_found {
    unsigned long long count;   /* edges */
    unsigned long long balance; /* 0: the edges are probably listed in both directions */
    uint32_t low, high;         /* the least and the largest id */
    uint32_t odd;               /* 1: some line is in any way unusual, or there is no room for its edge */
} mg_text_found;

/* Whole lines, of less than 2^32 bytes, and where their edges go. */
typedef struct mg_text_lines {
    const char *text; /* MG_TEXT_PAD bytes more, of any value, can be read; aligned to 16 bytes */
    uint32_t size;
    bool commas;
    uint64_t room;
    uint32_t *source, *target;
    mg_text_found *found;
} mg_text_lines;

/* The edges follow those that were found before, in any order. */
cudaError_t mg__launch_text_lines(const mg_text_lines *lines, cudaStream_t stream);

/* The ids base .. base + 32 * words - 1 as bits. */
typedef struct mg_text_ids {
    uint32_t base;
    uint64_t words;
    uint32_t *bits;  /* the ids that occur; 0 before */
    uint32_t *ranks; /* of each word: its bits, then those of the words before it */
} mg_text_ids;

cudaError_t mg__launch_mark_ids(const mg_text_ids *set, const uint32_t *ids, uint64_t count, cudaStream_t stream);
cudaError_t mg__launch_count_ids(const mg_text_ids *set, cudaStream_t stream);
/* With the ranks: the ids, ascending; replaces ids by their ranks. */
cudaError_t mg__launch_list_ids(const mg_text_ids *set, uint64_t *list, cudaStream_t stream);
cudaError_t mg__launch_rank_ids(const mg_text_ids *set, uint32_t *ids, uint64_t count, cudaStream_t stream);

/* Adds to *balance as block_balance() of core/graph/graph_build_pairs.c does. */
cudaError_t mg__launch_balance(const uint32_t *source, const uint32_t *target, uint64_t count, const uint64_t seed[2],
                               unsigned long long *balance, cudaStream_t stream);

#endif
