# Debian packages by `cpack` in the build folder, one for each component: libmultigraph0.2, libmultigraph-dev, multigraph-tools
# and python3-multigraph. The preset `debian` builds them by Debian's rules: for /usr, and with a command that
# uses the shared library. dpkg-shlibdeps determines the dependencies on other packages.
if(NOT MG_BUILD_SHARED OR NOT MG_BUILD_TOOLS)
  return()
endif()
set(mg_library_package libmultigraph${mg_soversion})
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL library development tools python)
if(MG_HAVE_MPI) # a package of its own: the others do not depend on MPI
  list(APPEND CPACK_COMPONENTS_ALL mpi)
endif()
set(CPACK_PACKAGE_NAME multigraph)
set(CPACK_PACKAGE_CONTACT "The MultiGraph authors <maintainers@multigraph.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# The project has no home page yet: packages have no field Homepage, which must not be empty.
unset(CPACK_DEBIAN_PACKAGE_HOMEPAGE)
unset(CPACK_PACKAGE_HOMEPAGE_URL)
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
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
    "Shared library for graph algorithms and vertex programs.
Breadth-first search, shortest paths, components, PageRank, centralities,
communities and products of sparse matrices, with all cores or, where the
library was built with CUDA, on a GPU. Vertex programs of a page of C run in
the same loops.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libmultigraph-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${mg_library_package} (= ${PROJECT_VERSION}), zlib1g-dev, libzstd-dev, libarchive-dev, libexpat1-dev, libxxhash-dev")
if(MG_HAVE_METIS)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libmetis-dev")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Headers, static library and examples of libmultigraph.
For programs that use the library, by pkg-config or CMake's find_package, and
for vertex programs that are compiled when they run.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME multigraph-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION math)
if(BUILD_SHARED_LIBS) # dpkg-shlibdeps knows installed packages only
  set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${mg_library_package} (= ${PROJECT_VERSION})")
endif()
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "libmultigraph-dev, gcc") # `multigraph run` compiles
set(CPACK_DEBIAN_TOOLS_PACKAGE_SUGGESTS "gnuplot-nox | gnuplot") # pictures of `multigraph plot` and `report`
set(CPACK_COMPONENT_TOOLS_DESCRIPTION
    "The command multigraph: graph algorithms on graph files.
Reads edge lists, Matrix Market, GraphML, GML, Pajek, METIS, DIMACS and other
formats, compressed or in archives; writes results as text, JSON, NumPy arrays
or attributes of a graph, checks them, measures and draws them.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-multigraph)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy, ${mg_library_package} (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-scipy, python3-networkx")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
    "Python package of libmultigraph, for NumPy, SciPy and NetworkX.
Results are NumPy arrays; names can be ids; tables of pandas, Polars and Arrow
are read and made. NetworkX runs its functions on it as a backend.")

set(CPACK_DEBIAN_MPI_PACKAGE_NAME multigraph-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_SECTION math)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "${mg_library_package} (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_MPI_DESCRIPTION
    "Plug-in of libmultigraph for processes that mpirun starts.
One run on several processes or hosts: each has a part of the graph.")

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
foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} upper)
  install(FILES ${PROJECT_BINARY_DIR}/copyright ${PROJECT_BINARY_DIR}/changelog
          DESTINATION share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
