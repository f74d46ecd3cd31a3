# Run by cpack between installing and packing: Debian's files in share/doc/PACKAGE, compressed, and the same permissions whatever
# those of the checkout are.
cmake_policy(VERSION 3.25)
foreach(package ${CPACK_COMPONENTS_ALL})
  set(tree ${CPACK_TEMPORARY_DIRECTORY}/${package}/${CPACK_PACKAGING_INSTALL_PREFIX})
  set(doc ${tree}/share/doc/${package})
  configure_file(${CPACK_RIA_COPYRIGHT} ${doc}/copyright COPYONLY)
  configure_file(${CPACK_RIA_CHANGELOG} ${doc}/changelog COPYONLY)
  file(GLOB pages ${tree}/share/man/man*/*.[0-9])
  execute_process(COMMAND gzip -9nf ${doc}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_DIRECTORY}/${package} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
