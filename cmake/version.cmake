# The library ria_version: ria_build_info(), with the commit at build time, not at configuration. The
# version number itself is defined only in runtime/include/ria/version.h.
file(STRINGS ${CMAKE_SOURCE_DIR}/runtime/include/ria/version.h line REGEX "define RIA_VERSION ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" RIA_VERSION "${line}")

# ria_make_version(): records the flags of the folders, so call it after they are added.
function(ria_make_version)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  get_directory_property(flags COMPILE_OPTIONS)
  get_target_property(codelet_flags ria_codelets RIA_FAST)
  if(RIA_MARCH STREQUAL "portable")
    get_target_property(codelet_flags ria_kernels_x86-64-v3_objects RIA_FAST)
    list(TRANSFORM codelet_flags REPLACE "^-march=.*" "-march=x86-64-v3|x86-64-v4")
  endif()
  list(REMOVE_ITEM flags "" ${RIA_PREFIX_MAPS})
  list(JOIN flags " " flags)
  list(JOIN codelet_flags " " codelet_flags)
  string(APPEND codelet_flags "${RIA_TARGET_FLAGS}")
  string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}} ${flags}" flags)
  set(made ${CMAKE_BINARY_DIR}/version)
  set(compiler "${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}")
  add_custom_target(ria_commit
    COMMAND ${CMAKE_COMMAND} "-Dsource=${CMAKE_SOURCE_DIR}" "-Dmade=${made}" "-Dcompiler=${compiler}"
            "-Dflags=${flags}" "-Dcodelet_flags=${codelet_flags}" "-Dbuild_type=${CMAKE_BUILD_TYPE}"
            -P ${CMAKE_SOURCE_DIR}/cmake/write_build_info.cmake
    BYPRODUCTS ${made}/build_info.c COMMENT "Asking git for the commit" VERBATIM)
  add_library(ria_version STATIC ${made}/build_info.c)
  add_dependencies(ria_version ria_commit)
  ria_goes_into_shared(ria_version)
  target_include_directories(ria_version PUBLIC ${CMAKE_SOURCE_DIR}/runtime/include)
  target_link_libraries(ria_workflows PUBLIC ria_version)
endfunction()
