# Libraries that only tests link.
set(testing ${CMAKE_CURRENT_SOURCE_DIR}/testing)
set(host_cuda ${testing}/host_cuda)

# ria_oracles: each definition compiled unchanged, with its keywords defined as macros.
foreach(name ${kernels})
  string(APPEND oracle_declarations "extern const ria_oracle ria_oracle_${name};\n")
  string(APPEND oracle_entries "    &ria_oracle_${name},\n")
endforeach()
file(CONFIGURE OUTPUT ${here}/oracles.c CONTENT
"/* Generated from the definitions. */
#include <ria/oracle.h>
#include <string.h>

@oracle_declarations@
const ria_oracle *ria_oracle_find(const char *kernel) {
  static const ria_oracle *const oracles[] = {
@oracle_entries@    0,
  };
  for (const ria_oracle *const *oracle = oracles; *oracle; oracle++)
    if (!strcmp((*oracle)->kernel, kernel))
      return *oracle;
  return 0;
}
" @ONLY)
set_source_files_properties(${oracles} PROPERTIES COMPILE_OPTIONS "-fno-tree-vectorize;-w")
add_library(ria_oracles STATIC ${oracles} ${here}/oracles.c)
target_include_directories(ria_oracles PUBLIC ${testing}/include)
target_link_libraries(ria_oracles PUBLIC ria_codelets)

if(RIA_SANITIZE OR CMAKE_C_COMPILER_ID MATCHES "Clang") # compiled by one compiler only: the executor finds mistakes by
                                                        # itself
  return()
endif()
# ria_executed: the CUDA sources of a GPU, compiled by a C++ compiler for the executor.
file(CONFIGURE OUTPUT ${here}/executed_kernels.c CONTENT
"/* Generated from the definitions. */
#include <ria/executed.h>

@executed_declarations@
const ria_kernel *const ria_executed_kernels[] = {
@executed_entries@    0,
};
" @ONLY)
# Optimised also in builds for sanitizers: a test switches fibers millions of times.
set_source_files_properties(${host_cuda}/executor.cc PROPERTIES COMPILE_OPTIONS -O2)
add_library(ria_executed STATIC ${host_cuda}/executor.cc ${host_cuda}/executed.cc ${joined} ${executed_sources}
                                ${here}/executed_kernels.c)
# The many variants of kernels take longer to compile than to execute, so they get a lower optimisation
# level than in a release.
target_compile_options(ria_executed PRIVATE $<$<CONFIG:Release>:-O1>)
target_include_directories(ria_executed PUBLIC ${testing}/include ${host_cuda} ${CMAKE_CURRENT_SOURCE_DIR}/targets/cuda
                           PRIVATE ${made} ${here})
target_link_libraries(ria_executed PUBLIC ria_codelets)
add_library(ria_cuda_tests ALIAS ria_executed)
