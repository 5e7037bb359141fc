/* SPDX-License-Identifier: Apache-2.0
 *
 * run_matrix.h: the test matrix: graphs (shapes x weights x directedness) and run configurations (modes x threads).
 */
#ifndef MG_TESTS_RUN_MATRIX_H
#define MG_TESTS_RUN_MATRIX_H

#include "tests/harness.h"
#include "tests/shapes.h"

/* Calls `check` with every shape in each of these weightings, directed and undirected; no weightings: unweighted. */
typedef void (*matrix_check)(const mg_graph *graph, const char *what);
void matrix_graphs(const weighting *weightings, size_t count, matrix_check check);

/* A run configuration: a context with a number of threads, and a mode. */
typedef struct matrix_run {
    mg_context *context;
    mg_run_options options;
    const char *graph; /* for messages */
    const char *mode;
} matrix_run;

/* The run configurations, by position. */
extern size_t matrix_run_count;
/* True if they are so few and fast that tests on large graphs use all of them. */
extern const bool matrix_is_short;
matrix_run matrix_run_at(size_t position, const char *graph);

/* A context with this number of threads; it exists until the test program ends. */
mg_context *test_context(int threads);

/* Records a failure of this run. */
_Noreturn void matrix_fail(const char *file, int line, const matrix_run *run, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define RUN_CHECK(run, condition, ...)                                                                                 \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            matrix_fail(__FILE__, __LINE__, run, __VA_ARGS__);                                                         \
        }                                                                                                              \
    } while (0)
#define RUN_OK(run, call)                                                                                              \
    do {                                                                                                               \
        mg_status status_ = (call);                                                                                    \
        RUN_CHECK(run, status_ == MG_OK, "%s: %s", mg_status_name(status_), mg_context_error((run)->context));         \
    } while (0)

/* The data of a column; fails the case unless it exists with this type and one element per vertex. */
const void *run_column(const matrix_run *run, const mg_graph *graph, const mg_result *result, const char *name,
                       mg_type type);

/* Runs a program and returns its final states, which the caller frees. */
void *matrix_program(const matrix_run *run, const mg_graph *graph, const mg_program *program, const void *params);

/* Checks the number that a program computed for a vertex. */
void matrix_expect(const matrix_run *run, const char *program, mg_vertex v, uint64_t found, uint64_t expected);

/* Checks a uint32 column of a result against that of another one. */
void matrix_expect_column(const matrix_run *run, const char *name, const mg_result *found, const mg_result *expected);

/* Test sources: the default one, the first, the last and one in between, as far as they exist and differ. */
size_t test_sources(const mg_graph *graph, mg_vertex sources[4]);

#endif
