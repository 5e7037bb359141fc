/* SPDX-License-Identifier: Apache-2.0
 *
 * matrix_gpu.c: the ways to run on the GPU, in place of matrix_cpu.c, so that the tests of algorithms and programs test
 * it too. MG_GPU_REPEAT=N takes every way N times; MG_GPU_VARIANT names a variant of the whole matrix:
 *   wide    64-bit offsets
 *   small   the shared memory of a small device, and what can, runs on the dense representation
 *   slices  every iteration is a launch of its own
 *   block, cluster, grid   whatever can, runs in that scope
 *   linked  programs that are linked at run time wait for their full kernels
 *   quick   they run their quick kernels alone
 *   turns   every iteration in another mode: from the queue, dense, pull; backwards: pull, dense, from the queue
 *   tiles   label programs with a priority, phases for tiles of others, and MG_BREADTH_FIRST phases run on tiles of
 *           four vertices; tiles_slices: in slices of 0.1 ms
 *   samples a choice between queue and pull is never made without a sample
 *   segments  what is pushed, is pushed along segments of few rows; segments_linked: the same for programs that are
 *           linked, which need no build with MG_PAPER_LAYOUTS
 *   blocks  what is dense, runs on the blocks layout, with small heavy blocks, and what can, is dense
 */
#include "core/cuda/backend_cuda.h"
#include "core/cuda/device/device.h"
#include "core/cuda/kernel/dense/blocks_args.h"
#include "tests/algo/matrix.h"

#include <stdlib.h>

static const mg_mode modes[] = {MG_MODE_AUTO, MG_MODE_SPARSE, MG_MODE_DENSE, MG_MODE_PULL};

#define MODE_COUNT (sizeof modes / sizeof *modes)

size_t matrix_run_count = MODE_COUNT;
const bool matrix_is_short = true;

static mg_context *context;

/* Written by the build: the tests' own programs, each followed by its kernels; ended by NULL. */
extern const mg_program *const mg__cuda_test_programs[];

static void destroy_context(void) {
    mg_context_destroy(context);
}

static void set_variant(mg_cuda *cuda, const char *variant) {
    mg_cuda_tuning *t = &cuda->tuning;
#ifndef MG_PAPER_LAYOUTS
    if (strcmp(variant, "segments") == 0 || strcmp(variant, "blocks") == 0) {
        test_skip("built-in programs have no kernels for %s in this build (MG_PAPER_LAYOUTS)", variant);
    }
#endif
    if (strcmp(variant, "small") == 0) {
        cuda->test.shared_limit = 18u << 10;
        t->dense_arcs = 0;
    } else if (strcmp(variant, "wide") == 0) {
        t->narrow_arcs = 0;
    } else if (strcmp(variant, "slices") == 0) {
        t->slice_seconds = 0.0;
    } else if (strcmp(variant, "block") == 0) {
        t->block_entries = 1u << 20;
    } else if (strcmp(variant, "cluster") == 0) {
        t->block_entries = 0;
        t->cluster_entries = 1u << 20;
    } else if (strcmp(variant, "grid") == 0) {
        t->block_entries = t->cluster_entries = 0;
    } else if (strcmp(variant, "turns") == 0 || strcmp(variant, "backwards") == 0) {
        cuda->test.cycle_modes = true;
        cuda->test.cycle_backwards = strcmp(variant, "backwards") == 0;
    } else if (strncmp(variant, "segments", 8) == 0) {
        t->segment_min_degree = 3;
        t->segment_max_rows = 7;
        t->segment_edge_share = 0.0;
    } else if (strcmp(variant, "blocks") == 0) {
        t->block_edges = 64;
        t->dense_arcs = 0;
    } else if (strncmp(variant, "tiles", 5) == 0) {
        t->tiles = MG_TILES_ALWAYS;
        t->tile_vertices = 4;
        t->tiles_max_cut = 1.0;
        t->slice_seconds = variant[5] ? 1e-4 : t->slice_seconds;
    } else if (strcmp(variant, "samples") == 0) {
        t->step_cost = t->pull_row_cost = 0.0;
        t->pull_edge_cost = 1.0;
    } else {
        CHECK(strcmp(variant, "linked") == 0 || strcmp(variant, "quick") == 0);
        t->link = variant[0] == 'q' ? MG_LINK_QUICK : MG_LINK_FULL;
    }
}

mg_context *test_context(int threads) {
    (void)threads;
    const char *const variant = getenv("MG_GPU_VARIANT"), *const repeat = getenv("MG_GPU_REPEAT");
    mg_cuda *cuda = NULL;
    if (!context) {
        CHECK_OK(NULL, mg_context_create(NULL, &context));
        CHECK(atexit(destroy_context) == 0);
        matrix_run_count = MODE_COUNT * (repeat && atoi(repeat) > 1 ? (size_t)atoi(repeat) : 1);
    }
    if (mg__cuda_open(context, &cuda) < 0) {
        test_skip("%s", mg_context_error(context));
    }
    cuda->more_programs = mg__cuda_test_programs;
    if (variant) {
        set_variant(cuda, variant);
    }
    return context;
}

matrix_run matrix_run_at(size_t position, const char *graph) {
    const mg_mode mode = modes[position % MODE_COUNT];
    matrix_run run = {
        .context = test_context(1), .options = MG_RUN_OPTIONS_INIT, .graph = graph, .mode = mg_mode_name(mode)};
    const char *const variant = getenv("MG_GPU_VARIANT");
    run.options.mode = mode;
    if (variant && strncmp(variant, "segments", 8) == 0) {
        run.options.sparse_layout = MG_SPARSE_SEGMENTED;
    }
    if (variant && strcmp(variant, "blocks") == 0) {
        run.options.dense_layout = MG_DENSE_BLOCKS;
        run.options.block_width = MG_BLOCK_ROWS;
        run.options.heavy_edges = 40;
    }
    run.options.backend = MG_BACKEND_CUDA;
    return run;
}
