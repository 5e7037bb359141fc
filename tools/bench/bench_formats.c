/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/bench_formats.h"

#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/cli/signals.h"
#include "tools/output/number.h"
#include "tools/output/summary.h"
#include "tools/verbs/matrix_session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MAX 16

/* What is measured, of --k and --format. */
typedef struct choices {
    uint32_t columns[COLUMNS_MAX];
    size_t column_count;
    bool formats[MG_FORMAT_COUNT];
} choices;

/* The operands of a cell: x, and y, the result or the second factor; out: the result of sddmm; right: a result that was
 * verified. */
typedef struct operands {
    npy_array x, y, out;
    void *right;
} operands;

/* ---- options ---- */

static bool parse_columns(const char *list, choices *c) {
    for (size_t length; *list; list += length + (list[length] == ',')) {
        char word[16];
        uint64_t k;
        length = strcspn(list, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, list);
        if (length >= sizeof word || !parse_u64(word, &k) || k < 1 || k > 65536 || c->column_count == COLUMNS_MAX) {
            message("--k: expected at most %d numbers from 1 to 65536, found '%s'", COLUMNS_MAX, list);
            return false;
        }
        c->columns[c->column_count++] = (uint32_t)k;
    }
    return true;
}

static bool parse_format(const char *word, size_t length, choices *c) {
    bool found = false;
    const bool all = length == 3 && strncmp(word, "all", 3) == 0;
    for (int format = MG_FORMAT_AUTO; format < MG_FORMAT_COUNT; format++) {
        const char *name = mg_matrix_format_name((mg_matrix_format)format);
        const bool named = strlen(name) == length && strncmp(word, name, length) == 0;
        c->formats[format] |= named || (all && format != MG_FORMAT_AUTO);
        found |= named || all;
    }
    if (!found) {
        message("--format: there is no storage format '%.*s'", (int)length, word);
    }
    return found;
}

static bool choose(const cli_options *options, bench_formats kind, choices *c) {
    const char *list = options->format ? options->format : "all";
    *c = (choices){.column_count = 0};
    for (size_t length; *list; list += length + (list[length] == ',')) {
        length = strcspn(list, ",");
        if (!parse_format(list, length, c)) {
            return false;
        }
    }
    if (kind == BENCH_SPMV_FORMATS) {
        c->columns[c->column_count++] = 1;
        return true;
    }
    return parse_columns(options->bench.columns ? options->bench.columns : "8,32,128,512", c);
}

/* ---- one cell ---- */

double formats_flops(const formats_cell *cell) {
    return 2.0 * (double)mg_matrix_nonzeros(cell->of->matrix) * cell->k;
}

double formats_bytes(const formats_cell *cell) {
    const mg_matrix *a = cell->of->matrix;
    const double z = (double)mg_matrix_nonzeros(a), m = (double)mg_matrix_rows(a), n = (double)mg_matrix_columns(a);
    const double values = (mg_matrix_type(a) == MG_TYPE_NONE ? 0 : 1) + (cell->kind == BENCH_SDDMM ? 1 : 0);
    return z * (sizeof(uint32_t) + values * sizeof(float)) + (m + 1) * sizeof(uint64_t) +
           sizeof(float) * cell->k * (m + n);
}

double formats_seconds(const formats_cell *cell) {
    const double device = cell->s.trial_count ? device_median_of(&cell->s) : 0;
    return device > 0 ? device : cell->s.trial_count ? trial_times_of(&cell->s).median : 0;
}

double formats_build_seconds(const formats_cell *cell) {
    const double median = cell->s.trial_count ? trial_times_of(&cell->s).median : 0;
    return cell->convert_seconds + (cell->first_seconds > median ? cell->first_seconds - median : 0);
}

double formats_break_even(const formats_cell *cell) {
    const double gain = cell->csr_seconds - formats_seconds(cell);
    if (cell->format == MG_FORMAT_CSR) {
        return 0;
    }
    if (!(cell->csr_seconds > 0) || !(gain > 0)) {
        return -1;
    }
    const double more = formats_build_seconds(cell) - cell->csr_build_seconds;
    return more > 0 ? ceil(more / gain) : 0;
}

static bool allocate(npy_array *array, uint64_t rows, uint32_t k) {
    size_t bytes;
    *array = (npy_array){.rows = rows, .columns = k, .type = MG_FLOAT32};
    const bool fits = !__builtin_mul_overflow(rows, (uint64_t)k * sizeof(float), &bytes) && bytes < SIZE_MAX;
    array->data = fits ? calloc(bytes + 1, 1) : NULL;
    return array->data != NULL;
}

/* Numbers between -1 and 1. */
static void fill(npy_array *array, uint64_t state) {
    for (uint64_t i = 0; i < array->rows * array->columns; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        ((float *)array->data)[i] = (float)(state >> 40) / (float)(1u << 23) - 1;
    }
}

