/* SPDX-License-Identifier: Apache-2.0
 *
 * The only list of options. Parsing, --help, suggestions, manual pages and completions are generated from it.
 */
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/verbs/verb.h"

#include <stddef.h>

#define FIELD(name) .field = offsetof(cli_options, name)

/* The expansion of a macro as a string. */
#define TEXT_(value) #value
#define TEXT(value) TEXT_(value)

static const choice backends[] = {
    {"auto", MG_BACKEND_AUTO}, {"cpu", MG_BACKEND_CPU}, {"cuda", MG_BACKEND_CUDA}, {NULL, 0}};
static const choice measured_backends[] = {{"cpu", MG_BACKEND_CPU}, {"cuda", MG_BACKEND_CUDA}, {NULL, 0}};
static const choice verify_words[] = {
    {"all", BENCH_VERIFY_ALL}, {"last", BENCH_VERIFY_LAST}, {"none", BENCH_VERIFY_NONE}, {NULL, 0}};
static const choice own_check_words[] = {{"all", BENCH_VERIFY_ALL}, {"none", BENCH_VERIFY_NONE}, {NULL, 0}};
static const choice numberings[] = {{"original", 0}, {"random", 1}, {NULL, 0}};
static const choice modes[] = {
    {"auto", MG_MODE_AUTO}, {"sparse", MG_MODE_SPARSE}, {"dense", MG_MODE_DENSE}, {"pull", MG_MODE_PULL}, {NULL, 0}};
static const choice mode_choices[] = {{"learnt", MG_CHOICE_LEARNT}, {"sampled", MG_CHOICE_SAMPLED}, {NULL, 0}};
static const choice sparse_layouts[] = {
    {"auto", MG_SPARSE_AUTO}, {"csr", MG_SPARSE_CSR}, {"segmented", MG_SPARSE_SEGMENTED}, {NULL, 0}};
static const choice dense_layouts[] = {
    {"auto", MG_DENSE_AUTO}, {"panels", MG_DENSE_PANELS}, {"blocks", MG_DENSE_BLOCKS}, {NULL, 0}};
static const choice output_formats[] = {{"tsv", OUTPUT_TSV},
                                        {"csv", OUTPUT_CSV},
                                        {"json", OUTPUT_JSON},
                                        {"npy", OUTPUT_NPY},
                                        {"graphalytics", OUTPUT_GRAPHALYTICS},
                                        {NULL, 0}};
/* Used for completion only; the library validates the values. */
static const choice matrix_formats[] = {
    {"auto", MG_FORMAT_AUTO},       {"csr", MG_FORMAT_CSR},           {"coo", MG_FORMAT_COO},
    {"ell", MG_FORMAT_ELL},         {"split", MG_FORMAT_SPLIT},       {"aspt", MG_FORMAT_ASPT},
    {"rs", MG_FORMAT_RS},           {"well", MG_FORMAT_WELL},         {"adell", MG_FORMAT_ADELL},
    {"coadell", MG_FORMAT_COADELL}, {"csb", MG_FORMAT_CSB},           {"ecsb", MG_FORMAT_ECSB},
    {"gcsb", MG_FORMAT_GCSB},       {"hisparse", MG_FORMAT_HISPARSE}, {NULL, 0}};
static const choice described_formats[] = {
    {"csr", MG_FORMAT_CSR},           {"coo", MG_FORMAT_COO},      {"ell", MG_FORMAT_ELL},
    {"split", MG_FORMAT_SPLIT},       {"aspt", MG_FORMAT_ASPT},    {"rs", MG_FORMAT_RS},
    {"well", MG_FORMAT_WELL},         {"adell", MG_FORMAT_ADELL},  {"coadell", MG_FORMAT_COADELL},
    {"csb", MG_FORMAT_CSB},           {"ecsb", MG_FORMAT_ECSB},    {"gcsb", MG_FORMAT_GCSB},
    {"hisparse", MG_FORMAT_HISPARSE}, {"all", MATRIX_ALL_FORMATS}, {NULL, 0}};
static const choice ecsb_parts[] = {
    {"auto", MG_ECSB_AUTO}, {"coo", MG_ECSB_COO}, {"ell", MG_ECSB_ELL}, {"hybrid", MG_ECSB_HYBRID}, {NULL, 0}};
static const choice tilings[] = {{"auto", MG_TILING_AUTO},
                                 {"paper", MG_TILING_PAPER},
                                 {"hopper", MG_TILING_HOPPER},
                                 {"cache", MG_TILING_CACHE},
                                 {NULL, 0}};
static const choice schedulers[] = {
    {"flat", MG_SCHEDULER_FLAT}, {"persistent", MG_SCHEDULER_PERSISTENT}, {"dynamic", MG_SCHEDULER_DYNAMIC}, {NULL, 0}};
static const choice graph_formats[] = {{"edgelist", 0}, {"mtx", 0},  {"csv", 0},     {"dimacs", 0}, {"metis", 0},
                                       {"ligra", 0},    {"ldbc", 0}, {"galois", 0},  {"sg", 0},     {"wsg", 0},
                                       {"csr", 0},      {"mgb", 0},  {"graphml", 0}, {"gml", 0},    {"pajek", 0},
                                       {"npy", 0},      {"npz", 0},  {NULL, 0}};
