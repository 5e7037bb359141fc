/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_session.c: what the verbs of matrices share.
 */
#include "tools/verbs/matrix_session.h"

#include "tools/cli/message.h"
#include "tools/cli/progress.h"
#include "tools/output/number.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

int matrix_read(session *s, mg_matrix **matrix) {
    const char *path = strcmp(s->options->operand, "-") == 0 ? "/dev/stdin" : s->options->operand;
    const double start = clock_seconds();
    const mg_status status = mg_matrix_read(s->context, path, matrix);
    s->load_seconds = clock_seconds() - start;
    progress_erase();
    return status < 0 ? library_failure(s->context, status) : STATUS_SUCCESS;
}

mg_format_options matrix_format_options(const cli_options *options, uint64_t k) {
    const matrix_options *m = &options->matrix;
    mg_format_options o = MG_FORMAT_OPTIONS_INIT;
    o.k = (uint32_t)k;
    o.runs = m->repeat;
    o.backend = (mg_backend_kind)options->backend;
    o.tiling = (mg_tiling)m->tiling;
    o.panel_rows = (uint32_t)m->panel_rows;
    o.tile_columns = (uint32_t)m->tile_columns;
    o.threshold = (uint32_t)m->threshold;
    o.group = (uint32_t)m->group;
    o.parts = (mg_ecsb_parts)m->parts;
    return o;
}

bool names_matrix(const char *path) {
    static const char *const suffixes[] = {".npz", ".mtx", ".mm", ".mtx.gz", ".mm.gz", ".mtx.zst", ".mm.zst"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t tail = strlen(suffixes[i]);
        if (length > tail && strcasecmp(path + length - tail, suffixes[i]) == 0) {
            return true;
        }
    }
    return false;
}

void put_text_line(sink *out, const char *name, const char *value) {
    sink_text(out, name);
    sink_text(out, "\t");
    sink_text(out, value);
    sink_text(out, "\n");
}

void put_count_line(sink *out, const char *name, uint64_t value) {
    char number[NUMBER_SIZE];
    number[format_u64(number, value)] = '\0';
    put_text_line(out, name, number);
}

void put_real_line(sink *out, const char *name, double value) {
    char number[NUMBER_SIZE];
    number[format_double(number, value)] = '\0';
    put_text_line(out, name, number);
}

void put_rounded_line(sink *out, const char *name, double value) {
    char number[NUMBER_SIZE];
    snprintf(number, sizeof number, "%.6f", value);
    put_text_line(out, name, number);
}

const char *element_name(mg_type type) {
    static const char *const names[] = {[MG_TYPE_NONE] = "none",
                                        [MG_INT32] = "int32",
                                        [MG_INT64] = "int64",
                                        [MG_FLOAT32] = "float32",
                                        [MG_FLOAT64] = "float64"};
    return names[type];
}
