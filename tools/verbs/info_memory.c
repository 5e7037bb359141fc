/* SPDX-License-Identifier: Apache-2.0 */
#include "tools/verbs/info_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

typedef struct rows {
    sink *out;
    bool json, aligned, device, any;
} rows;

/* Bytes; on a terminal in units. */
static void put_bytes(const rows *r, const char *name, uint64_t bytes) {
    char text[64];
    if (r->json) {
        snprintf(text, sizeof text, ", \"%s\": %" PRIu64, name, bytes);
    } else if (r->aligned) {
        const bool large = bytes >= (uint64_t)10 << 30;
        snprintf(text, sizeof text, "%10.1f %s", (double)bytes / (large ? 1 << 30 : 1 << 20), large ? "GiB" : "MiB");
    } else {
        snprintf(text, sizeof text, "\t%" PRIu64, bytes);
    }
    sink_text(r->out, text);
}

/* Of the host, or of the device. */
static void put_row(rows *r, const char *name, const char *mode, const mg_memory_estimate *e) {
    char text[128];
    snprintf(text, sizeof text,
             r->json      ? "%s\n    {\"algorithm\": \"%s\", \"mode\": \"%s\""
             : r->aligned ? "%s%-12s %-7s"
                          : "%s%s\t%s",
             r->json && r->any ? "," : "", name, mode);
    sink_text(r->out, text);
    put_bytes(r, "host_bytes", e->host_bytes);
    if (r->device) {
        put_bytes(r, "device_bytes", e->device_bytes);
        put_bytes(r, "device_built_bytes", e->device_built_bytes);
        put_bytes(r, "device_optional_bytes", e->device_optional_bytes);
    } else {
        put_bytes(r, "built_bytes", e->built_bytes);
        put_bytes(r, "optional_bytes", e->optional_bytes);
    }
    sink_text(r->out, r->json ? "}" : "\n");
    r->any = true;
}

/* The rows of an algorithm, one for each mode that it has and that takes another amount. */
static mg_status put_algorithm(rows *r, const session *s, const char *name) {
    static const struct {
        mg_mode mode;
        const char *name;
    } modes[] = {{MG_MODE_AUTO, "auto"}, {MG_MODE_SPARSE, "sparse"}, {MG_MODE_PULL, "pull"}, {MG_MODE_DENSE, "dense"}};
    mg_memory_estimate normal = MG_MEMORY_ESTIMATE_INIT;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        mg_run_options run = MG_RUN_OPTIONS_INIT;
        mg_memory_estimate e = MG_MEMORY_ESTIMATE_INIT;
        run.mode = modes[i].mode;
        run.backend = s->options->backend;
        const mg_status status = mg_estimate_memory(s->context, s->graph, name, &run, &e);
        if (status < 0 && i == 0) { /* what does not run on the graph, or on a GPU, has no row */
            return status == MG_ERROR_UNSUPPORTED ? MG_OK : status;
        }
        const bool differs = e.host_bytes != normal.host_bytes || e.device_bytes != normal.device_bytes;
        if (status >= 0 && (i == 0 || differs)) {
            put_row(r, name, modes[i].name, &e);
        }
        normal = i == 0 ? e : normal;
    }
    return MG_OK;
}

/* What the process may still take, and the graph. */
static mg_status put_head(rows *r, const session *s, const char *name) {
    static const char *const titles[2][2] = {
        {"algorithm\tmode\thost\tbuilt\toptional\n",
         "\nalgorithm    mode              host      it builds     if it pays\n"},
        {"algorithm\tmode\thost\tdevice\tbuilt\toptional\n",
         "\nalgorithm    mode              host         device      it builds     if it pays\n"}};
    mg_run_options run = MG_RUN_OPTIONS_INIT;
    mg_memory_estimate e = MG_MEMORY_ESTIMATE_INIT;
    run.backend = s->options->backend;
    const mg_status status = mg_estimate_memory(s->context, s->graph, name, &run, &e);
    if (status < 0) {
        return status;
    }
    sink_text(r->out, r->json ? "{\"kind\": \"memory\"" : r->aligned ? "available           " : "available");
    put_bytes(r, "available_bytes", e.available_bytes);
    if (r->device) {
        sink_text(r->out, r->json ? "" : r->aligned ? "\non the device       " : "\ndevice");
        put_bytes(r, "device_available_bytes", e.device_available_bytes);
    }
    sink_text(r->out, r->json ? "" : r->aligned ? "\ngraph               " : "\ngraph");
    put_bytes(r, "graph_bytes", e.graph_bytes);
    sink_text(r->out, r->json ? ", \"runs\": [" : "\n");
    sink_text(r->out, r->json ? "" : titles[r->device][r->aligned]);
    return status;
}

mg_status info_memory(sink *out, const session *s, bool json) {
    rows r = {.out = out,
              .json = json,
              .aligned = !json && !s->options->output && isatty(STDOUT_FILENO),
              .device = s->options->backend == MG_BACKEND_CUDA};
    mg_status status = put_head(&r, s, mg_estimated_algorithm(0));
    for (size_t i = 0; status >= 0 && mg_estimated_algorithm(i); i++) {
        status = put_algorithm(&r, s, mg_estimated_algorithm(i));
    }
    sink_text(out, json ? "\n]}\n" : "");
    return status;
}
