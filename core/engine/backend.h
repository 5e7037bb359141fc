/* SPDX-License-Identifier: Apache-2.0
 *
 * backend.h: what a backend implements. The engine never loops over iterations: a backend gets a whole plan.
 */
#ifndef MG_CORE_ENGINE_BACKEND_H
#define MG_CORE_ENGINE_BACKEND_H

#include "core/engine/direct_job.h"
#include "core/engine/levels_job.h"
#include "core/engine/paths_job.h"
#include "core/engine/sets_job.h"
#include "core/engine/walk_job.h"
#include "core/graph/graph.h"
#include "core/graph/graph_edit.h"
#include "core/graph/pairs.h"
#include "core/graph/text_job.h"
#include "core/sparse/matrix.h"

#include <multigraph/phases.h>

/* Values of a phase with `score` for each out-edge, in the order of the out-edges, in host memory. */
typedef struct mg_edge_values {
    const mg_edge_column_spec *spec;
    mg_type type;
    size_t size; /* bytes of a value */
    void *values;
} mg_edge_values;

/* Grows as iterations are recorded; becomes the mg_statistics of a result. */
typedef struct mg_recorder {
    mg_statistics totals; /* iteration and iteration_count unused */
    bool keep;            /* record every iteration */
    mg_iteration *iterations;
    size_t count, capacity;
    mg_rank_share *shares; /* of each rank; NULL: no run on ranks */
    uint32_t run, phase;   /* stamped on what is recorded next */
    bool keep_totals;      /* wanted: those of the last phase that has any; not of a batch */
    uint32_t total_count;  /* of them; 0: no phase has run that has totals */
    double last_totals[MG_TOTALS_MAX];
    mg_edge_values edges[MG_EDGE_COLUMNS_MAX]; /* that the result has */
    size_t edge_count;
} mg_recorder;

/* Adds one iteration. MEMORY where the record cannot grow. */
mg_status mg__record(mg_context *context, mg_recorder *recorder, mg_iteration iteration);

/* Where a label program with a priority may end: what lies beyond is of no use to the caller. A backend may ignore it.
 */
typedef struct mg_horizon {
    mg_vertex target;     /* buckets after that of its label do not count; MG_NONE: none */
    uint32_t last_bucket; /* nor do those after this one; UINT32_MAX: all count */
} mg_horizon;

/* A loop of a plan: phases begin to end - 1. */
typedef struct mg_plan_loop {
    size_t begin, end;
    uint32_t total;  /* ends when it is 0 after a round; MG_NO_TOTAL: after all rounds */
    uint32_t rounds; /* most rounds, or all of them; 0: not known */
} mg_plan_loop;

/* A column of a result that a run writes: to memory of the caller (mg_column_output), or of a result. */
typedef struct mg_column_copy {
    const char *name;
    mg_type type;               /* of the column */
    const mg_column_spec *spec; /* the field in the states of the program; its type may be a float that is widened */
    void *data;
} mg_column_copy;

typedef struct mg_column_copies {
    size_t count;
    mg_column_copy copy[MG_COLUMNS_MAX];
    const struct mg_backend *owner; /* all data are in its device memory; NULL: in host memory */
    bool written;                   /* of the caller: the result has the columns, and no others */
} mg_column_copies;

/* Sums that are in host memory at a time on their way to the total, at most. */
#define MG_SUMS_PIECE ((uint64_t)1 << 21)

/* Sums over runs of a float in the final states, kept in memory of the backend that makes the runs. */
typedef struct mg_state_sums {
    size_t offset;                  /* of the float in a state */
    const mg_vertex *skipped;       /* by lane: a vertex whose own value is not added in this run */
    void *sums;                     /* a double for each vertex; NULL before the first run, which makes them */
    const struct mg_backend *owner; /* the backend in whose memory they are */
} mg_state_sums;

