/* SPDX-License-Identifier: Apache-2.0
 *
 * Work memory that a context keeps from run to run.
 */
#include "core/kept_memory.h"
#include "tests/failing_memory.h"
#include "tests/harness.h"

#define LARGE ((size_t)1 << 20)
#define SMALL ((size_t)100)

TEST(a_large_block_is_used_again) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 3);
    const int live = memory.live;
    char *first = mg__kept_allocate(context, LARGE, 1), *second = mg__kept_allocate(context, LARGE, 1);
    CHECK(first && second && first != second);
    mg__kept_release(context, first);
    CHECK_EQ(memory.live, live + 2);
    CHECK(mg__kept_allocate(context, LARGE - 5, 1) == (void *)first);
    mg__kept_release(context, first);
    char *const half = mg__kept_allocate(context, LARGE / 4, 1); /* would waste most of the block */
    CHECK(half && half != first);
    mg__kept_release(context, half);
    mg__kept_release(context, second);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

TEST(a_small_block_is_not_kept) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 10);
    const int live = memory.live;
    mg__kept_release(context, mg__kept_allocate(context, SMALL, 1));
    mg__kept_release(context, NULL);
    CHECK_EQ(memory.live, live);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

TEST(a_block_that_the_next_run_does_not_use_is_released) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 10);
    const int live = memory.live;
    mg__kept_release(context, mg__kept_allocate(context, LARGE, 1));
    mg__kept_end_run(context);
    CHECK_EQ(memory.live, live + 1);
    mg__kept_release(context, mg__kept_allocate(context, LARGE, 1));
    mg__kept_end_run(context);
    CHECK_EQ(memory.live, live + 1);
    mg__kept_end_run(context);
    CHECK_EQ(memory.live, live);
    mg_context_destroy(context);
}

TEST(free_blocks_are_given_up_where_memory_is_short) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 1);
    mg__kept_release(context, mg__kept_allocate(context, LARGE, 1));
    CHECK(!mg__kept_allocate(context, 4 * LARGE, 1)); /* fails again after the free block was released */
    CHECK_EQ(memory.live, 1);
    void *block = NULL;
    CHECK_STATUS(context, mg__kept_alloc(context, &block, LARGE, 4, "a test"), MG_ERROR_MEMORY);
    CHECK(!block);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}

TEST(more_blocks_than_the_table_has_places) {
    failing_memory memory;
    mg_context *context = failing_memory_context(&memory, 1000);
    void *block[2 * MG_KEPT_BLOCKS];
    for (size_t i = 0; i < 2 * MG_KEPT_BLOCKS; i++) {
        block[i] = mg__kept_allocate(context, LARGE, 1);
        CHECK(block[i]);
    }
    for (size_t i = 0; i < 2 * MG_KEPT_BLOCKS; i++) {
        mg__kept_release(context, block[i]);
    }
    CHECK_EQ(memory.live, 1 + MG_KEPT_BLOCKS);
    unsigned char *zeros = NULL;
    CHECK_OK(context, MG_KEPT_ALLOC_ZEROED(context, zeros, LARGE, "a test"));
    for (size_t i = 0; i < LARGE; i++) {
        CHECK_EQ(zeros[i], 0);
    }
    mg__kept_release(context, zeros);
    mg_context_destroy(context);
    CHECK_EQ(memory.live, 0);
}
