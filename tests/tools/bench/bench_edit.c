/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_edit [-b BATCH] [-n RUNS] [-s PERMILLION] GRAPH|kronSCALE|roadSIDE...: medians of edits of a batch of random
 * edges, on the CPU and, if there is one, on a GPU; then of runs after a small edit, afresh and from earlier results:
 * edges to neighbours of neighbours are inserted, and in a second edit as many others removed.
 */
#include <multigraph/multigraph.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MOST_RUNS 64

static mg_context *context;
static uint64_t batch = 1000000, per_million = 100;
static int runs = 9;

static void require(mg_status status) {
    if (status < 0) {
        fprintf(stderr, "bench_edit: %s\n", mg_context_error(context));
        exit(1);
    }
}

static int number_up_to(const char *text, long most) {
    const long number = strtol(text, NULL, 10);
    return (int)(number < 1 ? 1 : number < most ? number : most);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times) {
    qsort(times, (size_t)runs, sizeof *times, ascending);
    return times[runs / 2];
}

static uint64_t random_number(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static mg_graph *open_graph(const char *name) {
    mg_generate_options o = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph;
    if (strncmp(name, "kron", 4) == 0 && name[4] >= '0' && name[4] <= '9') {
        o.scale = (uint32_t)number_up_to(name + 4, 31);
        require(mg_generate(context, "kron", &o, &graph));
    } else if (strncmp(name, "road", 4) == 0 && name[4] >= '0' && name[4] <= '9') {
        o.width = o.height = (uint32_t)number_up_to(name + 4, 60000);
        require(mg_generate(context, "road", &o, &graph));
    } else {
        require(mg_graph_read(context, name, NULL, &graph));
    }
    return graph;
}

static mg_vertex *random_ends(const mg_graph *graph, uint64_t count) {
    mg_vertex *const ends = malloc((2 * count + 1) * sizeof *ends);
    for (uint64_t i = 0; ends && i < 2 * count; i++) {
        ends[i] = (mg_vertex)(random_number() % mg_graph_vertex_count(graph));
    }
    if (!ends) {
        fprintf(stderr, "bench_edit: out of memory\n");
        exit(1);
    }
    return ends;
}

/* Sources, then targets, of random edges of the graph. */
static mg_vertex *existing_ends(const mg_graph *graph, uint64_t count) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    mg_vertex *const ends = random_ends(graph, count);
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t arc = random_number() % mg_graph_arc_count(graph);
        uint64_t low = 0, high = mg_graph_vertex_count(graph); /* the row of the arc */
        while (high - low > 1) {
            const uint64_t middle = (low + high) / 2;
            *(out.offsets[middle] <= arc ? &low : &high) = middle;
        }
        ends[i] = (mg_vertex)low;
        ends[count + i] = out.neighbours[arc];
    }
    return ends;
}

/* From random edges on to a neighbour of the neighbour: sources, then targets. */
static mg_vertex *close_ends(const mg_graph *graph, uint64_t count) {
    const mg_adjacency out = mg_graph_out_edges(graph);
    mg_vertex *const ends = existing_ends(graph, count);
    for (uint64_t i = 0; i < count; i++) {
        const mg_vertex middle = ends[count + i];
        const uint64_t begin = out.offsets[middle], degree = out.offsets[middle + 1] - begin;
        ends[count + i] = degree ? out.neighbours[begin + random_number() % degree] : middle;
    }
    return ends;
}

/* ---- edits ---- */

static void measure_edits(const mg_graph *graph, mg_backend_kind backend, const char *name) {
    mg_vertex *const ends = random_ends(graph, batch);
    double times[MOST_RUNS], device[MOST_RUNS];
    mg_graph_edits e = MG_GRAPH_EDITS_INIT;
    mg_edit_counts counts = {0};
    e.backend = backend;
    e.counts = &counts;
    e.insert_count = batch;
    e.insert_source = ends;
    e.insert_target = ends + batch;
    for (int i = -1; i < runs; i++) { /* the first one uploads the graph */
        mg_graph *version;
        double seconds = 0;
        e.device_seconds = &seconds;
        const double start = now();
        require(mg_graph_edit(context, graph, &e, &version));
        if (i >= 0) {
            times[i] = now() - start;
            device[i] = seconds;
        }
        mg_graph_destroy(version);
    }
    const double middle = median(times);
    printf("edit %-5s %9.3f ms (device %.3f)  %7.1f M edges/s  %7.1f M arcs/s\n", name, 1e3 * middle,
           1e3 * median(device), 1e-6 * (double)batch / middle, 1e-6 * (double)counts.inserted / middle);
    free(ends);
}

/* ---- runs ---- */

typedef mg_status (*run_fn)(const mg_graph *graph, const mg_start *from, mg_result **result);

static mg_vertex source;

static mg_status run_bfs(const mg_graph *graph, const mg_start *from, mg_result **result) {
    mg_bfs_options o = MG_BFS_OPTIONS_INIT;
    o.run.backend = MG_BACKEND_CPU;
    o.run.from = from;
    o.source = source;
    return mg_bfs(context, graph, &o, result);
}

