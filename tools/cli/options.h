/* SPDX-License-Identifier: Apache-2.0
 *
 * options.h: the parsed command line. One table (option_table.c) drives parsing, --help and "did you mean".
 */
#ifndef MG_TOOLS_CLI_OPTIONS_H
#define MG_TOOLS_CLI_OPTIONS_H

#include <multigraph/multigraph.h>

typedef struct verb verb;

typedef enum output_format {
    OUTPUT_TSV,
    OUTPUT_CSV,
    OUTPUT_JSON,
    OUTPUT_NPY,
    OUTPUT_GRAPHALYTICS,
    OUTPUT_GRAPHML,
    OUTPUT_GEXF,
    OUTPUT_DOT,
    OUTPUT_FORMATS
} output_format;

#define SETTINGS_MAX 32
#define SET_MEASURES 16

typedef enum bench_verify { BENCH_VERIFY_ALL, BENCH_VERIFY_LAST, BENCH_VERIFY_NONE } bench_verify;

/* Options of bench and compare. */
typedef struct bench_options {
    const char *algorithms;   /* names, separated by commas; NULL: the suite's */
    unsigned backends, modes; /* a bit for each mg_backend_kind and mg_mode; 0: all backends, mode auto */
    uint64_t trials, warm_ups;
    uint64_t seed;       /* of the sources */
    const char *columns; /* --k: numbers separated by commas; NULL: the default */
    const char *ranks;   /* --ranks, likewise */
    bool vendor, quick;
    bool paper;        /* as the MultiGraph paper; the layouts are set, too */
    int verify;        /* bench_verify */
    uint64_t shrink;   /* generated graphs are 2^shrink times smaller */
    double time_limit; /* seconds per cell or peer; 0: none */
    const char *against;
    double noise; /* percent */
} bench_options;

/* Options of matrix, spmv, spmm and sddmm. */
typedef struct matrix_options {
    int format; /* mg_matrix_format, or MATRIX_ALL_FORMATS */
    bool transpose;
    const char *x, *y; /* NumPy files; NULL: random */
    const char *write; /* matrix: file; NULL: none */
    uint64_t k, repeat;
    int tiling;                                   /* mg_tiling */
    uint64_t panel_rows, tile_columns, threshold; /* 0: by the tiling */
    uint64_t group;                               /* 0: the default */
    int parts;                                    /* mg_ecsb_parts */
    int scheduler;                                /* mg_scheduler */
    double alpha, beta;                           /* add */
} matrix_options;
#define MATRIX_ALL_FORMATS MG_FORMAT_COUNT

/* Options of walks. */
typedef struct walks_options {
    int kind; /* mg_walk_kind */
    double p, q;
    uint64_t count, length;
} walks_options;

