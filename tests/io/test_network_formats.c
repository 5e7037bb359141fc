/* SPDX-License-Identifier: Apache-2.0
 *
 * test_network_formats.c: the formats of network analysis: GraphML, GML, Pajek, LGL, NCOL, and arrays of NumPy.
 */
#include "tests/io/meanings.h"

#define GRAPHML(kind, rest)                                                                                            \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"          \
    "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n<graph edgedefault=\"" kind "\">\n" rest \
    "</graph>\n</graphml>\n"
#define NODES "<node id=\"1\"/><node id=\"2\"/><node id=\"7\"/>\n"

static const meaning graphml[] = {
    {"x.graphml", GRAPHML("undirected", NODES "<edge source=\"1\" target=\"2\"/>\n"), 0, 3, 1, false, 0, NULL},
    {"x.graphml", GRAPHML("directed", NODES "<edge source=\"1\" target=\"2\"><data key=\"d0\"> 2.5\n</data></edge>\n"),
     0, 3, 1, true, 2.5, NULL},
    {"x.txt", GRAPHML("directed", NODES "<edge source='7' target='2'><data key='d9'>2</data></edge>"), 0, 3, 1, true, 0,
     NULL},
    {"x.graphml", GRAPHML("directed", "<node id='n0'/><edge source='n0' target='n1'/>"), 0, 2, 1, true, 0, NULL},
    {"x.graphml", GRAPHML("directed", "<node id='5000000000'/><edge source='1' target='2'/>"), 0, 3, 1, true, 0, NULL},
    {"x.graphml",
     "<graphml><key id='w' for='edge' attr.name='weight'><default>3</default></key><graph edgedefault='directed'>"
     "<edge source='1' target='2'/><edge source='2' target='3'><data key='w'>4</data></edge></graph></graphml>",
     0, 3, 2, true, 7, NULL},
    {"x.graphml", "\xef\xbb\xbf<graphml><graph edgedefault='directed'/></graphml>", 0, 0, 0, true, 0, NULL},
};

static const meaning gml[] = {
    {"x.gml",
     "graph [\n  directed 1\n  node [ id 5 label \"a [b\" ]\n  node [ id 6 ]\n  node [ id 9 ]\n"
     "  edge [ source 5 target 6 weight 0.5 ]\n]\n",
     0, 3, 1, true, 0.5, NULL},
    {"x.gml", "graph [ node [ label \"1\" id 1 ] node [ id 2 label \"2\" ] ]", 0, 2, 0, false, 0, NULL},
    {"x.gml",
     "Creator \"me\nand you\"\nVersion 1\ngraph\n[ comment \"x\" node\n[\nid\n1\ngraphics [ x 1.0 y [ z 2 ] ] ]\n"
     "edge [ source 1 target 2 value 3 ] ]",
     0, 2, 1, false, 6, NULL},
    {"x.txt", "# c\ngraph [ edge [ target 1 source 2 ] ]\n", 0, 2, 1, false, 0, NULL},
    {"x.gml", "graph [ node [ id 5000000000 ] ]\n", 0, 1, 0, false, 0, NULL},
};

static const meaning pajek[] = {
    {"x.net", "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Arcs\n1 2 0.5\n2 3 1\n", 0, 3, 2, true, 1.5, NULL},
    {"x.net", "*Vertices 2\n1 \"1\"\n2 2\n*Arcs\n1 2\n", 0, 2, 1, true, 0, NULL},
    {"x.net", "*vertices 3\r\n*EDGES\r\n1 2\r\n2 3\r\n", 0, 3, 2, false, 0, NULL},
    {"x.txt", "% x\n*Network n\n*Vertices 3 2\n*Arcs :1 \"r\"\n1 2 1 c Blue\n*Edges\n2 3 2\n", 0, 3, 3, true, 5, NULL},
    {"x.net", "*Vertices 4\n*Arcslist\n1 2 3\n4 1\n", 0, 4, 3, true, 0, NULL},
    {"x.net", "*Vertices 4\n*Edgeslist\n1 2 3\n", 0, 4, 2, false, 0, NULL},
    {"x.net", "*Vertices 2\n1 \"70\"\n2 \"5000000000\"\n*Arcs\n1 2\n", 0, 2, 1, true, 0, NULL},
};

static const meaning others[] = {
    {"x.lgl", "# 1\n2 5\n3 6\n# 2\n1 5\n", 0, 3, 3, false, 32, NULL},
    {"x", "# 1\n2\n3\n# 2\n4\n", 0, 4, 3, false, 0, NULL},
    {"x.lgl", "# a\nb\n\nc 2\n", 0, 3, 2, false, 6, NULL},
    {"x.ncol", "1 2\n2 3\n", 0, 3, 2, false, 0, NULL},
    {"x.ncol", "a b 0.5\n", 0, 2, 1, false, 1, NULL},
};

TEST(meanings) {
    CHECK_ALL(graphml);
    CHECK_ALL(gml);
    CHECK_ALL(pajek);
    CHECK_ALL(others);
}

