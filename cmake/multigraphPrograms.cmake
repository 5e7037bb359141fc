# multigraph_add_program(TARGET FILE...): compiles vertex programs into a target and links it with the library. A FILE
# that ends with MG_PROGRAM(name) defines `extern const mg_program name_program;`. Its text is embedded for the
# run-time compiler of a GPU.
set(MULTIGRAPH_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/multigraphEmbed.cmake)

function(multigraph_add_program target)
  foreach(file IN LISTS ARGN)
    get_filename_component(path ${file} ABSOLUTE)
    get_filename_component(name ${path} NAME_WE)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}.programs/${name}.c)
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DPROGRAM=${path} -DOUTPUT=${output} -P ${MULTIGRAPH_EMBED_SCRIPT}
      DEPENDS ${path} ${MULTIGRAPH_EMBED_SCRIPT}
      VERBATIM)
    # Optimised loops over edges, and no contraction, for the same floats as on a GPU.
    set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:-O3>;-ffp-contract=off")
    target_sources(${target} PRIVATE ${output})
  endforeach()
  target_link_libraries(${target} PRIVATE multigraph::multigraph)
endfunction()
