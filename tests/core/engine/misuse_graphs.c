/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/engine/misuse.h"

#include <stdlib.h>

static void version(const fixture *f) {
    (void)f;
    CHECK(mg_version()[0]);
}

static void status_name(const fixture *f) {
    (void)f;
    CHECK_STR(mg_status_name((mg_status)NO_ENUM), "unknown status");
    CHECK_STR(mg_status_name((mg_status)-NO_ENUM), "unknown status");
}

static void status_text(const fixture *f) {
    (void)f;
    CHECK_STR(mg_status_text((mg_status)NO_ENUM), "unknown status");
}

static void release(void *data, void *memory) {
    (void)data;
    free(memory);
}

static void context_create(const fixture *f) {
    static const uint32_t devices[] = {0};
    mg_context_options o[8];
    mg_context *made = NULL;
    (void)f;
    for (size_t i = 0; i < 8; i++) {
        o[i] = MG_CONTEXT_OPTIONS_INIT;
    }
    o[0].size = 0;
    o[1].threads = -1;
    o[2].threads = MG_THREADS_MAX + 1;
    o[3].log_level = (mg_log_level)NO_ENUM;
    o[4].allocator.release = release;
    o[5].device_count = MG_DEVICES_MAX + 1;
    o[6].devices = devices;
    o[7].devices = devices;
    o[7].device_count = MG_DEVICES_ALL;
    for (size_t i = 0; i < 8; i++) {
        INVALID(mg_context_create(&o[i], &made));
        CHECK(!made);
    }
    INVALID(mg_context_create(NULL, NULL));
}

static void context_destroy(const fixture *f) {
    (void)f;
    mg_context_destroy(NULL);
}

static void context_error(const fixture *f) {
    (void)f;
    CHECK_STR(mg_context_error(NULL), "");
}

static void context_threads(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_context_threads(NULL), 0);
}

static void stage_name(const fixture *f) {
    (void)f;
    CHECK_STR(mg_stage_name((mg_stage)NO_ENUM), "unknown");
}

static void context_stages(const fixture *f) {
    double seconds[MG_STAGES];
    INVALID(mg_context_stages(NULL, seconds));
    INVALID(mg_context_stages(f->context, NULL));
}

static void device_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_device_count(NULL), 0);
}

static void device_start(const fixture *f) {
    (void)f;
    INVALID(mg_device_start(NULL));
}

static void device_info(const fixture *f) {
    mg_device device;
    INVALID(mg_device_info(NULL, 0, &device));
    REFUSED(f, mg_device_info(f->context, 0, NULL));
    REFUSED(f, mg_device_info(f->context, UINT32_MAX, &device));
}

static void device_link_info(const fixture *f) {
    mg_device_link link;
    INVALID(mg_device_link_info(NULL, 0, 1, &link));
    REFUSED(f, mg_device_link_info(f->context, 0, 1, NULL));
    REFUSED(f, mg_device_link_info(f->context, 0, 0, &link));
    REFUSED(f, mg_device_link_info(f->context, 0, UINT32_MAX, &link));
}

static void graph_from_edges(const fixture *f) {
    static const uint32_t ids[] = {0, 1}, weights[] = {1, 1};
    const mg_edge_list good = {.edge_count = 2,
                               .id_type = MG_UINT32,
                               .source = ids,
                               .target = ids,
                               .weight_type = MG_INT32,
                               .weight = weights};
    mg_edge_list bad[7] = {good, good, good, good, good, good, good};
    mg_graph_options o[6];
    mg_graph *made = NULL;
    bad[0].id_type = (mg_type)NO_ENUM;
    bad[1].weight_type = (mg_type)NO_ENUM;
    bad[2].source = NULL;
    bad[3].target = NULL;
    bad[4].weight = NULL;
    bad[5].vertex_count = 1; /* without ids */
    bad[6].contiguous = true;
    bad[6].vertex_count = 1; /* there is an id 1 */
    for (size_t i = 0; i < 7; i++) {
        REFUSED(f, mg_graph_from_edges(f->context, &bad[i], NULL, &made));
    }
    for (size_t i = 0; i < 6; i++) {
        o[i] = MG_GRAPH_OPTIONS_INIT;
    }
    o[0].size = 0;
    o[1].directedness = (mg_directedness)NO_ENUM;
    o[2].weights = (mg_weight_source)NO_ENUM;
    o[3].order = (mg_vertex_order)NO_ENUM;
    o[4].weight_max = -1;
    o[5].order = (mg_vertex_order)-1;
    for (size_t i = 0; i < 6; i++) {
        REFUSED(f, mg_graph_from_edges(f->context, &good, &o[i], &made));
    }
    REFUSED(f, mg_graph_from_edges(f->context, NULL, NULL, &made));
    REFUSED(f, mg_graph_from_edges(f->context, &good, NULL, NULL));
    INVALID(mg_graph_from_edges(NULL, &good, NULL, &made));
    CHECK(!made);
}

