/* SPDX-License-Identifier: Apache-2.0
 *
 * test_refused_formats.c: damaged and inconsistent files of the other formats are rejected with file and line, in
 * bounded time and memory.
 */
#include "tests/io/files.h"

#include <string.h>

typedef struct refusal {
    const char *name, *text;
    mg_status status;
    const char *message;
} refusal;

TEST(text) {
    static const refusal cases[] = {
        {"x.gr", "", MG_ERROR_FORMAT, "x.gr:1: expected the problem line"},
        {"x.gr", "c only\n", MG_ERROR_FORMAT, "x.gr:2: expected the problem line"},
        {"x.gr", "a 1 2 3\n", MG_ERROR_FORMAT, "x.gr:1: expected the problem line 'p sp n m', found 'a'"},
        {"x.gr", "p max 2 1\n", MG_ERROR_FORMAT, "x.gr:1: expected 'sp', 'edge', 'col' or 'tw', found 'max'"},
        {"x.gr", "p sp 2\n", MG_ERROR_FORMAT, "x.gr:1: expected the number of arcs"},
        {"x.gr", "p sp 2 1 1\n", MG_ERROR_FORMAT, "x.gr:1: expected the end of the line, found '1'"},
        {"x.gr", "p sp 2 1\nb 1 2 3\n", MG_ERROR_FORMAT, "x.gr:2: expected an arc"},
        {"x.gr", "p sp 2 1\n1 2 3\n", MG_ERROR_FORMAT, "x.gr:2: expected an arc"},
        {"x.gr", "p sp 2 1\na 1 3 3\n", MG_ERROR_FORMAT, "x.gr:2: expected a vertex from 1 to 2, found '3'"},
        {"x.gr", "p sp 2 1\na 0 1 3\n", MG_ERROR_FORMAT, "x.gr:2: expected a vertex from 1 to 2, found '0'"},
        {"x.gr", "p sp 2 1\na 1 2\n", MG_ERROR_FORMAT, "x.gr:2: expected a finite weight"},
        {"x.gr", "p sp 2 1\na 1 2 nan\n", MG_ERROR_FORMAT, "x.gr:2: expected a finite weight, found 'nan'"},
        {"x.gr", "p sp 2 1\na 1 2 3\na 1 2 3\n", MG_ERROR_FORMAT, "x.gr:3: expected the end of the file after 1 arcs"},
        {"x.gr", "p sp 2 1000000000000\na 1 2 3\n", MG_ERROR_FORMAT, "x.gr:3: expected 1000000000000 arcs"},
        {"x.gr", "p sp 4000000000 1\na 1 2 3\n", MG_ERROR_RANGE, "not plausible for 1 edges"},
        {"x.gr", "p sp 99999999999 1\na 1 2 3\n", MG_ERROR_RANGE, "x.gr:1: expected at most 4294967294 vertices"},
        {"x.graph", "", MG_ERROR_FORMAT, "x.graph:1: expected 'n m [fmt [ncon]]'"},
        {"x.graph", "3\n", MG_ERROR_FORMAT, "x.graph:1: expected the number of edges"},
        {"x.graph", "3 1 2\n", MG_ERROR_FORMAT, "x.graph:1: expected a fmt of 0s and 1s, found '2'"},
        {"x.graph", "3 1 1000\n", MG_ERROR_FORMAT, "x.graph:1: expected a fmt of 0s and 1s"},
        {"x.graph", "3 1 10 1000000000000\n", MG_ERROR_FORMAT, "x.graph:1: expected at most 1000 weights"},
        {"x.graph", "3 1 11 1 1\n", MG_ERROR_FORMAT, "x.graph:1: expected the end of the line"},
        {"x.graph", "3 1\n2\n1\n", MG_ERROR_FORMAT,
         "x.graph:4: expected 3 vertices, found the end of the file after 2"},
        {"x.graph", "2 1\n2\n1\n1\n", MG_ERROR_FORMAT, "x.graph:4: expected the end of the file after n vertices"},
        {"x.graph", "2 1\n2\n3\n", MG_ERROR_FORMAT, "x.graph:3: expected a neighbour from 1 to n, found '3'"},
        {"x.graph", "2 1\n2\n0\n", MG_ERROR_FORMAT, "x.graph:3: expected a neighbour from 1 to n, found '0'"},
        {"x.graph", "2 1\n2\nx\n", MG_ERROR_FORMAT, "x.graph:3: expected a neighbour from 1 to n, found 'x'"},
        {"x.graph", "2 1 1\n2\n1 3\n", MG_ERROR_FORMAT, "x.graph:2: expected a finite weight"},
        {"x.graph", "2 1 1\n2 inf\n1 inf\n", MG_ERROR_FORMAT, "x.graph:2: expected a finite weight, found 'inf'"},
        {"x.graph", "2 1 1\n2 4\n1 3\n", MG_ERROR_FORMAT,
         "x.graph:2: expected every edge at both of its ends with the same weight, found the edge from 1 to 2"},
        {"x.graph", "% a\n3 1\n2\n% b\n3\n\n", MG_ERROR_FORMAT, "x.graph:3: expected every edge at both of its ends"},
        {"x.graph", "3 2 100\n2 3\n% b\n4 1\n1\n", MG_ERROR_FORMAT, "x.graph:4: expected neighbours from 1 to 3"},
        {"x.graph", "3 5\n2\n1\n\n", MG_ERROR_FORMAT, "x.graph:5: expected 10 neighbours for 5 edges"},
        {"x.graph", "2 1 100\n7 2\n9 3\n", MG_ERROR_FORMAT, "x.graph:3: expected a neighbour from 1 to n, found '3'"},
        {"x.graph", "9 1000000000000\n\n", MG_ERROR_FORMAT, "x.graph:3: expected 9 vertices"},
        {"x.graph", "4294967295 1\n\n", MG_ERROR_RANGE, "x.graph:1: expected at most 4294967294 vertices"},
        {"x.graph", "18446744073709551616 1\n\n", MG_ERROR_FORMAT, "x.graph:1: expected the number of vertices"},
        {"x.adj", "", MG_ERROR_FORMAT, "x.adj:1: expected 'AdjacencyGraph' or"},
        {"x.adj", "Adjacency\n1\n", MG_ERROR_FORMAT, "x.adj:1: expected 'AdjacencyGraph' or"},
        {"x", "AdjacencyGraph\n1\n", MG_ERROR_FORMAT, "x:3: expected the number of arcs, found the end of the file"},
        {"x", "AdjacencyGraph\nx\n", MG_ERROR_FORMAT, "x:2: expected the number of vertices, found 'x'"},
        {"x", "AdjacencyGraph\n2\n1\n0\n1\n", MG_ERROR_FORMAT,
         "x:6: expected 3 numbers, found the end of the file after 2"},
        {"x", "AdjacencyGraph\n2\n1\n0\n1\n2\n", MG_ERROR_FORMAT, "x:6: expected a neighbour below the number of"},
        {"x", "AdjacencyGraph\n2\n1\n0\n2\n1\n", MG_ERROR_FORMAT,
         "x:5: expected an offset of at most the number of arcs"},
        {"x", "AdjacencyGraph\n2\n1\n1\n0\n1\n", MG_ERROR_FORMAT, "x:4: expected 0, the first offset, found '1'"},
        {"x", "AdjacencyGraph\n3\n2\n0\n2\n1\n0\n0\n", MG_ERROR_FORMAT,
         "x:6: expected an offset not below the one before, found '1'"},
        {"x", "AdjacencyGraph\n0\n2\n0\n0\n", MG_ERROR_FORMAT, "x:4: expected a neighbour below the number of"},
        {"x", "AdjacencyGraph\n2\n1\n0\n1\n1\n7\n", MG_ERROR_FORMAT,
         "x:7: expected the end of the file after the last"},
        {"x", "WeightedAdjacencyGraph\n2\n1\n0\n1\n1\nnan\n", MG_ERROR_FORMAT,
         "x:7: expected a finite weight, found 'nan'"},
        {"x", "AdjacencyGraph\n9\n1000000000000\n0\n", MG_ERROR_FORMAT, "x:5: expected 1000000000009 numbers"},
        {"x", "AdjacencyGraph\n4294967295\n1\n0\n", MG_ERROR_RANGE, "expected at most 4294967294 vertices"},
        {"x", "AdjacencyGraph\n9\n18446744073709551615\n0\n", MG_ERROR_RANGE, "2^62 arcs"},
        {"x.csv", "1 2 inf\n", MG_ERROR_FORMAT, "x.csv:1: expected a finite weight, found 'inf'"},
    };
    for (int threads = 1; threads <= 2; threads++) {
        mg_context *context = make_context(threads);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            refuse_text(context, cases[i].name, cases[i].text, cases[i].status, cases[i].message);
        }
        mg_context_destroy(context);
    }
}

