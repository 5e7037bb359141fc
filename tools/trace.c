/* SPDX-License-Identifier: Apache-2.0
 *
 * --trace: every iteration of the last trial.
 */
#include "tools/message.h"
#include "tools/metrics.h"

#include <cjson/cJSON.h>

bool json_write(sink *out, cJSON *json, bool complete) {
    char *text = complete ? cJSON_Print(json) : NULL;
    cJSON_Delete(json);
    if (!text) {
        message("out of memory for %s", out->name);
        return false;
    }
    sink_text(out, text);
    sink_text(out, "\n");
    cJSON_free(text);
    return true;
}

cJSON *trace_iterations(const mg_statistics *statistics) {
    cJSON *list = cJSON_CreateArray();
    for (size_t i = 0; list && i < statistics->iteration_count; i++) {
        const mg_iteration *it = &statistics->iteration[i];
        cJSON *entry = cJSON_CreateObject();
        const bool complete = entry && cJSON_AddNumberToObject(entry, "run", it->run) &&
                              cJSON_AddNumberToObject(entry, "phase", it->phase) &&
                              cJSON_AddNumberToObject(entry, "iteration", it->iteration) &&
                              cJSON_AddStringToObject(entry, "mode", mg_mode_name(it->mode)) &&
                              cJSON_AddNumberToObject(entry, "frontier_vertices", (double)it->frontier_vertices) &&
                              cJSON_AddNumberToObject(entry, "frontier_edges", (double)it->frontier_edges) &&
                              cJSON_AddNumberToObject(entry, "ms", 1e3 * it->seconds) &&
                              (it->esp <= 0.0 || cJSON_AddNumberToObject(entry, "esp_ms", 1e3 * it->esp)) &&
                              (it->edp <= 0.0 || cJSON_AddNumberToObject(entry, "edp_ms", 1e3 * it->edp));
        if (!complete || !cJSON_AddItemToArray(list, entry)) {
            cJSON_Delete(entry);
            cJSON_Delete(list);
            return NULL;
        }
    }
    return list;
}

bool trace_write(sink *out, const session *s) {
    const mg_statistics *statistics = mg_result_statistics(s->result);
    cJSON *json = cJSON_CreateObject(), *iterations = trace_iterations(statistics);
    bool complete = json && cJSON_AddStringToObject(json, "schema", "multigraph-trace/1") &&
                    cJSON_AddStringToObject(json, "primitive", session_primitive(s)) &&
                    cJSON_AddStringToObject(json, "graph_file", s->options->operand) &&
                    cJSON_AddStringToObject(json, "backend", statistics->backend) &&
                    cJSON_AddNumberToObject(json, "trial", (double)(s->trial_count - 1)) && iterations;
    if (complete) {
        complete = cJSON_AddItemToObject(json, "iterations", iterations);
    } else {
        cJSON_Delete(iterations);
    }
    return json_write(out, json, complete);
}
