/* SPDX-License-Identifier: Apache-2.0
 *
 * test_edge_list.c: the edge list reader on every documented dialect, and on large files in parallel.
 */
#include "tests/io/files.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static uint64_t random_state = 88172645463325252u;

static uint64_t next_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

TEST(dialects) {
    static const char *const same[] = {
        "1 2\n2 5\n5 1\n",
        "1 2\n2 5\n5 1",
        "# SNAP\n# FromNodeId\tToNodeId\n1\t2\n2\t5\n5\t1\n",
        "% asym unweighted\n% 3 3 3\n1 2 \n2 5 \n5 1 \n",
        "1,2\n2,5\n5,1\n",
        "1, 2\r\n2 , 5\r\n\r\n5 ,1\r\n",
        "\xef\xbb\xbf# comment\r\n  1   2\n\n   # more\n\t2\t\t5\n5 1\n%\n",
        "\xef\xbb\xbf"
        "1 2\n2 5\n5 1\n",
        "0001 000000000000000000000000000002\n2 5\n5 1\n",
    };
    mg_context *context = make_context(2);
    mg_graph *first = read_text(context, "0.el", same[0], NULL);
    CHECK_EQ(mg_graph_vertex_count(first), 3);
    CHECK_EQ(mg_graph_arc_count(first), 3);
    CHECK(mg_graph_directed(first));
    CHECK_EQ(weight_of(first, 5, 1), 1);
    for (size_t i = 1; i < sizeof same / sizeof *same; i++) {
        static const char *const names[] = {"x.el", "x.txt", "x", "x.unknown"};
        mg_graph *graph = read_text(context, names[i % 4], same[i], NULL);
        check_same(first, graph);
        mg_graph_destroy(graph);
    }
    mg_graph_destroy(first);
    mg_context_destroy(context);
}

