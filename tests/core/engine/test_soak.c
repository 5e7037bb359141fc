/* SPDX-License-Identifier: Apache-2.0
 *
 * test_soak.c: ten thousand mixed calls in one process, a part of which fail or are cancelled: afterwards the process
 * holds as much memory and as many descriptors as after the first thousand.
 */
#include "tests/harness.h"
#include "tests/shapes.h"

#include <dirent.h>
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#define RUNS 10000
#define WARM_UP 1000
#define SLACK ((size_t)256 << 10) /* bytes; a leak of a single byte per run and vertex would be more */
#define SLACK_RESIDENT ((size_t)16 << 20)

typedef struct soak {
    mg_context *context; /* lives as long as the process */
    mg_graph *graph;     /* too, and keeps what runs build */
    uint64_t random;
    bool cancels;
    char folder[512];
} soak;

/* What the process holds: bytes in use, resident bytes, open descriptors. */
typedef struct holding {
    size_t used, resident;
    int descriptors;
} holding;

static holding measure(void) {
    holding h = {.used = mallinfo2().uordblks};
    unsigned long pages = 0, resident = 0;
    FILE *const file = fopen("/proc/self/statm", "r");
    CHECK(file && fscanf(file, "%lu %lu", &pages, &resident) == 2);
    fclose(file);
    h.resident = resident * (size_t)sysconf(_SC_PAGESIZE);
    DIR *const folder = opendir("/proc/self/fd");
    CHECK(folder);
    while (readdir(folder)) {
        h.descriptors++;
    }
    closedir(folder);
    return h;
}

static uint32_t pick(soak *s, uint32_t count) {
    return (uint32_t)(test_random(&s->random) % count);
}

static mg_status finish(mg_status status, mg_result **result) {
    CHECK((status >= 0) == (*result != NULL));
    mg_result_destroy(*result);
    return status;
}

static bool progress(void *data, const mg_progress *report) {
    (void)report;
    return !((const soak *)data)->cancels;
}

static mg_status run_algorithm(soak *s) {
    mg_result *r = NULL;
    mg_bfs_options bfs = MG_BFS_OPTIONS_INIT;
    mg_sssp_options sssp = MG_SSSP_OPTIONS_INIT;
    mg_pagerank_options pagerank = MG_PAGERANK_OPTIONS_INIT;
    mg_bc_options bc = MG_BC_OPTIONS_INIT;
    bfs.run.mode = sssp.run.mode = pagerank.run.mode = (mg_mode)pick(s, 4);
    bfs.source = sssp.source = pick(s, mg_graph_vertex_count(s->graph) + 1); /* one of them does not exist */
    bc.sample = 2;
    switch (pick(s, 5)) {
    case 0:
        return finish(mg_bfs(s->context, s->graph, &bfs, &r), &r);
    case 1:
        return finish(mg_sssp(s->context, s->graph, &sssp, &r), &r);
    case 2:
        return finish(mg_cc(s->context, s->graph, NULL, &r), &r);
    case 3:
        return finish(mg_pagerank(s->context, s->graph, &pagerank, &r), &r);
    default:
        return finish(mg_bc(s->context, s->graph, &bc, &r), &r);
    }
}

static mg_status write_and_read(soak *s) {
    static const char *const names[] = {"x.mtx", "x.el.gz", "x.csv",     "x.gr",  "x.graph", "x.adj",
                                        "x.wsg", "x.csr",   "x.mgb.zst", "x.mgb", "x.e",     "missing/x.el"};
    mg_graph_options options = MG_GRAPH_OPTIONS_INIT;
    mg_graph *read = NULL;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", s->folder, names[pick(s, 12)]);
    options.weights = (mg_weight_source)pick(s, 3);
    options.order = pick(s, 4) ? MG_ORDER_DEFAULT : MG_ORDER_DEGREE;
    mg_status status = mg_graph_write(s->context, s->graph, path, NULL);
    status = status < 0 ? status : mg_graph_read(s->context, path, &options, &read);
    status = status < 0 ? status : mg_graph_check(s->context, read);
    mg_graph_destroy(read);
    return status;
}

