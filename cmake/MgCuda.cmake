# The CUDA backend. MG_CUDA: ON (fail without a CUDA compiler), OFF, AUTO (where there is one and no sanitizer is on).
# Machine code for compute capability 8.0 and 9.0; PTX for 7.5, from which the driver makes code for all others.
set(MG_CUDA AUTO CACHE STRING "Build the CUDA backend: ON, OFF or AUTO")
set_property(CACHE MG_CUDA PROPERTY STRINGS AUTO ON OFF)
set(MG_HAVE_CUDA OFF)
if(MG_CUDA STREQUAL "ON" OR (MG_CUDA STREQUAL "AUTO" AND NOT MG_SANITIZE))
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 75-virtual 80-real 90-real)
    endif()
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    set(MG_HAVE_CUDA ON)
    message(STATUS "CUDA backend: on (CUDA ${CMAKE_CUDA_COMPILER_VERSION}, ${CMAKE_CUDA_ARCHITECTURES})")
  elseif(MG_CUDA STREQUAL "ON")
    message(FATAL_ERROR "MG_CUDA is ON, but there is no CUDA compiler: install the CUDA toolkit or set CUDACXX")
  endif()
endif()
if(NOT MG_HAVE_CUDA)
  message(STATUS "CUDA backend: off, the library is for the CPU only")
endif()

set(MG_CUDA_FLAGS --std=c++20 -fmad=false -Xcompiler=-fvisibility=hidden)

# What programs are linked for at run time. A developer's build for some of the three has no need of the others.
string(REGEX MATCHALL "75|80|90" MG_LINK_ARCHITECTURES "${CMAKE_CUDA_ARCHITECTURES}")
if(NOT MG_LINK_ARCHITECTURES)
  set(MG_LINK_ARCHITECTURES 75 80 90)
endif()
list(JOIN MG_LINK_ARCHITECTURES "," MG_LINK_ARCHITECTURE_LIST)

