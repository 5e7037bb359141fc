/* SPDX-License-Identifier: Apache-2.0
 *
 * Edge lists that the device parses: the graph, or the message, is that of a context that parses on the CPU.
 */
#include "core/graph/graph.h"
#include "tests/core/cuda/gpu_context.h"
#include "tests/shapes.h"

#include <stdarg.h>
#include <stdlib.h>

#define TILE 8192u /* bytes of a thread block, MG_TEXT_TILE */

/* A text that grows. */
typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static void append(text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(text *t, const char *format, ...) {
    if (t->capacity - t->size < 4096) {
        t->capacity = 2 * t->capacity + 8192;
        t->bytes = realloc(t->bytes, t->capacity);
        CHECK(t->bytes != NULL);
    }
    va_list arguments;
    va_start(arguments, format);
    t->size += (size_t)vsnprintf(t->bytes + t->size, 4096, format, arguments);
    va_end(arguments);
}

/* A reader on the CPU, and one with the device, which takes files of any size, in pieces. */
typedef struct readers {
    mg_context *cpu, *gpu;
    mg_cuda *cuda;
    const char *folder;
    char path[512]; /* of the last file */
} readers;

static readers open_readers(void) {
    readers r = {.cpu = test_new_context(2), .folder = test_folder()};
    r.gpu = gpu_context_open(&r.cuda);
    CHECK_OK(r.gpu, mg_device_start(r.gpu));
    r.gpu->test_all_paths = true;
    return r;
}

static void close_readers(readers *r) {
    mg_context_destroy(r->cpu);
    mg_context_destroy(r->gpu);
}

static void check_equal(const mg_graph *a, const mg_graph *b) {
    const mg_vertex n = mg_graph_vertex_count(a);
    const uint64_t arcs = mg_graph_arc_count(a);
    CHECK_EQ(mg_graph_vertex_count(b), n);
    CHECK_EQ(mg_graph_arc_count(b), arcs);
    CHECK_EQ(mg_graph_directed(b), mg_graph_directed(a));
    CHECK_EQ(mg_graph_edge_count(b), mg_graph_edge_count(a));
    CHECK_EQ(mg_graph_loop_count(b), mg_graph_loop_count(a));
    CHECK_EQ(mg_graph_default_source(b), mg_graph_default_source(a));
    CHECK_EQ(mg_graph_weight_type(b), mg_graph_weight_type(a));
    CHECK_EQ(b->ids != NULL, a->ids != NULL);
    for (mg_vertex v = 0; v < n; v++) {
        CHECK_EQ(mg_graph_id(b, v), mg_graph_id(a, v));
    }
    const mg_adjacency x = mg_graph_out_edges(a), y = mg_graph_out_edges(b);
    CHECK(memcmp(x.offsets, y.offsets, (n + 1ull) * sizeof *x.offsets) == 0);
    CHECK(memcmp(x.neighbours, y.neighbours, arcs * sizeof *x.neighbours) == 0);
}

/* Writes the text to a file and reads it with both. Does the device make the graph? */
static bool reads_there(readers *r, const text *t, const char *name, const mg_graph_options *options) {
    mg_graph *wanted = NULL, *found = NULL;
    snprintf(r->path, sizeof r->path, "%s/%s", r->folder, name);
    FILE *const file = fopen(r->path, "wb");
    CHECK(file && fwrite(t->bytes, 1, t->size, file) == t->size && fclose(file) == 0);
    const mg_status status = mg_graph_read(r->cpu, r->path, options, &wanted);
    CHECK_STATUS(r->gpu, mg_graph_read(r->gpu, r->path, options, &found), status);
    if (status < 0) {
        CHECK_STR(mg_context_error(r->gpu), mg_context_error(r->cpu));
        return false;
    }
    const bool there = mg_graph_on_device(found);
    check_equal(wanted, found);
    CHECK(!mg_graph_on_device(found));
    mg_graph_destroy(wanted);
    mg_graph_destroy(found);
    return there;
}

static void check_text(readers *r, const char *words, bool there) {
    text t = {NULL, 0, 0};
    append(&t, "%s", words);
    CHECK_EQ(reads_there(r, &t, "x.el", NULL), there);
    free(t.bytes);
}

TEST(dialects) {
    static const char *const there[] = {
        "5 1\n1 2\n2 5\n",
        "5 1\n1 2\n2 5",
        "0 2\n2 0",
        "# SNAP\n# FromNodeId\tToNodeId\n5\t1\n1\t2\n2\t5\n",
        "% asym unweighted\n% 3 3 3\n5 1 \n1 2 \n2 5 \n",
        "% sym unweighted\n1 2 \n2 5 \n5 1\n5 5\n",
        "# Undirected graph: both directions\n1 2\n2 1\n5 5\n2 5\n5 2\n",
        "# Undirected graph: one direction\n2 5\n1 2\n5 5\n",
        "# Undirected graph: one edge twice\n2 1\n1 2\n1 2\n",
        "# an undirected graph, perhaps\n1 2\n2 5\n",
        "5,1\n1,2\n2,5\n",
        "5, 1\r\n2 , 5\r\n\r\n1 ,2\r\n",
        "\xef\xbb\xbf  5   1\r\n\n   \n\t2\t\t5\n1 2\n\n\n",
        "0001 0000000005\n2 5\n5 1\n",
        "4294967295 4294967294\n4294967290 4294967295\n",
        "7 200000\n200000 2\n",
        "3 3\n3 3\n3 4\n",
        "1 2\r\r\n2 3\r\n",
    };
    static const char *const here[] = {
        "1 2 3\n2 5 4\n",
        "1 4294967296\n2 5\n",
        "1 00000000002\n",
        "99999999999999999999 1\n",
        "0 4294967295\n",
        "1 2\n2 5\n5 1\n",
        "1 2\n# comment\n2 5\n",
        "1 2\n2 5 7\n",
        "1 2\n2\n",
        "1 2\n-1 2\n",
        "1 2\n1 x\n",
        "1 2\n1,2\n",
        "1,2\n1 2\n",
        "1,2\n1,,2\n",
        "1,2\n1,\n",
        "1 2\n1.5 2\n",
        "a b\nb c\n",
        "% bip\n1 2\n2 1\n",
        "7 1000000\n1000000 2\n",
        "4 3\n1 2\n3 4\n2 4\n",
        "1 2",
        "0 0\n",
        "1 2\n3\r4\n",
        "1 2\n+3 4\n",
        "1 2\n3 4\v\n",
        "1 2 \n2 3 # x\n",
        "",
        "\n\n",
        "# nothing\n",
    };
    readers r = open_readers();
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        check_text(&r, there[i], true);
    }
    for (size_t i = 0; i < sizeof here / sizeof *here; i++) {
        check_text(&r, here[i], false);
    }
    close_readers(&r);
}

