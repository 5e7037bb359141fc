/* SPDX-License-Identifier: Apache-2.0
 *
 * --trace: all iterations of the last trial, as JSON.
 */
#include "tools/output/machine.h"
#include "tools/output/metrics.h"

json_builder trace_iterations(const mg_statistics *statistics) {
    json_builder list = json_array();
    for (size_t i = 0; i < statistics->iteration_count; i++) {
        const mg_iteration *it = &statistics->iteration[i];
        json_builder entry = json_object();
        json_number(&entry, "run", it->run);
        json_number(&entry, "phase", it->phase);
        json_number(&entry, "iteration", it->iteration);
        json_text(&entry, "mode", mg_mode_name(it->mode));
        json_number(&entry, "frontier_vertices", (double)it->frontier_vertices);
        json_number(&entry, "frontier_edges", (double)it->frontier_edges);
        json_number(&entry, "ms", 1e3 * it->seconds);
        if (it->esp > 0) {
            json_number(&entry, "esp_ms", 1e3 * it->esp);
        }
        if (it->edp > 0) {
            json_number(&entry, "edp_ms", 1e3 * it->edp);
        }
        json_nest(&list, NULL, entry);
    }
    return list;
}

bool trace_write(sink *out, const session *s) {
    const mg_statistics *statistics = mg_result_statistics(s->result);
    char machine[MACHINE_NAME_SIZE];
    json_builder b = json_object();
    json_text(&b, "schema", "multigraph-trace/1");
    json_text(&b, "primitive", session_primitive(s));
    json_text(&b, "graph_file", s->options->operand);
    json_text(&b, "backend", statistics->backend);
    json_text(&b, "requested_mode", mg_mode_name((mg_mode)s->options->mode));
    json_text(&b, "machine", machine_name(s->context, statistics->device_seconds > 0, machine));
    json_number(&b, "trial", (double)(s->trial_count - 1));
    json_nest(&b, "iterations", trace_iterations(statistics));
    return json_write(out, b);
}