static const choice input_formats[] = {{"edgelist", 0}, {"mtx", 0},  {"csv", 0},     {"dimacs", 0}, {"metis", 0},
                                       {"ligra", 0},    {"ldbc", 0}, {"galois", 0},  {"sg", 0},     {"wsg", 0},
                                       {"csr", 0},      {"mgb", 0},  {"graphml", 0}, {"gml", 0},    {"pajek", 0},
                                       {"npy", 0},      {"npz", 0},  {"lgl", 0},     {"ncol", 0},   {NULL, 0}};
static const choice info_formats[] = {{"tsv", OUTPUT_TSV}, {"json", OUTPUT_JSON}, {NULL, 0}};
static const choice weight_types[] = {{"auto", MG_TYPE_NONE},  {"int32", MG_INT32},     {"int64", MG_INT64},
                                      {"float32", MG_FLOAT32}, {"float64", MG_FLOAT64}, {NULL, 0}};
static const choice orders[] = {{"natural", MG_ORDER_NATURAL},
                                {"shuffled", MG_ORDER_SHUFFLED},
                                {"degree", MG_ORDER_DEGREE},
                                {"rcm", MG_ORDER_RCM},
                                {"metis", MG_ORDER_METIS},
                                {"auto", MG_ORDER_AUTO},
                                {NULL, 0}};
static const choice generated_orders[] = {
    {"default", MG_ORDER_DEFAULT}, {"natural", MG_ORDER_NATURAL}, {"shuffled", MG_ORDER_SHUFFLED}, {NULL, 0}};
static const choice hits_columns[] = {{"hub", 0}, {"authority", 0}, {NULL, 0}};
static const choice closeness_columns[] = {{"closeness", 0}, {"harmonic", 0}, {NULL, 0}};
static const choice measures[] = {{"cosine", MG_SIMILARITY_COSINE}, {"dot", MG_SIMILARITY_DOT}, {NULL, 0}};
static const choice score_formats[] = {{"tsv", OUTPUT_TSV}, {"npy", OUTPUT_NPY}, {NULL, 0}};
static const choice progress_words[] = {
    {"auto", PROGRESS_AUTO}, {"always", PROGRESS_ALWAYS}, {"never", PROGRESS_NEVER}, {NULL, 0}};