typedef struct cli_options {
    const char *operand;   /* first operand: the graph's path, or the kind to generate */
    const char *target;    /* second one: output of convert; run: the graph, NULL with only --check */
    char *const *operands; /* all operands */
    size_t operand_count;
    bool help, version;
    /* the graph */
    const char *format;
    int directedness; /* mg_directedness */
    int weights;      /* mg_weight_source */
    bool weight_seed_given;
    uint64_t weight_seed;
    int32_t weight_max;
    int weight_type; /* mg_type; MG_TYPE_NONE: auto */
    bool drop_self_loops, merge_multi_edges;
    int order; /* mg_vertex_order */
    uint64_t skip_lines, most_vertices;
    const char *names, *columns; /* a file; columns of source, target and weight; NULL: none */
    int delimiter;               /* a character; 0: found */
    bool named;                  /* ids are names */
    bool diameter, memory;       /* info */
    /* the graph to generate */
    mg_generate_options generate;
    const char *to; /* format to write a graph in */
    /* the algorithm */
    bool source_given;
    const char *source;        /* a name or an id */
    const char *target_vertex; /* likewise; NULL: none */
    double cutoff;             /* infinity: none */
    double katz_alpha, katz_beta;
    bool raw;
    uint64_t truss;                        /* ktruss: --k */
    double resolution, threshold;          /* louvain, leiden, modularity */
    uint64_t max_levels, community_passes; /* 0: no limit */
    const char *sources; /* "all" (bc), a count, ids or (bfs) a file; syntax checked for bc */
    uint64_t lanes;      /* 0: chosen by the library */
    double delta, damping, tolerance;
    uint64_t max_iterations;
    bool normalized, data_driven, weighted, edges, total;
    const char *personalization;        /* a file, or ids separated by commas */
    const char *insert, *remove, *from; /* files: edges, edges, an earlier result; NULL: none */
    const char *values;                 /* file: a result that plot graph shows; NULL: PageRank */
    bool replace, strict, grow;         /* how edges are inserted and removed */
    int measure;                        /* mg_similarity_measure, or SET_MEASURES + mg_set_measure */
    const char *pairs;                  /* a file; NULL: none */
    uint64_t seed;
    /* run: the program */
    const char *program, *column;
    const char *settings[SETTINGS_MAX]; /* NAME=VALUE */
    size_t setting_count;
    bool check;
    /* the run */
    int backend;                       /* mg_backend_kind */
    int mode;                          /* mg_mode */
    int choice;                        /* mg_mode_choice */
    int sparse_layout;                 /* mg_sparse_layout */
    int dense_layout;                  /* mg_dense_layout */
    uint64_t block_width, heavy_edges; /* 0: chosen by the library */
    uint64_t threads, trials;
    uint64_t memory_budget; /* MiB; 0: no limit */
    uint32_t gpus;          /* 0: one; MG_DEVICES_ALL */
    uint64_t ranks;         /* threads that run as ranks; 0: one */
    int partition;          /* mg_partition_kind */
    bool verify;
    /* output */
    const char *output;
    bool output_format_given;
    int output_format; /* output_format */
    const char *parents;
    uint64_t top;
    const char *metrics, *trace;
    bench_options bench;
    matrix_options matrix;
    walks_options walks;
    const char *peers[11]; /* compare: folders, in the order of the table; NULL: not given */
    double bandwidth;      /* plot: of the memory, GB/s; 0: not given */
    unsigned numberings;   /* 1: original, 2: random; 0: both */
    int progress;          /* progress_when */
    int verbosity;         /* -1: quiet, 1 and 2: more */
} cli_options;

/* A word that an option accepts, and its value. */
typedef struct choice {
    const char *word;
    int value;
} choice;

/* A set of verbs, one bit for each: verb.h. */
typedef uint64_t verb_set;

typedef struct option_spec option_spec;
/* Stores the argument in the option's field of `options`; on failure writes to `why` what was expected. */
typedef bool (*option_parser)(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);

struct option_spec {
    const char *group; /* heading in --help; NULL: that of the previous option */
    const char *name;
    char alias;           /* 0: none */
    const char *argument; /* NULL: takes none */
    verb_set verbs;       /* verb bits, see verb.h */
    const char *help;
    option_parser parse;
    size_t field;             /* offset in cli_options */
    const choice *choices;    /* parse_choice, completion: ends with a NULL word */
    double low, high;         /* bounds of parse_real, parse_count, parse_count32; parse_constant stores `low` */
    bool open_low, open_high; /* the bound itself is excluded */
};

extern const option_spec option_table[];
#define OPTIONS_MAX 512 /* most of them */
extern const size_t option_count;

/* Parses the arguments of a verb (argv[0] is the verb). Returns an exit status; prints errors. */
int options_parse(const verb *v, int argc, char **argv, cli_options *options);

/* Parsers for the table. */
/* Prints on standard error the words that the first operand of a verb may be, if it is no file. */
void words_print(const verb *v);

bool parse_flag(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_constant(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_text(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_choice(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_count(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_count32(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_gpus(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_real(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
/* True for ids separated by commas. The last item may be empty: `17,` is one id, `17` is a count. */
bool is_id_list(const char *text);
bool parse_delimiter(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_source(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_sources(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_weights(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_quadrants(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_output_format(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_setting(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_choices(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_algorithms(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_paper(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);
bool parse_more(const option_spec *spec, const char *text, cli_options *options, char *why, size_t size);

#endif