#define FAIL_ALL(cases) fail_all(cases, sizeof(cases) / sizeof *(cases))

TEST(every_allocation_may_fail) {
    FAIL_ALL(graphml);
    FAIL_ALL(gml);
    FAIL_ALL(pajek);
    FAIL_ALL(others);
}

TEST(ids) {
    mg_context *context = make_context(2);
    mg_graph *graph = read_text(context, "x.net", "*Vertices 2\n1 \"70\"\n2 \"5000000000\"\n*Arcs\n1 2 4\n", NULL);
    CHECK_EQ(weight_of(graph, 70, 5000000000), 4);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.net", "*Vertices 2\n1 \"70\"\n2 \"x\"\n*Arcs\n1 2 4\n", NULL);
    CHECK_EQ(weight_of(graph, 1, 2), 4);
    mg_graph_destroy(graph);
    graph = read_text(context, "x.graphml",
                      GRAPHML("directed", NODES "<edge source='7' target='1'><data key='d0'>3</data></edge>"), NULL);
    CHECK_EQ(weight_of(graph, 7, 1), 3);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(refused) {
    static const struct {
        const char *name, *text;
        mg_status status;
        const char *message;
    } cases[] = {
        {"x.graphml", "<graphml>", MG_ERROR_FORMAT, "x.graphml:2: no element found"},
        {"x.graphml", "<graphml>\n<graph>\n</graph></graphml>", MG_ERROR_FORMAT, "x.graphml:2: expected edgedefault"},
        {"x.graphml", "<graphml></graphml>", MG_ERROR_FORMAT, "expected an element graph"},
        {"x.graphml", "<gexf></gexf>", MG_ERROR_FORMAT, "x.graphml:1: expected the element graphml, found gexf"},
        {"x.graphml", GRAPHML("directed", "<edge source='1'/>"), MG_ERROR_FORMAT,
         "x.graphml:5: expected an attribute target"},
        {"x.graphml", GRAPHML("directed", "<edge source='1' target='2'><data key='d0'>x</data></edge>"),
         MG_ERROR_FORMAT, "x.graphml:5: expected a finite weight"},
        {"x.graphml", GRAPHML("directed", "<edge source='1' target='2' directed='false'/>"), MG_ERROR_UNSUPPORTED,
         "--directed or --undirected"},
        {"x.graphml", GRAPHML("directed", "<hyperedge/>"), MG_ERROR_UNSUPPORTED, "hyperedges"},
        {"x.graphml", GRAPHML("directed", "</graph><graph edgedefault='directed'>"), MG_ERROR_UNSUPPORTED, "a second"},
        {"x.graphml", "<!DOCTYPE x [<!ENTITY a \"b\">]><graphml/>", MG_ERROR_UNSUPPORTED, "entities"},
        {"x.gml", "graph [\nnode [ ]\n]", MG_ERROR_FORMAT, "x.gml:2: expected the id of a node"},
        {"x.gml", "graph [ edge [ source 1 ] ]", MG_ERROR_FORMAT, "found no target"},
        {"x.gml", "graph [ edge [ source -1 target 2 ] ]", MG_ERROR_FORMAT, "expected an id, a whole number"},
        {"x.gml", "graph [ edge [ source 1 target 2 weight \"x\" ] ]", MG_ERROR_FORMAT,
         "expected a finite weight, found a"},
        {"x.gml", "graph [\nnode [ id 1 label \"\n\n", MG_ERROR_FORMAT, "x.gml:2: expected a closing quote"},
        {"x.gml", "graph [", MG_ERROR_FORMAT, "expected a key or ']', found the end of the file"},
        {"x.gml", "graph [ x [ y", MG_ERROR_FORMAT, "expected ']'"},
        {"x.gml", "graph [ ] graph [ ]", MG_ERROR_FORMAT, "expected the end of the file, found 'graph'"},
        {"x.gml", "x 1\n", MG_ERROR_FORMAT, "expected 'graph ['"},
        {"x.net", "*Arcs\n1 2\n", MG_ERROR_FORMAT, "x.net:2: expected a vertex from 1 to n, found '1'"},
        {"x.net", "1 2\n", MG_ERROR_FORMAT, "x.net:1: expected '*Vertices n'"},
        {"x.net", "*Vertices 2\n*Arcs\n1 3\n", MG_ERROR_FORMAT, "x.net:3: expected a vertex from 1 to n, found '3'"},
        {"x.net", "*Vertices 2\n*Arcs\n1 2 x\n", MG_ERROR_FORMAT, "x.net:3: expected a finite weight"},
        {"x.net", "*Vertices 2\n*Matrix\n0 1\n1 0\n", MG_ERROR_FORMAT, "x.net:2: expected '*Vertices', '*Arcs'"},
        {"x.net", "*Vertices 2\n*Vertices 2\n", MG_ERROR_FORMAT, "x.net:2: expected one section of vertices"},
        {"x.net", "*Vertices 4000000000\n", MG_ERROR_RANGE, "not plausible"},
        {"x.net", "*Vertices 4294967295\n", MG_ERROR_RANGE, "expected at most 4294967294 vertices"},
        {"x.lgl", "1\n2\n", MG_ERROR_FORMAT, "x.lgl:1: expected '# NAME' before the first neighbour"},
        {"x.lgl", "# 1 2\n3\n", MG_ERROR_FORMAT, "x.lgl:1: expected the name of a vertex after '#'"},
        {"x.lgl", "# 1\n2 x\n", MG_ERROR_FORMAT, "x.lgl:2: expected a finite weight"},
        {"x.lgl", "\n", MG_ERROR_FORMAT, "x.lgl:2: expected '# NAME', found the end of the file"},
    };
    for (int threads = 1; threads <= 2; threads++) {
        mg_context *context = make_context(threads);
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            refuse_text(context, cases[i].name, cases[i].text, cases[i].status, cases[i].message);
        }
        mg_context_destroy(context);
    }
}

