/* SPDX-License-Identifier: Apache-2.0
 *
 * contexts.h: the version, the status of a call, contexts and devices. Included by multigraph.h.
 */
#ifndef MG_CONTEXTS_H
#define MG_CONTEXTS_H

#include <multigraph/program.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Declares a public function: the shared library exports it. */
#if defined(__GNUC__)
#define MG_API __attribute__((visibility("default")))
#else
#define MG_API
#endif

/** Major version of these headers; mg_version() returns the version of the library. */
#define MG_VERSION_MAJOR 0
/** Minor version of these headers. */
#define MG_VERSION_MINOR 2
/** Patch version of these headers. */
#define MG_VERSION_PATCH 0

/** Returns the version of the library, "MAJOR.MINOR.PATCH". Static string. */
MG_API const char *mg_version(void);

/* ---- status ------------------------------------------------------------------------------------------------------ */

/** Every status as X(name, value, meaning). */
#define MG_STATUS_MAP(X)                                                                                               \
    X(OK, 0, "success")                                                                                                \
    X(NOT_CONVERGED, 1, "stopped at the iteration limit before the program had converged")                             \
    X(ERROR_INVALID, -1, "invalid argument")                                                                           \
    X(ERROR_MEMORY, -2, "out of memory")                                                                               \
    X(ERROR_FILE, -3, "cannot open, read or write the file")                                                           \
    X(ERROR_FORMAT, -4, "the input is not what its format says")                                                       \
    X(ERROR_RANGE, -5, "a number is too large for what it is used for")                                                \
    X(ERROR_UNSUPPORTED, -6, "not supported")                                                                          \
    X(ERROR_CANCELLED, -7, "cancelled")                                                                                \
    X(ERROR_PROGRAM, -8, "the vertex program is not valid")                                                            \
    X(ERROR_DEVICE, -9, "the device failed")

/** Makes an enumerator from an entry of MG_STATUS_MAP. */
#define MG_STATUS_ENUM(name, value, text) MG_##name = value,
/** Status of a call. 0: success. Positive: success with a restriction. Negative: failure. */
typedef enum mg_status { MG_STATUS_MAP(MG_STATUS_ENUM) } mg_status;

/** Returns the name of a status, such as "MG_ERROR_MEMORY". Static string, never NULL. */
MG_API const char *mg_status_name(mg_status status);
/** Returns the meaning of a status in words. Static string, never NULL. */
MG_API const char *mg_status_text(mg_status status);

/* ---- context ----------------------------------------------------------------------------------------------------- */

/** Configuration and last error of one user of the library. One thread at a time may use a context. */
typedef struct mg_context mg_context;

/** Level of a log line, most important first. */
typedef enum mg_log_level { MG_LOG_WARNING, MG_LOG_INFO, MG_LOG_DEBUG } mg_log_level;
/** Log callback. `data` is log_data of the context options; `text` is one line without newline, valid during the
 *  call. With several GPUs also from threads of the library, several at a time. */
typedef void (*mg_log_fn)(void *data, mg_log_level level, const char *text);

/** Progress of a long operation. */
typedef struct mg_progress {
    const char *stage; /**< name of the current stage, such as "reading" */
    double fraction;   /**< completed share of the stage, 0 to 1; negative if unknown */
    double elapsed;    /**< seconds since the stage began */
    double remaining;  /**< estimated seconds to the end of the stage; negative if unknown */
} mg_progress;
/** Progress callback, called by the calling thread, at most every 50 ms within a stage. Return false to cancel: the
 *  operation then fails with MG_ERROR_CANCELLED; context and graph stay usable. */
typedef bool (*mg_progress_fn)(void *data, const mg_progress *progress);

/** User allocator for host memory. `allocate` returns memory aligned for any type, or NULL on failure; `release` frees
 *  memory that `allocate` returned and is never called with NULL. Both must be thread-safe. */
typedef struct mg_allocator {
    void *(*allocate)(void *data, size_t size); /**< like malloc; size in bytes, never 0 */
    void (*release)(void *data, void *memory);  /**< like free */
    void *data;                                 /**< first argument of both */
} mg_allocator;

/** Largest number of CPU threads; with many more the OpenMP runtime ends the process. */
#define MG_THREADS_MAX 4096

/** Largest number of GPUs of a context. */
#define MG_DEVICES_MAX 16
/** mg_context_options.device_count: all GPUs, at most MG_DEVICES_MAX. */
#define MG_DEVICES_ALL 0xffffffffu
/** How a graph is cut into parts for several devices or ranks (docs/ranks.md). BLOCK: consecutive vertices, with the
 *  same number of arcs in each part. DEGREE: vertices are distributed by in-degree, so that each part gets its share of
 *  the hubs. METIS: few arcs between parts, for meshes and road networks. AUTO: BLOCK. Results do not depend on it,
 *  except the order of sums and the choice among equivalent contributions. */
