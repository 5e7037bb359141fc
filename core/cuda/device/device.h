/* SPDX-License-Identifier: Apache-2.0
 *
 * device.h: the GPU as one context uses it: a stream, a pool of device memory, a pinned staging buffer. C11.
 */
#ifndef MG_CORE_CUDA_DEVICE_DEVICE_H
#define MG_CORE_CUDA_DEVICE_DEVICE_H

#include "core/context.h"
#include "core/program/link.h"

#include <cuda_runtime_api.h>
#include <pthread.h>

/* When label programs run on tiles (mode auto only): if it is likely to pay, never, or always when possible. */
typedef enum mg_tiles_choice { MG_TILES_AUTO, MG_TILES_NEVER, MG_TILES_ALWAYS } mg_tiles_choice;

/* Tuning parameters; the defaults were measured (docs/notebook). */
typedef struct mg_cuda_tuning {
    uint32_t blocks_per_sm;                             /* 0: chosen by fitting_blocks in launch.c */
    uint32_t cluster_blocks;                            /* 0: 16 on graphs of low degree, else 8 */
    uint32_t block_entries, cluster_entries, min_chunk; /* cluster_entries: per block of the cluster */
    uint32_t first_window, window_goal;
    double step_cost, pull_row_cost, pull_edge_cost; /* nanoseconds; of an edge for first hits */
    double dense_build_share; /* misprediction cost at which the dense layout is built, as a share of the build time */
    double pull_share;        /* batches pull if the frontier's edges exceed this share of n (first-hit programs) */
    double sweep_share;       /* or this share of the arcs (other programs) */
    double slice_seconds;
    uint64_t narrow_arcs; /* graphs of more arcs have 64-bit offsets on the device */
    mg_tiles_choice tiles;
    uint32_t tiles_min_vertices;              /* smaller graphs are not partitioned */
    uint32_t tile_vertices;                   /* on average; 0: 512 to 1024, by the size of the graph */
    uint32_t tiles_blocks_per_sm, tiles_hops; /* hops in a tile between two exchanges of messages */
    uint32_t dataflow_blocks_per_sm;          /* warps of the dataflow kernel per multiprocessor, at most */
    double tiles_max_cut;                     /* largest edge cut, as a share of edges, for which tiles are used */
    uint64_t dense_arcs;  /* topology-driven phases of graphs with at least this many arcs use the dense layout */
    uint32_t heavy_edges; /* a matrix block of more edges is heavy, unless options say otherwise */
    uint32_t segment_min_degree; /* segments: least in-degree of a row */
    uint32_t segment_max_rows;   /* most rows of a segment; 0: what fits */
    double segment_edge_share;   /* least edges per summed value of a push along segments */
    uint32_t block_edges;        /* about how many edges a thread block takes */
    uint64_t team_arcs;          /* topology-driven phases of graphs with so many arcs run on several devices even if
                                    the graph fits on one; 0: every plan that can runs on several */
    double parts_degree;         /* independent sets of graphs with more edges per vertex read rows in parts */
    mg_link_tier link;           /* the kernels of programs from files */
} mg_cuda_tuning;

/* Set by tests only: forces paths that small graphs would not take. All zero: off. */
typedef struct mg_cuda_test_switches {
    uint32_t shared_limit;   /* most bytes of shared memory of a dense block; 0: the device's */
    uint32_t quick_launches; /* quick launches until a run waits for the full kernel */
    bool staged_exchange;    /* several devices exchange by copies of the host, as without peer access */
    uint64_t available;      /* free device memory that estimates assume; 0: as the driver says */
    uint64_t pieces_at_once; /* of panels, that are sorted; 0: as in panels_pieces.c */
    uint64_t text_piece;     /* most bytes of a text that are parsed at a time; 0: as in text_rows.c */
    bool watches_memory;     /* each allocation waits for the stream and updates mg_cuda.most_used */
    bool cycle_modes;        /* mode auto cycles through push, dense, pull */
    bool cycle_backwards;    /* or through pull, dense, push */
} mg_cuda_test_switches;

