/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_read.c: mg_graph_read, and the table of readers.
 */
#include "core/order/order.h"
#include "core/stage_clock.h"
#include "io/csr_rows.h"
#include "io/edge_text.h"
#include "io/ldbc.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* If two readers share a suffix, the first one has priority. */
static const mg_reader *const readers[] = {
    &mg__mtx_reader,   &mg__edge_list_reader, &mg__csv_reader,     &mg__dimacs_reader,  &mg__metis_reader,
    &mg__ligra_reader, &mg__ldbc_reader,      &mg__graphml_reader, &mg__gml_reader,     &mg__pajek_reader,
    &mg__lgl_reader,   &mg__ncol_reader,      &mg__galois_reader,  &mg__sg_reader,      &mg__wsg_reader,
    &mg__csr_reader,   &mg__npy_reader,       &mg__npz_reader,     &mg__snapshot_reader};
#define READERS (sizeof readers / sizeof *readers)

#define BEGINNING 4096 /* bytes that may show that a file is text */

const mg_reader *const *mg__readers(size_t *count) {
    *count = READERS;
    return readers;
}

static const mg_reader *reader_by_name(const char *name) {
    for (size_t i = 0; i < READERS; i++) {
        if (strcasecmp(readers[i]->name, name) == 0) {
            return readers[i];
        }
    }
    return NULL;
}

static mg_status unknown_format(mg_context *context, const char *name) {
    char known[512] = "";
    size_t used = 0;
    for (size_t i = 0; i < READERS; i++) {
        const int wrote = snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", readers[i]->name);
        used = used + (size_t)wrote < sizeof known ? used + (size_t)wrote : sizeof known - 1;
    }
    return mg__fail(context, MG_ERROR_INVALID, "unknown format '%.64s'; known are %s", name, known);
}

/* Is `suffix`, of `length`, a word of the list? */
static bool in_list(const char *list, const char *suffix, size_t length) {
    for (const char *word = list; *word;) {
        const size_t size = strcspn(word, " ");
        if (size == length && strncasecmp(word, suffix, length) == 0) {
            return true;
        }
        word += size + strspn(word + size, " ");
    }
    return false;
}

const mg_reader *mg__reader_by_suffix(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *end = name + strlen(name);
    for (int part = 0; part < 2; part++) {
        const char *dot = memrchr(name, '.', (size_t)(end - name));
        if (!dot) {
            return NULL;
        }
        const size_t length = (size_t)(end - dot - 1);
        for (size_t i = 0; i < READERS; i++) {
            if (in_list(readers[i]->suffixes, dot + 1, length)) {
                return readers[i];
            }
        }
        if (!in_list("gz zst xz bz2 lz4 lz Z", dot + 1, length)) {
            return NULL;
        }
        end = dot;
    }
    return NULL;
}

/* Is the beginning unmistakably that of a text format? */
static bool surely_text(const mg_input *input) {
    char text[BEGINNING + 1];
    size_t size;
    const unsigned char *head = mg__input_head(input, &size);
    size = size < BEGINNING ? size : BEGINNING;
    memcpy(text, head, size);
    text[size] = '\n';
    for (size_t i = 0; i < READERS; i++) {
        if (readers[i]->sniff && readers[i]->sniff(text, size + 1) == MG_SNIFF_SURE) {
            return true;
        }
    }
    return false;
}

/* Finds the reader of a binary format: by content if unambiguous, else by the name of the file. */
static const mg_reader *binary_reader(const mg_input *input) {
    for (size_t i = 0; i < READERS; i++) {
        if (readers[i]->sniff_bytes && readers[i]->sniff_bytes(input)) {
            return readers[i];
        }
    }
    const mg_reader *named = mg__reader_by_suffix(input->name);
    return named && named->sniff_bytes && !surely_text(input) ? named : NULL;
}

/* Finds the reader of a text format: by content if unambiguous, else by the name, else by probable content. */
static const mg_reader *text_reader(const mg_input *input) {
    const mg_reader *possible = NULL;
    for (size_t i = 0; i < READERS; i++) {
        const mg_sniff found = readers[i]->sniff ? readers[i]->sniff(input->text, input->size) : MG_SNIFF_NO;
        if (found == MG_SNIFF_SURE) {
            return readers[i];
        }
        possible = found == MG_SNIFF_MAYBE ? readers[i] : possible;
    }
    const mg_reader *named = mg__reader_by_suffix(input->name);
    return named ? named : possible;
}

/* Do the options say how an edge list is built? */
static bool is_told(const mg_graph_options *options) {
    return options->columns || options->delimiter || options->named;
}

/* INVALID: columns and delimiters of another format than edge lists. */
static mg_status check_told(mg_context *context, const mg_input *input, const mg_graph_options *options,
                            const mg_reader *reader) {
    const bool is_list = reader == &mg__edge_list_reader || reader == &mg__csv_reader || reader == &mg__ncol_reader;
    return is_list || (!options->columns && !options->delimiter)
               ? MG_OK
               : mg__fail(context, MG_ERROR_INVALID,
                          "%s: only edge lists have columns and a delimiter, not the format %s", input->path,
                          reader->name);
}

/* Chooses the reader; for text formats also reads the first window. */
static mg_status choose_reader(mg_context *context, mg_input *input, const mg_graph_options *options,
                               const mg_reader **reader) {
    const char *format = options->format;
    mg_status status = MG_OK;
    *reader = format ? reader_by_name(format) : binary_reader(input);
    if (format && !*reader) {
        return unknown_format(context, format);
    }
    if (*reader && (*reader)->sniff_bytes) {
        return MG_OK;
    }
    MG_TRY(mg__input_next(context, input));
    for (uint64_t i = 0; i < options->skip_lines && input->size; i++) {
        mg__skip_line(input);
        if (!input->size) {
            MG_TRY(mg__input_next(context, input));
        }
    }
    *reader = *reader ? *reader : text_reader(input);
    *reader = !*reader && is_told(options) ? &mg__edge_list_reader : *reader;
    if (!*reader) {
        status = mg__fail(context, MG_ERROR_FORMAT, "%s:1: expected a graph file, found %s", input->path,
                          input->size ? "text of an unknown format (--format edgelist: columns of ids or names)"
                                      : "an empty file");
    }
out:
    return status;
}