/* A line of random form. */
static void append_line(text *t, uint64_t *seed, uint32_t range, char separator) {
    static const char *const ends[] = {"\n", "\r\n", " \n", "\t\r\n", "\n\n", "  \n \n"};
    const uint64_t form = test_random(seed);
    const unsigned u = (unsigned)(test_random(seed) % range), v = (unsigned)(test_random(seed) % range);
    const int width = form % 16 == 0 ? 10 : 1;
    const char *const blanks = form / 16 % 8 == 0 ? "  " : "";
    append(t, "%s%0*u%s%c%s%0*u%s", blanks, width, u, separator == ',' ? blanks : "", separator, blanks, width, v,
           form / 128 % 4 ? "\n" : ends[form / 512 % 6]);
}

TEST(random_lines_in_pieces) {
    static const uint32_t ranges[] = {40, 5000, 100000};
    static const uint64_t pieces[] = {0, 100, 1000, TILE, TILE + 1, 3 * TILE - 1};
    static const char separators[] = " \t,";
    readers r = open_readers();
    for (uint64_t i = 0; i < 36; i++) {
        text t = {NULL, 0, 0};
        uint64_t seed = i;
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.drop_self_loops = i % 2;
        options.merge_multi_edges = i / 2 % 4 == 3;
        options.directedness = i % 4 == 3 ? MG_DIRECTED : i % 8 == 4 ? MG_UNDIRECTED : MG_AS_GIVEN;
        append(&t, "%s", i % 3 == 0 ? "% sym\n" : i % 3 == 1 ? "# Undirected graph\n" : "");
        for (int line = 0; line < (i / 6 == 1 ? 500 : 3000); line++) {
            append_line(&t, &seed, ranges[i % 3], separators[i / 3 % 3]);
        }
        r.cuda->test.text_piece = pieces[i / 6];
        CHECK_EQ(reads_there(&r, &t, "x.txt", &options), true);
        free(t.bytes);
    }
    close_readers(&r);
}

