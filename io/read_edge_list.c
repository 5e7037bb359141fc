/* SPDX-License-Identifier: Apache-2.0
 *
 * read_edge_list.c: edge lists of SNAP, KONECT and others: lines `source target [weight] [more]`.
 *
 * The first edge decides: with two columns every line must have two; with three or more the third is the weight, and
 * further columns (timestamps of KONECT) are ignored. Columns are separated by blanks or, if the first two are, by
 * commas. Edges are directed unless the comments before them say otherwise.
 */
#include "io/edge_doubts.h"
#include "io/edge_table.h"
#include "io/list_on_device.h"
#include "io/text.h"

/* Counts the columns of a line. */
static uint32_t count_columns(const char *text, bool *commas) {
    uint32_t count = 0;
    *commas = false;
    for (text = mg__skip_blanks(text); *text != '\n'; count++) {
        const char *begin = text;
        while (!mg__column_ends(*text)) {
            text++;
        }
        text = mg__skip_blanks(text);
        *commas |= count == 0 && *text == ',';
        text = *text == ',' && *commas ? mg__skip_blanks(text + 1) : text;
        if (text == begin) {
            break;
        }
    }
    return count;
}

/* Sure with the header of KONECT, possible if the first line that is not a comment begins with a number. */
static mg_sniff sniff_edge_list(const char *text, size_t size) {
    const char *end = text + size;
    text += mg__is_bom(text, size) ? 3 : 0;
    if (text < end && mg__begins_as_konect(text)) {
        return MG_SNIFF_SURE;
    }
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

/* Reads lines of ids, all of the same form, in parallel. */
static mg_status read_plain(mg_context *context, mg_input *input, const mg_graph_options *options,
                            const mg_edge_comments *comments, mg_edge_buffer *buffer) {
    bool commas = false;
    const uint32_t columns = input->size ? count_columns(input->text, &commas) : 0;
    const bool weights = columns >= 3 && options->weights == MG_WEIGHTS_FILE && comments->third != MG_THIRD_NOTHING;
    const mg_edge_rules rules = {.hash_comments = true,
                                 .commas = commas,
                                 .ignored = columns >= 3 && !weights,
                                 .more = columns >= 3,
                                 .columns = columns,
                                 .id_max = UINT64_MAX,
                                 .expected_id = "a vertex id",
                                 .edge_limit = UINT64_MAX};
    const mg_doubts doubts = {.line = input->line, .columns = columns, .weights = weights, .konect = comments->konect};
    buffer->weight_type = weights ? MG_INT32 : MG_TYPE_NONE;
    mg_status status;
    if (buffer->direct && columns == 2) {
        MG_TRY(mg__list_on_device(context, input, options, comments, commas, buffer));
    }
    if (buffer->made) {
        return MG_OK;
    }
    MG_TRY(mg__read_edge_lines(context, input, &rules, buffer));
    mg__warn_of_doubts(context, input, &doubts, buffer);
    mg__choose_weight_type(context, buffer);
out:
    return status;
}

mg_status mg__read_edge_list(mg_context *context, mg_input *input, const mg_graph_options *options, bool empty,
                             mg_edge_buffer *buffer) {
    mg_edge_comments comments = {0};
    mg_table table;
    mg_status status;
    mg__skip_bom(input);
    MG_TRY(mg__read_edge_comments(context, input, &comments));
    if (!input->size && !empty) {
        MG_TRY(mg__fail(context, MG_ERROR_FORMAT, "%s:%llu: expected an edge, found the end of the file", input->path,
                        (unsigned long long)input->line));
    }
    if (comments.third == MG_THIRD_CHANGE && options->weights == MG_WEIGHTS_FILE) {
        MG_TRY(mg__fail(context, MG_ERROR_UNSUPPORTED,
                        "%s: a dynamic network, whose edges are added and removed over time; --weights unit reads "
                        "every edge that ever was",
                        input->path));
    }
    bool is_table = false;
    if (comments.named && !empty && !options->columns && !options->delimiter) {
        table = mg__named_table(input);
        is_table = true;
    } else if (!empty) {
        MG_TRY(mg__find_table(context, input, options, &table, &is_table));
    }
    MG_TRY(is_table ? mg__read_table(context, input, options, &table, buffer)
                    : read_plain(context, input, options, &comments, buffer));
    const bool undirected = buffer->symmetric; /* as a column of the table says */
    if (is_table && table.named && comments.kind == MG_EDGES_BIPARTITE) {
        comments.kind = MG_EDGES_LISTED_ONCE; /* names of both columns differ anyway */
    }
    if (!empty) {
        MG_TRY(mg__apply_edge_comments(context, input, options, &comments, buffer));
        buffer->symmetric |= undirected;
    }
out:
    return status;
}

static mg_status read_edge_list(mg_context *context, mg_input *input, const mg_graph_options *options,
                                mg_edge_buffer *buffer) {
    buffer->direct = true;
    return mg__read_edge_list(context, input, options, false, buffer);
}

/* Files of cuGraph always have a weight column; weights that are all 1 mean no weights. */
static mg_status read_csv(mg_context *context, mg_input *input, const mg_graph_options *options,
                          mg_edge_buffer *buffer) {
    buffer->direct = true;
    const mg_status status = mg__read_edge_list(context, input, options, false, buffer);
    if (status >= 0) {
        mg__drop_unit_weights(context, buffer);
    }
    return status;
}

/* The lists of the Large Graph Layout are undirected. */
static mg_status read_ncol(mg_context *context, mg_input *input, const mg_graph_options *options,
                           mg_edge_buffer *buffer) {
    const mg_status status = mg__read_edge_list(context, input, options, false, buffer);
    buffer->symmetric = true;
    return status;
}

const mg_reader mg__ncol_reader = {
    .name = "ncol",
    .description = "NCOL graphs: undirected edge lists, often of names",
    .suffixes = "ncol",
    .read = read_ncol,
};

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
