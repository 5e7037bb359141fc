/* SPDX-License-Identifier: Apache-2.0
 *
 * The verb devices: the GPUs that can be used.
 */
#include "tools/cli/message.h"
#include "tools/cli/session.h"
#include "tools/output/output_files.h"
#include "tools/output/sink.h"

#include <inttypes.h>
#include <stdio.h>

/* How a GPU reaches the others: `1:nvlink18` by so many NVLinks, `1:peer` by another link, `1:host` through host
 * memory;
 * `-`: there are no others. */
static mg_status put_links(mg_context *context, uint32_t from, uint32_t count, sink *out) {
    for (uint32_t to = 0; to < count; to++) {
        mg_device_link link;
        char text[64];
        if (to == from) {
            continue;
        }
        const mg_status status = mg_device_link_info(context, from, to, &link);
        if (status < 0) {
            return status;
        }
        const char *const before = to == 0 || (to == 1 && from == 0) ? "" : ",";
        if (link.access && link.nvlinks) {
            snprintf(text, sizeof text, "%s%" PRIu32 ":nvlink%" PRIu32, before, to, link.nvlinks);
        } else {
            snprintf(text, sizeof text, "%s%" PRIu32 ":%s", before, to, link.access ? "peer" : "host");
        }
        sink_text(out, text);
    }
    sink_text(out, count > 1 ? "\n" : "-\n");
    return MG_OK;
}

static mg_status put_devices(mg_context *context, uint32_t count, sink *out) {
    for (uint32_t i = 0; i < count; i++) {
        mg_device device;
        char line[256];
        mg_status status = mg_device_info(context, i, &device);
        if (status < 0) {
            return status;
        }
        snprintf(line, sizeof line, "%" PRIu32 "\t%s\t%d.%d\t%" PRIu32 "\t%" PRIu64 "\t", i, device.name, device.major,
                 device.minor, device.multiprocessors, device.memory >> 20);
        sink_text(out, line);
        status = put_links(context, i, count, out);
        if (status < 0) {
            return status;
        }
    }
    return MG_OK;
}

int run_devices(const verb *v, const cli_options *options) {
    session s;
    sink out;
    const output_file output = {"-o", options->output, "tsv", NULL, false, false};
    const int named = output_files_check(&output, 1, NULL, 0);
    if (named != STATUS_SUCCESS || !sink_open(&out, options->output)) {
        return named != STATUS_SUCCESS ? named : STATUS_FAILURE;
    }
    int status = session_create(&s, v, options);
    if (status == STATUS_SUCCESS) {
        const uint32_t count = mg_device_count(s.context);
        if (count == 0 && options->verbosity >= 0) {
            message("%s", mg_context_error(s.context));
        }
        const mg_status listed = put_devices(s.context, count, &out);
        status = listed < 0                              ? library_failure(s.context, listed)
                 : sink_flush(&out) && sink_commit(&out) ? STATUS_SUCCESS
                                                         : STATUS_FAILURE;
    }
    sink_close(&out);
    session_close(&s);
    return status;
}
