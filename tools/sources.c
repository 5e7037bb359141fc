/* SPDX-License-Identifier: Apache-2.0
 *
 * --sources: all vertices, so many that mg_bc draws, or the ones with these ids.
 */
#include "tools/algorithm.h"
#include "tools/message.h"
#include "tools/number.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Ids between commas; options.c has checked their form. */
static int resolve_list(session *s, const char *list) {
    size_t most = 1;
    for (const char *c = list; *c; c++) {
        most += *c == ',';
    }
    s->sources = malloc(most * sizeof *s->sources);
    if (!s->sources) {
        message("out of memory for --sources");
        return STATUS_FAILURE;
    }
    for (const char *item = list; *item;) {
        char *end;
        uint64_t id = strtoull(item, &end, 10);
        if (!session_vertex(s, "--sources", id, &s->sources[s->source_count])) {
            return STATUS_USAGE;
        }
        s->source_count++;
        item = *end ? end + 1 : end;
    }
    return STATUS_SUCCESS;
}

int prepare_sources(session *s) {
    const char *text = s->options->sources;
    if (!text || strcmp(text, "all") == 0) {
        return STATUS_SUCCESS;
    }
    if (strchr(text, ',')) {
        return resolve_list(s, text);
    }
    const mg_vertex n = mg_graph_vertex_count(s->graph);
    uint64_t count = 0;
    parse_u64(text, &count);
    if (count > n) {
        message("--sources: %s has %" PRIu32 " vertices, fewer than %s (one id is written `%s,`)",
                graph_name(s->options), n, text, text);
        return STATUS_USAGE;
    }
    s->sample = count;
    return STATUS_SUCCESS;
}