const option_spec option_table[] = {
    {"Algorithm", "source", 'r', "ID", VERB_BFS | VERB_SSSP | VERB_PATH | VERB_RUN | VERB_COMPARE,
     "id of the start vertex (default: the vertex of largest out-degree; path needs one)", parse_source, FIELD(source)},
    {NULL, "target", 0, "ID", VERB_BFS | VERB_SSSP | VERB_PATH,
     "id of a vertex at which the search ends; what is farther counts as unreached", parse_target, FIELD(target_id)},
    {NULL, "cutoff", 0, "D", VERB_BFS | VERB_SSSP, "greatest depth or distance; what is farther counts as unreached",
     parse_real, FIELD(cutoff), .low = 0, .high = 1e300},
    {NULL, "param", 'p', "NAME=VALUE", VERB_RUN, "set a parameter of the program; may be repeated", parse_setting,
     FIELD(settings)},
    {NULL, "column", 0, "NAME", VERB_RUN, "result column to write (default: the program's first)", parse_text,
     FIELD(column)},
    {NULL, "column", 0, "hub|authority", VERB_HITS, "result column to write (default authority)", parse_text,
     FIELD(column), .choices = hits_columns},
    {NULL, "column", 0, "closeness|harmonic", VERB_CLOSENESS, "result column to write (default closeness)", parse_text,
     FIELD(column), .choices = closeness_columns},
    {NULL, "measure", 0, "cosine|dot", VERB_SIMILARITY,
     "cosine of the angle between the features (default), or the sum of their products", parse_choice, FIELD(measure),
     .choices = measures},
    {NULL, "x", 0, "FILE.npy", VERB_SIMILARITY,
     "features: a NumPy array with a row for each vertex, in the order of the ids", parse_text, FIELD(matrix.x)},
    {NULL, "check", 0, NULL, VERB_RUN,
     "first test the program's declared properties on small random graphs; exit 3 if one does not hold", parse_flag,
     FIELD(check)},
    {NULL, "sources", 0, "all|K|ID,...", VERB_BC | VERB_CLOSENESS,
     "sources: all vertices (default), K random ones, or a list of ids (a single id: `17,`)", parse_sources,
     FIELD(sources)},
    {NULL, "sources", 0, "K|ID,...|FILE", VERB_BFS,
     "one search per source: K random ones, a list of ids (a single id: `17,`), or a file of ids", parse_text,
     FIELD(sources)},
    {NULL, "lanes", 0, "N", VERB_BFS | VERB_BC | VERB_PAGERANK,
     "number of sources per pass over the edges, 1 to 64 (default: bc 1, others choose)", parse_count, FIELD(lanes),
     .low = 1, .high = MG_LANES_MAX},
    {NULL, "delta", 'd', "WIDTH", VERB_SSSP | VERB_PATH,
     "bucket width of delta-stepping (default 0: chosen from the weights)", parse_real, FIELD(delta), .low = 0,
     .high = 1e300},
    {NULL, "damping", 0, "D", VERB_PAGERANK, "probability of following an edge (default " TEXT(MG_PAGERANK_DAMPING) ")",
     parse_real, FIELD(damping), .low = 0, .high = 1, .open_low = true, .open_high = true},
    {NULL, "tolerance", 't', "T", VERB_PAGERANK,
     "stop when the sum of all changes of ranks is below T (default " TEXT(
         MG_PAGERANK_TOLERANCE) "; 0: run all iterations)",
     parse_real, FIELD(tolerance), .low = 0, .high = 1e300},
    {NULL, "tolerance", 't', "T", VERB_HITS,
     "stop when the sum of all changes of hubs is below T (default " TEXT(MG_HITS_TOLERANCE) "; 0: run all iterations)",
     parse_real, FIELD(tolerance), .low = 0, .high = 1e300},
    {NULL, "tolerance", 't', "T", VERB_EIGENVECTOR | VERB_KATZ,
     "stop when the sum of all changes is below T for each vertex (default " TEXT(
         MG_EIGENVECTOR_TOLERANCE) "; 0: run all iterations)",
     parse_real, FIELD(tolerance), .low = 0, .high = 1e300},
    {NULL, "alpha", 0, "A", VERB_KATZ,
     "attenuation of an edge, below 1 / the largest eigenvalue (default " TEXT(MG_KATZ_ALPHA) ")", parse_real,
     FIELD(katz_alpha), .low = -1e300, .high = 1e300},
    {NULL, "beta", 0, "B", VERB_KATZ, "what every vertex has by itself (default 1)", parse_real, FIELD(katz_beta),
     .low = -1e300, .high = 1e300},
    {NULL, "raw", 0, NULL, VERB_KATZ, "do not make the sum of the squares 1", parse_flag, FIELD(raw)},
    {NULL, "max-iterations", 'i', "N",
     (VERB_RUNNERS | VERB_BENCH) & ~(VERB_BC | VERB_TRIANGLES | VERB_LCC | VERB_PATH | VERB_SCC | VERB_BIPARTITE |
                                     VERB_MATCHING | VERB_CLOSENESS | VERB_MSF | VERB_KCORE | VERB_MIS | VERB_COLORING),
     "stop after N iterations (default: pagerank and eigenvector 100, data-driven, hits and katz 1000, cdlp 10, others "
     "no limit)",
     parse_count, FIELD(max_iterations), .low = 1, .high = 4294967295.0},
    {NULL, "data-driven", 0, NULL, VERB_PAGERANK,
     "push residuals of active vertices instead of reading all edges in every iteration", parse_flag,
     FIELD(data_driven)},
    {NULL, "personalization", 0, "FILE|ID,...", VERB_PAGERANK,
     "distribution of the random jumps: a file of lines `id value`; or ids (a single one: `17,`), a run and a column "
     "for "
     "each, whose jumps all lead to it",
     parse_text, FIELD(personalization)},
    {NULL, "from", 0, "RESULT", VERB_EDITED,
     "start from the result of an earlier run, in any --output-format, on GRAPH before --insert and --remove; does not "
     "change the result",
     parse_text, FIELD(from)},
    {NULL, "normalized", 0, NULL, VERB_BC,
     "divide by the number of pairs of other vertices; this and samples are scaled as by NetworkX 3.6", parse_flag,
     FIELD(normalized)},
    {NULL, "algorithm", 0, "NAME,...", VERB_BENCH, "algorithms to measure, from the list above (default: the suite's)",
     parse_algorithms, FIELD(bench.algorithms)},
    {NULL, "algorithm", 0, "NAME,...", VERB_PLOT, "algorithms (default: all)", parse_algorithms,
     FIELD(bench.algorithms)},
    {NULL, "algorithm", 0, "NAME,...", VERB_COMPARE, "algorithms, from the peers' lists above (default: all)",
     parse_text, FIELD(bench.algorithms)},
    {NULL, "seed", 0, "N", VERB_COMPARE, "seed of the random numbering (default 27491095)", parse_count,
     FIELD(bench.seed), .low = 0, .high = 1.8446744073709552e19},
    {NULL, "seed", 0, "N", VERB_BENCH, "seed of the random sources (default 27491095, as GAPBS)", parse_count,
     FIELD(bench.seed), .low = 0, .high = 1.8446744073709552e19},
    {NULL, "seed", 0, "N", VERB_RUNNERS | VERB_SIMILARITY | VERB_CONVERT | VERB_INFO | VERB_EDIT,
     "seed of random weights, random sources, priorities (mis, coloring, matching) and --order shuffled (default 0)",
     parse_count, FIELD(seed), .low = 0, .high = 1.8446744073709552e19},

    {"Matrix", "format", 0, "FORMAT", VERB_MATRIX,
     "build a storage format: csr (default), coo, ell, split, aspt, rs, well, adell, coadell, csb, ecsb, gcsb, "
     "hisparse, or all of them",
     parse_choice, FIELD(matrix.format), .choices = described_formats},
    {NULL, "write", 0, "FILE", VERB_MATRIX, "also write the matrix: .npz for SciPy, or .mtx, .mtx.gz, .mtx.zst",
     parse_text, FIELD(matrix.write)},
    {"Matrix", "format", 0, "FORMAT", VERB_PRODUCTS,
     "storage format: auto (default: chosen), csr, coo, ell, split, aspt, rs, well, adell, coadell, csb, ecsb, gcsb, "
     "hisparse",
     parse_choice, FIELD(matrix.format), .choices = matrix_formats},
    {NULL, "tiling", 0, "auto|paper|hopper|cache", VERB_MATRIX | VERB_PRODUCTS | VERB_ADD,
     "sizes of aspt, rs, csb, ecsb and gcsb: the publications', larger ones, or by the L2 cache (default auto: "
     "short coordinates for csb, hopper on a GPU, else cache for aspt, paper for rs)",
     parse_choice, FIELD(matrix.tiling), .choices = tilings},
    {NULL, "panel-rows", 0, "N", VERB_MATRIX | VERB_PRODUCTS | VERB_ADD,
     "rows of a panel of aspt (default: by --tiling)", parse_count, FIELD(matrix.panel_rows), .low = 1,
     .high = 1048576},
    {NULL, "tile-columns", 0, "N", VERB_MATRIX | VERB_PRODUCTS | VERB_ADD,
     "columns of a tile of aspt, of a panel of rs; side of a block of csb, ecsb and gcsb, of a node of hisparse (4 to "
     "256); a power of two (default: by --tiling)",
     parse_count, FIELD(matrix.tile_columns), .low = 1, .high = 65536},
    {NULL, "threshold", 0, "N", VERB_MATRIX | VERB_PRODUCTS | VERB_ADD,
     "aspt: fewest nonzeros of a dense column of a panel; rs: heavy segments have more (default: by --tiling; rs: the "
     "one of least cost)",
     parse_count, FIELD(matrix.threshold), .low = 1, .high = 4294967295.0},
    {NULL, "group", 0, "N", VERB_MATRIX | VERB_PRODUCTS | VERB_ADD, "blocks of a group of gcsb (default 32)",
     parse_count, FIELD(matrix.group), .low = 1, .high = 1024},
    {NULL, "ecsb", 0, "auto|coo|ell|hybrid", VERB_MATRIX | VERB_PRODUCTS | VERB_ADD,
     "how ecsb stores block rows (default auto: hybrid for many block rows, else coo)", parse_choice,
     FIELD(matrix.parts), .choices = ecsb_parts},
    {NULL, "scheduler", 0, "flat|persistent|dynamic", VERB_SPMV,
     "how a GPU makes work of the nodes of hisparse: a list of the leaves, one resident kernel with queues, or a "
     "kernel "
     "for each queue (default flat)",
     parse_choice, FIELD(matrix.scheduler), .choices = schedulers},
    {NULL, "transpose", 0, NULL, VERB_PRODUCTS, "product with the transposed matrix", parse_flag,
     FIELD(matrix.transpose)},
    {"Matrix", "format", 0, "FORMAT", VERB_ADD,
     "storage format of A, B and the sum: csr (default), coo, ell, split, aspt, rs, well, adell, coadell, csb, ecsb, "
     "gcsb, hisparse",
     parse_choice, FIELD(matrix.format), .choices = matrix_formats},
    {NULL, "alpha", 0, "X", VERB_ADD, "factor of A (default 1)", parse_real, FIELD(matrix.alpha), .low = -1e300,
     .high = 1e300},
    {NULL, "beta", 0, "X", VERB_ADD, "factor of B (default 1)", parse_real, FIELD(matrix.beta), .low = -1e300,
     .high = 1e300},
    {NULL, "transpose", 0, NULL, VERB_ADD, "add the transposed matrices", parse_flag, FIELD(matrix.transpose)},
    {NULL, "repeat", 0, "N", VERB_ADD, "add N times; the median time counts (default 1)", parse_count,
     FIELD(matrix.repeat), .low = 1, .high = 1000000},
    {NULL, "transpose", 0, NULL, VERB_MATRIX, "describe and write the transposed matrix", parse_flag,
     FIELD(matrix.transpose)},
    {NULL, "x", 0, "FILE.npy", VERB_PRODUCTS,
     "dense operand, a NumPy array; sddmm: the factor of the rows (default: random)", parse_text, FIELD(matrix.x)},
    {NULL, "y", 0, "FILE.npy", VERB_SDDMM, "factor of the columns, a NumPy array (default: random)", parse_text,
     FIELD(matrix.y)},
    {NULL, "k", 0, "K", VERB_SPMM | VERB_SDDMM, "columns of random operands (default 32)", parse_count, FIELD(matrix.k),
     .low = 1, .high = 1000000},
    {NULL, "repeat", 0, "N", VERB_PRODUCTS, "compute N times; the median time counts (default 1)", parse_count,
     FIELD(matrix.repeat), .low = 1, .high = 1000000},
    {NULL, "seed", 0, "N", VERB_PRODUCTS, "seed of random operands (default 0)", parse_count, FIELD(seed), .low = 0,
     .high = 1.8446744073709552e19},

    {"Graph", "format", 0, "NAME", VERB_READERS & ~VERB_BENCH,
     "format of the file: edgelist, mtx, ... (default: detected from its content)", parse_text, FIELD(format),
     .choices = input_formats},
    {"Graph", "format", 0, "NAME,...", VERB_BENCH,
     "format of the file: edgelist, mtx, ... (default: detected from its content); for spmv-formats, spmm and sddmm "
     "storage formats: csr,split,... or all (default)",
     parse_text, FIELD(format), .choices = input_formats},
    {NULL, "k", 0, "K,...", VERB_BENCH, "spmm, sddmm: columns of the dense operands (default 8,32,128,512)", parse_text,
     FIELD(bench.columns)},
    {NULL, "vendor", 0, NULL, VERB_BENCH,
     "spmv-formats, spmm, sddmm, papers: measure cuSPARSE, too, on the same device buffers; needs the backend cuda",
     parse_flag, FIELD(bench.vendor)},
    {NULL, "quick", 0, NULL, VERB_BENCH, "papers: small matrices, two runs each: at most 30 s", parse_flag,
     FIELD(bench.quick)},
    {NULL, "directed", 0, NULL, VERB_READERS, "read every listed edge as one arc (default: by the format)",
     parse_constant, FIELD(directedness), .low = MG_DIRECTED},
    {NULL, "undirected", 's', NULL, VERB_READERS,
     "merge all listed edges of a pair of vertices into one undirected edge of least weight", parse_constant,
     FIELD(directedness), .low = MG_UNDIRECTED},
    {NULL, "weights", 0, "file|unit|random[:seed[:max]]", VERB_READERS,
     "weights: the file's (default), all 1, or random integers from 1 to max (64)", parse_weights, FIELD(weights)},
    {NULL, "weights-type", 0, "auto|int32|int64|float32|float64", VERB_READERS | VERB_GENERATE,
     "type of weights and distances; float32 is faster, but rounds sums (default auto: int32 or int64 if all are "
     "whole, "
     "else float64)",
     parse_choice, FIELD(weight_type), .choices = weight_types},
    {NULL, "drop-self-loops", 0, NULL, VERB_READERS, "remove edges from a vertex to itself", parse_flag,
     FIELD(drop_self_loops)},
    {NULL, "merge-multi-edges", 0, NULL, VERB_READERS, "merge parallel edges into the one of least weight", parse_flag,
     FIELD(merge_multi_edges)},
    {NULL, "order", 0, "natural|degree|rcm|metis|auto|shuffled", VERB_READERS,
     "internal vertex order; ids and results do not change (default: by id, or the order of the snapshot)",
     parse_choice, FIELD(order), .choices = orders},
    {NULL, "skip-lines", 0, "N", VERB_READERS, "leave out the first N lines of a text, such as a line of counts",
     parse_count, FIELD(skip_lines), .low = 0, .high = 1.8446744073709552e19},
    {NULL, "most-vertices", 0, "N", VERB_READERS,
     "refuse a file that claims more vertices (default: more than 2^24 + 64 for each edge)", parse_count,
     FIELD(most_vertices), .low = 1, .high = 4294967294.0},

    {NULL, "insert", 0, "FILE", VERB_EDIT | VERB_EDITED,
     "insert the edges of a graph file after reading GRAPH, by their ids, beside those that are there", parse_text,
     FIELD(insert)},
    {NULL, "remove", 0, "FILE", VERB_EDIT | VERB_EDITED,
     "remove the edges of a graph file first, each with all that are parallel to it", parse_text, FIELD(remove)},
    {NULL, "replace", 0, NULL, VERB_EDIT | VERB_EDITED,
     "inserted edges replace those of the same pair of vertices, with their weights", parse_flag, FIELD(replace)},
    {NULL, "strict", 0, NULL, VERB_EDIT | VERB_EDITED, "fail if an edge to remove does not exist", parse_flag,
     FIELD(strict)},
    {NULL, "grow", 0, NULL, VERB_EDIT | VERB_EDITED, "add the vertices of inserted edges that GRAPH does not have",
     parse_flag, FIELD(grow)},

    {"Peers", "gapbs", 0, "DIR", VERB_COMPARE, "GAP benchmark suite", parse_text, FIELD(peers[0])},
    {NULL, "gunrock", 0, "DIR", VERB_COMPARE, "Gunrock 2", parse_text, FIELD(peers[1])},
    {NULL, "gunrock1", 0, "DIR", VERB_COMPARE, "Gunrock 1.2", parse_text, FIELD(peers[2])},
    {NULL, "groute", 0, "DIR", VERB_COMPARE, "Groute", parse_text, FIELD(peers[3])},
    {NULL, "multigraph", 0, "DIR", VERB_COMPARE, "the original MultiGraph, 0.11", parse_text, FIELD(peers[4])},
    {NULL, "ecl", 0, "DIR", VERB_COMPARE, "ECL-CC", parse_text, FIELD(peers[5])},
    {NULL, "blest", 0, "DIR", VERB_COMPARE, "BLEST, through a wrapper (docs/compare.md)", parse_text, FIELD(peers[6])},
    {NULL, "cusha", 0, "DIR", VERB_COMPARE, "CuSha", parse_text, FIELD(peers[7])},
    {NULL, "warp-segmentation", 0, "DIR", VERB_COMPARE, "Warp Segmentation (WS-VR)", parse_text, FIELD(peers[8])},
    {NULL, "numbering", 0, "original,random", VERB_COMPARE,
     "vertex numbering: that of the file, random, or both in sequence (default)", parse_choices, FIELD(numberings),
     .choices = numberings},

    {"Generate", "scale", 'g', "N", VERB_GENERATE, "2^N vertices (default 16)", parse_count32, FIELD(generate.scale),
     .low = 0, .high = 31},
    {NULL, "vertices", 0, "N", VERB_GENERATE, "N vertices, instead of --scale (not kron, rmat, road, grid)",
     parse_count, FIELD(generate.vertices), .low = 1, .high = 4294967294.0},
    {NULL, "edgefactor", 'k', "N", VERB_GENERATE, "kron, rmat, uniform: edges per vertex (default 16)", parse_count32,
     FIELD(generate.edge_factor), .low = 0, .high = 4294967295.0},
    {NULL, "quadrants", 0, "A,B,C", VERB_GENERATE,
     "kron, rmat: probabilities of the matrix's quadrants (default 0.57,0.19,0.19)", parse_quadrants,
     FIELD(generate.a)},
    {NULL, "width", 0, "N", VERB_GENERATE, "road, grid: columns (default 1000)", parse_count32, FIELD(generate.width),
     .low = 1, .high = 4294967294.0},
    {NULL, "height", 0, "N", VERB_GENERATE, "road, grid: rows (default 1000)", parse_count32, FIELD(generate.height),
     .low = 1, .high = 4294967294.0},
    {NULL, "keep", 0, "SHARE", VERB_GENERATE, "road: share of the grid's edges to keep (default 0.6)", parse_real,
     FIELD(generate.keep), .low = 0, .high = 1},
    {NULL, "degree", 0, "D", VERB_GENERATE, "rgg: mean degree (default: enough to connect nearly all vertices)",
     parse_real, FIELD(generate.degree), .low = 0, .high = 1e300},
    {NULL, "radius", 0, "R", VERB_GENERATE, "rgg: join points within R in the unit square, instead of --degree",
     parse_real, FIELD(generate.radius), .low = 0, .high = 1e300},
    {NULL, "max-weight", 0, "N", VERB_GENERATE, "add random integer weights from 1 to N (default: no weights)",
     parse_count32, FIELD(generate.weight_max), .low = 1, .high = 2147483647},
    {NULL, "order", 0, "default|natural|shuffled", VERB_GENERATE,
     "vertex numbering: in order of generation or random (default: random for kron, else natural)", parse_choice,
     FIELD(generate.order), .choices = generated_orders},
    {NULL, "seed", 0, "N", VERB_GENERATE, "seed of the graph (default 1)", parse_count, FIELD(generate.seed), .low = 0,
     .high = 1.8446744073709552e19},
    {NULL, "to", 0, "FORMAT", VERB_GENERATE | VERB_CONVERT | VERB_EDIT,
     "edgelist, mtx, csv, dimacs, metis, ligra, ldbc, galois, sg, wsg, csr, mgb, graphml, gml, pajek, npy or npz "
     "(default: by the suffix)",
     parse_text, FIELD(to), .choices = graph_formats},

    {"Run", "backend", 0, "auto|cpu|cuda", VERB_RUNNERS,
     "backend (default auto: the GPU if there is one; for a single run the CPU where that is expected to answer first)",
     parse_choice, FIELD(backend), .choices = backends},
    {"Run", "backend", 0, "auto|cpu|cuda", VERB_SIMILARITY | VERB_COMPARE | VERB_PRODUCTS,
     "backend (default auto: the GPU if there is one)", parse_choice, FIELD(backend), .choices = backends},
    {"Run", "backend", 0, "cpu|cuda", VERB_ADD, "backend that adds; cuda: as CSR (default cpu)", parse_choice,
     FIELD(backend), .choices = measured_backends},
    {"Run", "backend", 0, "auto|cpu|cuda", VERB_MATRIX,
     "backend that the format is chosen for (default auto: the GPU if there is one)", parse_choice, FIELD(backend),
     .choices = backends},
    {NULL, "mode", 0, "auto|sparse|dense|pull", VERB_RUNNERS,
     "traversal mode; does not change the result (default auto)", parse_choice, FIELD(mode), .choices = modes},
    {NULL, "choice", 0, "learnt|sampled", VERB_RUNNERS | VERB_BENCH | VERB_COMPARE,
     "CPU: mode auto chooses sparse or pull by learnt costs (default), or sparse or dense by samples, as the paper",
     parse_choice, FIELD(choice), .choices = mode_choices},
    {NULL, "sparse-layout", 0, "auto|csr|segmented", VERB_RUNNERS | VERB_BENCH | VERB_COMPARE,
     "edge layout of sparse iterations; does not change the result (default auto)", parse_choice, FIELD(sparse_layout),
     .choices = sparse_layouts},
    {NULL, "dense-layout", 0, "auto|panels|blocks", VERB_RUNNERS | VERB_BENCH | VERB_COMPARE,
     "GPU: edge layout of dense iterations; does not change the result (default auto)", parse_choice,
     FIELD(dense_layout), .choices = dense_layouts},
    {NULL, "block-width", 0, "N", VERB_RUNNERS | VERB_BENCH | VERB_COMPARE,
     "maximum columns and rows of a block in dense iterations (default: as many as fit in the cache; the paper: 6144)",
     parse_count, FIELD(block_width), .low = 1, .high = 4294967295.0},
    {NULL, "heavy-edges", 0, "N", VERB_RUNNERS | VERB_BENCH | VERB_COMPARE,
     "blocks with more edges are separate work items (default: the fastest measured; the paper: 18432)", parse_count,
     FIELD(heavy_edges), .low = 1, .high = 4294967295.0},
    {NULL, "paper", 0, NULL, VERB_BENCH | VERB_COMPARE,
     "run as the MultiGraph paper: --choice sampled --sparse-layout segmented --dense-layout blocks --block-width 6144 "
     "--heavy-edges 18432, bfs without pulling, sssp from frontier to frontier; options after it change these",
     parse_paper, FIELD(bench.paper)},
    {NULL, "backend", 0, "cpu,cuda", VERB_BENCH | VERB_REPORT,
     "backends to measure (default: the CPU, and the GPU if there is one)", parse_choices, FIELD(bench.backends),
     .choices = measured_backends},
    {NULL, "mode", 0, "auto,sparse,dense,pull", VERB_BENCH, "traversal modes to measure (default auto)", parse_choices,
     FIELD(bench.modes), .choices = modes},
    {NULL, "threads", 0, "N", VERB_ALL & ~(VERB_DEVICES | VERB_PLOT),
     "CPU threads (default: OMP_NUM_THREADS, or all that the process may use; fewer on small graphs)", parse_count,
     FIELD(threads), .low = 1, .high = MG_THREADS_MAX},
    {NULL, "memory-budget", 0, "MIB", VERB_ALGORITHMS | VERB_BENCH,
     "memory limit for representations kept between runs, such as in-edges (default: no limit)", parse_count,
     FIELD(memory_budget), .low = 1, .high = 1e9},
    {NULL, "trials", 'n', "N", VERB_RUNNERS,
     "number of runs, all from the same source; the last result is written (default 1)", parse_count, FIELD(trials),
     .low = 1, .high = 1000000},
    {NULL, "trials", 'n', "N", VERB_REPORT, "number of timed runs of each measurement (default 16)", parse_count,
     FIELD(bench.trials), .low = 1, .high = 1000000},
    {NULL, "trials", 'n', "N", VERB_COMPARE,
     "number of runs of multigraph and of each peer, all from the same source (default 16)", parse_count,
     FIELD(bench.trials), .low = 1, .high = 1000000},
    {NULL, "time-limit", 0, "SECONDS", VERB_COMPARE, "time limit per peer (default 300)", parse_real,
     FIELD(bench.time_limit), .low = 0, .high = 1e9},
    {NULL, "trials", 'n', "N", VERB_BENCH, "number of timed runs, each from a different source (default 16)",
     parse_count, FIELD(bench.trials), .low = 1, .high = 1000000},
    {NULL, "warm-ups", 0, "N", VERB_BENCH, "number of untimed runs before (default 1)", parse_count,
     FIELD(bench.warm_ups), .low = 0, .high = 1000000},
    {NULL, "time-limit", 0, "SECONDS", VERB_BENCH,
     "start no further trial of an algorithm after this time (default: no limit)", parse_real, FIELD(bench.time_limit),
     .low = 0, .high = 1e9},
    {NULL, "shrink", 0, "N", VERB_BENCH, "divide the sizes of the suite's graphs by 2^N (default 0)", parse_count,
     FIELD(bench.shrink), .low = 0, .high = 31},
    {NULL, "verify", 0, "all|last|none", VERB_BENCH,
     "results to check: of all trials (default), of the last one, or none", parse_choice, FIELD(bench.verify),
     .choices = verify_words},
    {NULL, "verify", 0, "all|none", VERB_COMPARE,
     "none: no serial checks of ours or of a peer's own, which take long (default: all); both are compared all the "
     "same",
     parse_choice, FIELD(bench.verify), .choices = own_check_words},
    {NULL, "against", 0, "FILE.json", VERB_BENCH,
     "compare with an earlier report; exit 4 if anything became slower by more than the noise", parse_text,
     FIELD(bench.against)},
    {NULL, "noise", 0, "PERCENT", VERB_BENCH,
     "smaller differences of medians, and overlapping quartile ranges, count as equal (default 5)", parse_real,
     FIELD(bench.noise), .low = 0, .high = 1e6},
    {NULL, "verify", 0, NULL, VERB_ALGORITHMS, "check the result with simple serial code; exit 3 if it is wrong",
     parse_flag, FIELD(verify)},

    {NULL, "verify", 0, NULL, VERB_PRODUCTS | VERB_SIMILARITY,
     "check the result with a simple double loop; exit 3 if it is wrong", parse_flag, FIELD(verify)},

    {"Output", "output", 'o', "FILE.npy", VERB_SPMV | VERB_SPMM,
     "write the result as a NumPy array (default: it is not written)", parse_text, FIELD(output)},
    {"Output", "output", 'o', "FILE", VERB_ADD, "write the sum: .npz for SciPy, or .mtx, .mtx.gz, .mtx.zst", parse_text,
     FIELD(output)},
    {"Output", "output", 'o', "FILE", VERB_EDIT, "write the new version; `-` is standard output", parse_text,
     FIELD(output)},
    {"Output", "output", 'o', "FILE", VERB_SDDMM,
     "write the result: .npz or .mtx as a sparse matrix, else a NumPy array of a value per nonzero", parse_text,
     FIELD(output)},
    {"Output", "output", 'o', "FILE", VERB_ALL & ~(VERB_CONVERT | VERB_PRODUCTS | VERB_ADD | VERB_EDIT),
     "output file (default, and `-`: standard output)", parse_text, FIELD(output)},
    {NULL, "output-format", 0, "tsv|csv|json|npy|graphalytics", VERB_RUNNERS & ~VERB_MSF, "output format (default tsv)",
     parse_output_format, FIELD(output_format), .choices = output_formats},
    {NULL, "output-format", 0, "tsv|npy", VERB_SIMILARITY | VERB_MSF, "output format (default tsv)",
     parse_output_format, FIELD(output_format), .choices = score_formats},
    {NULL, "diameter", 0, NULL, VERB_INFO,
     "also the greatest distance in the part that the default source reaches, by up to 100 searches", parse_flag,
     FIELD(diameter)},
    {NULL, "output-format", 0, "tsv|json", VERB_INFO, "output format (default tsv)", parse_output_format,
     FIELD(output_format), .choices = info_formats},
    {NULL, "parents", 0, "FILE", VERB_BFS | VERB_SSSP, "also write the predecessor of each vertex", parse_text,
     FIELD(parents)},
    {NULL, "top", 0, "K", VERB_RUNNERS & ~(VERB_MSF | VERB_PATH),
     "write only the K largest values, largest first (cc, scc, cdlp: the K largest components or communities)",
     parse_count, FIELD(top), .low = 1, .high = 4294967295.0},
    {NULL, "metrics", 0, "FILE.json", VERB_RUNNERS, "write times and counts, in Gunrock's field names", parse_text,
     FIELD(metrics)},
    {NULL, "metrics", 0, "FILE.json", VERB_BENCH | VERB_COMPARE, "write all measurements as JSON", parse_text,
     FIELD(metrics)},
    {NULL, "trace", 0, "FILE.json", VERB_RUNNERS, "write mode, frontier and time of every iteration", parse_text,
     FIELD(trace)},

    {NULL, "bandwidth", 0, "GBS", VERB_BENCH,
     "spmv-formats, spmm, sddmm: memory bandwidth in GB/s, for the share of the roofline (default: measured)",
     parse_real, FIELD(bandwidth), .low = 0, .high = 1e9, .open_low = true},
    {NULL, "bandwidth", 0, "GBS", VERB_PLOT, "roofline: memory bandwidth in GB/s (default: the highest measured)",
     parse_real, FIELD(bandwidth), .low = 0, .high = 1e9, .open_low = true},

    {"Messages", "progress", 0, "auto|always|never", VERB_ALL & ~(VERB_DEVICES | VERB_PLOT),
     "show a progress bar (default auto: on a terminal)", parse_choice, FIELD(progress), .choices = progress_words},
    {NULL, "quiet", 'q', NULL, VERB_ALL, "print only errors", parse_constant, FIELD(verbosity), .low = -1},
    {NULL, "verbose", 'v', NULL, VERB_ALL, "print the summary and progress messages; twice: more", parse_more,
     FIELD(verbosity)},
    {NULL, "version", 'V', NULL, VERB_ALL, "print the version and exit", parse_flag, FIELD(version)},
    {NULL, "help", 'h', NULL, VERB_ALL, "print this help and exit", parse_flag, FIELD(help)},
};

const size_t option_count = sizeof option_table / sizeof *option_table;
_Static_assert(sizeof option_table / sizeof *option_table <= OPTIONS_MAX, "the parser has room for all options");
