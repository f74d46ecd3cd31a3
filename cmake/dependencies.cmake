# The system packages that ria needs. docs/dependencies.md gives the purpose of each.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

function(ria_require target)
  pkg_check_modules(${target} REQUIRED IMPORTED_TARGET GLOBAL ${ARGN})
endfunction()

# StarPU 1.4 if it is installed, else 1.3; the module is named after the version.
pkg_search_module(STARPUMPI REQUIRED IMPORTED_TARGET GLOBAL starpumpi-1.4 starpumpi-1.3)
pkg_search_module(STARPU REQUIRED IMPORTED_TARGET GLOBAL starpu-1.4 starpu-1.3)
ria_require(MPI ompi-c)
ria_require(HDF5 hdf5-openmpi)
ria_require(YAML yaml-0.1)
ria_require(HWLOC hwloc)
ria_require(GDAL gdal)
ria_require(UDUNITS udunits)
ria_require(MPFR mpfr)
# ria_find(CGNS header library package): defines RIA::CGNS for a library that pkg-config does not find or
# describes wrongly.
function(ria_find name header library package)
  find_path(RIA_${name}_INCLUDE ${header})
  find_library(RIA_${name}_LIBRARY ${library})
  if(NOT RIA_${name}_INCLUDE OR NOT RIA_${name}_LIBRARY)
    message(FATAL_ERROR "The library ${library} or its header ${header} is missing: apt-get install ${package}")
  endif()
  add_library(RIA::${name} INTERFACE IMPORTED GLOBAL)
  set_target_properties(RIA::${name} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${RIA_${name}_INCLUDE}
                        INTERFACE_LINK_LIBRARIES ${RIA_${name}_LIBRARY})
endfunction()
ria_find(CGNS cgnslib.h cgns libcgns-dev) # has no file for pkg-config
ria_find(NETCDF netcdf.h netcdf libnetcdf-dev) # its pkg-config file names the headers of another HDF5
                                               # than ours
ria_require(PNG libpng)
ria_require(ZLIB zlib)
find_package(Python3 COMPONENTS Interpreter REQUIRED)
ria_require(JANSSON jansson)
ria_require(SQLITE sqlite3)
ria_require(CMOCKA cmocka)

# Debian's jinja2 and pycparser belong to the system's Python; the interpreter of a version manager
# may not have them.
find_program(RIA_PYTHON NAMES /usr/bin/python3 python3 REQUIRED)
execute_process(COMMAND ${RIA_PYTHON} -c "import jinja2, pycparser" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
if(missing)
  message(FATAL_ERROR "${RIA_PYTHON} lacks jinja2 or pycparser: apt-get install python3-jinja2 python3-pycparser")
endif()
