/* SPDX-License-Identifier: Apache-2.0
 *
 * read_csr.c: the binary graphs of Gunrock (Wang et al., PPoPP 2016).
 *
 * int32: rows, columns, entries; int32 offsets[rows + 1]; int32 columns[entries]; float values[entries]. Row i, column
 * j is the arc i -> j; ids are 0 to n - 1. There is no magic number, so the file must have exactly the expected size.
 * Weights that are all 1 mean no weights; others become doubles, so that sums of them are right.
 */
#include "io/csr_rows.h"

#define HEADER 12

static uint64_t file_size(uint64_t n, uint64_t arcs) {
    return HEADER + (n + 1) * 4 + arcs * 8; /* both below 2^32 */
}

static bool sniff_csr(const mg_input *input) {
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    if (!mg__input_mapped(input) || size < HEADER + 4) {
        return false;
    }
    const uint64_t n = mg__load32(head), arcs = mg__load32(head + 8);
    return mg__load32(head + 4) == n && file_size(n, arcs) == size && mg__load32(head + HEADER) == 0 &&
           mg__load32(head + HEADER + n * 4) == arcs;
}

static mg_status read_csr(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    mg_status status;
    MG_TRY(mg__input_bytes(context, input, HEADER));
    if (input->byte_count < HEADER) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s: expected a header of 12 bytes, found the end of the file",
                        input->path));
    }
    const uint64_t n = mg__load32(input->bytes), columns = mg__load32(input->bytes + 4);
    const uint64_t arcs = mg__load32(input->bytes + 8);
    if (n != columns) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s: expected a square matrix, found %llu rows and %llu columns",
                        input->path, (unsigned long long)n, (unsigned long long)columns));
    }
    MG_TRY(mg__expect_bytes(context, input, n, arcs, file_size(n, arcs), 0));
    const unsigned char *neighbours = input->bytes + HEADER + (n + 1) * 4;
    const mg_rows rows = {.n = n,
                          .arcs = arcs,
                          .offsets = input->bytes + HEADER,
                          .offset_size = 4,
                          .neighbours = neighbours,
                          .neighbour_step = 4,
                          .weights = options->weights == MG_WEIGHTS_FILE ? neighbours + arcs * 4 : NULL,
                          .weight_step = 4,
                          .weight_type = MG_FLOAT32,
                          .final_type = options->weight_type == MG_FLOAT32 ? MG_FLOAT32 : MG_FLOAT64};
    MG_TRY(mg__rows_read(context, input, &rows, buffer));
    mg__rows_drop_unit_weights(context, &buffer->rows);
out:
    return status;
}

const mg_reader mg__csr_reader = {
    .name = "csr",
    .description = "Gunrock's binary graphs",
    .suffixes = "csr",
    .sniff_bytes = sniff_csr,
    .read = read_csr,
};
