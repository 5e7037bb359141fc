/* SPDX-License-Identifier: Apache-2.0
 *
 * test_malformed.c: malformed files, which must be rejected with file and line and in bounded time and memory; includes
 * those of other projects.
 */
#include "tests/io/files.h"

#include <stdlib.h>
#include <string.h>

#define BANNER(rest) "%%MatrixMarket matrix coordinate " rest "\n"

typedef struct refusal {
    const char *name, *text;
    mg_status status;
    const char *message;
} refusal;

static void refuse_all(const refusal *cases, size_t count) {
    for (int threads = 1; threads <= 2; threads++) {
        mg_context *context = make_context(threads);
        for (size_t i = 0; i < count; i++) {
            refuse_text(context, cases[i].name, cases[i].text, cases[i].status, cases[i].message);
        }
        mg_context_destroy(context);
    }
}

TEST(edge_lists) {
    static const refusal cases[] = {
        {"x.el", "", MG_ERROR_FORMAT, "x.el:1: expected an edge, found the end of the file"},
        {"x", "", MG_ERROR_FORMAT, "x:1: expected a graph file, found an empty file"},
        {"x.el", "# nothing\n\n", MG_ERROR_FORMAT, "x.el:3: expected an edge"},
        {"x.el", "1 2\n3 x\n", MG_ERROR_FORMAT, "x.el:2: expected a vertex id, found 'x'"},
        {"x.el", "a b\nc\n", MG_ERROR_FORMAT, "x.el:2: expected 2 columns, found 1"},
        {"x.el", "a b c d\n", MG_ERROR_FORMAT, "x.el:1: expected a finite weight, found 'c'"},
        {"x.el", "a b\nc \"d\n", MG_ERROR_FORMAT, "x.el:2: expected a closing quote"},
        {"x.dat", "a b\n", MG_ERROR_FORMAT, "x.dat:1: expected a graph file, found text of an unknown format"},
        {"x.el", "1 2\n3\n", MG_ERROR_FORMAT, "x.el:2: expected a vertex id, found the end of the line"},
        {"x.el", "1 2\r\n3\r\n", MG_ERROR_FORMAT, "x.el:2: expected a vertex id, found the end of the line"},
        {"x.el", "1 -2\n", MG_ERROR_FORMAT, "x.el:1: expected a vertex id, found '-2'"},
        {"x.el", "1 2.5\n", MG_ERROR_FORMAT, "x.el:1: expected a vertex id, found '2.5'"},
        {"x.el", "1 18446744073709551616\n", MG_ERROR_RANGE, "a vertex id below 2^64, found '18446744073709551616'"},
        {"x.el", "1 99999999999999999999999\n", MG_ERROR_RANGE, "a vertex id below 2^64"},
        {"x.el", "1 2\n\n# c\n3 4 5\n", MG_ERROR_FORMAT, "x.el:4: expected the end of the line, found '5'"},
        {"x.el", "1 2 3\n4 5\n", MG_ERROR_FORMAT, "x.el:2: expected a finite weight, found the end of the line"},
        {"x.el", "1 2 nan\n", MG_ERROR_FORMAT, "x.el:1: expected a finite weight, found 'nan'"},
        {"x.el", "1 2 inf\n", MG_ERROR_FORMAT, "expected a finite weight, found 'inf'"},
        {"x.el", "1 2 -Infinity\n", MG_ERROR_FORMAT, "expected a finite weight, found '-Infinity'"},
        {"x.el", "1 2 0.5\n1 2 1e999\n", MG_ERROR_FORMAT, "x.el:2: expected a finite weight, found '1e999'"},
        {"x.el", "1 2 0x10\n", MG_ERROR_FORMAT, "expected a finite weight, found '0x10'"},
        {"x.el", "1 2 1e\n", MG_ERROR_FORMAT, "expected a finite weight, found '1e'"},
        {"x.el", "1 2 .\n", MG_ERROR_FORMAT, "expected a finite weight, found '.'"},
        {"x.el", "1 2 1.5.5\n", MG_ERROR_FORMAT, "expected a finite weight, found '1.5.5'"},
        {"x.csv", "1,,2\n", MG_ERROR_FORMAT, "x.csv:1: expected a vertex id, found ','"},
        {"x.csv", "source,target\n1,2\n3,x\n", MG_ERROR_FORMAT, "x.csv:3: expected a vertex id, found 'x'"},
        {"x.el", "1 2\n3;4\n", MG_ERROR_FORMAT, "x.el:2: expected a vertex id, found '3;4'"},
        {"x.el", "1 \x01\x7f\n", MG_ERROR_FORMAT, "found '\\x01\\x7f'"},
    };
    refuse_all(cases, sizeof cases / sizeof *cases);
}

