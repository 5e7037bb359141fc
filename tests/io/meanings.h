/* SPDX-License-Identifier: Apache-2.0
 *
 * meanings.h: tables of files and of the graphs and warnings that they must give.
 */
#ifndef MG_TESTS_IO_MEANINGS_H
#define MG_TESTS_IO_MEANINGS_H

#include "tests/io/files.h"

typedef struct meaning {
    const char *name;
    const char *bytes;
    size_t size; /* 0: a text */
    uint64_t vertices, edges;
    bool directed;
    double weight_sum;   /* of the arcs; 0: no weights */
    const char *warning; /* part of it; NULL: there is none */
} meaning;

/* The warnings of such a context since the last one was read. */
extern char warnings[4096];

mg_context *warning_context(int threads);

/* Reads each file with one and with two threads. */
void check_all(const meaning *cases, size_t count);
#define CHECK_ALL(cases) check_all(cases, sizeof(cases) / sizeof *(cases))

/* Reads each file with every allocation failing in turn. */
void fail_all(const meaning *cases, size_t count);

#endif
