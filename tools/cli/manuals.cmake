# cmake -DCOMMAND=multigraph -DFOLDER=FOLDER -P manuals.cmake: writes the manual pages and the completions of the command, as it
# prints them itself. The verbs are those that the page of the command refers to.
function(write_output file)
  execute_process(COMMAND ${COMMAND} ${ARGN} OUTPUT_FILE ${FOLDER}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/man1 ${FOLDER}/bash ${FOLDER}/zsh ${FOLDER}/fish)
write_output(man1/multigraph.1 manual)
file(STRINGS ${FOLDER}/man1/multigraph.1 pages REGEX "^\\.BR multigraph")
foreach(page IN LISTS pages)
  string(REGEX REPLACE ".*-([a-z]+) .*" "\\1" verb "${page}")
  write_output(man1/multigraph-${verb}.1 manual ${verb})
endforeach()
write_output(bash/multigraph completions bash)
write_output(zsh/_multigraph completions zsh)
write_output(fish/multigraph.fish completions fish)