TEST(matrices) {
    static const refusal cases[] = {
        {"x.mtx", "", MG_ERROR_FORMAT, "x.mtx:1: expected the size of the matrix"},
        {"x", "%%MatrixMarket\n", MG_ERROR_FORMAT, "x:1: expected 'matrix', found the end of the line"},
        {"x", "%%MatrixMarket matrix\n", MG_ERROR_FORMAT, "x:1: expected 'coordinate'"},
        {"x", "%%MatrixMarket matrix array real general\n1 1\n1\n", MG_ERROR_UNSUPPORTED, "x:1: expected 'coordinate'"},
        {"x", BANNER("quaternion general"), MG_ERROR_FORMAT, "x:1: expected 'pattern', 'integer', 'real' or"},
        {"x", BANNER("real diagonal"), MG_ERROR_FORMAT, "found 'diagonal'"},
        {"x", BANNER("real general extra"), MG_ERROR_FORMAT, "expected the end of the line, found 'extra'"},
        {"x", BANNER("pattern skew-symmetric") "1 1 0\n", MG_ERROR_FORMAT, "x:1: a pattern matrix"},
        {"x", BANNER("real hermitian") "1 1 0\n", MG_ERROR_FORMAT, "x:1: a hermitian matrix must be complex"},
        {"x", BANNER("pattern general"), MG_ERROR_FORMAT, "x:2: expected the size of the matrix"},
        {"x", BANNER("pattern general") "2 2\n1 2\n", MG_ERROR_FORMAT,
         "x:2: expected the numbers of rows, columns and entries, found two numbers"},
        {"x", BANNER("pattern general") "2 3 1\n1 2\n", MG_ERROR_FORMAT, "x:2: expected a square matrix"},
        {"x", BANNER("pattern general") "-2 -2 1\n1 2\n", MG_ERROR_FORMAT, "the number of rows, found '-2'"},
        {"x", BANNER("pattern general") "2 2 1 9\n1 2\n", MG_ERROR_FORMAT, "x:2: expected the end of the line"},
        {"x", BANNER("pattern general") "2 2 1\n0 2\n", MG_ERROR_FORMAT,
         "x:3: expected a row or column from 1 to 2, found '0'"},
        {"x", BANNER("pattern general") "2 2 1\n1 3\n", MG_ERROR_FORMAT, "from 1 to 2, found '3'"},
        {"x", BANNER("pattern general") "0 0 1\n1 1\n", MG_ERROR_FORMAT, "x:3: expected a row or column from 1 to 0"},
        {"x", BANNER("pattern general") "2 2 2\n1 2\n", MG_ERROR_FORMAT,
         "x:4: expected 2 entries, found the end of the file after 1"},
        {"x", BANNER("pattern general") "2 2 1\n1 2\n\n2 1\n", MG_ERROR_FORMAT,
         "x:5: expected the end of the file after 1 entries"},
        {"x", BANNER("pattern general") "2 2 1\n1 2 7\n", MG_ERROR_FORMAT,
         "x:3: expected the end of the line, found '7'"},
        {"x", BANNER("real general") "2 2 1\n1 2\n", MG_ERROR_FORMAT, "x:3: expected a finite weight"},
        {"x", BANNER("real general") "2 2 1\n1 2 nan\n", MG_ERROR_FORMAT, "x:3: expected a finite weight, found 'nan'"},
        {"x", BANNER("pattern general") "5000000000 5000000000 1\n1 2\n", MG_ERROR_RANGE,
         "x:2: expected at most 4294967294 vertices"},
        {"x", BANNER("pattern general") "4000000000 4000000000 1\n1 2\n", MG_ERROR_RANGE, "not plausible for 1 edges"},
        {"x", BANNER("pattern general") "9 9 1000000000000\n1 2\n", MG_ERROR_FORMAT,
         "x:4: expected 1000000000000 entries"},
        {"x", BANNER("pattern general") "9 9 18446744073709551615\n1 2\n", MG_ERROR_FORMAT,
         "expected 18446744073709551615 entries"},
        {"x", BANNER("pattern general") "9 9 18446744073709551616\n1 2\n", MG_ERROR_FORMAT,
         "x:2: expected the number of entries"},
    };
    refuse_all(cases, sizeof cases / sizeof *cases);
}