static mg_status run_sssp(const mg_graph *graph, const mg_start *from, mg_result **result) {
    mg_sssp_options o = MG_SSSP_OPTIONS_INIT;
    o.run.backend = MG_BACKEND_CPU;
    o.run.from = from;
    o.source = source;
    return mg_sssp(context, graph, &o, result);
}

static mg_status run_cc(const mg_graph *graph, const mg_start *from, mg_result **result) {
    mg_cc_options o = MG_CC_OPTIONS_INIT;
    o.run.backend = MG_BACKEND_CPU;
    o.run.from = from;
    return mg_cc(context, graph, &o, result);
}

static mg_status run_pagerank(const mg_graph *graph, const mg_start *from, mg_result **result) {
    mg_pagerank_options o = MG_PAGERANK_OPTIONS_INIT;
    o.run.backend = MG_BACKEND_CPU;
    o.run.from = from;
    return mg_pagerank(context, graph, &o, result);
}

/* The time without what is built once for a graph. */
static double measure_run(run_fn run, const mg_graph *graph, const mg_start *from, uint64_t *iterations) {
    double times[MOST_RUNS];
    *iterations = 0;
    for (int i = -1; i < runs; i++) {
        mg_result *result;
        const double start = now();
        require(run(graph, from, &result));
        const mg_statistics *const statistics = mg_result_statistics(result);
        if (i >= 0) {
            times[i] = now() - start - statistics->build_seconds;
        }
        *iterations = statistics->iterations;
        mg_result_destroy(result);
    }
    return median(times);
}

static void measure_start(const char *name, run_fn run, const mg_graph *old, const mg_graph *version,
                          const mg_graph_edits *edits) {
    mg_result *earlier;
    mg_start start = MG_START_INIT;
    bool used = false;
    uint64_t fresh_iterations, iterations;
    require(run(old, NULL, &earlier));
    const mg_column *const column = mg_result_column_at(earlier, 0);
    start.values = column->data;
    start.type = column->type;
    start.count = mg_result_vertex_count(earlier);
    start.edits = edits;
    start.used = &used;
    const double fresh = measure_run(run, version, NULL, &fresh_iterations);
    const double started = measure_run(run, version, &start, &iterations);
    printf("%-8s fresh %9.3f ms, %3llu iterations  from earlier %9.3f ms, %3llu iterations  ratio %.2f%s\n", name,
           1e3 * fresh, (unsigned long long)fresh_iterations, 1e3 * started, (unsigned long long)iterations,
           fresh / started, used ? "" : " (a fresh run)");
    mg_result_destroy(earlier);
}

static void measure_starts(const mg_graph *graph, bool removes) {
    const uint64_t edges = mg_graph_edge_count(graph) * per_million / 1000000 + 1;
    const uint64_t removed = removes ? edges / 2 : 0, inserted = edges - removed;
    mg_vertex *const gone = existing_ends(graph, removed), *const new = close_ends(graph, inserted);
    mg_graph_edits e = MG_GRAPH_EDITS_INIT;
    mg_graph *version;
    mg_adjacency in;
    e.insert_count = inserted;
    e.insert_source = new;
    e.insert_target = new + inserted;
    e.remove_count = removed;
    e.remove_source = gone;
    e.remove_target = gone + removed;
    require(mg_graph_in_edges(context, graph, &in));
    require(mg_graph_edit(context, graph, &e, &version));
    source = mg_graph_default_source(graph);
    printf("after %llu edges were inserted and %llu removed\n", (unsigned long long)inserted,
           (unsigned long long)removed);
    measure_start("bfs", run_bfs, graph, version, &e);
    measure_start("sssp", run_sssp, graph, version, &e);
    measure_start("cc", run_cc, graph, version, &e);
    measure_start("pagerank", run_pagerank, graph, version, &e);
    mg_graph_destroy(version);
    free(gone);
    free(new);
}

int main(int argc, char **argv) {
    for (int option; (option = getopt(argc, argv, "b:n:s:")) != -1;) {
        if (option == 'b') {
            batch = strtoull(optarg, NULL, 10);
        } else if (option == 'n') {
            runs = number_up_to(optarg, MOST_RUNS);
        } else if (option == 's') {
            per_million = strtoull(optarg, NULL, 10);
        } else {
            return 2;
        }
    }
    require(mg_context_create(NULL, &context));
    for (int i = optind; i < argc; i++) {
        mg_graph *const graph = open_graph(argv[i]);
        printf("%s: %u vertices, %llu arcs\n", argv[i], mg_graph_vertex_count(graph),
               (unsigned long long)mg_graph_arc_count(graph));
        measure_edits(graph, MG_BACKEND_CPU, "cpu");
        if (mg_device_count(context)) {
            measure_edits(graph, MG_BACKEND_CUDA, "cuda");
        }
        measure_starts(graph, false);
        measure_starts(graph, true);
        mg_graph_destroy(graph);
    }
    mg_context_destroy(context);
    return 0;
}
