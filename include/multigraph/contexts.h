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

/** Marks a function of the interface: what a shared library exports. */
#if defined(__GNUC__)
#define MG_API __attribute__((visibility("default")))
#else
#define MG_API
#endif

/** The version of these headers, MAJOR.MINOR.PATCH; mg_version() is the library's. */
#define MG_VERSION_MAJOR 0
/** See MG_VERSION_MAJOR. */
#define MG_VERSION_MINOR 1
/** See MG_VERSION_MAJOR. */
#define MG_VERSION_PATCH 0

/** The library's version as "0.1.0". */
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

/** One line of the enum, of MG_STATUS_MAP. */
#define MG_STATUS_ENUM(name, value, text) MG_##name = value,
/** 0: success. Positive: success with something to know. Negative: failure. */
typedef enum mg_status { MG_STATUS_MAP(MG_STATUS_ENUM) } mg_status;

/** The name of a status: "MG_ERROR_MEMORY". Static strings, never NULL. */
MG_API const char *mg_status_name(mg_status status);
/** Its meaning in words. Static strings, never NULL. */
MG_API const char *mg_status_text(mg_status status);

/* ---- context ----------------------------------------------------------------------------------------------------- */

/** Threads, memory, messages and the last error of one user of the library. */
typedef struct mg_context mg_context;

/** How important a line of the log is. */
typedef enum mg_log_level { MG_LOG_WARNING, MG_LOG_INFO, MG_LOG_DEBUG } mg_log_level;
/** Receives one line of text without a newline. */
typedef void (*mg_log_fn)(void *data, mg_log_level level, const char *text);

/** How far long work has come. */
typedef struct mg_progress {
    const char *stage; /**< what is going on, for instance "reading" */
    double fraction;   /**< done so far, 0 to 1; negative where unknown */
    double elapsed;    /**< seconds since the stage began */
    double remaining;  /**< estimated seconds to its end; negative where unknown */
} mg_progress;
/** Called from the calling thread several times a second during long work; returning false cancels the work, which then
 *  fails with MG_ERROR_CANCELLED and leaves context and graph usable. */
typedef bool (*mg_progress_fn)(void *data, const mg_progress *progress);

/** Memory hook. `allocate` returns NULL on failure, else memory aligned for any type; `release` accepts what `allocate`
 *  returned, never NULL. Both must be thread-safe. */
typedef struct mg_allocator {
    void *(*allocate)(void *data, size_t size); /**< as malloc */
    void (*release)(void *data, void *memory);  /**< as free */
    void *data;                                 /**< handed to both */
} mg_allocator;

/** Options of mg_context_create(). */
typedef struct mg_context_options {
    size_t size;             /**< of the struct; the INIT macro sets it */
    int threads;             /**< CPU threads; 0: as many as OpenMP would use */
    mg_log_level log_level;  /**< lines above it are dropped */
    mg_log_fn log;           /**< NULL: none */
    void *log_data;          /**< handed to log */
    mg_progress_fn progress; /**< NULL: none */
    void *progress_data;     /**< handed to progress */
    mg_allocator allocator;  /**< all zero: malloc and free. Copied; must outlive the context and its graphs */
    uint64_t memory_budget;  /**< bytes that a graph may keep beside its out-edges (in-edges, converted weights, the
                                  dense representation) once no run uses it; the least recently used goes first and is
                                  built again when needed. What mg_graph_in_edges() gave stays. 0: no limit */
} mg_context_options;
/** All defaults. */
#define MG_CONTEXT_OPTIONS_INIT ((mg_context_options){.size = sizeof(mg_context_options), .log_level = MG_LOG_INFO})

/** Creates a context. `*context` is set only on success and is the caller's to destroy.
 *  Errors: INVALID, MEMORY. */
MG_API mg_status mg_context_create(const mg_context_options *options, mg_context **context);
/** Destroys a context; NULL does nothing. Graphs and results made with it stay valid. */
MG_API void mg_context_destroy(mg_context *context);
/** The last failure in words ("graph.el:17: expected a vertex id, found 'x'"); empty if none. Valid until the next
 *  call. */
MG_API const char *mg_context_error(const mg_context *context);
/** The number of CPU threads in use. */
MG_API int mg_context_threads(const mg_context *context);

/* ---- devices ----------------------------------------------------------------------------------------------------- */

/** A GPU. */
typedef struct mg_device {
    char name[128];           /**< as the driver calls it, for instance "NVIDIA H200" */
    int major;                /**< compute capability, the 9 of 9.0 */
    int minor;                /**< and the 0 */
    uint32_t multiprocessors; /**< how many it has */
    uint64_t memory;          /**< bytes */
} mg_device;

/** The number of GPUs; 0 where there is none, no driver, or a library built without CUDA: mg_context_error() then says
 *  which. */
MG_API uint32_t mg_device_count(mg_context *context);
/** Fills in *device with GPU `position`, 0 <= position < mg_device_count(). Errors: RANGE, DEVICE. */
MG_API mg_status mg_device_info(mg_context *context, uint32_t position, mg_device *device);

#ifdef __cplusplus
}
#endif

#endif
