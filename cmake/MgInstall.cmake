# What `cmake --install` puts where: the library, its headers, and multigraph.pc, so that a C program is built with
#   cc program.c $(pkg-config --cflags --libs multigraph)
install(TARGETS multigraph)
install(DIRECTORY include/multigraph DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

get_target_property(mg_type multigraph TYPE)
set(MG_PC_LIBS -lmultigraph)
set(MG_PC_REQUIRES "")
if(mg_type STREQUAL "STATIC_LIBRARY") # brings nothing along
  list(JOIN OpenMP_C_FLAGS " " mg_openmp)
  string(APPEND MG_PC_LIBS " ${mg_openmp} -lm")
  set(MG_PC_REQUIRES "zlib libzstd libxxhash")
  if(MG_HAVE_CUDA)
    string(APPEND MG_PC_LIBS " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lstdc++ -lrt -ldl")
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
