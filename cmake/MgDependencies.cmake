# System packages; the error for a missing one names the Debian package that contains it.
find_package(Threads REQUIRED)
find_package(OpenMP COMPONENTS C)
find_package(ZLIB)
find_package(PkgConfig)
if(PkgConfig_FOUND)
  pkg_check_modules(ZSTD IMPORTED_TARGET libzstd)
  pkg_check_modules(LIBARCHIVE IMPORTED_TARGET libarchive)
  pkg_check_modules(CJSON IMPORTED_TARGET libcjson)
  pkg_check_modules(XXHASH IMPORTED_TARGET libxxhash)
  pkg_check_modules(EXPAT IMPORTED_TARGET expat)
endif()

set(mg_missing "")
foreach(pair IN ITEMS "PkgConfig:pkg-config" "OpenMP_C:gcc (or libomp-dev with clang)" "ZLIB:zlib1g-dev" "ZSTD:libzstd-dev"
                      "CJSON:libcjson-dev" "XXHASH:libxxhash-dev" "LIBARCHIVE:libarchive-dev" "EXPAT:libexpat1-dev")
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

# Dependencies of the library, besides CUDA.
set(MG_LIBRARIES OpenMP::OpenMP_C Threads::Threads ZLIB::ZLIB PkgConfig::ZSTD PkgConfig::XXHASH PkgConfig::LIBARCHIVE
    PkgConfig::EXPAT ${CMAKE_DL_LIBS} m)

# MPI, for ranks that are processes. Only a plug-in is linked with it, which is loaded where mpirun has started the command:
# programs and packages work without MPI. So it is built wherever MPI is found.
set(MG_MPI AUTO CACHE STRING "Build the plug-in for MPI: AUTO (where it is found), ON or OFF")
set_property(CACHE MG_MPI PROPERTY STRINGS AUTO ON OFF)
set(MG_HAVE_MPI OFF)
if(MG_MPI)
  if(MG_MPI STREQUAL "AUTO")
    find_package(MPI QUIET COMPONENTS C)
  else()
    find_package(MPI REQUIRED COMPONENTS C) # Debian: libopenmpi-dev
  endif()
  set(MG_HAVE_MPI ${MPI_C_FOUND})
endif()

# METIS, for the vertex order of this name; without it this order is a run-time error.
option(MG_METIS "Use METIS where it is installed" ON)
if(MG_METIS)
  find_path(METIS_INCLUDE_DIR metis.h)
  find_library(METIS_LIBRARY metis)
  mark_as_advanced(METIS_INCLUDE_DIR METIS_LIBRARY)
endif()
set(MG_HAVE_METIS OFF)
if(MG_METIS AND METIS_INCLUDE_DIR AND METIS_LIBRARY)
  set(MG_HAVE_METIS ON)
  list(APPEND MG_LIBRARIES ${METIS_LIBRARY})
endif()
