/* SPDX-License-Identifier: Apache-2.0
 *
 * --sources: all vertices, so many of them, or the ones with these ids.
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

/* SplitMix64: any seed gives a good sequence. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Draws `count` different vertices, the same ones in the same order as mg_bc with `sample` and `seed` does. They are
 * drawn here so that --metrics can list them and --verify knows them. */
static int draw(session *s, mg_vertex n, mg_vertex count) {
    s->sources = malloc((n ? n : 1) * sizeof *s->sources);
    if (!s->sources) {
        message("out of memory for --sources");
        return STATUS_FAILURE;
    }
    for (mg_vertex v = 0; v < n; v++) {
        s->sources[v] = v;
    }
    uint64_t state = s->options->seed;
    for (mg_vertex i = 0; count < n && i < count; i++) {
        const mg_vertex k = i + (mg_vertex)(next_random(&state) % (n - i)), swap = s->sources[i];
        s->sources[i] = s->sources[k];
        s->sources[k] = swap;
    }
    s->source_count = count;
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
    return draw(s, n, (mg_vertex)count);
}
