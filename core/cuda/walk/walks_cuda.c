/* SPDX-License-Identifier: Apache-2.0 */
#include "core/cuda/walk/walks_cuda.h"

#include "core/cuda/graph/device_graph.h"
#include "core/cuda/walk/walk_args.h"

#define PART_BYTES ((uint64_t)128 << 20) /* of the walks on the device at a time, about */

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

static mg_status run_parts(mg_context *context, mg_cuda *cuda, const mg_walk_job *job, mg_walk_args *args,
                           mg_vertex *walks) {
    const uint64_t columns = (uint64_t)job->length + 1, row = columns * sizeof *walks;
    const uint64_t most = PART_BYTES / row + 1, part = most < job->count ? most : job->count;
    void *block = NULL;
    mg_status status;
    MG_TRY(mg__cuda_get(context, cuda, &block, part * row, "walks"));
    args->out = block;
    for (uint64_t done = 0; done < job->count; done += part) {
        MG_TRY(mg__progress(context, "walks", (double)done / (double)job->count));
        args->first = job->first + done;
        args->count = job->count - done < part ? job->count - done : part;
        MG_CUDA_TRY(context, mg__launch_walks(args, cuda->stream), "random walks");
        MG_TRY(mg__cuda_download(context, cuda, walks + done * columns, args->out, args->count * row));
    }
out:
    mg__cuda_release(cuda, block);
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
    if (job->count) {
        MG_TRY(run_parts(context, cuda, job, &args, walks));
    }
out:
    if (cuda) {
        mg__cuda_release(cuda, sources);
    }
    return status;
}
