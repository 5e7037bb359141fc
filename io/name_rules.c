/* SPDX-License-Identifier: Apache-2.0
 *
 * name_rules.c: names of vertices that a format cannot hold, because they would be read back as others or not at all.
 */
#include "io/writer.h"

#include <string.h>

/* The character that begins at `c`, of *size bytes; 0: these are no UTF-8. */
static uint32_t character_at(const unsigned char *c, size_t *size) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    *size = c[0] < 0x80 ? 1 : (c[0] & 0xe0) == 0xc0 ? 2 : (c[0] & 0xf0) == 0xe0 ? 3 : (c[0] & 0xf8) == 0xf0 ? 4 : 0;
    uint32_t code = *size > 1 ? c[0] & (0xffu >> (*size + 1)) : c[0];
    for (size_t i = 1; i < *size; i++) {
        if ((c[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | (c[i] & 0x3fu);
    }
    return *size && code >= least[*size] ? code : 0;
}

/* XML 1.0, production 2, of any length. */
static bool is_xml_text(const char *name) {
    const unsigned char *c = (const unsigned char *)name;
    while (*c) {
        size_t size;
        const uint32_t code = character_at(c, &size);
        const bool control = code < 0x20 && code != '\t' && code != '\n' && code != '\r';
        if (control || (code >= 0xd800 && code < 0xe000) || code == 0xfffe || code == 0xffff || code > 0x10ffff) {
            return false;
        }
        c += size;
    }
    return true;
}

static const char *problem_of(const char *name, unsigned rules) {
    if (!*name) {
        return "an empty name";
    }
    if ((rules & MG_NAMES_ON_LINES) && strpbrk(name, "\r\n")) {
        return "a name with a line break";
    }
    if ((rules & MG_NAMES_AS_XML) && !is_xml_text(name)) {
        return "a name that is not UTF-8 or has control characters";
    }
    return NULL;
}

mg_status mg__check_names(mg_context *context, const mg_graph *graph, const mg_writer *writer, const char *path) {
    bool quotes = false;
    mg_status status = MG_OK;
    for (mg_vertex v = 0; (writer->losses & MG_HOLDS_NAMES) && graph->names.count && v < graph->n; v++) {
        const char *const name = mg_graph_name(graph, v), *const problem = problem_of(name, writer->losses);
        mg_vertex same = v;
        if (problem) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED,
                            "cannot write %s: the format %s cannot hold %s, as that of vertex %llu", path, writer->name,
                            problem, (unsigned long long)mg_graph_id(graph, v));
        }
        if (writer->losses & MG_NAMES_ARE_IDS) {
            MG_TRY(mg_graph_find_name(context, graph, name, &same));
        }
        if (same != v) {
            return mg__fail(context, MG_ERROR_UNSUPPORTED,
                            "cannot write %s: the vertices %llu and %llu have the same name '%.40s', but the "
                            "format %s identifies vertices by their names",
                            path, (unsigned long long)mg_graph_id(graph, same),
                            (unsigned long long)mg_graph_id(graph, v), name, writer->name);
        }
        quotes |= (writer->losses & MG_NAMES_LOSE_QUOTES) && strchr(name, '"');
    }
    if (quotes) {
        mg__log(context, MG_LOG_WARNING, "%s: format %s: quotes in names become apostrophes", path, writer->name);
    }
out:
    return status;
}
