# The shared library, from the same objects as the static one. multigraph.map lists its exports. Before 1.0 the
# interface may change with the minor version, which is therefore part of the SONAME.
if(NOT MG_BUILD_SHARED)
  if(BUILD_SHARED_LIBS)
    message(FATAL_ERROR "BUILD_SHARED_LIBS is ON, but MG_BUILD_SHARED is OFF: there is no shared library to link with")
  endif()
  return()
endif()
set(mg_soversion ${PROJECT_VERSION_MAJOR})
if(mg_soversion EQUAL 0)
  set(mg_soversion 0.${PROJECT_VERSION_MINOR})
endif()
set(mg_map ${PROJECT_SOURCE_DIR}/cmake/multigraph.map)

add_library(multigraph_shared SHARED $<TARGET_OBJECTS:multigraph>)
set_target_properties(multigraph_shared PROPERTIES OUTPUT_NAME multigraph VERSION ${PROJECT_VERSION}
                                                   SOVERSION ${mg_soversion} LINKER_LANGUAGE C LINK_DEPENDS ${mg_map})
target_include_directories(multigraph_shared INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                       $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_options(multigraph_shared PRIVATE -Wl,--version-script=${mg_map} ${mg_harden_link})
if(NOT MG_SANITIZE) # the program provides the sanitizer's functions
  target_link_options(multigraph_shared PRIVATE -Wl,-z,defs)
else()
  target_link_options(multigraph_shared PUBLIC -fsanitize=${MG_SANITIZE})
endif()
target_link_libraries(multigraph_shared PRIVATE ${MG_LIBRARIES})
if(MG_HAVE_CUDA)
  target_sources(multigraph_shared PRIVATE ${MG_CUDA_OBJECTS})
  target_link_libraries(multigraph_shared PRIVATE ${MG_CUDA_LIBRARIES})
endif()
