# The CUDA backend. MG_CUDA: ON (fail without a CUDA compiler), OFF, AUTO (where there are a GPU and a compiler, and no
# sanitizer is on). CMAKE_CUDA_ARCHITECTURES defaults to the architectures of this machine's GPUs, without a GPU to
# those of a release: machine code for compute capability 7.5, 8.0 and 9.0, and PTX for newer ones.
set(MG_CUDA AUTO CACHE STRING "Build the CUDA backend: ON, OFF or AUTO")
set_property(CACHE MG_CUDA PROPERTY STRINGS AUTO ON OFF)
option(MG_PAPER_LAYOUTS "GPU kernels of built-in programs for the layouts blocks and segmented, which auto never takes" OFF)
set(MG_TEST_CUDA_ARCHITECTURES "" CACHE STRING "Of the tests' own programs; empty: the newest of those of the library")
set(MG_QUICK_CUDA_ARCHITECTURES "" CACHE STRING "Of quick kernels (e.g. 80;90); empty: the newest of those of the library")

# The architectures of this machine's GPUs, for CMAKE_CUDA_ARCHITECTURES. A GPU may exist without nvidia-smi.
function(mg_cuda_find_gpu found architectures)
  set(capabilities "")
  set(result FALSE)
  find_program(MG_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(MG_NVIDIA_SMI)
  if(MG_NVIDIA_SMI)
    execute_process(COMMAND ${MG_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader OUTPUT_VARIABLE text
                    RESULT_VARIABLE status ERROR_QUIET)
    if(status EQUAL 0)
      string(REGEX MATCHALL "[0-9]+\\.[0-9]+" capabilities "${text}")
    endif()
  endif()
  if(capabilities OR EXISTS /dev/nvidia0)
    set(result TRUE)
  endif()
  list(TRANSFORM capabilities REPLACE "\\." "")
  list(REMOVE_DUPLICATES capabilities)
  list(SORT capabilities COMPARE NATURAL)
  list(TRANSFORM capabilities APPEND "-real")
  set(${found} ${result} PARENT_SCOPE)
  set(${architectures} "${capabilities}" PARENT_SCOPE)
endfunction()

set(MG_HAVE_CUDA OFF)
set(mg_why "the library is for the CPU only")
if(MG_CUDA STREQUAL "ON" OR (MG_CUDA STREQUAL "AUTO" AND NOT MG_SANITIZE))
  mg_cuda_find_gpu(mg_gpu mg_native)
  if(NOT mg_gpu AND MG_CUDA STREQUAL "AUTO")
    set(mg_why "no GPU was found here; to build it all the same: -DMG_CUDA=ON (needs nvcc)")
  else()
    if(NOT CMAKE_CUDA_COMPILER) # it may have been installed since
      unset(CMAKE_CUDA_COMPILER CACHE)
    endif()
    include(CheckLanguage)
    check_language(CUDA)
    set(mg_why "there is no CUDA compiler; install the CUDA toolkit or set CUDACXX, then configure with -DMG_CUDA=ON")
  endif()
  if(CMAKE_CUDA_COMPILER AND (mg_gpu OR MG_CUDA STREQUAL "ON"))
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND mg_native)
      set(CMAKE_CUDA_ARCHITECTURES ${mg_native})
    elseif(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90)
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
  message(STATUS "CUDA backend: off, ${mg_why}")
  return()
endif()

# Embedded machine code is compressed to a fifth; LTO-IR for run-time linking would hardly get smaller. Every driver of
# CUDA 12 and later reads -compress-all. --compress-mode=size needs a driver of CUDA 12.4 (550.54.14), which is older
# than any that CUDA 13 supports.
if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  set(MG_CUDA_COMPRESS --compress-mode=size)
else()
  set(MG_CUDA_COMPRESS -Xfatbin=-compress-all)
endif()
# Quick kernels run until the full ones are linked: they may be compiled in half the time or less. Without inlining some
# families would need more registers than their launch bounds allow. So are the programs of MG_CUDA_LESS_OPTIMISED.
set(MG_CUDA_FAST_FAMILIES "")
set(MG_CUDA_FAST_PROGRAMS "")
if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
  set(MG_CUDA_FAST_FAMILIES loop_32 sweeps tiles dataflow dense rows_32)
  set(MG_CUDA_FAST_PROGRAMS -Ofc=min)
endif()
set(MG_CUDA_FLAGS --std=c++17 -fmad=false -Xcompiler=-fvisibility=hidden)
if(MG_PAPER_LAYOUTS)
  list(APPEND MG_CUDA_FLAGS -DMG_PAPER_LAYOUTS)
endif()

# The architectures for which programs are linked at run time. Wide kernels, which graphs of 2^32 arcs need, are a third of
# all kernels: builds for several architectures carry them for the newest one only.
set(MG_WIDE_ARCHITECTURE 80)
string(REGEX MATCHALL "[0-9]+" MG_LINK_ARCHITECTURES "${CMAKE_CUDA_ARCHITECTURES}")
if(MG_LINK_ARCHITECTURES)
  list(SORT MG_LINK_ARCHITECTURES COMPARE NATURAL)
  list(GET MG_LINK_ARCHITECTURES -1 MG_NEWEST_ARCHITECTURE)
  if(MG_NEWEST_ARCHITECTURE GREATER MG_WIDE_ARCHITECTURE)
    set(MG_WIDE_ARCHITECTURE ${MG_NEWEST_ARCHITECTURE})
  endif()
else() # all, native
  set(MG_LINK_ARCHITECTURES 75 80 90)
  set(MG_NEWEST_ARCHITECTURE 90)
endif()
list(APPEND MG_CUDA_FLAGS -DMG_WIDE_ARCHITECTURE=${MG_WIDE_ARCHITECTURE})
list(REMOVE_DUPLICATES MG_LINK_ARCHITECTURES)
list(JOIN MG_LINK_ARCHITECTURES "," MG_LINK_ARCHITECTURE_LIST)
# Quick kernels save 0.1 to 0.4 s of the first run of a new program; for each architecture they take 50 s to compile.
set(MG_QUICK_ARCHITECTURES "")
foreach(architecture IN LISTS MG_QUICK_CUDA_ARCHITECTURES)
  if(architecture IN_LIST MG_LINK_ARCHITECTURES)
    list(APPEND MG_QUICK_ARCHITECTURES ${architecture})
  endif()
endforeach()
if(NOT MG_QUICK_ARCHITECTURES)
  set(MG_QUICK_ARCHITECTURES ${MG_NEWEST_ARCHITECTURE})
endif()
list(JOIN MG_QUICK_ARCHITECTURES "," MG_QUICK_ARCHITECTURE_LIST)
if(NOT MG_TEST_CUDA_ARCHITECTURES)
  set(MG_TEST_CUDA_ARCHITECTURES ${MG_NEWEST_ARCHITECTURE}-real)
endif()

# mg_cuda_embed(TARGET FOLDER): an object library TARGET of core/program/embedded.c, which includes as static arrays the
# kernels with linked callbacks as LTO-IR for each architecture (that of the oldest one would lack features of newer
# ones), the quick kernels as machine code, and the headers of programs.
function(mg_cuda_embed target folder)
  file(GLOB_RECURSE sources ${PROJECT_SOURCE_DIR}/core/cuda/kernel/*.cuh ${PROJECT_SOURCE_DIR}/core/cuda/kernel/*.h
       ${PROJECT_SOURCE_DIR}/frontier/cuda/*.cuh ${PROJECT_SOURCE_DIR}/include/multigraph/cuda/*)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/core/cuda/kernel/common/linked.cu ${PROJECT_SOURCE_DIR}/include/multigraph/program.h
       ${PROJECT_SOURCE_DIR}/include/multigraph/program_functions.h)
  set(outputs "")
  file(MAKE_DIRECTORY ${folder}/quick)
  set(families loop_32 sweeps gather tiles dataflow dense dense_rows rows_32)
  if(MG_PAPER_LAYOUTS)
    list(APPEND families blocks segments)
  endif()
  list(TRANSFORM families PREPEND quick/ OUTPUT_VARIABLE quick_kernels)
  foreach(kernels linked ${quick_kernels})
    set(code lto)
    set(carried ${MG_LINK_ARCHITECTURES})
    set(quick "")
    if(kernels MATCHES "^quick/(.*)")
      set(code sm)
      set(carried ${MG_QUICK_ARCHITECTURES})
      string(TOUPPER ${CMAKE_MATCH_1} family)
      set(quick -DMG_QUICK -DMG_ONLY_${family})
      if(CMAKE_MATCH_1 IN_LIST MG_CUDA_FAST_FAMILIES)
        list(APPEND quick -Ofc=mid)
      endif()
    endif()
    set(architectures "")
    foreach(architecture ${carried})
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
  foreach(header program.h program_functions.h instantiate.h cuda/phase.cuh cuda/typed.cuh cuda/symbols.cuh cuda/export.cuh)
    string(MAKE_C_IDENTIFIER ${header} name)
    list(APPEND headers ${PROJECT_SOURCE_DIR}/include/multigraph/${header})
    list(APPEND commands COMMAND ${CUDAToolkit_BIN_DIR}/bin2c -c -st -p 0 -n ${name}
         ${PROJECT_SOURCE_DIR}/include/multigraph/${header} >> ${folder}/embedded_headers.inc)
  endforeach()
  foreach(header split/split_args.h user/user_args.h user/user_spmm.cuh) # of products over a user's semiring
    get_filename_component(name ${header} NAME)
    string(MAKE_C_IDENTIFIER ${name} name)
    list(APPEND headers ${PROJECT_SOURCE_DIR}/core/cuda/product/${header})
    list(APPEND commands COMMAND ${CUDAToolkit_BIN_DIR}/bin2c -c -st -p 0 -n ${name}
         ${PROJECT_SOURCE_DIR}/core/cuda/product/${header} >> ${folder}/embedded_headers.inc)
  endforeach()
  add_custom_command(
    OUTPUT ${folder}/embedded_headers.inc
    COMMAND ${CMAKE_COMMAND} -E rm -f ${folder}/embedded_headers.inc ${commands}
    DEPENDS ${headers}
    VERBATIM)
  list(APPEND outputs ${folder}/embedded_headers.inc)
  add_library(${target} OBJECT ${PROJECT_SOURCE_DIR}/core/program/embedded.c ${outputs})
  mg_compile_options(${target})
  target_compile_definitions(${target} PRIVATE $<$<BOOL:${MG_PAPER_LAYOUTS}>:MG_PAPER_LAYOUTS>)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  target_include_directories(${target} PRIVATE ${folder} ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
endfunction()

# mg_cuda_kernels(TARGET LIST PROGRAM...): an object library TARGET with the kernels of programs and the table LIST of
# them, with batch kernels if NAME is in MG_CUDA_BATCHED, without dense kernels if it is in MG_CUDA_SPARSE,
# compiled in less time if it is in MG_CUDA_LESS_OPTIMISED. PROGRAM is FILE
# or FILE:NAME; NAME is the name in MG_PROGRAM, by default that of the file.
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
    set(families "")
    if(name IN_LIST MG_CUDA_BATCHED)
      string(APPEND families "#define MG_CUDA_BATCH\n")
    endif()
    if(name IN_LIST MG_CUDA_SPARSE)
      string(APPEND families "#define MG_CUDA_SPARSE\n")
    endif()
    file(CONFIGURE OUTPUT ${folder}/${stem}_builtin.cu CONTENT "#define MG_CUDA_BUILTIN\n${families}#include \"core/cuda/kernel/common/kernels.cuh\"\n#include \"${file}\"\n" @ONLY)
    list(APPEND files ${folder}/${stem}_builtin.cu)
    if(name IN_LIST MG_CUDA_LESS_OPTIMISED)
      set_source_files_properties(${folder}/${stem}_builtin.cu PROPERTIES COMPILE_OPTIONS "${MG_CUDA_FAST_PROGRAMS}")
    endif()
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
  mg_cuda_library(${target})
  target_sources(${target} PRIVATE ${files} ${folder}/${list}.c)
endfunction()

# mg_cuda_team_kernels(TARGET LIST PROGRAM...): an object library TARGET with the loop kernels of teams for the first
# phases of programs, and the table LIST of them. PROGRAM is FILE or FILE:OTHER: a search that finds the giant component
# for the program OTHER. FILE has the name in MG_PROGRAM. Not for architectures before 8.0 (mg__multi_has_loop()).
function(mg_cuda_team_kernels target list)
  set(folder ${PROJECT_BINARY_DIR}/cuda)
  set(declarations "")
  set(entries "")
  set(files "")
  foreach(program ${ARGN})
    string(REPLACE ":" ";" program ${program})
    list(GET program 0 source)
    get_filename_component(name ${source} NAME_WE)
    set(file ${folder}/${name}_team.cu)
    file(CONFIGURE OUTPUT ${file} CONTENT "#include \"core/cuda/multi/team_loop.cuh\"\n#include \"${source}\"\nMG_TEAM_KERNEL(${name})\n" @ONLY)
    list(APPEND files ${file})
    list(LENGTH program length)
    set(other 0)
    if(length GREATER 1)
      list(GET program 1 other)
      string(APPEND declarations "extern const mg_program ${other}_program;\n")
      set(other "&${other}_program")
    endif()
    string(APPEND declarations "extern const mg_program ${name}_program;\nextern const void *const mg__team_kernel_${name};\n")
    string(APPEND entries "    {&${name}_program, &mg__team_kernel_${name}, ${other}},\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/${list}.c @ONLY CONTENT "#include \"core/cuda/multi/team_kernels.h\"

${declarations}
const mg_team_kernel ${list}[] = {
${entries}    {0, 0, 0},
};
")
  set(newer ${CMAKE_CUDA_ARCHITECTURES})
  list(FILTER newer EXCLUDE REGEX "^[1-7][0-9](-|$)")
  if(newer)
    set(CMAKE_CUDA_ARCHITECTURES ${newer})
  endif()
  mg_cuda_library_from(${target} 80)
  target_sources(${target} PRIVATE ${files} ${folder}/${list}.c)
endfunction()

# mg_cuda_library(TARGET): an object library of kernels.
function(mg_cuda_library target)
  add_library(${target} OBJECT)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CUDA_SEPARABLE_COMPILATION OFF)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${MG_CUDA_FLAGS};${MG_CUDA_COMPRESS}>")
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
endfunction()

# mg_cuda_library_from(TARGET OLDEST): one whose kernels use nothing that is newer than the architecture OLDEST. The
# machine code for later ones is made from the PTX for OLDEST; so the front end runs once for all of them, not once for
# each. It is the same code if nothing that they use depends on __CUDA_ARCH__ beyond OLDEST.
function(mg_cuda_library_from target oldest)
  mg_cuda_library(${target})
  if(NOT CMAKE_CUDA_ARCHITECTURES MATCHES "^[0-9]") # all, native
    return()
  endif()
  set(base "")
  set(codes "")
  set(options "")
  foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
    string(REGEX MATCH "^[0-9]+" number "${architecture}")
    if(number LESS oldest)
      list(APPEND options --generate-code=arch=compute_${number},code=[sm_${number}])
    else()
      if(NOT base)
        set(base ${number})
      endif()
      if(NOT architecture MATCHES "-virtual$")
        list(APPEND codes sm_${number})
      endif()
      if(NOT architecture MATCHES "-real$")
        list(APPEND codes compute_${base})
      endif()
    endif()
  endforeach()
  list(REMOVE_DUPLICATES codes)
  list(LENGTH codes count)
  if(count GREATER 1)
    list(JOIN codes "," codes)
    list(APPEND options --generate-code=arch=compute_${base},code=[${codes}])
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES OFF)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CUDA>:${options}>")
  endif()
endfunction()
