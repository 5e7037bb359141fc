/* SPDX-License-Identifier: Apache-2.0
 *
 * graph_read.c: mg_graph_read, and the table of readers it chooses from.
 */
#include "io/reader.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const mg_reader *const readers[] = {&mg__mtx_reader, &mg__edge_list_reader};
#define READERS (sizeof readers / sizeof *readers)

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
    char known[256] = "";
    size_t used = 0;
    for (size_t i = 0; i < READERS; i++) {
        const int wrote = snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", readers[i]->name);
        used = used + (size_t)wrote < sizeof known ? used + (size_t)wrote : sizeof known - 1;
    }
    return mg__fail(context, MG_ERROR_INVALID, "unknown format '%.64s'; known are %s", name, known);
}

/* True if `suffix` of `length` is a word of the list. */
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

static const mg_reader *reader_by_suffix(const char *path) {
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
        if (!in_list("gz zst", dot + 1, length)) {
            return NULL;
        }
        end = dot;
    }
    return NULL;
}

/* By content where it is unmistakable, then by the name, then by what the content looks like. */
static mg_status choose_reader(mg_context *context, const mg_input *input, const char *format,
                               const mg_reader **reader) {
    if (format) {
        *reader = reader_by_name(format);
        return *reader ? MG_OK : unknown_format(context, format);
    }
    const mg_reader *possible = NULL;
    for (size_t i = 0; i < READERS; i++) {
        const mg_sniff found = readers[i]->sniff(input->text, input->size);
        if (found == MG_SNIFF_SURE) {
            *reader = readers[i];
            return MG_OK;
        }
        possible = found == MG_SNIFF_MAYBE ? readers[i] : possible;
    }
    *reader = reader_by_suffix(input->path);
    *reader = *reader ? *reader : possible;
    if (!*reader) {
        return mg__fail(context, MG_ERROR_FORMAT, "%s:1: expected a graph file, found %s", input->path,
                        input->size ? "text of no known format" : "an empty file");
    }
    return MG_OK;
}

static mg_status build_graph(mg_context *context, const mg_edge_buffer *buffer, const mg_graph_options *options,
                             mg_graph **graph) {
    const mg_edge_list edges = {.edge_count = buffer->count,
                                .id_type = buffer->id_type,
                                .source = buffer->source,
                                .target = buffer->target,
                                .weight_type = buffer->weight ? buffer->weight_type : MG_TYPE_NONE,
                                .weight = buffer->weight,
                                .contiguous = buffer->contiguous,
                                .id_base = buffer->id_base,
                                .vertex_count = buffer->vertex_count,
                                .symmetric = buffer->symmetric};
    return mg_graph_from_edges(context, &edges, options, graph);
}

mg_status mg_graph_read(mg_context *context, const char *path, const mg_graph_options *options, mg_graph **graph) {
    if (!context) {
        return MG_ERROR_INVALID;
    }
    mg_graph_options o = MG_GRAPH_OPTIONS_INIT;
    if (!path || !graph || (options && options->size != sizeof o)) {
        return mg__fail(context, MG_ERROR_INVALID, "mg_graph_read: no path, no graph, or options of a wrong size");
    }
    if (options) {
        o = *options;
    }
    mg_input input;
    mg_edge_buffer buffer = {0};
    const mg_reader *reader = NULL;
    mg_status status;
    const double begin = mg__now();
    MG_TRY(mg__input_open(context, path, &input));
    MG_TRY(choose_reader(context, &input, o.format, &reader));
    MG_TRY(reader->read(context, &input, &o, &buffer));
    const double read = mg__now();
    MG_TRY(build_graph(context, &buffer, &o, graph));
    mg__log(context, MG_LOG_DEBUG, "%s: read as %s in %.3f s, built in %.3f s", path, reader->name, read - begin,
            mg__now() - read);
out:
    mg__edge_buffer_release(&context->memory, &buffer);
    mg__input_close(context, &input);
    return status;
}