/* One run of a plan: the phases in order, on n states in host memory, with one shared set of parameters. */
typedef struct mg_plan {
    const mg_phase *const *phases;
    size_t phase_count;
    mg_plan_loop loops[MG_LOOPS_MAX]; /* by `begin`, a loop before those in it */
    size_t loop_count;
    const mg_program *program; /* whose states and parameters they are; NULL: not known */
    size_t state_size, params_size;
    void *state; /* n * lanes * state_size bytes, in index order; read as the initial state, overwritten */
    mg_column_copies *columns;     /* to be written from the final states; NULL: none, and `state` is wanted. With them
                                      `state` may be NULL: the states begin as zeros, and are not wanted */
    mg_state_sums *sums;           /* to which the final states are added; NULL: none, and as for columns */
    const void *params;            /* params_size bytes */
    const mg_callbacks *callbacks; /* of a phase given by function pointers, else NULL */
    const char *source;            /* the file of a program that is not built in, for run-time linking; else NULL */
    mg_run_options options;
    const mg_horizon *horizon; /* NULL: none */
    mg_recorder *recorder;
} mg_plan;

/* Bytes that a plan needs beside its states and what the graph has built so far. */
typedef struct mg_memory_need {
    uint64_t built;           /* host: representations that the graph keeps after the run */
    uint64_t building;        /* host: the most while they are built */
    uint64_t optional;        /* host: representations that are built during the run if they pay by then */
    uint64_t work;            /* host: of the run */
    uint64_t device_graph;    /* device: what the graph has there already */
    uint64_t device_built;    /* device: what is built there and stays with the graph */
    uint64_t device_building; /* device: the most while it is built */
    uint64_t device_optional; /* device: what the run builds there, with its work memory, if it pays by then */
    uint64_t device_work;     /* device: of the run */
} mg_memory_need;

struct mg_summand; /* core/sparse/matrix_sum.h */

/* Rows that a backend made of an edge list: its own and, unless they stay there, those in host memory, of the context's
 * allocator. All NULL: it made none. */
typedef struct mg_edge_rows {
    mg_csr csr;
    void *device;
    uint64_t arcs;
} mg_edge_rows;

/* What is wanted of an edge list. */
typedef struct mg_edge_wish {
    bool both;       /* an edge that is not a loop is an arc in each direction */
    bool drop_loops; /* loops are left out */
    bool merge;      /* of parallel arcs, which have no weights, one is kept */
    bool stay;       /* rows without weights may stay in device memory */
} mg_edge_wish;

/* Rows that a backend made of a text, which stay in its memory. */
typedef struct mg_text_rows {
    void *device; /* NULL: it made none */
    uint64_t arcs;
    mg_vertex n;
    uint64_t *ids; /* of the vertices, ascending, a block of the context; NULL: id = id_base + index */
    uint64_t id_base;
} mg_text_rows;

