/* SPDX-License-Identifier: Apache-2.0
 *
 * write_binary.c: writes the binary formats of GAPBS, Galois and Gunrock, and snapshots. The readers describe them.
 */
#include "core/graph/graph_cache.h"
#include "core/graph/weights.h"
#include "io/snapshot.h"
#include "io/writer.h"

#include <string.h>
#include <xxhash.h>

#define BLOCK ((uint64_t)32768) /* elements per block of conversion */

/* Converts elements [begin, begin + count) to `out`; returns the number of bytes. */
typedef size_t (*convert_fn)(const mg_graph *graph, mg_adjacency rows, uint64_t begin, uint64_t count, char *out);

static mg_status write_converted(mg_context *context, const mg_graph *graph, mg_adjacency rows, uint64_t count,
                                 convert_fn convert, mg_output *output) {
    char *block;
    mg_status status = MG_ALLOC(context, block, BLOCK * 8, "writing");
    if (status < 0) {
        return status;
    }
    for (uint64_t i = 0; i < count && status >= 0; i += BLOCK) {
        const uint64_t now = count - i < BLOCK ? count - i : BLOCK;
        status = mg__output_write(output, block, convert(graph, rows, i, now, block));
        if (status >= 0) {
            status = mg__progress(context, "writing", -1.0);
        }
    }
    mg__release(&context->memory, block);
    return status;
}

static mg_status write_rows(mg_context *context, const mg_graph *graph, mg_adjacency rows, convert_fn convert,
                            mg_output *output) {
    mg_status status = mg__output_write(output, rows.offsets, ((size_t)graph->n + 1) * sizeof *rows.offsets);
    if (status < 0) {
        return status;
    }
    return convert ? write_converted(context, graph, rows, graph->arcs, convert, output)
                   : mg__output_write(output, rows.neighbours, (size_t)graph->arcs * sizeof *rows.neighbours);
}

static size_t convert_pairs(const mg_graph *graph, mg_adjacency rows, uint64_t begin, uint64_t count, char *out) {
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t weight =
            graph->weight_type == MG_INT32 ? (uint32_t)((const int32_t *)rows.weights)[begin + i] : 1u;
        const uint32_t pair[] = {rows.neighbours[begin + i], weight};
        memcpy(out + i * sizeof pair, pair, sizeof pair);
    }
    return (size_t)count * 8;
}

static mg_status write_serialized(mg_context *context, const mg_graph *graph, convert_fn convert, mg_output *output) {
    const unsigned char directed = graph->directed;
    const uint64_t counts[] = {graph->arcs, graph->n};
    mg_status status;
    if (graph->n > INT32_MAX) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "GAPBS's format holds at most 2^31 - 1 vertices");
    }
    MG_TRY(mg__output_write(output, &directed, 1));
    MG_TRY(mg__output_write(output, counts, sizeof counts));
    MG_TRY(write_rows(context, graph, mg_graph_out_edges(graph), convert, output));
    if (directed) {
        mg_adjacency in;
        MG_TRY(mg_graph_in_edges(context, graph, &in));
        status = write_rows(context, graph, in, convert, output);
    }
out:
    return status;
}

mg_status mg__write_sg(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    (void)plain;
    return write_serialized(context, graph, NULL, output);
}

/* .wsg has int32 weights only. Fails for other ones, since rounding would change the graph. */
mg_status mg__write_wsg(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    (void)plain;
    if (graph->weight_type != MG_INT32 && graph->weight_type != MG_TYPE_NONE) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "the format wsg holds int32 weights; this graph's are %s",
                        mg__type_name(graph->weight_type));
    }
    return write_serialized(context, graph, convert_pairs, output);
}

static size_t convert_doubles(const mg_graph *graph, mg_adjacency rows, uint64_t begin, uint64_t count, char *out) {
    for (uint64_t i = 0; i < count; i++) {
        const double weight = mg__weight_at(graph->weight_type, rows.weights, begin + i);
        memcpy(out + i * sizeof weight, &weight, sizeof weight);
    }
    return (size_t)count * 8;
}

/* Does a double hold every int64 weight? */
static bool doubles_keep(const mg_graph *graph) {
    const int64_t *weights = graph->out.weights, most = (int64_t)1 << 53;
    for (uint64_t a = 0; graph->weight_type == MG_INT64 && a < graph->arcs; a++) {
        if (weights[a] < -most || weights[a] > most) {
            return false;
        }
    }
    return true;
}

mg_status mg__write_galois(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    const uint64_t data = graph->weight_type == MG_TYPE_NONE ? 0 : graph->weight_type == MG_INT32 ? 4 : 8;
    const uint64_t header[] = {1, data, graph->n, graph->arcs};
    mg_status status;
    (void)plain;
    if (!doubles_keep(graph)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "the format galois holds whole weights up to 2^53");
    }
    MG_TRY(mg__output_write(output, header, sizeof header));
    MG_TRY(mg__output_write(output, graph->out.offsets + 1, (size_t)graph->n * sizeof *graph->out.offsets));
    MG_TRY(mg__output_write(output, graph->out.neighbours, (size_t)graph->arcs * sizeof *graph->out.neighbours));
    MG_TRY(mg__output_write(output, "\0\0\0", graph->arcs % 2 ? 4 : 0));
    if (data == 4) {
        status = mg__output_write(output, graph->out.weights, (size_t)graph->arcs * 4);
    } else if (data == 8) {
        status = write_converted(context, graph, mg_graph_out_edges(graph), graph->arcs, convert_doubles, output);
    }
