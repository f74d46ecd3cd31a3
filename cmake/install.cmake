# What `cmake --install` lays out besides the command (workflows/CMakeLists.txt):
#   share/ria/inputs                         the ready cases
#   share/ria/workflows                      the ready workflows
#   share/man/man1/ria.1
#   share/bash-completion/completions/ria
#   share/doc/ria                            README, LICENSE, docs
# A ready case is a folder with a YAML file; the other folders of inputs/ hold code.
file(GLOB cases CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/inputs/*/*.yaml)
list(TRANSFORM cases REPLACE "/[^/]*$" "")
list(REMOVE_DUPLICATES cases)
install(DIRECTORY ${cases} DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/inputs)
install(FILES inputs/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/inputs)
install(DIRECTORY workflows/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/workflows USE_SOURCE_PERMISSIONS
        FILES_MATCHING PATTERN *.yaml REGEX "/workflows/[^./]+$" EXCLUDE) # nothing from its folders
install(FILES docs/man/ria.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES jobs/completion/ria.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ria)
install(FILES README.md LICENSE CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs PATTERN man EXCLUDE PATTERN CMakeLists.txt EXCLUDE)
