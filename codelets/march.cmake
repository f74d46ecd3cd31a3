# Flags of the code that is vectorised, as properties of a target. No flag here may change a bit: see cmake/flags.cmake.
#   RIA_FAST      most of it
#   RIA_ORDERED   one loop with chains of divisions and roots
#   RIA_LIMITED   loops that limit slopes
# A source takes one by $<TARGET_PROPERTY:RIA_FAST>, and so the flags of each target that it is compiled for.

# ria_set_fast_flags(target march): for the instruction set `march`, a value of -march; `baseline` is the compiler's own.
function(ria_set_fast_flags target march)
  set(architecture -march=${march})
  if(march STREQUAL "baseline")
    set(architecture "")
  endif()
  set(fast -O3 -fopenmp-simd ${architecture} -mprefer-vector-width=512)
  if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    list(APPEND fast -Wno-pass-failed)
  endif()

  # gcc orders the operations of a loop with chains of divisions and roots by latency only if these flags request it. For an
  # unknown processor with AVX-512 gcc uses a generic tuning, or that of a processor without AVX-512; neither has useful
  # latencies.
  set(ordered ${fast})
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64")
    execute_process(COMMAND ${CMAKE_C_COMPILER} ${architecture} -Q --help=target OUTPUT_VARIABLE tuning ERROR_QUIET)
    if(NOT tuning MATCHES "-mavx512f[ \t]+\\[enabled\\]")
      list(APPEND ordered -fschedule-insns)
    elseif(tuning MATCHES "-mtune=[ \t]+znver[123]")
      list(APPEND ordered -mtune=icelake-server)
    else()
      list(APPEND ordered -fschedule-insns)
      if(tuning MATCHES "-mtune=[ \t]+generic")
        list(APPEND ordered -mtune=icelake-server)
      endif()
    endif()
  endif()

  # Kernels with slopes select between limited values. With partial redundancy elimination gcc turns a comparison of such a
  # value into a branch, and cannot vectorise the loop. The loops are long, and gain from ordering by latency with any tuning.
  set(limited ${fast})
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND limited ${ordered} -fno-tree-pre -fschedule-insns)
    list(REMOVE_DUPLICATES limited)
  endif()
  set_target_properties(${target} PROPERTIES RIA_FAST "${fast}" RIA_ORDERED "${ordered}" RIA_LIMITED "${limited}"
                        RIA_MARCH ${march})
endfunction()

# ria_kernel_libraries(source...): for -DRIA_MARCH=portable the sources become the private library libria-kernels, once for each
# of the instruction sets. The loader of glibc looks into glibc-hwcaps/x86-64-v4/ first where the processor has AVX-512.
function(ria_kernel_libraries)
  set(folder_x86-64-v3 ria)
  set(folder_x86-64-v4 ria/glibc-hwcaps/x86-64-v4)
  foreach(march x86-64-v3 x86-64-v4)
    # Objects find the headers of the runtime without linking it: each program has one runtime, for its kernels too.
    add_library(ria_kernels_${march}_objects OBJECT ${ARGN})
    target_link_libraries(ria_kernels_${march}_objects PRIVATE ria_runtime)
    target_include_directories(ria_kernels_${march}_objects PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/include ${made})
    ria_goes_into_shared(ria_kernels_${march}_objects)
    ria_set_fast_flags(ria_kernels_${march}_objects ${march})
    add_dependencies(ria_kernels_${march}_objects ria_generated)
    add_library(ria_kernels_${march} SHARED $<TARGET_OBJECTS:ria_kernels_${march}_objects>)
    target_link_options(ria_kernels_${march} PRIVATE -Wl,-Bsymbolic-functions)
    target_link_libraries(ria_kernels_${march} PRIVATE m)
    # Nobody else links it: its soname is that of one version.
    set_target_properties(ria_kernels_${march} PROPERTIES OUTPUT_NAME ria-kernels SOVERSION ${PROJECT_VERSION}
                          LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/${folder_${march}})
    install(TARGETS ria_kernels_${march} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/${folder_${march}}
            COMPONENT libria1 NAMELINK_SKIP)
  endforeach()
  add_dependencies(ria_kernels_x86-64-v3 ria_kernels_x86-64-v4)
  add_library(ria_kernels INTERFACE)
  target_link_libraries(ria_kernels INTERFACE ria_kernels_x86-64-v3 ria_runtime)
endfunction()

# ria_find_kernels_from(target folder): once installed, the target finds libria-kernels in this folder, relative to its own.
function(ria_find_kernels_from target folder)
  if(RIA_MARCH STREQUAL "portable")
    set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${folder}")
  endif()
endfunction()