typedef enum mg_partition_kind {
    MG_PARTITION_AUTO,
    MG_PARTITION_BLOCK,
    MG_PARTITION_DEGREE,
    MG_PARTITION_METIS
} mg_partition_kind;
/** Returns the name of a kind: "auto", "block", "degree" or "metis"; "unknown" beyond. Static string, never NULL. */
MG_API const char *mg_partition_name(mg_partition_kind kind);

/** Largest number of ranks. */
#define MG_RANKS_MAX 1024

/** Options of mg_context_create(). */
typedef struct mg_context_options {
    size_t size;             /**< of the struct; the INIT macro sets it */
    int threads;             /**< number of CPU threads, at most MG_THREADS_MAX; 0: omp_get_max_threads(), at most as
                                  many as the CPU quota of the control group pays for; runs on small graphs then use
                                  fewer */
    mg_log_level log_level;  /**< least important level that is logged */
    mg_log_fn log;           /**< log callback; NULL: none */
    void *log_data;          /**< first argument of log */
    mg_progress_fn progress; /**< progress callback; NULL: none */
    void *progress_data;     /**< first argument of progress */
    mg_allocator allocator;  /**< all zero: malloc and free. The struct is copied; its functions and data must outlive
                                  the context and every graph, result and program made with it */
    uint64_t memory_budget;  /**< bytes of representations that a graph may cache after a run beside its out-edges
                                  (in-edges, converted weights, segments, matrix blocks); least recently used ones are
                                  evicted first and rebuilt on demand. In-edges that mg_graph_in_edges() returned are
                                  never evicted. The parts of several GPUs in host memory are neither counted nor
                                  evicted. 0: no limit */
    const uint32_t *devices; /**< GPUs that runs use together: device_count positions as of mg_device_info(), copied. A
                                  position that occurs twice is used as two GPUs. NULL: the first GPUs */
    uint32_t device_count;   /**< number of GPUs, at most MG_DEVICES_MAX; 0: one; MG_DEVICES_ALL, with devices NULL:
                                  all. The first use of a GPU fails with RANGE if there are fewer. Runs that cannot use
                                  several GPUs use the first one; for vertex programs the log says so
                                  (docs/several-gpus.md) */
    uint32_t ranks;          /**< threads of this process, at most MG_RANKS_MAX, that run as ranks: each has a part of
                                  the graph and its share of `threads`, and exchanges data with the others, as the
                                  processes of mg_ranks_join() do. Slower than one rank: for tests. 0: one. With
                                  MG_BACKEND_CUDA each takes a GPU in turn. With several GPUs for each rank runs fail
                                  with UNSUPPORTED */
    mg_partition_kind partition; /**< how ranks and several GPUs cut the graph. GPUs cut it so for BFS, SSSP and
                                  PageRank, else into blocks */
} mg_context_options;
/** All defaults. */
#define MG_CONTEXT_OPTIONS_INIT ((mg_context_options){.size = sizeof(mg_context_options), .log_level = MG_LOG_INFO})

/** Creates a context. options: NULL for all defaults; copied. *context: set only on success; the caller frees it with
 *  mg_context_destroy(). Errors: INVALID (size, threads, log_level, device_count, ranks, partition, only one function of
 *  the allocator), MEMORY. */
MG_API mg_status mg_context_create(const mg_context_options *options, mg_context **context);
/** Destroys a context, and frees the work memory that it keeps from run to run on the CPU (about 30 bytes a vertex of the
 *  last graph); NULL does nothing. Graphs and results made with it stay valid. */
MG_API void mg_context_destroy(mg_context *context);
/** Returns the message of the last failure ("graph.el:17: expected a vertex id, found 'x'"), or "" if there was none.
 *  context: NULL gives "". The string belongs to the context and is valid until the next call with it. */
MG_API const char *mg_context_error(const mg_context *context);
/** Returns the number of CPU threads that operations of the context use; of NULL: 0. */
MG_API int mg_context_threads(const mg_context *context);

/* ---- ranks ------------------------------------------------------------------------------------------------------- */

/** Makes this process a rank: it joins the processes that `mpirun` started with it, all of which make the same calls
 *  with contexts of the same options and graphs with the same contents. Their runs are then one run, of which each
 *  process does a part; every process gets the whole result. With MG_BACKEND_AUTO they are on the CPU; with
 *  MG_BACKEND_CUDA the processes of a host take its GPUs in turn, unless mg_context_options.devices names one, and at
 *  most 16 processes are possible. A run that cannot use ranks runs in each process separately. If one process fails
 *  in a run on ranks, the run fails in all processes; it also fails if a process does not take part in an exchange for
 *  five minutes, or has another graph. Call it before the context uses a device. Work before a run, such as reading
 *  the graph, and the columns of its result belong to each process: if one fails there, the others fail in their next
 *  exchange if it destroys its context. mg_context_destroy() leaves the ranks and waits for the others to do so. A
 *  process joins once. context: not NULL, made without `ranks`. Errors: INVALID, MEMORY, UNSUPPORTED (the library was
 *  built without MPI, or it cannot be loaded), DEVICE (MPI failed). */
