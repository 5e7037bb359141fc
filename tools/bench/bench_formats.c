/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/bench/bench_vendor.h"

#include "tools/bench/matrix_recipes.h"
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
    const double first = cell->first_seconds > median ? cell->first_seconds - median : 0;
    const double device = cell->backend == MG_BACKEND_CUDA ? cell->statistics.device_build_seconds : 0;
    return cell->convert_seconds + (device > 0 ? device : first);
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

static mg_status multiply(const formats_cell *cell, const operands *o, trial *t) {
    mg_product_options options = MG_PRODUCT_OPTIONS_INIT;
    const uint32_t k = cell->k;
    const bool device = o->vendor != NULL;
    void *const x = device ? o->device_x : o->x.data, *const y = device ? o->device_y : o->y.data;
    void *const out = device ? o->device_out : o->out.data;
    options.backend = cell->backend;
    options.strict = true;
    options.scale = !device; /* cuSPARSE leaves the values out */
    options.device_seconds = &t->device_seconds;
    const double start = clock_seconds();
    const mg_status status = cell->kind == BENCH_SDDMM
                                 ? mg_matrix_sddmm(cell->s.context, cell->converted, &options, k, x, k, y, k, out)
                                 : mg_matrix_spmm(cell->s.context, cell->converted, &options, k, x, k, y, k);
    t->seconds = clock_seconds() - start;
    t->edges_visited = mg_matrix_nonzeros(cell->of->matrix);
    return status;
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

/* As often as the trials, after the L2 cache was overwritten. */
static int run_cold(formats_cell *cell, const operands *o) {
    double *const times = calloc(cell->s.trial_count, sizeof *times);
    mg_status status = times ? MG_OK : MG_ERROR_MEMORY;
    for (size_t i = 0; i < cell->s.trial_count && status >= 0; i++) {
        trial t = {.iterations = 0};
        vendor_flush(&o->vendor->driver);
        status = multiply(cell, o, &t);
        times[i] = t.device_seconds;
    }
    cell->cold_seconds = status >= 0 ? median_of(times, cell->s.trial_count) : 0;
    free(times);
    return status < 0 ? fail(cell, status) : STATUS_SUCCESS;
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
            const bool right = operands_verify(cell, o);
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
    return o->vendor ? run_cold(cell, o) : STATUS_SUCCESS;
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
    const int result = run_trials(cell, o, &options->bench);
    status = mg_matrix_describe(cell->s.context, cell->converted, &cell->statistics);
    return status < 0 && result == STATUS_SUCCESS ? fail(cell, status) : result;
}

/* ---- all cells of a matrix ---- */

/* The operands, and with --vendor the vendor's cell, with which the others are compared. */
static int begin_formats(bench_run *r, formats_cell *vendors, bench_vendor *vendor, operands *o) {
    int status = operands_make(vendors->of, vendors->kind, vendors->k, r->options->bench.seed, o) ? STATUS_SUCCESS
                                                                                                  : STATUS_FAILURE;
    if (status == STATUS_SUCCESS && vendor) {
        status = bench_vendor_cell(vendor, vendors, o, r->options);
    }
    if (status == STATUS_SUCCESS && vendor) {
        formats_report_cell(&r->report, vendors, r->options);
    }
    return status;
}

static int run_formats(bench_run *r, const formats_matrix *of, mg_context *context, bench_formats kind,
                       mg_backend_kind backend, uint32_t k, const choices *c, bench_vendor *vendor) {
    operands o = {.right = NULL};
    double csr_seconds = 0, csr_build_seconds = 0;
    formats_cell vendors = {.of = of, .kind = kind, .backend = backend, .k = k, .vendors = true};
    vendors.s.context = context;
    int status = begin_formats(r, &vendors, vendor, &o);
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
                             .csr_build_seconds = csr_build_seconds,
                             .vendor_seconds = formats_seconds(&vendors)};
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
    free(vendors.s.trials);
    operands_release(&o);
    return status;
}

static int run_backend(bench_run *r, const formats_matrix *of, mg_context *context, bench_formats kind,
                       mg_backend_kind backend, const choices *c) {
    bench_vendor vendor = {.library = NULL};
    const bool with_vendor = r->options->bench.vendor && backend == MG_BACKEND_CUDA;
    int status = with_vendor ? bench_vendor_open(&vendor, context, of->matrix, MG_FLOAT32) : STATUS_SUCCESS;
    for (size_t i = 0; status == STATUS_SUCCESS && i < c->column_count; i++) {
        status = run_formats(r, of, context, kind, backend, c->columns[i], c, with_vendor ? &vendor : NULL);
    }
    bench_vendor_close(&vendor);
    return status;
}

static int run_backends(bench_run *r, const formats_matrix *of, mg_context *context, bench_formats kind,
                        const choices *c) {
    int status = STATUS_SUCCESS;
    formats_report_matrix(&r->report, of, context);
    for (int backend = MG_BACKEND_CPU; backend <= MG_BACKEND_CUDA && status == STATUS_SUCCESS; backend++) {
        if (r->report.backends & 1u << backend) {
            status = run_backend(r, of, context, kind, (mg_backend_kind)backend, c);
        }
    }
    return status;
}

static int generate_matrix(session *s, const char *name, mg_matrix **matrix) {
    const char *why;
    const double start = clock_seconds();
    const mg_status status = matrix_recipe_make(s->context, name, matrix, &why);
    s->load_seconds = clock_seconds() - start;
    progress_erase();
    if (status < 0 && why) {
        message("%s: %s", name, why);
        return status_of(status);
    }
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

int bench_matrix_open(session *s, const bench_job *job, mg_matrix **matrix) {
    cli_options options = *s->options;
    const cli_options *const given = s->options;
    int status;
    if (job->path && bench_is_generated(job->path)) {
        return generate_matrix(s, job->path, matrix);
    }
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
    status = status == STATUS_SUCCESS ? bench_matrix_open(&s, job, &matrix) : status;
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
    if (r->options->bench.vendor && !(r->report.backends & 1u << MG_BACKEND_CUDA)) {
        message("--vendor compares with cuSPARSE and needs the backend cuda");
        return STATUS_FAILURE;
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