/* What a backend implements. The comments say which operations may be NULL, and what that means. */
typedef struct mg_backend {
    const char *name;
    mg_backend_kind kind;
    bool falls_back; /* in mode auto the next backend takes what this one cannot run (UNSUPPORTED) or hold (MEMORY) */
    bool writes_columns; /* of plans without states, and adds to plan->sums; where not, states of zeros are made, and
                            plan->columns and plan->sums are NULL */
    bool prefers_mixed_precision; /* its time is that of memory traffic: values as floats, sums as doubles, pay */
    /* Opens what the backend needs, once for each context. UNSUPPORTED, with the reason, where it cannot run here.
     * NULL: it runs everywhere. */
    mg_status (*open)(mg_context *context);
    /* Begins to open it in the background. NULL: opening takes no time. */
    void (*start)(mg_context *context);
    /* Prepares a program from a file or a text for `plan`: plan->source may be set to `path`, which is the caller's.
     * NULL: nothing is to be done. */
    mg_status (*prepare_program)(mg_context *context, const mg_program *program, mg_plan *plan,
                                 char path[MG_PATH_SIZE]);
    /* May neighbours and weights of this graph stay on the device that made it (mg__graph_has_rows)? NULL: never. */
    bool (*runs_without_rows)(const mg_context *context, const mg_graph *graph);
    /* Builds what the plan's phases need of the graph (in-edges, converted weights, ...), once per graph. */
    mg_status (*build)(mg_context *context, const mg_graph *graph, const mg_plan *plan);
    /* Runs the plan to its end. MG_NOT_CONVERGED where a phase stopped at its limit. */
    mg_status (*run_plan)(mg_context *context, const mg_graph *graph, const mg_plan *plan);
    /* Computes the memory of a run without making it. NULL: unknown. */
    mg_status (*memory)(mg_context *context, const mg_graph *graph, const mg_plan *plan, mg_memory_need *need);
    /* The same for products of the graph's matrix with vectors (mg_spmv), and with its transpose, too, if
     * `both_sides`. NULL: they need the in-edges, in host memory. */
    mg_status (*products_memory)(mg_context *context, const mg_graph *graph, const mg_spmv_options *product,
                                 bool both_sides, mg_memory_need *need);
    /* Would the plan be run by all ranks of the context together? NULL: never. */
    bool (*runs_on_ranks)(const mg_context *context, const mg_graph *graph, const mg_plan *plan);
    /* Bytes of device memory that runs may still take; 0: unknown. NULL: runs need host memory only. */
    uint64_t (*device_available)(mg_context *context);
    /* What the graph caches for this backend, by mg_representation_kind; `representation` is all 0 before. */
    void (*representations)(const mg_graph *graph, mg_representation *representation);
    /* Would a phase of the plan run on tiles of this graph? NULL: never. */
    mg_status (*prefers_tiles)(mg_context *context, const mg_graph *graph, const mg_plan *plan, bool *is_tiled);
    /* The same as far as is known without building anything. NULL where prefers_tiles is. */
    mg_status (*may_prefer_tiles)(mg_context *context, const mg_graph *graph, const mg_plan *plan, bool *is_tiled);
    /* mg_matrix_spmm (spmv: k = 1), mg_spmm and mg_matrix_sddmm after their arguments were checked. The view of the
     * matrix is resolved: `options->transpose` is relative to the storage, alpha contains the factor of the view. The
     * storage has the operation's bit for this backend in its format. In `sddmm` the order of `out` is that of the
     * storage's CSR or, transposed, of mg__storage_transposed(). Products of graphs also have unsigned elements. NULL:
     * the next backend takes it, or UNSUPPORTED. */
    mg_status (*matrix_spmm)(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                             const void *x, uint64_t x_stride, void *y, uint64_t y_stride);
    mg_status (*matrix_sddmm)(mg_context *context, mg_storage *matrix, const mg_product_options *options, uint32_t k,
                              const void *x, uint64_t x_stride, const void *y, uint64_t y_stride, void *out);
    /* mg_matrix_add of two CSRs of one shape, which are not views; *seconds: of the device. NULL: host code adds. */
    mg_status (*matrix_add)(mg_context *context, const struct mg_summand *summands, mg_type type, mg_storage **sum,
                            double *seconds);
    /* Makes the rows of edges in its device memory; each row ascends, weights of parallel arcs are in no order. Makes
     * none of edges that it cannot: ids that are no range, or not in it. NULL: host code does. */
    mg_status (*edge_rows)(mg_context *context, const mg_edge_list *edges, const mg_edge_wish *wish,
                           mg_edge_rows *rows);
    /* The graph, which has these rows, takes them over; NULL: frees them. NULL where edge_rows is. */
    void (*keep_rows)(mg_graph *graph, void *device);
    /* A graph of rows that stay there, which it takes over unless that fails; `known` has its other properties. NULL
     * where edge_rows is. */
    mg_status (*adopt_rows)(mg_context *context, const mg_graph *known, void *device, mg_graph **graph);
    /* Parses a text and makes the rows of its edges in its device memory, as edge_rows does. Makes none of a text that
     * is in any way unusual. NULL: host code parses. */
    mg_status (*text_rows)(mg_context *context, const mg_text_job *job, mg_text_rows *rows);
    /* Makes a new version of a graph (mg_graph_edit) where the backend keeps graphs; *seconds: that its device spent.
     * NULL: in host memory. */
    mg_status (*edit_graph)(mg_context *context, const mg_edit_batch *batch, mg_edit_counts *counts, double *seconds,
                            mg_graph **version);
    /* mg_walks after its arguments were checked. NULL: the next backend takes it, or UNSUPPORTED. */
    mg_status (*walk)(mg_context *context, const mg_graph *graph, const mg_walk_job *job, mg_vertex *walks);
    /* Dependencies by shortest paths; UNSUPPORTED where a weight is lost in a distance. NULL: the CPU finds them. */
    mg_status (*paths)(mg_context *context, const mg_paths_job *job);
    /* The different neighbours that each pair has in common. NULL: the CPU counts them. */
    mg_status (*sets)(mg_context *context, const mg_graph *graph, const mg_sets_job *job, uint32_t *common);
    /* The most similar pairs of all. NULL: the CPU finds them. */
    mg_status (*top_sets)(mg_context *context, const mg_graph *graph, mg_top_sets_job *job);
    /* Trussness: takes all pairs of neighbours away, those with fewest triangles first; triangles[i]: how many pair i
     * had then with those that were left. `triangles` has room for a number of each pair. NULL: the CPU does it. */
    mg_status (*truss)(mg_context *context, const mg_graph *graph, const mg_pairs *pairs, uint32_t *triangles);
    /* The levels of Louvain, or of a pass of Leiden, that have many edges, the same as those of the CPU. NULL: the CPU
     * finds them. */
    mg_status (*levels)(mg_context *context, mg_levels_job *job);
    /* Adds sums->sums to `total`, of `count` doubles, and frees them; total NULL: frees them. NULL unless
     * writes_columns. */
    mg_status (*take_sums)(mg_context *context, mg_state_sums *sums, uint64_t count, double *total);
    /* Bits 1 << mg_direct_kind of the kinds of direct runs that it makes (core/engine/direct.h); programs find the
     * results of others. */
    uint32_t direct_kinds;
    /* A direct run, and its memory. Both NULL where there are no kinds. */
    mg_status (*direct)(mg_context *context, const mg_graph *graph, mg_direct_job *job);
    mg_status (*direct_memory)(mg_context *context, const mg_graph *graph, const mg_direct_job *job,
                               mg_memory_need *need);
    /* Runs that do not depend on each other may be dealt to the devices of the context, 0 to device_count - 1: the
     * context and the graph for runs on one of them, which a thread of its own uses. Those of device 0 are the
     * caller's. NULL: it has one device. */
    mg_status (*deal)(mg_context *context, const mg_graph *graph, uint32_t device, mg_context **own,
                      const mg_graph **copy);
    /* Is this the backend's device memory? NULL: it uses host memory. */
    bool (*owns)(const void *memory);
    /* Copies such memory to the host, and back. */
    mg_status (*download)(mg_context *context, void *to, const void *from, size_t bytes);
    mg_status (*upload)(mg_context *context, void *to, const void *from, size_t bytes);
    /* The public mg_device_count, mg_device_info and mg_device_link_info. NULL: it has no devices. */
    uint32_t (*device_count)(mg_context *context);
    mg_status (*device_info)(mg_context *context, uint32_t position, mg_device *device);
    mg_status (*device_link)(mg_context *context, uint32_t from, uint32_t to, mg_device_link *link);
} mg_backend;

