/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/cli/aliases.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *word, *verb;
} aliases[] = {
    {"breadth-first", "bfs"},
    {"dijkstra", "sssp"},
    {"shortest-paths", "sssp"},
    {"components", "cc"},
    {"connected-components", "cc"},
    {"wcc", "cc"},
    {"strongly-connected-components", "scc"},
    {"pr", "pagerank"},
    {"betweenness", "bc"},
    {"clustering", "lcc"},
    {"communities", "cdlp"},
    {"label-propagation", "cdlp"},
    {"truss", "ktruss"},
    {"stats", "info"},
    {"describe", "info"},
    {"gen", "generate"},
    {"benchmark", "bench"},
    {"gpu", "devices"},
    {"gpus", "devices"},
};

const char *alias_of(const char *word) {
    for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++) {
        if (strcmp(aliases[i].word, word) == 0) {
            return aliases[i].verb;
        }
    }
    return word;
}
