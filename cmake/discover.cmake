# Folders are discovered: nobody edits a list of files.

# ria_library(name [depends...]): a static library of the sources in the folders here. include/ holds the public headers;
# private ones lie beside their sources and are included as "folder/name.h".
function(ria_library name)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*/*.c)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                             PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARGN})
endfunction()
