# Build rules of the repository: one target per folder.

# Flags of every compiler-side target. LLVM is built without exceptions and RTTI.
function(heddle_compiler_flags target)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  target_include_directories(${target} SYSTEM PRIVATE ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS} ${LLD_INCLUDE_DIRS})
  target_compile_options(${target} PRIVATE -fno-rtti -fno-exceptions -Wall -Wextra -Wno-unused-parameter -Wno-deprecated-declarations
                                           -fdiagnostics-color=always $<$<CONFIG:Release>:-O2 -g0>
                                           $<$<CONFIG:Debug>:-O1 -gline-tables-only -UNDEBUG>)
  heddle_sanitize(${target})
endfunction()

# Sanitizers cover our own targets; the packaged LLVM is not instrumented.
function(heddle_sanitize target)
  if(HEDDLE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${HEDDLE_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${HEDDLE_SANITIZE})
  endif()
endfunction()

# One precompiled header of MLIR for every compiler-side target.
function(heddle_use_pch target)
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  if(NOT TARGET HeddlePch)
    file(WRITE ${CMAKE_BINARY_DIR}/pch.cpp "")
    add_library(HeddlePch OBJECT ${CMAKE_BINARY_DIR}/pch.cpp)
    heddle_compiler_flags(HeddlePch)
    target_compile_options(HeddlePch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    target_precompile_headers(HeddlePch PRIVATE ${CMAKE_SOURCE_DIR}/tools/cmake/Pch.h)
  endif()
  target_precompile_headers(${target} REUSE_FROM HeddlePch)
endfunction()

# heddle_library(NAME sources... DEPS targets... [TABLEGEN targets...])
function(heddle_library name)
  cmake_parse_arguments(ARG "" "" "DEPS;TABLEGEN" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  heddle_compiler_flags(${name})
  heddle_use_pch(${name})
  target_link_libraries(${name} PUBLIC ${ARG_DEPS})
  foreach(dep ${ARG_TABLEGEN})
    add_dependencies(${name} ${dep})
  endforeach()
  # Generated headers of a dependency must exist before this target compiles.
  foreach(dep ${ARG_DEPS})
    if(TARGET ${dep})
      add_dependencies(${name} ${dep})
    endif()
  endforeach()
endfunction()

# heddle_tablegen(TARGET file.td  flag output ...): runs mlir-tblgen once per flag and output.
function(heddle_tablegen target td)
  set(LLVM_TARGET_DEFINITIONS ${td})
  set(TABLEGEN_OUTPUT)
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest output flags)
    separate_arguments(flags)
    mlir_tablegen(${output} ${flags} EXTRA_INCLUDES ${CMAKE_SOURCE_DIR} ${MLIR_INCLUDE_DIRS})
  endwhile()
  add_public_tablegen_target(${target})
endfunction()

# heddle_passes(NAME stem): the generated pass declarations of Passes.td in this folder.
function(heddle_passes target name)
  heddle_tablegen(${target} Passes.td Passes.h.inc "-gen-pass-decls -name=${name}")
endfunction()

# What check-heddle builds before it tests: every tool and every unit test.
function(heddle_add_test_dependency target)
  set_property(GLOBAL APPEND PROPERTY HEDDLE_TEST_DEPENDENCIES ${target})
endfunction()

# heddle_tool(NAME sources... DEPS targets...)
function(heddle_tool name)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  heddle_compiler_flags(${name})
  # The precompiled header is built as for libraries; clang refuses it under -fPIE.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIC)
  heddle_use_pch(${name})
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} MLIR LLVM)
  heddle_add_test_dependency(${name})
endfunction()

# heddle_unit_test(NAME sources... DEPS targets... [RUNTIME]): a GoogleTest executable that check-heddle runs; the name
# ends in "Tests". With RUNTIME it is built without LLVM and its flags, as the runtime is.
function(heddle_unit_test name)
  cmake_parse_arguments(ARG "RUNTIME" "" "DEPS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_RUNTIME)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/runtime/include)
    heddle_sanitize(${name})
  else()
    heddle_compiler_flags(${name})
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/unit)
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} GTest::gtest GTest::gtest_main)
  heddle_add_test_dependency(${name})
endfunction()
