# The compiler flags of all our sources: C11, all warnings, no contraction of floating-point operations.
option(MG_WERROR "Treat warnings as errors" OFF)
option(MG_ASSERTS "Keep assertions in builds that define NDEBUG" OFF)
set(MG_SANITIZE "" CACHE STRING "Sanitizers for all targets, as -fsanitize takes them (address,undefined or thread)")

function(mg_compile_options target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
                                             POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
                                           -ffp-contract=off $<$<CONFIG:Release>:-O3>)
  if(MG_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(MG_ASSERTS OR MG_SANITIZE)
    target_compile_options(${target} PRIVATE -UNDEBUG)
  endif()
  if(MG_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${MG_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${MG_SANITIZE})
  endif()
endfunction()
