# `cmake --install` lays out the following, besides the command (workflows/CMakeLists.txt). The component is the Debian package.
#   component    files
#   ria          bin/ria
#                share/ria/inputs/cases                   the ready cases
#                share/ria/workflows                      the ready workflows
#                share/ria/papers                         the workflows and figures of the papers
#                share/man/man1/ria.1
#                share/bash-completion/completions/ria
#   libria1      lib/libria.so.1, lib/ria                 the library (docs/library.md), its kernels (codelets/march.cmake)
#   libria-dev   include/ria, lib/libria.so
#                lib/cmake/ria, lib/pkgconfig/ria.pc      find_package(ria) and pkg-config ria
#   ria-doc      share/doc/ria                            README, LICENSE, docs, examples
install(DIRECTORY inputs/cases DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/inputs COMPONENT ria USE_SOURCE_PERMISSIONS)
install(FILES inputs/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/inputs COMPONENT ria)
install(DIRECTORY workflows/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/workflows COMPONENT ria USE_SOURCE_PERMISSIONS
        FILES_MATCHING PATTERN *.yaml REGEX "/workflows/[^./]+$" EXCLUDE) # excludes these folders
install(DIRECTORY papers DESTINATION ${CMAKE_INSTALL_DATADIR}/ria COMPONENT ria USE_SOURCE_PERMISSIONS)
install(FILES docs/man/ria.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ria)
install(FILES jobs/completion/ria.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ria COMPONENT ria)
install(FILES README.md LICENSE CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ria-doc)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ria-doc)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT ria-doc PATTERN man EXCLUDE PATTERN CMakeLists.txt EXCLUDE)

foreach(part runtime codelets inputs postproc library)
  install(DIRECTORY ${part}/include/ria DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libria-dev)
endforeach()
install(TARGETS ria_shared EXPORT ria LIBRARY COMPONENT libria1 NAMELINK_COMPONENT libria-dev
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ria)
install(EXPORT ria NAMESPACE ria:: FILE ria-targets.cmake DESTINATION ${package} COMPONENT libria-dev)
configure_file(cmake/ria-config.cmake.in ${CMAKE_BINARY_DIR}/ria-config.cmake @ONLY)
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ria-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/ria-config.cmake ${CMAKE_BINARY_DIR}/ria-config-version.cmake DESTINATION ${package}
        COMPONENT libria-dev)
# Its paths are relative to its own folder: the prefix is known only at installation.
file(RELATIVE_PATH RIA_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/ria.pc.in ${CMAKE_BINARY_DIR}/ria.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/ria.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT libria-dev)
