# Installation in three components: library, development, tools. How users find the library:
#   cc program.c $(pkg-config --cflags --libs multigraph)         (--static: the static library and what it needs)
# and CMake's find_package(multigraph); both also work with the build tree, without installation.
include(CMakePackageConfigHelpers)
set(mg_package ${CMAKE_INSTALL_LIBDIR}/cmake/multigraph)

# Both are exported as multigraph::multigraph; multigraphConfig.cmake selects one.
set_target_properties(multigraph PROPERTIES EXPORT_NAME multigraph)
install(TARGETS multigraph EXPORT multigraphStatic ARCHIVE COMPONENT development)
set(mg_exports multigraphStatic)
if(MG_BUILD_SHARED)
  set_target_properties(multigraph_shared PROPERTIES EXPORT_NAME multigraph)
  install(TARGETS multigraph_shared EXPORT multigraphShared LIBRARY COMPONENT library
                                                                    NAMELINK_COMPONENT development)
  list(APPEND mg_exports multigraphShared)
  # In system folders the loader finds a new library only after ldconfig, which needs root.
  install(CODE "if(NOT DEFINED ENV{DESTDIR} AND CMAKE_INSTALL_PREFIX MATCHES \"^/usr(/local)?/?$\")
                  execute_process(COMMAND ldconfig OUTPUT_QUIET ERROR_QUIET)
                endif()" COMPONENT library)
endif()
foreach(export IN LISTS mg_exports)
  install(EXPORT ${export} NAMESPACE multigraph:: DESTINATION ${mg_package} COMPONENT development)
  export(EXPORT ${export} NAMESPACE multigraph:: FILE ${PROJECT_BINARY_DIR}/${export}.cmake)
endforeach()
if(SKBUILD) # `pip install .`: where the package looks for the library, and the library for the headers of programs
  install(FILES $<TARGET_FILE:multigraph_shared> DESTINATION multigraph/lib RENAME libmultigraph.so.${mg_soversion}
          COMPONENT wheel)
  install(DIRECTORY include/multigraph DESTINATION multigraph/include COMPONENT wheel)
  install(FILES tools/python/multigraph_networkx.py DESTINATION . COMPONENT wheel)
endif()
install(DIRECTORY include/multigraph DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/multigraph COMPONENT development)

configure_package_config_file(cmake/multigraphConfig.cmake.in ${PROJECT_BINARY_DIR}/multigraphConfig.cmake
                              INSTALL_DESTINATION ${mg_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/multigraphConfigVersion.cmake COMPATIBILITY SameMinorVersion)
foreach(script multigraphPrograms multigraphEmbed)
  configure_file(cmake/${script}.cmake ${PROJECT_BINARY_DIR}/${script}.cmake COPYONLY)
endforeach()
foreach(script multigraphConfig multigraphConfigVersion multigraphPrograms multigraphEmbed)
  install(FILES ${PROJECT_BINARY_DIR}/${script}.cmake DESTINATION ${mg_package} COMPONENT development)
endforeach()

# multigraph.pc derives its prefix from its own path; pkg-config prefers multigraph-uninstalled.pc, for the build tree.
list(JOIN OpenMP_C_FLAGS " " MG_PC_LIBS)
# By name: libarchive.pc would ask for the development packages of all libraries that libarchive itself uses.
string(APPEND MG_PC_LIBS " -larchive -lm -ldl")
if(MG_HAVE_METIS)
  string(APPEND MG_PC_LIBS " -lmetis")
endif()
if(MG_HAVE_CUDA)
  string(APPEND MG_PC_LIBS " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lstdc++ -lrt")
endif()
set(MG_PC_PRIVATE .private)
set(MG_PC_LIBS_PRIVATE "\nLibs.private:")
if(NOT MG_BUILD_SHARED) # only static: users must link its dependencies, too
  set(MG_PC_PRIVATE "")
  set(MG_PC_LIBS_PRIVATE "")
endif()
file(RELATIVE_PATH MG_PC_PREFIX ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
# rpath: further flags of Libs; the build tree is in no search path of the dynamic linker.
function(mg_pkg_config file prefix libdir includedir rpath)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${file} @ONLY CONTENT "prefix=@prefix@
libdir=@libdir@
includedir=@includedir@

Name: multigraph
Description: @PROJECT_DESCRIPTION@
Version: @PROJECT_VERSION@
Requires@MG_PC_PRIVATE@: zlib libzstd libxxhash expat
Libs: -L\${libdir}@rpath@ -lmultigraph@MG_PC_LIBS_PRIVATE@ @MG_PC_LIBS@
Cflags: -I\${includedir}
")
endfunction()
mg_pkg_config(multigraph.pc "\${pcfiledir}/${MG_PC_PREFIX}" "\${prefix}/${CMAKE_INSTALL_LIBDIR}"
              "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}" "")
mg_pkg_config(multigraph-uninstalled.pc ${PROJECT_BINARY_DIR} "\${prefix}" ${PROJECT_SOURCE_DIR}/include
              " -Wl,-rpath,\${libdir}")
install(FILES ${PROJECT_BINARY_DIR}/multigraph.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# A target that builds everything that is installed, without the tests.
add_custom_target(installable DEPENDS multigraph)
foreach(target multigraph_shared multigraph-command guides multigraph-link)
  if(TARGET ${target})
    add_dependencies(installable ${target})
  endif()
endforeach()

# `uninstall` removes the files that the last installations from this folder have written; folders stay.
add_custom_target(
  uninstall
  COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/MgUninstall.cmake
  COMMENT "Removing installed files"
  VERBATIM)