static bool make_operands(const formats_matrix *of, bench_formats kind, uint32_t k, uint64_t seed, operands *o) {
    const uint64_t m = mg_matrix_rows(of->matrix), n = mg_matrix_columns(of->matrix);
    const bool sddmm = kind == BENCH_SDDMM;
    const bool made = allocate(&o->x, sddmm ? m : n, k) && allocate(&o->y, sddmm ? n : m, k) &&
                      allocate(&o->out, sddmm ? mg_matrix_nonzeros(of->matrix) : 0, 1);
    if (!made) {
        message("out of memory: dense operands of %u columns", k);
        return false;
    }
    fill(&o->x, seed);
    if (sddmm) {
        fill(&o->y, ~seed);
    }
    return true;
}

static void release_operands(operands *o) {
    free(o->x.data);
    free(o->y.data);
    free(o->out.data);
    free(o->right);
    *o = (operands){.right = NULL};
}

static mg_status multiply(const formats_cell *cell, const operands *o, trial *t) {
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    const uint32_t k = cell->k;
    options.backend = cell->backend;
    options.strict = true;
    options.device_seconds = &t->device_seconds;
    const double start = clock_seconds();
    const mg_status status =
        cell->kind == BENCH_SDDMM
            ? mg_matrix_sddmm(cell->s.context, cell->converted, &options, k, o->x.data, k, o->y.data, k, o->out.data)
            : mg_matrix_spmm(cell->s.context, cell->converted, &options, k, o->x.data, k, o->y.data, k);
    t->seconds = clock_seconds() - start;
    t->edges_visited = mg_matrix_nonzeros(cell->of->matrix);
    return status;
}

/* A result that is equal to one that was verified is right, too. */
static bool verify(const formats_cell *cell, operands *o) {
    const bool sddmm = cell->kind == BENCH_SDDMM;
    const npy_array *result = sddmm ? &o->out : &o->y;
    const size_t bytes = (size_t)(result->rows * result->columns) * sizeof(float);
    mg_matrix_arrays csr;
    if (o->right && memcmp(o->right, result->data, bytes) == 0) {
        return true;
    }
    if (mg_matrix_to_csr(cell->s.context, cell->of->matrix, &csr) < 0 ||
        !product_check(&csr, &o->x, &o->y, sddmm ? &o->out : NULL)) {
        return false;
    }
    o->right = o->right ? o->right : malloc(bytes + 1);
    if (o->right) {
        memcpy(o->right, result->data, bytes);
    }
    return true;
}

/* Of the library's message; an unsupported combination is no failure. */
static int fail(formats_cell *cell, mg_status status) {
    progress_erase();
    if (status == MG_ERROR_CANCELLED) {
        return STATUS_INTERRUPTED;
    }
    cell->outcome = status == MG_ERROR_UNSUPPORTED ? BENCH_SKIPPED : BENCH_FAILED;
    snprintf(cell->why, sizeof cell->why, "%s", mg_context_error(cell->s.context));
    return STATUS_SUCCESS;
}

static int run_trials(formats_cell *cell, operands *o, const bench_options *options) {
    const double start = clock_seconds();
    for (uint64_t i = 0; i < options->warm_ups + options->trials; i++) {
        const bool counts = i >= options->warm_ups;
        trial t = {.iterations = 0};
        const mg_status status = multiply(cell, o, &t);
        if (status < 0) {
            return fail(cell, status);
        }
        if (interrupted()) {
            return STATUS_INTERRUPTED;
        }
        cell->first_seconds = i ? cell->first_seconds : t.seconds;
        const bool late = options->time_limit > 0 && clock_seconds() - start > options->time_limit;
        const bool last = i + 1 == options->warm_ups + options->trials || (counts && late);
        if (counts) {
            cell->s.trials[cell->s.trial_count++] = t;
        }
        if (options->verify == BENCH_VERIFY_ALL || (options->verify == BENCH_VERIFY_LAST && last)) {
            const bool right = verify(cell, o);
            cell->outcome = right ? BENCH_VERIFIED : BENCH_WRONG;
            if (!right) {
                snprintf(cell->why, sizeof cell->why, "differs from a double loop");
                return STATUS_SUCCESS;
            }
        }
        if (last) {
            break;
        }
    }
    return STATUS_SUCCESS;
}

static int run_cell(formats_cell *cell, operands *o, const cli_options *options) {
    cell->outcome = BENCH_UNVERIFIED;
    cell->statistics = MG_MATRIX_STATISTICS_INIT;
    cell->s.options = options;
    cell->s.trials = calloc(options->bench.trials, sizeof *cell->s.trials);
    if (!cell->s.trials) {
        message("out of memory for --trials");
        return STATUS_FAILURE;
    }
    mg_format_options format = MG_FORMAT_OPTIONS_INIT;
    format.k = cell->k;
    format.runs = options->bench.trials;
    format.backend = cell->backend;
    const double start = clock_seconds();
    mg_status status =
        mg_matrix_convert_with(cell->s.context, cell->of->matrix, cell->format, &format, &cell->converted);
    cell->convert_seconds = clock_seconds() - start;
    if (status < 0) {
        return fail(cell, status);
    }
    status = mg_matrix_describe(cell->s.context, cell->converted, &cell->statistics);
    return status < 0 ? fail(cell, status) : run_trials(cell, o, &options->bench);
}

