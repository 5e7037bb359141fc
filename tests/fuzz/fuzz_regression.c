/* SPDX-License-Identifier: Apache-2.0
 *
 * fuzz_regression.c: runs a fuzz target without libFuzzer: on the files on the command line, on small graphs written in
 * the target's format, and on mutated copies of all of them. The mutations are deterministic.
 */
#include "core/counter_random.h"
#include "tests/fuzz/fuzz.h"

#include <multigraph/multigraph.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOM ((size_t)1 << 16)
#define CHANGES 1500 /* mutated copies of each input */

static uint64_t state = 1;

static uint64_t random_number(void) {
    return mg__random_next(&state);
}

/* One mutation: sets a byte, sets eight bytes to an extreme, removes or repeats a range, or truncates. */
static size_t change(uint8_t *bytes, size_t size) {
    static const uint64_t extremes[] = {0, 1, UINT64_MAX, INT64_MAX, 1u << 31, UINT32_MAX, 1000000000000u};
    const size_t at = size ? random_number() % size : 0, left = size - at;
    const size_t piece = left ? random_number() % (left < 32 ? left + 1 : 32) : 0;
    switch (random_number() % 5) {
    case 0:
        if (left) {
            bytes[at] = (uint8_t)random_number();
        }
        return size;
    case 1:
        memcpy(bytes + at, &extremes[random_number() % 7], left < 8 ? left : 8);
        return size;
    case 2:
        memmove(bytes + at, bytes + at + piece, left - piece);
        return size - piece;
    case 3:
        memmove(bytes + at + piece, bytes + at, left);
        return size + piece;
    default:
        return at;
    }
}

static int run_file(const char *path) {
    static uint8_t original[ROOM], copy[2 * ROOM];
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    const size_t size = fread(original, 1, ROOM, file);
    fclose(file);
    LLVMFuzzerTestOneInput(original, size);
    for (int i = 0; i < CHANGES; i++) {
        size_t changed = size;
        memcpy(copy, original, size);
        for (uint64_t k = 0; k <= random_number() % 4; k++) {
            changed = change(copy, changed);
        }
        LLVMFuzzerTestOneInput(copy, changed);
    }
    return 0;
}

/* Is there a writer of graphs that makes a single file of the format? */
static int is_written(const char *name) {
    static const char *const read_only[] = {"ldbc", "lgl", "ncol", "matrix"};
    for (size_t i = 0; i < sizeof read_only / sizeof *read_only; i++) {
        if (strcmp(name, read_only[i]) == 0) {
            return 0;
        }
    }
    return 1;
}

/* A graph whose vertices have names. */
static int make_named(mg_context *context, const char *path, mg_graph **graph) {
    FILE *file = fopen(path, "w");
    if (!file || fputs("ann,bob,3\nbob,\"c, d\",4\n\"c, d\",ann,5\n", file) < 0 || fclose(file) != 0) {
        return 1;
    }
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    options.format = "edgelist";
    const int failed = mg_graph_read(context, path, &options, graph) < 0;
    unlink(path);
    return failed;
}

/* Small graphs with and without weights or names, in natural and another order, in the target's format if it is
 * written. */
static int run_written(mg_context *context) {
    static const char *const kinds[] = {"path", "kron", "grid", "star"};
    const char *name = strcmp(fuzz_format, "any") == 0 ? "mgb" : fuzz_format;
    char folder[] = "fuzz.XXXXXX", path[64];
    int failed = !mkdtemp(folder);
    snprintf(path, sizeof path, "%s/%s", folder, strcmp(fuzz_format, "any") == 0 ? "x.zst" : "x");
    for (int i = 0; i < 10 && !failed && is_written(name); i++) {
        mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
        mg_graph *graph = NULL, *ordered = NULL;
        options.scale = 4;
        options.width = options.height = 3;
        options.weight_max = i < 4 ? 0 : 9;
        failed =
            (i < 8 ? mg_generate(context, kinds[i % 4], &options, &graph) < 0 : make_named(context, path, &graph)) ||
            mg_graph_reorder(context, graph, i % 2 ? MG_ORDER_SHUFFLED : MG_ORDER_NATURAL, 1, &ordered) < 0 ||
            mg_graph_write(context, ordered, path, name) < 0 || run_file(path);
        mg_graph_destroy(graph);
        mg_graph_destroy(ordered);
        unlink(path);
    }
    rmdir(folder);
    if (failed) {
        fprintf(stderr, "%s: %s\n", name, mg_context_error(context));
    }
    return failed;
}

int main(int argc, char **argv) {
    mg_context *context = NULL;
    int failed = mg_context_create(NULL, &context) < 0 || run_written(context);
    for (int i = 1; i < argc; i++) {
        failed |= run_file(argv[i]);
    }
    mg_context_destroy(context);
    return failed;
}