/* Set by tests only: makes calls fail. */
typedef struct mg_cuda_faults {
    uint32_t fail_at; /* the allocation that fails, counted from 1; 0: none */
} mg_cuda_faults;

/* Times of the last run of a program by device events, in milliseconds. */
typedef struct mg_cuda_times {
    float upload, kernels, download;
    float ordering; /* part of `kernels`: permuting states of a dense phase into vertex order */
    uint32_t launches;
    uint32_t quick_launches; /* launches of quick loop kernels among them */
} mg_cuda_times;

typedef struct mg_cuda {
    int ordinal;
    char name[128];
    int major, minor, sms, clock_khz;
    uint64_t memory;                        /* bytes of the device */
    uint32_t shared_limit;                  /* bytes of shared memory that a block may have */
    uint32_t shared_of_sm, shared_reserved; /* shared memory of a multiprocessor; reserved by the system per block */
    cudaStream_t stream;
    cudaMemPool_t pool;
    cudaEvent_t begin, ordering, end;
    void *staging;   /* memory of the buffers (pinned.h); NULL: not reserved */
    void *pinned[2]; /* the buffers, and when they are free again */
    cudaEvent_t pinned_free[2];
    struct mg_launch_cache *launch_cache;   /* launch_cache.h */
    struct mg_linked *linked;               /* kernels linked at run time, for the life of the context */
    mg_link_times link_times;               /* of the kernel requested last */
    const mg_program *const *more_programs; /* for tests: kernels that the library does not have; ends with NULL */
    struct mg_cuda_watch *watch;            /* for tests: sees every iteration of the loop kernel (run_loop.h) */
    mg_cuda_tuning tuning;
    mg_cuda_test_switches test;
    mg_cuda_faults faults;
    mg_cuda_times times;
    struct mg_team *team; /* of the first of several devices (core/cuda/multi/gpu_team.h); NULL: not opened */
    void (*team_release)(mg_context *context, struct mg_team *team);
    uint64_t most_used; /* for tests: the most device memory in use, of the whole device, without what the pool keeps */
    /* Pinned: progress of the current phase (kernel/dense/dense_args.h); where kernels write it. */
    uint64_t *host_progress, *progress_at;
    pthread_t pool_thread; /* makes the pool's first allocation */
    bool pool_thread_runs;
} mg_cuda;

/* Is this memory of a device? No memory is while the process has not loaded the driver. Copies from it to the host and
 * back, after the work on the default stream. */
bool mg__on_device(const void *memory);
mg_status mg__from_device(mg_context *context, void *to, const void *from, size_t bytes);
mg_status mg__to_device(mg_context *context, void *to, const void *from, size_t bytes);

/* The public mg_device_count, mg_device_info and mg_device_link_info. */
uint32_t mg__cuda_device_count(mg_context *context);
/* Why cudaGetDeviceCount() found no device; cudaSuccess: it counted none. */
const char *mg__cuda_missing(cudaError_t error);
mg_status mg__cuda_device_info(mg_context *context, uint32_t position, mg_device *device);
mg_status mg__cuda_device_link(mg_context *context, uint32_t from, uint32_t to, mg_device_link *link);

#define MG_CUDA_STAGING ((size_t)8 << 20)

/* Makes what the library keeps of a device except for its staging memory, without a context that has it; frees it, NULL
 * does nothing. UNSUPPORTED, with the reason, where there is no device. */
mg_status mg__cuda_make(mg_context *context, mg_cuda **cuda);
/* The same for a device of a team, which is known to exist. */
mg_status mg__cuda_make_at(mg_context *context, uint32_t position, mg_cuda **cuda);
/* Sets the devices of a context that wants all; RANGE: there is none at one of the positions. */
mg_status mg__cuda_check_devices(mg_context *context, uint32_t present);
void mg__cuda_unmake(mg_context *context, mg_cuda *cuda);
/* Begins this in a thread, if the context neither has a device nor has begun; mg__cuda_open() takes what it made,
 * with reserved staging memory. */