out:
    return status;
}

static size_t convert_offsets(const mg_graph *graph, mg_adjacency rows, uint64_t begin, uint64_t count, char *out) {
    (void)graph;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t offset = (uint32_t)rows.offsets[begin + i];
        memcpy(out + i * sizeof offset, &offset, sizeof offset);
    }
    return (size_t)count * 4;
}

static size_t convert_floats(const mg_graph *graph, mg_adjacency rows, uint64_t begin, uint64_t count, char *out) {
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t a = begin + i;
        const float weight = (float)mg__weight_at(graph->weight_type, rows.weights, a);
        memcpy(out + i * sizeof weight, &weight, sizeof weight);
    }
    return (size_t)count * 4;
}

mg_status mg__write_csr(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    const uint32_t header[] = {graph->n, graph->n, (uint32_t)graph->arcs};
    mg_status status;
    (void)plain;
    if (graph->n >= INT32_MAX || graph->arcs > INT32_MAX) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "Gunrock's format holds less than 2^31 vertices and arcs");
    }
    MG_TRY(mg__output_write(output, header, sizeof header));
    MG_TRY(write_converted(context, graph, mg_graph_out_edges(graph), (uint64_t)graph->n + 1, convert_offsets, output));
    MG_TRY(mg__output_write(output, graph->out.neighbours, (size_t)graph->arcs * sizeof *graph->out.neighbours));
    status = write_converted(context, graph, mg_graph_out_edges(graph), graph->arcs, convert_floats, output);
out:
    return status;
}

/* in: the in-edges to be kept, or NULL. */
static mg_status write_snapshot(mg_context *context, const mg_graph *graph, const mg_adjacency *in, mg_output *output) {
    static const unsigned char zeros[MG_SNAPSHOT_ALIGNMENT] = {0};
    const void *const arrays[] = {graph->out.offsets, graph->out.neighbours, graph->out.weights, graph->ids};
    const bool named = graph->names.count != 0;
    unsigned char header[MG_SNAPSHOT_HEADER] = {0};
    mg_snapshot s = {.magic = MG_SNAPSHOT_MAGIC,
                     .order = MG_SNAPSHOT_ORDER,
                     .version = in ? MG_SNAPSHOT_IN_EDGES : MG_SNAPSHOT_PIECED,
                     .numbering = graph->by_id ? (uint64_t)graph->order : 0,
                     .vertices = graph->n,
                     .arcs = graph->arcs,
                     .edges = graph->edges,
                     .loops = graph->loops,
                     .id_base = graph->ids ? 0 : graph->id_base,
                     .directed = graph->directed,
                     .weight_type = (uint32_t)graph->weight_type,
                     .has_ids = graph->ids != NULL,
                     .default_source = graph->default_source,
                     .weight_min = graph->weight_min,
                     .weight_max = graph->weight_max,
                     .weight_mean = graph->weight_mean,
                     .names.size = graph->names.count * sizeof(uint64_t) + mg__names_size(&graph->names)};
    mg_status status;
    mg__snapshot_layout(&s);
    for (int i = 0; i < MG_SECTION_COUNT; i++) {
        MG_TRY(mg__snapshot_hash(context, s.version, arrays[i], s.sections[i].size, &s.sections[i].hash));
    }
    s.names.hash = named ? mg__snapshot_hash_names(&graph->names, mg__names_size(&graph->names)) : 0;
    if (in) {
        MG_TRY(mg__snapshot_hash_in_edges(context, in, &s));
    }
    s.hash = XXH64(&s, offsetof(mg_snapshot, hash), 0);
    memcpy(header, &s, sizeof s);
    MG_TRY(mg__output_write(output, header, sizeof header));
    for (int i = 0; i < MG_SECTION_COUNT; i++) {
        const uint64_t gap = -s.sections[i].size % MG_SNAPSHOT_ALIGNMENT;
        if (s.sections[i].size) {
            MG_TRY(mg__progress(context, "writing", -1.0));
            MG_TRY(mg__output_write(output, arrays[i], (size_t)s.sections[i].size));
        }
        MG_TRY(mg__output_write(output, zeros, (size_t)gap));
    }
    if (named) {
        MG_TRY(mg__output_write(output, graph->names.ends, (size_t)graph->names.count * sizeof(uint64_t)));
        MG_TRY(mg__output_write(output, graph->names.text, (size_t)mg__names_size(&graph->names)));
        MG_TRY(mg__output_write(output, zeros, (size_t)(-s.names.size % MG_SNAPSHOT_ALIGNMENT)));
    }
    if (in) {
        status = mg__snapshot_write_in_edges(context, in, &s, output);
    }
out:
    return status;
}

mg_status mg__write_snapshot(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    (void)plain;
    return write_snapshot(context, graph, NULL, output);
}

/* A graph whose out-edges are its in-edges, too, needs no others. */
mg_status mg__write_snapshot_in(mg_context *context, const mg_graph *graph, locale_t plain, mg_output *output) {
    mg_adjacency in;
    (void)plain;
    mg__graph_begin_use(graph);
    mg_status status = mg__graph_in_edges(context, graph, &in);
    if (status >= 0) {
        const bool own = in.offsets != graph->out.offsets;
        status = write_snapshot(context, graph, own ? &in : NULL, output);
    }
    mg__graph_end_use(context, graph);
    return status;
}
