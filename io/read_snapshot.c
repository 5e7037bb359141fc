/* SPDX-License-Identifier: Apache-2.0
 *
 * read_snapshot.c: opens .mgb files (snapshot.h) without reading their arrays.
 *
 * Opening checks the header with its hash, the size of the file, and the first and last offset, so its time does not
 * depend on the size of the graph. mg_graph_check verifies the sections before first use (snapshot_check.c).
 */
#include "io/csr_rows.h"
#include "io/snapshot.h"

#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

static const mg_type weight_types[] = {MG_TYPE_NONE, MG_INT32, MG_INT64, MG_FLOAT32, MG_FLOAT64};

bool mg__snapshot_layout(mg_snapshot *s) {
    const size_t weight = mg__type_size((mg_type)s->weight_type);
    const uint64_t count[] = {s->vertices + 1, s->arcs, weight ? s->arcs : 0, s->has_ids ? s->vertices : 0};
    const size_t id = mg__snapshot_numbered(s) ? MG_ORDERED_ID_SIZE : sizeof(uint64_t);
    const size_t size[] = {sizeof(uint64_t), sizeof(mg_vertex), weight, id};
    uint64_t end = MG_SNAPSHOT_HEADER;
    for (int i = 0; i < MG_SECTION_COUNT; i++) {
        const uint64_t bytes = mg__add_array(0, count[i], size[i]);
        if (bytes > UINT64_MAX / 8 || end > UINT64_MAX / 8) {
            return false;
        }
        s->sections[i].begin = end;
        s->sections[i].size = bytes;
        end += (bytes + MG_SNAPSHOT_ALIGNMENT - 1) / MG_SNAPSHOT_ALIGNMENT * MG_SNAPSHOT_ALIGNMENT;
    }
    if (mg__snapshot_named(s)) {
        if (s->names.size > UINT64_MAX / 8 || end > UINT64_MAX / 8) {
            return false;
        }
        s->names.begin = end;
        end += (s->names.size + MG_SNAPSHOT_ALIGNMENT - 1) / MG_SNAPSHOT_ALIGNMENT * MG_SNAPSHOT_ALIGNMENT;
    }
    mg_in_sections in;
    s->file_size = mg__snapshot_has_in_edges(s) ? mg__snapshot_place_in_edges(s, &in) : end;
    return true;
}

uint64_t mg__snapshot_hash_names(const mg_names *names, uint64_t text_size) {
    const uint64_t seed = XXH64(names->ends, (size_t)names->count * sizeof *names->ends, 0);
    return XXH64(names->text, (size_t)text_size, seed);
}

static bool sniff_snapshot(const mg_input *input) {
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    return size >= 8 && memcmp(head, MG_SNAPSHOT_MAGIC, 8) == 0;
}

/* Checks the consistency of the header. */
static mg_status check_header(mg_context *context, const mg_input *input, const mg_snapshot *s) {
    const char *path = input->path;
    if (input->byte_count < MG_SNAPSHOT_HEADER || memcmp(s->magic, MG_SNAPSHOT_MAGIC, sizeof s->magic) != 0) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: expected a snapshot, found another beginning", path);
    }
    if (s->order != MG_SNAPSHOT_ORDER) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "%s: expected a snapshot in this machine's byte order, found another", path);
    }
    if (s->version < MG_SNAPSHOT_VERSION || s->version > MG_SNAPSHOT_IN_EDGES) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "%s: expected version %d to %d of the snapshot format, found %lu", path, MG_SNAPSHOT_VERSION,
                        MG_SNAPSHOT_IN_EDGES, (unsigned long)s->version);
    }
    if (XXH64(s, offsetof(mg_snapshot, hash), 0) != s->hash) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: the snapshot's header is damaged", path);
    }
    bool known =
        s->directed <= 1 && (s->directed || !mg__snapshot_has_in_edges(s)) && s->has_ids <= 1 && s->vertices < MG_NONE;
    known = known && (s->default_source < s->vertices || (s->default_source == MG_NONE && s->vertices == 0));
    if (s->version == MG_SNAPSHOT_NUMBERED || mg__snapshot_numbered(s)) {
        known = known && s->has_ids && s->numbering > MG_ORDER_NATURAL && s->numbering < MG_ORDER_AUTO;
    }
    if (mg__snapshot_named(s)) {
        known = known && s->vertices && s->names.size / sizeof(uint64_t) > s->vertices;
    }
    bool typed = false;
    for (size_t i = 0; i < sizeof weight_types / sizeof *weight_types; i++) {
        typed |= s->weight_type == (uint32_t)weight_types[i];
    }
    mg_snapshot expected = *s;
    known = known && typed && mg__snapshot_layout(&expected) && expected.file_size == s->file_size &&
            expected.names.begin == s->names.begin;
    for (int i = 0; known && i < MG_SECTION_COUNT; i++) {
        known = expected.sections[i].begin == s->sections[i].begin && expected.sections[i].size == s->sections[i].size;
    }
    if (!known || (!s->has_ids && s->vertices && s->id_base > UINT64_MAX - (s->vertices - 1))) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s: the snapshot's header contradicts itself", path);
    }
    return MG_OK;
}