void mg__cuda_start_device(mg_context *context);
mg_status mg__cuda_take_start(mg_context *context, mg_cuda **cuda);
/* The context's device, opened at the first call. UNSUPPORTED, with the reason, where there is none. */
mg_status mg__cuda_open(mg_context *context, mg_cuda **cuda);
/* Bytes of shared memory that a block may have, within the tuning. */
uint32_t mg__cuda_shared_limit(const mg_cuda *cuda);

/* One launch of a kernel that has one argument. */
typedef struct mg_cuda_launch {
    const void *kernel;
    const void *argument; /* host memory, copied at the launch */
    size_t argument_bytes;
    uint32_t blocks, threads;
    size_t shared;           /* bytes of dynamic shared memory */
    uint32_t cluster_blocks; /* thread blocks of a cluster; 0 or 1: no clusters */
    bool cooperative;        /* all thread blocks are resident at the same time */
    bool dependent;          /* may begin before the previous launch has ended; it calls mg_wait_dependency */
} mg_cuda_launch;

#define MG_LAUNCH_ATTRIBUTES 3u

/* Writes CUDA's form of a launch; `attributes` has MG_LAUNCH_ATTRIBUTES elements and must outlive the launch. */
void mg__cuda_configure(const mg_cuda *cuda, const mg_cuda_launch *launch, cudaLaunchAttribute *attributes,
                        cudaLaunchConfig_t *config);
/* Launches on the context's stream. */
mg_status mg__cuda_start(mg_context *context, mg_cuda *cuda, const mg_cuda_launch *launch);

/* Returns MEMORY if the device is out of memory, else DEVICE, with CUDA's message. */
mg_status mg__cuda_check(mg_context *context, cudaError_t error, const char *what);
#define MG_CUDA_TRY(context, call, what) MG_TRY(mg__cuda_check((context), (call), (what)))

/* Memory of the context's pool, in the order of its stream. Zero bytes give NULL. */
mg_status mg__cuda_get(mg_context *context, mg_cuda *cuda, void **block, uint64_t bytes, const char *what);
void mg__cuda_release(mg_cuda *cuda, void *block);
/* Memory that outlives the context's stream, as a graph's arrays do; given back by cudaFree. */
mg_status mg__cuda_keep(mg_context *context, void **block, uint64_t bytes, const char *what);
/* Carves pieces from a block, aligned to 256 bytes, starting at *at. With base NULL only the sizes are summed, for a
 * block that is not allocated yet. Zero bytes give NULL. */
void *mg__cuda_carve(char *base, uint64_t *at, uint64_t bytes);

/* Copies through the staging buffers; both have finished with host memory when they return. */
mg_status mg__cuda_upload(mg_context *context, mg_cuda *cuda, void *to, const void *from, size_t bytes);
mg_status mg__cuda_download(mg_context *context, mg_cuda *cuda, void *to, const void *from, size_t bytes);
/* The same in the order of another stream, which has waited for what the context's stream did before. */
mg_status mg__cuda_download_on(mg_context *context, mg_cuda *cuda, cudaStream_t stream, void *to, const void *from,
                               size_t bytes);
/* Between these calls the device works in the context's stream; *seconds is increased by the time. Stopping
 * synchronises the stream; `what` is for messages. */
mg_status mg__device_clock_start(mg_context *context, mg_cuda *cuda);
mg_status mg__device_clock_stop(mg_context *context, mg_cuda *cuda, const char *what, double *seconds);
/* Uploads 64-bit offsets as 32-bit ones. */
mg_status mg__cuda_upload_narrow(mg_context *context, mg_cuda *cuda, uint32_t *to, const uint64_t *from, size_t count);

#endif
