# Debian packages by `cpack` in the build folder, one for each component: libmultigraph0.1, libmultigraph-dev, multigraph-tools
# and python3-multigraph. The preset `debian` builds them by Debian's rules: for /usr, and with a command that
# uses the shared library. dpkg-shlibdeps determines the dependencies on other packages.
if(NOT MG_BUILD_SHARED OR NOT MG_BUILD_TOOLS)
  return()
endif()
set(mg_library_package libmultigraph${mg_soversion})
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL library development tools python)
set(CPACK_PACKAGE_NAME multigraph)
set(CPACK_PACKAGE_CONTACT "The MultiGraph authors <maintainers@multigraph.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/MgCompressManuals.cmake)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${mg_library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Shared library for graph algorithms and vertex programs")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libmultigraph-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${mg_library_package} (= ${PROJECT_VERSION}), zlib1g-dev, libzstd-dev, libarchive-dev, libexpat1-dev, libxxhash-dev")
if(MG_HAVE_METIS)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libmetis-dev")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers, static library and examples of libmultigraph")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME multigraph-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION math)
if(BUILD_SHARED_LIBS) # dpkg-shlibdeps knows installed packages only
  set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${mg_library_package} (= ${PROJECT_VERSION})")
endif()
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "libmultigraph-dev, gcc") # `multigraph run` compiles
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "The command multigraph: graph algorithms on graph files")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-multigraph)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy, ${mg_library_package} (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-scipy, python3-networkx")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "libmultigraph for NumPy, SciPy and NetworkX")

# Only for packages: the folder of Debian's Python, and files that Debian's policy requires.
install(DIRECTORY tools/python/multigraph DESTINATION lib/python3/dist-packages COMPONENT python EXCLUDE_FROM_ALL
        PATTERN __pycache__ EXCLUDE)
install(FILES tools/python/multigraph_networkx.py DESTINATION lib/python3/dist-packages COMPONENT python EXCLUDE_FROM_ALL)
# By these files NetworkX finds its backend; pip makes them from pyproject.toml.
set(mg_dist_info multigraph-${PROJECT_VERSION}.dist-info)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/${mg_dist_info}/METADATA @ONLY CONTENT "Metadata-Version: 2.1
Name: multigraph
Version: @PROJECT_VERSION@
")
file(WRITE ${PROJECT_BINARY_DIR}/${mg_dist_info}/entry_points.txt "[networkx.backends]
multigraph = multigraph.nx_backend:interface
[networkx.backend_info]
multigraph = multigraph_networkx:get_info
")
install(DIRECTORY ${PROJECT_BINARY_DIR}/${mg_dist_info} DESTINATION lib/python3/dist-packages COMPONENT python
        EXCLUDE_FROM_ALL)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/copyright @ONLY CONTENT "Copyright: 2026 The MultiGraph authors
License: Apache-2.0
On Debian systems the text of this license is in /usr/share/common-licenses/Apache-2.0.
")
string(TIMESTAMP mg_date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/changelog @ONLY CONTENT "multigraph (@PROJECT_VERSION@) unstable; urgency=medium

  * Packaged by the build; CHANGELOG.md in the source says what changed.

 -- @CPACK_PACKAGE_CONTACT@  @mg_date@
")
foreach(component library development tools python)
  string(TOUPPER ${component} upper)
  install(FILES ${PROJECT_BINARY_DIR}/copyright ${PROJECT_BINARY_DIR}/changelog
          DESTINATION share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
