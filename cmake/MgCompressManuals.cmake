# Run by cpack before it builds packages: Debian's policy requires compressed manual pages and changelogs.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/multigraph*.1 ${CPACK_TEMPORARY_DIRECTORY}/changelog)
if(pages)
  execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
