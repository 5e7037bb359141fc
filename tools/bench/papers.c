/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/papers.h"

#include "tools/bench/matrix_recipes.h"
#include "tools/cli/message.h"
#include "tools/cli/signals.h"
#include "tools/verbs/matrix_session.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the publications ---- */

static const papers_recipe thesis_full[] = {{"band-narrow", "band:65536:32"},
                                            {"band-wide", "band:32768:2048"},
                                            {"random-16", "random:65536:32768:16"},
                                            {"random-64", "random:32768:4096:64"},
                                            {"clusters", "scatter:32768:512:4096:32"},
                                            {"clusters-dense", "scatter:32768:256:1024:48"},
                                            {0}};
static const papers_recipe thesis_quick[] = {{"band-narrow", "band:16384:32"},
                                             {"band-wide", "band:8192:512"},
                                             {"random-16", "random:16384:8192:16"},
                                             {"random-64", "random:8192:1024:64"},
                                             {"clusters", "scatter:8192:512:1024:32"},
                                             {"clusters-dense", "scatter:8192:256:256:48"},
                                             {0}};
/* dense is the publication's; triangles has the nonzeros of parabolic_fem, numbered by rows of its grid. */
static const papers_recipe hisparse_full[] = {{"dense", "dense:5000:5000"},
                                              {"triangles", "triangles:1025:513"},
                                              {"cube", "cube:60"},
                                              {"kron", "kron16x16"},
                                              {"road", "road1000"},
                                              {"clusters", "cluster:65536:512:1024:32"},
                                              {0}};
static const papers_recipe hisparse_quick[] = {{"dense", "dense:700:700"},
                                               {"triangles", "triangles:129:65"},
                                               {"cube", "cube:16"},
                                               {"kron", "kron12x8"},
                                               {"road", "road200"},
                                               {"clusters", "cluster:8192:512:1024:16"},
                                               {0}};
static const papers_recipe adell_full[] = {
    {"stencil", "stencil:1000"}, {"triangles", "triangles:1025:513"}, {"cube", "cube:64"},   {"band", "band:1048576:9"},
    {"road", "road1000"},        {"uniform", "uniform:262144:16"},    {"kron", "kron16x16"}, {0}};
static const papers_recipe adell_quick[] = {
    {"stencil", "stencil:200"}, {"triangles", "triangles:129:129"}, {"cube", "cube:20"},  {"band", "band:32768:9"},
    {"road", "road200"},        {"uniform", "uniform:16384:16"},    {"kron", "kron12x8"}, {0}};
static const papers_recipe gcsb_full[] = {{"band", "band:18000:192"},
                                          {"cube", "cube:24"},
                                          {"kron", "kron14x32"},
                                          {"scatter", "scatter:14000:14000:2000:132"},
                                          {0}};
static const papers_recipe gcsb_quick[] = {
    {"band", "band:4096:64"}, {"cube", "cube:12"}, {"kron", "kron11x16"}, {"scatter", "scatter:2048:2048:512:64"}, {0}};

static const paper known[] = {
    {.name = "hisparse",
     .title = "HiSparse (Derler and others, ICS 2017)",
     .recipes = {hisparse_full, hisparse_quick},
     .sources = papers_hisparse_sources,
     .source_count = &papers_hisparse_source_count,
     .not_measured = "cusp, naive SpMV, bhSPARSE, clSpMV, yaSpMV; scalar CSR is a row a thread as naive SpMV has it",
     .print = papers_hisparse},
    {.name = "adell",
     .title = "AdELL and CoAdELL (Maggioni and Berger-Wolf, poster)",
     .recipes = {adell_full, adell_quick},
     .measured_on = "the matrices of the poster, which does not name them",
     .not_measured = "cSpMV, BRO-HYB",
     .print = papers_adell},
    {.name = "gcsb",
     .title = "Grouped compressed sparse blocks (Nakano, JAIST 2023)",
     .recipes = {gcsb_full, gcsb_quick},
     .sources = papers_gcsb_sources,
     .source_count = &papers_gcsb_source_count,
     .not_measured = "counters of cache misses, which are counted from the layouts",
     .print = papers_gcsb},
    {.name = "rs",
     .title = "RS-SpMM (Hong, thesis, chapter 4)",
     .recipes = {thesis_full, thesis_quick},
     .measured_on = "the matrices of the SuiteSparse collection on which the thesis measured",
     .not_measured = "MAGMA, Merge-SpMM, CUSP; without --vendor ours are compared with csr",
     .print = papers_rs},
    {.name = "aspt",
     .title = "ASpT (Hong, thesis, chapter 5)",
     .recipes = {thesis_full, thesis_quick},
     .measured_on = "the matrices of the SuiteSparse collection on which the thesis measured",
     .not_measured = "KNL, MKL, TACO, CSB, BIDMach, Merge-SpMM; without --vendor ours are compared with csr",
     .print = papers_aspt},
    {.name = "multigraph",
     .title = "MultiGraph (Hong, thesis, chapter 3)",
     .sources = papers_multigraph_sources,
     .source_count = &papers_multigraph_source_count,
     .not_measured =
         "CuSha, Warp Segmentation; other systems, tables 3.5 and 3.6: see the verb compare; hardware counters",
     .print_graphs = papers_multigraph},
};
#define KNOWN (sizeof known / sizeof *known)

static const paper *find_paper(const char *word) {
    for (size_t i = 0; i < KNOWN; i++) {
        if (strcmp(word, known[i].name) == 0) {
            return &known[i];
        }
    }
    return NULL;
}