static void number_names(const fixture *f) {
    uint32_t numbers[2];
    uint64_t first[2], distinct = 7;
    INVALID(mg_number_names(NULL, 2, "a\0b", 4, numbers, first, &distinct));
    REFUSED(f, mg_number_names(f->context, 2, NULL, 4, numbers, first, &distinct));
    REFUSED(f, mg_number_names(f->context, 2, "a\0b", 4, NULL, first, &distinct));
    REFUSED(f, mg_number_names(f->context, 2, "a\0b", 4, numbers, NULL, &distinct));
    REFUSED(f, mg_number_names(f->context, 2, "a\0b", 4, numbers, first, NULL));
    REFUSED(f, mg_number_names(f->context, 2, "a\0b", 3, numbers, first, &distinct));
    REFUSED(f, mg_number_names(f->context, 2, "ab", 3, numbers, first, &distinct));
    REFUSED(f, mg_number_names(f->context, 1, "a\0b", 4, numbers, first, &distinct));
    REFUSED(f, mg_number_names(f->context, 2, "a\0", 3, numbers, first, &distinct));
    REFUSED(f, mg_number_names(f->context, UINT64_MAX, "a\0b", 4, numbers, first, &distinct));
    CHECK_EQ(distinct, 7);
    CHECK_OK(f->context, mg_number_names(f->context, 0, NULL, 0, NULL, NULL, &distinct));
    CHECK_EQ(distinct, 0);
}

static void graph_from_csr(const fixture *f) {
    static const uint64_t offsets[] = {0, 1, 2}, wrong[] = {0, 2, 1};
    static const mg_vertex to[] = {1, 0}, outside[] = {1, 2};
    mg_graph *made = NULL;
    mg_context *const c = f->context;
    REFUSED(f, mg_graph_from_csr(c, 2, NULL, to, MG_TYPE_NONE, NULL, true, &made));
    REFUSED(f, mg_graph_from_csr(c, 0, NULL, NULL, MG_TYPE_NONE, NULL, true, &made));
    REFUSED(f, mg_graph_from_csr(c, MG_NONE, offsets, to, MG_TYPE_NONE, NULL, true, &made));
    REFUSED(f, mg_graph_from_csr(c, 2, offsets, NULL, MG_TYPE_NONE, NULL, true, &made));
    REFUSED(f, mg_graph_from_csr(c, 2, wrong, to, MG_TYPE_NONE, NULL, true, &made));
    REFUSED(f, mg_graph_from_csr(c, 2, offsets, outside, MG_TYPE_NONE, NULL, true, &made));
    REFUSED(f, mg_graph_from_csr(c, 2, offsets, to, (mg_type)NO_ENUM, to, true, &made));
    REFUSED(f, mg_graph_from_csr(c, 2, offsets, to, MG_FLOAT32, NULL, true, &made));
    REFUSED(f, mg_graph_from_csr(c, 2, offsets, to, MG_TYPE_NONE, NULL, true, NULL));
    INVALID(mg_graph_from_csr(NULL, 2, offsets, to, MG_TYPE_NONE, NULL, true, &made));
    CHECK(!made);
    CHECK_OK(c, mg_graph_from_csr(c, 0, offsets, NULL, MG_TYPE_NONE, NULL, true, &made)); /* no vertex, no neighbour */
    mg_graph_destroy(made);
}