TEST(ids_of_64_bits) {
    mg_context *context = make_context(2);
    mg_graph *graph = read_text(context, "x.txt", "18446744073709551615 0\n7 4294967296\n", NULL);
    CHECK_EQ(mg_graph_vertex_count(graph), 4);
    CHECK(mg_graph_id(graph, 3) == UINT64_MAX);
    CHECK_EQ(weight_of(graph, UINT64_MAX, 0), 1);
    CHECK_EQ(weight_of(graph, 7, 4294967296), 1);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

static mg_type type_of(mg_context *context, const char *text) {
    mg_graph *graph = read_text(context, "x.txt", text, NULL);
    const mg_type type = mg_graph_weight_type(graph);
    mg_graph_destroy(graph);
    return type;
}

TEST(weight_types) {
    mg_context *context = make_context(2);
    CHECK_EQ(type_of(context, "1 2\n3 4\n"), MG_TYPE_NONE);
    CHECK_EQ(type_of(context, "1 2 3\n3 4 -2147483647\n"), MG_INT32);
    CHECK_EQ(type_of(context, "1 2 +5\n3 4 -0\n"), MG_INT32);
    CHECK_EQ(type_of(context, "1 2 2147483648\n3 4 0\n"), MG_INT64);
    CHECK_EQ(type_of(context, "1 2 -2147483648\n3 4 0\n"), MG_INT64);
    CHECK_EQ(type_of(context, "1 2 3\n3 4 16777217000\n"), MG_INT64);
    CHECK_EQ(type_of(context, "1 2 9223372036854775807\n3 4 -9223372036854775807\n"), MG_INT64);
    CHECK_EQ(type_of(context, "1 2 9223372036854775808\n"), MG_FLOAT64);
    CHECK_EQ(type_of(context, "1 2 4000000000\n3 4 0.5\n"), MG_FLOAT64);
    CHECK_EQ(type_of(context, "1 2 1.0\n3 4 2\n"), MG_FLOAT64);
    CHECK_EQ(type_of(context, "1 2 0.5\n3 4 1e3\n"), MG_FLOAT64);
    CHECK_EQ(type_of(context, "1 2 123456.0000000\n3 4 .5\n"), MG_FLOAT64);
    CHECK_EQ(type_of(context, "1 2 0.1234567\n3 4 1\n"), MG_FLOAT64);
    CHECK_EQ(type_of(context, "1 2 16777217\n3 4 1\n"), MG_INT32);
    CHECK_EQ(type_of(context, "1 2 16777217\n3 4 0.5\n"), MG_FLOAT64);
    CHECK_EQ(type_of(context, "1 2 1e-300\n"), MG_FLOAT64);
    mg_context_destroy(context);
}

static mg_graph *read_as(mg_context *context, const char *text, mg_type type) {
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.weight_type = type;
    return read_text(context, "x.wel", text, &options);
}

TEST(weights_of_a_chosen_type) {
    static const mg_type types[] = {MG_INT32, MG_INT64, MG_FLOAT32, MG_FLOAT64};
    mg_context *context = make_context(2);
    for (size_t i = 0; i < 4; i++) {
        for (int form = 0; form < 2; form++) { /* whole weights of two forms */
            mg_graph *graph = read_as(context, form ? "1 2 7.0\n2 3 -5e2\n" : "1 2 7\n2 3 -500\n", types[i]);
            CHECK_EQ(mg_graph_weight_type(graph), types[i]);
            CHECK_EQ(weight_of(graph, 1, 2), 7);
            CHECK_EQ(weight_of(graph, 2, 3), -500);
            mg_graph_destroy(graph);
        }
    }
    mg_graph *graph = read_as(context, "1 2 0.1\n2 3 9007199254740993\n", MG_FLOAT32);
    CHECK(weight_of(graph, 1, 2) == (double)0.1f && weight_of(graph, 2, 3) == 0x1p53);
    mg_graph_destroy(graph);
    graph = read_as(context, "1 2\n2 3\n", MG_FLOAT64);
    CHECK_EQ(mg_graph_weight_type(graph), MG_TYPE_NONE);
    mg_graph_destroy(graph);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.weights = MG_WEIGHTS_RANDOM;
    options.weight_type = MG_FLOAT64;
    graph = read_text(context, "x.wel", "1 2\n2 3\n", &options);
    CHECK_EQ(mg_graph_weight_type(graph), MG_FLOAT64);
    const double weight = weight_of(graph, 1, 2);
    CHECK(weight >= 1 && weight <= 64 && weight == trunc(weight));
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(weights_that_a_chosen_type_cannot_hold) {
    static const struct {
        const char *text;
        mg_type type;
        const char *message;
    } cases[] = {
        {"8 1 1\n1 2 0.5\n", MG_INT32, "the edge from 1 to 2 has the weight 0.5, which int32 cannot hold"},
        {"1 2 0.5\n", MG_INT64, "int64 cannot hold"},
        {"8 1 1\n1 2 2147483648\n", MG_INT32, "the edge from 1 to 2 has the weight 2147483648, which int32"},
        {"1 2 -2147483648\n", MG_INT32, "int32 cannot hold"},
        {"1 2 9223372036854775808\n", MG_INT64, "int64 cannot hold"},
        {"1 2 1e39\n", MG_FLOAT32, "the edge from 1 to 2 has the weight 9.9999999999999994e+38, which float32"},
    };
    mg_context *context = make_context(2);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mg_graph *graph = NULL;
        options.weight_type = cases[i].type;
        CHECK_STATUS(
            context,
            mg_graph_read(context, file_write("x.wel", cases[i].text, strlen(cases[i].text)), &options, &graph),
            MG_ERROR_RANGE);
        CHECK(!graph && strstr(mg_context_error(context), cases[i].message));
    }
    options.weight_type = MG_UINT32;
    mg_graph *graph = NULL;
    CHECK_STATUS(context, mg_graph_read(context, file_write("x.wel", "1 2 3\n", 6), &options, &graph),
                 MG_ERROR_INVALID);
    mg_context_destroy(context);
}

TEST(weights_and_further_columns) {
    mg_context *context = make_context(2);
    mg_graph *graph =
        read_text(context, "out.konect", "% asym weighted\n1 2 -5 1082040961\n2 1 7 1082155839 x\n", NULL);
    CHECK_EQ(mg_graph_weight_type(graph), MG_INT32);
    CHECK_EQ(weight_of(graph, 1, 2), -5);
    CHECK_EQ(weight_of(graph, 2, 1), 7);
    mg_graph_destroy(graph);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.weights = MG_WEIGHTS_UNIT;
    graph = read_text(context, "x.txt", "1 2 one\n2 1 nan\n", &options);
    CHECK_EQ(mg_graph_weight_type(graph), MG_TYPE_NONE);
    CHECK_EQ(mg_graph_arc_count(graph), 2);
    mg_graph_destroy(graph);
    options.weights = MG_WEIGHTS_FILE;
    options.directedness = MG_UNDIRECTED;
    graph = read_text(context, "x.txt", "1 2 3\n2 1 2\n2 1 9\n", &options);
    CHECK_EQ(mg_graph_edge_count(graph), 1);
    CHECK_EQ(weight_of(graph, 1, 2), 2);
    CHECK_EQ(weight_of(graph, 2, 1), 2);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Writes numbers in many notations; each must have the value that strtod gives. */
TEST(numbers_are_correctly_rounded) {
    enum { COUNT = 20000 };
    static const char *const formats[] = {"%.17g", "%.16e", "%.3f", "%.25g", "%.9g", "%+.40e"};
    char *text = malloc(COUNT * 96), *end = text;
    double *expected = malloc(COUNT * sizeof *expected);
    for (int i = 0; i < COUNT; i++) {
        const uint64_t bits = next_random();
        char number[400];
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value) || i % 3) {
            value = ((double)(int64_t)(bits >> 20) - 5e12) / pow(10, (double)(bits % 13));
        }
        snprintf(number, sizeof number, fabs(value) < 1e20 ? formats[i % 6] : formats[i % 6 == 2 ? 0 : i % 6], value);
        expected[i] = strtod(number, NULL);
        end += sprintf(end, "%d %d %s\n", i, i, number);
    }
    end += sprintf(end, "%d 0 0.1234567890123456789012345678901234567890\n", COUNT);
    for (int locale = 0; locale < 2; locale++) {
        if (locale && !setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
            continue; /* this locale is not installed */
        }
        mg_context *context = make_context(2);
        mg_graph *graph = NULL;
        CHECK_OK(context, mg_graph_read(context, file_write("x.wel", text, (size_t)(end - text)), NULL, &graph));
        setlocale(LC_NUMERIC, "C");
        CHECK_EQ(mg_graph_weight_type(graph), MG_FLOAT64);
        for (int i = 0; i < COUNT; i++) {
            const double value = weight_of(graph, (uint64_t)i, (uint64_t)i);
            CHECK(memcmp(&value, &expected[i], sizeof value) == 0);
        }
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
    free(expected);
    free(text);
}

/* ---- large files ---- */

typedef struct large {
    char *text;
    size_t size;
    mg_edge_list list;
    uint64_t *source, *target;
    double *weight;
    uint64_t line_of_last; /* the line of the last edge */
} large;

/* Edges with comments and empty lines between them; wide ids occur in the second half, weights beyond 2^31 after a
 * third, fractions near the end. */
static large make_large(uint64_t edges) {
    large l = {.list = {.edge_count = edges, .id_type = MG_UINT64, .weight_type = MG_FLOAT64}};
    char *end = l.text = malloc(edges * 64 + 64);
    l.list.source = l.source = malloc(edges * 8);
    l.list.target = l.target = malloc(edges * 8);
    l.list.weight = l.weight = malloc(edges * 8);
    uint64_t line = 0;
    for (uint64_t i = 0; i < edges; i++) {
        for (uint64_t r = next_random() % 50; r < 2; r++, line++) {
            end += sprintf(end, r ? "\n" : "# 9 9 9\n");
        }
        l.source[i] = next_random() % 50000;
        l.target[i] = i > edges / 2 ? ((uint64_t)1 << 36) + next_random() % 1000 : next_random() % 100;
        const uint64_t weight = next_random() % 1000;
        l.weight[i] = i > edges / 3 * 2 ? (double)weight / 8 : (double)weight + (i > edges / 3 ? 0x1p40 : 0.0);
        end += sprintf(end, "%llu\t%llu %.17g%s", (unsigned long long)l.source[i], (unsigned long long)l.target[i],
                       l.weight[i], i % 7 ? "\n" : "\r\n");
        l.line_of_last = ++line;
    }
    l.size = (size_t)(end - l.text);
    return l;
}

static void free_large(large *l) {
    free(l->text);
    free(l->source);
    free(l->target);
    free(l->weight);
}

TEST(large_files_by_threads) {
    large l = make_large(700000); /* more than one window of text */
    CHECK(l.size > (9u << 20));
    file_write("large.wel", l.text, l.size);
    for (int threads = 1; threads <= 3; threads++) {
        mg_context *context = make_context(threads);
        mg_graph *graph = NULL, *expected = NULL;
        CHECK_OK(context, mg_graph_from_edges(context, &l.list, NULL, &expected));
        CHECK_OK(context, mg_graph_read(context, file_path("large.wel"), NULL, &graph));
        check_same(graph, expected);
        mg_graph_destroy(graph);
        mg_graph_destroy(expected);
        mg_context_destroy(context);
    }
    free_large(&l);
}

TEST(line_numbers_in_large_files) {
    large l = make_large(600000);
    l.text[l.size - 2] = 'x'; /* in the weight of the last edge */
    char message[64];
    snprintf(message, sizeof message, "large.wel:%llu: expected a finite weight", (unsigned long long)l.line_of_last);
    for (int threads = 1; threads <= 3; threads++) {
        mg_context *context = make_context(threads);
        refuse_bytes(context, "large.wel", l.text, l.size, MG_ERROR_FORMAT, message);
        mg_context_destroy(context);
    }
    free_large(&l);
}

/* ---- choosing the format ---- */

TEST(formats) {
    mg_context *context = make_context(1);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.format = "edgelist";
    graph = read_text(context, "list.mtx", "3 3 4\n1 2 5\n", &options);
    CHECK_EQ(mg_graph_arc_count(graph), 2);
    mg_graph_destroy(graph);
    graph = NULL;
    options.format = "edglist";
    CHECK_STATUS(context, mg_graph_read(context, file_path("list.mtx"), &options, &graph), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "edglist") && strstr(mg_context_error(context), "edgelist") &&
          strstr(mg_context_error(context), "mtx"));
    options.format = "mtx";
    CHECK_STATUS(context, mg_graph_read(context, file_path("list.mtx"), &options, &graph), MG_ERROR_FORMAT);
    CHECK_STATUS(context, mg_graph_read(context, file_path("none"), NULL, &graph), MG_ERROR_FILE);
    CHECK(strstr(mg_context_error(context), "No such file"));
    CHECK_STATUS(context, mg_graph_read(context, "/tmp", NULL, &graph), MG_ERROR_FILE);
    CHECK(strstr(mg_context_error(context), "folder"));
    CHECK_STATUS(context, mg_graph_read(context, NULL, NULL, &graph), MG_ERROR_INVALID);
    CHECK(!graph);
    mg_context_destroy(context);
}

/* A child process writes the text in two parts, split within a number. */
TEST(pipes) {
    const char *path = file_path("pipe.el");
    CHECK(mkfifo(path, 0600) == 0);
    const pid_t child = fork();
    if (child == 0) {
        FILE *writer = fopen(path, "w");
        fputs("1 2\n2 3\n3 4", writer);
        fflush(writer);
        usleep(100000);
        fputs("4\n", writer);
        fclose(writer);
        _exit(0);
    }
    CHECK(child > 0);
    mg_context *context = make_context(2);
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, path, NULL, &graph));
    CHECK_EQ(mg_graph_arc_count(graph), 3);
    CHECK_EQ(weight_of(graph, 3, 44), 1);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    CHECK(waitpid(child, NULL, 0) == child);
}
