# CUDA for a GPU: objects in the library of codelets.
set(cuda ${CMAKE_CURRENT_LIST_DIR})
if(RIA_HAS_CUDA)
  set(include ${cuda} ${made} ${CMAKE_SOURCE_DIR}/runtime/include)
  ria_cuda_objects(objects SOURCES ${made_for_cuda} ${cuda}/probe.cu INCLUDE ${include})
  target_sources(ria_codelets PRIVATE ${objects})
  target_link_libraries(ria_codelets PUBLIC ria_cuda)
  # For the test that looks at what nvcc makes of it: a word a line.
  list(FILTER RIA_CUDA_FLAGS EXCLUDE REGEX "^-gencode")
  list(GET RIA_CUDA_ARCHITECTURES -1 arch)
  list(TRANSFORM include PREPEND -I)
  list(JOIN RIA_CUDA_FLAGS "\n" flags)
  list(JOIN include "\n" include)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/cuda_command CONTENT
       "@RIA_NVCC@\n@flags@\n-arch=compute_@arch@\n@include@\n" @ONLY)
else()
  file(REMOVE ${CMAKE_BINARY_DIR}/cuda_command)
  set(missing_cuda "\"this ria was built without CUDA: it was configured without nvcc\"")
  if(NOT RIA_CUDA_ARCHITECTURES)
    set(missing_cuda "\"this ria was built without CUDA: RIA_CUDA_ARCHITECTURES was empty when it was configured\"")
  endif()
endif()

# The same source for the executor, in a library that only tests link. A C++ compiler takes it by a file
# that includes it.
set(wrappers "")
foreach(source ${made_for_cuda})
  get_filename_component(name ${source} NAME)
  file(CONFIGURE OUTPUT ${made}/executed/${name}.cc CONTENT "#include \"../@name@\"\n" @ONLY)
  set_source_files_properties(${made}/executed/${name}.cc PROPERTIES OBJECT_DEPENDS ${source})
  list(APPEND wrappers ${made}/executed/${name}.cc)
endforeach()
file(CONFIGURE OUTPUT ${made}/executed_kernels.c CONTENT
"/* Generated from the folder codelets/kernels. */
#include <ria/executed.h>

@executed_declarations@
const ria_kernel *const ria_executed_kernels[] = {
@executed_entries@    0,
};
" @ONLY)
# It takes turns millions of times in a test: fast in builds for sanitizers too.
set_source_files_properties(${cuda}/executor.cc PROPERTIES COMPILE_OPTIONS -O2)
add_library(ria_executed STATIC ${cuda}/executor.cc ${cuda}/executed.cc ${wrappers} ${executed_sources}
                                ${made}/executed_kernels.c)
# Compiling the kernels' many variants takes longer than executing them: a lower level than a release's.
target_compile_options(ria_executed PRIVATE $<$<CONFIG:Release>:-O1>)
target_include_directories(ria_executed PUBLIC ${cuda} PRIVATE ${made})
target_link_libraries(ria_executed PUBLIC ria_codelets)
add_library(ria_cuda_tests ALIAS ria_executed)
