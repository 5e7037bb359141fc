/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_reader.c: a libFuzzer target for one reader, MG_FUZZ_FORMAT; "any" detects the format by content. Reading any
 * input must give a graph that can be checked and run, or a failure with a message.
 */
#include "tests/fuzz/fuzz.h"

#include <multigraph/multigraph.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

const char fuzz_format[] = MG_FUZZ_FORMAT;

/* An in-memory file with a path that can be opened. */
static int make_file(const uint8_t *bytes, size_t size, char path[64]) {
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    if (file < 0 || write(file, bytes, size) != (ssize_t)size) {
        abort();
    }
    snprintf(path, 64, "/proc/self/fd/%d", file);
    return file;
}

static void use_graph(mg_context *context, const mg_graph *graph) {
    mg_result *result = NULL;
    if (mg_graph_vertex_count(graph) < 100000 && mg_graph_check(context, graph) >= 0) {
        if (mg_cc(context, graph, NULL, &result) < 0) {
            abort();
        }
        mg_result_destroy(result);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    mg_context_options context_options = MG_CONTEXT_OPTIONS_INIT;
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    char path[64];
    context_options.threads = 1;
    if (mg_context_create(&context_options, &context) < 0) {
        abort();
    }
    options.format = strcmp(fuzz_format, "any") == 0 ? NULL : fuzz_format;
    options.drop_self_loops = size % 2;
    const int file = make_file(bytes, size, path);
    if (mg_graph_read(context, path, &options, &graph) >= 0) {
        use_graph(context, graph);
        mg_graph_destroy(graph);
    } else if (!*mg_context_error(context) || graph) {
        abort();
    }
    close(file);
    mg_context_destroy(context);
    return 0;
}
