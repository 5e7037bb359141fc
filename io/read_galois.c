/* SPDX-License-Identifier: Apache-2.0
 *
 * read_galois.c: the binary graphs of Galois (Nguyen, Lenharth, Pingali, SOSP 2013), which Groute and Lonestar read
 * too.
 *
 * uint64: version 1, bytes of an edge's data, vertices, arcs; uint64 ends[vertices], where each row ends; uint32
 * neighbours[arcs], padded to a multiple of 8 bytes; the data of the edges. Data of 4 bytes are read as int32, of 8
 * bytes as double: the file does not state the type. Arcs are directed, ids are 0 to n - 1.
 */
#include "io/csr_rows.h"

#define HEADER 32

/* A directed .sg without vertices begins alike, but has one more byte. */
static bool sniff_galois(const mg_input *input) {
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    if (size < HEADER || mg__load64(head) != 1) {
        return false;
    }
    const uint64_t data = mg__load64(head + 8);
    return (data == 0 || data == 4 || data == 8) && (mg__load64(head + 16) || size == HEADER);
}

static mg_status parse_header(mg_context *context, mg_input *input, uint64_t header[4]) {
    mg_status status;
    MG_TRY(mg__input_bytes(context, input, HEADER));
    for (size_t i = 0; i < 4; i++) {
        header[i] = input->byte_count < HEADER ? 0 : mg__load64(input->bytes + 8 * i);
    }
    if (header[0] != 1) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s: expected a Galois graph of version 1, found another beginning",
                        input->path));
    }
    if (header[1] != 0 && header[1] != 4 && header[1] != 8) {
        status = mg__fail(context, MG_ERROR_UNSUPPORTED, "%s: expected 0, 4 or 8 bytes of edge data, found %llu",
                          input->path, (unsigned long long)header[1]);
    }
out:
    return status;
}

static mg_status read_galois(mg_context *context, mg_input *input, const mg_graph_options *options,
                             mg_edge_buffer *buffer) {
    uint64_t header[4];
    mg_status status;
    MG_TRY(parse_header(context, input, header));
    const uint64_t data = header[1], n = header[2], arcs = header[3];
    uint64_t wanted = mg__add_array(mg__add_array(HEADER, n, 8), arcs, 4);
    const unsigned padding = wanted == UINT64_MAX ? 0 : wanted % 8; /* 0 or 4; optional without edge data */
    if (data) {
        wanted = mg__add_array(mg__add_array(wanted, padding, 1), arcs, data);
    }
    MG_TRY(mg__expect_bytes(context, input, n, arcs, wanted, data ? 0 : padding));
    const unsigned char *neighbours = input->bytes + HEADER + n * 8;
    const mg_type type = data == 8 ? MG_FLOAT64 : MG_INT32;
    const mg_rows rows = {.n = n,
                          .arcs = arcs,
                          .offsets = input->bytes + HEADER,
                          .offset_size = 8,
                          .ends_only = true,
                          .neighbours = neighbours,
                          .neighbour_step = 4,
                          .weights =
                              data && options->weights == MG_WEIGHTS_FILE ? neighbours + arcs * 4 + padding : NULL,
                          .weight_step = (unsigned)data,
                          .weight_type = type,
                          .final_type = type};
    status = mg__rows_read(context, input, &rows, buffer);
out:
    return status;
}

const mg_reader mg__galois_reader = {
    .name = "galois",
    .description = "Galois binary graphs",
    .suffixes = "gr",
    .sniff_bytes = sniff_galois,
    .read = read_galois,
};
