# Debian packages, one a component (cmake/install.cmake). packages/build makes them.
set(source ${CMAKE_SOURCE_DIR})
include(cmake/commit.cmake)
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  set(ENV{SOURCE_DATE_EPOCH} ${commit_date})
endif()
set(version ${PROJECT_VERSION})
if(NOT commit_names MATCHES "tag: v${PROJECT_VERSION}(,|$)") # a commit after that release
  string(TIMESTAMP date "%Y%m%d" UTC)
  string(SUBSTRING ${commit} 0 8 short)
  string(APPEND version "+git${date}.${short}")
endif()
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ria)
set(CPACK_PACKAGE_VERSION ${version})
set(CPACK_PACKAGE_CONTACT "ria developers <ria@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_COMPONENTS_ALL ria libria1 libria-dev ria-doc)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
configure_file(packages/changelog.in ${CMAKE_BINARY_DIR}/changelog @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/packages/finish.cmake)
set(CPACK_RIA_COPYRIGHT ${CMAKE_SOURCE_DIR}/packages/copyright)
set(CPACK_RIA_CHANGELOG ${CMAKE_BINARY_DIR}/changelog)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib ${CMAKE_BINARY_DIR}/lib/ria)
# Nobody but ria links libria-kernels: no package learns of it. The library needs no script, but the loader's cache.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/shlibs CONTENT "libria 1 libria1 (>= ${version})\n")
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRIA1_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/shlibs ${CMAKE_BINARY_DIR}/triggers)

# ria_package(name section depends description): the first line of a description is the synopsis.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
macro(ria_package name section depends description)
  string(TOUPPER ${name} key)
  set(CPACK_DEBIAN_${key}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${key}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${key}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${key}_DESCRIPTION "${description}")
endmacro()
set(same "libria1 (= ${version})")
ria_package(ria science "${same}, gnuplot-nox | gnuplot, fonts-dejavu-core, openmpi-bin, openssh-client"
"estuary simulations and solver studies on task graphs
ria solves the shallow-water equations with wetting and drying, tracers and
particles. One YAML file, the case, describes one simulation completely.
Target, tiles, ranks, time tiling and restarts do not change a bit of the
result.
.
This package has the command, the ready cases and the ready workflows.")
set(CPACK_DEBIAN_RIA_PACKAGE_RECOMMENDS ffmpeg)
set(CPACK_DEBIAN_RIA_PACKAGE_SUGGESTS "ria-doc, slurm-client")
ria_package(libria1 libs ""
"estuary simulations on task graphs, shared library
libria runs a case of ria step by step in a program of your own, or behind
the Basic Model Interface.
.
Its kernels are compiled for x86-64-v3 (AVX2) and x86-64-v4 (AVX-512). The
loader takes the best set for the processor.")
ria_package(libria-dev libdevel "${same}, libopenmpi-dev, libhdf5-openmpi-dev"
"estuary simulations on task graphs, development files
libria runs a case of ria step by step in a program of your own, or behind
the Basic Model Interface.
.
This package has the headers, the link for the linker, and the files for
pkg-config and CMake.")
ria_package(ria-doc doc ""
"estuary simulations on task graphs, documentation and examples
ria solves the shallow-water equations with wetting and drying, tracers and
particles.
.
This package has the pages of the documentation, and examples of programs
that call libria.")
set(CPACK_DEBIAN_RIA-DOC_PACKAGE_ARCHITECTURE all)
include(CPack)
