# The compiler flags of all our sources: C11, all warnings, no contraction of floating-point operations.
option(MG_WERROR "Treat warnings as errors" OFF)
option(MG_ASSERTS "Keep assertions in builds that define NDEBUG" OFF)
set(MG_SANITIZE "" CACHE STRING "Sanitizers for all targets, as -fsanitize takes them (address,undefined or thread)")

option(MG_HARDEN "Stack protector, checked libc calls and read-only relocations" ON)

# Not with sanitizers, which replace the same libc functions. _FORTIFY_SOURCE needs an optimising build; some compilers
# define it themselves, hence -U.
set(mg_harden_compile "")
set(mg_harden_link "")
if(MG_HARDEN AND NOT MG_SANITIZE)
  include(CheckCCompilerFlag)
  include(CheckLinkerFlag)
  foreach(flag IN ITEMS -fstack-protector-strong -fstack-clash-protection)
    string(MAKE_C_IDENTIFIER "MG_HAS${flag}" has)
    check_c_compiler_flag(${flag} ${has})
    if(${has})
      list(APPEND mg_harden_compile ${flag})
    endif()
  endforeach()
  foreach(flag IN ITEMS -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    list(APPEND mg_harden_compile $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:${flag}>)
  endforeach()
  check_linker_flag(C -Wl,-z,relro,-z,now MG_HAS_RELRO)
  if(MG_HAS_RELRO)
    set(mg_harden_link -Wl,-z,relro,-z,now)
  endif()
endif()

# An executable's code and data lie at random addresses too.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)

function(mg_compile_options target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
                                             POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes
                                           -ffp-contract=off $<$<CONFIG:Release>:-O3>
                                           $<$<CONFIG:Debug>:-Og>) # inlined loops take eight times as long with -O0
  target_compile_options(${target} PRIVATE ${mg_harden_compile})
  target_link_options(${target} PRIVATE ${mg_harden_link})
  if(MG_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(MG_ASSERTS OR MG_SANITIZE)
    target_compile_options(${target} PRIVATE -UNDEBUG)
  endif()
  if(MG_SANITIZE)
    # -O1: the inlined loops with checks take three times as long to compile with -O2. -g1: lines in reports.
    target_compile_options(${target} PRIVATE -fsanitize=${MG_SANITIZE} -fno-omit-frame-pointer -O1 -g1)
    target_link_options(${target} PUBLIC -fsanitize=${MG_SANITIZE})
  endif()
endfunction()
