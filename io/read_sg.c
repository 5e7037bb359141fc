/* SPDX-License-Identifier: Apache-2.0
 *
 * read_sg.c: the serialized graphs of the GAP Benchmark Suite (Beamer, Asanovic, Patterson, arXiv:1508.03619), .sg and
 * .wsg.
 *
 * One byte: directed; int64: arcs, vertices; int64 offsets[vertices + 1]; int32 neighbours[arcs], in .wsg pairs of an
 * int32 neighbour and an int32 weight. Of a directed graph offsets and neighbours of the in-edges follow, which are
 * ignored. Arrays are not aligned. The presence of weights is not stored; it follows from file size and name.
 */
#include "io/csr_rows.h"

#define HEADER 17

static uint64_t file_size(uint64_t n, uint64_t arcs, bool directed, bool weighted) {
    const uint64_t one = mg__add_array(mg__add_array(8, n, 8), arcs, weighted ? 8 : 4);
    return mg__add_array(HEADER, one, directed ? 2 : 1);
}

/* Does the size of a mapped file match its header? */
static bool sniff(const mg_input *input, bool weighted) {
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    if (!mg__input_mapped(input) || size < HEADER || head[0] > 1) {
        return false;
    }
    const uint64_t arcs = mg__load64(head + 1), n = mg__load64(head + 9);
    if (n >= MG_NONE || file_size(n, arcs, head[0], weighted) != size) {
        return false;
    }
    return mg__load64(head + HEADER) == 0 && mg__load64(head + HEADER + 8 * n) == arcs;
}

static bool sniff_sg(const mg_input *input) {
    return sniff(input, false);
}

static bool sniff_wsg(const mg_input *input) {
    return sniff(input, true);
}

static mg_status read_any(mg_context *context, mg_input *input, const mg_graph_options *options, bool weighted,
                          mg_edge_buffer *buffer) {
    mg_status status;
    MG_TRY(mg__input_bytes(context, input, HEADER));
    if (input->byte_count < HEADER || input->bytes[0] > 1) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s: expected a serialized graph of GAPBS, found another beginning",
                        input->path));
    }
    const bool directed = input->bytes[0];
    const uint64_t arcs = mg__load64(input->bytes + 1), n = mg__load64(input->bytes + 9);
    MG_TRY(mg__expect_bytes(context, input, n, arcs, file_size(n, arcs, directed, weighted), 0));
    const unsigned char *offsets = input->bytes + HEADER, *neighbours = offsets + (n + 1) * 8;
    const mg_rows rows = {.n = n,
                          .arcs = arcs,
                          .offsets = offsets,
                          .offset_size = 8,
                          .neighbours = neighbours,
                          .neighbour_step = weighted ? 8 : 4,
                          .weights = weighted && options->weights == MG_WEIGHTS_FILE ? neighbours + 4 : NULL,
                          .weight_step = 8,
                          .weight_type = MG_INT32,
                          .final_type = MG_INT32};
    MG_TRY(mg__rows_read(context, input, &rows, buffer));
    buffer->symmetric = buffer->paired = !directed;
    if (!mg__input_mapped(input)) { /* discards the in-edges */
        const unsigned char *end = neighbours + arcs * rows.neighbour_step;
        mg__discard_pages(&context->memory, end, (size_t)(input->bytes + input->byte_count - end));
    }
out:
    return status;
}

static mg_status read_sg(mg_context *context, mg_input *input, const mg_graph_options *options,
                         mg_edge_buffer *buffer) {
    return read_any(context, input, options, false, buffer);
}

static mg_status read_wsg(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    return read_any(context, input, options, true, buffer);
}

const mg_reader mg__sg_reader = {
    .name = "sg",
    .description = "GAPBS serialized graphs without weights",
    .suffixes = "sg",
    .sniff_bytes = sniff_sg,
    .read = read_sg,
};

const mg_reader mg__wsg_reader = {
    .name = "wsg",
    .description = "GAPBS serialized graphs with weights",
    .suffixes = "wsg",
    .sniff_bytes = sniff_wsg,
    .read = read_wsg,
};