static void graph_read(const fixture *f) {
    mg_graph_options o = MG_GRAPH_OPTIONS_INIT;
    mg_graph *made = NULL;
    REFUSED(f, mg_graph_read(f->context, NULL, NULL, &made));
    REFUSED(f, mg_graph_read(f->context, "", NULL, &made));
    REFUSED(f, mg_graph_read(f->context, "/", NULL, &made));
    REFUSED(f, mg_graph_read(f->context, "/dev/null", NULL, NULL));
    o.format = "";
    REFUSED(f, mg_graph_read(f->context, "/dev/null", &o, &made));
    o.size = 0;
    REFUSED(f, mg_graph_read(f->context, "/dev/null", &o, &made));
    INVALID(mg_graph_read(NULL, "/dev/null", NULL, &made));
    CHECK(!made);
}

static void graph_write(const fixture *f) {
    REFUSED(f, mg_graph_write(f->context, NULL, "/dev/null", NULL));
    REFUSED(f, mg_graph_write(f->context, f->graph, NULL, NULL));
    REFUSED(f, mg_graph_write(f->context, f->graph, "", NULL));
    REFUSED(f, mg_graph_write(f->context, f->graph, "/dev/null", ""));
    INVALID(mg_graph_write(NULL, f->graph, "/dev/null", NULL));
}

static void graph_check_output(const fixture *f) {
    CHECK_OK(f->context, mg_graph_check_output(f->context, "a.mtx.gz", NULL));
    REFUSED(f, mg_graph_check_output(f->context, NULL, NULL));
    REFUSED(f, mg_graph_check_output(f->context, "a.parquet", NULL));
    REFUSED(f, mg_graph_check_output(f->context, "a.mtx", "csv"));
    REFUSED(f, mg_graph_check_output(f->context, "a", ""));
    INVALID(mg_graph_check_output(NULL, "a.mtx", NULL));
}

static void graph_check(const fixture *f) {
    REFUSED(f, mg_graph_check(f->context, NULL));
    INVALID(mg_graph_check(NULL, f->graph));
}

static void graph_edit(const fixture *f) {
    mg_graph_edits edits = MG_GRAPH_EDITS_INIT, wrong = MG_GRAPH_EDITS_INIT;
    mg_graph *made = NULL;
    wrong.size = 0;
    REFUSED(f, mg_graph_edit(f->context, NULL, &edits, &made));
    REFUSED(f, mg_graph_edit(f->context, f->graph, NULL, &made));
    REFUSED(f, mg_graph_edit(f->context, f->graph, &edits, NULL));
    REFUSED(f, mg_graph_edit(f->context, f->graph, &wrong, &made));
    INVALID(mg_graph_edit(NULL, f->graph, &edits, &made));
    edits.insert_count = 1;
    REFUSED(f, mg_graph_edit(f->context, f->graph, &edits, &made));
    const char *const names[] = {"a", NULL};
    wrong = MG_GRAPH_EDITS_INIT;
    wrong.new_vertices = 2;
    wrong.new_names = names;
    REFUSED(f, mg_graph_edit(f->context, f->graph, &wrong, &made)); /* of a graph without names */
    CHECK(!made);
}

static void graph_reorder(const fixture *f) {
    mg_graph *made = NULL;
    REFUSED(f, mg_graph_reorder(f->context, NULL, MG_ORDER_RCM, 0, &made));
    REFUSED(f, mg_graph_reorder(f->context, f->graph, MG_ORDER_RCM, 0, NULL));
    REFUSED(f, mg_graph_reorder(f->context, f->graph, (mg_vertex_order)NO_ENUM, 0, &made));
    INVALID(mg_graph_reorder(NULL, f->graph, MG_ORDER_RCM, 0, &made));
    CHECK(!made);
}