# What core/program/embedded.c includes, as static arrays: the kernels over linked callbacks for three architectures as
# LTO-IR (with the oldest alone, newer ones would lose what only they have), those that a program begins with also as machine
# code, and the headers of programs.
function(mg_cuda_embed target folder)
  file(GLOB_RECURSE sources ${PROJECT_SOURCE_DIR}/core/cuda/*.cuh ${PROJECT_SOURCE_DIR}/core/cuda/kernel/*.h
       ${PROJECT_SOURCE_DIR}/include/multigraph/cuda/*)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/core/cuda/linked.cu ${PROJECT_SOURCE_DIR}/include/multigraph/program.h)
  set(outputs "")
  file(MAKE_DIRECTORY ${folder}/quick)
  set(families loop_32 loop_64 sweeps tiles flow dense blocks dense_rows rows_32 rows_64 batch_32 batch_64 hubs)
  list(TRANSFORM families PREPEND quick/ OUTPUT_VARIABLE quick_kernels)
  foreach(kernels linked ${quick_kernels})
    set(code lto)
    set(quick "")
    if(kernels MATCHES "^quick/(.*)")
      set(code sm)
      string(TOUPPER ${CMAKE_MATCH_1} family)
      set(quick -DMG_QUICK -DMG_ONLY_${family})
    endif()
    set(architectures "")
    foreach(architecture ${MG_LINK_ARCHITECTURES})
      list(APPEND architectures -gencode arch=compute_${architecture},code=${code}_${architecture})
    endforeach()
    foreach(size 4 8)
      set(name ${kernels}_v${size})
      string(MAKE_C_IDENTIFIER ${name} array)
      add_custom_command(
        OUTPUT ${folder}/${name}.inc
        COMMAND
          ${CMAKE_CUDA_COMPILER} ${MG_CUDA_FLAGS} -fatbin -rdc=true ${architectures} ${quick} -DMG_VALUE_SIZE=${size}
          -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/core/cuda/linked.cu -o
          ${folder}/${name}.fatbin
        COMMAND ${CUDAToolkit_BIN_DIR}/bin2c -c -st -n ${array} ${folder}/${name}.fatbin > ${folder}/${name}.inc
        DEPENDS ${sources}
        VERBATIM)
      list(APPEND outputs ${folder}/${name}.inc)
    endforeach()
  endforeach()
  set(commands "")
  set(headers "")
  foreach(header program.h instantiate.h cuda/phase.cuh cuda/typed.cuh cuda/symbols.cuh cuda/export.cuh)
    string(MAKE_C_IDENTIFIER ${header} name)
    list(APPEND headers ${PROJECT_SOURCE_DIR}/include/multigraph/${header})
    list(APPEND commands COMMAND ${CUDAToolkit_BIN_DIR}/bin2c -c -st -p 0 -n ${name}
         ${PROJECT_SOURCE_DIR}/include/multigraph/${header} >> ${folder}/embedded_headers.inc)
  endforeach()
  add_custom_command(
    OUTPUT ${folder}/embedded_headers.inc
    COMMAND ${CMAKE_COMMAND} -E rm -f ${folder}/embedded_headers.inc ${commands}
    DEPENDS ${headers}
    VERBATIM)
  list(APPEND outputs ${folder}/embedded_headers.inc)
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/core/program/embedded.c ${outputs})
  target_include_directories(${target} PRIVATE ${folder})
endfunction()

# mg_cuda_kernels(TARGET LIST PROGRAM...): an object library TARGET with the kernels of programs and the table LIST of
# them, for batches where NAME is in MG_CUDA_BATCHED. PROGRAM is FILE or FILE:NAME; NAME is its MG_PROGRAM's name, by default the file's.
function(mg_cuda_kernels target list)
  set(folder ${PROJECT_BINARY_DIR}/cuda)
  set(declarations "")
  set(entries "")
  set(files "")
  foreach(program ${ARGN})
    string(REPLACE ":" ";" program ${program})
    list(GET program 0 file)
    list(GET program -1 name)
    get_filename_component(name ${name} NAME_WE)
    get_filename_component(stem ${file} NAME_WE)
    set(batch "")
    if(name IN_LIST MG_CUDA_BATCHED)
      set(batch "#define MG_CUDA_BATCH\n")
    endif()
    file(CONFIGURE OUTPUT ${folder}/${stem}_builtin.cu CONTENT "#define MG_CUDA_BUILTIN\n${batch}#include <multigraph/program.h>\n#include \"${file}\"\n" @ONLY)
    list(APPEND files ${folder}/${stem}_builtin.cu)
    string(APPEND declarations "extern const mg_program ${name}_program, mg__cuda_${name};\n")
    string(APPEND entries "    &${name}_program, &mg__cuda_${name},\n")
  endforeach()
  list(REMOVE_DUPLICATES files)
  file(CONFIGURE OUTPUT ${folder}/${list}.c @ONLY CONTENT "#include <multigraph/program.h>

${declarations}
extern const mg_program *const ${list}[];
const mg_program *const ${list}[] = {
${entries}    0,
};
")
  add_library(${target} OBJECT ${files} ${folder}/${list}.c)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CUDA_SEPARABLE_COMPILATION OFF)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:${MG_CUDA_FLAGS}>)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
endfunction()

# mg_add_cuda(TARGET PROGRAM...): the backend and the kernels of built-in programs, as in mg_cuda_kernels.
function(mg_add_cuda target)
  set(folder ${PROJECT_BINARY_DIR}/cuda)
  mg_cuda_kernels(multigraph_kernels mg__cuda_builtin_programs ${ARGN})
  target_sources(multigraph_kernels PRIVATE ${PROJECT_SOURCE_DIR}/core/cuda/depths.cu
                                            ${PROJECT_SOURCE_DIR}/core/cuda/depths_order.cu
                                            ${PROJECT_SOURCE_DIR}/core/cuda/device_graph.cu
                                            ${PROJECT_SOURCE_DIR}/core/cuda/tiles_graph.cu)
  foreach(source blocks_build.cu blocks_fill.cu hubs_build.cu panels_begin.cu panels_build.cu panels_fill.cu panels_rows.cu panels_sort.cu permute.cu short_rows.cu spmv_blocks.cu spmv_cuda.cu)
    target_sources(multigraph_kernels PRIVATE ${PROJECT_SOURCE_DIR}/core/cuda/${source})
  endforeach()
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:multigraph_kernels>)
  foreach(source backend_cuda.c blocks_work.c dense_work.c device.c device_graph.c hubs.c kept_launch.c launch.c panels.c panels_tiles.c panels_work.c run_batch.c
                 run_blocks.c run_dense.c run_flow.c run_hubs.c run_loop.c run_rows.c
                 run_sweep.c run_tiles.c run_turn.c short_rows.c spmv_cuda.c)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/core/cuda/${source})
  endforeach()
  foreach(source compilers.c link.c link_job.c link_process.c linked_kernels.c)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/core/program/${source})
  endforeach()
  mg_cuda_embed(${target} ${folder})
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/core/program/link.c APPEND PROPERTY COMPILE_DEFINITIONS
               MG_LINK_ARCHITECTURES=${MG_LINK_ARCHITECTURE_LIST})
  target_compile_definitions(${target} PRIVATE MG_HAVE_CUDA MG_CUDA_MAJOR=${CUDAToolkit_VERSION_MAJOR})
  # The process that makes full kernels in the background.
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/core/program/link_process.c APPEND PROPERTY COMPILE_DEFINITIONS
               MG_BUILT_PROGRAMS="${PROJECT_BINARY_DIR}/bin" MG_INSTALLED_LIBEXEC="${CMAKE_INSTALL_FULL_LIBEXECDIR}")
  add_executable(multigraph-link ${PROJECT_SOURCE_DIR}/core/program/link_main.c)
  mg_compile_options(multigraph-link)
  target_include_directories(multigraph-link PRIVATE ${PROJECT_SOURCE_DIR} ${CUDAToolkit_INCLUDE_DIRS})
  target_link_libraries(multigraph-link PRIVATE ${target})
  set_target_properties(multigraph-link PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  install(TARGETS multigraph-link DESTINATION ${CMAKE_INSTALL_LIBEXECDIR} COMPONENT library)
  target_include_directories(${target} PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
  # What nvcc makes of host code wants the C++ library, also where a C program is linked.
  set(MG_CUDA_LIBRARIES CUDA::cudart_static stdc++ PARENT_SCOPE)
  target_link_libraries(${target} PRIVATE CUDA::cudart_static ${CMAKE_DL_LIBS} stdc++)
endfunction()
