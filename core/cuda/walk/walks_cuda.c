/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/walk/walks_cuda.h"

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/walk/walk_args.h"

#define PART_BYTES ((uint64_t)64 << 20) /* of the walks in each of two parts on the device, about */
/* Where they stay on the device; a call can be cancelled between two parts. */
#define LARGE_PART_BYTES ((uint64_t)4 << 30)

/* An array that is kept with the graph; uploaded unless *kept has it already. */
static mg_status keep(mg_context *context, mg_cuda *cuda, void **kept, const void *from, uint64_t bytes,
                      mg_device_graph *g) {
    mg_status status = MG_OK;
    void *uploaded = NULL;
    if (*kept) {
        return MG_OK;
    }
    MG_TRY(mg__cuda_keep(context, &uploaded, bytes ? bytes : 1, "rows of walks"));
    MG_TRY(mg__cuda_upload(context, cuda, uploaded, from, bytes));
    MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "uploading rows of walks");
    *kept = uploaded;
    uploaded = NULL;
    g->walk_bytes += bytes;
out:
    cudaFree(uploaded);
    return status;
}

/* What is drawn from, beside the rows of the graph. */
static mg_status upload_rows(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_walk_rows *rows,
                             mg_device_graph *g) {
    mg_graph *const shared = (mg_graph *)graph; /* what is built on demand changes under a lock */
    mg_status status = MG_OK;
    pthread_mutex_lock(&shared->device_lock);
    const double start = mg__now();
    if (rows->choices != graph->out.neighbours) {
        MG_TRY(keep(context, cuda, &g->walk_choices, rows->choices, graph->arcs * sizeof *rows->choices, g));
    }
    if (rows->columns) {
        MG_TRY(keep(context, cuda, &g->walk_columns, rows->columns, graph->arcs * sizeof *rows->columns, g));
    }
    g->row_seconds += mg__now() - start;
out:
    pthread_mutex_unlock(&shared->device_lock);
    return status;
}

static mg_status set_up(mg_context *context, mg_cuda *cuda, const mg_graph *graph, const mg_walk_job *job,
                        mg_walk_args *args) {
    const mg_device_need need = {.weights = MG_TYPE_NONE, .arrays_only = true};
    mg_device_graph *g = NULL;
    mg_walk_rows rows;
    mg_status status;
    MG_TRY(mg__graph_walk_rows(context, graph, job->weighted, &rows));
    MG_TRY(mg__device_graph(context, cuda, graph, &need, &g));
    MG_TRY(upload_rows(context, cuda, graph, &rows, g));
    const bool in_order = rows.choices == graph->out.neighbours;
    args->graph = (mg_walk_graph){.offsets = g->side[0].offsets,
                                  .neighbours = g->side[0].neighbours,
                                  .choices = in_order ? g->side[0].neighbours : g->walk_choices,
                                  .columns = rows.columns ? g->walk_columns : NULL,
                                  .wide = g->wide};
out:
    return status;
}

/* The sources up to that of the last row. */
static mg_status upload_sources(mg_context *context, mg_cuda *cuda, const mg_walk_job *job, void **sources) {
    mg_status status = MG_OK;
    if (job->sources && job->count) {
        const uint64_t bytes = ((job->first + job->count - 1) / job->walks + 1) * sizeof *job->sources;
        MG_TRY(mg__cuda_get(context, cuda, sources, bytes, "sources of walks"));
        MG_TRY(mg__cuda_upload(context, cuda, *sources, job->sources, bytes));
    }
out:
    return status;
}

/* Walks part by part: one part is made while the one before is copied to the host, in the order of another stream. */
typedef struct walk_parts {
    mg_context *context;
    mg_cuda *cuda;
    const mg_walk_job *job;
    mg_walk_args *args;
    uint64_t columns, rows; /* of a part */
    void *block[2];
    cudaStream_t copies;
    cudaEvent_t made[2];
} walk_parts;

static uint64_t rows_from(const walk_parts *p, uint64_t done) {
    return p->job->count - done < p->rows ? p->job->count - done : p->rows;
}

static mg_status open_parts(walk_parts *p) {
    mg_status status;
    const uint64_t row = p->columns * sizeof(mg_vertex), most = PART_BYTES / row + 1;
    const int parts = most < p->job->count ? 2 : 1;
    p->rows = parts > 1 ? most : p->job->count;
    MG_CUDA_TRY(p->context, cudaStreamCreateWithFlags(&p->copies, cudaStreamNonBlocking), "a stream");
    for (int i = 0; i < parts; i++) {
        MG_TRY(mg__cuda_get(p->context, p->cuda, &p->block[i], p->rows * row, "walks"));
    }
    for (int i = 0; i < 2; i++) {
        MG_CUDA_TRY(p->context, cudaEventCreateWithFlags(&p->made[i], cudaEventDisableTiming), "an event");
    }
out:
    return status;
}

