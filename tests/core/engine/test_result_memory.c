/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory of the columns of results, which a context takes back for its next runs.
 */
#include "core/result_memory.h"
#include "tests/failing_memory.h"
#include "tests/harness.h"

#define LARGE ((size_t)1 << 20)
#define SMALL ((size_t)100)

static mg_result_memory *share(mg_context *context) {
    mg_result_memory *results = NULL;
    CHECK_OK(context, mg__result_memory_share(context, &results));
    return results;
}

static void *allocate(mg_context *context, size_t bytes) {
    void *block = NULL;
    CHECK_OK(context, mg__result_alloc(context, &block, bytes, 1, "a test"));
    return block;
}

/* Allocates a block and gives it back. */
static void *use(mg_context *context, mg_result_memory *results, size_t bytes) {
    void *const block = allocate(context, bytes);
    mg__result_memory_return(results, &context->memory, block, bytes);
    return block;
}

TEST(a_returned_block_is_used_again_by_columns_of_its_size) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 10);
    mg_result_memory *const results = share(context);
    void *const first = use(context, results, LARGE);
    void *const other = allocate(context, LARGE - 4);
    CHECK(other != first);
    CHECK(use(context, results, LARGE) == first);
    mg__result_memory_return(results, &context->memory, other, LARGE - 4);
    mg__result_memory_leave(results);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

TEST(small_blocks_and_those_beyond_the_table_are_released) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 100);
    mg_result_memory *const results = share(context);
    const int live = memory.live;
    void *block[2 * MG_COLUMNS_MAX];
    use(context, results, SMALL);
    CHECK_EQ(memory.live, live);
    for (size_t i = 0; i < 2 * MG_COLUMNS_MAX; i++) {
        block[i] = allocate(context, LARGE);
    }
    for (size_t i = 0; i < 2 * MG_COLUMNS_MAX; i++) {
        mg__result_memory_return(results, &context->memory, block[i], LARGE);
    }
    CHECK_EQ(memory.live, live + MG_COLUMNS_MAX);
    mg__result_memory_leave(results);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

TEST(a_block_that_two_runs_do_not_use_is_released) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 10);
    mg_result_memory *const results = share(context);
    const int live = memory.live;
    use(context, results, LARGE);
    mg__result_memory_end_run(context);
    CHECK_EQ(memory.live, live + 1);
    use(context, results, LARGE);
    mg__result_memory_end_run(context);
    CHECK_EQ(memory.live, live + 1);
    mg__result_memory_end_run(context);
    CHECK_EQ(memory.live, live);
    mg__result_memory_leave(results);
    mg_context_destroy(context);
}

TEST(a_result_may_outlive_its_context) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 10);
    mg_result_memory *const results = share(context);
    const mg_allocator allocator = context->memory;
    void *const block = allocate(context, LARGE);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 2);
    mg__result_memory_return(results, &allocator, block, LARGE);
    CHECK_EQ(memory.live, 1);
    mg__result_memory_leave(results);
    CHECK_EQ(memory.live, 0);
}

TEST(returned_blocks_are_given_up_where_memory_is_short) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 2); /* what results share, and one block */
    mg_result_memory *const results = share(context);
    void *block = NULL;
    use(context, results, LARGE);
    CHECK_STATUS(context, mg__result_alloc(context, &block, LARGE, 4, "a test"), MG_ERROR_MEMORY);
    CHECK(!block);
    CHECK_EQ(memory.live, 2);
    mg__result_memory_leave(results);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

TEST(zeroed_blocks_are_zero_again) {
    mg_context *context = NULL;
    CHECK_OK(NULL, mg_context_create(NULL, &context));
    mg_result_memory *const results = share(context);
    unsigned char *const first = allocate(context, LARGE);
    first[7] = 1;
    mg__result_memory_return(results, &context->memory, first, LARGE);
    void *again = NULL;
    CHECK_OK(context, mg__result_alloc_zeroed(context, &again, LARGE, 1, "a test"));
    CHECK(again == (void *)first);
    CHECK_EQ(first[7], 0);
    mg__result_memory_return(results, &context->memory, again, LARGE);
    mg__result_memory_leave(results);
    mg_context_destroy(context);
}
