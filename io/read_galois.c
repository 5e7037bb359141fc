/* SPDX-License-Identifier: Apache-2.0
 *
 * read_galois.c: the binary graphs of Galois (Nguyen, Lenharth, Pingali, SOSP 2013), which Groute and Lonestar read
 * too.
 *
 * uint64: version, bytes of an edge's data, vertices, arcs; uint64 ends[vertices], where each row ends; uint32
 * neighbours[arcs], padded to a multiple of 8 bytes, or in version 2 uint64; the data of the edges. The file does not
 * state their type: 8 bytes are a double; 4 bytes an int32, or a float if that gives more plausible weights. Arcs are
 * directed, ids are 0 to n - 1.
 */
#include "io/csr_rows.h"

#include <math.h>
#include <string.h>

#define HEADER 32
#define LEAST_FLOAT 1e-9f /* plausible magnitudes of float weights; */
#define MOST_FLOAT 1e9f

/* A directed .sg without vertices begins alike, but has one more byte. */
static bool sniff_galois(const mg_input *input) {
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    if (size < HEADER || (mg__load64(head) != 1 && mg__load64(head) != 2)) {
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
    if (header[0] != 1 && header[0] != 2) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT,
                        "%s: expected a Galois graph of version 1 or 2, found another beginning", input->path));
    }
    if (header[1] != 0 && header[1] != 4 && header[1] != 8) {
        status = mg__fail(context, MG_ERROR_UNSUPPORTED, "%s: expected 0, 4 or 8 bytes of edge data, found %llu",
                          input->path, (unsigned long long)header[1]);
    }
out:
    return status;
}

/* Are the four bytes of every weight a plausible float, so an integer above 2^29, or 0? */
static bool are_floats(const mg_context *context, const unsigned char *weights, uint64_t arcs) {
    bool floats = true, zeros = true;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(&& : floats, zeros)
    for (uint64_t a = 0; a < arcs; a++) {
        const uint32_t bits = mg__load32(weights + 4 * a);
        float weight;
        memcpy(&weight, &bits, sizeof weight);
        const float size = fabsf(weight);
        floats = floats && (bits == 0 || (size >= LEAST_FLOAT && size <= MOST_FLOAT));
        zeros = zeros && bits == 0;
    }
    return floats && !zeros;
}

/* Version 2 stores neighbours in 8 bytes, of which the rows use 4. */
static mg_status check_high(mg_context *context, const mg_input *input, const unsigned char *neighbours,
                            uint64_t arcs) {
    uint64_t bad = arcs;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(min : bad)
    for (uint64_t a = 0; a < arcs; a++) {
        bad = mg__load32(neighbours + 8 * a + 4) != 0 && a < bad ? a : bad;
    }
    return bad == arcs ? MG_OK
                       : mg__fail(context, MG_ERROR_FORMAT, "%s: expected neighbours below 2^32, found another at arc %llu",
                                  input->path, (unsigned long long)bad);
}

/* Are the eight bytes of a weight an integer? As doubles all of them are then smaller than any normal one. */
static bool are_integers(const mg_context *context, const unsigned char *weights, uint64_t arcs) {
    bool integers = true, zeros = true;
#pragma omp parallel for num_threads(context->threads) schedule(static) reduction(&& : integers, zeros)
    for (uint64_t a = 0; a < arcs; a++) {
        const uint64_t bits = mg__load64(weights + 8 * a);
        integers = integers && bits >> 52 == 0;
        zeros = zeros && bits == 0;
    }
    return integers && !zeros;
}

/* *type = type of the weights, of `size` bytes. */
static mg_status find_type(mg_context *context, const mg_input *input, const mg_graph_options *options,
                           const unsigned char *weights, uint64_t size, uint64_t arcs, mg_type *type) {
    const bool whole = options->weight_type == MG_INT32 || options->weight_type == MG_INT64;
    *type = size == 8 ? MG_FLOAT64 : MG_INT32;
    if (weights && size == 8 && are_integers(context, weights, arcs)) {
        return mg__fail(context, MG_ERROR_UNSUPPORTED, "%s: edge data of 8-byte integers are not supported",
                        input->path);
    }
    if (weights && size == 4 && !whole && are_floats(context, weights, arcs)) {
        *type = MG_FLOAT32;
        mg__log(context, MG_LOG_WARNING,
                "%s: the file does not say the type of its weights; they are taken as floats, since as integers all "
                "would be above 2^29; --weights-type int32 takes them so",
                input->path);
    }
    return MG_OK;
}

static mg_status read_galois(mg_context *context, mg_input *input, const mg_graph_options *options,
                             mg_edge_buffer *buffer) {
    uint64_t header[4];
    mg_status status;
    MG_TRY(parse_header(context, input, header));
    const uint64_t data = header[1], n = header[2], arcs = header[3], step = header[0] == 2 ? 8 : 4;
    uint64_t wanted = mg__add_array(mg__add_array(HEADER, n, 8), arcs, step);
    const unsigned padding = wanted == UINT64_MAX ? 0 : wanted % 8; /* 0 or 4; optional without edge data */
    if (data) {
        wanted = mg__add_array(mg__add_array(wanted, padding, 1), arcs, data);
    }
    MG_TRY(mg__expect_bytes(context, input, n, arcs, wanted, data ? 0 : padding));
    const unsigned char *neighbours = input->bytes + HEADER + n * 8;
    if (step == 8) {
        MG_TRY(check_high(context, input, neighbours, arcs));
    }
    const unsigned char *weights =
        data && options->weights == MG_WEIGHTS_FILE ? neighbours + arcs * step + padding : NULL;
    mg_type type;
    MG_TRY(find_type(context, input, options, weights, data, arcs, &type));
    const mg_rows rows = {.n = n,
                          .arcs = arcs,
                          .offsets = input->bytes + HEADER,
                          .offset_size = 8,
                          .ends_only = true,
                          .neighbours = neighbours,
                          .neighbour_step = (unsigned)step,
                          .weights = weights,
                          .weight_step = (unsigned)data,
                          .weight_type = type,
                          .final_type = type == MG_FLOAT32 && options->weight_type != MG_FLOAT32 ? MG_FLOAT64 : type};
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
