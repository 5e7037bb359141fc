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

/* Those of graphs and contexts, of runs, results and programs, and of matrices and dicts; each list ends with NULL. */
extern const misuse misuses_of_graphs[], misuses_of_runs[], misuses_of_matrices[];

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

#endif
