# The target `docs`: the API reference in docs/html of the build folder. Only where Doxygen is installed.
find_program(MG_DOXYGEN doxygen)
if(MG_DOXYGEN)
  add_custom_target(
    docs
    COMMAND ${CMAKE_COMMAND} -E env MG_VERSION=${PROJECT_VERSION} MG_DOCS_OUTPUT=${PROJECT_BINARY_DIR}/docs
            ${MG_DOXYGEN} docs/Doxyfile
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    COMMENT "Writing the API reference to ${PROJECT_BINARY_DIR}/docs/html"
    VERBATIM)
endif()

# The target `site`: all pages as a site with search, in `site` of the build folder. It needs MkDocs when it runs.
find_program(MG_PYTHON3 python3)
if(MG_PYTHON3)
  add_custom_target(
    site
    COMMAND ${MG_PYTHON3} ${PROJECT_SOURCE_DIR}/tools/site ${PROJECT_BINARY_DIR}/site
    COMMENT "Writing the site to ${PROJECT_BINARY_DIR}/site/index.html"
    VERBATIM)
endif()
