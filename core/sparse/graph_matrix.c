/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_matrix.c: matrices that are graphs: their CSR, converted values and long rows are those that the graph keeps.
 */
#include "core/graph/graph_cache.h"
#include "core/sparse/formats.h"

/* The long rows of one direction, kept with the graph. */
typedef struct kept_rows {
    mg_built built;
    bool incoming;
    mg_long_rows rows;
} kept_rows;

static mg_csr_rows rows_of(const mg_adjacency *edges) { /* nobody writes to them */
    return (mg_csr_rows){.offsets = (uint64_t *)edges->offsets,
                         .columns = (uint32_t *)edges->neighbours,
                         .values = (void *)edges->weights};
}

mg_status mg_matrix_of_graph(mg_context *context, const mg_graph *graph, mg_matrix **matrix) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!graph || !matrix) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_matrix_of_graph: no %s", graph ? "matrix" : "graph");
    }
    mg_storage *storage;
    mg_adjacency in;
    mg_status status;
    MG_TRY(mg_graph_in_edges(context, graph, &in));
    MG_TRY(mg__storage_create(context, &mg__format_csr, graph->n, graph->n, graph->arcs, graph->weight_type, &storage));
    storage->graph = graph;
    storage->incoming = true;
    storage->csr = rows_of(&in);
    status = mg__matrix_adopt(context, storage, matrix);
out:
    return status;
}

mg_status mg__graph_matrix_open(mg_context *context, const mg_graph *graph, bool transposed, mg_storage *storage) {
    mg_adjacency edges = mg_graph_out_edges(graph);
    mg_status status = MG_OK;
    if (!transposed) {
        MG_TRY(mg__graph_in_edges(context, graph, &edges));
    }
    *storage = (mg_storage){.memory = context->memory,
                            .format = &mg__format_csr,
                            .rows = graph->n,
                            .columns = graph->n,
                            .nonzeros = graph->arcs,
                            .type = graph->weight_type,
                            .csr = rows_of(&edges),
                            .graph = graph,
                            .incoming = !transposed};
    atomic_init(&storage->references, 1);
    pthread_mutex_init(&storage->lock, NULL);
    pthread_mutex_init(&storage->device_lock, NULL);
out:
    return status;
}

void mg__graph_matrix_close(mg_storage *storage) {
    pthread_mutex_destroy(&storage->lock);
    pthread_mutex_destroy(&storage->device_lock);
}

static void release(const mg_allocator *memory, mg_built *built) {
    kept_rows *const kept = (kept_rows *)built;
    mg__release(memory, kept->rows.pieces);
    mg__release(memory, kept);
}

/* Holds the lock of the graph. */
static mg_status keep_rows(mg_context *context, mg_graph *graph, const mg_storage *storage, kept_rows **kept) {
    kept_rows *const made = mg__allocate(&graph->memory, 1, sizeof *made);
    const double start = mg__now();
    mg_status status;
    if (!made) {
        return mg__fail(context, MG_ERROR_MEMORY, "out of memory: long rows of a graph");
    }
    *made = (kept_rows){.built = {.release = release, .kind = MG_REPRESENTATION_ROWS}, .incoming = storage->incoming};
    status = mg__find_long_rows(context, storage, &graph->memory, &made->rows);
    if (status < 0) {
        mg__release(&graph->memory, made);
        return status;
    }
    made->built.bytes = sizeof *made + made->rows.piece_count * sizeof *made->rows.pieces;
    made->built.seconds = mg__now() - start;
    made->built.next = graph->built;
    graph->built = &made->built;
    *kept = made;
    return MG_OK;
}

mg_status mg__graph_long_rows(mg_context *context, const mg_storage *storage, const mg_long_rows **long_rows) {
    mg_graph *const graph = (mg_graph *)storage->graph; /* only what the lock guards changes */
    kept_rows *kept = NULL;
    mg_status status = MG_OK;
    pthread_mutex_lock(&graph->lock);
    for (mg_built *b = graph->built; b && !kept; b = b->next) {
        kept_rows *const candidate = (kept_rows *)b;
        kept = b->release == release && candidate->incoming == storage->incoming ? candidate : NULL;
    }
    if (!kept) {
        MG_TRY(keep_rows(context, graph, storage, &kept));
    }
    mg__cache_touch(graph, &kept->built.used);
    *long_rows = &kept->rows;
out:
    pthread_mutex_unlock(&graph->lock);
    return status;
}

static const mg_graph *graph_of(const mg_storage *storage) {
    while (storage->base) {
        storage = storage->base;
    }
    return storage->graph;
}

void mg__storage_begin_use(mg_storage *storage) {
    if (graph_of(storage)) {
        mg__graph_begin_use(graph_of(storage));
    }
}

void mg__storage_end_use(mg_context *context, mg_storage *storage) {
    if (graph_of(storage)) {
        mg__graph_end_use(context, graph_of(storage));
    }
}
