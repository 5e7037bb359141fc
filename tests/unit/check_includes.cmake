# Fails where an #include runs against the dependency direction, or two files have the same name.
#   cmake -DROOT=<source folder> -P check_includes.cmake
cmake_minimum_required(VERSION 3.24)

# Each rule: folder | what its files may include | what they may not, although it lies in there. The first rule whose
# folder fits counts. <multigraph/...> is open to all. NAME.inc in core/program is written by the build.
set(rules
    "tools|tools|"
    "examples|examples|"
    "algorithms|algorithms core frontier|core/cpu core/cuda"
    "core/cpu|core frontier|core/cuda"
    "core/cuda|core frontier|core/cpu"
    "core/program|core frontier embedded_headers.inc linked_v4.inc linked_v8.inc quick|core/cpu"
    "core|core frontier|"
    "frontier|frontier core/context.h core/graph/graph.h|"
    "io|io core|core/cpu core/cuda core/program core/engine"
    "datasets|datasets core|core/cpu core/cuda core/program core/engine"
    "include/multigraph/cuda|core/cuda/kernel|"
    "include||"
    "tests|tests tools core frontier io datasets algorithms|")
set(rooms tools examples algorithms core frontier io datasets include tests)
set(repeated_names CMakeLists.txt README.md)

# Whether `path` is one of the space-separated `entries`, or below one.
function(is_within path entries result)
  set(${result} FALSE PARENT_SCOPE)
  separate_arguments(entries)
  foreach(entry IN LISTS entries)
    string(FIND "${path}/" "${entry}/" at)
    if(at EQUAL 0)
      set(${result} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

function(check_include file target may may_not)
  is_within("${target}" "${may}" allowed)
  is_within("${target}" "${may_not}" forbidden)
  if(forbidden OR NOT allowed)
    message(SEND_ERROR "${file} must not include ${target}; it may include <multigraph/...> ${may}")
  endif()
endfunction()

# Every #include "..." counts, and #include <...> of something in a room.
function(check_file file may may_not)
  file(STRINGS "${ROOT}/${file}" lines REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
  foreach(line IN LISTS lines)
    string(REGEX MATCH "([<\"])([^>\"]+)[>\"]" found "${line}")
    set(quote "${CMAKE_MATCH_1}")
    set(target "${CMAKE_MATCH_2}")
    is_within("${target}" "tools examples algorithms core frontier io datasets include tests" in_room)
    if(in_room OR quote STREQUAL "\"")
      check_include("${file}" "${target}" "${may}" "${may_not}")
    endif()
  endforeach()
endfunction()

function(apply_rule file)
  foreach(rule IN LISTS rules)
    string(REPLACE "|" ";" parts "${rule}")
    list(GET parts 0 folder)
    is_within("${file}" "${folder}" fits)
    if(fits)
      list(GET parts 1 may)
      list(GET parts 2 may_not)
      check_file("${file}" "${may}" "${may_not}")
      return()
    endif()
  endforeach()
endfunction()

set(names "")
set(count 0)
foreach(room IN LISTS rooms)
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${room}/*")
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME)
    if(name IN_LIST names AND NOT name IN_LIST repeated_names)
      message(SEND_ERROR "${file}: another file is called ${name} too")
    endif()
    list(APPEND names "${name}")
    if(name MATCHES "\\.(c|h|cu|cuh)$")
      apply_rule("${file}")
      math(EXPR count "${count} + 1")
    endif()
  endforeach()
endforeach()
if(count EQUAL 0)
  message(SEND_ERROR "no source file found in '${ROOT}'")
endif()
message(STATUS "${count} files checked")
