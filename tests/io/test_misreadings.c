/* SPDX-License-Identifier: Apache-2.0
 *
 * test_misreadings.c: what files of others say about their edges is obeyed, or a warning names what settles it.
 */
#include "tests/io/meanings.h"

#include <stdlib.h>

#define REST "MatrixMarket matrix coordinate pattern symmetric\n4 4 3\n2 1\n3 1\n4 2\n"

TEST(banners) {
    static const meaning cases[] = {
        {"a.mtx", "%%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "%%%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "%% " REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "% % " REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", " %%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "\t%%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "\n\n%%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "% comment\n%%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "# comment\n%%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "% MatrixMarket file of a friend\n%%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "%%matrix market MATRIX Coordinate pattern symmetric\n2 2 1\n2 1\n", 0, 2, 1, false, 0, NULL},
        {"a.sg", "%%" REST, 0, 4, 3, false, 0, NULL},
        {"a.csr", "\n%" REST, 0, 4, 3, false, 0, NULL},
        {"a.txt", "% x\n%%" REST, 0, 4, 3, false, 0, NULL},
        {"a.mtx", "% MatrixMarket file\n4 4 3\n2 1\n3 1\n4 2\n", 0, 4, 3, true, 0, "--undirected if it is symmetric"},
        {"a.mtx", "4 4 3\n2 1\n3 1\n4 2\n", 0, 4, 3, true, 0, "--undirected if it is symmetric"},
        {"a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 1.5D0\n2 3 2.5d+01\n", 0, 3, 2, true, 26.5,
         NULL},
        {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2000000 2000000 0\n", 0, 2000000, 0, true, 0,
         NULL},
    };
    CHECK_ALL(cases);
}

TEST(headers_of_konect_and_snap) {
    static const meaning cases[] = {
        {"out.x", "% sym unweighted\n% 3 4 4\n1 2 \n2 3 \n1 4 \n", 0, 4, 3, false, 0, NULL},
        {"out.net", "% sym unweighted\n1 2\n2 3\n", 0, 3, 2, false, 0, NULL},
        {"out.x", "% asym unweighted\n1 2\n2 3\n", 0, 3, 2, true, 0, NULL},
        {"out.x", "%sym\r\n1 2\r\n2 1\r\n", 0, 2, 2, false, 0, NULL},
        {"out.x", "% sym unweighted\n1 2 1 1082040961\n2 3 1 1082040962\n", 0, 3, 2, false, 0, NULL},
        {"out.x", "% sym positive\n1 2 1\n2 3 1\n", 0, 3, 2, false, 0, NULL},
        {"out.x", "% sym positive\n1 2 3\n2 3 1\n", 0, 3, 2, false, 8, "--weights unit"},
        {"out.x", "% asym signed\n1 2 -1\n2 3 1\n1 3 1\n", 0, 3, 3, true, 1, NULL},
        {"out.x", "% bip unweighted\n% 3 2 3\n1 1\n1 2\n2 3\n", 0, 5, 3, false, 0, "gets the id 2 + V"},
        {"out.x", "% bip weighted\n1 1 5\n1 2 6\n2 2 7\n", 0, 4, 3, false, 36, "gets the id 2 + V"},
        {"x.txt",
         "# Undirected graph (each unordered pair of nodes is saved once): x.txt\n# Nodes: 3 Edges: 2\n1\t2\n"
         "2\t3\n",
         0, 3, 2, false, 0, NULL},
        {"x.txt", "# Undirected graph: x.txt\n1\t2\n2\t1\n2\t3\n3\t2\n", 0, 3, 2, false, 0, NULL},
        {"x.txt", "# Nodes: 3\n#UNDIRECTED\n1 2\n2 3\n", 0, 3, 2, false, 0, NULL},
        {"x.txt", "# Directed graph (each unordered pair of nodes is saved once)\n1 2\n2 1\n", 0, 2, 2, true, 0, NULL},
        {"x.txt", "# an undirected network\n1 2\n2 3\n", 0, 3, 2, true, 0, "x.txt:1: a comment contains"},
    };
    CHECK_ALL(cases);
    fail_all(cases, sizeof cases / sizeof *cases);
    mg_context *context = warning_context(2);
    refuse_text(context, "out.x", "% asym dynamic\n1 2 +1 5\n1 2 -1 6\n", MG_ERROR_UNSUPPORTED, "--weights unit");
    refuse_text(context, "out.x", "% bip\n4294967295 1\n", MG_ERROR_RANGE, "too many vertices");
    refuse_text(context, "out.x", "% bip\n4294967296 1\n", MG_ERROR_UNSUPPORTED, "below 2^32");
    mg_context_destroy(context);
}

TEST(lines_and_characters) {
    static const meaning cases[] = {
        {"x.csv", "1,2\r2,3\r3,4\r", 0, 4, 3, true, 0, NULL},
        {"x.el", "# a comment\r1 2\r2 3", 0, 3, 2, true, 0, NULL},
        {"x.el", "1 2\r\r\n2 3\r\n", 0, 3, 2, true, 0, NULL},
        {"x.el", "1 2\r2 3\n3 4\r\n", 0, 4, 3, true, 0, NULL},
        {"x.graph", "3 1\r2\r1\r\r", 0, 3, 1, false, 0, NULL},
        {"x.csv", "s\0o\0u\0r\0c\0e\0,\0t\0a\0r\0g\0e\0t\0\n\0001\0,\0002\0\n\0", 36, 2, 1, true, 0, NULL},
        {"x.el",
         "\xff\xfe"
         "1\0 \0002\0\r\0\n\0",
         12, 2, 1, true, 0, NULL},
        {"x.el", "\xfe\xff\0001\0 \0002", 8, 2, 1, true, 0, NULL},
        {"x.el",
         "\xff\xfe\0\0"
         "1\0\0\0 \0\0\0002\0\0\0",
         16, 2, 1, true, 0, NULL},
    };
    CHECK_ALL(cases);
    fail_all(cases, sizeof cases / sizeof *cases);
}

/* A file that is UTF-16, compressed or not, of several windows: the converter gets the text in pieces. */
TEST(long_utf16) {
    enum { LINES = 500000 };
    char *text = malloc((size_t)LINES * 32 + 2), *end = text + 2;
    text[0] = '\xff';
    text[1] = '\xfe';
    for (int i = 0; i < LINES; i++) {
        char line[32];
        const int length = snprintf(line, sizeof line, "%d %d\r", i, i + 1);
        for (int k = 0; k < length; k++) {
            *end++ = line[k];
            *end++ = 0;
        }
    }
    mg_context *context = warning_context(2);
    mg_graph *graph = NULL;
    CHECK_OK(context, mg_graph_read(context, file_write("x.el", text, (size_t)(end - text)), NULL, &graph));
    CHECK_EQ(mg_graph_vertex_count(graph), LINES + 1);
    CHECK_EQ(mg_graph_arc_count(graph), LINES);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    free(text);
}

TEST(separators) {
    static const meaning cases[] = {
        {"x.csv", "1, 2, 0.5\n2 ,3, 1\n", 0, 3, 2, true, 1.5, NULL},
        {"x.csv", "0;1;2\n1;2;3\n", 0, 3, 2, true, 5, NULL},
        {"x.csv", "0;1;0,5\n1;2;1,25\n", 0, 3, 2, true, 1.75, NULL},
        {"x.csv", "\"1\",\"2\"\n\"2\",\"3\"\n", 0, 3, 2, true, 0, NULL},
        {"x.csv", "0|1\n1|2\n", 0, 3, 2, true, 0, NULL},
    };
    CHECK_ALL(cases);
    mg_context *context = warning_context(2);
    refuse_text(context, "x.el", "1 2 0,5\n2 3 1,25\n", MG_ERROR_FORMAT, "x.el:1: expected blanks between columns");
    refuse_text(context, "x.el", "1 2 5\n2 3 1,25\n", MG_ERROR_FORMAT, "x.el:2: expected blanks between columns");
    refuse_text(context, "x.el", "1 2\n2,3\n", MG_ERROR_FORMAT, "x.el:2: expected");
    refuse_text(context, "x.el", "1,2\n2 3\n", MG_ERROR_FORMAT, "x.el:2: expected a comma, as in the first line");
    refuse_text(context, "x.el", "1,2 0.5\n", MG_ERROR_FORMAT, "x.el:1: expected a comma, as in the first line");
    refuse_text(context, "x.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0,5\n", MG_ERROR_FORMAT,
                "x.mtx:3: expected the end of the line, found ','");
    mg_context_destroy(context);
}

TEST(tables) {
    static const meaning cases[] = {
        {"x.csv", "node_1,node_2\n0,1\n1,2\n", 0, 3, 2, true, 0, NULL},
        {"x.csv", "id,Source,Target,Weight\n7,1,2,0.5\n8,2,3,0.25\n", 0, 3, 2, true, 0.75, NULL},
        {"x.csv", "weight;target;source\n3;2;1\n4;3;2\n", 0, 3, 2, true, 7, NULL},
        {"x.csv", "Source;Target;Type;Weight\n1;2;Undirected;2\n2;3;Undirected;3\n", 0, 3, 2, false, 10, NULL},
        {"x.tsv", "FromNodeId\tToNodeId\ttimestamp\n1\t2\t1082040961\n", 0, 2, 1, true, 0, NULL},
        {"x.csv", "source,target,strength\n1,2,3\n", 0, 2, 1, true, 3, "--weights unit ignores it"},
        {"x.csv", "a,b,c\n1,2,3\n", 0, 2, 1, true, 3, "columns 1 and 2 are read as source and target"},
        {"x.csv", "source,node\n1,2\n", 0, 2, 1, true, 0, "columns 1 and 2 are read as source and target"},
        {"x.el", "alice bob\nbob carol\n", 0, 3, 2, true, 0, NULL},
        {"x.el", "alice bob 0.5\nbob carol 2\n", 0, 3, 2, true, 2.5, NULL},
        {"x.csv", "source,target\n\"Smith, A\",\"Jones, B\"\n\"Jones, B\",C\n", 0, 3, 2, true, 0, NULL},
        {"x.edgelist", "1 2 {}\n2 3 {}\n", 0, 3, 2, true, 0, NULL},
        {"x.edgelist", "1 2 {'weight': 0.5, 'color': 'red'}\n2 3 {}\n", 0, 3, 2, true, 1.5, NULL},
        {"x.edgelist", "a b {\"weight\": 7}\n", 0, 2, 1, true, 7, NULL},
        {"x.el", "u v\nv w\n", 0, 3, 2, true, 0, NULL},
        {"x.csv", "source,target\n5000000000,1\n", 0, 2, 1, true, 0, NULL},
        {"x.el", "# Undirected graph\na b\nb c\n", 0, 3, 2, false, 0, NULL},
        {"x.csv", "% bip\na;b\nb;c\n", 0, 3, 2, false, 0, NULL},
    };
    CHECK_ALL(cases);
    fail_all(cases, sizeof cases / sizeof *cases);
    mg_context *context = warning_context(2);
    refuse_text(context, "x.csv", "a,source\n1,2\n", MG_ERROR_FORMAT, "x.csv:1: expected a column 'source' and");
    refuse_text(context, "x.csv", "Source,Target,Type\n1,2,Directed\n1,2,Undirected\n", MG_ERROR_FORMAT,
                "x.csv:3: expected the same of");
    refuse_text(context, "x.edgelist", "1 2 {'weight': 'x'}\n", MG_ERROR_FORMAT, "x.edgelist:1: expected a finite");
    mg_context_destroy(context);
}

TEST(doubts) {
    static const meaning cases[] = {
        {"x.txt", "4 1 1082040961\n2 3 1082155839\n", 0, 4, 2, true, 2164196800, "looks like times"},
        {"x.txt", "4 1 1082040961000\n2 3 1082155839000\n", 0, 4, 2, true, 2164196800000, "looks like times"},
        {"x.txt", "16 3\n0 6\n6 5\n15 6\n", 0, 6, 4, true, 0, "--skip-lines 1"},
        {"x.txt", "# x\n5 2\n1 2\n2 3\n", 0, 4, 3, true, 0, "--skip-lines 2"},
        {"x.txt", "1 2 3 4\n1 3 5\n", 0, 3, 2, true, 8, "x.txt:2: this line has not the 4 columns"},
        {"x.txt", "1 2 3 4\n1 3 5 6\n", 0, 3, 2, true, 8, "columns from the fourth on"},
        {"x.graph", "3 4\n2\n1 3\n2\n", 0, 3, 4, true, 0, "--undirected if the header counts every edge twice"},
        {"x.graph", "3 2\n2\n3\n\n", 0, 3, 2, true, 0, NULL},
        {"x.txt", "1 2 30\n2 3 40\n", 0, 3, 2, true, 70, NULL},
    };
    CHECK_ALL(cases);
}

TEST(skipped_lines) {
    mg_context *context = warning_context(1);
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.skip_lines = 1;
    mg_graph *graph = read_text(context, "x.txt", "16 3\n0 6\n6 5\n15 6\n", &options);
    CHECK_EQ(mg_graph_edge_count(graph), 3);
    CHECK_EQ(warnings[0], 0);
    mg_graph_destroy(graph);
    options.skip_lines = 9;
    graph = NULL;
    CHECK_STATUS(context, mg_graph_read(context, file_write("x.txt", "1 2\n", 4), &options, &graph), MG_ERROR_FORMAT);
    options.skip_lines = 0;
    options.most_vertices = 1u << 25;
    graph = read_text(context, "x.mtx", "%%MatrixMarket matrix coordinate pattern general\n20000000 20000000 0\n",
                      &options);
    CHECK_EQ(mg_graph_vertex_count(graph), 20000000);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(dimacs) {
    static const meaning cases[] = {
        {"x.col", "c x\np edge 5 4\ne 1 2\ne 2 3\ne 3 4\ne 4 5\n", 0, 5, 4, false, 0, NULL},
        {"x.col", "p col 3 2\nn 1 5\ne 1 2\ne 2 3\n", 0, 3, 2, false, 0, NULL},
        {"x.col", "p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n", 0, 3, 2, false, 0, NULL},
        {"x.col", "p edge 3 4\ne 1 2\ne 2 3\n", 0, 3, 2, false, 0, "counts every edge twice"},
        {"x.gr", "p tw 4 2\n1 2\nc x\n3 4\n", 0, 4, 2, false, 0, NULL},
    };
    CHECK_ALL(cases);
}

TEST(properties) {
    static const struct {
        const char *text;
        bool directed, sure;
    } cases[] = {{"graph.x.directed = false\n", false, true},    {"graph.x.directed: false\n", false, true},
                 {"graph.x.directed false\n", false, true},      {"graph.x.directed=FALSE \r\n", false, true},
                 {"! x\ngraph.x.directed : true\n", true, true}, {"directed=false\n", false, true},
                 {"graph.x.undirected=true\n", true, false},     {"", true, false}};
    mg_context *context = warning_context(2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mg_graph *graph = NULL;
        warnings[0] = 0;
        file_write("p.properties", cases[i].text, strlen(cases[i].text));
        file_write("p.v", "1\n2\n", 4);
        CHECK_OK(context, mg_graph_read(context, file_write("p.e", "1 2\n", 4), NULL, &graph));
        CHECK_EQ(mg_graph_directed(graph), cases[i].directed);
        CHECK_EQ(!strstr(warnings, "--undirected if not"), cases[i].sure);
        mg_graph_destroy(graph);
    }
    file_write("p.properties", "x.directed=truest\n", 18);
    mg_graph *none = NULL;
    CHECK_STATUS(context, mg_graph_read(context, file_path("p.e"), NULL, &none), MG_ERROR_FORMAT);
    mg_context_destroy(context);
}

TEST(galois) {
    static const char floats[] = "\1\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0"
                                 "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\x3f\0\0\xc0\x3f";
    static const char second[] = "\2\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0"
                                 "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\7\0\0\0\5\0\0\0";
    const meaning cases[] = {{"x.gr", floats, sizeof floats - 1, 2, 2, true, 2, "--weights-type int32"},
                             {"x.gr", second, sizeof second - 1, 2, 2, true, 12, NULL}};
    CHECK_ALL(cases);
    char high[sizeof second - 1];
    memcpy(high, second, sizeof high);
    high[52] = 1; /* the high half of the first neighbour */
    mg_context *context = warning_context(2);
    refuse_bytes(context, "x.gr", high, sizeof high, MG_ERROR_FORMAT, "below 2^32, found another at arc 0");
    mg_context_destroy(context);
}