static void graph_order(const fixture *f) {
    double seconds = 1.0;
    (void)f;
    CHECK_EQ(mg_graph_order(NULL, &seconds), MG_ORDER_NATURAL);
    CHECK(seconds == 0.0);
    CHECK_EQ(mg_graph_order(NULL, NULL), MG_ORDER_NATURAL);
}

static void order_name(const fixture *f) {
    (void)f;
    CHECK_STR(mg_order_name((mg_vertex_order)NO_ENUM), "unknown");
    CHECK_STR(mg_order_name((mg_vertex_order)-1), "unknown");
}

static void graph_by_id(const fixture *f) {
    (void)f;
    CHECK(!mg_graph_by_id(NULL));
}

static void graph_destroy(const fixture *f) {
    (void)f;
    mg_graph_destroy(NULL);
}

static void vertex_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_graph_vertex_count(NULL), 0);
}

static void arc_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_graph_arc_count(NULL), 0);
}

static void edge_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_graph_edge_count(NULL), 0);
}

static void loop_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_graph_loop_count(NULL), 0);
}

static void directed(const fixture *f) {
    (void)f;
    CHECK(!mg_graph_directed(NULL));
}

static void weight_type(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_graph_weight_type(NULL), MG_TYPE_NONE);
}

static void id(const fixture *f) {
    CHECK(mg_graph_id(NULL, 0) == UINT64_MAX);
    CHECK(mg_graph_id(f->graph, 3) == UINT64_MAX);
    CHECK(mg_graph_id(f->graph, MG_NONE) == UINT64_MAX);
}

static void find(const fixture *f) {
    mg_vertex v = 7;
    CHECK(!mg_graph_find(NULL, 0, &v));
    CHECK(!mg_graph_find(f->graph, 3, &v));
    CHECK(!mg_graph_find(f->graph, UINT64_MAX, &v));
    CHECK(!mg_graph_find(f->graph, 0, NULL));
    CHECK_EQ(v, 7);
}

static void has_names(const fixture *f) {
    CHECK(!mg_graph_has_names(NULL));
    CHECK(!mg_graph_has_names(f->graph));
    CHECK(!mg_graph_on_device(NULL));
    CHECK(!mg_graph_on_device(f->graph));
}

static void name(const fixture *f) {
    CHECK(!mg_graph_name(NULL, 0));
    CHECK(!mg_graph_name(f->graph, 0));
    CHECK(!mg_graph_name(f->graph, MG_NONE));
}

static void find_name(const fixture *f) {
    mg_vertex v = 7;
    INVALID(mg_graph_find_name(NULL, f->graph, "a", &v));
    REFUSED(f, mg_graph_find_name(f->context, NULL, "a", &v));
    REFUSED(f, mg_graph_find_name(f->context, f->graph, NULL, &v));
    REFUSED(f, mg_graph_find_name(f->context, f->graph, "a", NULL));
    CHECK_OK(f->context, mg_graph_find_name(f->context, f->graph, "a", &v));
    CHECK_EQ(v, MG_NONE);
}

static void default_source(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_graph_default_source(NULL), MG_NONE);
}

static void out_edges(const fixture *f) {
    const mg_adjacency none = mg_graph_out_edges(NULL);
    (void)f;
    CHECK(!none.offsets && !none.neighbours && !none.weights);
}

static void in_edges(const fixture *f) {
    mg_adjacency in;
    REFUSED(f, mg_graph_in_edges(f->context, NULL, &in));
    REFUSED(f, mg_graph_in_edges(f->context, f->graph, NULL));
    INVALID(mg_graph_in_edges(NULL, f->graph, &in));
}

static void generator_at(const fixture *f) {
    (void)f;
    CHECK(!mg_generator_at(SIZE_MAX));
    CHECK(!mg_generator_at(1000));
}

