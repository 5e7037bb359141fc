/* SPDX-License-Identifier: Apache-2.0
 *
 * test_number_names.c: mg_number_names against a search through all names before, and with every allocation failing.
 */
#include "tests/failing_memory.h"
#include "tests/harness.h"

#include <stdio.h>
#include <string.h>

#define NAMES 6000
#define NAME_ROOM 56

typedef struct name_list {
    char names[NAMES][NAME_ROOM], text[NAMES * NAME_ROOM];
    uint64_t size;
    uint32_t numbers[NAMES];
    uint64_t first[NAMES], distinct;
} name_list;

static name_list list;

static mg_context *new_context(void) {
    mg_context *context = NULL;
    CHECK_EQ(mg_context_create(NULL, &context), MG_OK);
    return context;
}

/* Names of 1 to 35 bytes, of which `kinds` differ. */
static void make_names(uint64_t kinds) {
    uint64_t random = 2463534242u;
    list.size = 0;
    for (size_t i = 0; i < NAMES; i++) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        const uint64_t kind = random % kinds;
        snprintf(list.names[i], NAME_ROOM, "%.*s%llu", (int)(kind % 30), "\xc3\xa9-a name with blanks, and more",
                 (unsigned long long)kind);
        memcpy(list.text + list.size, list.names[i], strlen(list.names[i]) + 1);
        list.size += strlen(list.names[i]) + 1;
    }
}

static void check_numbers(void) {
    uint64_t known = 0;
    for (size_t i = 0; i < NAMES; i++) {
        uint64_t number = 0;
        while (number < known && strcmp(list.names[list.first[number]], list.names[i]) != 0) {
            number++;
        }
        CHECK_EQ(list.numbers[i], number);
        if (number == known) {
            CHECK_EQ(list.first[known], i);
            known++;
        }
    }
    CHECK_EQ(list.distinct, known);
}

static mg_status number_all(mg_context *context) {
    return mg_number_names(context, NAMES, list.text, list.size, list.numbers, list.first, &list.distinct);
}

TEST(first_occurrences) {
    static const uint64_t kinds[] = {1, 40, 3000, 1u << 30};
    mg_context *context = new_context();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        make_names(kinds[i]);
        memset(list.first, 0xff, sizeof list.first);
        CHECK_OK(context, number_all(context));
        check_numbers();
    }
    mg_context_destroy(context);
}

TEST(failing_allocations) {
    failing_memory memory;
    mg_status status = MG_ERROR_MEMORY;
    make_names(3000);
    for (int countdown = 0; status == MG_ERROR_MEMORY; countdown++) {
        mg_context *context = failing_memory_context(&memory, countdown);
        status = number_all(context);
        CHECK(status == MG_OK || strstr(mg_context_error(context), "out of memory"));
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
        CHECK(status != MG_OK || countdown > 2);
    }
    CHECK_EQ(status, MG_OK);
    check_numbers();
}

static bool refuse(void *data, const mg_progress *progress) {
    (void)data;
    (void)progress;
    return false;
}

TEST(cancelled) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.progress = refuse;
    make_names(3000);
    CHECK_EQ(mg_context_create(&options, &context), MG_OK);
    CHECK_EQ(number_all(context), MG_ERROR_CANCELLED);
    mg_context_destroy(context);
}
