/* SPDX-License-Identifier: Apache-2.0 */
#include "core/program/embedded.h"

/* Written by the build (cmake/MgCuda.cmake). */
#include "embedded_headers.inc"
#include "linked_v4.inc"
#include "linked_v8.inc"
#include "quick/loop32_v4.inc"
#include "quick/loop32_v8.inc"
#include "quick/loop64_v4.inc"
#include "quick/loop64_v8.inc"
#include "quick/sweeps1_v4.inc"
#include "quick/sweeps1_v8.inc"

mg_embedded mg__embedded_kernels(size_t value_size) {
    return value_size == 8 ? (mg_embedded){linked_v8, sizeof linked_v8} : (mg_embedded){linked_v4, sizeof linked_v4};
}

mg_embedded mg__embedded_quick(mg_quick_kernels kernels, size_t value_size) {
    static const mg_embedded all[][2] = {
        [MG_QUICK_LOOP_32] = {{quick_loop32_v4, sizeof quick_loop32_v4}, {quick_loop32_v8, sizeof quick_loop32_v8}},
        [MG_QUICK_LOOP_64] = {{quick_loop64_v4, sizeof quick_loop64_v4}, {quick_loop64_v8, sizeof quick_loop64_v8}},
        [MG_QUICK_SWEEPS] = {{quick_sweeps1_v4, sizeof quick_sweeps1_v4}, {quick_sweeps1_v8, sizeof quick_sweeps1_v8}}};
    return all[kernels][value_size == 8];
}

const char *const mg__embedded_names[MG_EMBEDDED_HEADERS] = {
    "multigraph/program.h",      "multigraph/instantiate.h",    "multigraph/cuda/phase.cuh",
    "multigraph/cuda/typed.cuh", "multigraph/cuda/symbols.cuh", "multigraph/cuda/export.cuh"};
const char *const mg__embedded_texts[MG_EMBEDDED_HEADERS] = {
    (const char *)program_h,      (const char *)instantiate_h,    (const char *)cuda_phase_cuh,
    (const char *)cuda_typed_cuh, (const char *)cuda_symbols_cuh, (const char *)cuda_export_cuh};
