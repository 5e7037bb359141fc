/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/graph/hub_rows.h"

#include "core/engine/estimate.h"

#define MOST_WORDS ((MG_NO_HUB + 1) / 32)
#define WORDS_OF_8 5        /* for 8 forward edges, in the estimate: as in kron20 */
#define MOST_ENTRIES 65536u /* places in longer rows have no room in an entry: such a row is listed without hubs */

/* A set of hubs, and which of its words are not zero. */
typedef struct hub_set {
    uint32_t word[MOST_WORDS], used[MOST_WORDS / 32];
} hub_set;

/* Adds the hubs of a row. Returns how many there are; *words: of the set. */
static uint32_t add_row(const mg_hub_rows_job *job, const mg_forward_row *row, hub_set *set, uint32_t *words) {
    const mg_vertex *const neighbours = job->forward->neighbours + row->begin;
    uint32_t hubs = 0;
    *words = 0;
    for (uint32_t i = 0; i < row->length && row->length <= MOST_ENTRIES; i++) {
        const uint32_t hub = job->hub[neighbours[i]];
        if (hub != MG_NO_HUB) {
            hubs++;
            *words += !set->word[hub / 32];
            set->word[hub / 32] |= 1u << hub % 32;
            set->used[hub / 1024] |= 1u << hub / 32 % 32;
        }
    }
    return hubs;
}

/* Empties the set into a list of words, in order, and one of hubs; both may be NULL. */
static void take_all(hub_set *set, mg_hub_word *words, uint16_t *hubs) {
    for (uint32_t u = 0; u < MOST_WORDS / 32; u++) {
        for (; set->used[u]; set->used[u] &= set->used[u] - 1) {
            const uint32_t w = 32 * u + (uint32_t)__builtin_ctz(set->used[u]), mask = set->word[w];
            set->word[w] = 0;
            if (words) {
                *words++ = (mg_hub_word){.mask = mask, .word = w};
            }
            for (uint32_t left = hubs ? mask : 0; left; left &= left - 1) {
                *hubs++ = (uint16_t)(32 * w + (uint32_t)__builtin_ctz(left));
            }
        }
    }
}

/* Words that hold so many numbers of 16 bits. */
static uint32_t fours(uint32_t numbers) {
    return (numbers + 3) / 4;
}

uint64_t mg__count_hub_list(const mg_hub_rows_job *job, mg_hub_row *made) {
    uint64_t sum = 0;
#pragma omp parallel num_threads(job->threads) if (job->threads > 1)
    {
        hub_set set = {{0}, {0}};
#pragma omp for schedule(dynamic, 256)
        for (uint32_t r = 0; r < job->count; r++) {
            made[r].hubs = add_row(job, &job->rows[r], &set, &made[r].words);
            take_all(&set, NULL, NULL);
        }
    }
    for (uint32_t r = 0; r < job->count; r++) {
        const uint32_t hubs = made[r].hubs, others = hubs ? job->rows[r].length - hubs : 0;
        made[r].at = sum;
        sum += (uint64_t)made[r].words + fours(hubs) + fours(others);
    }
    return sum;
}

/* The places of vertices that are no hubs. */
static void list_others(const mg_hub_rows_job *job, const mg_forward_row *row, uint16_t *places) {
    const mg_vertex *const neighbours = job->forward->neighbours + row->begin;
    for (uint32_t i = 0; i < row->length; i++) {
        if (job->hub[neighbours[i]] == MG_NO_HUB) {
            *places++ = (uint16_t)i;
        }
    }
}

void mg__list_hubs_of_rows(const mg_hub_rows_job *job, const mg_hub_row *made, mg_hub_word *list) {
#pragma omp parallel num_threads(job->threads) if (job->threads > 1)
    {
        hub_set set = {{0}, {0}};
#pragma omp for schedule(dynamic, 256)
        for (uint32_t r = 0; r < job->count; r++) {
            mg_hub_word *const words = list + made[r].at;
            uint16_t *const hubs = (uint16_t *)(words + made[r].words);
            uint32_t count;
            add_row(job, &job->rows[r], &set, &count);
            take_all(&set, words, hubs);
            for (uint32_t i = made[r].hubs; i < 4 * fours(made[r].hubs); i++) {
                hubs[i] = (uint16_t)job->hubs;
            }
            if (made[r].hubs) {
                list_others(job, &job->rows[r], hubs + 4 * (size_t)fours(made[r].hubs));
            }
        }
    }
}

uint64_t mg__hub_rows_bytes(const mg_graph *graph) {
    const uint64_t pairs = mg__pair_count(graph), most = pairs / (MG_TRIANGLES_LANE_ROW + 1);
    const uint64_t rows = (most < graph->n ? most : graph->n) / 2;
    return pairs * (sizeof(mg_hub_word) * WORDS_OF_8 / 8 + sizeof(uint16_t)) +
           rows * (sizeof(mg_hub_row) + sizeof(mg_hub_word));
}