static mg_status read_garbage(soak *s) {
    static const char *const names[] = {"g.mtx", "g.el", "g.gr", "g.sg", "g.csr", "g.mgb", "g.gz", "g.zst"};
    char path[1024];
    mg_graph *read = NULL;
    snprintf(path, sizeof path, "%s/%s", s->folder, names[pick(s, 8)]);
    FILE *const file = fopen(path, "wb");
    CHECK(file);
    for (uint32_t i = pick(s, 300); i > 0; i--) {
        fputc((int)pick(s, 256), file);
    }
    fclose(file);
    const mg_status status = mg_graph_read(s->context, path, NULL, &read);
    mg_graph_destroy(read);
    return status;
}

static mg_status generate_and_multiply(soak *s) {
    mg_generate_options options = MG_GENERATE_OPTIONS_INIT;
    mg_graph *graph = NULL;
    options.scale = 6;
    options.width = options.height = 8;
    options.weight_max = (int32_t)pick(s, 9);
    mg_status status = mg_generate(s->context, mg_generator_at(pick(s, 11))->name, &options, &graph);
    if (status >= 0) {
        const size_t n = mg_graph_vertex_count(graph);
        double *const x = test_memory(2 * n + 1, sizeof *x);
        status = mg_spmv(s->context, graph, NULL, x, x + n);
        free(x);
    }
    mg_graph_destroy(graph);
    return status;
}

/* A context of its own, with all that belongs to it. */
static mg_status use_context(soak *s) {
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    mg_context *context = NULL;
    mg_result *r = NULL;
    options.threads = 1 + (int)pick(s, 3);
    CHECK_OK(NULL, mg_context_create(&options, &context));
    const mg_status status = finish(mg_cc(context, s->graph, NULL, &r), &r);
    mg_context_destroy(context);
    return status;
}

static mg_status load_program(soak *s) {
    const mg_program *program = NULL;
    mg_result *r = NULL;
    char path[1024];
    snprintf(path, sizeof path, "%s/examples/hops.c", test_root());
    mg_status status = mg_program_from_file(s->context, pick(s, 3) ? path : "missing.c", &program);
    status = status < 0 ? status : finish(mg_run(s->context, s->graph, program, NULL, NULL, NULL, &r), &r);
    mg_program_release(program);
    return status;
}

static mg_status (*const works[])(soak *) = {run_algorithm, run_algorithm,         write_and_read,
                                             read_garbage,  generate_and_multiply, use_context};

TEST(memory_and_descriptors_stay) {
    soak s = {.random = 1};
    mg_context_options options = MG_CONTEXT_OPTIONS_INIT;
    holding before = {0};
    size_t failed = 0;
    snprintf(s.folder, sizeof s.folder, "%s", test_folder());
    setenv("MULTIGRAPH_CACHE", test_folder(), 1);
    options.threads = 2;
    options.progress = progress;
    options.progress_data = &s;
    CHECK_OK(NULL, mg_context_create(&options, &s.context));
    s.graph = shape_graph(s.context, shape_named("kron"), WEIGHTS_INT, false);
    const bool compiles = system("cc --version >/dev/null 2>&1") == 0;
    for (int i = 0; i < RUNS; i++) {
        s.cancels = pick(&s, 20) == 0;
        const bool loads = compiles && pick(&s, 50) == 0;
        failed += (loads ? load_program : works[pick(&s, sizeof works / sizeof *works)])(&s) < 0;
        if (i == WARM_UP) {
            before = measure();
        }
    }
    s.cancels = false;
    const holding after = measure();
    printf("%d calls, %zu of them failed: %zu to %zu bytes in use, %zu to %zu resident, %d to %d descriptors\n", RUNS,
           failed, before.used, after.used, before.resident, after.resident, before.descriptors, after.descriptors);
    CHECK_EQ(after.descriptors, before.descriptors);
    CHECK(after.used <= before.used + SLACK);
    CHECK(after.resident <= before.resident + SLACK_RESIDENT);
    CHECK(failed > RUNS / 20 && failed < RUNS / 2); /* both paths were taken */
    mg_graph_destroy(s.graph);
    mg_context_destroy(s.context);
}
