# CMake discovers folders: no list of files must be edited.

# ria_goes_into_shared(target...): the objects of a static library become part of libria.so too (library/CMakeLists.txt).
# Calls between its functions stay direct: they cannot be interposed.
function(ria_goes_into_shared)
  set_target_properties(${ARGN} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  foreach(target ${ARGN})
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endforeach()
endfunction()

# ria_library(name [depends...]): a static library of the sources in the folders here. include/ holds the public headers;
# private ones lie beside their sources and are included as "folder/name.h".
function(ria_library name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*/*.c)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                             PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARGN})
  ria_goes_into_shared(${name})
endfunction()
