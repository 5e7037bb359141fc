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

# mg_cuda_embed(TARGET FOLDER): an object library TARGET of what core/program/embedded.c includes, as static arrays: the kernels over linked callbacks for three architectures as
# LTO-IR (with the oldest alone, newer ones would lose what only they have), those that a program begins with also as machine
# code, and the headers of programs.
function(mg_cuda_embed target folder)
  file(GLOB_RECURSE sources ${PROJECT_SOURCE_DIR}/core/cuda/kernel/*.cuh ${PROJECT_SOURCE_DIR}/core/cuda/kernel/*.h
       ${PROJECT_SOURCE_DIR}/include/multigraph/cuda/*)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/core/cuda/kernel/common/linked.cu ${PROJECT_SOURCE_DIR}/include/multigraph/program.h)
  set(outputs "")
  file(MAKE_DIRECTORY ${folder}/quick)
  set(families loop_32 loop_64 sweeps tiles dataflow dense blocks dense_rows rows_32 rows_64 batch_32 batch_64 segments)
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
          -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/core/cuda/kernel/common/linked.cu -o
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
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/core/program/embedded.c ${outputs})
  mg_compile_options(${target})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  target_include_directories(${target} PRIVATE ${folder} ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
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
    file(CONFIGURE OUTPUT ${folder}/${stem}_builtin.cu CONTENT "#define MG_CUDA_BUILTIN\n${batch}#include \"core/cuda/kernel/common/kernels.cuh\"\n#include \"${file}\"\n" @ONLY)
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
