/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/embedded.h"

/* Written by the build (cmake/MgCuda.cmake). */
#include "embedded_headers.inc"
#include "linked_v4.inc"
#include "linked_v8.inc"
#include "quick/dataflow_v4.inc"
#include "quick/dataflow_v8.inc"
#include "quick/dense_rows_v4.inc"
#include "quick/dense_rows_v8.inc"
#include "quick/dense_v4.inc"
#include "quick/dense_v8.inc"
#include "quick/gather_v4.inc"
#include "quick/gather_v8.inc"
#include "quick/loop_32_v4.inc"
#include "quick/loop_32_v8.inc"
#include "quick/rows_32_v4.inc"
#include "quick/rows_32_v8.inc"
#include "quick/sweeps_v4.inc"
#include "quick/sweeps_v8.inc"
#include "quick/tiles_v4.inc"
#include "quick/tiles_v8.inc"
#ifdef MG_PAPER_LAYOUTS
#include "quick/blocks_v4.inc"
#include "quick/blocks_v8.inc"
#include "quick/segments_v4.inc"
#include "quick/segments_v8.inc"
#endif

#define IMAGE(name)                                                                                                    \
    { quick_##name, sizeof quick_##name }

mg_embedded mg__embedded_kernels(size_t value_size) {
    return value_size == 8 ? (mg_embedded){linked_v8, sizeof linked_v8} : (mg_embedded){linked_v4, sizeof linked_v4};
}

mg_embedded mg__embedded_quick(mg_quick_kernels kernels, size_t value_size) {
    static const mg_embedded all[MG_QUICK_KERNELS][2] = {
        [MG_QUICK_LOOP_32] = {IMAGE(loop_32_v4), IMAGE(loop_32_v8)},
        [MG_QUICK_SWEEPS] = {IMAGE(sweeps_v4), IMAGE(sweeps_v8)},
        [MG_QUICK_TILES] = {IMAGE(tiles_v4), IMAGE(tiles_v8)},
        [MG_QUICK_DATAFLOW] = {IMAGE(dataflow_v4), IMAGE(dataflow_v8)},
        [MG_QUICK_DENSE] = {IMAGE(dense_v4), IMAGE(dense_v8)},
        [MG_QUICK_DENSE_ROWS] = {IMAGE(dense_rows_v4), IMAGE(dense_rows_v8)},
        [MG_QUICK_ROWS_32] = {IMAGE(rows_32_v4), IMAGE(rows_32_v8)},
        [MG_QUICK_GATHER] = {IMAGE(gather_v4), IMAGE(gather_v8)},
#ifdef MG_PAPER_LAYOUTS
        [MG_QUICK_BLOCKS] = {IMAGE(blocks_v4), IMAGE(blocks_v8)},
        [MG_QUICK_SEGMENTS] = {IMAGE(segments_v4), IMAGE(segments_v8)},
#endif
    };
    return all[kernels][value_size == 8];
}

const char *const mg__embedded_names[MG_EMBEDDED_HEADERS] = {
    "multigraph/program.h",      "multigraph/program_functions.h", "multigraph/instantiate.h",
    "multigraph/cuda/phase.cuh", "multigraph/cuda/typed.cuh",      "multigraph/cuda/symbols.cuh",
    "multigraph/cuda/export.cuh"};
const char *const mg__embedded_texts[MG_EMBEDDED_HEADERS] = {
    (const char *)program_h,      (const char *)program_functions_h, (const char *)instantiate_h,
    (const char *)cuda_phase_cuh, (const char *)cuda_typed_cuh,      (const char *)cuda_symbols_cuh,
    (const char *)cuda_export_cuh};

const char *const mg__product_names[MG_EMBEDDED_PRODUCT] = {"core/cuda/product/split/split_args.h",
                                                            "core/cuda/product/user/user_args.h",
                                                            "core/cuda/product/user/user_spmm.cuh"};
const char *const mg__product_texts[MG_EMBEDDED_PRODUCT] = {(const char *)split_args_h, (const char *)user_args_h,
                                                            (const char *)user_spmm_cuh};
