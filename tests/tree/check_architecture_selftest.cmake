# Tests check_architecture.cmake: it must accept a page of valid names and reject every kind of invalid one.
#   cmake -DCHECK=<check_architecture.cmake> -DWORK=<scratch folder> -P check_architecture_selftest.cmake
cmake_minimum_required(VERSION 3.24)

function(run_check page outcome text)
  file(WRITE ${WORK}/docs/architecture.md "${page}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -P ${CHECK} RESULT_VARIABLE code OUTPUT_VARIABLE out
                                                                                      ERROR_VARIABLE out)
  set(${outcome} ${code} PARENT_SCOPE)
  set(${text} "${out}" PARENT_SCOPE)
endfunction()

function(expect_success page)
  run_check("${page}" code text)
  if(NOT code EQUAL 0)
    message(SEND_ERROR "refused: ${page}\n${text}")
  endif()
endfunction()

# A page of valid names with this invalid span must fail, and the message must contain the name.
function(expect_failure span name)
  run_check("`core/engine/run.c` and `mg_run()`, then `${span}`." code text)
  string(FIND "${text}" "names \"${name}\"" noticed)
  if(code EQUAL 0 OR noticed EQUAL -1)
    message(SEND_ERROR "not noticed: ${span}\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/core/engine/run.c
     "typedef struct mg_run_options { int lanes\; } mg_run_options\;\nint mg_run(void) { return step_once(MG_MODE_PULL)\; }\n")
file(WRITE ${WORK}/tests/algorithms/test_bfs.c "int main(void) { return 0\; }\n")
file(WRITE ${WORK}/tests/tools/cli/cases/help.sh "multigraph help\n")

expect_success("`core/engine/run.c`, `run.c`, `core/engine/`, `core/*/run.c` and [`core`](../core)")
expect_success("`mg_run()`, `step_once()`, `mg_run_options.lanes`, `MG_MODE_PULL`, `MG_MODE_*`")
expect_success("`test_bfs`, `test_gpu_bfs`, `cli_help`; `ctest -R test_bfs -V`")
expect_success("`core/engine/run.c`, `build/bin/multigraph bfs g.mtx --mode pull`, `--lanes 4`, `x < y`")

expect_failure("core/engine/runs.c" "core/engine/runs.c")
expect_failure("runs.c" "runs.c")
expect_failure("core/motor/" "core/motor/")
expect_failure("core/*/runs.c" "core/*/runs.c")
expect_failure("mg_runs()" "mg_runs()")
expect_failure("mg_ru()" "mg_ru()")
expect_failure("step()" "step()")
expect_failure("mg_run_option" "mg_run_option")
expect_failure("mg_run_options.width" "mg_run_options.width")
expect_failure("MG_MODE_PUSH" "MG_MODE_PUSH")
expect_failure("MG_NODE_*" "MG_NODE_")
expect_failure("test_dfs" "test_dfs")
expect_failure("test_gpu_dfs" "test_gpu_dfs")
expect_failure("cli_halp" "cli_halp")
expect_failure("ctest -R test_dfs -V" "test_dfs")
expect_failure("cc core/engine/runs.c" "core/engine/runs.c")

# A second page is checked, too.
file(WRITE ${WORK}/docs/architecture.md "`mg_run()`\n")
file(WRITE ${WORK}/docs/glossary.md "`mg_runs()`\n")
execute_process(COMMAND ${CMAKE_COMMAND} -DROOT=${WORK} -DPAGES=docs/architecture.md,docs/glossary.md -P ${CHECK}
                RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
string(FIND "${text}" "docs/glossary.md names \"mg_runs()\"" noticed)
if(code EQUAL 0 OR noticed EQUAL -1)
  message(SEND_ERROR "not noticed on the second page:\n${text}")
endif()

run_check("no name at all" code text)
if(code EQUAL 0)
  message(SEND_ERROR "a page without names passed")
endif()
file(REMOVE_RECURSE ${WORK})
