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

static bool matches(const mg_built *built, const void *wanted) {
    return ((const kept_rows *)built)->incoming == ((const mg_storage *)wanted)->incoming;
}

static mg_status create(mg_context *context, void *wanted, mg_built *built) {
    const mg_storage *const storage = wanted;
    kept_rows *const kept = (kept_rows *)built;
    kept->incoming = storage->incoming;
    const mg_status status = mg__find_long_rows(context, storage, &context->memory, &kept->rows);
    built->bytes = sizeof *kept + kept->rows.piece_count * sizeof *kept->rows.pieces;
    return status;
}

mg_status mg__graph_long_rows(mg_context *context, const mg_storage *storage, const mg_long_rows **long_rows) {
    static const mg_cached_kind kind = {.size = sizeof(kept_rows),
                                        .what = "long rows of a graph",
                                        .kind = MG_REPRESENTATION_ROWS,
                                        .release = release,
                                        .matches = matches,
                                        .create = create};
    mg_built *found;
    const mg_status status = mg__cache_get(context, storage->graph, &kind, (void *)storage, true, &found);
    if (found) {
        *long_rows = &((kept_rows *)found)->rows;
    }
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