/* Lines of 8 bytes, so that each tile ends with a newline; then the same, moved by a few bytes. */
TEST(tiles_end_anywhere) {
    readers r = open_readers();
    for (int shift = 0; shift < 9; shift++) {
        text t = {NULL, 0, 0};
        uint64_t seed = 7;
        if (shift) {
            append(&t, "%0*d 2\n", shift, 1);
        }
        while (t.size < 5 * TILE + 3) {
            append(&t, "%03d %03d\n", (int)(test_random(&seed) % 1000), (int)(test_random(&seed) % 1000));
        }
        CHECK_EQ(reads_there(&r, &t, "x.el", NULL), true);
        t.size--; /* the last newline */
        CHECK_EQ(reads_there(&r, &t, "x.el", NULL), true);
        free(t.bytes);
    }
    close_readers(&r);
}

/* One wrong line in a long file: its message has the number of its line. Long lines, and many blank ones, too. */
TEST(unusual_lines_far_behind) {
    static const char *const lines[] = {"1 x\n", "1 2 3\n", "-1 2\n", "1\n", "# comment\n", "1 4294967296\n", NULL};
    readers r = open_readers();
    for (int i = 0; i < 9; i++) {
        text t = {NULL, 0, 0};
        uint64_t seed = (uint64_t)i;
        for (int line = 0; line < 60000; line++) { /* the middle of the file is no sample */
            append(&t, "%d %d\n", (int)(test_random(&seed) % 900), (int)(test_random(&seed) % 900));
            if (line == 30007 && i < 6) {
                append(&t, "%s", lines[i]);
            } else if (line == 30007 && i == 6) {
                append(&t, "1 %1000d\n", 2);
            } else if (line >= 30007 && line < 30014 && i == 7) {
                append(&t, "%4000s\n", "");
            } else if (line >= 30007 && line < 30107 && i == 8) {
                append(&t, "\n");
            }
        }
        r.cuda->test.text_piece = i % 2 ? 10000 : 0;
        const bool there = reads_there(&r, &t, "x.el", NULL);
        CHECK(i == 6 || i == 7 || there == (i == 8)); /* a long line may be within a tile */
        free(t.bytes);
    }
    close_readers(&r);
}

/* Parallel edges are merged there; orders, and formats with meanings of their own, are the host's. */
TEST(options_and_formats) {
    readers r = open_readers();
    text t = {NULL, 0, 0};
    append(&t, "1 7\n7 1\n1 7\n3 3\n");
    for (int i = 0; i < 7; i++) {
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.merge_multi_edges = i == 1;
        options.directedness = i == 2 ? MG_UNDIRECTED : MG_AS_GIVEN;
        options.order = i == 3 ? MG_ORDER_DEGREE : MG_ORDER_DEFAULT;
        options.skip_lines = i == 4;
        options.weights = i == 5 ? MG_WEIGHTS_UNIT : MG_WEIGHTS_FILE;
        CHECK_EQ(reads_there(&r, &t, i == 6 ? "x.ncol" : "x.el", &options), i != 3 && i != 6);
    }
    close_readers(&r);
    free(t.bytes);
}

/* Each allocation on the device fails in turn: the CPU reads. */
TEST(memory_lacks) {
    readers r = open_readers();
    text t = {NULL, 0, 0};
    mg_graph *wanted = NULL;
    bool there = false;
    append(&t, "1 7\n2 9\n9 100\n");
    CHECK_EQ(reads_there(&r, &t, "x.el", NULL), true);
    CHECK_OK(r.cpu, mg_graph_read(r.cpu, r.path, NULL, &wanted));
    for (uint32_t fail = 1; !there; fail++) {
        mg_graph *found = NULL;
        CHECK(fail < 40);
        r.cuda->faults.fail_at = fail;
        CHECK_OK(r.gpu, mg_graph_read(r.gpu, r.path, NULL, &found));
        r.cuda->faults.fail_at = 0;
        there = mg_graph_on_device(found);
        check_equal(wanted, found);
        mg_graph_destroy(found);
    }
    mg_graph_destroy(wanted);
    close_readers(&r);
    free(t.bytes);
}

static bool cancel(void *data, const mg_progress *progress) {
    (void)data;
    (void)progress;
    return false;
}

TEST(the_caller_cancels) {
    readers r = open_readers();
    text t = {NULL, 0, 0};
    mg_graph *graph = NULL;
    append(&t, "1 7\n2 9\n9 100\n");
    CHECK_EQ(reads_there(&r, &t, "x.el", NULL), true);
    r.gpu->progress = cancel;
    CHECK_STATUS(r.gpu, mg_graph_read(r.gpu, r.path, NULL, &graph), MG_ERROR_CANCELLED);
    CHECK(!graph);
    close_readers(&r);
    free(t.bytes);
}