/* An array of NumPy: magic, length of the header, header, data. */
static size_t make_npy(unsigned char *out, const char *descr, const char *order, const char *shape, const void *data,
                       size_t size) {
    memcpy(out, "\x93NUMPY\1\0v\0", 10);
    const int length =
        sprintf((char *)out + 10, "{'descr': %s, 'fortran_order': %s, 'shape': %s, }", descr, order, shape);
    memset(out + 10 + length, ' ', 118 - (size_t)length);
    out[127] = '\n';
    memcpy(out + 128, data, size);
    return 128 + size;
}

TEST(arrays) {
    static const int64_t wide[] = {0, 1, 2, 1, 2, 0};
    static const int32_t pairs[] = {5, 1, 1, 2, 7, 5}, negative[] = {0, -1, 1, 1, 2, 3};
    static const double weighted[] = {0, 1, 0.5, 1, 2, 0.25, 2, 0, 4, 3, 0, 1};
    static const unsigned char big[] = {0, 5, 0, 1, 0, 7, 0, 1, 0, 2, 0, 5},
                               records[] = {0, 0, 1, 0, 7, 0, 1, 0, 2, 0, 8, 0};
    static const struct {
        const char *descr, *order, *shape;
        const void *data;
        size_t size;
        uint64_t vertices, edges;
        double weight_sum;
        const char *warning;
    } cases[] = {{"'<i8'", "False", "(2, 3)", wide, sizeof wide, 3, 3, 0, "a row of sources and a row of targets"},
                 {"'<i4'", "False", "(3, 2)", pairs, sizeof pairs, 4, 3, 0, NULL},
                 {"'<f8'", "False", "(4, 3)", weighted, sizeof weighted, 4, 4, 5.75, NULL},
                 {"'>u2'", "True", "(3, 2)", big, sizeof big, 4, 3, 0, NULL},
                 {"[('source', '<u2'), ('target', '<u2'), ('weight', '<i2')]", "False", "(2,)", records, sizeof records,
                  3, 2, 15, NULL},
                 {"'<i4'", "False", "(0, 2)", pairs, 0, 0, 0, 0, NULL}};
    static const struct {
        const char *descr, *shape, *message;
    } bad[] = {{"'<i4'", "(6,)", "expected an array of m x 2"},
               {"'<i4'", "(2, 1, 3)", "one or two dimensions"},
               {"'<c8'", "(3, 2)", "one or two dimensions"},
               {"'<i4'", "(3, 2", "one or two dimensions"},
               {"'<i4'", "(9, 2)", "truncated"},
               {"'<i4'", "(4611686018427387904, 2)", "truncated"},
               {"'<i4'", "(18446744073709551616, 2)", "one or"},
               {"'<i4'", "(3, 2)", "ids of at least 0"},
               {"'|S4'", "(3, 2)", "another shape or type"},
               {"'<i3'", "(3, 2)", "one or two dimensions"}};
    unsigned char bytes[512];
    for (int threads = 1; threads <= 2; threads++) {
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const size_t size =
                make_npy(bytes, cases[i].descr, cases[i].order, cases[i].shape, cases[i].data, cases[i].size);
            const meaning m = {"x.npy",
                               (const char *)bytes,
                               size,
                               cases[i].vertices,
                               cases[i].edges,
                               true,
                               cases[i].weight_sum,
                               cases[i].warning};
            check_all(&m, 1);
            if (threads == 1) {
                fail_all(&m, 1);
            }
        }
    }
    mg_context *context = make_context(2);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const size_t size = make_npy(bytes, bad[i].descr, "False", bad[i].shape, negative, sizeof negative);
        mg_graph *graph = NULL;
        CHECK(mg_graph_read(context, file_write("x.npy", bytes, size), NULL, &graph) < 0);
        if (!strstr(mg_context_error(context), bad[i].message)) {
            test_fail("x.npy", (int)i, "%s", mg_context_error(context));
        }
    }
    mg_context_destroy(context);
}