/* ---- all cells of a matrix ---- */

static int run_formats(bench_run *r, const formats_matrix *of, mg_context *context, bench_formats kind,
                       mg_backend_kind backend, uint32_t k, const choices *c) {
    operands o = {.right = NULL};
    double csr_seconds = 0, csr_build_seconds = 0;
    int status = make_operands(of, kind, k, r->options->bench.seed, &o) ? STATUS_SUCCESS : STATUS_FAILURE;
    for (int i = 0; i < MG_FORMAT_COUNT && status == STATUS_SUCCESS; i++) {
        /* csr first, with which the others are compared; auto at the end */
        const mg_matrix_format format = (mg_matrix_format)((i + MG_FORMAT_CSR) % MG_FORMAT_COUNT);
        if (!c->formats[format]) {
            continue;
        }
        formats_cell cell = {.of = of,
                             .kind = kind,
                             .backend = backend,
                             .format = format,
                             .k = k,
                             .csr_seconds = csr_seconds,
                             .csr_build_seconds = csr_build_seconds};
        cell.s.context = context;
        status = run_cell(&cell, &o, r->options);
        if (status == STATUS_SUCCESS) {
            csr_seconds = format == MG_FORMAT_CSR ? formats_seconds(&cell) : csr_seconds;
            csr_build_seconds = format == MG_FORMAT_CSR ? formats_build_seconds(&cell) : csr_build_seconds;
            formats_report_cell(&r->report, &cell, r->options);
        }
        mg_matrix_destroy(context, cell.converted);
        free(cell.s.trials);
    }
    release_operands(&o);
    return status;
}

static int run_backends(bench_run *r, const formats_matrix *of, mg_context *context, bench_formats kind,
                        const choices *c) {
    int status = STATUS_SUCCESS;
    formats_report_matrix(&r->report, of, context);
    for (int backend = MG_BACKEND_CPU; backend <= MG_BACKEND_CUDA; backend++) {
        for (size_t i = 0; r->report.backends & 1u << backend && i < c->column_count; i++) {
            status = run_formats(r, of, context, kind, (mg_backend_kind)backend, c->columns[i], c);
            if (status != STATUS_SUCCESS) {
                return status;
            }
        }
    }
    return status;
}

/* Reads the file, or makes the matrix of a generated graph, which s->graph keeps. */
static int open_matrix(session *s, const bench_job *job, mg_matrix **matrix) {
    cli_options options = *s->options;
    const cli_options *const given = s->options;
    int status;
    if (job->path) {
        options.operand = job->path;
        s->options = &options;
        status = matrix_read(s, matrix);
        s->options = given;
        return status;
    }
    status = bench_graph_open(s, job, true);
    if (status == STATUS_SUCCESS) {
        const mg_status made = mg_matrix_of_graph(s->context, s->graph, matrix);
        status = made < 0 ? library_failure(s->context, made) : STATUS_SUCCESS;
    }
    return status;
}

static int run_job(bench_run *r, const bench_job *job, bench_formats kind, const choices *c) {
    session s;
    mg_matrix *matrix = NULL;
    int status = session_create(&s, r->verb, r->options);
    status = status == STATUS_SUCCESS ? open_matrix(&s, job, &matrix) : status;
    if (status == STATUS_SUCCESS) {
        const formats_matrix of = {.job = job, .matrix = matrix, .load_seconds = s.load_seconds};
        status = run_backends(r, &of, s.context, kind, c);
    }
    r->interrupted |= status == STATUS_INTERRUPTED;
    mg_matrix_destroy(s.context, matrix);
    session_close(&s);
    return status;
}

int bench_run_formats(bench_run *r, const bench_suite *suite, char *const *files, size_t count) {
    choices c;
    if (!choose(r->options, suite->formats, &c)) {
        return STATUS_USAGE;
    }
    int status = STATUS_SUCCESS;
    for (size_t i = 0; i < count && status == STATUS_SUCCESS; i++) {
        bench_job job = {.path = files[i]};
        bench_name(&job);
        status = run_job(r, &job, suite->formats, &c);
    }
    for (const bench_recipe *recipe = suite->recipes; !count && recipe->kind && status == STATUS_SUCCESS; recipe++) {
        bench_job job = {.recipe = bench_shrunk(recipe, r->options->bench.shrink)};
        bench_name(&job);
        status = run_job(r, &job, suite->formats, &c);
    }
    return status;
}
