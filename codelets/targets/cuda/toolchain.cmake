# CUDA: nvcc compiles the generated GPU code, and the device code of the runtime. Without nvcc the rest is
# built; the executor runs the same source on the host in tests (codelets/README.md).
#
# nvcc is called as a command and not as a CMake language: programs with such code are linked by the C
# compiler like all others, with the static CUDA runtime, and start on machines without a GPU.
set(RIA_CUDA_ARCHITECTURES 90 CACHE STRING
    "GPUs that CUDA code is compiled for, as 90 or 80;90; PTX of the last serves later ones. Empty: no CUDA")

# Every flag that affects bits: no contraction, IEEE division and square root, no flushing of subnormals.
set(RIA_CUDA_FLAGS --fmad=false -prec-div=true -prec-sqrt=true -ftz=false -O3 -std=c++17
    -Xcompiler=-fPIE,-ffp-contract=off,-fno-exceptions,-O2,-Wall,-Wextra)
if(RIA_WERROR)
  list(APPEND RIA_CUDA_FLAGS -Werror=all-warnings -Xcompiler=-Werror)
endif()
option(RIA_CUDA_LINES "Lines of CUDA source in the program, for profilers: device code of twice the size" OFF)
if(RIA_CUDA_LINES)
  list(APPEND RIA_CUDA_FLAGS -lineinfo)
endif()
foreach(arch ${RIA_CUDA_ARCHITECTURES})
  list(APPEND RIA_CUDA_FLAGS -gencode=arch=compute_${arch},code=sm_${arch})
endforeach()
if(RIA_CUDA_ARCHITECTURES)
  list(GET RIA_CUDA_ARCHITECTURES -1 arch)
  list(APPEND RIA_CUDA_FLAGS -gencode=arch=compute_${arch},code=compute_${arch})
endif()

find_program(RIA_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH /usr/local/cuda PATH_SUFFIXES bin
             DOC "CUDA's compiler")
set(RIA_HAS_CUDA FALSE)
if(NOT RIA_CUDA_ARCHITECTURES)
  message(STATUS "CUDA: left out, because RIA_CUDA_ARCHITECTURES is empty")
elseif(NOT RIA_NVCC)
  message(STATUS "CUDA: no nvcc, so the CUDA kernels are only executed on the host, in tests")
else()
  execute_process(COMMAND ${RIA_NVCC} --version OUTPUT_VARIABLE RIA_NVCC_VERSION COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "V([0-9.]+)" RIA_NVCC_VERSION "${RIA_NVCC_VERSION}")
  set(RIA_NVCC_VERSION ${CMAKE_MATCH_1})
  execute_process(COMMAND ${RIA_NVCC} --list-gpu-arch OUTPUT_VARIABLE known COMMAND_ERROR_IS_FATAL ANY)
  foreach(arch ${RIA_CUDA_ARCHITECTURES})
    if(NOT known MATCHES "compute_${arch}[^0-9]")
      message(FATAL_ERROR "RIA_CUDA_ARCHITECTURES: nvcc ${RIA_NVCC_VERSION} knows no ${arch}; "
                          "`${RIA_NVCC} --list-gpu-arch` lists what it knows")
    endif()
  endforeach()
  # Device code is nine tenths of the program. The driver decompresses the code that it loads.
  execute_process(COMMAND ${RIA_NVCC} --help OUTPUT_VARIABLE known COMMAND_ERROR_IS_FATAL ANY)
  if(known MATCHES "compress-mode")
    list(APPEND RIA_CUDA_FLAGS --compress-mode=size)
  else()
    list(APPEND RIA_CUDA_FLAGS -Xfatbin=-compress-all)
  endif()
  get_filename_component(home ${RIA_NVCC} REALPATH)
  get_filename_component(home ${home} DIRECTORY)
  find_library(RIA_CUDART cudart_static HINTS ${home}/.. PATH_SUFFIXES lib64 lib targets/x86_64-linux/lib)
  find_path(RIA_CUDA_INCLUDE cuda_runtime_api.h HINTS ${home}/.. PATH_SUFFIXES include targets/x86_64-linux/include)
  if(RIA_CUDART AND RIA_CUDA_INCLUDE)
    set(RIA_HAS_CUDA TRUE)
    list(JOIN RIA_CUDA_ARCHITECTURES ", " architectures)
    message(STATUS "CUDA: nvcc ${RIA_NVCC_VERSION} (${RIA_NVCC}) for ${architectures}")
    add_library(ria_cuda INTERFACE)
    target_compile_definitions(ria_cuda INTERFACE RIA_HAS_CUDA)
    target_include_directories(ria_cuda SYSTEM INTERFACE ${RIA_CUDA_INCLUDE})
    # nvcc's launch stubs use C++ guards for static variables.
    target_link_libraries(ria_cuda INTERFACE ${RIA_CUDART} Threads::Threads ${CMAKE_DL_LIBS} rt stdc++)
    list(APPEND RIA_TARGET_LIBRARIES ria_cuda)
    list(JOIN RIA_CUDA_FLAGS " " flags)
    string(APPEND RIA_TARGET_FLAGS "; nvcc ${RIA_NVCC_VERSION} ${flags}")
  else()
    message(STATUS "CUDA: nvcc ${RIA_NVCC_VERSION} found, but not its static runtime; built without CUDA")
  endif()
endif()

if(RIA_HAS_CUDA)
  include(CheckSymbolExists)
  set(CMAKE_REQUIRED_INCLUDES ${STARPU_INCLUDE_DIRS})
  check_symbol_exists(STARPU_USE_CUDA starpu_config.h RIA_STARPU_HAS_CUDA)
  unset(CMAKE_REQUIRED_INCLUDES)
endif()

# nvcc compiles the same objects whatever the C compiler and its flags.

# ria_cuda_objects(objects INCLUDE folder... SOURCES file.cu...): compiles, and sets `objects` to the object files.
function(ria_cuda_objects objects)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "" "INCLUDE;SOURCES")
  set(made "")
  list(TRANSFORM given_INCLUDE PREPEND -I)
  foreach(source ${given_SOURCES})
    get_filename_component(name ${source} NAME)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/cuda/${name}.o)
    cmake_path(RELATIVE_PATH object BASE_DIRECTORY ${CMAKE_BINARY_DIR} OUTPUT_VARIABLE place)
    if(RIA_SIBLING AND EXISTS ${RIA_SIBLING}/${place})
      list(APPEND made ${RIA_SIBLING}/${place})
      continue()
    endif()
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/cuda)
    add_custom_command(OUTPUT ${object}
                       COMMAND ${RIA_NVCC} ${RIA_CUDA_FLAGS} ${given_INCLUDE} -MD -MF ${object}.d -c ${source} -o ${object}
                       DEPENDS ${source} DEPFILE ${object}.d
                       COMMENT "Building CUDA object ${name}" VERBATIM)
    list(APPEND made ${object})
  endforeach()
  set(${objects} ${made} PARENT_SCOPE)
endfunction()
