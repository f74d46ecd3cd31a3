# Flags for everything. The bits of the answer depend on -ffp-contract=off: no a*b+c is contracted
# unless a definition calls fma itself. -fno-math-errno and -fno-trapping-math change no bits and let
# compilers vectorise square roots and selects.
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wvla -ffp-contract=off -fno-math-errno -fno-trapping-math)
if(RIA_WERROR)
  add_compile_options(-Werror)
endif()
add_compile_definitions(_GNU_SOURCE)
if(RIA_PACKAGES) # the later option goes first: the build may lie in the source
  set(RIA_PREFIX_MAPS -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -ffile-prefix-map=${CMAKE_BINARY_DIR}=build)
  add_compile_options(${RIA_PREFIX_MAPS})
  set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
  add_link_options(-Wl,--build-id=none) # it would be that of the debug information, which ccache changes and packages do not have
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")
if(RIA_SANITIZE)
  add_compile_options(-fsanitize=${RIA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${RIA_SANITIZE})
  if(RIA_SANITIZE MATCHES address) # gcc and clang have different options for this warning
    add_compile_definitions(RIA_ADDRESS_SANITIZER)
  endif()
  if(CMAKE_C_COMPILER_ID MATCHES "Clang") # flags of sanitizers if they are a shared library: links faster, and gold gives no
                                          # warning
    execute_process(COMMAND ${CMAKE_C_COMPILER} --print-resource-dir OUTPUT_VARIABLE resources OUTPUT_STRIP_TRAILING_WHITESPACE)
    add_link_options(-shared-libasan -Wl,-rpath,${resources}/lib/linux)
  endif()
endif()
