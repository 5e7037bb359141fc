/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verbs/algorithm.h"
#include "tools/verbs/verb.h"

#include <string.h>

static const operand graph_file = {
    .name = "GRAPH",
    .noun = "graph file",
    .help = "GRAPH is a graph file (edge list, Matrix Market and others), plain or compressed; `-` is standard input."};
static const operand graph_and_ends = {.name = "GRAPH [SOURCE TARGET]",
                                       .noun = "graph file",
                                       .help = "GRAPH is a graph file (edge list, Matrix Market and others), plain or "
                                               "compressed; `-` is standard input. SOURCE and TARGET are ids or names "
                                               "of vertices, which --source and --target may give instead.",
                                       .many = true};
static const operand program = {.name = "PROGRAM GRAPH",
                                .noun = "program file",
                                .help =
                                    "PROGRAM is a C file that holds one vertex program (docs/vertex-programs.md); cc "
                                    "compiles it. GRAPH is a graph file as for the other verbs; with --check it may "
                                    "be missing.",
                                .second = "graph file"};
static const operand kind = {.name = "KIND",
                             .noun = "kind of graph",
                             .help = "KIND is one of those below.",
                             .list = print_kinds,
                             .word = kind_at};
static const operand files = {.name = "IN OUT",
                              .noun = "graph file",
                              .help = "IN is a graph file as for the other verbs. OUT has the format that its suffix "
                                      "or --to names, and is compressed "
                                      "if it ends in .gz or .zst; `-` is standard output.",
                              .second = "file to write"};
static const operand suite = {.name = "[SUITE|GRAPH]...",
                              .noun = "suite or graph file",
                              .help = "SUITE is one of those below (default: quick), GRAPH a graph file as for the "
                                      "other verbs. With --against, a report of bench may replace a run.",
                              .list = print_suites,
                              .word = suite_at,
                              .also_file = true,
                              .optional = true,
                              .many = true};

static const operand compared = {.name = "GRAPH...",
                                 .noun = "graph file",
                                 .help = "GRAPH is a graph file as for the other verbs. DIR is the folder of your "
                                         "build of a peer.",
                                 .list = print_peers,
                                 .many = true};

static const operand reported = {.name = "[GRAPH]...",
                                 .noun = "graph file",
                                 .help = "GRAPH is a graph file as for the other verbs (default: a generated Kronecker "
                                         "graph).",
                                 .optional = true,
                                 .many = true};

static const operand plotted = {.name = "KIND FILE...",
                                .noun = "kind of plot",
                                .help = "KIND is one of those below. The files are reports of bench or compare "
                                        "(--metrics), traces (--trace), or one graph file.",
                                .list = print_plots,
                                .many = true,
                                .word = plot_kind_at};

static const operand matrix_file = {.name = "FILE",
                                    .noun = "matrix file",
                                    .help = "FILE is a Matrix Market file of any shape, plain or compressed, or a "
                                            "sparse matrix of SciPy (.npz); `-` is standard input."};

static const operand matrix_files = {.name = "A B",
                                     .noun = "matrix file",
                                     .help = "A and B are matrices of the same shape, in files as for the verb matrix.",
                                     .second = "second matrix file"};

