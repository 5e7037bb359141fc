/* SPDX-License-Identifier: Apache-2.0
 *
 * verify_case.h: a verifier under test: right results are accepted, and every kind of corruption is rejected.
 */
#ifndef MG_TESTS_VERIFY_CASE_H
#define MG_TESTS_VERIFY_CASE_H

#include "tests/harness.h"
#include "tests/shapes.h"

/* A graph and a result on it; the verifier under test reads them. */
typedef struct verify_case verify_case;
struct verify_case {
    mg_context *context;
    mg_graph *graph;
    mg_result *result;
    bool (*verify)(const verify_case *, char *why, size_t size);
};

verify_case open_subject(bool (*verify)(const verify_case *, char *, size_t));
void close_subject(verify_case *s);

/* The test fails unless the verifier takes the result, or refuses it; corruption: what is wrong with it. */
void accept_result(const verify_case *s);
void refuse_result(const verify_case *s, const char *corruption);

/* The tests write into the arrays of results, which are const in the interface. */
void *data_of(const verify_case *s, const char *column);

/* The result is rejected with one element of a column changed, and accepted with the old value. */
void corrupt(const verify_case *s, const char *column, mg_vertex v, const void *bad, size_t size, const char *what);
void corrupt32(const verify_case *s, const char *column, mg_vertex v, uint32_t bad, const char *what);
void corrupt_double(const verify_case *s, const char *column, mg_vertex v, double bad, const char *what);

/* Vertices 0 -> 1 -> 2 -> 3, 0 -> 4 -> 2, 5 -> 0, 6 <-> 7: 5 to 7 are not reached from 0. 2 has two shortest paths. */
mg_graph *small_graph(mg_context *context, weighting weights);
/* Two paths of length 2 from 0 to 2; 2 and 3 joined by zeros both ways, 4 and 5 not reached. */
mg_graph *zero_graph(mg_context *context, mg_type type);

#endif