MG_API mg_status mg_ranks_join(mg_context *context);
/** Returns the number of ranks of a context, at least 1; of NULL: 1. */
MG_API uint32_t mg_ranks_count(const mg_context *context);
/** Returns the rank of this process, from 0; 0 if the ranks are threads, and for NULL. */
MG_API uint32_t mg_ranks_index(const mg_context *context);

/* ---- stages ------------------------------------------------------------------------------------------------------ */

/** Every stage as X(name, text, meaning). */
#define MG_STAGE_MAP(X)                                                                                                \
    X(OTHER, "other", "time between calls, and what belongs to no other stage")                                        \
    X(DEVICE, "device", "finding the GPU, starting its driver")                                                        \
    X(READ, "read", "opening files, waiting for their bytes")                                                          \
    X(DECOMPRESS, "decompress", "decompressing, as far as parsing did not hide it")                                    \
    X(PARSE, "parse", "text into numbers")                                                                             \
    X(CHECK, "check", "hashes and arrays of a snapshot")                                                               \
    X(ROWS, "rows", "edges into sorted rows")                                                                          \
    X(IN_EDGES, "in-edges", "rows of the opposite direction")                                                          \
    X(ORDER, "order", "numbering the vertices")                                                                        \
    X(UPLOAD, "upload", "copying the graph and states to the GPU")                                                     \
    X(LAYOUT, "layout", "building dense and sparse representations")                                                   \
    X(KERNELS, "kernels", "compiling, linking and loading programs and kernels")                                       \
    X(RUN, "run", "iterations")                                                                                        \
    X(DOWNLOAD, "download", "copying results from the GPU")                                                            \
    X(WRITE, "write", "writing graphs")

/** Makes an enumerator from an entry of MG_STAGE_MAP. */
#define MG_STAGE_ENUM(name, text, meaning) MG_STAGE_##name,
/** What a context spends its time on; MG_STAGES is the number of stages. */
typedef enum mg_stage { MG_STAGE_MAP(MG_STAGE_ENUM) MG_STAGES } mg_stage;

/** Returns the name of a stage, such as "in-edges". Static string, never NULL. */
MG_API const char *mg_stage_name(mg_stage stage);
/** Reads how the time since mg_context_create() is divided among the stages of calls with this context, as seen by the
 *  calling thread: work of other threads and the GPU at the same time is not counted again. The stages do not overlap,
 *  and their sum is the whole time. context: not NULL. seconds: array of MG_STAGES elements of the caller, written.
 *  Errors: INVALID. Constant time. */
MG_API mg_status mg_context_stages(mg_context *context, double seconds[MG_STAGES]);

/* ---- devices ----------------------------------------------------------------------------------------------------- */

/** Properties of a GPU. */
typedef struct mg_device {
    char name[128];           /**< name in the driver, such as "NVIDIA H200" */
    int major;                /**< major number of the compute capability: 9 of 9.0 */
    int minor;                /**< minor number of the compute capability: 0 of 9.0 */
    uint32_t multiprocessors; /**< number of streaming multiprocessors */
    uint64_t memory;          /**< bytes of device memory */
} mg_device;

/** Returns the number of GPUs. 0: no GPU, no driver, or a library built without CUDA; mg_context_error() gives the
 *  reason. context: not NULL. */
MG_API uint32_t mg_device_count(mg_context *context);
/** Begins to open the GPU in a thread: its driver takes a tenth of a second or more to start, during which the caller
 *  can read a graph. mg_graph_read() may then read a large file by the GPU. Returns immediately; the first run on the
 *  GPU, or mg_context_destroy(), waits for the thread. Optional: without it the first run opens the GPU. context: not
 *  NULL. MG_OK also if there is no GPU: the run says so. Errors: INVALID. */
MG_API mg_status mg_device_start(mg_context *context);
/** Reads the properties of GPU `position`, 0 <= position < mg_device_count(), into *device (memory of the caller).
 *  Errors: RANGE (no such GPU), DEVICE (the driver failed). */
MG_API mg_status mg_device_info(mg_context *context, uint32_t position, mg_device *device);

/** How a GPU reaches the memory of another one. */
typedef struct mg_device_link {
    bool access;       /**< kernels of the first read and write the memory of the second; else copies go through the
                            host */
    bool atomics;      /**< and their atomic operations work there */
    uint32_t rank;     /**< the driver's rank of the link's performance, 0 the best; 0 also without access */
    uint32_t nvlinks;  /**< NVLink connections of the first GPU that are up, to all GPUs together; 0: none, or NVIDIA's
                            management library (libnvidia-ml.so.1) is missing */
} mg_device_link;
/** Reads how GPU `from` reaches GPU `to`, two different positions as of mg_device_info(), into *link (memory of the
 *  caller). context: not NULL. Errors: INVALID (NULL), RANGE (no such GPU, or twice the same), DEVICE (the driver failed).
 */
MG_API mg_status mg_device_link_info(mg_context *context, uint32_t from, uint32_t to, mg_device_link *link);

#ifdef __cplusplus
}
#endif

#endif
