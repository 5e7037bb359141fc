# What `cmake --install` puts where: the library, its headers, the examples, and what finds the library: multigraph.pc for
#   cc program.c $(pkg-config --cflags --libs multigraph)
# and a package for CMake's find_package(multigraph).
include(CMakePackageConfigHelpers)
set(mg_package ${CMAKE_INSTALL_LIBDIR}/cmake/multigraph)
get_target_property(mg_type multigraph TYPE)

install(TARGETS multigraph EXPORT multigraphTargets)
install(DIRECTORY include/multigraph DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/multigraph)
install(EXPORT multigraphTargets NAMESPACE multigraph:: DESTINATION ${mg_package})
configure_package_config_file(cmake/multigraphConfig.cmake.in ${PROJECT_BINARY_DIR}/multigraphConfig.cmake
                              INSTALL_DESTINATION ${mg_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/multigraphConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/multigraphConfig.cmake ${PROJECT_BINARY_DIR}/multigraphConfigVersion.cmake
              cmake/multigraphPrograms.cmake cmake/multigraphEmbed.cmake DESTINATION ${mg_package})

set(MG_PC_LIBS -lmultigraph)
set(MG_PC_REQUIRES "")
if(mg_type STREQUAL "STATIC_LIBRARY") # brings nothing along
  list(JOIN OpenMP_C_FLAGS " " mg_openmp)
  string(APPEND MG_PC_LIBS " ${mg_openmp} -lm -ldl")
  set(MG_PC_REQUIRES "zlib libzstd libxxhash")
  if(MG_HAVE_CUDA)
    string(APPEND MG_PC_LIBS " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lstdc++ -lrt")
  endif()
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/multigraph.pc @ONLY CONTENT "prefix=\${pcfiledir}/../..
libdir=\${prefix}/@CMAKE_INSTALL_LIBDIR@
includedir=\${prefix}/@CMAKE_INSTALL_INCLUDEDIR@

Name: multigraph
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Requires: @MG_PC_REQUIRES@
Libs: -L\${libdir} @MG_PC_LIBS@
Cflags: -I\${includedir}
")
install(FILES ${PROJECT_BINARY_DIR}/multigraph.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
