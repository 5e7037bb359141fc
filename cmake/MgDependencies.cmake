# System packages; every missing one is named together with the Debian package that holds it.
find_package(Threads REQUIRED)
find_package(OpenMP COMPONENTS C)
find_package(ZLIB)
find_package(PkgConfig)
if(PkgConfig_FOUND)
  pkg_check_modules(ZSTD IMPORTED_TARGET libzstd)
  pkg_check_modules(CJSON IMPORTED_TARGET libcjson)
  pkg_check_modules(XXHASH IMPORTED_TARGET libxxhash)
endif()

set(mg_missing "")
foreach(pair IN ITEMS "PkgConfig:pkg-config" "OpenMP_C:gcc (or libomp-dev with clang)" "ZLIB:zlib1g-dev" "ZSTD:libzstd-dev"
                      "CJSON:libcjson-dev" "XXHASH:libxxhash-dev")
  string(REPLACE ":" ";" parts "${pair}")
  list(GET parts 0 name)
  list(GET parts 1 package)
  if(NOT ${name}_FOUND)
    string(APPEND mg_missing "\n  ${name}: install the Debian package ${package}")
  endif()
endforeach()
if(mg_missing)
  message(FATAL_ERROR "MultiGraph needs packages that were not found:${mg_missing}")
endif()

# What the library is built on, beside CUDA.
set(MG_LIBRARIES OpenMP::OpenMP_C Threads::Threads ZLIB::ZLIB PkgConfig::ZSTD PkgConfig::XXHASH ${CMAKE_DL_LIBS} m)
