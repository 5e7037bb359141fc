# Run by cpack before it makes packages: Debian wants its manual pages and changelogs compressed.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/multigraph*.1 ${CPACK_TEMPORARY_DIRECTORY}/changelog)
if(pages)
  execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
