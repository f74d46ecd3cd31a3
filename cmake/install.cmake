# What `cmake --install` lays out besides the command (workflows/CMakeLists.txt):
#   share/ria/inputs                         the ready cases
#   share/ria/workflows                      the ready workflows
#   share/man/man1/ria.1
#   share/bash-completion/completions/ria
#   share/doc/ria                            README, LICENSE, docs
install(DIRECTORY inputs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/inputs
        PATTERN src EXCLUDE PATTERN include EXCLUDE PATTERN CMakeLists.txt EXCLUDE)
install(DIRECTORY workflows/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ria/workflows USE_SOURCE_PERMISSIONS
        FILES_MATCHING PATTERN *.yaml PATTERN src EXCLUDE PATTERN templates EXCLUDE PATTERN include EXCLUDE PATTERN commands EXCLUDE
        PATTERN steps EXCLUDE)
install(FILES docs/man/ria.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES jobs/completion/ria.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ria)
install(FILES README.md LICENSE CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs PATTERN man EXCLUDE PATTERN CMakeLists.txt EXCLUDE)
