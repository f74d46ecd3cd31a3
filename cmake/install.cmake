# What `cmake --install` lays out besides the command (workflows/CMakeLists.txt):
#   share/ria/inputs/cases                   the ready cases
#   share/ria/workflows                      the ready workflows
#   share/ria/papers                         the workflows and figures of the papers
#   share/man/man1/ria.1
#   share/bash-completion/completions/ria
#   share/doc/ria                            README, LICENSE, docs, examples
#   include/ria, lib/libria_*.a, lib/cmake/ria   the library, and the CMake package `ria` (examples/README.md)
install(DIRECTORY inputs/cases DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/inputs)
install(FILES inputs/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/inputs)
install(DIRECTORY workflows/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/workflows USE_SOURCE_PERMISSIONS
        FILES_MATCHING PATTERN *.yaml REGEX "/workflows/[^./]+$" EXCLUDE) # nothing from its folders
install(DIRECTORY papers DESTINATION ${CMAKE_INSTALL_DATADIR}/ria USE_SOURCE_PERMISSIONS)
install(FILES docs/man/ria.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES jobs/completion/ria.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ria)
install(FILES README.md LICENSE CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs PATTERN man EXCLUDE PATTERN CMakeLists.txt EXCLUDE)

# The library. It is static: a program takes along what it calls.
get_property(machines GLOBAL PROPERTY RIA_MACHINE_LIBRARIES)
set(libraries ria_base ria_runtime ria_codelets ria_inputs ria_solvers ria_postproc ${machines} ${RIA_TARGET_LIBRARIES})
foreach(part runtime codelets inputs postproc)
  install(DIRECTORY ${part}/include/ria DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()
install(TARGETS ${libraries} EXPORT ria INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ria)
install(EXPORT ria NAMESPACE ria:: FILE ria-targets.cmake DESTINATION ${package})
set(RIA_SANITIZER_OPTION "")
if(RIA_SANITIZE)
  set(RIA_SANITIZER_OPTION -fsanitize=${RIA_SANITIZE})
endif()
configure_file(cmake/ria-config.cmake.in ${CMAKE_BINARY_DIR}/ria-config.cmake @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ria-config-version.cmake COMPATIBILITY ExactVersion)
install(FILES ${CMAKE_BINARY_DIR}/ria-config.cmake ${CMAKE_BINARY_DIR}/ria-config-version.cmake cmake/libraries.cmake
        DESTINATION ${package})
