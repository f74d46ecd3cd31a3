# Tests that need nvcc to build and a GPU to run; the script `run` runs them, and more, without CMake. test_NAME.c is
# linked with NAME.cu if that exists.
if(NOT RIA_HAS_CUDA)
  return()
endif()
ria_tests_of(${label} ${folder})
file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cu)
foreach(source ${sources})
  get_filename_component(short ${source} NAME_WE)
  if(TARGET ${label}_test_${short})
    ria_cuda_objects(objects SOURCES ${source}
                     INCLUDE ${CMAKE_SOURCE_DIR}/codelets/targets/cuda ${CMAKE_SOURCE_DIR}/runtime/include)
    target_sources(${label}_test_${short} PRIVATE ${objects})
  endif()
endforeach()

# Faults that tests/gpu/run injects on a GPU.
if(NOT RIA_SIBLING)
  set(fault ${CMAKE_BINARY_DIR}/tests/libria_gpu_fault.so)
  set(source ${folder}/fault.cu)
  set(flags ${RIA_CUDA_FLAGS})
  list(FILTER flags EXCLUDE REGEX "^-Xcompiler=-fPIE")
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_custom_command(OUTPUT ${fault} COMMAND ${RIA_NVCC} ${flags} -Xcompiler=-fPIC -shared -cudart=shared ${source}
                             -o ${fault} -ldl DEPENDS ${source} COMMENT "Building CUDA library fault.cu" VERBATIM)
  add_custom_target(ria_gpu_fault ALL DEPENDS ${fault})
  # Costs of instructions on a GPU: figures of docs/decisions/sweeps-on-a-gpu.md.
  set(bench ${CMAKE_BINARY_DIR}/tests/bench_operands)
  set(source ${folder}/bench_operands.cu)
  add_custom_command(OUTPUT ${bench} COMMAND ${RIA_NVCC} ${RIA_CUDA_FLAGS} ${source} -o ${bench} DEPENDS ${source}
                     COMMENT "Building CUDA program bench_operands.cu" VERBATIM)
  add_custom_target(ria_gpu_bench ALL DEPENDS ${bench})
endif()