TEST(bytes_that_are_no_text) {
    mg_context *context = make_context(2);
    refuse_bytes(context, "x.el", "1 2\n3\0 4\n", 9, MG_ERROR_FORMAT, "x.el:2: expected a vertex id, found '3\\x00'");
    refuse_bytes(context, "x.el", "\0\0\0\0", 4, MG_ERROR_FORMAT, "x.el:1: expected a vertex id, found '\\x00\\x00");
    refuse_bytes(context, "x",
                 "\xff\xfe"
                 "a\0",
                 4, MG_ERROR_FORMAT, "an unknown format");
    refuse_bytes(context, "x.el",
                 "\xff\xfe"
                 "1\0 \0\0\xd8x\0",
                 10, MG_ERROR_FORMAT, "x.el:1: the text is not valid UTF-16");
    refuse_bytes(context, "x.el",
                 "\x7f"
                 "ELF\x02\x01\x01\0\0\0",
                 10, MG_ERROR_FORMAT, "found '\\x7fELF");
    mg_context_destroy(context);
}

TEST(endless_lines) {
    const size_t size = (size_t)20 << 20;
    char *text = malloc(size);
    mg_context *context = make_context(2);
    memset(text, '7', size);
    refuse_bytes(context, "x.el", text, size, MG_ERROR_FORMAT, "x.el:1: a line of more than 8 MiB");
    memcpy(text, "1 2\n", 4);
    text[4 + 1000000] = '\n';
    refuse_bytes(context, "x.el", text, 5 + 1000000, MG_ERROR_RANGE,
                 "x.el:2: expected a vertex id below 2^64, found '7777");
    memcpy(text, "1 2 0.", 6); /* a weight of a million digits is valid */
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, file_write("x.el", text, 5 + 1000000), NULL, &graph));
    CHECK_NEAR(weight_of(graph, 1, 2), 7.0 / 9, 1e-15);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    free(text);
}

/* ---- the malformed files of LAGraph, NetworKit and cuGraph ---- */

typedef struct verdict {
    const char *name;
    mg_vertex n; /* vertices as read; 0: rejected */
    uint64_t arcs;
    mg_type weights;
    const char *message; /* if rejected */
} verdict;

