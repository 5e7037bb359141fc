/* SPDX-License-Identifier: Apache-2.0
 *
 * consume GRAPH [PROGRAM]: runs the compiled-in program, or one from a file, and prints its first column.
 */
#include <inttypes.h>
#include <multigraph/multigraph.h>
#include <stdio.h>

extern const mg_program strength_program;

int main(int argc, char **argv) {
    mg_context *context = NULL;
    mg_graph *graph = NULL;
    mg_result *result = NULL;
    const mg_program *loaded = NULL, *program = &strength_program;
    if (argc < 2 || mg_context_create(NULL, &context) < 0) {
        return 1;
    }
    mg_status status = mg_graph_read(context, argv[1], NULL, &graph);
    if (status >= 0 && argc > 2) {
        status = mg_program_from_file(context, argv[2], &loaded);
        program = loaded;
    }
    if (status >= 0) {
        status = mg_run(context, graph, program, NULL, NULL, NULL, &result);
    }
    if (status < 0) {
        fprintf(stderr, "%s\n", mg_context_error(context));
    } else {
        const double *column = mg_result_column_at(result, 0)->data;
        for (mg_vertex v = 0; v < mg_graph_vertex_count(graph); v++) {
            printf("%" PRIu64 "\t%g\n", mg_graph_id(graph, v), column[v]);
        }
    }
    mg_result_destroy(result);
    mg_program_release(loaded);
    mg_graph_destroy(graph);
    mg_context_destroy(context);
    return status < 0;
}
