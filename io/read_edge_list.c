/* SPDX-License-Identifier: Apache-2.0
 *
 * read_edge_list.c: edge lists of SNAP, KONECT and others: lines `source target [weight] [more]`.
 *
 * The first edge decides: with two columns every line must have two; with three or more the third is the weight, and
 * further columns (timestamps of KONECT) are ignored. Edges are directed.
 */
#include "io/edge_text.h"
#include "io/text.h"

#define MOST_COLUMNS 4

/* Counts the columns of a line, up to MOST_COLUMNS. */
static int count_columns(const char *text) {
    int count = 0;
    for (text = mg__skip_blanks(text); *text != '\n' && count < MOST_COLUMNS; count++) {
        while (!mg__column_ends(*text)) {
            text++;
        }
        text = mg__skip_separator(text, true);
    }
    return count;
}

/* Possible if the first line that is not a comment begins with a number. */
static mg_sniff sniff_edge_list(const char *text, size_t size) {
    const char *end = text + size;
    text += mg__is_bom(text, size) ? 3 : 0;
    while (text < end) {
        text = mg__skip_blanks(text);
        if (*text >= '0' && *text <= '9') {
            return MG_SNIFF_MAYBE;
        }
        if (*text != '#' && *text != '%' && *text != '\n') {
            return MG_SNIFF_NO;
        }
        while (*text != '\n') {
            text++;
        }
        text++;
    }
    return MG_SNIFF_NO;
}

mg_status mg__read_edge_list(mg_context *context, mg_input *input, const mg_graph_options *options, bool empty,
                             mg_edge_buffer *buffer) {
    mg_status status;
    if (mg__is_bom(input->text, input->size)) {
        input->text += 3;
        input->size -= 3;
    }
    MG_TRY(mg__skip_comments(context, input, true));
    if (!input->size && !empty) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected an edge, found the end of the file", input->path,
                        (unsigned long long)input->line));
    }
    const bool third = input->size && count_columns(input->text) >= 3;
    const mg_edge_rules rules = {.hash_comments = true,
                                 .commas = true,
                                 .ignored = third && options->weights != MG_WEIGHTS_FILE,
                                 .more = third,
                                 .id_max = UINT64_MAX,
                                 .expected_id = "a vertex id",
                                 .edge_limit = UINT64_MAX};
    buffer->weight_type = third && options->weights == MG_WEIGHTS_FILE ? MG_INT32 : MG_TYPE_NONE;
    MG_TRY(mg__read_edge_lines(context, input, &rules, buffer));
    mg__choose_weight_type(context, buffer);
out:
    return status;
}

static mg_status read_edge_list(mg_context *context, mg_input *input, const mg_graph_options *options,
                                mg_edge_buffer *buffer) {
    return mg__read_edge_list(context, input, options, false, buffer);
}

/* Files of cuGraph always have a weight column; weights that are all 1 mean no weights. */
static mg_status read_csv(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    const mg_status status = mg__read_edge_list(context, input, options, false, buffer);
    if (status >= 0) {
        mg__drop_unit_weights(context, buffer);
    }
    return status;
}

const mg_reader mg__csv_reader = {
    .name = "csv",
    .description = "cuGraph's edge lists: source target [weight], one edge a line",
    .suffixes = "csv",
    .read = read_csv,
};

const mg_reader mg__edge_list_reader = {
    .name = "edgelist",
    .description = "SNAP and KONECT edge lists: source target [weight], one edge a line",
    .suffixes = "el wel txt edges edgelist tsv",
    .sniff = sniff_edge_list,
    .read = read_edge_list,
};