/* Builds a graph from the CSR rows of a file. */
static mg_status build_rows(mg_context *context, const char *path, mg_edge_buffer *buffer,
                            const mg_graph_options *options, mg_graph **graph) {
    const mg_arc_list arcs = mg__rows_arcs(&buffer->rows);
    const mg_graph_header head = {.n = (mg_vertex)buffer->rows.n,
                                  .ids = buffer->row_ids,
                                  .id_base = buffer->id_base,
                                  .undirected = buffer->symmetric,
                                  .paired = buffer->paired,
                                  .check_paired = buffer->paired ? path : NULL};
    buffer->row_ids = NULL;
    return mg__graph_from_arcs(context, &head, &arcs, options, graph);
}

/* Builds a graph from the buffer, which it consumes. */
static mg_status build_graph(mg_context *context, const char *path, mg_edge_buffer *buffer,
                             const mg_graph_options *options, mg_graph **graph) {
    if (buffer->made) {
        *graph = buffer->made;
        buffer->made = NULL;
        return MG_OK;
    }
    if (buffer->rows.offsets) {
        return build_rows(context, path, buffer, options, graph);
    }
    mg_raw_edges edges = {.list = {.edge_count = buffer->count,
                                   .id_type = MG_UINT32,
                                   .source = buffer->source,
                                   .target = buffer->target,
                                   .weight_type = buffer->weight ? buffer->weight_type : MG_TYPE_NONE,
                                   .weight = buffer->weight,
                                   .contiguous = buffer->contiguous,
                                   .id_base = buffer->id_base,
                                   .vertex_count = buffer->vertex_count,
                                   .ids = buffer->ids,
                                   .symmetric = buffer->symmetric},
                          .owns_ids = true,
                          .owns_weights = true,
                          .names = buffer->names,
                          .checked = buffer->contiguous,
                          .id_bits = buffer->id_bits,
                          .weight_type = buffer->final_type,
                          .paired = buffer->paired};
    *buffer = (mg_edge_buffer){0};
    return mg__graph_from_raw(context, &edges, options, graph);
}

static mg_status read_file(mg_context *context, const char *path, const mg_graph_options *options, mg_graph **graph) {
    MG_STAGE(context, MG_STAGE_PARSE);
    mg_input input;
    mg_edge_buffer buffer = {0};
    const mg_reader *reader = NULL;
    mg_status status;
    const double begin = mg__now();
    mg_graph *made = NULL;
    mg_names names = {0};
    mg_labels labels = {0};
    MG_TRY(mg__input_open(context, path, &input));
    MG_TRY(choose_reader(context, &input, options, &reader));
    assert(reader);
    MG_TRY(check_told(context, &input, options, reader));
    mg_graph *opened = NULL;
    if (reader->open) {
        MG_TRY(reader->open(context, &input, options, &opened));
    }
    if (opened) {
        *graph = opened;
        mg__log(context, MG_LOG_DEBUG, "%s: opened as %s in %.3f s", path, reader->name, mg__now() - begin);
    } else {
        MG_TRY(reader->read(context, &input, options, &buffer));
        const double read = mg__now();
        names = buffer.vertex_names;
        labels = buffer.labels;
        buffer.vertex_names = (mg_names){0};
        buffer.labels = (mg_labels){0};
        MG_TRY(build_graph(context, path, &buffer, options, &made));
        mg__graph_set_names(made, &names);
        if (labels.names.count) {
            MG_TRY(mg__labels_apply(context, path, &labels, true, made));
        }
        *graph = made;
        made = NULL;
        mg__log(context, MG_LOG_DEBUG, "%s: read as %s in %.3f s, built in %.3f s", path, reader->name, read - begin,
                mg__now() - read);
    }
out:
    mg_graph_destroy(made);
    mg__names_release(&context->memory, &names);
    mg__labels_release(&context->memory, &labels);
    mg__edge_buffer_release(&context->memory, &buffer);
    mg__input_close(context, &input);
    return status;
}

/* Names the vertices by a file. */
static mg_status take_names(mg_context *context, const char *path, mg_graph *graph) {
    MG_STAGE(context, MG_STAGE_PARSE);
    mg_labels labels = {0};
    mg_status status;
    MG_TRY(mg__labels_read(context, path, &labels));
    status = mg__labels_apply(context, path, &labels, false, graph);
out:
    mg__labels_release(&context->memory, &labels);
    return status;
}

mg_status mg_graph_read(mg_context *context, const char *path, const mg_graph_options *options, mg_graph **graph) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    if (!path || !graph) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_read: path and graph must not be NULL");
    }
    mg_graph_options o;
    mg_graph *read = NULL;
    char *edges = NULL;
    mg_status status;
    MG_TRY(mg__graph_options(context, options, &o));
    MG_TRY(mg__ldbc_edges(context, path, &edges));
    MG_TRY(read_file(context, edges ? edges : path, &o, &read));
    if (o.names) {
        MG_TRY(take_names(context, o.names, read));
    }
    MG_TRY(mg__graph_renumber(context, o.order, o.order_seed, &read));
    *graph = read;
    read = NULL;
out:
    mg_graph_destroy(read);
    mg__release(&context->memory, edges);
    return status;
}