/* Files of 60 bytes that claim 10^12 arcs or more, in every binary format. */
TEST(claims) {
    static const struct {
        const char *name;
        int arcs_at, size; /* offset and size of the number of arcs */
        unsigned char head[32];
        const char *message;
    } cases[] = {
        {"x.sg", 1, 8, {0, 0, 0, 0, 0, 0, 0, 0, 0, 2}, "bytes for 2 vertices and"},
        {"x.wsg", 1, 8, {1, 0, 0, 0, 0, 0, 0, 0, 0, 2}, "bytes for 2 vertices and"},
        {"x.gr", 24, 8, {1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 2}, "bytes for 2 vertices and"},
        {"x.csr", 8, 4, {2, 0, 0, 0, 2}, "2 vertices and"},
    };
    static const uint64_t claims[] = {1000000000000u, 1u << 31, UINT64_MAX, UINT64_MAX / 4, UINT64_MAX / 8 - 3};
    mg_context *context = make_context(2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < sizeof claims / sizeof *claims; k++) {
            unsigned char bytes[60] = {0};
            mg_graph *graph = NULL;
            memcpy(bytes, cases[i].head, sizeof cases[i].head);
            memcpy(bytes + cases[i].arcs_at, &claims[k], (size_t)cases[i].size);
            CHECK_STATUS(context, mg_graph_read(context, file_write(cases[i].name, bytes, sizeof bytes), NULL, &graph),
                         MG_ERROR_FORMAT);
            CHECK(strstr(mg_context_error(context), cases[i].name));
            CHECK(strstr(mg_context_error(context), cases[i].message) ||
                  strstr(mg_context_error(context), "cannot hold 2 vertices and"));
        }
    }
    mg_context_destroy(context);
}

TEST(no_beginning) {
    static const char *const names[] = {"x.sg", "x.wsg", "x.csr"};
    mg_context *context = make_context(1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (size_t size = 0; size < 12; size++) {
            refuse_bytes(context, names[i], "\0\0\0\0\0\0\0\0\0\0\0\0", size, MG_ERROR_FORMAT, names[i]);
        }
    }
    mg_context_destroy(context);
}
