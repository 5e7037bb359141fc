/* SPDX-License-Identifier: Apache-2.0
 *
 * misuse.h: calls of public functions with NULL, zero sizes, numbers that no enum has, and vertices that do not exist.
 */
#ifndef MG_TESTS_ENGINE_MISUSE_H
#define MG_TESTS_ENGINE_MISUSE_H

#include "tests/harness.h"

/* What the calls may use: a directed triangle with weights, a result of it, and a program with a vertex parameter. */
typedef struct fixture {
    mg_context *context;
    mg_graph *graph;
    mg_result *result;
    const mg_program *program;
} fixture;

typedef struct misuse {
    const char *function;
    void (*call)(const fixture *);
} misuse;

/* Those of graphs and contexts; of runs, results and programs; of algorithms: paths, components and centralities, and
 * structures: clusters, sets and similarity; of matrices and dicts. Each list ends with NULL. */
extern const misuse misuses_of_graphs[], misuses_of_runs[], misuses_of_algorithms[], misuses_of_structures[],
    misuses_of_matrices[];

/* Run options that every run refuses. Returns their number. */
enum { BAD_RUNS = 10 };
size_t misuse_run_options(mg_run_options bad[BAD_RUNS]);

#define NO_ENUM 99 /* no enum of the library has this value */

/* The call fails, with a reason. */
#define REFUSED(f, call)                                                                                               \
    do {                                                                                                               \
        const mg_status status_ = (call);                                                                              \
        if (status_ >= 0 || !mg_context_error((f)->context)[0]) {                                                      \
            test_fail(__FILE__, __LINE__, "%s: %s (%s)", #call, mg_status_name(status_),                               \
                      mg_context_error((f)->context));                                                                 \
        }                                                                                                              \
    } while (0)
/* The call without a context, which could hold a reason, is INVALID. */
#define INVALID(call) CHECK_EQ(call, MG_ERROR_INVALID)

/* The arguments that all algorithms share. */
#define CHECK_ALGORITHM(f, algorithm, Options, INIT)                                                                   \
    do {                                                                                                               \
        mg_run_options bad_[BAD_RUNS];                                                                                 \
        Options options_ = INIT;                                                                                       \
        mg_result *r_ = NULL;                                                                                          \
        for (size_t i_ = 0; i_ < misuse_run_options(bad_); i_++) {                                                     \
            options_.run = bad_[i_];                                                                                   \
            REFUSED(f, algorithm((f)->context, (f)->graph, &options_, &r_));                                           \
        }                                                                                                              \
        options_ = INIT;                                                                                               \
        options_.size = 1;                                                                                             \
        REFUSED(f, algorithm((f)->context, (f)->graph, &options_, &r_));                                               \
        memset(&options_, 0, sizeof options_);                                                                         \
        REFUSED(f, algorithm((f)->context, (f)->graph, &options_, &r_));                                               \
        REFUSED(f, algorithm((f)->context, NULL, NULL, &r_));                                                          \
        REFUSED(f, algorithm((f)->context, (f)->graph, NULL, NULL));                                                   \
        INVALID(algorithm(NULL, (f)->graph, NULL, &r_));                                                               \
        CHECK(!r_);                                                                                                    \
    } while (0)

#endif