static void close_parts(walk_parts *p) {
    if (p->copies) {
        cudaStreamSynchronize(p->copies); /* of a call that failed: it reads the blocks */
        cudaStreamDestroy(p->copies);
    }
    for (int i = 0; i < 2; i++) {
        mg__cuda_release(p->cuda, p->block[i]);
        if (p->made[i]) {
            cudaEventDestroy(p->made[i]);
        }
    }
}

/* Queues the part that begins after `done` rows. */
static mg_status make_part(walk_parts *p, uint64_t done) {
    mg_status status;
    const int which = done / p->rows % 2;
    p->args->out = p->block[which];
    p->args->first = p->job->first + done;
    p->args->count = rows_from(p, done);
    MG_CUDA_TRY(p->context, mg__launch_walks(p->args, p->cuda->stream), "random walks");
    MG_CUDA_TRY(p->context, cudaEventRecord(p->made[which], p->cuda->stream), "random walks");
out:
    return status;
}

static mg_status run_parts(walk_parts *p, mg_vertex *walks) {
    mg_status status;
    MG_TRY(open_parts(p));
    MG_TRY(make_part(p, 0));
    for (uint64_t done = 0; done < p->job->count; done += p->rows) {
        const int which = done / p->rows % 2;
        const uint64_t rows = rows_from(p, done);
        MG_TRY(mg__progress(p->context, "walks", (double)done / (double)p->job->count));
        if (rows < p->job->count - done) {
            MG_TRY(make_part(p, done + rows));
        }
        MG_CUDA_TRY(p->context, cudaStreamWaitEvent(p->copies, p->made[which], 0), "random walks");
        MG_TRY(mg__cuda_download_on(p->context, p->cuda, p->copies, walks + done * p->columns, p->block[which],
                                    rows * p->columns * sizeof *walks));
    }
out:
    close_parts(p);
    return status;
}

/* Walks that stay on the device. What the caller queued on the default stream may still use their memory. */
static mg_status run_on_device(mg_context *context, mg_cuda *cuda, const mg_walk_job *job, mg_walk_args *args,
                               mg_vertex *walks) {
    const uint64_t columns = (uint64_t)job->length + 1, most = LARGE_PART_BYTES / (columns * sizeof *walks) + 1;
    mg_status status;
    struct cudaPointerAttributes where;
    MG_CUDA_TRY(context, cudaPointerGetAttributes(&where, walks), "memory of walks");
    if (where.device != cuda->ordinal) {
        MG_TRY(mg__fail(context, MG_ERROR_INVALID, "walks are in the memory of GPU %d, but the context uses GPU %d",
                        where.device, cuda->ordinal));
    }
    MG_CUDA_TRY(context, cudaStreamSynchronize(cudaStreamLegacy), "the default stream");
    for (uint64_t done = 0; done < job->count; done += args->count) {
        args->out = walks + done * columns;
        args->first = job->first + done;
        args->count = job->count - done < most ? job->count - done : most;
        MG_TRY(mg__progress(context, "walks", (double)done / (double)job->count));
        MG_CUDA_TRY(context, mg__launch_walks(args, cuda->stream), "random walks");
        MG_CUDA_TRY(context, cudaStreamSynchronize(cuda->stream), "random walks");
    }
out:
    return status;
}

mg_status mg__cuda_walk(mg_context *context, const mg_graph *graph, const mg_walk_job *job, mg_vertex *walks) {
    mg_walk_args args = {.rule = job->rule, .walks = job->walks, .length = job->length};
    mg_cuda *cuda = NULL;
    void *sources = NULL;
    mg_status status;
    MG_TRY(mg__cuda_open(context, &cuda));
    MG_TRY(set_up(context, cuda, graph, job, &args));
    MG_TRY(upload_sources(context, cuda, job, &sources));
    args.sources = sources;
    if (job->to_device) {
        MG_TRY(run_on_device(context, cuda, job, &args, walks));
    } else if (job->count) {
        walk_parts parts = {
            .context = context, .cuda = cuda, .job = job, .args = &args, .columns = (uint64_t)job->length + 1};
        MG_TRY(run_parts(&parts, walks));
    }
out:
    if (cuda) {
        mg__cuda_release(cuda, sources);
    }
    return status;
}
