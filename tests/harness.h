/* SPDX-License-Identifier: Apache-2.0
 *
 * harness.h: a small test harness. A test file defines cases with TEST(name) { ... } and has no main; each
 * file becomes one program that runs all its cases, or those named on the command line. It exits 0 (all passed), 1 (a
 * check failed) or 77 (no case failed and at least one was skipped while none passed).
 */
#ifndef MG_TESTS_HARNESS_H
#define MG_TESTS_HARNESS_H

#include <multigraph/multigraph.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct test_case {
    const char *name;
    void (*run)(void);
    struct test_case *next;
} test_case;

void test_register(test_case *entry);
/* Records a failed check and leaves the case. */
_Noreturn void test_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Leaves the case as skipped. */
_Noreturn void test_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The folder of further test data (MG_TEST_DATA of the environment, else CMake's), or NULL where it is not set; skip
 * the case then. */
const char *test_data(void);
/* A new, empty folder, which is removed with its content when the process ends. */
const char *test_folder(void);
/* The source tree, for tests that read its files: MG_ROOT of the environment, else where it was when CMake ran. */
const char *test_root(void);

#define TEST(name)                                                                                                     \
    static void name##_case(void);                                                                                     \
    __attribute__((constructor)) static void name##_register(void) {                                                   \
        static test_case entry = {#name, name##_case, NULL};                                                           \
        test_register(&entry);                                                                                         \
    }                                                                                                                  \
    static void name##_case(void)

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            test_fail(__FILE__, __LINE__, "%s", #condition);                                                           \
        }                                                                                                              \
    } while (0)

/* Compares integers of any type up to 64 bits; prints both. */
#define CHECK_EQ(a, b)                                                                                                 \
    do {                                                                                                               \
        long long left_ = (long long)(a), right_ = (long long)(b);                                                     \
        if (left_ != right_) {                                                                                         \
            test_fail(__FILE__, __LINE__, "%s == %s: %lld, %lld", #a, #b, left_, right_);                              \
        }                                                                                                              \
    } while (0)

#define CHECK_NEAR(a, b, tolerance)                                                                                    \
    do {                                                                                                               \
        double left_ = (a), right_ = (b), difference_ = left_ > right_ ? left_ - right_ : right_ - left_;              \
        if (!(left_ == right_ || difference_ <= (tolerance))) {                                                        \
            test_fail(__FILE__, __LINE__, "%s ~ %s: %.17g, %.17g", #a, #b, left_, right_);                             \
        }                                                                                                              \
    } while (0)

#define CHECK_STR(a, b)                                                                                                \
    do {                                                                                                               \
        const char *left_ = (a), *right_ = (b);                                                                        \
        if (strcmp(left_, right_) != 0) {                                                                              \
            test_fail(__FILE__, __LINE__, "%s is \"%s\", expected \"%s\"", #a, left_, right_);                         \
        }                                                                                                              \
    } while (0)

/* Checks that a call returns this status; otherwise prints the context's error. */
#define CHECK_STATUS(context, call, expected)                                                                          \
    do {                                                                                                               \
        mg_status status_ = (call);                                                                                    \
        if (status_ != (expected)) {                                                                                   \
            test_fail(__FILE__, __LINE__, "%s: %s (%s)", #call, mg_status_name(status_),                               \
                      (context) ? mg_context_error(context) : "");                                                     \
        }                                                                                                              \
    } while (0)
#define CHECK_OK(context, call) CHECK_STATUS(context, call, MG_OK)

/* A context with so many threads; the caller destroys it. */
static inline mg_context *test_new_context(int threads) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    options.threads = threads;
    CHECK_OK(context, mg_context_create(&options, &context));
    return context;
}

#endif
