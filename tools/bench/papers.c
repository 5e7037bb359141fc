/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/papers.h"

#include "tools/cli/message.h"
#include "tools/cli/signals.h"
#include "tools/verbs/matrix_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    void (*print)(papers *p);
} known[] = {{"rs", papers_rs}, {"aspt", papers_aspt}};
#define KNOWN (sizeof known / sizeof *known)

bool bench_is_paper(const char *word) {
    return strcmp(word, known[0].name) == 0 || strcmp(word, known[1].name) == 0;
}

/* ---- measuring ---- */

typedef struct operands {
    void *x, *y, *out;
} operands;

static void *numbers(uint64_t count, mg_type type) {
    void *const array = malloc(count * (type == MG_FLOAT32 ? 4 : 8) + 1);
    for (uint64_t i = 0; array && i < count; i++) {
        const double value = (double)(i * 2654435761u % 1000) / 500 - 1;
        if (type == MG_FLOAT32) {
            ((float *)array)[i] = (float)value;
        } else {
            ((double *)array)[i] = value;
        }
    }
    return array;
}

/* The least time of the trials after one warm-up; what a warm-up takes longer is counted as building. */
static double run(papers *p, const mg_matrix *matrix, const papers_product *o, const operands *data) {
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    const uint32_t repeat = o->repeat ? o->repeat : 1;
    double least = -1, first = 0;
    options.backend = p->backend;
    options.type = o->type;
    options.transpose = o->transposed;
    options.strict = true;
    for (uint64_t i = 0; i <= p->trials && !interrupted(); i++) {
        double device = 0, sum = 0;
        options.device_seconds = &device;
        const double start = clock_seconds();
        for (uint32_t again = 0; again < repeat; again++) {
            const mg_status status =
                o->sddmm ? mg_matrix_sddmm(p->context, matrix, &options, o->k, data->x, o->k, data->y, o->k, data->out)
                         : mg_matrix_spmm(p->context, matrix, &options, o->k, data->x, o->k, data->y, o->k);
            if (status < 0) {
                return -1;
            }
            sum += device;
        }
        const double wall = clock_seconds() - start, seconds = sum > 0 ? sum : wall;
        first = i ? first : wall;
        least = i && (least < 0 || seconds < least) ? seconds : least;
    }
    if (o->build_seconds) {
        *o->build_seconds += first > least ? first - least : 0;
    }
    return least;
}

double papers_seconds(papers *p, const mg_matrix *matrix, const papers_product *o) {
    const uint64_t m = mg_matrix_rows(matrix), n = mg_matrix_columns(matrix), larger = m > n ? m : n;
    mg_format_options format = MG_FORMAT_OPTIONS_INIT;
    mg_matrix *converted = NULL;
    double seconds = -1;
    format.k = o->k;
    format.backend = p->backend;
    format.threshold = o->threshold;
    const double start = clock_seconds();
    if (interrupted() || mg_matrix_convert_with(p->context, matrix, o->format, &format, &converted) < 0) {
        return -1;
    }
    if (o->build_seconds) {
        *o->build_seconds = clock_seconds() - start;
    }
    const operands data = {.x = numbers(larger * o->k, o->type),
                           .y = numbers(larger * o->k, o->type),
                           .out = o->sddmm ? numbers(mg_matrix_nonzeros(matrix), o->type) : NULL};
    if (data.x && data.y && (data.out || !o->sddmm)) {
        seconds = run(p, converted, o, &data);
    }
    free(data.x);
    free(data.y);
    free(data.out);
    mg_matrix_destroy(p->context, converted);
    return seconds;
}

double papers_gflops(const mg_matrix *matrix, uint32_t k, double seconds) {
    return seconds > 0 ? 2e-9 * (double)mg_matrix_nonzeros(matrix) * k / seconds : 0;
}

/* ---- the matrices ---- */

static bool keep(papers *p, const char *name, mg_matrix *matrix) {
    if (!matrix) {
        message("out of memory for the matrix %s", name);
        return false;
    }
    snprintf(p->matrices[p->count].name, BENCH_NAME_SIZE, "%s", name);
    p->matrices[p->count++].matrix = matrix;
    return true;
}

static bool generate(papers *p) {
    const uint64_t n = p->quick ? 1 << 13 : 1 << 15;
    mg_context *const c = p->context;
    return keep(p, "band-narrow", papers_band(c, 2 * n, 16)) && keep(p, "band-wide", papers_band(c, n, n / 32)) &&
           keep(p, "random-16", papers_random(c, 2 * n, n, 16)) &&
           keep(p, "random-64", papers_random(c, n, n / 8, 64)) &&
           keep(p, "clusters", papers_clusters(c, n, 512, n / 8, 32)) &&
           keep(p, "clusters-dense", papers_clusters(c, n, 256, n / 32, 48));
}

static int read_file(papers *p, session *s, const char *path) {
    cli_options options = *s->options;
    const cli_options *const given = s->options;
    char name[BENCH_NAME_SIZE];
    mg_matrix *matrix = NULL;
    if (p->count == PAPERS_MOST) {
        message("bench papers: at most %d matrices", PAPERS_MOST);
        return STATUS_USAGE;
    }
    options.operand = path;
    s->options = &options;
    const int status = matrix_read(s, &matrix);
    s->options = given;
    bench_file_name(name, path);
    return status != STATUS_SUCCESS ? status : keep(p, name, matrix) ? STATUS_SUCCESS : STATUS_FAILURE;
}

static void print_heading(const papers *p, const char *paper, bool from_files) {
    bench_print(p->out, "%s on the backend %s, %zu matrices%s, the least of %llu runs\n", paper,
                bench_backend_name(p->backend), p->count, from_files ? "" : ", generated",
                (unsigned long long)p->trials);
    bench_print(p->out, "not at hand: the matrices of the SuiteSparse collection on which the thesis measured%s\n",
                from_files ? ", but those given" : "; give files of them after the paper's name");
    bench_print(p->out, "not measured: KNL, MKL, TACO, CSB, MAGMA, BIDMach, Merge-SpMM; ours are compared with csr\n");
}

int bench_run_papers(bench_run *r, char *const *words, size_t count) {
    session s;
    papers p = {.out = &r->table, .quick = r->options->bench.quick, .trials = r->options->bench.quick ? 2 : 5};
    size_t which = 0;
    while (count && which < KNOWN && strcmp(words[0], known[which].name) != 0) {
        which++;
    }
    if (!count || which == KNOWN) {
        message("bench papers: expected rs or aspt after it");
        return STATUS_USAGE;
    }
    p.backend = r->report.backends & 1u << MG_BACKEND_CUDA ? MG_BACKEND_CUDA : MG_BACKEND_CPU;
    int status = session_create(&s, r->verb, r->options);
    p.context = s.context;
    for (size_t i = 1; i < count && status == STATUS_SUCCESS; i++) {
        status = read_file(&p, &s, words[i]);
    }
    if (status == STATUS_SUCCESS && count == 1) {
        status = generate(&p) ? STATUS_SUCCESS : STATUS_FAILURE;
    }
    if (status == STATUS_SUCCESS) {
        print_heading(&p, words[0], count > 1);
        known[which].print(&p);
        status = interrupted() ? STATUS_INTERRUPTED : STATUS_SUCCESS;
        r->interrupted |= interrupted();
    }
    for (size_t i = 0; i < p.count; i++) {
        mg_matrix_destroy(p.context, p.matrices[i].matrix);
    }
    session_close(&s);
    return status;
}