static void generate(const fixture *f) {
    mg_generate_options o[4];
    mg_graph *made = NULL;
    for (size_t i = 0; i < 4; i++) {
        o[i] = MG_GENERATE_OPTIONS_INIT;
    }
    o[0].size = 0;
    o[1].order = (mg_vertex_order)NO_ENUM;
    o[2].weight_max = -1;
    o[3].scale = 32;
    for (size_t i = 0; i < 4; i++) {
        REFUSED(f, mg_generate(f->context, "kron", &o[i], &made));
    }
    REFUSED(f, mg_generate(f->context, NULL, NULL, &made));
    REFUSED(f, mg_generate(f->context, "", NULL, &made));
    REFUSED(f, mg_generate(f->context, "path", NULL, NULL));
    INVALID(mg_generate(NULL, "path", NULL, &made));
    for (size_t i = 0; mg_generator_at(i); i++) { /* no number at all: an empty or small graph, or a reason */
        const mg_generate_options none = {.size = sizeof none};
        mg_graph *small = NULL;
        if (mg_generate(f->context, mg_generator_at(i)->name, &none, &small) >= 0) {
            CHECK(mg_graph_vertex_count(small) <= 2);
        }
        mg_graph_destroy(small);
    }
    CHECK(!made);
}

static void mode_name(const fixture *f) {
    (void)f;
    CHECK_STR(mg_mode_name((mg_mode)NO_ENUM), "unknown");
}

static void ranks_join(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_ranks_join(NULL), MG_ERROR_INVALID);
}

static void ranks_count(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_ranks_count(NULL), 1);
}

static void ranks_index(const fixture *f) {
    (void)f;
    CHECK_EQ(mg_ranks_index(NULL), 0);
}

static void partition_name(const fixture *f) {
    (void)f;
    CHECK_STR(mg_partition_name((mg_partition_kind)NO_ENUM), "unknown");
    CHECK_STR(mg_partition_name((mg_partition_kind)-1), "unknown");
}

const misuse misuses_of_graphs[] = {
    {"mg_version", version},
    {"mg_status_name", status_name},
    {"mg_status_text", status_text},
    {"mg_context_create", context_create},
    {"mg_context_destroy", context_destroy},
    {"mg_context_error", context_error},
    {"mg_context_threads", context_threads},
    {"mg_stage_name", stage_name},
    {"mg_context_stages", context_stages},
    {"mg_device_count", device_count},
    {"mg_device_start", device_start},
    {"mg_device_info", device_info},
    {"mg_device_link_info", device_link_info},
    {"mg_graph_from_edges", graph_from_edges},
    {"mg_number_names", number_names},
    {"mg_graph_from_csr", graph_from_csr},
    {"mg_graph_read", graph_read},
    {"mg_graph_write", graph_write},
    {"mg_graph_check_output", graph_check_output},
    {"mg_graph_check", graph_check},
    {"mg_graph_reorder", graph_reorder},
    {"mg_graph_edit", graph_edit},
    {"mg_graph_order", graph_order},
    {"mg_order_name", order_name},
    {"mg_graph_by_id", graph_by_id},
    {"mg_graph_destroy", graph_destroy},
    {"mg_graph_vertex_count", vertex_count},
    {"mg_graph_arc_count", arc_count},
    {"mg_graph_edge_count", edge_count},
    {"mg_graph_loop_count", loop_count},
    {"mg_graph_directed", directed},
    {"mg_graph_weight_type", weight_type},
    {"mg_graph_id", id},
    {"mg_graph_find", find},
    {"mg_graph_has_names", has_names},
    {"mg_graph_on_device", has_names},
    {"mg_graph_name", name},
    {"mg_graph_find_name", find_name},
    {"mg_graph_default_source", default_source},
    {"mg_graph_out_edges", out_edges},
    {"mg_graph_in_edges", in_edges},
    {"mg_generator_at", generator_at},
    {"mg_generate", generate},
    {"mg_mode_name", mode_name},
    {"mg_partition_name", partition_name},
    {"mg_ranks_join", ranks_join},
    {"mg_ranks_count", ranks_count},
    {"mg_ranks_index", ranks_index},
    {NULL, NULL},
};
