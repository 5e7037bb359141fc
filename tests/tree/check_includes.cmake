# Fails where an #include runs against the dependency direction, files include each other in a circle, or two files have
# the same name.
#   cmake -DROOT=<source folder> -P check_includes.cmake
cmake_minimum_required(VERSION 3.24)

# Each rule: folder | allowed includes | exceptions that are not allowed. The first rule whose
# folder matches applies. <multigraph/...> is always allowed. The build generates NAME.inc in core/program.
set(rules
    "tools|tools|"
    "examples|examples|"
    "algorithms|algorithms core frontier|core/cpu core/cuda"
    "core/cpu|core frontier|core/cuda frontier/cuda"
    "core/cuda|core frontier|core/cpu frontier/cpu"
    "core/program|core frontier embedded_headers.inc linked_v4.inc linked_v8.inc quick|core/cpu"
    "core/backends.c|core/engine core/cpu/backend_cpu.h core/cuda/backend_cuda.h|"
    "core/engine|core frontier|core/cpu core/cuda core/program"
    "core/sparse|core frontier|core/cpu core/cuda core/program"
    "core/graph|core frontier|core/cpu core/cuda core/program core/engine core/sparse"
    "core/order|core frontier|core/cpu core/cuda core/program core/engine core/sparse"
    "core/ranks|core/ranks core/context.h|"
    "core/parts|core frontier|core/cpu core/cuda core/program core/engine core/sparse"
    "core|core/context.h core/default_threads.h core/kept_memory.h core/result_memory.h core/stage_clock.h|"
    "frontier/cpu|core frontier|core/cuda frontier/cuda"
    "frontier/cuda|core/cuda/kernel frontier/cuda|"
    "frontier|frontier core/context.h core/graph/graph.h core/kept_memory.h|frontier/cpu frontier/cuda"
    "io|io core|core/cpu core/cuda core/program core/engine"
    "datasets|datasets core|core/cpu core/cuda core/program core/engine"
    "include/multigraph/cuda|core/cuda/kernel|"
    "include||"
    "tests|tests tools core frontier io datasets algorithms|")
set(rooms tools examples algorithms core frontier io datasets include tests)
# Names that a tool demands: CMake, the hosts of repositories, the harness of LDBC Graphalytics.
set(repeated_names CMakeLists.txt README.md platform.properties)

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

# Records that `file` includes `target`, for the search for cycles.
function(note_include file target)
  if(target MATCHES "^multigraph/")
    set(target "include/${target}")
  endif()
  if(EXISTS "${ROOT}/${target}")
    set_property(GLOBAL APPEND PROPERTY "includes ${file}" "${target}")
    set_property(GLOBAL APPEND PROPERTY including "${file}")
  endif()
endfunction()

# Removes files from the list named by `list`, until nothing changes, for whose `relation` (includes, included by) no
# file of the list is left.
function(prune list relation)
  set(kept ${${list}})
  set(removed TRUE)
  while(removed)
    set(removed FALSE)
    foreach(file IN LISTS kept)
      get_property(others GLOBAL PROPERTY "${relation} ${file}")
      set(is_needed FALSE)
      foreach(other IN LISTS others)
        if(other IN_LIST kept)
          set(is_needed TRUE)
          break()
        endif()
      endforeach()
      if(NOT is_needed)
        list(REMOVE_ITEM kept "${file}")
        set(removed TRUE)
      endif()
    endforeach()
  endwhile()
  set(${list} ${kept} PARENT_SCOPE)
endfunction()

# Finds include cycles: files that remain after pruning those without includes and those that are not included.
function(check_circles)
  get_property(files GLOBAL PROPERTY including)
  list(REMOVE_DUPLICATES files)
  foreach(file IN LISTS files)
    get_property(targets GLOBAL PROPERTY "includes ${file}")
    foreach(target IN LISTS targets)
      set_property(GLOBAL APPEND PROPERTY "included by ${target}" "${file}")
    endforeach()
  endforeach()
  prune(files "includes")
  prune(files "included by")
  if(files)
    string(REPLACE ";" " " files "${files}")
    message(SEND_ERROR "a circle of includes: ${files}")
  endif()
endfunction()

function(check_include file target may may_not)
  is_within("${target}" "${may}" allowed)
  is_within("${target}" "${may_not}" forbidden)
  if(forbidden OR NOT allowed)
    message(SEND_ERROR "${file} must not include ${target}; it may include <multigraph/...> ${may}")
  endif()
endfunction()

# Checks every #include "...", and #include <...> of a file in one of the top-level folders.
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
    note_include("${file}" "${target}")
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
check_circles()
if(count EQUAL 0)
  message(SEND_ERROR "no source file found in '${ROOT}'")
endif()
message(STATUS "${count} files checked")
