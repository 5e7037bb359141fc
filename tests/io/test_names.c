/* SPDX-License-Identifier: Apache-2.0
 *
 * test_names.c: names of vertices stay with the graph: from tables, containers and files of names, through snapshots,
 * orders and edits; damage is found.
 */
#include "io/snapshot.h"
#include "tests/failing_memory.h"
#include "tests/io/meanings.h"

#include <string.h>

/* The names by index, each followed by a bar. */
static const char *names_of(const mg_graph *graph) {
    static char text[512];
    text[0] = 0;
    for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
        const char *const name = mg_graph_name(graph, v);
        strcat(strcat(text, name ? name : "?"), "|");
    }
    return text;
}

static mg_vertex find(mg_context *context, const mg_graph *graph, const char *name) {
    mg_vertex v = 0;
    CHECK_OK(context, mg_graph_find_name(context, graph, name, &v));
    return v;
}

TEST(tables_with_names) {
    static const struct {
        const char *name, *text, *names;
    } cases[] = {
        {"a.el", "alice bob\nbob carol\n", "alice|bob|carol|"},
        {"a.csv", "\"Smith, John\",Bob\nBob,\"say \"\"hi\"\"\"\n", "Smith, John|Bob|say \"hi\"|"},
        {"a.csv", "from,to,weight\na,b,3\nb,c,4\n", "a|b|c|"},
        {"a.csv", "person,friend,weight\na,b,3\nb,c,4\n", "a|b|c|"},
        {"a.txt", "3f2a-77 10aa-1\n10aa-1 77bb-2\n", "3f2a-77|10aa-1|77bb-2|"},
        {"a.txt", "10.0.0.1 10.0.0.2\n10.0.0.2 10.0.0.9\n", "10.0.0.1|10.0.0.2|10.0.0.9|"},
        {"a.tsv", "Z\xc3\xbcrich\tBern\nBern\tBasel\n", "Z\xc3\xbcrich|Bern|Basel|"},
        {"a.ncol", "x y\ny z\n", "x|y|z|"},
        {"a.lgl", "# x\ny\n# y\nz\n", "x|y|z|"},
        {"a.gml",
         "graph [ node [ id 7 label \"b &amp; c\" ] node [ id 3 label \"a\" ] node [ id 9 ] edge [ source 7 target 3 "
         "] ]\n",
         "a|b & c|9|"},
        {"a.net", "*Vertices 3\n1 \"one\"\n2 \"two words\"\n3 \"drei\"\n*Arcs\n1 2\n", "one|two words|drei|"},
        {"a.graphml",
         "<graphml><graph edgedefault=\"directed\"><node id=\"n&amp;0\"/><node id=\"n1\"/>"
         "<edge source=\"n&amp;0\" target=\"n1\"/></graph></graphml>",
         "n&0|n1|"},
    };
    mg_context *context = warning_context(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mg_graph *graph = read_text(context, cases[i].name, cases[i].text, NULL);
        CHECK_STR(names_of(graph), cases[i].names);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(ids_are_no_names) {
    static const char *const texts[] = {"1 2\n2 3\n", "\"1\",\"2\"\n\"2\",\"3\"\n", "source,target\n1,2\n"};
    mg_context *context = make_context(1);
    for (size_t i = 0; i < 3; i++) {
        mg_graph *graph = read_text(context, "a.csv", texts[i], NULL);
        CHECK(!mg_graph_has_names(graph));
        CHECK_EQ(find(context, graph, "1"), MG_NONE);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(options_that_say_how_a_table_is_built) {
    mg_context *context = make_context(1);
    static const char table[] = "when|who|whom|cost\n1|a|b|2\n2|b|c|3\n";
    static const char *const columns[] = {"who,whom,cost", "2,3,4", "WHO,whom"};
    for (size_t i = 0; i < 3; i++) {
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.columns = columns[i];
        mg_graph *graph = read_text(context, "a.txt", table, &options);
        CHECK_STR(names_of(graph), "a|b|c|");
        CHECK_EQ(mg_graph_weight_type(graph), i < 2 ? MG_INT32 : MG_TYPE_NONE);
        mg_graph_destroy(graph);
    }
    static const char *const wrong[] = {"who", "who,nobody", "who,who", "1,2,3,4", "0,1", "1,5"};
    for (size_t i = 0; i < 6; i++) {
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        mg_graph *graph = NULL;
        options.columns = wrong[i];
        CHECK_EQ(mg_graph_read(context, file_write("a.txt", table, sizeof table - 1), &options, &graph),
                 MG_ERROR_INVALID);
    }
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_graph *none = NULL;
    options.delimiter = ' ';
    CHECK_EQ(mg_graph_read(context, file_write("a.net", "*Vertices 1\n", 12), &options, &none), MG_ERROR_INVALID);
    CHECK(strstr(mg_context_error(context), "not the format pajek"));
    mg_graph *unnamed = read_text(context, "a", "(a) (b)\n", &options);
    CHECK_STR(names_of(unnamed), "(a)|(b)|");
    mg_graph_destroy(unnamed);
    options = MG_GRAPH_OPTIONS_INIT;
    options.named = true;
    mg_graph *graph = read_text(context, "a.txt", "007 1\n1 7\n", &options);
    CHECK_STR(names_of(graph), "007|1|7|");
    mg_graph_destroy(graph);
    options = MG_GRAPH_OPTIONS_INIT;
    options.delimiter = ':';
    graph = read_text(context, "a.txt", "a b:c\nc:d, e\n", &options);
    CHECK_STR(names_of(graph), "a b|c|d, e|");
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

TEST(files_of_names) {
    static const struct {
        const char *text, *names, *warning;
    } cases[] = {{"3 c\n1 a\n2 b\n", "a|b|c|", NULL},
                 {"id,name\n1,\"a, b\"\n3,c\n", "a, b|2|c|", NULL},
                 {"x\ny z\nw\n", "x|y z|w|", NULL},
                 {"id name\n1 x y\n3 z\n", "x y|2|z|", NULL},
                 {"1,\"say \"\"x\"\"\"\n", "say \"x\"|2|3|", NULL},
                 {"\"say \"\"x\"\"\"\ny\nz\n", "say \"x\"|y|z|", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[512];
        mg_context *context = warning_context(1);
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        strcpy(path, file_write("names.txt", cases[i].text, strlen(cases[i].text)));
        options.names = path;
        warnings[0] = 0;
        mg_graph *graph = read_text(context, "a.el", "1 2\n2 3\n", &options);
        CHECK_STR(names_of(graph), cases[i].names);
        CHECK(cases[i].warning ? strstr(warnings, cases[i].warning) != NULL : !warnings[0]);
        mg_graph_destroy(graph);
        mg_context_destroy(context);
    }
}

TEST(files_of_names_that_are_refused) {
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "expected names of vertices, found none"},
        {"x\ny\n", "expected 3 names"},
        {"1 a\nb c\n", "names.txt:2: expected an id and a name"},
        {"1 a\n2\n", "names.txt:2: expected an id and a name"},
        {"1,a\n2,\"\"\n", "names.txt:2: expected a name after the id"},
        {"# x\n2 same\n1 same\n", "names.txt:3: 'same' is the name of vertex 1, and in line 2 that of 2"},
        {"x\nsame\nsame\n", "names.txt:3: 'same' is the name of vertex 3, and in line 2 that of 2"},
        {"1 3\n", "names.txt:1: '3' is the name of vertex 1, and the id of a vertex without a name"},
        {"3 1\n", "names.txt:1: '1' is the name of vertex 3, and the id of a vertex without a name"},
        {"1 a\n2 b\n1 c\n", "names.txt:3: vertex 1 has a name already, in line 1"},
    };
    mg_context *context = make_context(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[512];
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        mg_graph *graph = NULL;
        strcpy(path, file_write("names.txt", cases[i].text, strlen(cases[i].text)));
        options.names = path;
        const char *edges = file_write("a.el", "1 2\n2 3\n", 8);
        CHECK_EQ(mg_graph_read(context, edges, &options, &graph), MG_ERROR_FORMAT);
        CHECK(strstr(mg_context_error(context), cases[i].error));
        CHECK(!graph);
    }
    mg_context_destroy(context);
}

/* Snapshots, also of graphs in another order and read with options; other formats that hold names. */
TEST(names_through_files_and_orders) {
    static const char *const files[] = {"b.mgb", "b.el", "b.csv", "b.graphml", "b.gml", "b.net"};
    mg_context *context = make_context(2);
    mg_graph *graph = read_text(context, "a.el", "hub,a b\nhub,\"c\"\nhub,4d\nc,hub\n", NULL), *ordered = NULL;
    CHECK_STR(names_of(graph), "hub|a b|c|4d|");
    CHECK_OK(context, mg_graph_reorder(context, graph, MG_ORDER_SHUFFLED, 5, &ordered));
    for (mg_vertex v = 0; v < 4; v++) {
        const mg_vertex same = find(context, graph, mg_graph_name(ordered, v));
        CHECK_EQ(mg_graph_id(ordered, v), mg_graph_id(graph, same));
        CHECK_EQ(find(context, ordered, mg_graph_name(ordered, v)), v);
    }
    for (size_t i = 0; i < 12; i++) {
        mg_graph *back = NULL;
        mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
        options.drop_self_loops = i == 0;
        options.weights = i % 2 ? MG_WEIGHTS_UNIT : MG_WEIGHTS_FILE;
        CHECK_OK(context, mg_graph_write(context, i < 6 ? graph : ordered, file_path(files[i % 6]), NULL));
        CHECK_OK(context, mg_graph_read(context, file_path(files[i % 6]), &options, &back));
        CHECK_EQ(mg_graph_edge_count(back), 4);
        const mg_adjacency out = mg_graph_out_edges(back);
        const mg_vertex hub = find(context, back, "hub"), c = find(context, back, "c");
        CHECK(find(context, back, "a b") != MG_NONE && find(context, back, "4d") != MG_NONE);
        CHECK_EQ(out.offsets[hub + 1] - out.offsets[hub], 3);
        CHECK_EQ(out.neighbours[out.offsets[c]], hub);
        mg_graph_destroy(back);
    }
    mg_graph_destroy(graph);
    mg_graph_destroy(ordered);
    mg_context_destroy(context);
}

/* An edge from each name to the next one, in GML, whose labels may be anything. */
static mg_graph *path_of_names(mg_context *context, const char *const *labels, int count) {
    static char text[8192];
    size_t length = (size_t)snprintf(text, sizeof text, "graph [ directed 1\n");
    for (int i = 0; i < count; i++) {
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "node [ id %d label \"%s\" ]\n", 100 + i, labels[i]);
    }
    for (int i = 0; i + 1 < count; i++) {
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "edge [ source %d target %d ]\n", 100 + i, 101 + i);
    }
    snprintf(text + length, sizeof text - length, "]\n");
    return read_text(context, "a.gml", text, NULL);
}

static void check_path_of_names(mg_context *context, const mg_graph *graph, const mg_graph *back) {
    CHECK_EQ(mg_graph_vertex_count(back), mg_graph_vertex_count(graph));
    CHECK_EQ(mg_graph_edge_count(back), mg_graph_edge_count(graph));
    const mg_adjacency out = mg_graph_out_edges(back);
    for (mg_vertex v = 0; v + 1 < mg_graph_vertex_count(graph); v++) {
        const mg_vertex from = find(context, back, mg_graph_name(graph, v));
        CHECK(from != MG_NONE);
        CHECK_STR(mg_graph_name(back, out.neighbours[out.offsets[from]]), mg_graph_name(graph, v + 1));
    }
}

/* Names that look like headers, comments, dictionaries or ids; that are long; that have quotes, blanks or separators.
 */
TEST(odd_names_through_files) {
    static const char *const files[] = {"b.el", "b.csv", "b.graphml", "b.gml", "b.net", "b.mgb"};
    char longest[1001] = "";
    memset(longest, 'x', 1000);
    const char *const labels[][8] = {
        {"source", "target", "#c", "%d", "{e", "10 x", "f;g", "h|i"},
        {"007", "7", "0", "18446744073709551616", "1e5", "10.0.0.1", "-3", "+4"},
        {"&quot;q&quot;", " lead", "trail ", "a,b", "tab\tin", "Z\xc3\xbcrich", "&amp;amp;", "&lt;b&gt;"},
        {"Undirected", longest, "&#171;&#23383;&#187;", "'", "\\n", "*Vertices", "]", "nan"},
        {"1", "2", "3", "4", "5", "6", "7", "007"},
        {"2", "1", "x", "y", "from", "to", "weight", "type"},
    };
    mg_context *context = make_context(1);
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        mg_graph *graph = path_of_names(context, labels[i], 8);
        CHECK(mg_graph_has_names(graph));
        for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
            mg_graph *back = NULL;
            if (i == 2 && f == 4) {
                continue; /* quotes become apostrophes in Pajek */
            }
            CHECK_OK(context, mg_graph_write(context, graph, file_path(files[f]), NULL));
            CHECK_OK(context, mg_graph_read(context, file_path(files[f]), NULL, &back));
            check_path_of_names(context, graph, back);
            mg_graph_destroy(back);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(names_that_formats_refuse) {
    static const struct {
        const char *label, *error;
        bool refused[5];
    } cases[] = {{"two&#10;lines", "a name with a line break, as that of vertex 101", {true, true, false, false, true}},
                 {"a&#13;b", "a name with a line break", {true, true, false, false, true}},
                 {"two\nlines", "a name with a line break", {true, true, false, false, true}},
                 {"bell\a", "not UTF-8 or has control characters", {false, false, true, false, false}},
                 {"Z\xfcrich", "not UTF-8 or has control characters", {false, false, true, false, false}},
                 {"\xc0\xaf", "not UTF-8 or has control characters", {false, false, true, false, false}}};
    static const char *const files[] = {"c.el", "c.csv", "c.graphml", "c.gml", "c.net"};
    mg_context *context = make_context(1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *const labels[] = {"a", cases[i].label, "b"};
        mg_graph *graph = path_of_names(context, labels, 3), *back = NULL;
        for (size_t f = 0; f < 5; f++) {
            if (cases[i].refused[f]) {
                CHECK_STATUS(context, mg_graph_write(context, graph, file_path(files[f]), NULL), MG_ERROR_UNSUPPORTED);
                CHECK(strstr(mg_context_error(context), cases[i].error));
                continue;
            }
            CHECK_OK(context, mg_graph_write(context, graph, file_path(files[f]), NULL));
            CHECK_OK(context, mg_graph_read(context, file_path(files[f]), NULL, &back));
            check_path_of_names(context, graph, back);
            mg_graph_destroy(back);
        }
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(names_of_new_versions) {
    mg_context *context = make_context(1);
    mg_graph *graph = read_text(context, "a.el", "a b\nb c\n", NULL), *made = NULL;
    static const mg_vertex from[] = {3}, to[] = {0};
    static const char *const names[] = {"d", NULL};
    for (int given = 0; given < 2; given++) {
        mg_graph_edits edits = MG_GRAPH_EDITS_INIT;
        edits.insert_count = 1;
        edits.insert_source = from;
        edits.insert_target = to;
        edits.new_vertices = 1;
        edits.new_names = given ? names : NULL;
        CHECK_OK(context, mg_graph_edit(context, graph, &edits, &made));
        CHECK_STR(names_of(made), given ? "a|b|c|d|" : "a|b|c|3|");
        mg_graph_destroy(made);
        edits.new_vertices = 2;
        edits.new_names = names;
        CHECK_STATUS(context, mg_graph_edit(context, graph, &edits, &made), MG_ERROR_INVALID); /* the second is NULL */
    }
    static const char *const taken[][2] = {{"a", "d"}, {"d", "c"}, {"d", "d"}, {"", "d"}};
    for (int i = 0; i < 4; i++) {
        mg_graph_edits edits = MG_GRAPH_EDITS_INIT;
        edits.new_vertices = 2;
        edits.new_names = taken[i];
        CHECK_STATUS(context, mg_graph_edit(context, graph, &edits, &made), MG_ERROR_INVALID);
        CHECK(strstr(mg_context_error(context), i < 3 ? "the same name" : "is empty"));
    }
    mg_graph_destroy(graph);
    mg_context_destroy(context);
}

/* Every byte of the names, their ends and their place in the header. */
TEST(damaged_names_of_snapshots) {
    static unsigned char bytes[4096];
    mg_context *context = make_context(1);
    mg_graph *graph = read_text(context, "a.el", "alice bob\nbob carol\n", NULL);
    CHECK_OK(context, mg_graph_write(context, graph, file_path("x.mgb"), NULL));
    mg_graph_destroy(graph);
    FILE *file = fopen(file_path("x.mgb"), "rb");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    mg_snapshot s;
    memcpy(&s, bytes, sizeof s);
    CHECK(mg__snapshot_named(&s));
    CHECK_EQ(s.names.size, 3 * 8 + 16);
    CHECK_EQ(s.names.begin + 64, size);
    for (size_t i = 0; i < size; i++) {
        const size_t header = offsetof(mg_snapshot, names);
        const bool placed = i >= header && i < header + sizeof s.names;
        if (!placed && (i < s.names.begin || i >= s.names.begin + s.names.size)) {
            continue;
        }
        graph = NULL;
        bytes[i] ^= 1;
        const mg_status read = mg_graph_read(context, file_write("y.mgb", bytes, size), NULL, &graph);
        CHECK(read == MG_ERROR_FORMAT || !mg_graph_name(graph, 0));
        mg_vertex v;
        CHECK(read == MG_ERROR_FORMAT || mg_graph_find_name(context, graph, "bob", &v) == MG_ERROR_FORMAT);
        bytes[i] ^= 1;
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
}

TEST(memory_that_runs_out) {
    static const meaning cases[] = {
        {"a.el", "alice \"b \"\"x\"\"\"\nbob carol\n", 0, 4, 2, true, 0, NULL},
        {"a.gml", "graph [ node [ id 7 label \"b\" ] node [ id 3 label \"a\" ] edge [ source 7 target 3 ] ]\n", 0, 2, 1,
         false, 0, NULL},
    };
    CHECK_ALL(cases);
    fail_all(cases, 2);
}

/* Reads with a file of names, reorders, edits, writes, opens and finds, until everything succeeds. */
static mg_status whole_path(mg_context *context, const char *edges, const char *names, const char *snapshot) {
    static const mg_vertex from[] = {3}, to[] = {0};
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_graph_edits edits = MG_GRAPH_EDITS_INIT;
    mg_graph *graph = NULL, *ordered = NULL, *made = NULL, *back = NULL;
    mg_vertex v = MG_NONE;
    options.names = names;
    edits.insert_count = edits.new_vertices = 1;
    edits.insert_source = from;
    edits.insert_target = to;
    mg_status status = mg_graph_read(context, edges, &options, &graph);
    status = status < 0 ? status : mg_graph_reorder(context, graph, MG_ORDER_DEGREE, 0, &ordered);
    status = status < 0 ? status : mg_graph_edit(context, ordered, &edits, &made);
    status = status < 0 ? status : mg_graph_write(context, made, snapshot, NULL);
    status = status < 0 ? status : mg_graph_read(context, snapshot, NULL, &back);
    status = status < 0 ? status : mg_graph_find_name(context, back, "two", &v);
    CHECK(status < 0 || mg_graph_id(back, v) == 2);
    mg_graph_destroy(graph);
    mg_graph_destroy(ordered);
    mg_graph_destroy(made);
    mg_graph_destroy(back);
    return status;
}

TEST(memory_that_runs_out_with_files_of_names) {
    char edges[512], names[512], snapshot[512];
    int n = 0;
    strcpy(edges, file_write("a.el", "1 2\n2 3\n", 8));
    strcpy(names, file_write("names.txt", "2 two\n3 three\n", 14));
    strcpy(snapshot, file_path("x.mgb"));
    for (mg_status status = MG_ERROR_MEMORY; status < 0; n++) {
        failing_memory memory;
        mg_context *context = failing_memory_context(&memory, n);
        status = whole_path(context, edges, names, snapshot);
        CHECK(status == MG_ERROR_MEMORY || status == MG_OK);
        mg_context_destroy(context);
        CHECK_EQ(memory.live, 0);
    }
    CHECK(n > 20);
}
