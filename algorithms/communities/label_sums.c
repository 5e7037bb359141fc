/* SPDX-License-Identifier: Apache-2.0 */
#include "algorithms/communities/label_sums.h"

mg_status mg__label_tables_create(mg_context *context, int threads, uint64_t most, mg_label_tables *tables) {
    mg_status status = MG_OK;
    const uint64_t count = (uint64_t)threads;
    uint64_t capacity = 16;
    while (capacity < 2 * most) {
        capacity *= 2;
    }
    *tables = (mg_label_tables){.of_thread = NULL};
    MG_TRY(MG_ALLOC(context, tables->of_thread, count, "sums of communities"));
    MG_TRY(MG_ALLOC(context, tables->slots, count * capacity, "sums of communities"));
    MG_TRY(MG_ALLOC(context, tables->taken, count * capacity, "sums of communities"));
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint64_t t = 0; t < count; t++) {
        tables->of_thread[t] =
            (mg_label_sums){.slots = tables->slots + t * capacity, .taken = tables->taken + t * capacity};
        for (uint64_t i = 0; i < capacity; i++) {
            tables->slots[t * capacity + i].label = MG_NONE;
        }
    }
out:
    return status;
}

void mg__label_tables_release(mg_context *context, mg_label_tables *tables) {
    mg__release(&context->memory, tables->of_thread);
    mg__release(&context->memory, tables->slots);
    mg__release(&context->memory, tables->taken);
    *tables = (mg_label_tables){.of_thread = NULL};
}