static const verdict verdicts[] = {
    {"lagraph/comments_cover.mtx", 7, 12, MG_INT32, NULL},
    {"lagraph/comments_full.mtx", 0, 0, 0, ":1: expected 'coordinate'"},
    {"lagraph/comments_west0067.mtx", 0, 0, 0, ":6: expected a finite weight, found 'nan'"},
    {"lagraph/complex.mtx", 0, 0, 0, ":1: expected 'coordinate'"},
    {"lagraph/empty.mtx", 0, 0, 0, ":4: expected a square matrix"},
    {"lagraph/full_noheader.mtx", 0, 0, 0, ":1: expected the number of entries"},
    {"lagraph/mangled1.mtx", 0, 0, 0, ":1: expected 'matrix', found 'mangled'"},
    {"lagraph/mangled2.mtx", 0, 0, 0, ":1: expected 'coordinate', found 'mangled'"},
    {"lagraph/mangled3.mtx", 0, 0, 0, ":1: expected 'pattern'"},
    {"lagraph/mangled4.mtx", 0, 0, 0, ":1: expected 'general'"},
    {"lagraph/mangled5.mtx", 0, 0, 0, ":1: a pattern matrix"},
    {"lagraph/mangled6.mtx", 0, 0, 0, ":1: a hermitian matrix"},
    {"lagraph/mangled7.mtx", 0, 0, 0, ":5: expected a finite weight, found the end of the line"},
    {"lagraph/mangled8.mtx", 0, 0, 0, ":4: expected the number of columns"},
    {"lagraph/mangled9.mtx", 0, 0, 0, ":4: expected a square matrix"},
    {"lagraph/mangled10.mtx", 0, 0, 0, ":4: expected a square matrix"},
    {"lagraph/mangled11.mtx", 0, 0, 0, ":4: expected a square matrix"},
    {"lagraph/mangled12.mtx", 0, 0, 0, ":4: expected a square matrix"},
    {"lagraph/mangled13.mtx", 0, 0, 0, ":4: expected a square matrix"},
    {"lagraph/mangled14.mtx", 0, 0, 0, ":5: expected a square matrix"},
    {"lagraph/mangled15.mtx", 0, 0, 0, ":1: expected 'coordinate'"},
    {"lagraph/mangled16.mtx", 0, 0, 0, ":1: expected 'coordinate'"},
    {"lagraph/mangled_format.mtx", 0, 0, 0, ":1: expected 'coordinate'"},
    /* valid files that only contradict a comment of another project */
    {"lagraph/mangled_bool.mtx", 7, 12, MG_INT32, NULL},
    {"lagraph/mangled_int8.mtx", 7, 12, MG_INT32, NULL},
    {"lagraph/mangled_int16.mtx", 7, 12, MG_INT32, NULL},
    {"lagraph/mangled_int32.mtx", 7, 12, MG_INT64, NULL},
    {"lagraph/mangled_uint8.mtx", 7, 12, MG_INT32, NULL},
    {"lagraph/mangled_uint16.mtx", 7, 12, MG_INT32, NULL},
    {"lagraph/mangled_uint32.mtx", 7, 12, MG_INT64, NULL},
    {"lagraph/mangled_skew.mtx", 6, 20, MG_INT32, NULL},
    {"lagraph/skew_fp32.mtx", 0, 0, 0, ":5: expected a finite weight, found 'inf'"},
    {"lagraph/skew_fp64.mtx", 0, 0, 0, ":4: expected a finite weight, found 'inf'"},
    {"lagraph/skew_int8.mtx", 6, 20, MG_INT32, NULL},
    {"lagraph/skew_int16.mtx", 6, 20, MG_INT32, NULL},
    {"lagraph/skew_int32.mtx", 6, 20, MG_INT32, NULL},
    {"lagraph/skew_int64.mtx", 6, 20, MG_INT64, NULL},
    {"lagraph/west0067_jumbled.mtx", 67, 294, MG_FLOAT64, NULL},
    {"lagraph/west0067_noheader.mtx", 67, 294, MG_FLOAT64, NULL},
    {"networkit/alphabet.edgelist", 0, 0, 0, ":2: expected a vertex id, found 'a'"},
    {"networkit/comments.edgelist", 10, 20, MG_TYPE_NONE, NULL},
    {"networkit/spaceseparated.edgelist", 10, 20, MG_TYPE_NONE, NULL},
    {"networkit/spaceseparated_weighted.edgelist", 3, 3, MG_INT32, NULL},
    {"negative-vertex-id.csv", 0, 0, 0, ":1: expected a vertex id, found '-1'"},
};

TEST(files_of_other_projects) {
    need_data();
    mg_context *context = make_context(2);
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        const verdict *v = &verdicts[i];
        char name[256];
        mg_graph *graph = NULL;
        snprintf(name, sizeof name, "malformed/%s", v->name);
        const mg_status status = mg_graph_read(context, data_path(name), NULL, &graph);
        if (v->message) {
            if (status >= 0 || !strstr(mg_context_error(context), v->message)) {
                test_fail(v->name, 0, "%s: %s", mg_status_name(status), mg_context_error(context));
            }
        } else {
            CHECK_OK(context, status);
            CHECK_EQ(mg_graph_vertex_count(graph), v->n);
            CHECK_EQ(mg_graph_arc_count(graph), v->arcs);
            CHECK_EQ(mg_graph_weight_type(graph), v->weights);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(jumbled_entries_make_the_same_graph) {
    need_data();
    mg_context *context = make_context(2);
    mg_graph *jumbled = NULL, *ordered = NULL;
    CHECK_OK(context, mg_graph_read(context, data_path("malformed/lagraph/west0067_jumbled.mtx"), NULL, &jumbled));
    CHECK_OK(context, mg_graph_read(context, data_path("malformed/lagraph/west0067_noheader.mtx"), NULL, &ordered));
    check_same(jumbled, ordered);
    mg_graph_destroy(jumbled);
    mg_graph_destroy(ordered);
    mg_context_destroy(context);
}