const verb verb_table[] = {
    {"bfs", VERB_BFS, "breadth-first search: fewest edges from one vertex",
     "the depth of every vertex (its fewest edges from the source), `inf` where there is no path",
     "bfs graph.el --source 17 -o depth.tsv", &graph_file, &bfs_algorithm, run_algorithm},
    {"sssp", VERB_SSSP, "shortest paths from one vertex, by weight",
     "the distance of every vertex (its least sum of weights from the source), `inf` where there is no path",
     "sssp roads.mtx --weights random:42 --parents tree.tsv --top 3", &graph_file, &sssp_algorithm, run_algorithm},
    {"path", VERB_PATH, "a shortest path between two vertices",
     "the vertices of the path in order, each with its distance from the source: the last one is the length",
     "path roads.mtx 1 17", &graph_and_ends, &path_algorithm, run_algorithm},
    {"cc", VERB_CC, "connected components (weak ones of a directed graph)",
     "the component of every vertex, named by the smallest id in it", "cc graph.mtx.gz -o component.tsv", &graph_file,
     &cc_algorithm, run_algorithm},
    {"scc", VERB_SCC, "strongly connected components",
     "the component of every vertex, named by its smallest id; each of its vertices can reach every other one",
     "scc web.txt --top 5", &graph_file, &scc_algorithm, run_algorithm},
    {"pagerank", VERB_PAGERANK, "PageRank: importance of vertices by incoming links",
     "the rank of every vertex; all ranks sum to 1, and weights are ignored without --weighted",
     "pagerank web.txt --damping 0.85 --tolerance 1e-6 --top 10", &graph_file, &pagerank_algorithm, run_algorithm},
    {"bc", VERB_BC, "betweenness centrality: share of shortest paths through a vertex",
     "the centrality of every vertex, over shortest paths of fewest edges or by weight; with --edges a line "
     "`source<TAB>target<TAB>centrality` for every edge, an undirected one once",
     "bc graph.el --sources 64 --seed 1 --top 10", &graph_file, &bc_algorithm, run_betweenness},
    {"hits", VERB_HITS, "HITS: hubs, which link to authorities, and authorities",
     "the authority of every vertex (or its hub, by --column); the authorities sum to 1",
     "hits web.txt --column hub --top 10", &graph_file, &hits_algorithm, run_algorithm},
    {"triangles", VERB_TRIANGLES, "triangles of every vertex",
     "the number of triangles of every vertex: pairs of its neighbours that are neighbours, in either direction",
     "triangles web.txt --top 10", &graph_file, &triangles_algorithm, run_triangles_verb},
    {"lcc", VERB_LCC, "local clustering coefficients, as defined by LDBC Graphalytics",
     "the coefficient of every vertex: the share of possible edges between its neighbours that exist",
     "lcc web.txt -o lcc.tsv", &graph_file, &lcc_algorithm, run_algorithm},
    {"cdlp", VERB_CDLP, "communities by label propagation, as in LDBC Graphalytics",
     "the label of every vertex, the id of a vertex that began with it; equal labels are a community",
     "cdlp web.txt --max-iterations 20 -o communities.tsv", &graph_file, &cdlp_algorithm, run_algorithm},
    {"louvain", VERB_LOUVAIN, "communities by the method of Louvain",
     "the community of every vertex, named by its smallest id; directed graphs are taken as undirected",
     "louvain web.txt --resolution 1.5 --seed 7 -o communities.tsv", &graph_file, &communities_algorithm,
     run_algorithm},
    {"leiden", VERB_LEIDEN, "communities by the method of Leiden, all of them connected",
     "the community of every vertex, named by its smallest id; directed graphs are taken as undirected",
     "leiden web.txt --top 5", &graph_file, &communities_algorithm, run_algorithm},
    {"modularity", VERB_MODULARITY, "modularity of given communities",
     "two lines `name<TAB>value`: the number of communities and their modularity, as defined for louvain",
     "modularity web.txt --from communities.tsv", &graph_file, NULL, run_modularity},
    {"kcore", VERB_KCORE, "coreness: the largest k such that the vertex is in the k-core",
     "the coreness of every vertex; directed edges count at both ends, loops do not", "kcore web.txt --top 10",
     &graph_file, &kcore_algorithm, run_algorithm},
    {"ktruss", VERB_KTRUSS, "trussness of edges: the largest k with the edge in the k-truss",
     "a line `source<TAB>target<TAB>trussness` for every edge, an undirected one once; directions do not count",
     "ktruss web.txt --k 4 -o truss.tsv", &graph_file, NULL, run_ktruss},
    {"mis", VERB_MIS, "a maximal independent set",
     "1 for every vertex in the set, 0 for others: no two in the set are neighbours, every other vertex has a "
     "neighbour in it",
     "mis graph.el --seed 7 -o set.tsv", &graph_file, &mis_algorithm, run_algorithm},
    {"coloring", VERB_COLORING, "greedy colouring: neighbours have different colours",
     "the colour of every vertex, from 0; directions and loops do not count", "coloring graph.el -o colors.tsv",
     &graph_file, &coloring_algorithm, run_algorithm},
    {"msf", VERB_MSF, "minimum spanning forest: edges of least weight",
     "a line `source<TAB>target<TAB>weight` for every edge of the forest, by ids, the smaller id first; ids break ties",
     "msf roads.mtx -o forest.tsv", &graph_file, &msf_algorithm, run_algorithm},
    {"closeness", VERB_CLOSENESS, "closeness or harmonic centrality: nearness to all others",
     "the closeness of every vertex (or its harmonic centrality, by --column), as in NetworkX; weights are ignored",
     "closeness web.txt --sources 1000 --top 10", &graph_file, &closeness_algorithm, run_algorithm},
    {"eccentricity", VERB_ECCENTRICITY, "the greatest distance from every vertex, exact",
     "the greatest number of edges on a shortest path from every vertex to one of its component; of undirected graphs",
     "eccentricity graph.el --undirected -o eccentricity.tsv", &graph_file, &eccentricity_algorithm, run_algorithm},
    {"diameter", VERB_DIAMETER, "the greatest distance of two vertices, exact",
     "lines `diameter<TAB>value`, over the pairs with a path, and `components<TAB>value` (strongly connected ones of "
     "directed graphs)",
     "diameter roads.mtx", &graph_file, NULL, run_diameter},
    {"bipartite", VERB_BIPARTITE, "the two sides of bipartite components",
     "the side of every vertex, 0 or 1; 2 in components with a cycle of an odd number of edges",
     "bipartite ratings.mtx -o sides.tsv", &graph_file, &bipartite_algorithm, run_algorithm},
    {"matching", VERB_MATCHING, "a maximal matching: edges without common ends",
     "the mate of every vertex, the other end of its edge, or `-`; no edge can be added",
     "matching graph.el --seed 7 -o mates.tsv", &graph_file, &matching_algorithm, run_algorithm},
    {"eigenvector", VERB_EIGENVECTOR, "eigenvector centrality, as in NetworkX",
     "the centrality of every vertex; the sum of the squares is 1, and weights are ignored",
     "eigenvector web.txt --tolerance 1e-9 --top 10", &graph_file, &eigenvector_algorithm, run_algorithm},
    {"katz", VERB_KATZ, "Katz centrality, as in NetworkX",
     "the centrality of every vertex; the sum of the squares is 1, and weights are ignored",
     "katz web.txt --alpha 0.005 --top 10", &graph_file, &katz_algorithm, run_algorithm},
    {"similarity", VERB_SIMILARITY, "scores of edges or pairs, by features or common neighbours",
     "a line `source<TAB>target<TAB>score` for every edge, by the ids, an undirected edge once; for every pair of "
     "--pairs; "
     "or for the best pairs, by --top",
     "similarity graph.el --x features.npy -o scores.tsv", &graph_file, NULL, run_similarity},
    {"walks", VERB_WALKS, "random walks: uniform, by weight, node2vec",
     "a line for every walk: its vertices, separated by tabs, by ids; walks of a source stand together. npy: an array "
     "of int32 or int64 with a row for every walk, -1 after its end",
     "walks web.txt --walks 10 --length 80 --seed 7 -o walks.npy", &graph_file, NULL, run_walks},
    {"run", VERB_RUN, "your own vertex program, a C file", "a result column of the program, for every vertex or edge",
     "run examples/hops.c graph.el --source 17 -o hops.tsv", &program, &program_algorithm, run_program},
    {"info", VERB_INFO, "describe a graph file: size, weights, degrees", "one `name<TAB>value` line per property",
     "info graph.el.zst", &graph_file, NULL, run_info},
    {"generate", VERB_GENERATE, "generate a graph: Kronecker, R-MAT, road-like, grid and others",
     "the graph as an edge list or a Matrix Market file; a name that ends in .gz or .zst is compressed",
     "generate kron --scale 20 --seed 7 -o kron20.mtx.zst", &kind, NULL, run_generate},
    {"convert", VERB_CONVERT, "write a graph in another format",
     "the graph, with a warning for anything that the format cannot store", "convert roads.gr.gz roads.mgb", &files,
     NULL, run_convert},
    {"edit", VERB_EDIT, "write a new version of a graph, with edges inserted and removed",
     "the new version of the graph, in the format of the suffix or --to",
     "edit graph.el --insert new.el --remove old.el -o next.mgb", &graph_file, NULL, run_edit},
    {"bench", VERB_BENCH, "measure algorithms on graphs, check every result",
     "a table of medians, quartiles and MTEPS; --metrics writes all measurements as JSON",
     "bench quick roads.mtx --metrics now.json --against before.json", &suite, NULL, run_bench},
    {"compare", VERB_COMPARE, "run other graph systems on the same graphs",
     "a table of the times of multigraph and the peers, their ratios, and failures; --metrics writes it as JSON",
     "compare roads.mtx web.mtx --gapbs ~/gapbs --algorithm bfs,cc", &compared, NULL, run_compare},
    {"plot", VERB_PLOT, "draw a picture of reports and traces",
     "a picture, SVG or PNG by the name of -o; gnuplot draws it", "plot mteps now.json -o mteps.svg", &plotted, NULL,
     run_plot},
    {"report", VERB_REPORT, "write all measurements into one HTML page",
     "tables and pictures of bench, its modes, products and publications; gnuplot draws",
     "report roads.mtx web.mtx --trials 5 -o report.html", &reported, NULL, run_report},
    {"matrix", VERB_MATRIX, "describe a sparse matrix and its bytes in each storage format",
     "`name<TAB>value` lines, then a table with a line per format", "matrix cage12.mtx --format all --write cage12.npz",
     &matrix_file, NULL, run_matrix},
    {"spmv", VERB_SPMV, "sparse matrix times vector", "`name<TAB>value` lines; -o writes y = A x",
     "spmv cage12.mtx --x x.npy -o y.npy", &matrix_file, NULL, run_product},
    {"spmm", VERB_SPMM, "sparse matrix times dense matrix", "`name<TAB>value` lines; -o writes Y = A X",
     "spmm cage12.mtx --k 128 --format split --repeat 10 --verify", &matrix_file, NULL, run_product},
    {"sddmm", VERB_SDDMM, "products of dense rows, at the nonzeros of a sparse matrix",
     "`name<TAB>value` lines; -o writes a_ij (x_i . y_j) of each nonzero, row by row, or as a sparse matrix",
     "sddmm cage12.mtx --x rows.npy --y columns.npy -o scores.npz", &matrix_file, NULL, run_product},
    {"add", VERB_ADD, "sum of two sparse matrices", "`name<TAB>value` lines; -o writes alpha A + beta B",
     "add a.mtx b.mtx --format hisparse --beta -1 -o difference.npz", &matrix_files, NULL, run_add},
    {"devices", VERB_DEVICES, "list the usable GPUs, and the links between them",
     "one line per GPU: position, name, compute capability, multiprocessors, memory in MiB, its links to "
     "others (`1:nvlink18`, `1:peer`, `1:host`), separated by tabs",
     "devices", NULL, NULL, run_devices},
};

const size_t verb_count = sizeof verb_table / sizeof *verb_table;

const verb *verb_find(const char *name) {
    for (size_t i = 0; i < verb_count; i++) {
        if (strcmp(verb_table[i].name, name) == 0) {
            return &verb_table[i];
        }
    }
    return NULL;
}