/* Reads or maps the file; *s: its header. */
static mg_status get_bytes(mg_context *context, mg_input *input, mg_snapshot *s) {
    mg_status status;
    MG_TRY(mg__input_bytes(context, input, MG_SNAPSHOT_HEADER));
    *s = (mg_snapshot){0};
    memcpy(s, input->bytes, input->byte_count < sizeof *s ? (size_t)input->byte_count : sizeof *s);
    MG_TRY(check_header(context, input, s));
    MG_TRY(mg__expect_bytes(context, input, s->vertices, s->arcs, s->file_size, 0));
    const uint64_t *offsets = (const uint64_t *)(input->bytes + s->sections[MG_SECTION_OFFSETS].begin);
    if (offsets[0] != 0 || offsets[s->vertices] != s->arcs) {
        status = mg__fail(context, MG_ERROR_FORMAT, "%s: the snapshot's offsets are damaged", input->path);
    }
out:
    return status;
}

/* Graph whose arrays are parts of `bytes`; does not own them. */
static mg_graph graph_over(const unsigned char *bytes, uint64_t byte_count, const mg_snapshot *s) {
    void *arrays[MG_SECTION_COUNT];
    for (int i = 0; i < MG_SECTION_COUNT; i++) {
        arrays[i] = s->sections[i].size || i < MG_SECTION_WEIGHTS ? (void *)(bytes + s->sections[i].begin) : NULL;
    }
    const bool weighted = s->weight_type != (uint32_t)MG_TYPE_NONE;
    const bool numbered = mg__snapshot_numbered(s) && s->vertices, named = mg__snapshot_named(s);
    uint64_t *ends = named ? (uint64_t *)(bytes + s->names.begin) : NULL;
    const bool in_edges = mg__snapshot_has_in_edges(s);
    return (mg_graph){
        .n = (mg_vertex)s->vertices,
        .arcs = s->arcs,
        .edges = s->edges,
        .loops = s->loops,
        .directed = s->directed,
        .weight_type = (mg_type)s->weight_type,
        .out = {.offsets = arrays[MG_SECTION_OFFSETS],
                .neighbours = arrays[MG_SECTION_NEIGHBOURS],
                .weights = weighted ? (void *)(bytes + s->sections[MG_SECTION_WEIGHTS].begin) : NULL},
        .in = in_edges ? mg__snapshot_in_edges(bytes, s) : (mg_csr){NULL, NULL, NULL},
        .in_shared = in_edges, /* they are never evicted */
        .ids = arrays[MG_SECTION_IDS],
        .id_base = s->id_base,
        .by_id = numbered ? mg__by_id_of(arrays[MG_SECTION_IDS], (mg_vertex)s->vertices) : NULL,
        .order = numbered ? (mg_vertex_order)s->numbering : MG_ORDER_NATURAL,
        .default_source = s->default_source,
        .names = {.ends = ends, .count = named ? s->vertices : 0, .text = named ? (char *)(ends + s->vertices) : NULL},
        .names_mapped = named,
        .weight_min = s->weight_min,
        .weight_max = s->weight_max,
        .weight_mean = s->weight_mean,
        .bytes = (void *)bytes,
        .byte_count = byte_count};
}

static void unmap_bytes(mg_graph *graph) {
    munmap(graph->bytes, graph->byte_count);
}

static void release_bytes(mg_graph *graph) {
    mg__release(&graph->memory, graph->bytes);
}