bool bench_is_paper(const char *word) {
    return find_paper(word) != NULL;
}

void print_papers(void) {
    puts("\nPapers, for papers (default: all):");
    for (size_t i = 0; i < KNOWN; i++) {
        printf("  %-15s%s\n", known[i].name, known[i].title);
    }
}

/* ---- the matrices ---- */

static int keep(papers *p, const char *name, mg_matrix *matrix) {
    if (!matrix) {
        return STATUS_FAILURE;
    }
    if (p->count == PAPERS_MOST) {
        message("bench papers: at most %d matrices", PAPERS_MOST);
        mg_matrix_destroy(p->context, matrix);
        return STATUS_USAGE;
    }
    papers_matrix *const kept = &p->matrices[p->count++];
    *kept = (papers_matrix){.matrix = matrix};
    snprintf(kept->name, sizeof kept->name, "%s", name);
    return STATUS_SUCCESS;
}

static int generate(papers *p) {
    int status = STATUS_SUCCESS;
    for (const papers_recipe *r = p->paper->recipes[p->quick]; r->name && status == STATUS_SUCCESS; r++) {
        status = keep(p, r->name, papers_generated(p, r->recipe));
    }
    return status;
}

/* A file, or the name of a generated matrix. */
static int read_matrix(papers *p, session *s, const char *path) {
    bench_job job = {.path = path};
    mg_matrix *matrix = NULL;
    const int status = bench_matrix_open(s, &job, &matrix);
    bench_name(&job);
    return status == STATUS_SUCCESS ? keep(p, job.name, matrix) : status;
}

static void release(papers *p) {
    for (size_t i = 0; i < p->count; i++) {
        mg_matrix_destroy(p->context, p->matrices[i].matrix);
        mg_matrix_destroy(p->context, p->matrices[i].typed[0]);
        mg_matrix_destroy(p->context, p->matrices[i].typed[1]);
    }
    p->count = 0;
}

/* ---- running ---- */

static void print_heading(papers *p) {
    const papers_recipe *const recipes = p->from_files ? NULL : p->paper->recipes[p->quick];
    bench_print(p->out, "\n=== %s on the backend %s, ", p->paper->title, bench_backend_name(p->backend));
    if (p->paper->print) {
        bench_print(p->out, "%zu matrices%s, the least of %llu runs ===\n", p->count,
                    p->from_files ? "" : ", generated", (unsigned long long)p->trials);
    } else {
        bench_print(p->out, "%s graphs, %llu runs ===\n", p->from_files ? "given" : "generated",
                    (unsigned long long)p->trials);
    }
    for (const papers_recipe *r = recipes; r && r->name; r++) {
        bench_print(p->out, "%s%s %s%s", r == recipes ? "generated: " : ", ", r->name, r->recipe,
                    r[1].name ? "" : "\n");
    }
    papers_print_missing(p);
    bench_print(p->out, "not measured: %s%s\n", p->paper->not_measured,
                p->vendor || !p->paper->print ? "" : "; cuSPARSE needs --vendor and the backend cuda");
    if (p->paper->print) {
        bench_print(p->out, "-: the format has no kernel for it here, or does not take the matrix\n");
    }
    sink_flush(p->out);
}

static int run_paper(papers *p, const paper *one, bench_run *r, session *s, char *const *words, size_t count) {
    int status = STATUS_SUCCESS;
    p->paper = one;
    p->report->suite = one->name;
    p->from_files = count > 0;
    p->words = words;
    p->word_count = count;
    for (size_t i = 0; one->print && i < count && status == STATUS_SUCCESS; i++) {
        status = read_matrix(p, s, words[i]);
    }
    if (one->print && status == STATUS_SUCCESS && count == 0) {
        status = generate(p);
    }
    if (status == STATUS_SUCCESS) {
        print_heading(p);
    }
    if (status == STATUS_SUCCESS && one->print) {
        one->print(p);
    } else if (status == STATUS_SUCCESS) {
        status = one->print_graphs(p, r, words, count);
    }
    release(p);
    return status == STATUS_SUCCESS && interrupted() ? STATUS_INTERRUPTED : status;
}

int bench_run_papers(bench_run *r, char *const *words, size_t count) {
    session s;
    papers p = {.out = &r->table,
                .report = &r->report,
                .quick = r->options->bench.quick,
                .vendor = r->options->bench.vendor,
                .trials = r->options->bench.quick ? 2 : 5};
    size_t papers_named = 0;
    while (papers_named < count && find_paper(words[papers_named])) {
        papers_named++;
    }
    p.backend = r->report.backends & 1u << MG_BACKEND_CUDA ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
    if (p.vendor && p.backend != MG_BACKEND_CUDA) {
        message("--vendor compares with cuSPARSE and needs the backend cuda");
        return STATUS_FAILURE;
    }
    int status = session_create(&s, r->verb, r->options);
    p.context = s.context;
    for (size_t i = 0; i < (papers_named ? papers_named : KNOWN) && status == STATUS_SUCCESS; i++) {
        const paper *const one = papers_named ? find_paper(words[i]) : &known[i];
        if (papers_named || one->print || !count) { /* operands without a name of a paper are matrices */
            status = run_paper(&p, one, r, &s, words + papers_named, count - papers_named);
        }
    }
    r->interrupted |= interrupted();
    session_close(&s);
    return status;
}