/* The backends of this library in the order in which mode auto tries them; ends with NULL (core/backends.c). */
extern const mg_backend *const mg__backends[];

/* The backend of a run; AUTO: the first that opens. UNSUPPORTED, with the reason, where one that was named does not. */
mg_status mg__backend_choose(mg_context *context, mg_backend_kind kind, const mg_backend **backend);
/* The same for a run that ranks share: where it fails, the other ranks are told. */
mg_status mg__backend_for_run(mg_context *context, mg_backend_kind kind, const mg_backend **backend);
/* The one that takes a plan after `backend` could not, in mode auto; NULL: none. */
const mg_backend *mg__backend_after(mg_context *context, const mg_backend *backend);
/* The one that takes what `backend` could not do or hold, by its status, where `kind` is mode auto; the log says why.
 * NULL: none does. */
const mg_backend *mg__backend_instead(mg_context *context, mg_backend_kind kind, const mg_backend *backend,
                                      mg_status status);

/* The backend in whose device memory this is; NULL: host memory. */
const mg_backend *mg__memory_owner(const void *memory);
/* That of arrays, of which NULL ones do not count. *mixed: they are not all in the same. */
const mg_backend *mg__common_owner(const void *const *arrays, size_t count, bool *mixed);
/* If *array, of `count` elements, is in device memory, it becomes a copy in host memory, *copy, which the caller
 * releases, also after a failure; else *copy is unchanged. */
mg_status mg__copy_to_host(mg_context *context, const void **array, uint64_t count, size_t size, const char *what,
                           void **copy);

/* The graph of a text, made by the first backend that parses; *graph = NULL, and MG_OK, where it made none. */
mg_status mg__graph_from_text(mg_context *context, const mg_text_job *job, mg_graph **graph);
/* Readers of this context leave large texts of edges to such a backend, if there is one. */
void mg__parse_on_device(mg_context *context);

#endif