/* The arrays of the graph as mg_rows. */
static mg_rows rows_of(const mg_graph *g, bool weights) {
    return (mg_rows){.n = g->n,
                     .arcs = g->arcs,
                     .offsets = (const unsigned char *)g->out.offsets,
                     .offset_size = sizeof *g->out.offsets,
                     .neighbours = (const unsigned char *)g->out.neighbours,
                     .neighbour_step = sizeof *g->out.neighbours,
                     .weights = weights ? g->out.weights : NULL,
                     .weight_step = (unsigned)mg__type_size(g->weight_type),
                     .weight_type = g->weight_type,
                     .final_type = weights ? g->weight_type : MG_TYPE_NONE};
}

/* Do the options leave the graph as it is, whatever its arcs are? */
static bool leaves_all(const mg_graph_options *o) {
    return o->directedness == MG_AS_GIVEN && o->weights == MG_WEIGHTS_FILE && o->weight_type == MG_TYPE_NONE &&
           !o->drop_self_loops && !o->merge_multi_edges;
}

/* Do they, if the graph has no arcs of the kind that they drop or merge? With options, vertices are in natural order.
 */
static bool leaves_kinds(const mg_graph_options *o, const mg_graph *g) {
    const bool weighted = g->weight_type != MG_TYPE_NONE;
    return !g->by_id && (o->directedness == MG_AS_GIVEN || g->directed == (o->directedness == MG_DIRECTED)) &&
           o->weights != MG_WEIGHTS_RANDOM && !(weighted && o->weights == MG_WEIGHTS_UNIT) &&
           (o->weight_type == MG_TYPE_NONE || o->weight_type == g->weight_type);
}

/* Maps the graph if the options have no effect, such as MG_UNDIRECTED on an undirected graph; else *graph stays NULL.
 */
static mg_status open_snapshot(mg_context *context, mg_input *input, const mg_graph_options *options,
                               mg_graph **graph) {
    mg_snapshot s;
    mg_status status;
    MG_TRY(get_bytes(context, input, &s));
    mg_graph known = graph_over(input->bytes, input->byte_count, &s);
    if (leaves_all(options)) {
        known.check = mg__snapshot_check;
    } else {
        if (!leaves_kinds(options, &known)) {
            return MG_OK;
        }
        mg_row_kinds has;
        MG_TRY(mg__snapshot_check_kinds(context, &known, &has));
        input->verified = true;
        const bool merges = options->merge_multi_edges || options->directedness == MG_UNDIRECTED;
        if ((options->drop_self_loops && has.loops) || (merges && has.parallel)) {
            return MG_OK;
        }
    }
    known.release = mg__input_mapped(input) ? unmap_bytes : release_bytes;
    MG_TRY(mg__graph_attach(context, &known, graph));
    mg__input_keep_bytes(input);
out:
    return status;
}

/* Reads the arrays as rows, for options that change the graph; vertices are then in natural order. */
static mg_status read_snapshot(mg_context *context, mg_input *input, const mg_graph_options *options,
                               mg_edge_buffer *buffer) {
    mg_snapshot s;
    mg_status status;
    MG_TRY(get_bytes(context, input, &s));
    const mg_graph g = graph_over(input->bytes, input->byte_count, &s);
    if (!input->verified) {
        MG_TRY(mg__snapshot_check(context, &g));
    }
    const bool keep = g.weight_type != MG_TYPE_NONE && options->weights == MG_WEIGHTS_FILE;
    const mg_rows rows = rows_of(&g, keep);
    MG_TRY(mg__rows_read(context, input, &rows, buffer));
    buffer->symmetric = buffer->paired = !g.directed;
    buffer->id_base = g.id_base;
    MG_TRY(mg__names_copy(context, &g.names, &buffer->vertex_names));
    if (g.ids) {
        MG_TRY(MG_ALLOC(context, buffer->row_ids, g.n, "ids"));
        for (mg_vertex i = 0; i < g.n; i++) {
            buffer->row_ids[i] = g.ids[g.by_id ? g.by_id[i] : i];
        }
    }
    if (g.by_id) {
        MG_TRY(MG_ALLOC(context, buffer->row_rank, g.n, "ids"));
        for (mg_vertex i = 0; i < g.n; i++) {
            buffer->row_rank[g.by_id[i]] = i;
        }
        buffer->rows.rank = buffer->row_rank;
    }
out:
    return status;
}

const mg_reader mg__snapshot_reader = {
    .name = "mgb",
    .description = "our snapshot: a graph as it lies in memory, opened without reading it",
    .suffixes = "mgb",
    .sniff_bytes = sniff_snapshot,
    .read = read_snapshot,
    .open = open_snapshot,
};
